# SPDX-License-Identifier: Apache-2.0
"""The graph of each node, and the links between them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.mapping.node_graphs import NodeGraphs, graphs_of_nodes
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from dfgen.model.names import user_name
from dfgen.model.network import NetworkEnd
from dfgen.model.platform import default_platform, with_nodes
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.planning import graph_of

FAN = """\
actor a { fire give(o); out o : uint8[2]; }
actor b { fire pass(i, o); in i : uint8[1]; out o : uint8[1]; }
actor c { fire take(i); in i : uint8[1]; }
actor d { fire swap(i, j); in i : uint8[2]; in j : uint8[2]; }
a.o -> { b.i, c.i, d.i }; b.o -> d.j;
"""


def split(graph: Graph, **node_of: int) -> NodeGraphs:
    platform = with_nodes(default_platform(), 1 + max(node_of.values()))
    return graphs_of_nodes(graph, analyse(graph), node_of, platform)


def ends(graph: Graph) -> dict[str, NetworkEnd]:
    return {actor.name: actor.network for actor in graph.actors if actor.network is not None}


def test_tokens_travel_once_to_each_node_that_reads_them(tmp_path: Path) -> None:
    found = split(graph_of(FAN, tmp_path), a=0, b=1, c=1, d=0)
    assert [(link.source, link.target, link.bytes_per_iteration) for link in found.links] == [(0, 1, 2), (1, 0, 2)]
    assert sorted(f.name for f in found.graphs[1].fifos) == [
        "b.o:send1@0.data", "receive0@0.data:b.i", "receive0@0.data:c.i",
    ]  # fmt: skip
    assert sorted(f.name for f in found.graphs[0].fifos) == [
        "a.o:d.i", "a.o:send0@1.data", "receive1@1.data:d.j",
    ]  # fmt: skip


def test_an_iteration_is_that_of_the_whole_graph(tmp_path: Path) -> None:
    graph = graph_of(FAN, tmp_path)
    whole = analyse(graph).firings
    for part in split(graph, a=0, b=1, c=2, d=0).graphs:
        own = analyse(part).firings
        for actor in part.actors:
            assert own[actor.name] == (1 if actor.network else whole[actor.name])


def test_initial_tokens_lie_where_they_are_read(tmp_path: Path) -> None:
    delayed = FAN.replace("b.o -> d.j", "b.o -> d.j delay 2")
    found = split(graph_of(delayed, tmp_path), a=0, b=1, c=1, d=0)
    assert [f.name for f in found.graphs[0].fifos if f.delay_tokens] == ["receive1@1.data:d.j"]
    assert not any(f.delay_tokens for f in found.graphs[1].fifos)


def test_fifos_to_ends_of_links_have_the_user_s_names(tmp_path: Path) -> None:
    found = split(graph_of(FAN, tmp_path), a=0, b=1, c=1, d=0)
    own = {fifo.name for fifo in graph_of(FAN, tmp_path).fifos}
    assert {user_name(graph, fifo) for graph in found.graphs for fifo in graph.fifos} == own


def test_senders_come_before_receivers_of_later_links(tmp_path: Path) -> None:
    found = split(graph_of(FAN, tmp_path), a=0, b=1, c=1, d=0)
    assert ends(found.graphs[0])["receive1@1"].after == ("send0@1",)
    assert ends(found.graphs[1])["receive0@0"].after == ()


def test_nodes_with_effects_are_told_of_the_end(tmp_path: Path) -> None:
    stopping = FAN.replace("fire give(o); out", "fire give(o); stops; out")
    found = split(graph_of(stopping, tmp_path), a=0, b=1, c=2, d=1)
    told = [(link.source, link.target) for link in found.links if link.control]
    assert told == [(0, 1), (0, 2)]
    (receiver,) = (a for a in found.graphs[2].actors if a.network is not None and a.network.control)
    assert receiver.stops
    assert all(end.tells_end for graph in found.graphs for end in ends(graph).values())


def test_without_actors_that_stop_messages_are_tokens_alone(tmp_path: Path) -> None:
    found = split(graph_of(FAN, tmp_path), a=0, b=1, c=2, d=1)
    assert not any(link.control for link in found.links)
    assert not any(end.tells_end for graph in found.graphs for end in ends(graph).values())


def test_tokens_with_pointers_do_not_cross(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text(
        "struct item { int n; struct { char *text; } name; };\n"
        "void give(struct item *o);\nvoid take(const struct item *i);\n"
    )
    (tmp_path / "a.c").write_text(
        '#include "a.h"\nvoid give(struct item *o) { o->n = 1; }\nvoid take(const struct item *i) { (void)i; }\n'
    )
    (tmp_path / "g.sdf").write_text(
        'graph g {\n    include "a.h"; source "a.c";\n'
        "    actor a @node(0) { fire give(o); out o : struct item[1]; }\n"
        "    actor b @node(1) { fire take(i); in i : struct item[1]; }\n    a.o -> b.i;\n}\n"
    )
    with pytest.raises(UserError) as error:
        compile_graph(tmp_path / "g.sdf", CompileOptions(nodes=2))
    (found,) = error.value.diagnostics
    assert (found.id, found.span and found.span.line) == ("node-pointers", 5)
    assert "'name.text' of 'struct item'" in found.message


LINKED = """
#include <df/object.h>
struct item { struct item *next; const char *text; int n; };
DF_OBJECT(item);
static inline void give(df_ref *o) { o->root = df_new(o, item); }
static inline void take(const df_ref *i) { (void)i; }
"""

PLAIN = CompileOptions()


def two_nodes(folder: Path, word: str, more: CompileOptions = PLAIN) -> Compiled:
    (folder / "a.h").write_text(LINKED)
    (folder / "g.sdf").write_text(
        f'graph g {{\n    include "a.h"; object struct item {{ text {word}; }}\n'
        "    actor a @node(0) { fire give(o); out o : object struct item[3] up to 1000; }\n"
        "    actor b @node(1) { fire take(i); in i : object struct item[3]; }\n    a.o -> b.i;\n}\n"
    )
    return compile_graph(folder / "g.sdf", replace(more, nodes=2))


def test_object_graphs_cross_packed(tmp_path: Path) -> None:
    text = two_nodes(tmp_path, "transient").plan_text
    # Objects of 1000 bytes, their two bitmaps, that of transient bytes, and three words of the head.
    assert f"{3 * 8 * (3 + 125 + 2 * 2 + 16)} network 0: node0 to node1 a.o:b.i" in " ".join(text.split())


TOLD = re.compile(r'"[^"\n]*"')


def told(compiled: Compiled) -> set[str]:
    """All texts of the program, which it may print."""
    files = (text.decode() for name, text in compiled.files.items() if name.startswith("src/"))
    sources = (line for text in files for line in text.splitlines() if not line.startswith(("#include", "{")))
    return {text.strip('"') for line in sources for text in TOLD.findall(line)}


@pytest.mark.parametrize("guard", [False, True])
def test_names_of_what_is_set_in_at_links_reach_no_message(guard: bool, tmp_path: Path) -> None:
    compiled = two_nodes(tmp_path, "transient", CompileOptions(guard=guard, watchdog_ns=10**9))
    assert "send0@1.pack" in compiled.plan_text
    assert "receive0@0.pack" in compiled.plan_text
    found = told(compiled)
    assert {"messages of a.o:b.i", "a.o", "a", "b"} <= found
    assert not [text for text in found if "@" in text]


def test_a_node_without_the_memory_is_told_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text("[[nodes]]\nname = 'large'\n[[nodes]]\nname = 'little'\nmemory_bytes = 4000\n")
    with pytest.raises(UserError) as error:
        two_nodes(tmp_path, "transient", CompileOptions(platform=str(tmp_path / "small.toml")))
    (found,) = error.value.diagnostics
    assert found.id == "memory-exceeded"
    assert found.message.startswith("the plan of node 'little' needs ")
    assert found.span is not None
    assert (found.span.file, found.span.line) == (str(tmp_path / "small.toml"), 3)
    assert "@" not in found.message
    assert "'memory_bytes'" in str(found.hint)


def test_external_pointers_do_not_cross(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        two_nodes(tmp_path, "external")
    (found,) = error.value.diagnostics
    assert (found.id, found.span and found.span.line) == ("node-external", 5)
    assert "'text' of 'struct item'" in found.message


AHEAD = """
#include <df/df.h>
static inline void give(float *o) { *o = 1; }
static inline void pass_on(const float *i, float *o) { *o = *i; }
static inline void take(const float *i) { (void)i; }
"""


def to_and_fro(folder: Path) -> Compiled:
    """Tokens go to and fro between nodes 1 and 2 before node 0 has them, which gives node 1 others at once."""
    (folder / "a.h").write_text(AHEAD)
    way = [f"y{k}" for k in range(6)]
    actors = [f"    actor {y} @node({1 + k % 2}) {{ fire pass_on(i, o); in i : float[1]; out o : float[1]; }}"
              for k, y in enumerate(way)]  # fmt: skip
    lines = [
        'graph g {\n    include "a.h";',
        "    actor z @node(2) { fire give(o); out o : float[1]; }",
        *actors,
        "    actor x @node(0) { fire take(i); in i : float[1]; effect; }",
        "    actor w @node(0) { fire give(o); out o : float[1]; }",
        "    actor v @node(1) { fire take(i); in i : float[1]; effect; }",
        *(f"    {a}.o -> {b}.i;" for a, b in pairwise(("z", *way, "x"))),
        "    w.o -> v.i;\n}",
    ]
    (folder / "g.sdf").write_text("\n".join(lines))
    return compile_graph(folder / "g.sdf", CompileOptions(nodes=3, cores=1))


STUCK = "not applied, software pipelining: nodes would wait for each other"


def test_ends_of_links_are_as_late_on_all_nodes(tmp_path: Path) -> None:
    """Else the node that sends at once would wait for what another one sends only in later passes."""
    assert STUCK not in to_and_fro(tmp_path).plan_text


def test_nodes_that_would_wait_for_each_other_run_pass_by_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dfgen.stages.nodes_wait", lambda programs: True)
    assert to_and_fro(tmp_path).plan_text.count(STUCK) == 3
