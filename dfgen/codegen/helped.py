# SPDX-License-Identifier: Apache-2.0
"""Blocks of firings of which other cores run some while they wait: a function for one firing, and the call that runs
all of them (df/helped.h)."""

from __future__ import annotations

from collections.abc import Iterator

from dfgen.codegen.blocks import Blocks, Place
from dfgen.codegen.code import Comment, Compound, Line, Statement
from dfgen.codegen.frame import PASS, Frame, index_of
from dfgen.model.frozen import frozen
from dfgen.model.program import ROOT, Firings


@frozen
class HelpedFunction:
    """`body`: of a firing, which finds the pass and the indices of the loops around it in its `values`, so many.
    `waits`: what the block's core waits for at its end, which the trace calls number `point`."""

    name: str
    title: str
    body: tuple[Statement, ...]
    waits: str
    values: int
    point: int


class HelpedBlocks:
    """Those of a core. `blocks`: of the core."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        self.functions: list[HelpedFunction] = []

    def run(self, place: Place, block: Firings) -> Iterator[Statement]:
        """All firings of the block in this trip."""
        blocks, title = self._blocks, self._blocks.title(place, block)
        values, body = self._firing(place, block)
        waits = f"firings of {block.actor} that others run"
        core = blocks.tracer.core
        function = f"{blocks.names.prefix}helped_{core}_{len(self.functions)}"
        point = blocks.tracer.gate(waits, core)
        self.functions.append(HelpedFunction(function, title, body, waits, len(values), point))
        blocks.told = None
        given = ", ".join((str(blocks.frame.trip(ROOT)), *values[1:]))
        limit = blocks.limit(place, block)
        call = f"df_run_helped(core, &{function}_block, (const uint64_t[]){{{given}}}, {block.start}, {limit})"
        yield Comment(f"{title}, some by cores that wait for this one")
        yield Compound(f"if (!{call})", (Line("return false;"),))

    def _firing(self, place: Place, block: Firings) -> tuple[tuple[str, ...], tuple[Statement, ...]]:
        """The variables that its function is given, and its statements: those of each loop need the ones around it."""
        blocks = self._blocks
        around, blocks.frame = blocks.frame, Frame(blocks.program, blocks.names, blocks.frame.core)
        body = tuple(blocks.one_of(place, block))
        for level in range(len(place.loops), 0, -1):
            body = (*blocks.frame.of_trip(place.loops[:level]), *body)
        body = (*blocks.frame.of_function(), *body)
        blocks.frame = around
        indices = tuple(str(index_of(loop)) for loop in place.loops if index_of(loop).value is None)
        values = (PASS, *indices)
        given = (Line(f"const uint64_t {each} = values[{n}];") for n, each in enumerate(values))
        unused = (Line(f"(void){index};") for index in indices)  # where all trips use the same places
        return values, (*given, *unused, *body)
