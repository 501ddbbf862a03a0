# SPDX-License-Identifier: Apache-2.0
"""apps/tcprx: the stream is the peer's whoever copies it, in whatever order its frames come."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import SANITIZED, Toolchain, Workbench, run
from tests.probing import unusable

APP = Path(__file__).resolve().parents[2] / "apps" / "tcprx"
LWIP = ("-isystem/usr/include/lwip", "-Wl,--no-as-needed", "-llwip")
TOOLCHAIN = Toolchain("lwip", "cc", ("-O1", *LWIP))
FRAMES, BATCH, BYTES = 2048, 64, 1024
FAULTS = {"in order": (), "swapped and twice": ("swapped=5", "twice=1")}


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    reason = unusable("cc", *LWIP, "-include", "lwip/tcp.h")
    if reason:
        pytest.skip(f"lwIP is not here: {reason}")
    return Workbench(tmp_path_factory.mktemp("tcprx"))


def program_of(
    bench: Workbench, by: str, cores: int, nic: int, toolchain: Toolchain = TOOLCHAIN, guard: bool = False
) -> Path:
    folder = bench.root / re.sub(r"\W+", "_", f"{by} {cores} {nic} {toolchain.name} {guard}")
    if not folder.exists():
        shutil.copytree(APP, folder)
        graph = folder / "tcprx.sdf"
        graph.write_text(re.sub(r" @by\([^)]*\)", by, graph.read_text()))
    parameters = {"frames": FRAMES, "batch": BATCH, "bytes": BYTES, "nic": nic}
    options = CompileOptions(cores=cores, parameters=parameters, guard=guard)
    return bench.program(folder / "tcprx.sdf", options, toolchain)


def require_stream(program: Path, faults: tuple[str, ...]) -> None:
    ran = run(program, "-q", "rounds=3", *faults)
    assert ran.returncode == 0, ran.stderr
    options = {"--frames": FRAMES, "--bytes": BYTES, "--rounds": 3, "--twice": 1 if faults else 0}
    words = [word for pair in options.items() for word in map(str, pair)]
    checked = subprocess.run(
        [sys.executable, APP / "check.py", *words], input=ran.stdout, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr


THREAD = " @by(engine = thread, threshold = 64)"


@pytest.mark.parametrize("faults", FAULTS)
@pytest.mark.parametrize(
    ("by", "cores", "nic"), [("", 1, 0), ("", 2, 1), (THREAD, 1, 0), (THREAD, 1, 1), (THREAD, 2, 0), (THREAD, 3, 1)]
)
def test_the_stream_is_the_peers(by: str, cores: int, nic: int, faults: str, bench: Workbench) -> None:
    require_stream(program_of(bench, by, cores, nic), FAULTS[faults])


@pytest.mark.parametrize("sanitized", SANITIZED, ids=lambda toolchain: toolchain.name)
def test_sanitizers_find_nothing(sanitized: Toolchain, bench: Workbench) -> None:
    reason = unusable(sanitized.compiler, *sanitized.flags)
    if reason:
        pytest.skip(f"{sanitized.name} is not here: {reason}")
    toolchain = Toolchain(f"lwip-{sanitized.name}", sanitized.compiler, (*sanitized.flags, *LWIP))
    require_stream(program_of(bench, THREAD, 2, 0, toolchain, guard=True), FAULTS["swapped and twice"])
