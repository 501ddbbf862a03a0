# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from fractions import Fraction

from dfgen.analysis.throughput.problem import Channel, Problem
from dfgen.analysis.throughput.self_timed import Execution, self_timed

from .problems import problem, random_problem


def test_what_is_tight() -> None:
    """The slow loop of b holds up the others: only its token comes when it is taken."""
    found = self_timed(problem([1, 5], [(0, 1, 1, 1, 0), (1, 1, 1, 0, 4), (1, 1, 1, 1, 1)]))
    assert found.period == 5
    assert 2 in found.tight
    assert 0 not in found.tight


def test_what_lacks_tokens_in_a_deadlock() -> None:
    found = self_timed(problem([1, 1], [(0, 2, 2, 1, 0), (1, 2, 2, 0, 1)]))
    assert found.period is None
    assert found.tight == {0, 1}


def test_more_tokens_on_channels_that_are_not_tight_change_nothing() -> None:
    changed = 0
    for seed in range(150):
        whole = random_problem(seed)
        for tasks in whole.components():
            part = whole.part(tasks)
            found = self_timed(part)
            more = (_more(channel, index not in found.tight) for index, channel in enumerate(part.channels))
            after = self_timed(Problem(part.tasks, tuple(more))).period
            assert after == found.period, f"random_problem({seed})"
            changed += len(part.channels) > len(found.tight)
    assert changed > 50


def _more(channel: Channel, wanted: bool) -> Channel:
    tokens = channel.tokens + (sum(channel.produced) if wanted else 0)
    return Channel(channel.name, channel.source, channel.target, channel.produced, channel.consumed, tokens)


def test_step_by_step() -> None:
    execution = Execution(problem([2, 3], [(0, 1, 1, 1, 0), (1, 1, 1, 0, 1)]))
    assert execution.run_until(reference=0, goal=2)
    assert (execution.now, execution.fired, execution.tokens) == (5, [2, 1], [0, 0])
    assert execution.run_until(reference=0, goal=3)
    assert execution.now == 10


def test_tokens_pass_in_order() -> None:
    """The second phase ends first, but what it gives comes after what the first one gives."""
    overlapping = problem([(9, 1)], [(0, (0, 2), (1, 1), 0, 2)])
    assert self_timed(overlapping).period == Fraction(9)
