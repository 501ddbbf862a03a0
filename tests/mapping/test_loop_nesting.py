# SPDX-License-Identifier: Apache-2.0
"""The loop nest: order, cycles, listings, heavy FIFOs."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.machine.machine import DEFAULT
from dfgen.mapping.loop_nesting import build_tree
from dfgen.mapping.schedule_tree import Block, Order, ScheduleTree, TreeLoop, TreeNode, actors_of
from dfgen.mapping.stopping import stop_edges
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from tests.oracle.generator import random_application, write
from tests.planning import graph_of, graph_without_c


def tree_of(body: str, folder: Path) -> ScheduleTree:
    graph = graph_of(body, folder)
    return build_tree(graph, analyse(graph), stop_edges(graph), DEFAULT)


def firings_in(node: TreeNode, graph: Graph, times: int = 1) -> dict[str, int]:
    if isinstance(node, Block):
        return {node.actor: node.cycles * graph.actor(node.actor).phases * times}
    found: dict[str, int] = {}
    if isinstance(node, Order):
        for run in node.runs:
            found[run.actor] = found.get(run.actor, 0) + run.count * times
        return found
    for child in node.body:
        found.update(firings_in(child, graph, times * node.count))
    return found


def order_of(nodes: tuple[TreeNode, ...]) -> list[str]:
    return [name for node in nodes for name in actors_of(node)]


def test_chain_follows_the_data_whatever_the_file_says(tmp_path: Path) -> None:
    tree = tree_of(
        "actor c { in i : uint8[1]; } actor b { in i : uint8[2]; out o : uint8[1]; } actor a { out o : uint8[1]; }\n"
        "a.o -> b.i; b.o -> c.i;",
        tmp_path,
    )
    assert tree.body == (Block("a", 2), Block("b", 1), Block("c", 1))


def test_cycle_with_a_whole_iterations_delay_is_a_loop_in_order(tmp_path: Path) -> None:
    tree = tree_of(
        "actor a { in i : uint8[2]; out o : uint8[1]; } actor b { in i : uint8[1]; out o : uint8[2]; }\n"
        "a.o -> b.i; b.o -> a.i delay 2;",
        tmp_path,
    )
    (nest,) = tree.body
    assert isinstance(nest, TreeLoop)
    assert nest.cycle
    assert nest.body == (Block("a", 1), Block("b", 1))
    assert tree.cycles == (("a", "b"),)
    assert not tree.listed


def test_cycle_that_needs_half_an_iteration_is_listed(tmp_path: Path) -> None:
    """Neither FIFO covers what its reader takes in an iteration, so that no loop nest orders the two."""
    tree = tree_of(
        "actor a { in i : uint8[3]; out o : uint8[3]; } actor b { in i : uint8[2]; out o : uint8[2]; }\n"
        "a.o -> b.i delay 2; b.o -> a.i delay 3;",
        tmp_path,
    )
    assert set(tree.listed) == {"a", "b"}
    (nest,) = tree.body
    (order,) = nest.body if isinstance(nest, TreeLoop) else (nest,)
    assert isinstance(order, Order)
    assert sum(run.count for run in order.runs if run.actor == "a") == 2
    assert sum(run.count for run in order.runs if run.actor == "b") == 3


def test_small_windows_that_return_to_their_actor_need_no_loop(tmp_path: Path) -> None:
    body = "actor s {{ out o : uint8[8]; }} actor a {{ in i : uint8[1]; in b : uint8[{0}]; out f : uint8[{0}]; }}\n"
    edges = "s.o -> a.i; a.f -> a.b delay {0};"
    assert tree_of((body + edges).format(16), tmp_path).body == (Block("s", 1), Block("a", 8))
    nest = tree_of((body + edges).format(4096), tmp_path).body[1]
    assert isinstance(nest, TreeLoop)
    assert nest.cycle
    assert nest.count == 8


HEAVY = """actor a {{ out o : uint8[{0}]; }} actor b {{ in i : uint8[{0}]; out o : uint8[1]; }}
actor s {{ out o : uint8[4]; }} actor t {{ in i : uint8[1]; in j : uint8[1]; }}
a.o -> b.i; b.o -> t.i; s.o -> t.j;
"""


def test_heavy_fifo_is_nested_and_a_light_one_is_not(tmp_path: Path) -> None:
    light = tree_of(HEAVY.format(DEFAULT.block_bytes // 4), tmp_path)
    assert not any(isinstance(node, TreeLoop) for node in light.body)
    heavy = tree_of(HEAVY.format(DEFAULT.block_bytes), tmp_path)
    (nest,) = (node for node in heavy.body if isinstance(node, TreeLoop))
    assert nest.count == 4
    assert set(actors_of(nest)) >= {"a", "b"}
    assert not nest.cycle


def test_merging_does_not_go_around_another_way(tmp_path: Path) -> None:
    """a and c cannot share a loop: b, which fires once, stands between them."""
    size = DEFAULT.block_bytes
    tree = tree_of(
        f"actor a {{ out o : uint8[{size}]; out p : uint8[1]; }} actor b {{ in i : uint8[4]; out o : uint8[4]; }}\n"
        f"actor c {{ in i : uint8[{size}]; in j : uint8[1]; }} a.o -> c.i; a.p -> b.i; b.o -> c.j;",
        tmp_path,
    )
    assert order_of(tree.body) == ["a", "b", "c"]
    assert not any(isinstance(node, TreeLoop) for node in tree.body)


def test_actor_that_stops_stays_in_the_pass(tmp_path: Path) -> None:
    text = HEAVY.format(DEFAULT.block_bytes)
    stopping = tree_of(text.replace("in i", "fire f(i, o); stops; in i", 1), tmp_path)
    assert Block("b", 4) in stopping.body


FEEDBACK = """actor a @core(0) {{ in i : uint8[2]; out o : uint8[2]; }}
actor b @core(1) {{ in i : uint8[1]; out o : uint8[1]; }}
a.o -> b.i; b.o -> a.i delay {0};
"""


def test_cycle_over_two_cores_needs_a_delay_of_an_iteration(tmp_path: Path) -> None:
    tree = tree_of(FEEDBACK.format(2), tmp_path)
    assert tree.single_iteration
    assert tree.body == (Block("a", 1), Block("b", 2))
    tight = FEEDBACK.format(2).replace("uint8[1]", "uint8[4]")
    with pytest.raises(UserError) as error:
        tree_of(tight.replace("delay 2", "delay 3").replace("a.o -> b.i", "a.o -> b.i delay 3"), tmp_path)
    assert error.value.diagnostics[0].id == "core-conflict"


@pytest.mark.parametrize("seed", range(30))
def test_every_actor_fires_as_often_as_its_repetition(seed: int, tmp_path: Path) -> None:
    graph = graph_without_c(write(random_application(seed), tmp_path))
    facts = analyse(graph)
    tree = build_tree(graph, facts, stop_edges(graph), DEFAULT)
    fired: dict[str, int] = {}
    for node in tree.body:
        for name, count in firings_in(node, graph).items():
            fired[name] = fired.get(name, 0) + count
    assert fired == dict(facts.firings)
