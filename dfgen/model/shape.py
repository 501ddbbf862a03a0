# SPDX-License-Identifier: Apache-2.0
"""What a file of JSON must look like before its values are used: files can be cut off, edited, or another version's."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from math import isfinite
from typing import Any

LARGEST = 10**18
DEPTH_MOST = 100
TOO_DEEP = "it is nested too deeply"

Shape = Callable[[Any], str]
"""Empty for a value that fits, else where it does not and how, such as `.cores[2].wall_ns is no number`."""


def text(value: Any) -> str:
    return "" if isinstance(value, str) else " is not text"


def number(value: Any) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return "" if is_number and -LARGEST <= value <= LARGEST and isfinite(value) else " is not a number"


def whole(value: Any) -> str:
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return "" if is_whole and 0 <= value <= LARGEST else " is not a whole number"


def truth(value: Any) -> str:
    return "" if isinstance(value, bool) else " is neither true nor false"


def maybe(shape: Shape) -> Shape:
    """Or null."""
    return lambda value: "" if value is None else shape(value)


def list_of(shape: Shape) -> Shape:
    def check(value: Any) -> str:
        if not isinstance(value, list):
            return " is not a list"
        return next((f"[{i}]{wrong}" for i, wrong in enumerate(map(shape, value)) if wrong), "")

    return check


def row_of(*shapes: Shape) -> Shape:
    """A list of so many values, each with a shape of its own."""

    def check(value: Any) -> str:
        if not isinstance(value, list) or len(value) != len(shapes):
            return f" is not a list of {len(shapes)}"
        found = (f"[{i}]{wrong}" for i, shape in enumerate(shapes) if (wrong := shape(value[i])))
        return next(found, "")

    return check


def record_of(needed: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> Shape:
    """An object with these members, and any others."""

    def check(value: Any) -> str:
        if not isinstance(value, dict):
            return " is not an object"
        missing = next((name for name in needed if name not in value), None)
        if missing is not None:
            return f" has no '{missing}'"
        members = chain(needed.items(), (optional or {}).items())
        return next((f".{k}{wrong}" for k, shape in members if k in value and (wrong := shape(value[k]))), "")

    return check


def where_member(name: str, having: Shape, other: Shape) -> Shape:
    """Of one shape if it is an object with that member, else of the other."""
    return lambda value: (having if isinstance(value, dict) and name in value else other)(value)


def load_json(content: str) -> Any:
    """Raises `ValueError` where it is no JSON, or nested too deeply to be read or written again."""
    try:
        value = json.loads(content)
    except RecursionError as error:
        raise ValueError(TOO_DEEP) from error
    if is_deeper_than(value, DEPTH_MOST):
        raise ValueError(TOO_DEEP)
    return value


def is_deeper_than(value: Any, depth: int) -> bool:
    level = _containers([value])
    for _ in range(depth):
        if not level:
            return False
        inner = (member.values() if isinstance(member, dict) else member for member in level)
        level = _containers(chain.from_iterable(inner))
    return True


def _containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, (dict, list))]
