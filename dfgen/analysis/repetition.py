# SPDX-License-Identifier: Apache-2.0
"""How often each actor fires in an iteration: the smallest positive solution of the balance equations.

Along every FIFO, cycles(source) * tokens written a cycle = cycles(target) * tokens read a cycle. Actors that FIFOs
connect share one solution up to a factor; each such component gets its smallest. A FIFO whose source never writes
starves its target: that actor, and all that must keep pace with it, have 0 cycles. A FIFO whose target never reads
while its source writes has no solution, and neither has a cycle of FIFOs whose ratios do not multiply to 1.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm

from dfgen.analysis.tokens import tokens_read_per_cycle, tokens_written_per_cycle
from dfgen.model.diagnostics import Diagnostic, Note, once_round, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.model.graph import Fifo, Graph, PortRef

FIRINGS_MAX = 2**62 - 1  # counters of generated programs have 64 bits and must hold several iterations
CYCLES_COMPARED_MAX = 64  # contradictions of one component among which the shortest is told
FIFOS_TOLD_MAX = 8  # of a contradicting cycle


@frozen
class _Balance:
    """A FIFO that ties two actors: cycles(source) * written = cycles(target) * read, both positive."""

    fifo: Fifo
    written: int
    read: int


@frozen
class _Step:
    """One FIFO of a walk from actor to actor, along the FIFO or against it."""

    balance: _Balance
    forward: bool

    @property
    def start(self) -> str:
        return self.balance.fifo.source.actor if self.forward else self.balance.fifo.target.actor

    @property
    def end(self) -> str:
        return self.balance.fifo.target.actor if self.forward else self.balance.fifo.source.actor

    @property
    def ratio(self) -> tuple[int, int]:
        """cycles(end) / cycles(start)."""
        written, read = self.balance.written, self.balance.read
        return (written, read) if self.forward else (read, written)


@dataclass
class _Component:
    """Connected actors with their cycles as a ratio (above, below) to the root's, and the tree that gave it."""

    root: str
    ratio: dict[str, tuple[int, int]]
    parent: dict[str, _Step] = field(default_factory=dict)
    contradictions: list[_Balance] = field(default_factory=list)
    too_long: bool = False


def repetition_vector(graph: Graph) -> dict[str, int]:
    """Cycles of each actor in one iteration, in the order of the graph file; `UserError` where there is no solution."""
    balances, starving, overflowing = _classify(graph)
    components = _components(graph, balances)
    raise_if_any(_inconsistent(graph, c) for c in components if c.contradictions)
    raise_if_any(_too_long(graph, c.root) for c in components if c.too_long)
    starved = {fifo.target.actor for fifo in starving}
    cycles = {}
    for component in components:
        cycles.update(_smallest(component, silent=not starved.isdisjoint(component.ratio)))
    raise_if_any(_piling_up(graph, fifo) for fifo in overflowing if cycles[fifo.source.actor] > 0)
    result = {actor.name: cycles[actor.name] for actor in graph.actors}
    for actor in graph.actors:
        if result[actor.name] * actor.phases > FIRINGS_MAX:
            raise_if_any([_too_long(graph, actor.name)])
    return result


def firings_per_iteration(graph: Graph, cycles: dict[str, int]) -> dict[str, int]:
    """Firings of each actor in one iteration: a cycle of P phases counts as P."""
    return {actor.name: cycles[actor.name] * actor.phases for actor in graph.actors}


def _classify(graph: Graph) -> tuple[list[_Balance], list[Fifo], list[Fifo]]:
    """FIFOs that tie both ends, FIFOs that are read but never written, FIFOs that are written but never read."""
    balances: list[_Balance] = []
    starving: list[Fifo] = []
    overflowing: list[Fifo] = []
    for fifo in graph.fifos:
        written, read = tokens_written_per_cycle(graph, fifo), tokens_read_per_cycle(graph, fifo)
        if written and read:
            common = gcd(written, read)
            balances.append(_Balance(fifo, written // common, read // common))
        elif read:
            starving.append(fifo)
        elif written:
            overflowing.append(fifo)
    return balances, starving, overflowing


def _components(graph: Graph, balances: list[_Balance]) -> list[_Component]:
    steps: dict[str, list[_Step]] = {actor.name: [] for actor in graph.actors}
    for balance in balances:
        steps[balance.fifo.source.actor].append(_Step(balance, forward=True))
        steps[balance.fifo.target.actor].append(_Step(balance, forward=False))
    found: list[_Component] = []
    seen: set[str] = set()
    for actor in graph.actors:
        if actor.name not in seen:
            component = _spread(actor.name, steps)
            seen.update(component.ratio)
            found.append(component)
    return found


def _spread(root: str, steps: dict[str, list[_Step]]) -> _Component:
    """Breadth first from `root`, so that the cycles told to the user are short."""
    component = _Component(root, {root: (1, 1)})
    queue = deque([root])
    while queue:
        name = queue.popleft()
        above, below = component.ratio[name]
        for step in steps[name]:
            up, down = step.ratio
            if step.end in component.ratio:
                known_above, known_below = component.ratio[step.end]
                if step.forward and above * up * known_below != known_above * below * down:
                    component.contradictions.append(step.balance)
                continue
            common = gcd(above * up, below * down)
            ratio = (above * up // common, below * down // common)
            component.parent[step.end] = step
            if max(ratio) > FIRINGS_MAX:  # a lower bound of cycles: either end fires that often
                component.too_long = True
                ratio = (1, 1)
            component.ratio[step.end] = ratio
            queue.append(step.end)
    if component.too_long:  # the ratios are no longer exact
        component.contradictions.clear()
    return component


def _smallest(component: _Component, silent: bool) -> dict[str, int]:
    """The smallest integers in these ratios. A common factor cannot remain: the root's ratio is 1."""
    if silent:
        return dict.fromkeys(component.ratio, 0)
    root_cycles = 1
    for _, below in component.ratio.values():
        root_cycles = lcm(root_cycles, below)
        if root_cycles > FIRINGS_MAX:
            break
    return {name: root_cycles * above // below for name, (above, below) in component.ratio.items()}


def _inconsistent(graph: Graph, component: _Component) -> Diagnostic:
    cycle = min((_cycle(component, b) for b in component.contradictions[:CYCLES_COMPARED_MAX]), key=len)
    product = Fraction(1)
    for step in cycle:
        product *= Fraction(*step.ratio)
    told = _telling(cycle)
    left = len(told) - FIFOS_TOLD_MAX
    told = told[:FIFOS_TOLD_MAX]
    sentences = [_sentence(graph, step.balance.fifo) for step in told]
    parts = "; ".join([*sentences, f"and {left} more FIFOs"] if left > 0 else sentences)
    name = cycle[0].start
    around = once_round([step.start for step in cycle])
    message = f"the rates do not balance: {parts}"
    if len(cycle) == 1:
        message += "; what an actor sends to itself must balance"
    else:
        message += f"; along {around} the ratios multiply to {product}, not 1"
    hint = _repeating(graph, cycle[0].balance.fifo, product)
    if not hint:
        hint = f"Change a rate on this cycle: as it is, '{name}' would have to fire {product} times as often as itself."
    return Diagnostic("inconsistent", message, told[0].balance.fifo.span, hint, (*_notes(told), *_cuts(graph)))


def _cuts(graph: Graph) -> tuple[Note, ...]:
    """Where rates were cut, which may be why they do not balance."""
    return tuple(Note(each.message, each.span) for each in graph.warnings if each.id == "division-cut")


def _telling(cycle: list[_Step]) -> list[_Step]:
    """Of a long cycle the FIFOs whose rates differ, those first whose ratio is rare: common ones cancel out."""
    if len(cycle) <= FIFOS_TOLD_MAX:
        return cycle
    ratios = {id(step): Fraction(*step.ratio) for step in cycle}
    often = Counter(max(ratio, 1 / ratio) for ratio in ratios.values())
    differing = [step for step in cycle if ratios[id(step)] != 1]
    return sorted(differing, key=lambda step: often[max(ratios[id(step)], 1 / ratios[id(step)])])


def _repeating(graph: Graph, fifo: Fifo, product: Fraction) -> str:
    """What helps where a reader fires several times for the tokens of one firing, the commonest such mistake."""
    ends = (fifo.source, fifo.target)
    if product.numerator != 1 or product == 1 or any(graph.actor(end.actor).phases > 1 for end in ends):
        return ""
    tokens, type = tokens_written_per_cycle(graph, fifo), graph.port(fifo.source).type.name
    ports = f"in in : {type}[{tokens}]; out out : {type}[{product.denominator * tokens}];"
    return (
        f"Change a rate on this cycle; or, if {product.denominator} firings of '{fifo.target.actor}' are to read the "
        f"same tokens, repeat them by 'broadcast NAME {{ {ports} }}' in between."
    )


def _notes(cycle: list[_Step]) -> tuple[Note, ...]:
    return tuple(Note(f"on the contradicting cycle: {s.balance.fifo.name}", s.balance.fifo.span) for s in cycle)


def _cycle(component: _Component, balance: _Balance) -> list[_Step]:
    """The closing FIFO, then back through the tree from its target to its source."""
    closing = _Step(balance, forward=True)
    up = _path_to_root(component, closing.end)
    down = _path_to_root(component, closing.start)
    while up and down and up[-1] is down[-1]:
        up.pop()
        down.pop()
    return [closing] + [_Step(s.balance, not s.forward) for s in up] + down[::-1]


def _path_to_root(component: _Component, name: str) -> list[_Step]:
    """The tree's steps that lead to `name`, the last one first."""
    path: list[_Step] = []
    while name != component.root:
        path.append(component.parent[name])
        name = path[-1].start
    return path


def _sentence(graph: Graph, fifo: Fifo) -> str:
    return (
        f"{fifo.source} produces {_rate(graph, fifo.source, tokens_written_per_cycle(graph, fifo))}, "
        f"{fifo.target} consumes {_rate(graph, fifo.target, tokens_read_per_cycle(graph, fifo))}"
    )


def _rate(graph: Graph, ref: PortRef, tokens: int) -> str:
    phases = graph.actor(ref.actor).phases
    return f"{tokens} in {phases} phases" if phases > 1 else str(tokens)


def _piling_up(graph: Graph, fifo: Fifo) -> Diagnostic:
    tokens = _rate(graph, fifo.source, tokens_written_per_cycle(graph, fifo))
    return Diagnostic(
        "inconsistent",
        f"the rates do not balance: {fifo.source} produces {tokens}, {fifo.target} consumes 0: tokens would pile up",
        fifo.span,
        "Give both ports a positive rate, or neither.",
        (Note(f"{fifo.target} never reads", graph.port(fifo.target).span),),
    )


def _too_long(graph: Graph, name: str) -> Diagnostic:
    actor = graph.actor(name)
    return Diagnostic(
        "iteration-too-long",
        f"an iteration of the part of the graph with actor '{name}' takes more than 2^62 firings of one actor",
        actor.span,
        "Check the rates: neighbours whose rates have no common factor multiply.",
    )
