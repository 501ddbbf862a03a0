# SPDX-License-Identifier: Apache-2.0
"""What a user may ask of the compiler, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from dfgen.model.diagnostics import Diagnostic
from dfgen.model.frozen import frozen
from dfgen.model.progress import Effort

# How far compilers may fuse multiplications and additions, in the words of their option -ffp-contract: nowhere (the
# default), within an expression (which gcc does from version 14 on), wherever they can.
CONTRACTIONS = ("off", "on", "fast")


@frozen
class CompileOptions:
    """What a user may ask of the compiler. `None` leaves the choice to dfgen. `search_s` is the time in seconds
    that a mapper which searches may take.

    `platform_given`: the user has named it, so that the cores of a platform that a graph comes with do not count.
    """

    cores: int | None = None
    platform: str = "default"
    platform_given: bool = False
    parameters: Mapping[str, int | float] = field(default_factory=dict)
    transfers: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    depth: int | None = None
    mapper: str = "auto"
    fusion: str = "auto"
    helping: str = "auto"
    guard: bool = False
    latency_iterations: int | None = None
    latency_ns: int | None = None
    memory_bytes: int | None = None
    pure: tuple[str, ...] = ()
    dump: tuple[str, ...] = ()
    trace: bool = False
    watchdog_ns: int | None = None
    verify_transfers: bool = False
    buffers: str | None = None
    stand_ins: bool = False
    nodes: int | None = None
    time_unit_ns: int | None = None
    search_s: float = Effort.limit_s
    fp_contract: str = CONTRACTIONS[0]
    library: bool = False
    pipelined: bool = False
    engines: str | None = None


@frozen
class Compiled:
    """`files` of the generated folder by relative path; `dumps` the stages asked for, as text; `inputs`: the C that it
    was made from, by the path of its copy there."""

    files: Mapping[str, bytes]
    plan: Mapping[str, object]
    plan_text: str
    notes: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
    dumps: Mapping[str, str]
    inputs: Mapping[str, Path] = field(default_factory=dict)
