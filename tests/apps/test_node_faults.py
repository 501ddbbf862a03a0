# SPDX-License-Identifier: Apache-2.0
"""Nodes that are killed, frozen, cut off or interrupted at random times."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.harness import Workbench
from tests.apps.node_faults import ACTS, problem_after_act, problem_after_cut
from tests.bench.network.wires import NoWireError
from tests.messages import Messages, needs_mpi

pytestmark = needs_mpi

EACH = 20


@pytest.mark.parametrize("name", ACTS)
def test_a_fault_at_any_time_ends_all(name: str, bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    for seed in range(EACH):
        assert problem_after_act(bench, messages, name, tmp_path, seed) == "", seed


def test_a_cut_cable_ends_all(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    if not messages.launcher.is_open:
        pytest.skip("MPICH's build sees that both namespaces are on one machine")
    for seed in range(EACH):
        try:
            assert problem_after_cut(bench, messages, tmp_path, seed) == "", seed
        except NoWireError as error:
            pytest.skip(f"no network namespaces: {error}")
