# SPDX-License-Identifier: Apache-2.0
"""The campaign's trial with Hypothesis in the place of the seeds: it draws every choice of the generator, and makes
small what fails. `DFGEN_DRAWN` says how many applications it draws."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from tests.oracle import sdf_text
from tests.oracle.adornments import adorned
from tests.oracle.generator import drawn_application

from .cases import configuration_of
from .trial import Bench, Workshop

EXAMPLES = int(os.environ.get("DFGEN_DRAWN", "8"))
WAYS = 2


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    return Workshop(tmp_path_factory.mktemp("drawn"), tmp_path_factory.mktemp("objects"))


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(rng=st.randoms(use_true_random=False), size=st.integers(2, 5), index=st.integers(0, 1000))
def test_what_is_drawn_writes_what_the_interpreter_says(
    rng: random.Random, size: int, index: int, workshop: Workshop
) -> None:
    drawn = drawn_application(rng, 0, size)
    assume(drawn is not None)
    assert drawn is not None
    application = adorned(rng, drawn)
    note(sdf_text.graph_file(application))
    bench = Bench(application, workshop, "drawn")
    try:
        for failure, obeyed in bench.attempts(configuration_of(application, index, bench.expected.fifos), WAYS):
            assert failure is None, f"{failure.kind}\n{failure.text}\n{obeyed}"
    finally:
        bench.close()
