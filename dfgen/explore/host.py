# SPDX-License-Identifier: Apache-2.0
"""The caches of this machine as an architecture: as the system tells of them, with the memory as calibrated."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from dfgen.explore.architectures import HOST, Architecture
from dfgen.model.caches import Cache, Dram
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
    caches = tuple(_caches(root / "sys", usable_cpus(root / "sys")[0]))
    if not caches or [cache.level for cache in caches] != list(range(1, len(caches) + 1)):
        hint = "Describe its caches in a platform file, and name that."
        raise fail("caches-missing", "this machine's system does not tell of all its caches", None, hint)
    slowest = at(platform.costs.copies[0].near_read, LARGE_BYTES)
    dram = Dram(cores_per_controller=platform.core_count, bytes_per_s=round(MOVED_BY_COPIES * 1e9 / slowest))
    return Architecture(HOST, _clock_mhz(root / "proc"), caches, dram, HOST, platform.core_count)


def _caches(sys_root: Path, cpu: int) -> list[Cache]:
    found = []
    for folder in sorted((sys_root / f"devices/system/cpu/cpu{cpu}/cache").glob("index[0-9]*")):
        if (folder / "type").read_text().strip() == "Instruction":
            continue
        level, ways, line, sets = (
            int((folder / name).read_text())
            for name in ("level", "ways_of_associativity", "coherency_line_size", "number_of_sets")
        )
        sharing = (folder / "shared_cpu_map").read_text().replace(",", "")
        power = 1 << sets.bit_length() - 1  # sets that are no power of two are so many with more ways
        shared_by = max(1, int(sharing, 16).bit_count()) if level > 1 else 1
        found.append(Cache(level, power * (sets * ways // power) * line, sets * ways // power, line, shared_by))
    found.sort(key=lambda cache: cache.level)
    return [replace(cache, hit_cycles=HIT_CYCLES.get(cache.level, 60)) for cache in found]


def _clock_mhz(proc_root: Path) -> int:
    told = re.search(r"^cpu MHz\s*:\s*([\d.]+)", (proc_root / "cpuinfo").read_text(), re.MULTILINE)
    return max(1, round(float(told[1]))) if told else 2660
