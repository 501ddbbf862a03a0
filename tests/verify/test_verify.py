# SPDX-License-Identifier: Apache-2.0
"""The proof accepts what the compiler makes and refuses what runs wrong: a few random graphs of the campaign
(`python -m tests.verify.campaign`), and all applications."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dfgen.pipeline import CompileOptions

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


def test_zeros_that_nobody_writes_must_stay_zeros() -> None:
    """A reader of a window that nobody fills would find in its second firing what it wrote there in the first."""
    outcome = Outcome()
    try_mutant(case_of(510425, 0), 0, outcome)
    assert outcome.made["view dropped"] == outcome.refused["view dropped"] == 1, "another change than meant"


def test_what_is_given_to_an_engine_in_a_loop_is_done_with_the_last_trip() -> None:
    """A core that waits for the loop's trips knows that in the next pass, when it reads what the engine has written."""
    outcome = Outcome()
    try_unchanged(case_of(601493, 1), outcome)
    assert not outcome.faults, "\n".join(outcome.faults)


@pytest.mark.parametrize("cores", [1, 2, 3])
@pytest.mark.parametrize("name", APPS)
def test_applications_are_accepted_and_run(name: str, cores: int) -> None:
    options = CompileOptions(cores=cores, transfers=TRANSFERS[(cores + len(name)) % len(TRANSFERS)])
    outcome = Outcome()
    try_unchanged(case_of_app(name, APPS[name], options, longest=2), outcome)
    assert not outcome.faults, "\n".join(outcome.faults)
