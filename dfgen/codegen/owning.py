# SPDX-License-Identifier: Apache-2.0
"""Where a core takes over the lines of windows that it reads (`df_own`).

Best is while they are in its nearest cache, so after the firing, and in a loop of small firings after some of them:
between all of them, compilers would not compute several at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from dfgen.codegen.code import Compound, Line, Statement
from dfgen.codegen.expressions import Expr, const, name
from dfgen.codegen.tracing import firings_count
from dfgen.machine.constants import OWN_STRIP_BYTES
from dfgen.model.actor import Actor
from dfgen.model.plan import ALIGN_BYTES
from dfgen.model.port import Port
from dfgen.model.program import FiringOperation, Own


def owned_ports(actor: Actor, body: Iterable[FiringOperation]) -> list[Port]:
    return [actor.port(operation.port) for operation in body if isinstance(operation, Own)]


def firings_of_strip(ports: Collection[Port]) -> int:
    """So many firings have their windows taken over together; 0 if there are none."""
    return max(1, OWN_STRIP_BYTES.value // max(port.window_bytes for port in ports)) if ports else 0


def have_lines(ports: Iterable[Port]) -> bool:
    """Whether a window is a line or more: each by itself costs no more than several together."""
    return any(port.window_bytes >= ALIGN_BYTES for port in ports)


def taken_over(port: Port, window: str, firings: str = "1") -> Line:
    """The windows of some firings, of which the first is given."""
    size = port.window_bytes
    if firings.isdecimal():
        return Line(f"df_own(core, {window}, {int(firings) * size});")
    count = firings if firings.isidentifier() else f"({firings})"
    return Line(f"df_own(core, {window}, {count} * {size});")


def in_strips(
    start: int,
    limit: str,
    most: int,
    firings: int,
    loop: Callable[[str, str], Statement],
    after: Callable[[Expr, str], Iterable[Statement]],
) -> Iterator[Statement]:
    """A loop from `start` to `limit` as several ones, each from one number to another; `after` each of them stands what
    is told of its first one and of how many it has. It is one loop where even the `most` that it may have are few."""
    if most <= firings:
        yield loop(str(start), limit)
        known = int(limit) - start if limit.isdecimal() else None
        yield from after(const(start), firings_count(start, limit, known))
        return
    step = Line(f"const uint64_t strip_end = df_min(strip + {firings}, {limit});")
    body = (step, loop("strip", "strip_end"), *after(name("strip"), "strip_end - strip"))
    yield Compound(f"for (uint64_t strip = {start}; strip < {limit}; strip += {firings})", body)
