# SPDX-License-Identifier: Apache-2.0
"""A disk without any room: every file that a command or a program writes there is told, and what was there stays."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import Builder

SECONDS_MAX = 240
DISK = "disk"
FILES = {
    "actors.h": "#include <stdint.h>\nvoid give(uint8_t *o);\nvoid take(const uint8_t *i);\n",
    "actors.c": '#include "actors.h"\nvoid give(uint8_t *o) { *o = 1; }\nvoid take(const uint8_t *i) { (void)i; }\n',
    "g.sdf": """graph g {
    include "actors.h"; source "actors.c";
    actor give { fire give(out); out out : uint8[1]; }
    actor take { fire take(in); io; in in : uint8[1]; }
    give.out -> take.in;
}
""",
}
# $1 is the disk, $2 what is copied onto it before it is full, $3 where its list of files goes; then comes the command.
SCRIPT = """
mount -t tmpfs -o size=16m none "$1" && cp -r "$2/." "$1" || exit 77
dd if=/dev/zero of="$1/ballast" bs=4k 2>/dev/null
place=$1 list=$3
shift 3
"$@"
status=$?
(cd "$place" && find . -type f ! -name ballast -exec sha256sum {} +) > "$list"
exit $status
"""


@dataclass(frozen=True)
class Full:
    """A folder whose files are copied to the disk."""

    folder: Path

    def run(self, *command: str, repository: Path) -> tuple[subprocess.CompletedProcess[str], str]:
        """How the command ended, and what then was on the disk, with its checksums."""
        disk, listing = self.folder / DISK, self.folder / "list"
        inside = [str(disk), str(self.folder / "before"), str(listing), *command]
        ended = subprocess.run(
            ["unshare", "-rm", "sh", "-c", SCRIPT, "sh", *inside], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(repository), "DFGEN_CACHE": str(self.folder / "cache")},
            timeout=SECONDS_MAX, check=False,
        )  # fmt: skip
        if ended.returncode == 77:
            pytest.skip(f"a disk of our own cannot be had: {ended.stderr.strip()}")
        return ended, listing.read_text()

    def dfgen(self, *arguments: str, repository: Path) -> tuple[subprocess.CompletedProcess[str], str]:
        return self.run(sys.executable, "-m", "dfgen", *arguments, repository=repository)


@pytest.fixture
def full(tmp_path: Path) -> Full:
    probe = ["unshare", "-rm", "true"]
    if subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        pytest.skip("this system lets no program have mounts of its own")
    for folder in (DISK, "before"):
        (tmp_path / folder).mkdir()
    for folder in (tmp_path, tmp_path / "before"):
        for name, text in FILES.items():
            (folder / name).write_text(text)
    return Full(tmp_path)


@pytest.mark.parametrize(
    "arguments",
    [
        ("compile", "g.sdf", "-o", f"{DISK}/out"),
        ("report", "g.sdf", "-o", f"{DISK}/page.html"),
        ("convert", "g.sdf", f"{DISK}/g.xml"),
        ("convert", "g.sdf", f"{DISK}/g.dot"),
        ("annotate", f"{DISK}/g.sdf", "give.out=memcpy"),
        ("annotate", f"{DISK}/g.sdf", "give.out=memcpy", "--sidecar"),
        ("run", f"{DISK}/g.sdf", "-n", "1", "-o", f"{DISK}/out"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_command_tells_of_it(arguments: tuple[str, ...], full: Full, repository: Path) -> None:
    before = full.run("true", repository=repository)[1]
    ended, left = full.dfgen(*arguments, repository=repository)
    assert ended.returncode == 1, ended.stderr
    assert "No space left on device" in ended.stderr
    assert "error[" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert all(line in left.splitlines() for line in before.splitlines())
    assert ".new" not in left


@pytest.mark.parametrize("option", ["--trace", "--profile", "--json"])
def test_a_program_tells_of_it(option: str, full: Full, repository: Path) -> None:
    compiled = compile_graph(full.folder / "g.sdf", CompileOptions(cores=2, trace=True))
    objects = full.folder / "objects"
    objects.mkdir()
    program = Builder(("cc", "-O1"), "", objects).build(full.folder / "generated", compiled.files, "user")
    ended, _ = full.run(str(program), "-n", "1000", option, f"{DISK}/file.json", repository=repository)
    assert ended.returncode == 1, ended.stderr
    assert f"error: {DISK}/file.json: " in ended.stderr
    assert "No space left on device" in ended.stderr


def test_a_profile_tells_of_it(full: Full, repository: Path) -> None:
    """Of a folder on that disk, whose program has been built elsewhere."""
    command = [sys.executable, "-m", "dfgen", "run", "-q", "g.sdf", "-n", "1", "--trace", "-o", "before/out"]
    environment = {**os.environ, "PYTHONPATH": str(repository)}
    built = subprocess.run(command, cwd=full.folder, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    ended, _ = full.dfgen("profile", f"{DISK}/out", "-n", "10", "--runs", "1", repository=repository)
    assert ended.returncode == 1, ended.stderr
    assert "error[" in ended.stderr
    assert "Traceback" not in ended.stderr
