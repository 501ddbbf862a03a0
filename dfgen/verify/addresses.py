# SPDX-License-Identifier: Apache-2.0
"""Whether what lies in memory stays there as long as it is needed: buffers of one address are not in use together.

Only buffers of one core whose contents do not outlive a trip may share any, and of buffers that cores divide each
core's section. Of these the core's list is gone through: who wrote a byte last must be who is read. Rings in which
cores work in place have an order of their own (`rings.py`), and lie in nothing else. What cores share may also lie in
what they use at other times of a pass (`turns.py`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from dfgen.model.actor import ActorKind
from dfgen.model.objects import unit_of_arenas
from dfgen.model.port import TokenType
from dfgen.model.program import ROOT, Loop, Program
from dfgen.verify.rings import Ring, lie_alike
from dfgen.verify.sections import Section, sections_of
from dfgen.verify.steps import Step, Steps
from dfgen.verify.turns import Held, overlapping
from dfgen.verify.uses import Use, WrongProgram, by_buffer


def address_problems(
    steps: Steps,
    uses: Sequence[Use],
    lasting: Set[str],
    rings: Sequence[Ring],
    in_turns: Set[frozenset[str]],
    clears: Mapping[str, Sequence[Step]],
) -> Iterator[str]:
    """`lasting`: buffers whose contents outlive a trip, or that must be zero where nobody ever writes. `in_turns`:
    pairs of which no core uses one while the other is in use. `clears`: by buffer, what clears around its tokens."""
    used = by_buffer(uses)
    variables = {use.buffer.name for use in uses if use.is_local}
    for name in sorted(variables):
        yield from _variable_problems(used[name], lasting)
    elsewhere = variables | {buffer.name for buffer in steps.program.memory.buffers.values() if buffer.file}
    ring_of = {name: ring[0] for ring in rings for name in ring}
    apart = lasting | ring_of.keys()
    sections = {name: sections_of(found) for name, found in used.items() if name not in apart}
    for name in used:
        if steps.program.memory.buffers[name].apart_bytes and not sections.get(name):
            yield f"cores have parts of {name} that are apart, and use the same"
    nowhere = elsewhere | (steps.program.memory.buffers.keys() - used.keys())  # of the latter only tokens count
    yield from _collisions(steps, sections, nowhere, ring_of, in_turns)
    yield from _arena_problems(steps.program, elsewhere)
    yield from _outside(steps, nowhere)
    for core in range(len(steps.program.cores)):
        own = {name: parts[core] for name, parts in sections.items() if name not in elsewhere and core in parts}
        yield from _Owners(steps, core, own, used, clears).problems()


def _variable_problems(uses: Sequence[Use], lasting: Set[str]) -> Iterator[str]:
    buffer = uses[0].buffer
    if buffer.name in lasting or buffer.slots > 1 or not all(use.is_local for use in uses):
        yield f"{buffer.name} is a variable of a loop, and used outside of a trip"
    loops = {loop.id for use in uses for loop in use.step.loops if buffer.name in loop.locals}
    if loops != {buffer.loop}:
        yield f"{buffer.name} is a variable of another loop than its slots change with"


def _collisions(
    steps: Steps,
    sections: Mapping[str, Mapping[int, Section]],
    elsewhere: Set[str],
    ring_of: Mapping[str, str],
    in_turns: Set[frozenset[str]],
) -> Iterator[str]:
    """What is not of one core's own lies in nothing else, and what is in nothing of another core's, unless cores take
    turns with both."""
    program = steps.program
    pieces: list[Held] = [*_lasting(program), *_arenas(program)]
    for name, buffer in program.memory.buffers.items():
        if name in elsewhere:
            continue
        own = {} if program.guard else sections.get(name, {})
        if not own:
            owner = f"the ring of {ring_of[name]}" if name in ring_of else name
            pieces.append((buffer.offset_bytes, buffer.offset_bytes + buffer.size_bytes, name, owner))
        pieces += [(section.start, section.end, name, f"core {core}") for core, section in own.items()]
    for name, holder in overlapping(pieces):
        if frozenset((name, holder)) not in in_turns:
            yield f"{name} lies in {holder}"


def _lasting(program: Program) -> Iterator[Held]:
    """The states of actors, and initial tokens that are kept or made where nobody reads them."""
    graph, states = program.graph, program.memory.states
    kept: dict[str, tuple[TokenType, int]] = {}
    for actor in graph.actors:
        if actor.state is not None:
            kept[actor.name] = actor.state.type, actor.state.count
        if actor.reset_tokens is not None:
            kept[actor.name] = actor.outputs[0].type, actor.reset_tokens.count_tokens
    for fifo in graph.fifos:
        if fifo.name in states:
            kept[fifo.name] = graph.port(fifo.source).type, fifo.delay_tokens
    for name, (type_, count) in kept.items():
        size_bytes = type_.size_bytes * count
        if name not in states or not 0 <= states[name] <= program.memory.state_bytes - size_bytes:
            raise WrongProgram(f"the state of {name} lies outside of the memory for states")
        if states[name] % max(1, type_.align_bytes):
            raise WrongProgram(f"the state of {name} is not aligned to its type")
        yield states[name], states[name] + size_bytes, f"the state of {name}", f"the state of {name}"


def _arenas(program: Program) -> Iterator[Held]:
    """The arenas of each buffer of objects. Those of an output that lies over an input are the input's."""
    for name, buffer in program.memory.buffers.items():
        if buffer.arenas:
            start = buffer.arenas_offset_bytes
            end = start + buffer.arenas * buffer.arena_bytes
            yield start, end, f"an arena of {name}", f"arenas at {start} for buffers at {buffer.offset_bytes}"
    for core, scratch in enumerate(program.memory.scratch):
        start, size = scratch.offset_bytes, scratch.size_bytes + scratch.message_bytes
        yield start, start + size, f"the maps of core {core}", f"the maps of core {core}"


def _arena_problems(program: Program, elsewhere: Set[str]) -> Iterator[str]:
    """Each token of objects has an arena of the right size, in the memory."""
    for name, buffer in program.memory.buffers.items():
        arena = buffer.type.arena
        if not buffer.type.objects:
            continue
        if arena is None or name in elsewhere:
            yield f"the objects of {name} have no arenas"
            continue
        end = buffer.arenas_offset_bytes + buffer.arenas * buffer.arena_bytes
        if buffer.arenas_offset_bytes < 0 or end > program.memory.size_bytes:
            yield f"an arena of {name} ends outside of the arena"
        if buffer.arena_bytes < arena.size_bytes(guard=program.guard):
            yield f"the arenas of {name} are too small"
        if buffer.arenas_offset_bytes % unit_of_arenas(guard=program.guard):
            yield f"the arenas of {name} are not aligned"


def _outside(steps: Steps, elsewhere: Set[str]) -> Iterator[str]:
    memory = steps.program.memory
    for core, scratch in enumerate(memory.scratch):
        end = scratch.messages_offset_bytes + scratch.message_bytes
        if scratch.offset_bytes < 0 or end > memory.size_bytes:
            yield f"the maps of core {core} end outside of the arena"
    if memory.state_bytes > memory.size_bytes:
        yield "the memory for states ends outside of the arena"
    for buffer in memory.buffers.values():
        if buffer.name in elsewhere:
            continue
        if buffer.offset_bytes < 0 or buffer.offset_bytes + buffer.size_bytes > memory.size_bytes:
            yield f"{buffer.name} ends outside of the arena"
        unit = max(1, buffer.type.align_bytes)
        if any(place % unit for place in (buffer.offset_bytes, buffer.stride_bytes, buffer.apart_bytes)):
            yield f"{buffer.name} is not aligned to its type"


@dataclass
class _Touched:
    """What an operation reads and writes. `over`: outputs that lie over inputs, and these."""

    reads: dict[str, None] = field(default_factory=dict)
    writes: dict[str, None] = field(default_factory=dict)


class _Owners:
    """What one core has of the buffers that may share addresses, and which of them wrote each stretch last."""

    def __init__(
        self,
        steps: Steps,
        core: int,
        own: Mapping[str, Section],
        uses: Mapping[str, Sequence[Use]],
        clears: Mapping[str, Sequence[Step]],
    ) -> None:
        self.steps, self.core, self.own = steps, core, own
        self.edges = edges = sorted({edge for section in own.values() for edge in (section.start, section.end)})
        self.stretches = {
            name: (bisect_left(edges, section.start), bisect_left(edges, section.end)) for name, section in own.items()
        }
        self.touched: dict[Step, _Touched] = {}
        self.uses: dict[Step, list[Use]] = {}
        self.writers = {name: {use.step for use in uses[name] if use.writes and use.step.core == core} for name in own}
        for name in own:
            for use in uses[name]:
                touched = self.touched.setdefault(use.step, _Touched())
                (touched.writes if use.writes else touched.reads)[name] = None
                self.uses.setdefault(use.step, []).append(use)
            for step in clears.get(name, ()):
                self.touched.setdefault(step, _Touched()).writes[name] = None
                self.writers[name].add(step)
        self.begun: dict[int, set[str]] = {}
        """Of those, by loop, what has been written in part since their trip began."""

    def problems(self) -> Iterator[str]:
        if not self._shares():
            return
        owner = [""] * len(self.edges)
        found: dict[str, None] = {}
        for _ in range(2):
            self.begun.pop(ROOT, None)
            for step in sorted(self.steps.lists[self.core], key=lambda step: step.number):
                found.update(dict.fromkeys(self._visit(step, owner)))
        yield from found

    def _shares(self) -> bool:
        """Whether any of them share addresses at all."""
        placed = sorted((section.start, section.end) for section in self.own.values())
        return any(one[1] > other[0] for one, other in pairwise(placed))

    def _visit(self, step: Step, owner: list[str]) -> Iterator[str]:
        """Loops twice: what is done late in a trip must bear what is done early in the next one."""
        if isinstance(step.operation, Loop):
            for _ in range(2):
                self.begun.pop(step.operation.id, None)
                for inner in step.inside:
                    yield from self._visit(inner, owner)
            return
        touched = self.touched.get(step)
        if touched is None:
            return
        yield from self._together(step)
        for name in touched.reads:
            if name not in touched.writes:
                yield from self._lost(name, owner, self._written_in_place(step, name))
        for name in touched.writes:
            if name in self.begun.get(self.own[name].loop, ()):
                yield from self._lost(name, owner)
        for name in touched.writes:
            first, last = self.stretches[name]
            owner[first:last] = [name] * (last - first)
            self.begun.setdefault(self.own[name].loop, set()).add(name)

    def _written_in_place(self, step: Step, name: str) -> set[str]:
        """What this step alone writes over `name`, firing by firing, each of which has bytes of its own, in a loop
        within that of the buffers: earlier trips have written over nothing but what they had read.

        If another step of the core wrote to it as well, it might begin to where others have written over what is yet to
        be read, and the whole would count as written in place. What cores divide, each writes in its own section.
        """
        if step.loop == self.own[name].loop:
            return set()
        return {
            above
            for above in self.touched[step].writes
            if self.writers[above] == {step} and self._is_overlay(step, name, above)
        }

    def _lost(self, name: str, owner: list[str], in_place: Set[str] = frozenset()) -> Iterator[str]:
        first, last = self.stretches[name]
        other = next((held for held in owner[first:last] if held != name and held not in in_place), None)
        if other is not None:
            yield f"{name} is overwritten by {other or 'nobody'}"

    def _together(self, step: Step) -> Iterator[str]:
        """What one operation uses has addresses of its own, but for an output over an input that may be there."""
        names = dict.fromkeys(use.buffer.name for use in self.uses.get(step, ()))
        for one, other in combinations(names, 2):
            (first, last), (start, end) = self.stretches[one], self.stretches[other]
            if first < end and start < last and not self._is_overlay(step, one, other):
                yield f"{one} and {other} lie in the same memory, and {step.blocks[0].actor} uses both"

    def _is_overlay(self, step: Step, one: str, other: str) -> bool:
        uses = [use for use in self.uses[step] if use.buffer.name in (one, other)]
        outputs = [use for use in uses if use.writes]
        if len(outputs) != 1:
            return False
        output = outputs[0]
        # What is copied from the output once it is written finds what a copy from anywhere else would find.
        inputs = [u for u in uses if not u.writes and not (u.buffer is output.buffer and u.begins > output.ends)]
        if len(inputs) != 1 or output.overlays != inputs[0].port:
            return False
        input_ = inputs[0]
        kind = self.steps.program.graph.actor(output.actor).kind
        return kind is ActorKind.CODE and len(step.blocks) == 1 and lie_alike(output, input_)
