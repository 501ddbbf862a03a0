# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dfgen.build.run import become_program, program_command
from dfgen.model.diagnostics import UserError

BECOME = "import sys; from dfgen.build.run import become_program; become_program(sys.argv[1:])"


def become(repository: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", BECOME, *command], cwd=repository, capture_output=True, text=True, check=False
    )


def test_the_command_line_of_a_program() -> None:
    program = Path("/p")
    assert program_command(program) == ["/p"]
    everything = program_command(program, iterations=0, options=["a=b c"], json=True, quiet=True)
    assert everything == ["/p", "-n", "0", "-q", "--json", "-", "a=b c"]


@pytest.mark.parametrize(
    ("name", "told", "hint"),
    [
        ("gone", "No such file or directory", "Build it again"),
        ("foreign", "Exec format error", "for another machine"),
        ("closed", "Permission denied", "noexec"),
    ],
)
def test_a_program_that_cannot_start(name: str, told: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "foreign").write_bytes(b"\x7fELF" + bytes(60))
    (tmp_path / "foreign").chmod(0o755)
    (tmp_path / "closed").write_bytes(b"\x7fELF")
    kept = {number: signal.getsignal(number) for number in (signal.SIGPIPE, signal.SIGXFSZ)}
    try:
        with pytest.raises(UserError) as caught:
            become_program([str(tmp_path / name)])
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.id == "file-unreadable"
    assert diagnostic.message == f"cannot start '{tmp_path / name}': {told}"
    assert hint in diagnostic.hint


def test_exit_status_and_signals_are_the_programs_own(repository: Path) -> None:
    assert become(repository, "/bin/sh", "-c", "exit 4").returncode == 4
    assert become(repository, "/bin/sh", "-c", "kill -TERM $$").returncode == -signal.SIGTERM
    # Python ignores SIGPIPE; a program that inherited this would not end here.
    assert become(repository, "/bin/sh", "-c", "kill -PIPE $$").returncode == -signal.SIGPIPE
