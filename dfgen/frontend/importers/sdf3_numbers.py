# SPDX-License-Identifier: Apache-2.0
"""The numbers of SDF3 files: lists of rates and times with runs (`2*1,0` is 1, 1, 0), and single ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from dfgen.frontend.importers.xml_tree import Element
from dfgen.frontend.problems import reject
from dfgen.model.frozen import frozen
from dfgen.model.numerals import DIGITS_MAX

RUN_LENGTH_MIN = 4
"""Form: so many equal numbers in a row are counted, fewer written out."""

_ITEM = re.compile(r"(?:\s*(\d+)\s*\*)?\s*(\d+(?:\.\d*)?)\s*", re.ASCII)
_DECIMAL = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,3}))?", re.ASCII)


@frozen
class RunOf:
    """`text` as often as `count` says; 1 if that is None."""

    text: str
    count: int | None


def runs(element: Element, name: str) -> Iterator[RunOf]:
    """The list in an attribute, what is equal in a row together; raises `Rejected`."""
    text = required(element, name)
    if ";" in text:  # Kiter writes so what an actor does once, before its phases
        message = f"'{name}' has phases that come once, before its ';'"
        hint = (
            "dfgen knows phases that repeat: leave these out, and put the tokens that they give into 'initialTokens'."
        )
        raise reject("format-unsupported", message, element.span, hint)
    for value, together in groupby(_items(text, name, element), key=attrgetter("text")):
        equal = list(together)
        times = sum(run.count if run.count is not None else 1 for run in equal)
        yield from [RunOf(value, times)] if times >= RUN_LENGTH_MIN else equal


def _items(text: str, name: str, element: Element) -> Iterator[RunOf]:
    for item in text.split(","):
        found = _ITEM.fullmatch(item)
        if not found:
            message = f"'{item.strip()}' in '{name}' is not a number from 0 on"
            raise reject("format-element", message, element.span, "It is a list of numbers such as 3 or 2*1,0.")
        for digits in (part for part in found.groups() if part is not None):
            _require_short(digits, name, element)
        yield RunOf(found[2], int(found[1]) if found[1] is not None else None)


def whole(element: Element, name: str, otherwise: int | None = None) -> int:
    """The number in an attribute; `otherwise` if there is none. Raises `Rejected`."""
    text = element.get(name)
    if not text and otherwise is not None:
        return otherwise
    text = required(element, name)
    if not re.fullmatch(r"\d+", text, re.ASCII):
        message = f"'{text}' in '{name}' is not a whole number from 0 on"
        raise reject("format-element", message, element.span, "Write a whole number such as 12.")
    _require_short(text, name, element)
    return int(text)


def decimal(element: Element) -> Fraction:
    """The number that an element holds, such as 3e-8; raises `Rejected`."""
    text = element.text.strip()
    found = _DECIMAL.fullmatch(text)
    if not found:
        raise reject("format-element", f"<{element.tag}> holds no number", element.span, "Write one such as 0.001.")
    _require_short(found[1], element.tag, element)
    return Fraction(found[1].rstrip(".")) * Fraction(10) ** int(found[2] or 0)


def required(element: Element, name: str) -> str:
    """The text of an attribute; raises `Rejected` if there is none."""
    text = element.get(name)
    if not text:
        raise reject("format-element", f"<{element.tag}> has no '{name}'", element.span, f'Write {name}="...".')
    return text


def _require_short(digits: str, name: str, element: Element) -> None:
    if len(digits) > DIGITS_MAX:
        message = f"a number in '{name}' has {len(digits)} digits; at most {DIGITS_MAX} are read"
        raise reject("number-too-large", message, element.span, "Write it with fewer.")
