# SPDX-License-Identifier: Apache-2.0
"""What the recorder sees of each sort of access, and what becomes of equal firings."""

from __future__ import annotations

import os
import shutil
import subprocess
from array import array
from pathlib import Path

import pytest

from dfgen.build.reporter import SILENCE
from dfgen.explore.recording import Recording, run_recorder, without_engines
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.model.files import Scheme
from dfgen.profile.sampling import Runner
from dfgen.reading import read_code
from tests.explore.programs import Recorded, recorded

HOOKS = Path(__file__).parent / "hooks" / "hooks.sdf"
LINE = 64
IN, OUT, STATIC, STACK, OTHER = 0, 1, 253, 254, 255
WRITE, STREAMED = 1, 2


def entries(recording: Recording, actor: str, firing: int = 0) -> list[tuple[int, int, int]]:
    """Region, offset and flags of a firing's entries."""
    trace, _ = recording.firings[actor, firing]
    words = array("Q")
    words.frombytes((recording.folder / "traces").read_bytes())
    first = sum(recording.entries[:trace])
    found = words[first : first + recording.entries[trace]]
    offset = (1 << 54) - 1
    return [(w >> 56, (w & offset) - (1 << 52), (w >> 55 & 1) * WRITE + (w >> 54 & 1) * STREAMED) for w in found]


@pytest.fixture(scope="module", params=["gcc", "clang"])
def seen(request: pytest.FixtureRequest, simulator: Path, tmp_path_factory: pytest.TempPathFactory) -> Recording:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not on this machine")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CC", request.param)
        return recorded(HOOKS, tmp_path_factory.mktemp(request.param), iterations=3, simulator=simulator).recording


def lines(recording: Recording, region: int, flags: int) -> set[int]:
    return {offset // LINE for where, offset, how in entries(recording, "touch") if (where, how) == (region, flags)}


def test_accesses_of_each_size_are_seen(seen: Recording) -> None:
    read, written = lines(seen, IN, 0), lines(seen, OUT, WRITE)
    assert {0, 1, 2, 3, 4} <= read
    assert {0, 1, 2, 3, 4} <= written
    assert {5, 6} <= read, "an unaligned access has both its lines"
    assert 8 in read


def test_atomic_accesses_are_seen(seen: Recording) -> None:
    found = entries(seen, "touch")
    after_fill = found[max(i for i, entry in enumerate(found) if entry[:2] == (OUT, 255 * LINE)) :]
    assert {10, 11, 12, 13} <= {offset // LINE for region, offset, how in after_fill if (region, how) == (OUT, WRITE)}
    assert any(region == STATIC and how == WRITE for region, _, how in found)


def test_copies_and_fills_are_seen(seen: Recording) -> None:
    read, written, streamed = lines(seen, IN, 0), lines(seen, OUT, WRITE), lines(seen, OUT, WRITE | STREAMED)
    for first in (16, 21, 26):
        assert set(range(first, first + 4)) <= read
    assert set(range(64, 139)) <= read
    assert written == set(range(256)), "memset"
    assert streamed == {*range(64, 139), *range(144, 219)}


def test_memory_of_no_window_is_told_apart(seen: Recording) -> None:
    regions = {region for region, _, _ in entries(seen, "touch")}
    assert regions == {IN, OUT, STATIC, STACK, OTHER} or regions == {IN, OUT, STATIC, OTHER}
    static_bytes, other_bytes = seen.memory_bytes
    assert static_bytes > 0
    assert other_bytes == 4096


def test_equal_firings_are_kept_once(seen: Recording) -> None:
    assert seen.counts == {"fill": 3, "touch": 3, "check": 3}
    assert len(seen.entries) == 3
    assert seen.of("touch", 3 * 7 + 1) == seen.firings["touch", 1]
    assert seen.of("nobody", 0) is None


def test_repeated_accesses_are_left_out_but_counted(mix: Recorded) -> None:
    trace, accesses = mix.recording.firings["make", 0]
    side = 192
    assert accesses >= side * side
    assert side * side * 4 // LINE <= mix.recording.entries[trace] < accesses / 5


def test_a_recording_is_the_same_each_time(mix: Recorded, tmp_path: Path) -> None:
    """Wherever the system puts the program, its stack and its heap."""
    program = mix.scratch / "recorder" / "build" / "mix"
    environment = {"DF_RECORD_FOLDER": str(tmp_path), "MORE_OF_A_STACK": "x" * 5000, "PATH": os.environ["PATH"]}
    subprocess.run([str(program), "-n", "1", "-q"], env=environment, check=True, capture_output=True, timeout=60)
    for name in ("traces", "starts", "firings", "actors", "memory"):
        assert (tmp_path / name).read_bytes() == (mix.recording.folder / name).read_bytes(), name


def test_files_are_left_to_cores_where_nobody_has_chosen(tmp_path: Path) -> None:
    graph = tmp_path / "g.sdf"
    graph.write_text(
        "graph g { actor r = file_source(block = 64); actor w = file_sink(block = 64);\n"
        "actor s = file_sink(block = 64) @file(scheme = signalled); r.data -> { w.data, s.data }; }"
    )
    known = without_engines(read_code(load_graph(graph, {})))
    schemes = {actor.name: actor.file.scheme for actor in known.graph.file_actors if actor.file}
    assert schemes == {"r": Scheme.DIRECT, "w": Scheme.DIRECT, "s": Scheme.SIGNALLED}


def test_a_recording_without_room_is_told(mix: Recorded, tmp_path: Path) -> None:
    program = mix.scratch / "recorder" / "build" / "mix"
    runner = Runner(tmp_path, (), 60, SILENCE)
    (tmp_path / "traces").symlink_to("/dev/full")
    with pytest.raises(UserError) as raised:
        run_recorder(program, 1, tmp_path, runner)
    assert [diagnostic.id for diagnostic in raised.value.diagnostics] == ["record-room"]
