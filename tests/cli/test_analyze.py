# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dfgen.analysis import throughput
from dfgen.analysis.throughput import Problem, Throughput, TooLarge, Watch
from dfgen.cli import analyze
from dfgen.cli.section import Section

Dfgen = Callable[..., Any]

# 2 firings of `a` and 3 of `b` an iteration; `back` initial tokens let them overlap.
GRAPH = """\
graph demo(back = 6) {
    actor a { out o : uint8[3]; in i : uint8[3]; time 2ns; }
    actor b { in i : uint8[2]; out o : uint8[2]; time 3ns; }
    a.o -> b.i @capacity(4);
    b.o -> a.i delay back;
}
"""


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    return written(tmp_path, GRAPH)


def written(folder: Path, text: str) -> Path:
    (folder / "demo.sdf").write_text(text)
    return folder / "demo.sdf"


def test_the_help_says_in_which_order_firings_start(dfgen: Dfgen) -> None:
    assert "Firings of an actor start in order" in " ".join(dfgen("analyze", "--help").out.split())


def test_the_table(dfgen: Dfgen, demo: Path) -> None:
    ended = dfgen("analyze", demo)
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == (
        "actor  phases  firings  time  busy\n"
        "a           1        2     2  0.80\n"
        "b           1        3     3  1.80\n"
        "\n"
        "demo: 2 actors, 2 FIFOs, 5 firings\n"
        "period: 5 ns\n"
        "throughput: 1/5 iterations a ns (0.2), 2e+08 a second\n"
        "critical cycle:\n"
        "  a -> b -> a\n"
        "firings of an actor overlap unless state or a FIFO to itself forbids it;\n"
        "FIFOs are unbounded\n"
    )


def test_json(dfgen: Dfgen, demo: Path) -> None:
    ended = dfgen("analyze", demo, "--json")
    assert json.loads(ended.out) == {
        "schema": 1,
        "graph": "demo",
        "consistent": True,
        "deadlock_free": True,
        "actors": 2,
        "fifos": 2,
        "repetition_vector": {"a": 2, "b": 3},
        "repetition_sum": 5,
        "cycles": {"a": 2, "b": 3},
        "exact": True,
        "period": "5",
        "throughput": "1/5",
        "time_unit": "ns",
        "critical_cycle": ["a", "b"],
        "bounds": {"lower": "5", "upper": "5", "upper_if_live": "5"},
        "auto_concurrency": True,
        "capacities": False,
    }


def answer(dfgen: Dfgen, *arguments: str | Path) -> dict[str, Any]:
    ended = dfgen("analyze", "--json", *arguments)
    assert ended.status == 0, ended.err
    content: dict[str, Any] = json.loads(ended.out)
    return content


@pytest.mark.parametrize(
    ("arguments", "period"),
    [
        (["-p", "back=5"], "10"),
        (["-p", "back=24"], "5/4"),
        (["-p", "back=24", "--no-auto-concurrency"], "9"),
        (["-p", "back=24", "--method", "self-timed"], "5/4"),
        (["-p", "back=24", "--capacities"], "10"),
    ],
)
def test_options(dfgen: Dfgen, demo: Path, arguments: list[str], period: str) -> None:
    assert answer(dfgen, demo, *arguments)["period"] == period


@pytest.mark.parametrize("option", [("--depth", "3"), ("--mapper", "list")])
def test_what_is_said_of_a_mapping_needs_one(dfgen: Dfgen, demo: Path, option: tuple[str, str]) -> None:
    ended = dfgen("analyze", demo, *option)
    assert ended.status == 2
    assert f"error: {option[0]} is for the period on cores, which --cores asks for" in ended.err


def test_what_is_counted_needs_a_question(dfgen: Dfgen, demo: Path) -> None:
    ended = dfgen("analyze", demo, "--count", "bytes")
    assert ended.status == 2
    assert "error: --count is for --buffers, --pareto, --pareto-plot and --schedules" in ended.err


def test_deadlock_is_an_answer(dfgen: Dfgen, demo: Path) -> None:
    content = answer(dfgen, demo, "-p", "back=1")
    assert (content["deadlock_free"], content["period"], content["throughput"]) == (False, None, "0")
    assert content["bounds"] == {"lower": None, "upper": None, "upper_if_live": None}
    assert [error["id"] for error in content["errors"]] == ["deadlock"]
    ended = dfgen("analyze", demo, "-p", "back=1")
    assert ended.status == 0
    assert "throughput: 0, for it deadlocks\n  deadlock: along " in ended.out


def test_infinite_throughput_is_an_answer(dfgen: Dfgen, tmp_path: Path) -> None:
    path = written(tmp_path, "graph demo { actor a { out o : uint8[1]; } actor b { in i : uint8[1]; } a.o -> b.i; }")
    content = answer(dfgen, path)
    assert (content["deadlock_free"], content["period"], content["throughput"]) == (True, "0", "inf")
    assert content["time_unit"] is None
    ended = dfgen("analyze", path)
    assert "throughput: infinite, for no cycle takes time (period 0)" in ended.out
    assert "every firing takes 1, for no time is stated;" in ended.out


def test_rates_that_do_not_balance_are_a_mistake(dfgen: Dfgen, tmp_path: Path) -> None:
    path = written(tmp_path, GRAPH.replace("out o : uint8[2]", "out o : uint8[5]"))
    ended = dfgen("analyze", "--json", path)
    assert ended.status == 1
    assert json.loads(ended.out)["consistent"] is False
    assert "error[inconsistent]" in ended.err
    plain = dfgen("analyze", path)
    assert (plain.status, plain.out, plain.err) == (1, "", ended.err)


def test_state_keeps_firings_apart(dfgen: Dfgen, tmp_path: Path) -> None:
    path = written(tmp_path, GRAPH.replace("time 3ns;", "time 3ns; state;").replace("back = 6", "back = 60"))
    content = answer(dfgen, path)
    assert (content["period"], content["critical_cycle"]) == ("9", ["b"])
    assert "critical cycle: b, which waits for its own firings" in dfgen("analyze", path).out


def test_phases_have_times_of_their_own(dfgen: Dfgen, tmp_path: Path) -> None:
    path = written(
        tmp_path, "graph demo { actor a { in i : uint8[1]; out o : uint8[1]; time 5ns, 1ns; } a.o -> a.i delay 1; }"
    )
    content = answer(dfgen, path)
    assert (content["period"], content["repetition_vector"], content["cycles"]) == ("6", {"a": 2}, {"a": 1})
    assert "a           2        2   5,1  1.00" in dfgen("analyze", path).out


def test_long_cycles_are_cut(dfgen: Dfgen, tmp_path: Path) -> None:
    actors = "".join(f"actor worker{n} {{ in i : uint8[1]; out o : uint8[1]; time 1ns; }}\n" for n in range(20))
    edges = "".join(f"worker{n}.o -> worker{(n + 1) % 20}.i{' delay 1' if n == 19 else ''};\n" for n in range(20))
    out = dfgen("analyze", written(tmp_path, f"graph demo {{\n{actors}{edges}}}")).out
    assert "... 10 more ..." in out
    assert max(map(len, out.splitlines())) <= 80


def ends_with(error: BaseException) -> Callable[[Problem, Watch], Throughput]:
    def method(problem: Problem, watch: Watch) -> Throughput:
        watch.at_least(Fraction(9, 2))
        watch.at_most(Fraction(12))
        raise error

    return method


def test_ctrl_c_shows_the_bounds(dfgen: Dfgen, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throughput.METHODS, "periodic", ends_with(KeyboardInterrupt()))
    ended = dfgen("analyze", demo)
    assert ended.status == 130
    assert "throughput: not known; the period is at least 9/2, at most 12\n" in ended.out
    content = json.loads(dfgen("analyze", demo, "--json").out)
    assert (content["exact"], content["period"], content["deadlock_free"]) == (False, None, True)
    assert content["bounds"] == {"lower": "9/2", "upper": "12", "upper_if_live": "12"}


def test_giving_up_shows_the_bounds(dfgen: Dfgen, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(throughput.METHODS, "periodic", ends_with(TooLarge("it is too large")))
    ended = dfgen("analyze", demo)
    assert ended.status == 1
    assert "demo.sdf:1:7: error[throughput-undecided]: the exact throughput of 'demo' is not known" in ended.err
    assert "the period is at least 9/2, at most 12" in ended.out


def test_the_time_is_kept(dfgen: Dfgen, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 1000, 10))
    monkeypatch.setattr(analyze, "time", SimpleNamespace(monotonic=lambda: next(now)))
    ended = dfgen("analyze", demo, "--timeout", "15")
    assert ended.status == 1
    assert "it was not found in 15 seconds" in ended.err
    assert "throughput: not known; the period is at least " in ended.out


def test_what_is_not_known_to_deadlock_may_do_so(dfgen: Dfgen, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions that make sense only for what lives are not asked where nobody knows."""
    monkeypatch.setitem(throughput.METHODS, "periodic", ends_with(TooLarge("it is too large")))
    ended = dfgen("analyze", demo, "-p", "back=1", "--json", "--buffers", "--schedules")
    assert ended.status == 1
    assert "error[throughput-undecided]" in ended.err
    content = json.loads(ended.out)
    assert not {"buffers", "schedules"} & content.keys()
    ended = dfgen("analyze", demo, "--json", "--buffers")
    assert json.loads(ended.out)["buffers"]["complete"]


def test_sizes_alone_may_deadlock(dfgen: Dfgen, tmp_path: Path) -> None:
    """The rates and delays are not to blame: nothing more is said."""
    path = written(tmp_path, GRAPH.replace("@capacity(4)", "@capacity(2)"))
    ended = dfgen("analyze", path, "--capacities")
    assert ended.status == 0
    assert "throughput: 0, for it deadlocks\n" in ended.out
    assert "every actor waits" not in ended.out
    assert "FIFOs have the stated sizes\n" in ended.out


def test_a_cycle_that_comes_by_an_actor_several_times(dfgen: Dfgen, demo: Path) -> None:
    out = dfgen("analyze", demo, "-p", "back=4", "--no-auto-concurrency").out
    assert "no two firings of an actor overlap;\n" in out
    assert re.search(r"critical cycle: \d+ firings, of these actors:\n  a -> b -> a\n", out)


def test_what_takes_long_is_shown(dfgen: Dfgen, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(analyze, "QUIET_SECONDS", -1)
    monkeypatch.setattr("dfgen.cli.console.Console.activity", lambda console, text: shown.append(text))
    assert dfgen("analyze", demo).status == 0
    assert any("; the period is at least " in text for text in shown)


def test_notes_of_importers_are_passed_on(dfgen: Dfgen, tmp_path: Path) -> None:
    kept = "<bandwidth min='3'/>"
    port = "<port name='p' type='{}' rate='1'/>"
    graph = f"<actor name='a'>{port.format('out')}</actor><actor name='b'>{port.format('in')}</actor>"
    graph += "<channel name='c' srcActor='a' srcPort='p' dstActor='b' dstPort='p'/>"
    properties = f"<sdfProperties><channelProperties channel='c'>{kept}</channelProperties></sdfProperties>"
    text = f"<sdf3 type='sdf' version='1.0'><applicationGraph name='g'><sdf name='g' type='g'>{graph}</sdf>"
    (tmp_path / "g.xml").write_text(f"{text}{properties}</applicationGraph></sdf3>")
    for command in (["analyze"], ["check"], ["report", "--stand-ins", "-o", tmp_path / "page.html"]):
        ended = dfgen(*command, tmp_path / "g.xml")
        assert ended.status == 0, ended.err
        assert "note: dfgen reads no <bandwidth> of SDF3 files\n" in ended.err


def test_unknown_methods(dfgen: Dfgen, demo: Path) -> None:
    ended = dfgen("analyze", demo, "--method", "guess")
    assert ended.status == 1
    assert "error[option-unknown]: there is no method 'guess'" in ended.err


def test_further_sections(dfgen: Dfgen, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Section("extra", {"answer": 42}, "the answer is 42", interrupted=True)
    part = SimpleNamespace(
        configure=lambda parser: parser.add_argument("--extra", action="store_true"),
        refuse_idle=lambda arguments: None,
        section=lambda timed, throughput, arguments, console: found if arguments.extra else None,
    )
    monkeypatch.setattr(analyze, "SECTIONS", (part,))
    assert "extra" not in answer(dfgen, demo)
    ended = dfgen("analyze", demo, "--json", "--extra")
    assert (ended.status, json.loads(ended.out)["extra"]) == (130, {"answer": 42})
    assert dfgen("analyze", demo, "--extra").out.endswith("\n\nthe answer is 42\n")


def test_what_takes_long_is_shown_on_a_terminal_alone(dfgen: Dfgen, demo: Path) -> None:
    assert dfgen("analyze", demo, "--method", "self-timed").err == ""


def test_a_mapped_graph_without_an_exact_period(
    dfgen: Dfgen, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = repository / "apps" / "cd2dat" / "cd2dat.sdf"

    def ending(error: BaseException) -> Callable[..., None]:
        def search(*_: object) -> None:
            raise error

        return search

    monkeypatch.setattr("dfgen.prediction.mapped.mapped_throughput", ending(TooLarge("many steps")))
    mapped = answer(dfgen, app, "--cores", "1")["mapped"]
    assert (mapped["period_ns"], mapped["critical_cycle"]) == (None, [])
    assert mapped["predicted_ns"] > 0
    assert "on 1 core: the exact period is not known; run with clocks" in dfgen("analyze", app, "--cores", "1").out
    monkeypatch.setattr("dfgen.prediction.mapped.mapped_throughput", ending(KeyboardInterrupt()))
    ended = dfgen("analyze", app, "--cores", "1")
    assert ended.status == 130
    assert "the mapped graph was not analyzed" in ended.out


def test_the_mapped_graph(dfgen: Dfgen, repository: Path) -> None:
    app = repository / "apps" / "cd2dat" / "cd2dat.sdf"
    mapped = answer(dfgen, app, "--cores", "1")["mapped"]
    assert (mapped["cores"], mapped["critical_cycle"]) == (1, ["core 0"])
    assert Fraction(mapped["period_ns"]) == pytest.approx(mapped["predicted_ns"], rel=0.001)
    (critical,) = answer(dfgen, app, "--cores", "2")["mapped"]["critical_cycle"]
    out = dfgen("analyze", app, "--cores", "2").out
    assert "period on 2 cores: " in out
    assert critical in ("core 0", "core 1")
    assert f"critical there:\n  {critical}\n" in out


def test_times_without_a_unit_count_what_the_user_says(dfgen: Dfgen, tmp_path: Path) -> None:
    ring = "graph g { actor a { time 3; in i : uint8[1]; out o : uint8[1]; } a.o -> a.i delay 1; }"
    path = written(tmp_path, ring)
    bare, timed = answer(dfgen, path), answer(dfgen, path, "--time-unit", "2us")
    assert (bare["time_unit"], bare["period"]) == (None, "3")
    assert (timed["time_unit"], timed["period"]) == ("ns", "6000")
