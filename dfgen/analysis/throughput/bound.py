# SPDX-License-Identifier: Apache-2.0
"""A quick lower bound of the period: what cycles of tasks would take if tokens could be divided at will.

Around a cycle of channels each firing waits for another one. The times of one firing of each task, divided by the
initial tokens on the way measured in iterations, is a bound, for waiting for whole firings only makes it worse. Phases
that give more or take less than their share may be ahead by that much. A task whose firings cannot overlap needs the
time of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from dfgen.analysis.throughput.answer import Found
from dfgen.analysis.throughput.cycle_ratio import largest_ratio
from dfgen.analysis.throughput.event_graph import EventGraph
from dfgen.analysis.throughput.problem import Problem


def quick_bound(problem: Problem, tick: Callable[[], None]) -> Found:
    """A period that no schedule of this strongly connected problem beats; None if it is a deadlock."""
    busiest = _busiest(problem)
    assert busiest.period is not None
    ahead = [_tokens_ahead(problem, index) for index in range(len(problem.channels))]
    graph = EventGraph(
        lcm(*(share.denominator for share in ahead)), list(range(len(problem.tasks))), len(problem.tasks)
    )
    for channel, share in zip(problem.channels, ahead, strict=True):
        duration = min(problem.tasks[channel.source].durations)
        graph.add(channel.source, channel.target, duration, share.numerator * (graph.unit // share.denominator))
    ratio = largest_ratio(graph, busiest.period, tick)
    return Found(ratio.value, ratio.cycle) if ratio.cycle else busiest


def _busiest(problem: Problem) -> Found:
    """The task that needs the longest, of those whose firings cannot overlap."""
    found = Found(Fraction(0))
    for channel in problem.channels:
        work = Fraction(problem.cycles[channel.source] * sum(problem.tasks[channel.source].durations))
        if channel.is_one_at_a_time and found.period is not None and work > found.period:
            found = Found(work, (channel.source,))
    return found


def _tokens_ahead(problem: Problem, index: int) -> Fraction:
    """Initial tokens, and what a good moment of the phases at both ends is worth, in iterations."""
    channel = problem.channels[index]
    cycles_source, cycles_target = problem.cycles[channel.source], problem.cycles[channel.target]
    given, taken = _above_share(channel.produced), _above_share(channel.consumed)
    early = max(share for share, rate in zip(given, channel.produced, strict=True) if rate)
    late = -min(taken)
    return (
        Fraction(channel.tokens, cycles_source * sum(channel.produced))
        + Fraction(early, _parts(channel.produced) * cycles_source)
        + Fraction(late, _parts(channel.consumed) * cycles_target)
    )


def _above_share(rates: Sequence[int]) -> list[int]:
    """How much those up to the end of each phase exceed an even share, in `_parts` of a cycle's tokens."""
    total = sum(rates)
    return [s * len(rates) - n * total for n, s in enumerate(accumulate(rates), 1)]


def _parts(rates: Sequence[int]) -> int:
    return sum(rates) * len(rates)
