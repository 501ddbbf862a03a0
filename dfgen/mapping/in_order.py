# SPDX-License-Identifier: Apache-2.0
"""How long an iteration takes on cores that each do their list in order, pass after pass, and wait for each other.

Equal loads are not enough: a core that has the first and the last stage of a pipeline finishes neither before the cores
between have done theirs, and while it waits it does not begin the next pass.
"""

from __future__ import annotations

from dfgen.mapping.work import Assignment, Work

# Passes until cores that wait for each other have found their rhythm; and units that are run in all, for the time this
# may take.
STEPS_MAX = 200_000


def in_order_period_ns(work: Work, assignment: Assignment) -> float:
    """Time of an iteration in the long run, by units: each part of a unit waits for all parts of those before it.

    FIFOs are as deep as need be; what units give to units before them counts for the next iteration.
    """
    before = _inputs(work)
    free = [0.0] * work.cores
    done: dict[str, float] = {unit.name: 0.0 for unit in work.units}
    passes = max(4, min(2 * work.cores + 4, STEPS_MAX // max(1, len(work.units))))
    ends = []
    for _ in range(passes):
        for unit in work.units:
            ready = max((done[name] for name in before[unit.name]), default=0.0)
            done[unit.name] = ready
            if unit.weight_ns:  # movers run nowhere
                for share in assignment[unit.name]:
                    end = max(free[share.core], ready) + float(share.fraction * unit.weight_ns)
                    free[share.core] = end
                    done[unit.name] = max(done[unit.name], end)
        ends.append(max(free))
    half = passes // 2
    return (ends[-1] - ends[-1 - half]) / half


def _inputs(work: Work) -> dict[str, list[str]]:
    """The units that each unit reads from."""
    found: dict[str, list[str]] = {unit.name: [] for unit in work.units}
    for source, target in work.traffic_bytes:
        found[target].append(source)
    return found
