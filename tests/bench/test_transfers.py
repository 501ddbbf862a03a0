# SPDX-License-Identifier: Apache-2.0
"""The bench of transfers: statistics on made-up numbers, tables, and that its programs compute the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.profile.comparison import Estimate
from tests.bench.transfers import apps, broadcast, busy, grid, overlap, plots, tables
from tests.bench.transfers.__main__ import TABLES, main
from tests.bench.transfers.builds import CHOSEN, HASTY, HERE, Program, Workshop, run_program
from tests.bench.transfers.journal import Journal
from tests.bench.transfers.measure import SAME, Verdict, against, alternate, paired, rounds
from tests.bench.transfers.programs import (
    FORCED,
    SOURCE,
    Cell,
    Programs,
    Timing,
    cell,
    graph_text,
    iterations_of,
    passes_for,
    time_program,
)

LARGE = cell(64 << 20, 19, 2, 1, 0.01)
WIDTH = 80
BUSY_TIMES = {"memcpy": (1234e3,) * 11, "offload": (1000e3,) * 11, "shared": (974e3,) * 11}
BUSY = [busy.Busy(condition, works, BUSY_TIMES) for works in (False, True) for condition in busy.CONDITIONS]


@pytest.fixture(scope="module")
def programs() -> Iterator[Programs]:
    workshop = Workshop(HASTY)
    yield Programs(workshop)
    workshop.close()


def outcome(times: dict[str, float], choice: str, twin: str = "", where: Cell = LARGE) -> grid.Outcome:
    """A cell in which each variant took that time, give or take some per cent, in eleven rounds."""
    samples = {name: tuple(ns * (1 + 0.002 * (n % 3)) for n in range(11)) for name, ns in times.items()}
    faults = dict.fromkeys(times, 0.0)
    return grid.Outcome(
        where, samples, faults, {"shared": "x cannot be shared: it may write what y reads"}, choice, twin
    )


GOOD = outcome({"memcpy": 1000, "cow": 100, "stream": 600}, "cow", "cow")
LOSING = outcome({"memcpy": 1000, "cow": 100, "stream": 600, CHOSEN: 1200}, "stream")
NOISY = grid.Outcome(LARGE, {"memcpy": (10.0,) * 11, CHOSEN: (9.0, 12.0) * 5 + (9.0,)}, {}, {}, "cow")


def test_the_ratio_of_pairs_ignores_what_slows_both() -> None:
    below = [100.0 * slow for slow in (1, 3, 1, 2, 1, 1, 5, 1, 1, 1, 1)]
    ratio = paired([1.2 * value for value in below], below)
    assert ratio.median == pytest.approx(1.2)
    assert ratio.high - ratio.low < 1e-9
    assert against(ratio, 1.1) is Verdict.BEYOND
    assert against(ratio, 1.3) is Verdict.WITHIN


def test_an_interval_over_the_limit_is_unclear() -> None:
    assert against(Estimate(1.0, 0.9, 1.2), 1.1) is Verdict.UNCLEAR
    assert against(SAME, 1.0) is Verdict.WITHIN


def test_one_outlier_of_eleven_pairs_does_not_count() -> None:
    ratio = paired([1.0] * 10 + [50.0], [1.0] * 11)
    assert (ratio.low, ratio.high) == (1, 1)


def test_variants_take_turns_there_and_back() -> None:
    assert list(rounds(("a", "b", "c"), 3)) == [("a", "b", "c"), ("c", "b", "a"), ("a", "b", "c")]
    seen: list[str] = []

    def sample(name: str) -> float:
        seen.append(name)
        return float(len(seen))

    values = alternate({"a": lambda: sample("a"), "b": lambda: sample("b")}, 2, 1000, {"a": 1, "b": 1})
    assert seen == ["a", "b", "b", "a"]
    assert values == {"a": (1, 4), "b": (2, 3)}


@pytest.mark.parametrize(("repeats", "budget_s", "taken"), [(11, 1000, 11), (11, 16, 8), (11, 1, 6), (3, 1, 3)])
def test_long_rounds_are_fewer(repeats: int, budget_s: float, taken: int) -> None:
    assert len(alternate({"a": lambda: 1.0}, repeats, budget_s, {"a": 2})["a"]) == taken


def test_cells_of_small_windows_are_not_measured_twice() -> None:
    assert cell(4096, 1, 1, 0.01, 0) == cell(4096, 1, 1, 1.0, 0)
    cells = grid.Extent().cells()
    assert len(set(cells)) == len(cells) > 300
    assert all(0 < one.read_pages <= one.pages and one.written_pages <= one.pages for one in cells)


def test_runs_take_whole_passes(programs: Programs) -> None:
    program = Program(Path("program"), "", {"iterations_per_pass": 4, "depth_passes": 2, "fifos": []})
    assert passes_for(Timing(1e6, 0, "", 0), program, 0.04) == 10
    assert passes_for(Timing(1e9, 0, "", 0), program, 0.04) == 2
    assert programs.workshop.root.is_dir()


def test_a_strategy_that_is_chosen_and_one_that_is_asked_for_make_one_program(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path))  # no calibration of this machine
    where = cell(4096, 2, 1, 1.0, 1.0)
    chosen, forced = programs.of(where, CHOSEN), programs.of(where, "memcpy")
    assert isinstance(chosen, Program)
    assert isinstance(forced, Program)
    assert chosen.strategy_of(SOURCE) == "memcpy"
    assert chosen.key == forced.key


def test_the_summary_counts_what_lost() -> None:
    summary = grid.summarise([GOOD, GOOD, LOSING, NOISY])
    assert summary.share == pytest.approx(2 / 3)
    assert summary.lost_to == {"stream instead of cow": 1}
    assert [len(summary.losses[verdict]) for verdict in Verdict] == [2, 1, 1]
    text = tables.grid_summary([GOOD, GOOD, LOSING, NOISY])
    assert "66.7% of the clear cells (wanted: 95%); 2 within, 1 beyond, 1 unclear" in text
    assert "64 MiB to 19, 2 cores, 100% read, 1% written: stream to cow 12.00 (12.00..12.00)" in text


def test_the_grid_goes_on_with_the_cells_that_are_left(tmp_path: Path, programs: Programs) -> None:
    extent = replace(grid.QUICK, sizes=(4096, 8192), written=(0,), run_s=0.001)
    first, second = extent.cells()
    journal = Journal(tmp_path / "found" / "grid.cells.jsonl")
    journal.start()
    journal.add(replace(GOOD, cell=first))
    with journal.path.open("a") as stream:
        stream.write('{"cell": {"size_')
    journal.add(replace(GOOD, cell=first))
    known = journal.known()
    assert known == {first: replace(GOOD, cell=first)}
    found = list(grid.run_grid(programs, extent, 1, lambda *_: None, known))
    assert [one.cell for one in found] == [first, second]
    assert found[0] == known[first]
    assert set(found[1].samples) >= {"memcpy", "cow"}


def test_going_on_needs_the_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--table", "grid", "--continue"])
    assert "--continue needs the folder of the earlier run" in capsys.readouterr().err


def test_the_tables_are_eighty_columns_wide() -> None:
    every = outcome({name: 123456.0 * (n + 1) for n, name in enumerate(FORCED)}, "shared", "shared")
    ratio_line = broadcast.Line(LARGE, "memcpy", (1234567.0,) * 3, (1200000.0,) * 3, True)
    pair = broadcast.Pair(LARGE, (2e6,) * 3, (3e6,) * 3)
    counts = {"instructions": 3e8, "d1_misses": 2e6, "ll_misses": 1e6}
    speedup = Estimate(1.87, 1.71, 2.01)
    found = [
        apps.Column("stereo", 2, name, (1.1e9, 1e9, 1.2e9), 1234, 3_600_000_000, True, speedup, counts)
        for name in ("memcpy", "offload", CHOSEN)
    ]
    shares = apps.Shares("stabilization", 2, 5e8, 6e8, 12345, speedup)
    times = dict.fromkeys(("shared", *overlap.MODES), (1234567.0,) * 3) | {"memcpy": (2e6,) * 3}
    texts = [
        tables.grid_table([GOOD, LOSING, NOISY, every]), tables.broadcast_table([[ratio_line]]),
        tables.pairs_table([pair]), tables.apps_table(found), tables.shares_text(shares),
        tables.overlap_table([overlap.Overlap(LARGE, times)]), tables.busy_table(BUSY),
    ]  # fmt: skip
    for text in texts:
        assert max(map(len, text.splitlines())) <= WIDTH, text
    assert tables.percent(1, LARGE) == "0.0061%"
    assert shares.possible == pytest.approx(2.2)
    assert shares.reached == pytest.approx(0.85)
    assert overlap.Overlap(LARGE, times).hidden("async") == 1


def test_what_an_engine_hides_is_a_share_of_what_memcpy_adds() -> None:
    assert BUSY[0].hidden.median == pytest.approx(0.9)
    assert BUSY[0].ratio.median == pytest.approx(1000 / 1234)


def test_the_figures_are_json() -> None:
    figures = json.loads(json.dumps([grid.as_json(one) for one in (GOOD, LOSING)]))
    assert figures[0]["same_program_as"] == "cow"
    assert figures[0]["regret"] == [1, 1, 1, "within"]
    assert figures[1]["best"] == "cow"
    assert figures[1]["against_memcpy"][3] == "beyond"


def test_cachegrind_is_understood() -> None:
    text = """\
==7== I   refs:      1,234,567
==7== I1  misses:        1,111
==7== D   refs:        456,789  (300,000 rd   + 156,789 wr)
==7== D1  misses:       12,345  ( 10,000 rd   +   2,345 wr)
==7== LLd misses:          987  (    900 rd   +      87 wr)
==7== LL misses:         1,999  (  1,900 rd   +      99 wr)
"""
    assert apps.parse_counts(text) == {"instructions": 1234567, "d1_misses": 12345, "ll_misses": 987}
    with pytest.raises(RuntimeError, match="did not tell"):
        apps.parse_counts("==7== I refs: 3")


def test_plots_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    line = broadcast.Line(LARGE, "memcpy", (2e6,), (1e6,), True)
    column = apps.Column("stereo", 1, "memcpy", (1e9,), 0, 0, True, SAME)
    times = dict.fromkeys(("shared", "memcpy", *overlap.MODES), (1000000.0,))
    drawn = [
        plots.plot_grid([GOOD, LOSING], tmp_path / "grid.png"),
        plots.plot_broadcast([[line]], tmp_path / "broadcast.png"),
        plots.plot_apps([[column]], tmp_path / "apps.png"),
        plots.plot_overlap([overlap.Overlap(LARGE, times)], tmp_path / "overlap.png"),
        plots.plot_busy(BUSY, tmp_path / "busy.png"),
    ]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in drawn)
    assert {path.stem for path in drawn} == set(TABLES)


def test_the_graph_tells_how_much_is_written() -> None:
    assert "read_mostly(written = 1.5000%)" in graph_text(1 << 20, 2, 1, 0.015)
    reading = graph_text(1 << 20, 2, 1, 0)
    assert "observe(" in reading
    assert not any(word in reading for word in ("read_mostly", "@core"))
    assert "take_1 @core(0)" in graph_text(1 << 20, 2, 2, 0)


@pytest.mark.parametrize("written", [0, 0.2])
@pytest.mark.parametrize("cores", [1, 2])
def test_every_strategy_computes_the_same(programs: Programs, cores: int, written: float) -> None:
    """So do the hand-written limits, which share the loops but nothing else."""
    one = cell(64 << 10, 3, cores, 0.5, written)
    built = {name: programs.of(one, name) for name in (*FORCED, CHOSEN)}
    present = {name: program for name, program in built.items() if isinstance(program, Program)}
    assert present.keys() >= {"memcpy", "stream", "cow", CHOSEN}
    assert ("shared" in present) == (written == 0), built["shared"]
    assert present["cow"].strategy_of("produce.out") == "cow"
    iterations = max(iterations_of(program, 3) for program in present.values())
    checksums = {n: time_program(p, one, 3, iterations=iterations).checksum for n, p in present.items()}
    limits = broadcast.Limits(programs.workshop.tool(HERE / "limits.c"), programs.workshop.root)
    for name in broadcast.LIMITED:
        if name in present:
            checksums[f"{name} limit"] = limits.time(name, one, iterations - 3).checksum
    assert len(set(checksums.values())) == 1, checksums


def test_what_is_changed_changes_the_checksum(programs: Programs) -> None:
    program = programs.of(cell(64 << 10, 3, 1, 0.5, 0.2), "memcpy")
    assert isinstance(program, Program)
    seen = {time_program(program, cell(64 << 10, 3, 1, 0.5, w), 3).checksum for w in (0.1, 0.2, 1)}
    assert len(seen) == 3


def test_copies_can_be_timed(programs: Programs) -> None:
    """The timed copy takes the place of the runtime's."""
    app = apps.QUICK[1]
    bench = apps.Bench(programs.workshop, quick=True, repeats=1)
    shares = bench._shares(app, 1, SAME)
    assert shares is not None
    assert min(shares.copies, shares.copies_ns) > 10
    program = bench._program(app, 1, "memcpy")
    assert isinstance(program, Program)
    run = run_program(program.path, 3, app.options(3))
    assert run.figures["iterations"] == 3
    assert "copies_ns" not in run.errors


def test_two_runs_write_the_same(programs: Programs) -> None:
    """What applications leave behind is compared by a digest of files and contents."""
    app = apps.QUICK[1]
    program = apps.Bench(programs.workshop, quick=True, repeats=1)._program(app, 1, "memcpy")
    assert isinstance(program, Program)
    digests = [run_program(program.path, n, app.options(n)).written for n in (3, 3, 4)]
    assert digests[0] == digests[1] != digests[2]
