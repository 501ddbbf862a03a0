# SPDX-License-Identifier: Apache-2.0
"""Programs whose calls of the operating system can be made to fail: one graph, compiled so that every part of the
runtime is in one of them.
"""

from __future__ import annotations

import errno
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import Builder

HERE = Path(__file__).parent
GRAPH = HERE / "application" / "graph.sdf"
ITERATIONS = 6
SECONDS_MAX = 40
WINDOW_BYTES = 16384 * 4

# What each call says when it fails on a machine that is short of something, or too old, or strict.
CALLS: Mapping[str, tuple[int, ...]] = {
    "mmap": (errno.ENOMEM,), "munmap": (errno.ENOMEM,), "mprotect": (errno.ENOMEM,),
    "madvise": (errno.ENOMEM, errno.EINVAL), "memfd_create": (errno.EMFILE,), "ftruncate": (errno.EINVAL,),
    "posix_fallocate": (errno.ENOSPC,), "close": (errno.EIO,), "open": (errno.EACCES,), "ioctl": (errno.ENOTTY,),
    "pread": (errno.EIO,), "write": (errno.EPIPE,), "fopen": (errno.EMFILE,), "fgets": (errno.EIO,),
    "fclose": (errno.ENOSPC,), "fflush": (errno.ENOSPC,), "malloc": (errno.ENOMEM,), "calloc": (errno.ENOMEM,),
    "__sched_cpualloc": (errno.ENOMEM,), "sched_getaffinity": (errno.EINVAL,),
    "pthread_setaffinity_np": (errno.EINVAL,), "pthread_create": (errno.EAGAIN,), "pthread_sigmask": (errno.EINVAL,),
    "pthread_attr_init": (errno.ENOMEM,), "pthread_attr_setstacksize": (errno.EINVAL,), "getrlimit": (errno.EINVAL,),
    "sigaction": (errno.EINVAL,), "sigaltstack": (errno.ENOMEM,), "syscall": (errno.EAGAIN,),
}  # fmt: skip

NOTHING: Mapping[str, bytes] = MappingProxyType({})


@dataclass(frozen=True)
class Variant:
    """One way to compile and run the graph."""

    name: str
    options: CompileOptions
    variables: Mapping[str, str]
    arguments: tuple[str, ...] = ()


def _variants() -> Iterator[Variant]:
    memcpy = CompileOptions(cores=2, transfers=("memcpy",))
    yield Variant("memcpy", memcpy, {}, ("--json", "figures.json"))
    yield Variant("one_core", CompileOptions(cores=1), {"DFGEN_SPIN_NS": "0"})
    cow = ("give.out:touch.in=cow", "give.out:change.in=cow")
    yield Variant("cow", CompileOptions(cores=2, transfers=cow), {"DFGEN_PIN": "0"}, ("--json", "-"))
    yield Variant("cow_read", CompileOptions(cores=1, transfers=cow), {"DFGEN_PAGE_SCAN": "read"})
    fault = tuple(f"{transfer}(variant=fault)" for transfer in cow)
    yield Variant("cow_fault", CompileOptions(cores=2, transfers=fault), {})
    yield Variant("cow_huge", CompileOptions(cores=1, transfers=(f"{cow[0]}(pages=huge)",)), {})
    yield Variant("offload", CompileOptions(cores=2, transfers=("offload",)), {})
    yield Variant("placed", CompileOptions(cores=1, transfers=("offload(place=package, lanes=2)",)), {})
    yield Variant("guard", CompileOptions(cores=2, guard=True), {}, ("--json", "figures.json"))
    traced = CompileOptions(cores=2, transfers=("offload",), trace=True, watchdog_ns=10**10)
    yield Variant("traced", traced, {}, ("--trace", "trace.json", "--profile", "profile.json"))
    chosen = CompileOptions(
        cores=2, transfers=(*cow, "give.out:keep.plain=memcpy"), candidates=("memcpy", "cow", "offload")
    )
    yield Variant("candidates", chosen, {"DFGEN_TRANSFER": "give.out:touch.in=memcpy;*keep.plain=cow"})


VARIANTS = tuple(_variants())


@dataclass(frozen=True)
class Ended:
    """`status` is None if it did not end."""

    status: int | None
    output: str
    errors: str
    written: bytes
    files: tuple[str, ...]


@dataclass(frozen=True)
class Program:
    """A variant that was built; `folder` is where it runs."""

    variant: Variant
    binary: Path
    folder: Path

    @property
    def command(self) -> list[str]:
        return [str(self.binary), "-n", str(ITERATIONS), *self.variant.arguments, "file=out.bin"]

    def environment(self, variables: Mapping[str, str]) -> dict[str, str]:
        """Engines get all copies, so that what goes wrong with them does."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("DFGEN_")}
        return {**kept, "DFGEN_ENGINE_RESTS": "0", **self.variant.variables, **variables}

    def run(self, **variables: str) -> Ended:
        """Run it to its end in an empty folder."""
        for path in self.folder.iterdir():
            path.unlink()
        try:
            ended = subprocess.run(
                self.command, cwd=self.folder, env=self.environment(variables), capture_output=True, text=True,
                errors="replace", timeout=SECONDS_MAX, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Ended(None, "", "", b"", ())
        written = self.folder / "out.bin"
        files = tuple(sorted(path.name for path in self.folder.iterdir()))
        return Ended(ended.returncode, ended.stdout, ended.stderr, _content(written), files)

    def counts(self) -> dict[str, int]:
        """How often each call is used when none fails."""
        path = self.folder.parent / "counts"
        self.run(FAULTY_COUNTS=str(path))
        return {name: int(uses) for name, uses in (line.split() for line in path.read_text().splitlines())}


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def build(variant: Variant, folder: Path, objects: Path, instead: Mapping[str, bytes] = NOTHING) -> Program:
    """Compile the graph and link the program with the calls that can fail; `instead`: other texts of its files."""
    faulty = objects / "faulty.o"
    if not faulty.exists():
        objects.mkdir(parents=True, exist_ok=True)
        flags = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"]
        subprocess.run(["gcc", *flags, "-c", str(HERE / "faulty.c"), "-o", str(faulty)], check=True)
    wrapped = [f"-Wl,--wrap={name}" for name in CALLS]
    builder = Builder(("gcc", "-O1", *wrapped, f"-Wl,{faulty}"), "", objects)
    compiled = compile_graph(GRAPH, variant.options)
    binary = builder.build(folder / "generated", {**compiled.files, **instead}, "faults")
    place = folder / "run"
    place.mkdir()
    return Program(variant, binary, place)


def undefined_in_os_layer(objects: Path) -> set[str]:
    """The functions of libc that the OS layer of the runtime calls."""
    layer = sorted((HERE.parent.parent / "runtime" / "src").glob("os_linux*.c"))
    # Tests of files, libraries and devices make these calls fail.
    elsewhere = {"os_linux_file.c", "os_linux_library.c", "os_linux_part.c", "os_linux_socket.c"}
    sources = [path for path in layer if path.name not in elsewhere]
    include = HERE.parent.parent / "runtime" / "include"
    found: set[str] = set()
    for source in sources:
        target = objects / f"{source.stem}_as_compiled.o"
        compile_it: Sequence[str] = ["gcc", "-std=gnu11", "-O1", f"-I{include}", "-c", str(source), "-o", str(target)]
        subprocess.run(compile_it, check=True)
        listed = subprocess.run(["nm", "-u", str(target)], capture_output=True, text=True, check=True).stdout
        found |= set(re.findall(r"\bU (\S+)", listed))
    return {name for name in found if not name.startswith("df__")}
