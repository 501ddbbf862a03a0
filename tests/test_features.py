# SPDX-License-Identifier: Apache-2.0
"""One small graph for each thing that dfgen does, and the program that it becomes. The second line of a graph says what
it is compiled with. When a change is meant, `--update-golden` writes the programs anew; look at the diff."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.program_text import dump_program
from dfgen.verify.verify import verify
from tests.planning import graph_without_c, programmed

FEATURES = Path(__file__).resolve().parent / "golden" / "features"


def options_of(graph: Path) -> dict[str, str]:
    """Such as `cores=2 latency=1 guard=yes`."""
    line = graph.read_text(encoding="utf-8").splitlines()[1]
    return dict(word.split("=") for word in line.removeprefix("// ").split())


@pytest.mark.whole
@pytest.mark.parametrize("graph", sorted(FEATURES.glob("*.sdf")), ids=lambda path: path.stem)
def test_programs_are_as_accepted(graph: Path, update_golden: bool) -> None:
    options = options_of(graph)
    latency = int(options["latency"]) if "latency" in options else None
    mapping = MappingOptions(latency=latency, fusion=options.get("fusion", "auto"))
    program = programmed(
        graph_without_c(graph), int(options["cores"]), mapping, MemoryOptions(guard="guard" in options)
    )
    verify(program)
    text, golden = dump_program(program), graph.with_suffix(".txt")
    if update_golden:
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_each_program_has_its_graph() -> None:
    assert {path.stem for path in FEATURES.glob("*.txt")} == {path.stem for path in FEATURES.glob("*.sdf")}
