# SPDX-License-Identifier: Apache-2.0
"""Builds the runtime and its test programs with each compiler and sanitizer that this machine has."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dfgen.build.lock import locked
from dfgen.paths import runtime_dir

PROGRAMS = Path(__file__).parent / "programs"
WARNINGS = ("-std=c11", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror")
TIMEOUT_S = 120


@dataclass(frozen=True)
class Toolchain:
    """One compiler with the flags of one kind of build."""

    name: str
    compiler: str
    flags: tuple[str, ...]
    sanitizer: str = ""

    def missing(self, scratch: Path) -> str:
        """Why this toolchain cannot be used here; empty if it can."""
        if shutil.which(self.compiler) is None:
            return f"{self.compiler} is not installed"
        source = scratch / "probe.c"
        source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        build = subprocess.run(
            [self.compiler, *self.flags, str(source), "-o", str(scratch / "probe")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if build.returncode != 0:
            return f"{self.compiler} {' '.join(self.flags)} cannot link: {build.stderr.strip()[:200]}"
        if subprocess.run([str(scratch / "probe")], capture_output=True, check=False).returncode != 0:
            return f"programs built with {' '.join(self.flags)} do not run here"
        return ""


TOOLCHAINS = tuple(
    Toolchain(f"{compiler}-{kind}", compiler, flags, sanitizer)
    for compiler in ("gcc", "clang")
    for kind, flags, sanitizer in (
        ("plain", ("-O2", "-DDF_DEBUG"), ""),
        ("address", ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"), "address"),
        ("thread", ("-O1", "-fsanitize=thread"), "thread"),
    )
)


@dataclass(frozen=True)
class Built:
    """The test programs as one toolchain built them."""

    toolchain: Toolchain
    folder: Path

    def command(self, program: str, *arguments: str) -> list[str]:
        """The command line of a program, built when it is first asked for."""
        binary = self.folder / program
        with locked(self.folder):
            if not binary.exists():
                guard = ["guard.o"] if "df_guard" in (PROGRAMS / f"{program}.c").read_text(encoding="utf-8") else []
                objects = [*sorted(p.name for p in self.folder.glob("*.o") if p.name != "guard.o"), *guard]
                _compile(self, [str(PROGRAMS / f"{program}.c"), *objects, "-pthread", "-o", program])
        return [str(binary), *arguments]

    def environment(self, shape: dict[str, int | str]) -> dict[str, str]:
        """The environment of a run: no dfgen variable of the caller, the shape of the test program."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DFGEN_", "TSAN_"))}
        return {**kept, **{name: str(value) for name, value in shape.items()}}

    def run(self, program: str, *arguments: str, **shape: int | str) -> subprocess.CompletedProcess[str]:
        """Runs a program to its end."""
        return subprocess.run(
            self.command(program, *arguments), env=self.environment(shape), capture_output=True, text=True,
            timeout=TIMEOUT_S, check=False,
        )  # fmt: skip

    def library(self, folder: Path, source: str) -> str:
        """A library of C text for LD_PRELOAD, which takes the place of functions of the system."""
        text, library = folder / "preloaded.c", folder / "preloaded.so"
        text.write_text(source, encoding="utf-8")
        command = [self.toolchain.compiler, "-shared", "-fPIC", "-D_GNU_SOURCE", str(text), "-o", str(library)]
        subprocess.run(command, check=True, timeout=TIMEOUT_S)
        return str(library)


def await_handlers(process: subprocess.Popen[Any]) -> None:
    """Until a signal would not kill the program any more: on a busy machine that takes its time."""
    deadline = time.monotonic() + TIMEOUT_S
    while process.poll() is None and time.monotonic() < deadline:
        caught = re.search(r"^SigCgt:\s*(\w+)$", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE)
        if caught is not None and int(caught[1], 16) >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)


def _compile(built: Built, arguments: list[str]) -> None:
    runtime = runtime_dir()
    command = [built.toolchain.compiler, *WARNINGS, *built.toolchain.flags, f"-I{runtime / 'include'}", *arguments]
    result = subprocess.run(command, cwd=built.folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{' '.join(command)}\n{result.stderr}"


def build_runtime(toolchain: Toolchain, folder: Path) -> Built:
    """Compiles every source file of the runtime into the folder, if that has not been done."""
    built, done = Built(toolchain, folder), folder / "done"
    with locked(folder):
        if not done.exists():
            sources = sorted(str(path) for path in (runtime_dir() / "src").glob("*.c"))
            processes = os.cpu_count() or 1
            with ThreadPoolExecutor(processes) as pool:
                list(pool.map(lambda n: _compile(built, ["-c", *sources[n::processes]]), range(processes)))
            done.touch()
    return built
