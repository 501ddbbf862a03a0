# SPDX-License-Identifier: Apache-2.0
"""The proof accepts what the compiler makes and refuses what runs wrong: a few random graphs of the campaign
(`python -m tests.verify.campaign`), and all applications."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.machine.constants import LARGE_BYTES
from dfgen.pipeline import CompileOptions
from tests.apps.harness import Workbench, run

from .campaign import Outcome, try_application, try_mutant, try_unchanged
from .cases import case_of, case_of_app

APPS: Mapping[str, Mapping[str, int]] = {
    "cd2dat": {},
    "edges": {"width": 16, "height": 16, "slices": 4},
    "stabilization": {"width": 32, "height": 32, "slices": 2, "bands": 2, "reach": 2},
    "stereo": {"width": 16, "height": 10, "disparities": 4, "offsets": 2},
}
TRANSFERS = ((), ("memcpy",), ("cow",), ("offload",))


@pytest.mark.parametrize("seed", range(2000, 2008))
def test_what_runs_wrong_is_refused_and_nothing_else(seed: int) -> None:
    outcome = try_application(seed, settings=2, mutants=12)
    assert not outcome.faults, "\n".join(outcome.faults)


@pytest.fixture
def sharing_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cores share addresses in turns, however small the buffers."""
    monkeypatch.setattr("dfgen.memory.between_cores.PAGE_BYTES", 1)
    monkeypatch.setattr(LARGE_BYTES, "value", 1)


@pytest.mark.usefixtures("sharing_all")
@pytest.mark.parametrize("seed", range(2010, 2014))
def test_cores_share_addresses_only_in_turns(seed: int) -> None:
    outcome = try_application(seed, settings=3, mutants=12)
    assert not outcome.faults, "\n".join(outcome.faults)


@pytest.mark.usefixtures("sharing_all")
def test_cores_take_turns_only_where_one_of_them_uses_both_buffers() -> None:
    """A block runs on more cores than use the buffer at hand."""
    outcome = Outcome()
    try_unchanged(case_of(310355, 2), outcome)
    assert not outcome.faults, "\n".join(outcome.faults)


def test_zeros_that_nobody_writes_must_stay_zeros() -> None:
    """A reader of a window that nobody fills would find in its second firing what it wrote there in the first."""
    outcome = Outcome()
    try_mutant(case_of(510425, 0), 112, outcome)
    assert outcome.made["view dropped"] == outcome.refused["view dropped"] == 1, "another change than meant"


def test_initial_tokens_end_where_the_slots_of_their_buffer_end() -> None:
    """A slot longer than what a trip of several iterations writes has room behind it, where tokens of a delay lie."""
    outcome = Outcome()
    try_mutant(case_of(72079, 3), 761, outcome)
    assert outcome.made["buffer's span"] == outcome.refused["buffer's span"] == 1, "another change than meant"


def test_helped_firings_may_begin_with_a_copy_of_what_comes_in() -> None:
    """Each works in place on its own copy, whoever runs it."""
    outcome = Outcome()
    case = case_of(3003028, 0)
    assert case.program.helped, "another program than meant"
    try_unchanged(case, outcome)
    assert not outcome.faults, "\n".join(outcome.faults)


def test_what_is_given_to_an_engine_in_a_loop_is_done_with_the_last_trip() -> None:
    """A core that waits for the loop's trips knows that in the next pass, when it reads what the engine has written."""
    outcome = Outcome()
    try_unchanged(case_of(601493, 1), outcome)
    assert not outcome.faults, "\n".join(outcome.faults)


ROUND = """graph round {
    include "round.h"; source "round.c";
    broadcast keep { in in : int32[3]; out again : int32[3]; out seen : int32[3]; }
    fork cut { in in : int32[3]; out head : int32[1]; out rest : int32[2]; }
    join whole { in head : int32[%d]; in rest : int32[%d]; out out : int32[3]; }
    actor show { fire show(i); time 10ns; state; in i : int32[3]; }
    keep.again -> cut.in delay 3 = init start(tokens);
    cut.head -> whole.%s;
    cut.rest -> whole.%s;
    whole.out -> keep.in;
    keep.seen -> show.i;
}
"""


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("cores", [1, 2])
def test_routing_actors_may_send_tokens_round_for_ever(cores: int, turned: bool, tmp_path: Path) -> None:
    """As they are, or with each round turned by one."""
    text = ROUND % ((2, 1, "rest", "head") if turned else (1, 2, "head", "rest"))
    (tmp_path / "round.sdf").write_text(text)
    (tmp_path / "round.h").write_text("void show(const int *i);\nvoid start(int *tokens);\n")
    shown = '#include "round.h"\n#include <stdio.h>\nvoid show(const int *i) { printf("%d%d%d ", i[0], i[1], i[2]); }\n'
    (tmp_path / "round.c").write_text(f"{shown}void start(int *o) {{ for (int k = 0; k < 3; k++) o[k] = k + 1; }}\n")
    bench = Workbench(tmp_path / "made")
    program = bench.program(tmp_path / "round.sdf", CompileOptions(cores=cores))
    ended = run(program, "-q", "-n", "7")
    assert ended.returncode == 0, ended.stderr
    expected = ["231", "312", "123"] if turned else ["123"]
    assert ended.stdout.split() == [expected[k % len(expected)] for k in range(7)]


@pytest.mark.parametrize("cores", [1, 2, 3])
@pytest.mark.parametrize("name", APPS)
def test_applications_are_accepted_and_run(name: str, cores: int) -> None:
    options = CompileOptions(cores=cores, transfers=TRANSFERS[(cores + len(name)) % len(TRANSFERS)])
    outcome = Outcome()
    try_unchanged(case_of_app(name, APPS[name], options, longest=2), outcome)
    assert not outcome.faults, "\n".join(outcome.faults)
