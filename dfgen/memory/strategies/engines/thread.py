# SPDX-License-Identifier: Apache-2.0
"""Engine `thread`: threads of the program that copy. `place` says which CPUs they get, seen from core 0: another thread
of its processor core, another core of its package, another package.

C twin: `runtime/src/engine_thread.c`."""

from __future__ import annotations

from types import MappingProxyType

from dfgen.memory.strategies.engines.contract import Engine
from dfgen.model.options import Option

THREAD = Engine(
    "thread",
    "threads that copy",
    runtime_files=("engine_thread.c",),
    lanes=8,
    options=MappingProxyType({"place": Option(("any", "sibling", "package", "other"))}),
    threads=True,
    objects=True,
)
