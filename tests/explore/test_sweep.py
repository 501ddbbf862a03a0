# SPDX-License-Identifier: Apache-2.0
"""Replayed plans of a small program: what must hold whatever the figures are."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.engine_choice import NO_ENGINES
from dfgen.explore import lists as lists_module
from dfgen.explore import sweep as sweep_module
from dfgen.explore.architectures import PAPER_CORES, architecture_of, paper_architectures, suiting
from dfgen.explore.host import host_architecture
from dfgen.explore.lists import Kind, lists_of
from dfgen.explore.page import render_page
from dfgen.explore.replay import ALL_SETS, QUICK_SETS, Replay
from dfgen.explore.sweep import Sweep, options_of, prepare, quick_sample
from dfgen.explore.tables import to_json
from dfgen.mapping.schedules import Schedules
from dfgen.model.caches import Policy
from dfgen.model.diagnostics import UserError
from dfgen.model.platform import load_platform, usable_cpus
from dfgen.stages import plan_known
from tests.explore.programs import CHANGE, KIB, Recorded, architecture, recorded

ARCHITECTURES = [
    architecture(32 * KIB, 128 * KIB, name="private"),
    architecture(32 * KIB, 256 * KIB, shared_by=(1, 2), name="shared"),
    architecture(8 * KIB, 64 * KIB, 512 * KIB, shared_by=(1, 1, 4), name="three"),
]
STRATEGIES = ("auto", "shared", "memcpy", "cow", "stream")


@pytest.fixture(scope="module")
def swept(mix: Recorded) -> Sweep:
    return mix.explored(ARCHITECTURES, 4, STRATEGIES)


def test_the_paper_has_56_pairs() -> None:
    pairs = [len(suiting(list(paper_architectures()), cores)) for cores in PAPER_CORES]
    assert pairs == [7, 11, 16, 22]


def test_architectures_have_the_sizes_of_the_paper() -> None:
    by_name = {each.name: each for each in paper_architectures()}
    for cores in PAPER_CORES:
        for each in suiting(list(by_name.values()), cores):
            sizes = [cores // cache.shared_by * cache.bytes for cache in each.caches]
            assert sizes == [cores * 32 * KIB, cores * 256 * KIB, cores * 8192 * KIB][: len(sizes)]
    assert [by_name[name].caches[-1].shared_by for name in ("4", "7", "10", "22")] == [1, 4, 8, 32]


Told = Sequence[tuple[str, str, str, str, str]]
"""Of each cache its level, its type, its ways, its sets, and who shares it."""


def write_caches(root: Path, about: Told) -> None:
    for index, values in enumerate(about):
        folder = root / f"sys/devices/system/cpu/cpu{usable_cpus(root / 'sys')[0]}/cache/index{index}"
        folder.mkdir(parents=True)
        names = ("level", "type", "ways_of_associativity", "number_of_sets", "shared_cpu_map")
        for name, value in zip(names, values):
            if value:
                (folder / name).write_text(value + "\n")
        (folder / "coherency_line_size").write_text("64\n")
        (folder / "size").write_text("1K\n")
    (root / "proc").mkdir()
    (root / "proc/cpuinfo").write_text("cpu MHz : 2400.5\n")


@pytest.mark.parametrize(
    ("about", "what"),
    [
        ([("1", "Data", "", "64", "3")], "does not tell of all its caches"),
        ([("1", "Data", "8", "0", "3")], "does not tell of all its caches"),
        ([("1", "Data", "8", "64", "3"), ("2", "Unified", "8", "1024", "3"), ("3", "Unified", "8", "1024", "7")],
         "a cache of level 3 serves 3 cores"),
        ([("1", "Data", "8", "64", "3"), ("3", "Unified", "8", "1024", "3")], "level 3 stands where level 2"),
    ],
)  # fmt: skip
def test_caches_that_the_system_tells_of_in_part_are_refused(about: Told, what: str, tmp_path: Path) -> None:
    write_caches(tmp_path, about)
    with pytest.raises(UserError, match=what) as raised:
        host_architecture(tmp_path)
    assert raised.value.diagnostics[0].id == "caches-missing"


def test_this_machine_has_the_caches_that_the_system_tells_of(tmp_path: Path) -> None:
    about = [("1", "Data", "8", "64", "3"), ("1", "Instruction", "8", "64", "3"), ("2", "Unified", "8", "1024", "3"),
             ("3", "Unified", "11", "49152", "f")]  # fmt: skip
    write_caches(tmp_path, about)
    found = host_architecture(tmp_path)
    sizes = [(cache.level, cache.bytes, cache.sets, cache.ways, cache.shared_by) for cache in found.caches]
    assert sizes == [(1, 32 * KIB, 64, 8, 1), (2, 512 * KIB, 1024, 8, 2), (3, 32768 * KIB, 32768, 16, 4)]
    assert found.clock_mhz == 2400
    assert [cache.shared_by for cache in suiting([found], 2)[0].caches] == [1, 2, 2]
    with pytest.raises(UserError) as raised:
        host_architecture(tmp_path / "proc")
    assert raised.value.diagnostics[0].id == "caches-missing"


@pytest.fixture(scope="module")
def change(simulator: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return recorded(CHANGE, tmp_path_factory.mktemp("change"), simulator=simulator, iterations=2)


ON_FILE = """\
clock_mhz = 2660
[[caches]]
level = 1
bytes = 32768
ways = 8
[[caches]]
level = 2
bytes = 262144
ways = 8
hit_cycles = 8
[[caches]]
level = 3
bytes = {l3}
ways = 16
shared_by = {shared_by}
hit_cycles = {l3_cycles}
[dram]
cores_per_controller = 2
latency_ns = {latency_ns}
bytes_per_s = {bytes_per_s}
"""
ROOMY = {"l3": 16 << 20, "shared_by": 2, "l3_cycles": 60, "latency_ns": 90, "bytes_per_s": 7_600_000_000}


@pytest.mark.parametrize(
    ("changed", "taken", "held"),
    [
        ({}, "memcpy", "stay in L3, of which a core has 8 MiB"),
        ({"l3": 2 << 20}, "stream", "stay in no cache: a core has 1 MiB of L3, and the memory takes 0.35 ns a byte"),
        ({"l3": 2 << 20, "shared_by": 1}, "memcpy", "stay in L3, of which a core has 2 MiB"),
        ({"latency_ns": 30, "bytes_per_s": 10**11}, "stream", "stay in L3, of which a core has 8 MiB"),
    ],
    ids=["plain", "little L3", "the same L3, private", "near memory"],
)
def test_a_plan_for_a_platform_takes_what_is_faster_there(
    changed: dict[str, int], taken: str, held: str, change: Recorded, tmp_path: Path
) -> None:
    file = tmp_path / "p.toml"
    file.write_text(ON_FILE.format_map(ROOMY | changed))
    options = replace(change.options, platform=str(file), cores=2)
    (transfer,) = plan_known(change.known, options).plan.transfers
    assert (transfer.how.strategy, transfer.fifo) == (taken, "make.out:change.in")
    assert f"a window and its copy {held}" in transfer.reason
    on = [architecture_of(load_platform(file), str(file))]
    strategies = [f"{transfer.fifo}={strategy}" for strategy in ("memcpy", "stream")]
    copied, streamed = (change.explored(on, 2, transfers=(each,)).points[0].figures.iteration_ps for each in strategies)
    assert (streamed < copied) == (taken == "stream")


def test_any_number_of_workers_finds_the_same(mix: Recorded, swept: Sweep) -> None:
    again = mix.explored(ARCHITECTURES, 4, STRATEGIES, workers=2)
    assert json.dumps(to_json(again, "mix.sdf")) == json.dumps(to_json(swept, "mix.sdf"))


def test_architectures_do_not_depend_on_the_first_one(mix: Recorded, swept: Sweep) -> None:
    """Each runs in its own time, in which its cores take turns at what they share."""
    again = mix.explored(ARCHITECTURES[::-1], 4, STRATEGIES)
    assert {(p.architecture, p.strategy): p.figures for p in again.points} == (
        {(p.architecture, p.strategy): p.figures for p in swept.points}
    )


def test_strategies_have_their_schedule_in_common_and_nothing_else(mix: Recorded) -> None:
    schedules = Schedules()
    for strategy in ("auto", "memcpy", "cow"):
        options = options_of(mix.options, 4, strategy)
        assert prepare(mix.known, options, mix.recording, schedules).lists == (
            prepare(mix.known, options, mix.recording, Schedules()).lists
        )


def test_what_is_the_same_plan_is_replayed_once(mix: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Replay] = []
    run = Replay.run
    monkeypatch.setattr(Replay, "run", lambda job, *more: runs.append(job) or run(job, *more))
    found = mix.explored(ARCHITECTURES[:1], 4, ("shared", "memcpy", "shared"))
    assert len(runs) == 2
    assert found.points[0].figures == found.points[2].figures != found.points[1].figures


def test_actors_access_the_same_whatever_the_strategy(swept: Sweep) -> None:
    """Strategies that move nothing have their accesses alone; others add their own."""
    accesses = {point.strategy: point.figures.levels[0].accesses for point in swept.points}
    assert accesses["auto"] == accesses["shared"] == accesses["cow"] == swept.recording.accesses
    assert accesses["memcpy"] > accesses["auto"]
    assert accesses["stream"] == accesses["memcpy"]


def test_each_level_passes_on_what_it_misses(swept: Sweep) -> None:
    for point in swept.points:
        levels = point.figures.levels
        for inner, outer in itertools.pairwise(levels):
            assert outer.accesses == inner.misses
            assert outer.misses <= outer.accesses
        assert point.figures.dram_reads == levels[-1].misses
        owned = [sum(misses[level] for misses, _ in point.figures.owners.values()) for level in range(len(levels))]
        assert owned == [level.misses for level in levels]
        assert 0 < sum(point.figures.buffers.values()) <= levels[-1].misses


def test_copies_past_the_caches_leave_them_alone(swept: Sweep) -> None:
    by_strategy = {point.strategy: point.figures for point in swept.points if point.architecture == "three"}
    assert by_strategy["stream"].levels[0].misses < by_strategy["memcpy"].levels[0].misses
    assert by_strategy["stream"].dram_writes > by_strategy["memcpy"].dram_writes


def test_policies_are_those_of_all_levels(mix: Recorded) -> None:
    found = mix.explored(ARCHITECTURES[:1], 1, ("auto",), tuple(Policy))
    misses = {point.policy: point.figures.levels[0].misses for point in found.points}
    assert list(misses) == list(Policy)
    assert misses[Policy.LRU] < misses[Policy.MRU]
    assert len(set(misses.values())) == len(misses)


def test_some_sets_tell_of_all(mix: Recorded, swept: Sweep) -> None:
    """What has fewer than 64 sets is simulated whole."""
    quick = mix.explored(ARCHITECTURES[:2], 4, STRATEGIES, sample=QUICK_SETS)
    whole = [point for point in swept.points if point.architecture != "three"]
    assert [point.architecture for point in quick.points] == [point.architecture for point in whole]
    for one, every in zip(quick.points, whole):
        for some, all_ in zip(one.figures.levels, every.figures.levels):
            assert some.miss_rate == pytest.approx(all_.miss_rate, abs=0.02)
    few = mix.explored(ARCHITECTURES[2:], 4, ("auto",), sample=QUICK_SETS).points[0].figures
    assert few == next(p.figures for p in swept.points if (p.architecture, p.strategy) == ("three", "auto"))


def test_few_accesses_are_simulated_whole(mix: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    assert quick_sample(mix.recording) == ALL_SETS
    monkeypatch.setattr(sweep_module, "SAMPLED_ENTRIES", mix.recording.passed)
    assert quick_sample(mix.recording) == QUICK_SETS


@pytest.mark.parametrize("cores", [1, 2, 4, 8])
def test_each_firing_is_replayed_once(mix: Recorded, cores: int) -> None:
    """On any number of cores, with the accesses that were recorded of it."""
    planned = plan_known(mix.known, options_of(mix.options, cores, "auto"))
    lists = lists_of(planned.program, mix.recording, 1)
    assert 1 <= len(lists.words) <= cores
    fired: Counter[int] = Counter()
    for words in lists.words:
        fired.update(traces_of(list(words)))
    every = Counter(trace for trace, _ in mix.recording.firings.values())
    assert fired == Counter({trace: count * planned.program.chunk for trace, count in every.items()})


def traces_of(words: list[int]) -> Iterator[int]:
    """Of the firings of the pass that counts."""
    lengths = {Kind.MOVE: 8, Kind.WAIT: 4, Kind.PUBLISH: 4, Kind.PASS: 2}
    at, counts = 0, False
    while at < len(words):
        counts |= words[at] == Kind.PASS and words[at + 1] == 0
        if words[at] == Kind.FIRE and counts:
            yield words[at + 2]
        at += 5 + 3 * words[at + 4] if words[at] == Kind.FIRE else lengths[Kind(words[at])]


def test_engines_are_refused(mix: Recorded) -> None:
    with pytest.raises(UserError) as raised:
        mix.explored(ARCHITECTURES[:1], 2, transfers=("turn.out=offload",))
    assert [diagnostic.id for diagnostic in raised.value.diagnostics] == ["explore-engine"]


def test_no_engine_is_chosen_that_nobody_asked_for(mix: Recorded) -> None:
    options = replace(mix.options, platform="host")
    assert options_of(options, 2, "auto").engines == NO_ENGINES
    assert options_of(replace(options, engines="thread"), 2, "auto").engines == "thread"


def test_programs_that_do_too_much_are_refused(mix: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists_module, "EVENTS_MOST", 10)
    with pytest.raises(UserError) as raised:
        mix.explored(ARCHITECTURES[:1], 2)
    assert [diagnostic.id for diagnostic in raised.value.diagnostics] == ["explore-large"]


def test_the_page_finds_points_by_their_names(mix: Recorded) -> None:
    """Also where names hold spaces that a browser leaves out of a text, and there is one core."""
    spaced = replace(ARCHITECTURES[0], name="a  b")
    page = render_page(to_json(mix.explored([spaced], 1, ("auto",)), "mix.sdf"))
    assert '<option value="auto on 1 core, (a  b)" selected>' in page
    assert "auto on 1 core (speedup" in page
    assert "(a  b), 1 core: " in page


def test_times_of_small_programs_are_told_on_the_page(swept: Sweep) -> None:
    content = to_json(swept, "mix.sdf")
    page = render_page({**content, "points": [{**point, "iteration_ns": 1234} for point in content["points"]]})
    assert "(private), 4 cores: 0.00123</title>" in page


def test_the_page_of_a_program_that_accesses_no_memory_has_no_speedups(swept: Sweep) -> None:
    content = to_json(swept, "mix.sdf")
    page = render_page({**content, "points": [{**point, "iteration_ns": 0} for point in content["points"]]})
    assert page.count("<td>Speedup</td><td>-</td>") == page.count("<td>Speedup</td>") > 3


def test_the_caches_of_this_machine_are_shared_by_as_many_cores_as_were_explored(mix: Recorded) -> None:
    host = replace(ARCHITECTURES[1], name="host", file="host", cores=4)
    few, many = (mix.explored(suiting([host], cores), cores, ("auto",)) for cores in (1, 2))
    content = to_json(replace(many, points=(*few.points, *many.points)), "mix.sdf")
    assert [cache["shared_by"] for cache in content["architectures"][0]["caches"]] == [1, 2]


def test_the_page_has_the_figures_and_tables_of_the_paper(mix: Recorded) -> None:
    some = [each for each in paper_architectures() if each.name in ("2", "4", "7")]
    found = mix.explored(some, 4, ("auto", "memcpy", "cow", "stream"), (Policy.LRU, Policy.MRU))
    page = render_page(to_json(found, "</script>.sdf"))
    for title in ("Figure 2", "Figure 3", "Table 3", "Table 4", "Table 6", "Table 8"):
        assert f"<h2>{title}" in page
    assert "&lt;/script&gt;.sdf on other caches" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("<h2>Table 6") == 2
    assert "(7) Shared L2 (2\u00d7) &amp; Shared L3 (4\u00d7)</td>" in page
    assert "it is lru." in page
    assert page.count("<optgroup ") == 4
    assert page.count("<option") == len(found.points)
    assert page.count(" selected>") == 1
