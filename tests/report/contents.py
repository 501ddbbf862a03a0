# SPDX-License-Identifier: Apache-2.0
"""What pages of these tests show: small graphs taken through the compiler without C, and measurements made up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dfgen.analysis.facts import analyse
from dfgen.lowering.lower import lower
from dfgen.model.graph import Graph
from dfgen.model.plan_text import plan_as_json
from dfgen.model.platform import default_platform
from dfgen.prediction.predict import predict
from dfgen.prediction.record import record
from dfgen.report.content import Content
from tests.planning import graph_without_c, planned

# Two levels of groups, a copy, a delay, an actor without a time.
PICTURE = """
graph picture(size = 1000) {
    actor read { fire read(y); state; time 20us; out y : uint8[size]; }
    actor left = filter(size = size);
    actor right = filter(size = size);
    actor show { fire show(a, b, c); state; time 10us;
                 in a : uint8[size]; in b : uint8[size]; in c : uint8[size] read_write; }
    read.y -> { left.x, right.x, show.c };
    left.y -> show.a;
    right.y -> show.b delay 2 * size;
}
graph filter(size = 8) {
    in x : uint8[size];
    out y : uint8[size];
    actor first { fire first(i, o); time 30us; in i : uint8[size]; out o : uint8[size]; }
    actor inner = deep(size = size);
    x -> first.i;
    first.o -> inner.x;
    inner.y -> y;
}
graph deep(size = 8) {
    in x : uint8[size];
    out y : uint8[size];
    actor second { fire second(i, o); in i : uint8[size]; out o : uint8[size]; }
    x -> second.i;
    second.o -> y;
}
"""


PROGRAM_H = "void give(unsigned char *out);\nvoid take(const unsigned char *in);\n"
PROGRAM_C = """#include "g.h"
void give(unsigned char *out) { *out = 1; }
void take(const unsigned char *in) { (void)in; }
"""
PROGRAM = """graph g { include "g.h"; source "g.c";
    actor give { fire give(o); time 1us; state; out o : uint8[1]; }
    actor take { fire take(i); time 2us; in i : uint8[1]; }
    give.o -> take.i; }
"""


def write_program(folder: Path) -> Path:
    """A graph that can be compiled, and run."""
    for name, text in (("g.h", PROGRAM_H), ("g.c", PROGRAM_C), ("g.sdf", PROGRAM)):
        (folder / name).write_text(text)
    return folder / "g.sdf"


def content_of(text: str, folder: Path, cores: int = 2, profile: dict[str, Any] | None = None) -> Content:
    path = folder / "picture.sdf"
    path.write_text(text)
    return content_of_graph(graph_without_c(path), cores, profile)


def content_of_graph(graph: Graph, cores: int = 2, profile: dict[str, Any] | None = None) -> Content:
    facts, platform = analyse(graph), default_platform(cores)
    plan = planned(graph, cores=cores)
    program = lower(plan)
    prediction = predict(program, platform)
    shown = plan_as_json(plan, program, facts, platform) | {"prediction": prediction.to_json()}
    return Content(shown, record(plan.account, program, facts, prediction), profile)


def profile_of(content: Content, iterations: int = 20) -> dict[str, Any]:
    """As `dfgen profile` would have measured it, in a machine a third slower than predicted."""
    schedule = content.record["schedule"]
    span_ns = round(schedule["span_ns"] * 4 / 3)
    names = [{"kind": "wait" if n not in _actors(content) else "actor", "name": n} for n in schedule["names"]]
    blocks = []
    for turn in range(iterations):
        for lane, start, end, _, name, count in schedule["blocks"]:
            begin, last = (round(turn * span_ns + at * 4 / 3) for at in (start, end))
            blocks.append([lane, name, begin, last, count or 1])
    wall_ns = iterations * span_ns
    return {
        "schema": 1,
        "graph": content.title,
        "run": {"iterations": iterations, "runs": 1, "elapsed_ns": wall_ns, "traced": True},
        "iteration": {
            "period_ns": 12_345_678,
            "low_ns": 12_000_000,
            "high_ns": 13_000_000,
            "predicted_ns": schedule["period_ns"],
        },
        "actors": [_actor(index, name) for index, name in enumerate(sorted(_actors(content)))],
        "fifos": [_fifo(index, fifo["name"]) for index, fifo in enumerate(content.record["fifos"])],
        "cores": [_core(index, wall_ns) for index in range(len(schedule["cores"]))],
        "transfers": [],
        "page_faults": {"minor": 321, "major": 7},
        "timeline": {"lost_events": 3, "names": names, "blocks": sorted(blocks, key=lambda block: block[3])},
        "comparison": [
            {
                "strategy": "chosen",
                "period_ns": 1000,
                "ratio": 1.0,
                "ratio_low": 1.0,
                "ratio_high": 1.0,
                "note": "",
            },
            {
                "strategy": "memcpy",
                "period_ns": 1500,
                "ratio": 1.5,
                "ratio_low": 1.4,
                "ratio_high": 1.6,
                "note": "",
            },
            {"strategy": "cow", "period_ns": None, "ratio": None, "note": "it is not legal anywhere"},
        ],
    }


def _actors(content: Content) -> set[str]:
    return {actor["name"] for actor in content.record["actors"]}


def _actor(index: int, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "firings": 100 + index,
        "time_ns": 5_000_000 + index,
        "share": 0.01 * (index + 1),
        "min_ns": 900 + index,
        "median_ns": 1000.5 + index,
        "p99_ns": 2000 + index,
    }


def _fifo(index: int, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "exposed_ns": 10_000 + index,
        "bytes_per_s": 1_000_000_000 + index,
        "waiting_ns": 70_000 + index,
        "depth_high_tokens": 3000 + index,
    }


def _core(index: int, wall_ns: int) -> dict[str, Any]:
    busy, moving, waiting = wall_ns // 2, wall_ns // 10, wall_ns // 4
    return {
        "core": index,
        "wall_ns": wall_ns,
        "busy_ns": busy,
        "moving_ns": moving,
        "waiting_ns": waiting,
        "asleep_ns": wall_ns - busy - moving - waiting,
        "other_ns": 0,
        "waits": [],
    }
