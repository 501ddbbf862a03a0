# SPDX-License-Identifier: Apache-2.0
"""All that is known of a graph before anything is decided about cores or memory."""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.model.diagnostics import Diagnostic
from dfgen.model.frozen import frozen


@frozen
class Facts:
    """Of a consistent and live graph.

    `cycles` and `firings` of each actor in one iteration (a cycle of P phases is P firings; both 0 for an actor that
    never fires); `tokens` through each FIFO (by name) in one iteration; `components`: the strongly connected components
    in the order of the data; `order`: all actors, sources first; `warnings` for the user.
    """

    cycles: Mapping[str, int]
    firings: Mapping[str, int]
    tokens: Mapping[str, int]
    components: tuple[tuple[str, ...], ...]
    order: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
