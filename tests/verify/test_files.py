# SPDX-License-Identifier: Apache-2.0
"""Programs whose files an engine reads and writes: the proof accepts them, and refuses what then runs wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.program import Complete, Fire, Program
from dfgen.pipeline import CompileOptions
from dfgen.reading import read_code
from dfgen.stages import plan_known
from dfgen.verify.verify import InvalidProgram, verify

from .campaign import Outcome, try_mutant, try_unchanged
from .cases import Case, unproven
from .mutations import edited, parts

HEADER = "#include <stdint.h>\nvoid pass(const uint8_t *in, const int64_t *size, uint8_t *out);\n"
GRAPH = """\
graph files {
    include "pass.h"; source "pass.c";
    actor read = file_source(block = 16) @file(scheme = signalled, backend = thread);
    actor pass { fire pass(in, size, out); %s in in : uint8[32]; in size : int64[2]; out out : uint8[32]; }
    actor write = file_sink(block = 16) @file(scheme = signalled, backend = thread);
    read.data -> pass.in; pass.out -> write.data; read.size -> { pass.size, write.size };
}
"""


def case_of(folder: Path, cores: int, how: str = "state;") -> Case:
    (folder / "pass.h").write_text(HEADER)
    (folder / "pass.c").write_text(
        '#include "pass.h"\n' + HEADER.split("\n")[1].replace(";", "{ out[0] = in[*size & 1]; }")
    )
    (folder / "g.sdf").write_text(GRAPH % how)
    known = read_code(load_graph(folder / "g.sdf", {}))
    with unproven(3):
        program = plan_known(known, CompileOptions(cores=cores)).program
    return Case(f"files on {cores}", how, program)


def fires_by_engine(program: Program) -> list[Fire]:
    return [value for _, value in parts(program) if isinstance(value, Fire) and value.queue is not None]


@pytest.mark.parametrize("how", ["state;", "stateless;"])
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_programs_with_files_are_accepted_and_run(cores: int, how: str, tmp_path: Path) -> None:
    case, outcome = case_of(tmp_path, cores, how), Outcome()
    assert {fire.actor for fire in fires_by_engine(case.program)} == {"read", "write"}
    try_unchanged(case, outcome)
    assert not outcome.faults, "\n".join(outcome.faults)


@pytest.mark.parametrize("cores", [1, 2])
def test_what_runs_wrong_is_refused(cores: int, tmp_path: Path) -> None:
    case, outcome = case_of(tmp_path, cores), Outcome()
    for number in range(40):
        try_mutant(case, number, outcome)
    assert not outcome.faults, "\n".join(outcome.faults)
    assert sum(outcome.refused.values()) > 10


def test_sources_are_read_ahead_of_the_work(tmp_path: Path) -> None:
    """On one core, too: blocks are on their way while the core works on those before."""
    (core,) = case_of(tmp_path, 1).program.cores
    first, *later = core.stages
    assert next(stage.late for stage in later) >= 2
    assert any(isinstance(operation, Complete) for operation in first.body)


def test_work_for_files_goes_to_their_engine(tmp_path: Path) -> None:
    program = case_of(tmp_path, 1).program
    path = next(path for path, value in parts(program) if isinstance(value, Fire) and value.actor == "read")
    wrong = edited(program, path, lambda fire: replace(fire, queue=None))
    with pytest.raises(InvalidProgram, match="read does not give its work to its engine"):
        verify(wrong)


VIEWS = GRAPH.replace("scheme = signalled, backend = thread", "scheme = staged")


def program_of_views(folder: Path) -> Program:
    (folder / "pass.h").write_text(HEADER)
    (folder / "pass.c").write_text(
        '#include "pass.h"\n' + HEADER.split("\n")[1].replace(";", "{ out[0] = in[*size & 1]; }")
    )
    (folder / "g.sdf").write_text(VIEWS % "state;")
    with unproven(3):
        return plan_known(read_code(load_graph(folder / "g.sdf", {})), CompileOptions(cores=2)).program


TAMPERED: dict[str, tuple[dict[str, object], str]] = {
    "another file": ({"file": "write"}, "lies in no file that is in memory"),
    "no file": ({"file": "pass"}, "lies in no file that is in memory"),
    "a gap between slots": ({"stride_bytes": 4096}, "do not follow each other in the file"),
    "slots that are too long": ({"span_tokens": 4096, "stride_bytes": 4096}, "is opened for other slots"),
    "as many slots as nobody opened": ({"slots": 9}, "is opened for other slots"),
    "a variable": ({"is_variable": True}, "has neither memory nor a loop"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_buffer_lies_in_a_file_only_as_the_file_does(name: str, tmp_path: Path) -> None:
    program = program_of_views(tmp_path)
    memory, (changes, problem) = program.memory, TAMPERED[name]
    assert memory.buffers["read.data"].file == "read"
    verify(program)
    wrong = replace(memory.buffers["read.data"], **changes)  # type: ignore[arg-type]
    with pytest.raises(InvalidProgram, match=problem):
        verify(replace(program, memory=replace(memory, buffers={**memory.buffers, "read.data": wrong})))


def test_what_an_actor_writes_lies_in_no_file(tmp_path: Path) -> None:
    program = program_of_views(tmp_path)
    memory = program.memory
    wrong = replace(memory.buffers["pass.out"], file="read")
    with pytest.raises(InvalidProgram, match=r"pass\.out does not leave pass\.out as it is in the file of read"):
        verify(replace(program, memory=replace(memory, buffers={**memory.buffers, "pass.out": wrong})))


def test_a_source_reads_the_blocks_of_a_slot_in_order(tmp_path: Path) -> None:
    program = program_of_views(tmp_path)
    path = next(path for path, value in parts(program) if isinstance(value, Fire) and value.actor == "read")

    def shifted(fire: Fire) -> Fire:
        windows = tuple((port, replace(window, shift=1) if port == "data" else window) for port, window in fire.windows)
        return replace(fire, windows=windows)

    with pytest.raises(InvalidProgram, match=r"read\.data does not find its tokens in the file of read"):
        verify(edited(program, path, shifted))
