# SPDX-License-Identifier: Apache-2.0
"""Who wrote a place, where many actors write to one buffer in turn."""

from __future__ import annotations

from pathlib import Path

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.verify.steps import steps_of
from dfgen.verify.tokens import Tokens, Writers
from dfgen.verify.uses import uses_of
from tests.planning import ANY_MEMORY, graph_of, programmed

COLUMNS = 16
TOGETHER = "\n".join(
    [
        *(f"actor a{k} {{ fire give(o); out o : uint8[1]; }} a{k}.o -> all.i{k};" for k in range(COLUMNS)),
        f"join all {{ {' '.join(f'in i{k} : uint8[1];' for k in range(COLUMNS))} out o : uint8[{COLUMNS}]; }}",
        f"actor b {{ fire take(i); in i : uint8[{COLUMNS}]; }} all.o -> b.i;",
    ]
)


def writers_of(body: str, folder: Path) -> Writers:
    """Those of the only buffer."""
    steps = steps_of(programmed(graph_of(body, folder), 1, MappingOptions(), ANY_MEMORY))
    (writers,) = Tokens(steps, list(uses_of(steps))).writers.values()
    return writers


def test_of_many_writers_few_are_asked_about_a_place(tmp_path: Path) -> None:
    writers = writers_of(TOGETHER, tmp_path)
    assert len(writers.many) == COLUMNS, "passes are so short that each piece is looked at"
    span = writers.many[0].buffer.span_tokens
    for place in (*range(3 * COLUMNS), *range(span - COLUMNS, span)):
        (near,) = writers.repeating.near(place)
        assert writers.at(place) == (near, place // COLUMNS)
        assert near.actor == f"a{place % COLUMNS}"
    assert writers.at(span) is None
