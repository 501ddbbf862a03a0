# SPDX-License-Identifier: Apache-2.0
"""The schedules of a problem by each method, with what its FIFOs hold while they run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dfgen.analysis.schedules import MINIMUM, NODES_MAX, SINGLE_APPEARANCE
from dfgen.analysis.schedules.flow import NoSingleAppearance, single_appearance
from dfgen.analysis.schedules.looped import Term, appearances, names_of, peaks, text
from dfgen.analysis.schedules.minimum import within
from dfgen.analysis.throughput.problem import Problem
from dfgen.model.frozen import frozen


@frozen
class Scheduled:
    """What a method found.

    `held`: the most tokens in each FIFO.
    `obstacle`: why there is no `term`.
    `is_proven`: False of the schedule of least memory where less may do.
    """

    method: str
    schedule: str = ""
    held: Mapping[str, int] | None = None
    appearances: int = 0
    obstacle: str = ""
    term: Term | None = None
    is_proven: bool = True

    def as_json(self, token_bytes: Mapping[str, int]) -> dict[str, object]:
        if self.held is None:
            return {"method": self.method, "obstacle": self.obstacle}
        return {
            "method": self.method,
            "tokens": sum(self.held.values()),
            "bytes": bytes_held(self.held, token_bytes),
            "appearances": self.appearances,
            "schedule": self.schedule,
            "held": dict(self.held),
            **({} if self.is_proven else {"proven_least": False}),
        }


def bytes_held(held: Mapping[str, int], token_bytes: Mapping[str, int]) -> int:
    return sum(tokens * token_bytes.get(name, 1) for name, tokens in held.items())


def by_all_methods(problem: Problem, weights: Mapping[str, int], live: Mapping[str, int] | None) -> Iterator[Scheduled]:
    """`live`: capacities by FIFO with which the problem lives, for the schedule of least memory."""
    for method in SINGLE_APPEARANCE:
        yield by_method(problem, weights, method)
    if live is not None:
        yield of_least_memory(problem, live)


def by_method(problem: Problem, weights: Mapping[str, int], method: str) -> Scheduled:
    if len(problem.tasks) > NODES_MAX[method]:
        return Scheduled(method, obstacle=f"it would take long for more than {NODES_MAX[method]} actors")
    try:
        return _scheduled(problem, method, single_appearance(problem, weights, SINGLE_APPEARANCE[method]))
    except NoSingleAppearance as error:
        first, *others = (problem.tasks[task].name for task in error.tasks)
        more = f" and {len(others)} more" if others else ""
        return Scheduled(method, obstacle=f"the cycle through {first}{more} has no schedule with one appearance each")


def of_least_memory(problem: Problem, live: Mapping[str, int]) -> Scheduled:
    index = {channel.name: place for place, channel in enumerate(problem.channels)}
    term = within(problem, {index[name]: tokens for name, tokens in live.items()})
    assert term is not None, "these capacities are live"
    return _scheduled(problem, MINIMUM, term)


def _scheduled(problem: Problem, method: str, term: Term) -> Scheduled:
    held = {problem.channels[index].name: tokens for index, tokens in peaks(problem, term).items()}
    return Scheduled(method, text(term, names_of(problem)), held, appearances(term), term=term)
