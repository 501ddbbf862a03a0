# SPDX-License-Identifier: Apache-2.0
"""Programs on several nodes under the sanitizers. MPI itself is not built with them. Leaks are not looked for, as
its plug-ins are unloaded at the end, so that no list of its own leaks can name them; what its own threads do with
memory that no sanitizer has seen them lock is left out by the list below, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.apps.harness import SANITIZED, Toolchain, Workbench
from tests.apps.nodes import program, run
from tests.apps.promised import SEVERAL, Shape, command_line, expected, recorded
from tests.messages import Messages, needs_mpi

pytestmark = needs_mpi

RACES_OF_MPI = ("libmpi", "libopen-pal", "libopen-rte", "libpmix", "libhwloc", "libuc", "libfabric", "mca_", "libevent")


def environment(toolchain: Toolchain, folder: Path) -> dict[str, str]:
    races = folder / "races"
    races.write_text("".join(f"race:{name}\nmutex:{name}\nthread:{name}\n" for name in RACES_OF_MPI), encoding="utf-8")
    if toolchain.name.endswith("thread"):
        return {"TSAN_OPTIONS": f"suppressions={races}:ignore_noninstrumented_modules=1:exitcode=66"}
    return {"ASAN_OPTIONS": "detect_leaks=0:exitcode=66"}


@pytest.mark.parametrize(
    "toolchain", [each for each in SANITIZED if each.compiler == "gcc"], ids=lambda toolchain: toolchain.name
)
def test_sanitizers_find_nothing(toolchain: Toolchain, bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    if not messages.launcher.is_open:
        pytest.skip("the transport of MPICH's build takes the functions for memory that sanitizers take, too")
    command = program(bench, messages, SEVERAL, 3, 3, Shape(2, 2, 1), toolchain)
    wanted = environment(toolchain, tmp_path)
    for told, iterations in ((("-n", "300"), 300), (("-n", "5000", "who=2", "what=stop", "at=199"), 100)):
        result = run(command, tmp_path, *command_line(SEVERAL, *told, "--json", "figures.json"), environment=wanted)
        assert result.returncode == 0, result.stderr
        assert "Sanitizer" not in result.stderr
        assert recorded(SEVERAL, tmp_path) == expected(SEVERAL, iterations)
