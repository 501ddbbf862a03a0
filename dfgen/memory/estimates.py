# SPDX-License-Identifier: Apache-2.0
"""What strategies add to a graph iteration, and which of several is best by that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from dfgen.memory.cost import Use
from dfgen.memory.strategies import BY_RANK, FALLBACK, STRATEGIES
from dfgen.memory.strategies.contract import Options
from dfgen.model.platform import Platform


def estimates_ns(strategies: Iterable[str], use: Use, platform: Platform) -> tuple[tuple[str, int], ...]:
    """By strategy, in the order given."""
    return tuple((name, estimate_ns(name, use, platform)) for name in strategies)


def estimate_ns(strategy: str, use: Use, platform: Platform, options: Options = ()) -> int:
    return round(use.firings * STRATEGIES[strategy].cheapest(options, use, platform)[1])


def best(estimates: Mapping[str, int], among: Collection[str]) -> str:
    """The strategy to take; one that is not the fallback must win by what estimates may be wrong."""
    found = FALLBACK.name
    for strategy in BY_RANK:
        if strategy.name in among and estimates[strategy.name] < strategy.least_gain * estimates[found]:
            found = strategy.name
    return found
