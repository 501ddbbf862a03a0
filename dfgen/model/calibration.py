# SPDX-License-Identifier: Apache-2.0
"""Where the measured costs of this machine are kept, and the platform that has them.

The file is a platform file (`dfgen.model.platform`), one for each machine that shares the folder: its name tells the
processor, its caches and cores, the kernel, the page and the machine itself.
"""

from __future__ import annotations

import dataclasses
import hashlib
import os
import re
from pathlib import Path

from dfgen.model.costs import SHIPPED
from dfgen.model.diagnostics import UserError
from dfgen.model.engine_costs import EngineCost
from dfgen.model.platform import SCHEMA, Platform, cache_sizes, load_platform, usable_cpus
from dfgen.paths import cache_dir


def calibration_file(root: Path = Path("/")) -> Path:
    """Where the costs of this machine are, if they were measured."""
    key = "\n".join(_machine(root)).encode()
    return cache_dir() / "calibration" / f"{hashlib.sha256(key).hexdigest()[:16]}.json"


def calibrated(platform: Platform, root: Path = Path("/")) -> Platform:
    """`platform` with the costs, also of engines, that were measured on this machine; as it is if none were.

    Raises `UserError` where the file is damaged.
    """
    file = calibration_file(root)
    if not file.is_file():
        return platform
    known = load_platform(file)
    return dataclasses.replace(platform, costs=known.costs, engines=known.engines)


def calibrated_engines(root: Path = Path("/")) -> tuple[EngineCost, ...]:
    """The copy engines that were measured on this machine; none also where the file is damaged."""
    try:
        file = calibration_file(root)
        return load_platform(file).engines if file.is_file() else ()
    except UserError:
        return ()


def _machine(root: Path) -> list[str]:
    cpus = usable_cpus(root / "sys")
    model = re.search(r"^(?:model name|CPU part)\s*:\s*(.*)$", _text(root / "proc/cpuinfo"), re.MULTILINE)
    return [
        str((SCHEMA, *sorted(SHIPPED.to_json()))),  # of what is measured
        os.uname().machine,
        os.uname().release,
        model[1] if model else "",
        str(sorted(cache_sizes(root / "sys", cpus[0]).items())),
        str(len(cpus)),
        str(os.sysconf("SC_PAGE_SIZE")),
        _text(root / "etc/machine-id"),
    ]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
