# SPDX-License-Identifier: Apache-2.0
"""Inner loops in which cores would wait for each other's whole loop.

Cores wait for a buffer once in a trip of the innermost loop around all that use it. Where what one core writes in an
inner loop is read by another one there, and also outside of it, the two share their trips and yet the reader could only
begin when the writer has done all its trips. Such actors stand better in no inner loop at all.
"""

from __future__ import annotations

from dfgen.model.plan import Plan
from dfgen.model.schedule import Loop


def serialized_loops(plan: Plan) -> frozenset[str]:
    """The actors of such loops."""
    found: set[str] = set()
    for dependence in plan.dependences:
        writer, reader = dependence.writer, dependence.reader
        if writer.child == reader.child and writer.core != reader.core and not dependence.distance:
            child = plan.schedule.loops[dependence.loop].body[writer.child]
            if isinstance(child, Loop):
                found.update(child.actors)
    return frozenset(found)
