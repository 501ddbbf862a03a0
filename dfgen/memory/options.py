# SPDX-License-Identifier: Apache-2.0
"""What was asked of the memory of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from dfgen.model.frozen import frozen
from dfgen.model.graph import PortRef
from dfgen.model.platform import Platform, default_platform


@frozen
class MemoryOptions:
    """`transfers` as given on the command line, later ones win; `limit_bytes` is what a plan may need. `candidates` are
    strategies to choose from as the program starts. `refused`: why a FIFO, by its name in the graph, cannot be served
    by the engine that was asked for. `unviewed` are ports that get no view unless one is asked for. `slots`: by buffer,
    as many as suffice between cores. `bounded`: FIFOs are to hold little. `catches`: whether the program can catch the
    first write to a private view."""

    transfers: Sequence[str] = ()
    limit_bytes: int = 1 << 62
    guard: bool = False
    candidates: Sequence[str] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    platform: Platform = field(default_factory=default_platform)
    unviewed: frozenset[PortRef] = frozenset()
    slots: Mapping[str, int] = field(default_factory=dict)
    bounded: bool = False
    catches: bool = True
