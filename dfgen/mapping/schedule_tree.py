# SPDX-License-Identifier: Apache-2.0
"""What a schedule tree is made of: blocks of firings, listings, and the loops around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from dfgen.model.frozen import frozen
from dfgen.model.schedule import Run


@frozen
class Block:
    """`cycles` full phase cycles of one actor."""

    actor: str
    cycles: int


@frozen
class Order:
    """Explicit firings of a tightly interdependent component."""

    runs: tuple[Run, ...]


@frozen
class TreeLoop:
    """A loop of `count` iterations. `cycle`: it carries a feedback, so its iterations must run one by one, or
    `at_once` at a time. `fused`: they shall run `at_once` at a time, as its tokens then stay near. `ordered`: one by
    one, but they may go from core to core; then it holds nothing but blocks. `divided`: one by one, but cores share the
    firings of each."""

    count: int
    body: tuple[TreeNode, ...]
    cycle: bool = False
    fused: bool = False
    at_once: int = 1
    ordered: bool = False
    divided: bool = False

    @property
    def overlaps(self) -> bool:
        """Whether its trips may run on several cores."""
        return not self.cycle or self.is_shared

    @property
    def is_shared(self) -> bool:
        """Of a cycle: whether its actors may be on several cores."""
        return self.divided or self.at_once > 1


TreeNode = Block | Order | TreeLoop


@frozen
class Sharing:
    """How cores share the loop of a cycle: `count` iterations at a time, which its delays must cover. `ordered`: the
    first actors of what fires in order there, but from core to core; with one iteration at a time, of the cycle, unless
    it is `divided`: then cores share what several firings of an iteration do."""

    count: int = 1
    ordered: frozenset[str] = frozenset()
    divided: bool = False


ALONE = Sharing()
# Cores share no cycle.
ONE_BY_ONE: Mapping[str, Sharing] = MappingProxyType({})


@frozen
class ScheduleTree:
    """`body` in topological order for one graph iteration. `single_iteration`: passes must hold one iteration.
    `cycles`: actors that stay together; `ordered`: of those and others, the ones whose firings go from core to core."""

    body: tuple[TreeNode, ...]
    single_iteration: bool
    cycles: tuple[tuple[str, ...], ...]
    listed: tuple[str, ...]
    ordered: frozenset[str] = frozenset()


def actors_of(node: TreeNode) -> Iterable[str]:
    if isinstance(node, Block):
        yield node.actor
    elif isinstance(node, Order):
        yield from sorted({run.actor for run in node.runs})
    else:
        for child in node.body:
            yield from actors_of(child)


def loops_of(body: Sequence[TreeNode]) -> dict[str, int]:
    """By actor, in the order of the tree: the number of the outermost loop around it whose trips may overlap. 0 is the
    pass itself."""
    loops: dict[str, int] = {}
    for number, node in enumerate(body, start=1):
        loop = number if isinstance(node, TreeLoop) and node.overlaps else 0
        loops.update(dict.fromkeys(actors_of(node), loop))
    return loops


def tree_loops_of(nodes: Iterable[TreeNode]) -> Iterable[TreeLoop]:
    """All of them, outer ones first."""
    for node in nodes:
        if isinstance(node, TreeLoop):
            yield node
            yield from tree_loops_of(node.body)
