# SPDX-License-Identifier: Apache-2.0
"""From the figures that the calibration program prints of one copy engine to its costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from dfgen.build.figures import Figures, differences, per_byte, rounded, single
from dfgen.model.costs import Costs, Curve, at
from dfgen.model.engine_costs import EngineCost

LARGE_BYTES = 4 << 20


def engine_cost_of(name: str, figures: Figures, smoothed: list[str]) -> EngineCost:
    """`smoothed`: gets the curves in which noise was evened out."""
    smallest, values = min(figures["dirty"].items())
    large = sorted(figures["dirty"])[1]
    slope = max(0.0, (median(figures["dirty"][large]) - median(values)) / (large - smallest))
    first_ns = max(1, round(median(values) - slope * smallest))

    def curve(title: str, totals: Sequence[tuple[int, float]]) -> Curve:
        return per_byte(f"engine '{name}', {title}", totals, smoothed)

    return EngineCost(
        name,
        single(figures, "give"),
        first_ns,
        cold_ns_per_byte=curve("cold", _beyond(figures, "cold", first_ns)),
        dirty_ns_per_byte=curve("dirty", _beyond(figures, "dirty", first_ns)),
        writer_ns_per_byte=curve("writer", differences(figures, "write", "write alone")),
        reader_ns_per_byte=curve("reader", differences(figures, "read", "read alone")),
    )


def with_engine(costs: Costs, cost: EngineCost) -> Costs:
    """The costs that say of any engine what is known of this one."""
    per_byte_ns = at(cost.dirty_ns_per_byte, LARGE_BYTES)
    return replace(
        costs, engine_submit_ns=cost.give_ns, engine_ns=cost.first_ns, engine_ns_per_byte=rounded(per_byte_ns)
    )


def _beyond(figures: Figures, name: str, first_ns: int) -> list[tuple[int, float]]:
    return [(size, median(values) - first_ns) for size, values in sorted(figures[name].items())]
