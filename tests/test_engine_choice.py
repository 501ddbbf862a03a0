# SPDX-License-Identifier: Apache-2.0
"""Copies that are left to engines unasked: taken where the prediction says so, and the plan says why, also why not."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.model.platform import load_platform
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.platforms import ENGINE

GRAPH = """graph g {
    actor a { state; out o : uint8[4194304]; time 500us; }
    actor b { state; in i : uint8[4194304] read_write; time 200us; }
    actor c { state; in i : uint8[4194304] read_only; time 700us; }
    a.o -> { b.i, c.i };
}
"""
THREAD = ENGINE.format(name="thread")
NO_COPY = GRAPH.replace(" read_write", " read_only")
Compile = Callable[..., Compiled]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    def compile_it(graph: str = GRAPH, platform: str = THREAD, **options: Any) -> Compiled:
        (tmp_path / "g.sdf").write_text(graph)
        (tmp_path / "p.toml").write_text(platform)
        given = {"cores": 1, "engines": "auto", "platform": str(tmp_path / "p.toml"), "stand_ins": True, **options}
        return compile_graph(tmp_path / "g.sdf", CompileOptions(**given))

    return compile_it


def strategy(made: Compiled, fifo: str) -> str:
    return next(f["strategy"] for f in fifos(made) if f["name"] == fifo)


def fifos(made: Compiled) -> list[dict[str, Any]]:
    return json.loads(json.dumps(made.plan))["fifos"]  # type: ignore[no-any-return]


def verdicts(made: Compiled) -> Mapping[str, tuple[str, str]]:
    found = json.loads(json.dumps(made.plan)).get("engines", [])
    return {v["fifo"]: (v["engine"], v["reason"]) for v in found}


def test_a_copy_that_hides_behind_work_is_left_to_an_engine(compiled: Compile) -> None:
    made = compiled()
    assert strategy(made, "a.o:b.i") == "offload"
    engine, why = verdicts(made)["a.o:b.i"]
    assert engine == "thread"
    assert "while cores work: 1.4 ms an iteration instead of 1.7" in why
    assert f"a.o:b.i by thread engine: {why}" in made.plan_text
    assert next(f["reason"] for f in fifos(made) if f["name"] == "a.o:b.i") == "it is copied while cores work"
    assert made.plan["prediction"]["period_ns"] < compiled(engines="none").plan["prediction"]["period_ns"] / 1.1  # type: ignore[index]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"cores": 2}, "no CPU is left over"),
        ({"graph": GRAPH.replace("500us", "5ms")}, "less than 10 % could be gained"),
        ({"graph": GRAPH.replace("time 700us;", "time 10us;"), "platform": THREAD.replace("0.06", "0.3")},
         "(estimates), which is less than 10 %"),
        ({"platform": THREAD.replace("writer_ns_per_byte = [[4096, 0.0]]", "writer_ns_per_byte = [[4096, 9.0]]")},
         "giving copies away costs more than making them"),
        ({"platform": 'cores = 2\n'}, "none has been measured"),
        ({"graph": GRAPH.replace(" time 500us;", "").replace(" time 700us;", "")}, "most actors have no stated time"),
        ({"engines": "opencl"}, "none has been measured"),
    ],
)  # fmt: skip
def test_the_plan_says_why_none_is_taken(compiled: Compile, changed: dict[str, Any], why: str) -> None:
    made = compiled(**changed)
    assert strategy(made, "a.o:b.i") == "memcpy"
    engine, told = verdicts(made)["a.o:b.i"]
    assert engine == ""
    assert why in told
    assert "a.o:b.i by no engine: " in made.plan_text


def test_who_asks_is_obeyed(compiled: Compile) -> None:
    assert strategy(compiled(engines="none"), "a.o:b.i") == "memcpy"
    assert verdicts(compiled(engines="none")) == {}
    assert strategy(compiled(engines=None), "a.o:b.i") == "memcpy", "a platform file is not asked for engines unasked"
    assert strategy(compiled(transfers=("a.o:b.i=memcpy",)), "a.o:b.i") == "memcpy"
    assert strategy(compiled(engines="thread"), "a.o:b.i") == "offload"
    assert verdicts(compiled(NO_COPY)) == {}


@pytest.mark.parametrize("wanted", ["dmax", "auto,thread", "thread,", ""])
def test_engines_that_there_are_not(compiled: Compile, wanted: str) -> None:
    if wanted == "":
        assert compiled(engines=wanted), "as if nothing had been said"
        return
    with pytest.raises(UserError) as caught:
        compiled(engines=wanted)
    assert caught.value.diagnostics[0].id == "option-unknown"
    assert "auto, none, or some of thread" in caught.value.diagnostics[0].hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[engines]\nthread = 3", "engine 'thread' must be a table"),
        ("engines = 3", "'engines' must be a table"),
        ("[engines.thread]\ngive_ns = 3", "engine 'thread' lacks 'first_ns'"),
        (THREAD.replace("give_ns", "gives_ns"), "engine 'thread' has no cost 'gives_ns'"),
        (THREAD.replace("200", "-200"), "'give_ns' must be a whole number"),
        (THREAD.replace("[[4096, 0.06]]", "[]"), "'dirty_ns_per_byte' must be a list of pairs"),
    ],
)
def test_tables_of_engines_that_are_wrong(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "p.toml").write_text(text)
    with pytest.raises(UserError) as caught:
        load_platform(tmp_path / "p.toml")
    assert message in caught.value.diagnostics[0].message


def test_a_table_of_an_engine_that_there_is_not(compiled: Compile) -> None:
    with pytest.raises(UserError) as caught:
        compiled(platform=THREAD.replace("engines.thread", "engines.threads"))
    assert "there is no engine 'threads'" in caught.value.diagnostics[0].message


def test_a_core_that_waits_helps_to_copy(compiled: Compile) -> None:
    """Nothing hides the copy: engine and core make it together, sooner than either alone."""
    graph = GRAPH.replace("time 700us;", "time 1us;")
    asked = compiled(graph, transfers=("a.o:b.i=offload",))
    period_ns = asked.plan["prediction"]["period_ns"]  # type: ignore[index]
    assert 700_000 + 0.2 * 4194304 * 0.06 < period_ns < 700_000 + 0.9 * 4194304 * 0.06
