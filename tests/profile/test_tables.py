# SPDX-License-Identifier: Apache-2.0
"""The tables of `dfgen profile`."""

from __future__ import annotations

import json
from dataclasses import replace

from dfgen.cli.table import columns
from dfgen.profile.measured import (
    ActorFigures,
    ComparedStrategy,
    CoreFigures,
    EngineFigures,
    FifoFigures,
    Iteration,
    Measured,
    Timeline,
    TransferFigures,
    WaitFigures,
)
from dfgen.profile.tables import ROWS_MOST, bytes_text, comparison_table, duration_text, short, summary, tables

ACTOR = ActorFigures("top/filter/low_pass_of_the_left_eye", "g.sdf:3", (0, 1), 123456789, 1.5e9, 0.4321, "block",
                     3.25, 12.3456, 1234.5, 9e9)  # fmt: skip
FIFO = FifoFigures("top/camera/left.frames:top/filter/low_pass.in", "memcpy", 10**12, 10**12, 2.5e9, 4e11, 12, 3e8,
                   123456789, None, None)  # fmt: skip
CORE = CoreFigures(12, 1e9, 5e8, 1e8, 2e8, 1.5e8, 5e7, 123456, 3, 123456, 0,
                   (WaitFigures("space in " + FIFO.name, 63, 1234567, 3e8, 1.5e8),))  # fmt: skip


def measured(**more: object) -> Measured:
    usual = Measured(
        "g", 1000, 7, 10**9, "counter", Iteration(1.23e6, 1.2e6, 1.3e6, (1.23e6,), 1.25e6, 1.1e6), (ACTOR,), (FIFO,),
        (CORE,), (TransferFigures(FIFO.name, "before x", "memcpy", (0,), 5, 500, 1e6),),
        (EngineFigures("thread", 5, 5 << 20),),
        {"arena_bytes": 1 << 20, "lower_bound_bytes": 1 << 19, "cow_worst_bytes": 1 << 30, "resident_bytes": 1 << 25},
        {"minor": 12, "major": 1}, Timeline(0, (("actor", "a"),), ((0, 0, 1.0, 2.0, 3),)),
    )  # fmt: skip
    return replace(usual, **more)  # type: ignore[arg-type]


def test_tables_fit_a_terminal() -> None:
    text = "\n\n".join(tables(measured(), columns))
    assert all(len(line) <= 80 for line in text.splitlines()), text
    for part in ("43.2 %", "400", "2.5 s", "50.0 %", "1.23 ms [1.2 ms to 1.3 ms]", "traced +1.6 %", "thread: 5 copies"):
        assert part in text
    assert "predicted 1.1 ms (-10.6 %)" in text
    assert "1 MiB of buffers, private views up to 1 GiB; 32 MiB resident at most" in text


def test_what_a_short_run_and_a_long_one_are_predicted_to_take() -> None:
    short_run = Iteration(250e6, 245e6, 255e6, (250e6,), 251e6, 200e6, 240e6)
    text = "\n".join(summary(measured(iteration=short_run)))
    line, more = text.splitlines()[:2]
    assert line.endswith("predicted 240 ms (-4.0 %)")
    assert more.strip() == "in longer runs 200 ms predicted, with all cores in step"
    long_run = replace(short_run, predicted_run_ns=201e6)
    assert "longer" not in "\n".join(summary(measured(iteration=long_run)))


def test_what_is_predicted_by_guesses_is_compared_with_nothing() -> None:
    guessed = Iteration(250e6, 245e6, 255e6, (250e6,), 250e6, 1e6, 2e6, predicted_by_guesses=True)
    (text,) = (text for text in summary(measured(iteration=guessed)) if text.startswith("iteration"))
    first, more = text.splitlines()
    assert "%" not in first
    assert more.strip() == "by bytes 2 ms, a guess: most of it states no time"


def test_long_tables_are_cut_unless_all_is_asked_for() -> None:
    many = measured(actors=tuple(replace(ACTOR, name=f"a{i}") for i in range(ROWS_MOST + 5)))
    text = "\n".join(tables(many, columns))
    assert "and 5 more actors; -v shows them" in text
    assert f"a{ROWS_MOST + 4}" not in text
    assert f"a{ROWS_MOST + 4}" in "\n".join(tables(many, columns, all_rows=True))


def test_means_of_blocks_are_marked() -> None:
    assert "~12.3 ns" in next(iter(tables(measured(), columns)))
    single = measured(actors=(replace(ACTOR, sampled="firing"),))
    assert "~" not in next(iter(tables(single, columns)))


def test_what_is_not_known_is_a_dash() -> None:
    fifo = replace(FIFO, exposed_ns=None, bytes_per_s=None, waits=0, depth_high_tokens=None)
    line = next(line for line in "\n".join(tables(measured(fifos=(fifo,)), columns)).splitlines() if "memcpy" in line)
    assert line.split()[-4:] == ["-", "-", "-", "-"]


def test_a_comparison_tells_ratios_and_obstacles() -> None:
    rows = (
        ComparedStrategy("chosen", 1e6),
        ComparedStrategy("memcpy", 2e6, 2.0, 1.9, 2.1, 12),
        ComparedStrategy("cow", note="it fails"),
    )
    lines = comparison_table(rows, columns).splitlines()
    assert lines[2].split() == ["memcpy", "2", "ms", "2.000", "1.900", "to", "2.100", "12"]
    assert lines[3].endswith("it fails")


def test_the_json_has_all_that_is_promised() -> None:
    content = json.loads(json.dumps(measured().to_json()))
    assert content["schema"] == 1
    wanted = {
        "run",
        "iteration",
        "actors",
        "fifos",
        "cores",
        "transfers",
        "engines",
        "memory",
        "page_faults",
        "timeline",
    }
    assert wanted < content.keys()
    assert content["actors"][0]["median_ns"] == 12.3456
    assert content["actors"][0]["time_ns"] == 1500000000
    assert content["timeline"] == {
        "lost_events": 0, "names": [{"kind": "actor", "name": "a"}], "blocks": [[0, 0, 1.0, 2.0, 3]],
    }  # fmt: skip
    assert content["comparison"] is None


def test_figures_in_words() -> None:
    assert [duration_text(t) for t in (3.14159, 99, 1500, 2.5e9)] == ["3.14 ns", "99 ns", "1.5 us", "2.5 s"]
    assert [bytes_text(b) for b in (0, 1023, 1024, 1 << 40, 1000 << 10)] == [
        "0 B",
        "1023 B",
        "1 KiB",
        "1 TiB",
        "1000 KiB",
    ]
    assert short("abcdefghij", 7) == "abc…hij"
    assert short("abc", 7) == "abc"
