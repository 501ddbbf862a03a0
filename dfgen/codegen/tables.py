# SPDX-License-Identifier: Apache-2.0
"""Constant tables of a generated file: where the windows of cyclo-static phases begin, and how long they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from dfgen.codegen.expressions import Expr, const, mod, mul
from dfgen.codegen.expressions import name as variable


class Tables:
    """Each distinct table once, named as it is first used: who asks for a table prints its name."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._names: dict[tuple[int, ...], str] = {}

    def at(self, values: tuple[int, ...], index: Expr) -> Expr:
        """The value of the phase of firing `index`. What is the same in all phases, a multiple of the phase, or known
        needs no table."""
        if len(set(values)) == 1:
            return const(values[0])
        if index.value is not None:
            return const(values[index.value % len(values)])
        phase, step = mod(index, len(values)), values[1]
        if values == tuple(range(0, step * len(values), step or 1)):
            return mul(phase, const(step))
        name = self._names.setdefault(values, f"{self._prefix}phases_{len(self._names)}")
        return variable(f"{name}[{phase}]")

    def start(self, rates: tuple[int, ...], index: Expr) -> Expr:
        """The token at which the window of firing `index` begins in its cycle of phases."""
        return self.at((0, *accumulate(rates[:-1])), index)

    def definitions(self) -> Iterator[str]:
        for values, name in self._names.items():
            yield f"static const uint64_t {name}[] = {{{', '.join(map(str, values))}}};"
