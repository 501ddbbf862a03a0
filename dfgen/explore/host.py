# SPDX-License-Identifier: Apache-2.0
"""The caches of this machine as an architecture: as the system tells of them, with the memory as calibrated."""

from __future__ import annotations

import re
from pathlib import Path

from dfgen.explore.architectures import HOST, Architecture
from dfgen.model.caches import Cache, CachesError, Dram, caches_of
from dfgen.model.calibration import calibrated
from dfgen.model.costs import at
from dfgen.model.diagnostics import fail
from dfgen.model.platform import host_platform, usable_cpus

MOVED_BY_COPIES = 3
"""Bytes that a copy moves from and to the memory for each byte: it reads both, and writes one."""
LARGE_BYTES = 64 << 20
HIT_CYCLES = {1: 4, 2: 14, 3: 46}
"""Usual ones: no system tells of them."""


def host_architecture(root: Path = Path("/")) -> Architecture:
    """Raises `UserError` where the system tells nothing of its caches."""
    platform = calibrated(host_platform(root / "sys", root / "proc"), root)
    hint = "Describe its caches in a platform file, and name that."
    told = _caches(root / "sys", usable_cpus(root / "sys")[0])
    known = [cache for cache in told if cache is not None]
    if not known or len(known) < len(told):
        raise fail("caches-missing", "this machine's system does not tell of all its caches", None, hint)
    try:
        caches = caches_of([cache.to_json() for cache in sorted(known, key=lambda cache: cache.level)])
    except CachesError as error:
        message = f"this machine's system tells of caches that cannot be simulated: {error}"
        raise fail("caches-missing", message, None, hint) from error
    slowest = at(platform.costs.copies[0].near_read, LARGE_BYTES)
    dram = Dram(cores_per_controller=platform.core_count, bytes_per_s=round(MOVED_BY_COPIES * 1e9 / slowest))
    return Architecture(HOST, _clock_mhz(root / "proc"), caches, dram, HOST, platform.core_count)


def _caches(sys_root: Path, cpu: int) -> list[Cache | None]:
    """Of data; None for one of which something is not told, as in many virtual machines."""
    folders = sorted((sys_root / f"devices/system/cpu/cpu{cpu}/cache").glob("index[0-9]*"))
    return [_cache(folder) for folder in folders if _told(folder, "type") != "Instruction"]


def _cache(folder: Path) -> Cache | None:
    try:
        level, ways, line, sets = (
            int(_told(folder, name))
            for name in ("level", "ways_of_associativity", "coherency_line_size", "number_of_sets")
        )
        sharing = int(_told(folder, "shared_cpu_map").replace(",", ""), 16)
    except ValueError:
        return None
    if min(level, ways, line, sets) < 1:
        return None
    power = 1 << sets.bit_length() - 1  # sets that are no power of two are so many with more ways
    shared_by = max(1, sharing.bit_count()) if level > 1 else 1
    hit_cycles = HIT_CYCLES.get(level, 60)
    return Cache(
        level, power * (sets * ways // power) * line, sets * ways // power, line, shared_by, hit_cycles=hit_cycles
    )


def _told(folder: Path, name: str) -> str:
    """Empty where the system says nothing."""
    try:
        return (folder / name).read_text().strip()
    except OSError:
        return ""


def _clock_mhz(proc_root: Path) -> int:
    told = re.search(r"^cpu MHz\s*:\s*([\d.]+)", (proc_root / "cpuinfo").read_text(), re.MULTILINE)
    return max(1, round(float(told[1]))) if told else 2660
