# SPDX-License-Identifier: Apache-2.0
"""Buffers of several cores that have bytes in common, as no core uses the one while another one uses the other: in each
pass all uses of the first are over before any of the second begins, and those of the next pass come behind these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dfgen.model.program import ROOT
from dfgen.verify.sections import Section, sections_of
from dfgen.verify.steps import Step
from dfgen.verify.uses import Use

Held = tuple[int, int, str, str]
"""Bytes [start, end), the name of what lies there, and whose they are."""
At = tuple[int, Step]
"""A core, and an operation of its pass."""


def overlapping(held: Iterable[Held]) -> Iterator[tuple[str, str]]:
    """Pairs of names that lie in the same bytes, but for those of one owner."""
    ends: dict[str, int] = {}
    found: dict[str, list[tuple[int, str]]] = {}
    for start, end, name, owner in sorted(held):
        ends = {other: last for other, last in ends.items() if last > start}
        for other in ends:
            if other != owner:
                yield from ((name, holder) for last, holder in found[other] if last > start)
        if owner not in ends:
            found[owner] = []
        found[owner].append((end, name))
        ends[owner] = max(end, ends.get(owner, 0))


def in_turns(uses: Mapping[str, Sequence[Use]], cores: int) -> Iterator[tuple[str, str]]:
    """Pairs of such buffers, if cores keep to that: of each the one whose turn comes first in a pass. Some core must
    use both, for its list tells which one that is. `uses`: by buffer, of those in which nothing outlives a trip."""
    held: list[Held] = []
    for name, found in uses.items():
        agents, buffer = {use.agent for use in found}, found[0].buffer
        if buffer.file or any(use.is_local for use in found) or any(agent >= cores for agent in agents):
            continue
        whole = Section(buffer.loop, buffer.offset_bytes, buffer.offset_bytes + buffer.size_bytes)
        own = {agents.pop(): whole} if len(agents) == 1 else sections_of(found)
        held += [(section.start, section.end, name, f"core {core}") for core, section in own.items()]
        if not own:
            held.append((whole.start, whole.end, name, name))
    for one, other in overlapping(held):
        first = _first(turns_of(uses[one]), turns_of(uses[other]))
        if first is not None:
            yield (one, other) if first else (other, one)


def turns_of(uses: Iterable[Use]) -> list[At]:
    """Where in the lists of the cores a buffer is used."""
    return list(dict.fromkeys((use.agent, use.step.at(ROOT)) for use in uses))


def stages_between(some: Sequence[At], others: Sequence[At]) -> int:
    """By how many passes the trip of `some` is ahead of that of the `others` which has the memory next: a core that
    uses both has each at its stage, which runs another trip in the same pass.

    The needs are shown for any such number, of which all are safe.
    """
    for core in sorted({core for core, _ in some} & {core for core, _ in others}):
        own, its = ({step.late for agent, step in found if agent == core} for found in (some, others))
        if len(own) == len(its) == 1:
            return its.pop() - own.pop()
    return 0


def _first(some: Sequence[At], others: Sequence[At]) -> bool | None:
    """Whether a core that has both has `some` first; None if there is no such core, or it has them mixed."""
    for core in sorted({core for core, _ in some} & {core for core, _ in others}):
        own, its = ([step.number for agent, step in found if agent == core] for found in (some, others))
        return True if max(own) < min(its) else False if max(its) < min(own) else None
    return None
