# SPDX-License-Identifier: Apache-2.0
"""`analyze` with questions about buffers and schedules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from dfgen.analysis.schedules import NODES_MAX
from dfgen.cli import buffer_answers, schedule_answers
from tests.analysis.buffers.problems import bounded_steps

Dfgen = Callable[..., Any]

CHAIN = """graph chain {
    actor a { state; time 2ns; out o : int32[2]; }
    actor b { state; time 3ns; in i : int32[3]; out o : uint8[1]; }
    actor c { time 1ns; in i : uint8[1]; }
    a.o -> b.i;
    b.o -> c.i;
}
"""

REJOINED = """graph rejoined {
    actor a { state; time 1ns; out o : uint8[1]; out p : uint8[1]; }
    actor b { state; time 1ns; in i : uint8[2]; out o : uint8[2]; }
    actor c { state; time 1ns; in i : uint8[1]; in j : uint8[1]; }
    a.o -> b.i;
    b.o -> c.i;
    a.p -> c.j;
}
"""


@pytest.fixture
def chain(tmp_path: Path) -> Path:
    path = tmp_path / "chain.sdf"
    path.write_text(CHAIN)
    return path


def asked(dfgen: Dfgen, path: Path, *options: str) -> dict[str, Any]:
    ended = dfgen("analyze", str(path), "--json", *options)
    assert ended.status == 0, ended.err
    found: dict[str, Any] = json.loads(ended.out)
    return found


def test_the_smallest_buffers(dfgen: Dfgen, chain: Path) -> None:
    live = asked(dfgen, chain, "--buffers")["buffers"]
    assert live["complete"]
    assert live["goal"] == "live"
    assert live["smallest"]["capacities"] == {"a.o:b.i": 4, "b.o:c.i": 1}
    assert (live["smallest"]["tokens"], live["smallest"]["bytes"]) == (5, 17)


def test_the_smallest_buffers_for_a_speed(dfgen: Dfgen, chain: Path) -> None:
    whole = asked(dfgen, chain, "--buffers", "max-throughput")
    fastest = whole["buffers"]["smallest"]
    assert fastest["period"] == whole["period"] == "6"
    front = asked(dfgen, chain, "--pareto")["buffers"]["pareto"]
    assert front[-1] == fastest
    assert [point["tokens"] for point in front] == sorted({point["tokens"] for point in front})
    between = asked(dfgen, chain, "--buffers", front[0]["period"])["buffers"]["smallest"]
    assert between["tokens"] == front[0]["tokens"]


def test_tables(dfgen: Dfgen, chain: Path) -> None:
    ended = dfgen("analyze", str(chain), "--buffers", "--pareto", "--schedules")
    assert "smallest buffers for live: 5 tokens, 17 bytes, period 12\n" in ended.out
    assert "a.o:b.i       4\n" in ended.out
    assert "trade-offs of buffers and throughput:\n" in ended.out
    assert "apgan:\n  (3 a) (2 b c)\n" in ended.out
    assert max(map(len, ended.out[ended.out.index("smallest") :].splitlines())) <= 80


def test_what_is_not_proven_smallest_says_so(dfgen: Dfgen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rejoined.sdf"
    path.write_text(REJOINED)
    assert "smallest_tokens_at_least" not in asked(dfgen, path, "--buffers")["buffers"]
    bounded_steps(monkeypatch, 0)
    found = asked(dfgen, path, "--buffers", "--schedules")
    assert found["buffers"]["complete"]
    assert (found["buffers"]["smallest"]["tokens"], found["buffers"]["smallest"]["proven_least"]) == (6, False)
    assert found["buffers"]["smallest_tokens_at_least"] == 5
    assert [one.get("proven_least", True) for one in found["schedules"]] == [True, True, True, False]
    out = dfgen("analyze", str(path), "--buffers", "--schedules").out
    assert "\nbuffers for live: 6 tokens, 6 bytes, period 4\nnot proven smallest; less than 5 tokens do not suff" in out
    assert "\nminimum (not proven least):\n" in out


def test_schedules(dfgen: Dfgen, chain: Path) -> None:
    found = asked(dfgen, chain, "--schedules")["schedules"]
    assert [one["method"] for one in found] == ["apgan", "rpmc", "dppo", "minimum"]
    assert found[0] == {
        "method": "apgan",
        "tokens": 7,
        "bytes": 25,
        "appearances": 3,
        "schedule": "(3 a) (2 b c)",
        "held": {"a.o:b.i": 6, "b.o:c.i": 1},
    }
    assert (found[-1]["tokens"], found[-1]["schedule"]) == (5, "(2 a) b c a b c")


def test_the_plot_is_a_picture(dfgen: Dfgen, chain: Path, tmp_path: Path) -> None:
    points = asked(dfgen, chain, "--pareto-plot", str(tmp_path / "front.svg"))["buffers"]["pareto"]
    picture = ElementTree.parse(tmp_path / "front.svg").getroot()
    circles = picture.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len(points) > 1
    assert circles[0][0].text == f"{points[0]['tokens']} tokens, period {points[0]['period']}"


@pytest.mark.parametrize(
    ("goal", "id"), [("1", "period-unreachable"), ("soon", "option-unknown"), ("1/0", "option-unknown")]
)
def test_goals_that_cannot_be_met(dfgen: Dfgen, chain: Path, goal: str, id: str) -> None:
    ended = dfgen("analyze", str(chain), "--buffers", goal)
    assert ended.status == 1
    assert f"error[{id}]" in ended.err
    assert id in ("period-unreachable", "option-unknown")


def test_the_highest_throughput_must_exist(dfgen: Dfgen, chain: Path) -> None:
    chain.write_text(CHAIN.replace("state; ", ""))
    ended = dfgen("analyze", str(chain), "--pareto")
    assert ended.status == 1
    assert "error[throughput-endless]" in ended.err
    assert asked(dfgen, chain, "--pareto", "--no-auto-concurrency")["buffers"]["pareto"]


def test_patience_ends_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([100.0, 104.9, 105.1])
    monkeypatch.setattr(buffer_answers, "time", SimpleNamespace(monotonic=lambda: next(now)))
    tick = buffer_answers.patience(5)
    tick()
    with pytest.raises(buffer_answers.OutOfTime):
        tick()
    buffer_answers.patience(None)()


def test_a_plot_does_not_replace_the_graph(dfgen: Dfgen, chain: Path) -> None:
    before = chain.read_text()
    ended = dfgen("analyze", str(chain), "--pareto-plot", str(chain))
    assert ended.status == 1
    assert f"{chain}: error[file-unwritable]: cannot write it: it is needed for the graph" in ended.err
    assert chain.read_text() == before


def test_a_plot_that_cannot_be_written(dfgen: Dfgen, chain: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    file = tmp_path / "file" / "front.svg"
    ended = dfgen("analyze", str(chain), "--pareto-plot", str(file))
    assert ended.status == 1
    assert f"{file}: error[file-unwritable]: cannot write it: " in ended.err


def test_schedules_out_of_time_leave_out_the_one_that_takes_long(
    dfgen: Dfgen, chain: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule_answers, "patience", lambda seconds: ends_with(buffer_answers.OutOfTime()))
    found = asked(dfgen, chain, "--schedules")["schedules"]
    assert [one["method"] for one in found] == ["apgan", "rpmc", "dppo"]


def test_an_interrupted_search_for_schedules(dfgen: Dfgen, chain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule_answers, "patience", lambda seconds: ends_with(KeyboardInterrupt()))
    ended = dfgen("analyze", str(chain), "--schedules", "--json")
    assert (ended.status, json.loads(ended.out)["schedules"]) == (130, [])


def ends_with(error: BaseException) -> Callable[[], None]:
    def tick() -> None:
        raise error

    return tick


def test_schedules_for_too_many_actors_are_left_out(dfgen: Dfgen, chain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NODES_MAX, "dppo", 2)
    why = "it would take long for more than 2 actors"
    found = asked(dfgen, chain, "--schedules")["schedules"]
    assert [one for one in found if "schedule" not in one] == [{"method": "dppo", "obstacle": why}]
    out = dfgen("analyze", str(chain), "--schedules").out
    assert f"dppo:\n  {why}\n" in out
    assert re.search(r"^dppo +- +- +-$", out, re.MULTILINE)


def test_long_schedules_are_cut(dfgen: Dfgen, tmp_path: Path) -> None:
    path = tmp_path / "long.sdf"
    actors = "".join(
        f"actor with_a_long_name_{n} {{ {'in i : int8[1]; ' if n else ''}{'out o : int8[1]; ' if n < 40 else ''}}}\n"
        for n in range(41)
    )
    edges = "".join(f"with_a_long_name_{n}.o -> with_a_long_name_{n + 1}.i;\n" for n in range(40))
    path.write_text(f"graph wide {{\n{actors}{edges}}}\n")
    out = dfgen("analyze", str(path), "--schedules").out
    assert out.count("  ... (see --json)\n") == 4
    assert max(map(len, out.splitlines())) <= 80


def test_an_interrupted_search_tells_what_it_knows(dfgen: Dfgen, chain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def patience(seconds: int | None) -> Callable[[], None]:
        calls = iter(range(10))

        def tick() -> None:
            if next(calls, None) is None:
                raise KeyboardInterrupt

        return tick

    monkeypatch.setattr(buffer_answers, "patience", patience)
    ended = dfgen("analyze", str(chain), "--pareto", "--json")
    assert ended.status == 130
    known = json.loads(ended.out)["buffers"]
    assert not known["complete"]
    assert known["next_tokens_at_least"] >= 5


def test_a_search_out_of_time_tells_what_it_knows(dfgen: Dfgen, chain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_time() -> None:
        raise buffer_answers.OutOfTime

    monkeypatch.setattr(buffer_answers, "patience", lambda seconds: out_of_time)
    ended = dfgen("analyze", str(chain), "--buffers")
    assert ended.status == 0
    assert "buffers: not finished; what comes next has at least 5 tokens\n" in ended.out
