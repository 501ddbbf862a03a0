# SPDX-License-Identifier: Apache-2.0
"""Constant tables of a generated file: where the windows of cyclo-static phases begin, and how long they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate


class Tables:
    """Each distinct table once, named as it is first used: who asks for a table prints its name."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._names: dict[tuple[int, ...], str] = {}

    def values(self, values: tuple[int, ...]) -> str:
        return self._names.setdefault(values, f"{self._prefix}phases_{len(self._names)}")

    def starts(self, rates: tuple[int, ...]) -> str:
        """The token at which each phase's window begins."""
        return self.values((0, *accumulate(rates[:-1])))

    def definitions(self) -> Iterator[str]:
        for values, name in self._names.items():
            yield f"static const uint64_t {name}[] = {{{', '.join(f'{v}u' for v in values)}}};"
