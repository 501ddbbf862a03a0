# SPDX-License-Identifier: Apache-2.0
"""What a transfer strategy has to say for itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NO_OPTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


@dataclass(frozen=True)
class Strategy:
    """`legal` and `cost` finish the sentences "it is legal" and "it costs" for whoever has to choose.

    `moves`: the reader gets bytes of its own. How its C twin (`df/transfer.h`) is called:

    - `function(target, source, size_bytes)`, with windows that do not overlap, where it keeps nothing between firings;
    - `views`: through a channel, which hands out a view of the writer's slots before a firing and ends it after;
    - `engine`: an actor of its own hands the bytes to an engine, whose completion is awaited by counters.

    `options` are those of `@transfer(name, option = value)` with their values, the default first. `runtime_files` are
    needed in a program that uses it.
    """

    name: str
    summary: str
    legal: str
    cost: str
    moves: bool
    function: str = ""
    views: bool = False
    engine: bool = False
    options: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NO_OPTIONS)
    runtime_files: tuple[str, ...] = ()

    @property
    def table(self) -> str:
        """The C object that holds its functions."""
        return f"df_strategy_{self.name}"
