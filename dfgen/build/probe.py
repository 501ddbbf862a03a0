# SPDX-License-Identifier: Apache-2.0
"""What this machine offers to dfgen and its programs, each tried rather than guessed, and what that means.

`PROBES` is the list of questions; each gives findings in the order in which they are shown.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from ctypes.util import find_library
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dfgen.build.launcher import mpi_compiler, mpi_launcher
from dfgen.build.probe_linux import (
    counts_cycles,
    memfd_is_there,
    private_memfd_keeps_writes,
    scan_finds_written_pages,
)
from dfgen.build.toolchain import find_tools
from dfgen.csource.toolchain import DEFAULT_COMPILERS, find_compiler
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.engines import ENGINES
from dfgen.model.calibration import calibrated_engines, calibration_file
from dfgen.model.diagnostics import UserError
from dfgen.model.frozen import frozen
from dfgen.model.platform import cache_sizes, memory_limit, usable_cpus

SCHEMA = 1
_INSTRUCTION_SETS = ("sse2", "avx2", "avx512f", "asimd", "sve")
MACHINE = Path("/")
_UNUSED = "this version does without"


@frozen
class Finding:
    """One thing asked for. Without an `essential` one dfgen cannot build programs."""

    area: str
    name: str
    present: bool
    value: str
    meaning: str
    essential: bool = False


def probe() -> tuple[Finding, ...]:
    """Ask everything."""
    return tuple(finding for ask in PROBES for finding in ask())


def to_json(findings: Iterable[Finding]) -> dict[str, Any]:
    return {"schema": SCHEMA, "findings": [asdict(finding) for finding in findings]}


def _compilers() -> Iterable[Finding]:
    try:
        used = find_compiler()
    except UserError as error:
        yield Finding("tools", "C compiler", False, "", error.diagnostics[0].hint, essential=True)
        return
    others = [name for name in DEFAULT_COMPILERS if shutil.which(name) and name != used.path.name]
    also = f"; also here: {', '.join(others)} (name one in CC)" if others else ""
    value = f"{used.path.name} {used.version}"
    yield Finding("tools", "C compiler", True, value, f"builds the programs, for {used.target}{also}", essential=True)


def _build_tools() -> Iterable[Finding]:
    try:
        tools = find_tools()
    except UserError as error:
        diagnostic = error.diagnostics[0]
        yield Finding("tools", "CMake and Ninja", False, diagnostic.message, diagnostic.hint, essential=True)
        return
    for name, path in (("CMake", tools.cmake), ("Ninja", tools.ninja)):
        first = _first_line([str(path), "--version"])
        yield Finding("tools", name, bool(first), _number(first), str(path), essential=True)


def _optional_tools() -> Iterable[Finding]:
    perf = shutil.which("perf")
    sampling = "can sample the programs" if perf else "install linux-perf or linux-tools to sample programs"
    yield Finding(
        "tools", "perf", perf is not None, _number(_first_line([perf, "--version"])) if perf else "", sampling
    )


def _cores() -> Iterable[Finding]:
    usable, total = usable_cpus(), os.cpu_count() or 1
    if len(usable) == 1:
        meaning = "programs of more cores share it: they sleep instead of spinning, and gain nothing"
    else:
        meaning = f"programs run on up to {len(usable)} cores without sharing one"
    yield Finding("machine", "cores", len(usable) > 1, f"{len(usable)} of {total}", meaning)
    limit = memory_limit()
    if limit:
        yield Finding("machine", "memory", True, size_text(limit), "a plan that needs more is refused at start")


def _caches() -> Iterable[Finding]:
    sizes = cache_sizes(MACHINE / "sys", usable_cpus()[0])
    value = ", ".join(f"L{level} {size_text(size)}" for level, size in sorted(sizes.items()))
    known = "they decide, with the costs, how bytes get across"
    unknown = "the plan records the shipped platform's instead"
    yield Finding("machine", "caches", bool(sizes), value, known if sizes else unknown)


def _calibration() -> Iterable[Finding]:
    file = calibration_file()
    measured = "programs for the platform 'host' are planned with costs measured here"
    shipped = "planned with the shipped costs; dfgen calibrate measures this machine"
    yield Finding("machine", "calibration", file.is_file(), "", measured if file.is_file() else shipped)
    names = ", ".join(engine.name for engine in calibrated_engines())
    chosen = "these engines copy for such programs where that is predicted to gain 10 %"
    lacking = "no engine copies unasked until dfgen calibrate has measured it"
    yield Finding("machine", "measured engines", bool(names), names, chosen if names else lacking)


def _instruction_sets() -> Iterable[Finding]:
    text = _read("proc/cpuinfo")
    flags = set(re.findall(r"\w+", " ".join(re.findall(r"^(?:flags|Features)\s*:(.*)$", text, re.MULTILINE))))
    found = [name for name in _INSTRUCTION_SETS if name in flags]
    meaning = "'run' builds programs that use them" if found else "programs use what every such machine has"
    yield Finding("machine", "instruction sets", bool(found), ", ".join(found), meaning)


def _pages() -> Iterable[Finding]:
    yield Finding("memory", "page", True, size_text(os.sysconf("SC_PAGE_SIZE")), "the unit in which --guard protects")
    mode = re.search(r"\[(\w+)\]", _read("sys/kernel/mm/transparent_hugepage/enabled"))
    usable = mode is not None and mode[1] != "never"
    meaning = "programs of 2 MiB and more may get large pages" if usable else "programs stay on small pages"
    yield Finding("memory", "huge pages", usable, f"transparent: {mode[1]}" if mode else "", meaning)


def _mappings() -> Iterable[Finding]:
    memfd = memfd_is_there()
    need = "programs compiled with --guard can run" if memfd else "programs compiled with --guard cannot run"
    yield Finding("memory", "memfd_create", memfd, "", need)
    private = memfd and private_memfd_keeps_writes()
    viewing = " and ".join(strategy.name for strategy in STRATEGIES.values() if strategy.views)
    views = f"strategy {viewing} copies {'only what its reader writes' if private else 'everything'}"
    yield Finding("memory", "private views", private, "", views)
    scan = private and scan_finds_written_pages()
    pages = f"strategy {viewing} finds written pages {'in one call' if scan else 'more slowly'}"
    yield Finding("memory", "PAGEMAP_SCAN", scan, f"kernel {os.uname().release}", pages)


def _counters() -> Iterable[Finding]:
    hardware = counts_cycles()
    level = _read("proc/sys/kernel/perf_event_paranoid")
    meaning = "perf can count cycles and cache misses" if hardware else "perf can measure time, but no cache misses"
    yield Finding("measuring", "hardware counters", hardware, f"paranoid level {level}" if level else "", meaning)


def _messages() -> Iterable[Finding]:
    launcher, compiler = mpi_launcher(), mpi_compiler()
    line = _first_line([launcher, "--version"]) if launcher else ""
    name = "Open MPI" if "Open" in line else "MPICH" if "HYDRA" in line else "mpirun"
    usable = launcher is not None and compiler is not None and has_mpi_headers(compiler)
    needed = "programs run on one node; install openmpi-bin and libopenmpi-dev, or mpich and libmpich-dev, for several"
    others = [name for name in ("mpicc.openmpi", "mpicc.mpich") if has_mpi_headers(name)]
    choice = f"; MPICC chooses which ({' or '.join(others)})" if len(others) > 1 else ""
    use = f"programs run on several nodes, with '--nodes' or a platform of nodes{choice}" if usable else needed
    value = " ".join((name, _number(line))) if launcher and re.search(r"\d", line) else name if launcher else ""
    yield Finding("libraries", "MPI", usable, value, use)


def has_mpi_headers(compiler: str) -> bool:
    """Whether an MPI is there with its headers: the compiler alone comes without them."""
    if shutil.which(compiler) is None:
        return False
    command = [compiler, "-fsyntax-only", "-include", "mpi.h", "-x", "c", os.devnull]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _libraries() -> Iterable[Finding]:
    found = find_library("hwloc")
    use = f"for a full picture of the machine's topology; {_UNUSED}"
    yield Finding("libraries", "hwloc", found is not None, found or "", use)
    found = find_library("uring")
    use = "files read and written by the kernel, '@file(backend = uring)'; without it by threads"
    yield Finding("libraries", "liburing", found is not None, found or "", f"for {use}")


_LACKING = "programs copy without engine"


def _engines() -> Iterable[Finding]:
    """What the engines need that copy for the cores."""
    for engine in ENGINES.values():
        for module, package in engine.packages.items():
            built = _succeeds(["pkg-config", "--exists", module])
            found = ", ".join(filter(None, map(find_library, engine.loads)))
            able = f"programs copy by engine '{engine.name}': {engine.summary}"
            lacking = f"for engine '{engine.name}' install {package} and pkg-config"
            yield Finding("engines", engine.title, built, found if built else "", able if built else lacking)
        if engine.loads and not engine.packages:
            found = ", ".join(filter(None, map(find_library, engine.loads)))
            able = f"programs copy by engine '{engine.name}': {engine.summary}"
            yield Finding("engines", engine.title, bool(found), found, able if found else f"{_LACKING} '{engine.name}'")
    gpus = sorted(path.name for path in (MACHINE / "proc/driver/nvidia/gpus").glob("*"))
    use = "engine 'cuda' uses the first that CUDA_VISIBLE_DEVICES leaves"
    yield Finding("engines", "GPUs of NVIDIA", bool(gpus), ", ".join(gpus), use if gpus else f"{_LACKING} 'cuda'")
    drivers = sorted(path.stem for path in (MACHINE / "etc/OpenCL/vendors").glob("*.icd"))
    need = (
        "each has devices for engine 'opencl'"
        if drivers
        else "engine 'opencl' needs one: pocl-opencl-icd, or a device's"
    )
    yield Finding("engines", "OpenCL drivers", bool(drivers), ", ".join(drivers), need)
    bound = sorted(path.name for path in (MACHINE / "sys/bus/pci/drivers/vfio-pci").glob("*:*"))
    use = "engine 'dpdk' uses those that are DMA devices" if bound else "engine 'dpdk' has 'device = skeleton' alone"
    yield Finding("engines", "devices bound to vfio-pci", bool(bound), ", ".join(bound), use)


PROBES: tuple[Callable[[], Iterable[Finding]], ...] = (
    _compilers,
    _build_tools,
    _optional_tools,
    _cores,
    _caches,
    _calibration,
    _instruction_sets,
    _pages,
    _mappings,
    _counters,
    _engines,
    _libraries,
    _messages,
)


def _succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _first_line(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.splitlines()[0] if done.returncode == 0 and done.stdout else ""


def _number(line: str) -> str:
    """The version number in a line that names a program."""
    found = re.search(r"\d+(?:\.\d+)+", line)
    return found[0] if found else line


def _read(path: str) -> str:
    try:
        return (MACHINE / path).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def size_text(size_bytes: int) -> str:
    value, unit = float(size_bytes), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.4g} {unit}"
