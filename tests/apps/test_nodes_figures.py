# SPDX-License-Identifier: Apache-2.0
"""What several nodes tell of a run: figures and traces in one file, and which of them a stuck program waits for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import PLAIN, Workbench
from tests.apps.nodes import program, run
from tests.apps.promised import SEVERAL, Shape, command_line, expected, recorded
from tests.messages import Messages, needs_mpi, nodes_at_random

pytestmark = needs_mpi

SHAPE = Shape(2, 2, 1)
WAITS_FOR_NODE = r"  core \d, pass \d+: waits for node 'node[012]': \S+:\S+ \(\d+ done, \d+ needed\)"


def test_figures_of_all_nodes_are_in_one_file(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 3, 3, SHAPE)
    for where in ("figures.json", "-"):
        result = run(command, tmp_path, *command_line(SEVERAL, "-n", "100", "--json", where))
        assert result.returncode == 0, result.stderr
        text = result.stdout[result.stdout.index("{") :] if where == "-" else (tmp_path / where).read_text("utf-8")
        figures, _ = json.JSONDecoder().raw_decode(text)  # what other nodes print may come behind it
        assert [node["node"] for node in figures["nodes"]] == ["node0", "node1", "node2"]
        assert {node["iterations"] for node in figures["nodes"]} == {100}
        assert figures["node"] == "node0"
        assert figures["status"] == "done"


def test_names_of_nodes_may_be_any_text(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    """Also such as JSON has to write otherwise."""
    names = ['the "front"', "back\\slash"]
    (tmp_path / "a.h").write_text(
        "static inline void give(char *o) { *o = 1; }\nstatic inline void take(const char *i) { (void)i; }\n"
    )
    graph = tmp_path / "g.sdf"
    graph.write_text(
        'graph g {\n    include "a.h";\n'
        "    actor a @node(0) { fire give(o); out o : char[1]; }\n"
        "    actor b @node(1) { fire take(i); in i : char[1]; }\n    a.o -> b.i;\n}\n"
    )
    platform = tmp_path / "cluster.toml"
    platform.write_text("".join(f"[[nodes]]\nname = {json.dumps(name)}\n" for name in names))
    options = CompileOptions(platform=platform)
    path = bench.program(graph, options, messages.toolchain_like(PLAIN))
    command = messages.command([str(path)], bench.compile(graph, options))
    result = run(command, tmp_path, "-n", "100", "--json", "figures.json")
    assert result.returncode == 0, result.stderr
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert [node["node"] for node in figures["nodes"]] == names


OBJECTS = """
#include <df/object.h>
struct item { int n; };
DF_OBJECT(item);
static inline void give(df_ref *o) { o->root = df_new(o, item); }
static inline void take(const df_ref *i) { (void)i; }
"""


def test_figures_of_all_nodes_tell_of_arenas(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text(OBJECTS)
    graph = tmp_path / "g.sdf"
    graph.write_text(
        'graph g {\n    include "a.h";\n'
        "    actor a @node(0) { fire give(o); out o : object struct item[1] up to 64; }\n"
        "    actor b @node(1) { fire take(i); in i : object struct item[1]; }\n    a.o -> b.i;\n}\n"
    )
    options = CompileOptions(nodes=2)
    path = bench.program(graph, options, messages.toolchain_like(PLAIN))
    command = messages.command([str(path)], bench.compile(graph, options))
    result = run(command, tmp_path, "-n", "100", "--json", "figures.json")
    assert result.returncode == 0, result.stderr
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert figures["arenas"] == figures["nodes"][0]["arenas"]
    assert all(arenas["most_used_bytes"] > 0 for node in figures["nodes"] for arenas in node["arenas"])


def test_a_run_that_fails_has_figures_of_all_nodes(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 3, 3, SHAPE)
    told = ("-n", "1000", "who=1", "what=fail", "at=100", "--json", "figures.json")
    assert run(command, tmp_path, *command_line(SEVERAL, *told)).returncode == 1
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert [node["status"] for node in figures["nodes"]] == ["failed"] * 3


def test_a_trace_and_a_profile_have_the_cores_of_all_nodes(
    bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    options = CompileOptions(cores=2, nodes=3, trace=True)
    with nodes_at_random(3):
        compiled = bench.compile(SEVERAL, options)
        path = bench.program(SEVERAL, options, messages.toolchain_like(PLAIN))
    command = messages.command([str(path)], compiled)
    told = ("-n", "2000", "--trace", "trace.json", "--profile", "profile.json")
    result = run(command, tmp_path, *command_line(SEVERAL, *told))
    assert result.returncode == 0, result.stderr
    events = json.loads((tmp_path / "trace.json").read_text("utf-8"))["traceEvents"]
    names = {event["pid"]: event["args"]["name"] for event in events if event["name"] == "process_name"}
    assert names == {1: "node0", 2: "node1", 3: "node2"}
    fired = {event["name"] for event in events if event.get("cat") == "actor"}
    assert {"source", "middle", "side", "early_sink", "stopping_sink", "slow_sink"} <= fired
    assert {event["pid"] for event in events if event.get("cat") == "actor"} == {1, 2, 3}
    ends = [max(e["ts"] for e in events if e["pid"] == pid and "ts" in e) for pid in names]
    begins = [min(e["ts"] for e in events if e["pid"] == pid and "ts" in e) for pid in names]
    assert max(begins) < min(ends), "the nodes do not seem to have run at the same time"
    profile = json.loads((tmp_path / "profile.json").read_text("utf-8"))
    counts = [firings_in(node) for node in profile["nodes"]]
    assert firings_in(profile) == counts[0]
    assert all(counts)
    of_all = {name: count for own in counts for name, count in own.items()}
    twice = dict.fromkeys(("middle", "side", "early_sink", "stopping_sink"), 4000)
    assert of_all == {"source": 2000, "slow_sink": 2000, **twice}


def firings_in(profile: Any) -> dict[str, int]:
    """By actor of a node."""
    points = [point for core in profile["cores"] for point in core["points"] if point["kind"] == "actor"]
    return {name: sum(p["count"] for p in points if p["name"] == name) for name in {p["name"] for p in points}}


# --- the watchdog -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("actor", [1, 5])
def test_a_stuck_program_tells_node_core_and_fifo(
    actor: int, bench: Workbench, messages: Messages, tmp_path: Path
) -> None:
    command = program(bench, messages, SEVERAL, 3, 3, SHAPE)
    told = ("-n", "1000", f"who={actor}", "what=hang", "at=100", "--watchdog", "300ms")
    result = run(command, tmp_path, *command_line(SEVERAL, *told))
    assert result.returncode == 4, result.stderr
    assert re.search(r"error: \S+ is stuck: for 300 ms nothing has happened on any of its 3 nodes", result.stderr)
    for node in range(3):
        assert f"on node 'node{node}' do:" in result.stderr
    assert f"runs actor '{'source' if actor == 1 else 'stopping_sink'}'" in result.stderr
    assert re.search(WAITS_FOR_NODE, result.stderr)


def test_nodes_that_wait_for_a_slow_one_are_not_stuck(bench: Workbench, messages: Messages, tmp_path: Path) -> None:
    command = program(bench, messages, SEVERAL, 3, 3, SHAPE)
    told = ("-n", "40", "doze_us=50000", "--watchdog", "700ms")
    result = run(command, tmp_path, *command_line(SEVERAL, *told))
    assert result.returncode == 0, result.stderr
    assert "stuck" not in result.stderr
    assert recorded(SEVERAL, tmp_path) == expected(SEVERAL, 40)
