# SPDX-License-Identifier: Apache-2.0
"""A PREESM project with every feature, compiled and run: its bytes are those that Python computes from its meaning."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.checking import check_graph
from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import sources_without_lto

WEAVE, FRAMES = (Path(__file__).parent / "projects" / name for name in ("weave", "frames"))
ITERATIONS = 5


class Weave:
    """What the project's actors and delays hold between iterations."""

    def __init__(self, size: int, parts: int) -> None:
        self.parts, self.total = parts, size * parts
        self.extra = int(size / 8 * 3 + 0.5)
        self.number, self.fired = size, 0
        self.memory = [100 + index for index in range(self.total)]
        self.sum_for_ever = 0

    def iteration(self) -> tuple[str, str]:
        """The lines of `finish` and `show`."""
        counted = [self.number + index for index in range(self.total)]
        self.number += self.total
        self.fired += 1
        cut = self.total // self.parts
        weighed = [number * (self.fired % 7) for number in counted[:cut]]
        folded = [counted[index % self.total] for index in range(self.total * 5 // 2)][-self.total :]
        gathered = weighed + counted[cut:]
        past = self.memory[::-1]
        self.memory = [(g + 3 * f + p + self.extra) % 1000 for g, f, p in zip(gathered, folded, past, strict=True)]
        local_sums, sums = self._sums()
        shown = (self.memory + local_sums)[-(self.total + 3) :]
        chain = self._chain(counted[0], sums)
        return (f"finish {chain[0]} {chain[1]}", f"show {' '.join(map(str, shown))} last {sum(weighed)}")

    def _sums(self) -> tuple[list[int], list[int]]:
        """One sum starts anew with each firing of the graph around, the other never does."""
        local, local_sums, sums = 0, [], []
        for number in self.memory:
            local = (local + number) % 1009
            self.sum_for_ever = (self.sum_for_ever + number) % 1009
            local_sums.append(local)
            sums.append(self.sum_for_ever)
        return local_sums, sums

    def _chain(self, first: int, numbers: list[int]) -> list[int]:
        """Two tokens that a setter gives, and a getter gets after all steps."""
        chain = [first, -first]
        for number in numbers:
            before = chain.pop(0)
            doubled = abs(before * 2) % 100003
            chain.append((doubled if before >= 0 else -doubled) + number)
        return chain


def expected(size: int, parts: int) -> dict[str, list[str]]:
    weave = Weave(size, parts)
    finish, show = zip(*(weave.iteration() for _ in range(ITERATIONS)), strict=True)
    return {"finish": list(finish), "show": list(show)}


def printed(path: Path, folder: Path, options: CompileOptions) -> dict[str, list[str]]:
    """What each sink printed, line by line; how the lines of two sinks mix is theirs."""
    write_folder(folder, compile_graph(path, options).files)
    program = build_folder(folder, native=False)
    command = [str(program), "-q", "-n", str(ITERATIONS)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()
    return {sink: [line for line in lines if line.startswith(sink)] for sink in ("finish", "show")}


@pytest.mark.parametrize(
    ("options", "size", "parts"),
    [
        (CompileOptions(), 4, 2),
        (CompileOptions(cores=1), 4, 2),
        (CompileOptions(cores=3, mapper="list", transfers=("memcpy",)), 4, 2),
        (CompileOptions(cores=2, mapper="footprint", depth=1, parameters={"size": 6, "parts": 3}), 6, 3),
    ],
    ids=["as the scenario says", "one core", "copies", "other parameters"],
)
def test_the_bytes_of_a_project_with_every_feature(
    options: CompileOptions, size: int, parts: int, tmp_path: Path
) -> None:
    found = printed(WEAVE / "Scenarios/two.scenario", tmp_path / "out", options)
    assert found == expected(size, parts)


def test_a_graph_without_its_scenario(tmp_path: Path) -> None:
    assert printed(WEAVE / "Algo/top.pi", tmp_path / "out", CompileOptions(cores=2)) == expected(5, 2)


def test_the_cores_are_those_of_the_architecture() -> None:
    scenario = WEAVE / "Scenarios/two.scenario"
    compiled = compile_graph(scenario, CompileOptions())
    assert len(compiled.plan["platform"]["cores"]) == 2  # type: ignore[index,call-overload]
    fewer = compile_graph(scenario, CompileOptions(cores=1))
    assert "1 of the 2 cores of the graph's platform are used, so these run on any: mix" in fewer.notes


def test_the_likely_unit_of_times_is_taken_and_told(tmp_path: Path) -> None:
    """What takes some thousand or some ten of an unknown unit for a few bytes takes ns; what takes one of it, us."""
    shutil.copytree(WEAVE, tmp_path / "weave")
    scenario = tmp_path / "weave/Scenarios/two.scenario"
    for unit, sign in (("ns", ";"), ("us", ",")):
        notes = [note for note in compile_graph(scenario, CompileOptions()).notes if "come without a unit" in note]
        assert [note.partition(" taken as ")[2][:3] for note in notes] == [f"{unit}{sign}"]
        scenario.write_text(re.sub(r'time="[^"]+"', 'time="1"', scenario.read_text()))
    checked = check_graph(scenario, {}, time_unit_ns=1000)
    for notes in (compile_graph(scenario, CompileOptions(time_unit_ns=1000)).notes, checked.graph.notes):
        assert not any("come without a unit" in note for note in notes)


def test_a_folder_that_had_another_project_finds_the_data_of_the_new_one(tmp_path: Path) -> None:
    for name in ("old", "new"):
        shutil.copytree(WEAVE, tmp_path / name / "weave")
        printed(tmp_path / name / "weave/Scenarios/two.scenario", tmp_path / "out", CompileOptions(cores=1))
    flags = (tmp_path / "out/build/build.ninja").read_text()
    assert [str(tmp_path / name / "weave/Code") in flags for name in ("old", "new")] == [False, True]


def test_sources_with_arrays_are_compiled_as_their_own_build_does_it(tmp_path: Path) -> None:
    """One that writes a little behind its last array hits what it would hit there; nobody writes behind a scalar."""
    shutil.copytree(FRAMES, tmp_path / "frames")
    scenario, source = (tmp_path / "frames" / name for name in ("Scenarios/frames.scenario", "Code/src/frames.c"))
    files = compile_graph(scenario, CompileOptions(cores=1)).files
    assert "user/Code/src/split.c" in files
    assert sources_without_lto(files, "user/") == set()
    source.write_text(source.read_text().replace("static int seed;", "static int seed;\nint seeds[8];"))
    files = compile_graph(scenario, CompileOptions(cores=1)).files
    assert sources_without_lto(files, "user/") == {"user/Code/src/frames.c"}
