# SPDX-License-Identifier: Apache-2.0
"""Programs with bulk operations of an engine: the proof accepts them, and refuses what runs wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.program import Complete, Fire, Wait
from dfgen.pipeline import CompileOptions
from dfgen.reading import read_code
from dfgen.stages import plan_known
from dfgen.verify.verify import InvalidProgram, verify

from .campaign import Outcome, try_mutant, try_unchanged
from .cases import Case, unproven
from .mutations import edited, parts

GRAPH = """\
graph bulk {
    include "bulk.h"; source "bulk.c";
    actor make { fire make(out); %s out out : uint8[8]; }
    actor part { fire part(in, out, tag); %s in in : uint8[16]; out out : uint8[16] @by(engine = thread);
                 out tag : uint8[2]; }
    actor take { effect; fire take(in, tag); in in : uint8[32]; in tag : uint8[4]; }
    make.out -> part.in; part.out -> take.in; part.tag -> take.tag;
}
"""
CODE = """\
#include <df/df.h>
#include <stdint.h>
void make(uint8_t *out) { out[0] = 1; }
void part(const uint8_t *in, uint8_t *out, uint8_t *tag) { df_bulk_copy(out, in, 16); tag[0] = tag[1] = in[0]; }
void take(const uint8_t *in, const uint8_t *tag) { (void)in, (void)tag; }
"""


def case_of(folder: Path, cores: int, how: str = "state;") -> Case:
    declared = [line.partition(" {")[0] + ";" for line in CODE.splitlines() if line.startswith("void")]
    (folder / "bulk.h").write_text("\n".join(["#include <stdint.h>", *declared, ""]))
    (folder / "bulk.c").write_text(CODE)
    (folder / "g.sdf").write_text(GRAPH % (how, how))
    known = read_code(load_graph(folder / "g.sdf", {}))
    with unproven(3):
        program = plan_known(known, CompileOptions(cores=cores, latency_iterations=2)).program
    return Case(f"bulk on {cores}", how, program)


@pytest.mark.parametrize("how", ["state;", "stateless;"])
@pytest.mark.parametrize("cores", [1, 2, 3])
def test_programs_with_bulk_operations_are_accepted_and_run(cores: int, how: str, tmp_path: Path) -> None:
    case, outcome = case_of(tmp_path, cores, how), Outcome()
    fires = [value for _, value in parts(case.program) if isinstance(value, Fire) and value.queue is not None]
    assert {fire.actor for fire in fires} == {"part"}
    try_unchanged(case, outcome)
    assert not outcome.faults, "\n".join(outcome.faults)


@pytest.mark.parametrize("cores", [1, 2])
def test_what_runs_wrong_is_refused(cores: int, tmp_path: Path) -> None:
    case, outcome = case_of(tmp_path, cores), Outcome()
    for number in range(20):
        try_mutant(case, number, outcome)
    assert not outcome.faults, "\n".join(outcome.faults)
    assert sum(outcome.refused.values()) > 5


def test_each_wait_for_the_engine_is_needed(tmp_path: Path) -> None:
    program = case_of(tmp_path, 1).program
    told = {value.counter for _, value in parts(program) if isinstance(value, Complete)}
    waits = [path for path, value in parts(program) if isinstance(value, Wait) and value.counter in told]
    assert waits
    for path in waits:
        with pytest.raises(InvalidProgram):
            verify(edited(program, path, lambda wait: replace(wait, lag=wait.lag + 5)))


def test_bulk_operations_go_to_their_engine(tmp_path: Path) -> None:
    program = case_of(tmp_path, 1).program
    path = next(path for path, value in parts(program) if isinstance(value, Fire) and value.actor == "part")
    wrong = edited(program, path, lambda fire: replace(fire, queue=None))
    with pytest.raises(InvalidProgram, match="part does not give its work to its engine"):
        verify(wrong)
