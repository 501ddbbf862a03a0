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
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.lock import locked
from dfgen.paths import runtime_dir
from tests.drivers import HAS_GPU, OF_GPU, driver_of_cuda, first_in_search
from tests.launching import launched

PROGRAMS = Path(__file__).parent / "programs"
WARNINGS = ("-std=c11", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror")
TIMEOUT_S = 120


LARGE_PAGES = """\
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
enum { PAGE = 65536 };
long sysconf(int name)
{
    return name == _SC_PAGESIZE ? PAGE : name == _SC_NPROCESSORS_ONLN ? 1 : -1;
}
void *mmap(void *start, size_t bytes, int protection, int flags, int file, off_t offset)
{
    if (offset % PAGE != 0 || ((flags & MAP_FIXED) != 0 && (size_t)start % PAGE != 0)) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    if ((flags & MAP_FIXED) == 0) {
        long place = syscall(SYS_mmap, NULL, bytes + PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        start = (void *)((place + PAGE - 1) / PAGE * PAGE);
    }
    return (void *)syscall(SYS_mmap, start, bytes, protection, flags | MAP_FIXED, file, offset);
}
"""
"""For LD_PRELOAD: a system whose pages have 64 KiB."""

COMMAS = """\
#include <locale.h>
#include <stdlib.h>
__attribute__((constructor)) static void choose(void)
{
    if (setlocale(LC_ALL, "") == NULL || *localeconv()->decimal_point != ',')
        _Exit(77);
}
"""
"""For LD_PRELOAD: an actor that takes over the user's language, in which 1/2 is 0,5."""


@dataclass(frozen=True)
class Toolchain:
    """One compiler with the flags of one kind of build."""

    name: str
    compiler: str
    flags: tuple[str, ...]
    sanitizer: str = ""

    @property
    def command(self) -> tuple[str, ...]:
        return (self.compiler, *WARNINGS, *self.flags)


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
class Device:
    """An engine that needs a library: its source is compiled with `flags` where the library is there. Without a module
    it looks for the library as it is opened."""

    engine: str
    module: str = ""

    @property
    def source(self) -> str:
        return f"engine_{self.engine}"

    @property
    def flags(self) -> list[str]:
        words = _pkg_config("--cflags", self.module) if self.module else []
        return [f"-isystem{word[2:]}" if word.startswith("-I") else word for word in words]

    @property
    def link(self) -> list[str]:
        return _pkg_config("--libs", self.module) if self.module else ["-ldl"]


DEVICES = (Device("opencl", "OpenCL"), Device("dpdk", "libdpdk"), Device("cuda"))


def _pkg_config(*words: str) -> list[str]:
    return subprocess.run(["pkg-config", *words], capture_output=True, text=True, check=True).stdout.split()


@cache
def absent(device: Device) -> str:
    """Why programs cannot be built with it; empty if they can."""
    if not device.module:
        return ""
    if shutil.which("pkg-config") is None:
        return "there is no pkg-config"
    there = subprocess.run(["pkg-config", "--exists", device.module], check=False).returncode == 0
    return "" if there else f"pkg-config knows no {device.module}"


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
                text = (PROGRAMS / f"{program}.c").read_text(encoding="utf-8")
                guard = ["guard.o"] if "df_guard" in text else []
                objects = {p.name: p.name for p in self.folder.glob("*.o") if p.name != "guard.o"}
                devices = [each for each in DEVICES if "offload_engines.h" in text and not absent(each)]
                for each in devices:
                    objects[f"{each.source}.o"] = _device_object(self, each)
                link = [word for each in devices for word in each.link]
                files = [str(PROGRAMS / f"{program}.c"), *sorted(objects.values()), *guard]
                _compile(self, [*files, "-pthread", *link, "-o", program])
        return [str(binary), *arguments]

    def environment(self, shape: dict[str, int | str]) -> dict[str, str]:
        """The environment of a run: no dfgen variable of the caller, the shape of the test program."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("DFGEN_", "TSAN_"))}
        is_real = HAS_GPU and "FAKE_CUDA" not in shape
        drivers = OF_GPU if is_real else first_in_search(driver_of_cuda(self.folder))
        return {**kept, **drivers, **{name: str(value) for name, value in shape.items()}}

    def run(self, program: str, *arguments: str, **shape: int | str) -> subprocess.CompletedProcess[str]:
        """Runs a program to its end."""
        return subprocess.run(
            self.command(program, *arguments), env=self.environment(shape), capture_output=True, text=True,
            timeout=TIMEOUT_S, check=False,
        )  # fmt: skip

    def library(self, folder: Path, source: str) -> str:
        """A library of C text for LD_PRELOAD, which takes the place of functions of the system."""
        if self.toolchain.sanitizer:
            pytest.skip("sanitizers want to be the first library")
        text, library = folder / "preloaded.c", folder / "preloaded.so"
        text.write_text(source, encoding="utf-8")
        command = [self.toolchain.compiler, "-shared", "-fPIC", "-D_GNU_SOURCE", str(text), "-o", str(library)]
        subprocess.run(command, check=True, timeout=TIMEOUT_S)
        return str(library)


def with_commas(built: Built, folder: Path) -> dict[str, int | str]:
    """An environment in which programs write decimal commas."""
    language = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")]
    if shutil.which(language[0]) is None or subprocess.run(language, capture_output=True, check=False).returncode != 0:
        pytest.skip("localedef makes no language with decimal commas here")
    return {"LD_PRELOAD": built.library(folder, COMMAS), "LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8"}


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
    command = [*built.toolchain.command, f"-I{runtime / 'include'}", *arguments]
    if "-c" in arguments:
        command = launched(command)
    result = subprocess.run(command, cwd=built.folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{' '.join(command)}\n{result.stderr}"


def _device_object(built: Built, device: Device) -> str:
    """The engine's source compiled with its library, whose headers want the compiler's extensions of C."""
    name = f"with_{device.engine}"
    (built.folder / name).mkdir(exist_ok=True)
    source = str(runtime_dir() / "src" / f"{device.source}.c")
    define = f"-DDF_HAS_{device.engine.upper()}"
    _compile(built, ["-std=gnu11", define, *device.flags, "-c", source, "-o", f"{name}/{device.source}.o"])
    return f"{name}/{device.source}.o"


def build_runtime(toolchain: Toolchain, folder: Path) -> Built:
    """Compiles every source file of the runtime into the folder, if that has not been done."""
    built, done = Built(toolchain, folder), folder / "done"
    with locked(folder):
        if not done.exists():
            sources = sorted(str(path) for path in (runtime_dir() / "src").glob("*.c"))
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                list(pool.map(lambda source: _compile(built, ["-c", source]), sources))
            done.touch()
    return built
