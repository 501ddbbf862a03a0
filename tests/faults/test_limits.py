# SPDX-License-Identifier: Apache-2.0
"""Programs under the limits of a shell (ulimit): each writes the right bytes or says why it cannot, with status 1."""

from __future__ import annotations

import resource
import subprocess

import pytest

from .programs import SECONDS_MAX, VARIANTS, Ended, Program, build
from .test_faults import complaint

KIB, MIB = 1 << 10, 1 << 20
LIMITS = {
    "ulimit -f 0": (resource.RLIMIT_FSIZE, 0),
    "ulimit -f 8": (resource.RLIMIT_FSIZE, 8 * KIB),
    "ulimit -s 16": (resource.RLIMIT_STACK, 16 * KIB),
    "ulimit -s 64": (resource.RLIMIT_STACK, 64 * KIB),
    "ulimit -v 4096": (resource.RLIMIT_AS, 4 * MIB),
    "ulimit -v 16384": (resource.RLIMIT_AS, 16 * MIB),
    "ulimit -d 1024": (resource.RLIMIT_DATA, 1 * MIB),
    "ulimit -n 4": (resource.RLIMIT_NOFILE, 4),
    "ulimit -n 5": (resource.RLIMIT_NOFILE, 5),
    "ulimit -l 0": (resource.RLIMIT_MEMLOCK, 0),
    "ulimit -i 0": (resource.RLIMIT_SIGPENDING, 0),
}


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda variant: variant.name)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp(request.param.name)
    return build(request.param, folder, folder / "objects")


def run_limited(program: Program, limit: int, most: int) -> Ended:
    for path in program.folder.iterdir():
        path.unlink()
    ended = subprocess.run(
        program.command, cwd=program.folder, env=program.environment({}), capture_output=True, text=True,
        timeout=SECONDS_MAX, check=False, preexec_fn=lambda: resource.setrlimit(limit, (most, most)),
    )  # fmt: skip
    written = program.folder / "out.bin"
    content = written.read_bytes() if written.exists() else b""
    return Ended(ended.returncode, ended.stdout, ended.stderr, content, ())


def test_a_limit_is_kept_or_told(program: Program) -> None:
    ends = {name: run_limited(program, limit, most) for name, (limit, most) in LIMITS.items()}
    wrong = {name: (complaint(ended), ended.errors[:300]) for name, ended in ends.items() if complaint(ended)}
    assert not wrong
    assert "ulimit -s" in ends["ulimit -s 16"].errors
    assert "ulimit -f" in ends["ulimit -f 8"].errors
