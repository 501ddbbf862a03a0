# SPDX-License-Identifier: Apache-2.0
"""The calibration program: it builds, tells all that it should, and ends; what it says is kept. No figure is judged."""

from __future__ import annotations

import dataclasses
import json
import os
from itertools import pairwise
from pathlib import Path

import pytest

from dfgen.build import calibrate as calibration
from dfgen.build.calibrate import (
    build_program,
    calibrate,
    read_figures,
    require_cache,
    run_program,
    store,
    to_json,
    with_engines,
)
from dfgen.build.figures import Calibration, Figures, calibration_of
from dfgen.build.reporter import SILENCE, Silence
from dfgen.csource.toolchain import Compiler, find_compiler
from dfgen.memory.strategies.engines import ENGINES
from dfgen.model.calibration import calibrated, calibrated_engines, calibration_file
from dfgen.model.costs import SHIPPED
from dfgen.model.diagnostics import UserError
from dfgen.model.engine_costs import EngineCost
from dfgen.model.platform import Platform, default_platform, host_platform, load_platform
from tests.watching import Watcher

# Windows of 4 KiB to 256 KiB, so that a round takes a moment.
SMALL = dataclasses.replace(default_platform(2), memory_bytes=32 * 256 * 1024)

ENGINE = EngineCost("thread", 100, 500, *[((4096, 0.1), (1 << 20, 0.05))] * 4)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_program(tmp_path_factory.mktemp("calibrate"), find_compiler())


@pytest.fixture(scope="module")
def figures(program: Path) -> Figures:
    return run_program(program, SMALL, 1)


def test_all_that_two_cores_can_tell_is_told(figures: Figures) -> None:
    found = calibration_of(figures, SHIPPED)
    assert set(found.absent) <= {"private views", "faults of small pages"}
    assert set(figures["memcpy far unread"]) == {4096, 16384, 65536, 262144}
    assert found.rounds >= 1
    for name, curve in found.costs.to_json().items():
        if name.startswith(("memcpy", "stream")):
            totals = [size * cost for size, cost in curve]
            assert all(a <= b * 1.01 for a, b in pairwise(totals)), name  # rounded to three digits


def test_one_core_leaves_out_what_takes_two(program: Path) -> None:
    alone = dataclasses.replace(SMALL, cores=SMALL.cores[:1])
    found = calibration_of(run_program(program, alone, 1), SHIPPED)
    assert {"copies of what another core wrote", "crossings from core to core"} <= set(found.absent)
    assert found.costs.copy("memcpy").far_read == SHIPPED.copy("memcpy").far_read


def test_engines_that_can_be_used_have_costs(program: Path) -> None:
    found = with_engines(Calibration(SHIPPED, 1, (), ()), program, SMALL, 1, SILENCE)
    known = {cost.name: cost for cost in found.engines}
    assert {*known, *found.unusable} == set(ENGINES)
    assert "thread" in known
    assert [size for size, _ in known["thread"].dirty_ns_per_byte] == [4096, 16384, 65536, 262144]
    assert found.costs.engine_submit_ns == known["thread"].give_ns > 0


def test_what_is_kept_is_a_platform_file(figures: Figures) -> None:
    found = dataclasses.replace(calibration_of(figures, SHIPPED), engines=(ENGINE,))
    file = store(found)
    try:
        assert file == calibration_file()
        assert load_platform(file).costs == found.costs
        assert calibrated(host_platform()).costs == found.costs
        assert calibrated(host_platform()).engines == calibrated_engines() == (ENGINE,)
        assert json.loads(file.read_text()) == json.loads(json.dumps(to_json(found)))
    finally:
        file.unlink()


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "file"))
    with pytest.raises(UserError) as caught:
        store(Calibration(SHIPPED, 1, (), ()))
    assert caught.value.diagnostics[0].id == "file-unwritable"
    with pytest.raises(UserError, match="cannot write to the cache folder"):
        require_cache()  # before a minute is spent on measuring


def test_a_program_that_fails_is_an_error(tmp_path: Path) -> None:
    def run(text: str, platform: Platform = SMALL) -> None:
        script = tmp_path / "calibrate"
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(0o755)
        run_program(script, platform, 1)

    run("echo '{\"progress\": 1}'")
    with pytest.raises(UserError) as caught:
        run("echo no memory >&2; exit 1")
    assert caught.value.diagnostics[0].id == "run-failed"


def test_from_nothing_to_costs(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "host_platform", lambda: SMALL)
    monkeypatch.setattr(calibration, "build_program", lambda folder, compiler, reporter: program)
    watcher = Watcher()
    assert calibrate(1, watcher).rounds >= 1
    first, second, *engines = (step.split(";")[0] for step in watcher.steps)
    assert first == "building the calibration program"
    assert second == "measuring copies, views, faults and cores for 1 s"
    assert {step.partition("'")[0] for step in engines} == {"measuring engine "}
    assert watcher.seen[-1] == (100, 100)


def fake_compiler(folder: Path, script: str) -> Compiler:
    path = folder / "fake-cc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return Compiler(path, "1", (), "x86_64")


def test_a_compiler_that_knows_no_native_processor(tmp_path: Path) -> None:
    watcher = Watcher()
    refusing = 'case "$*" in *=native*) exit 1;; esac'
    assert build_program(tmp_path, fake_compiler(tmp_path, refusing), watcher) == tmp_path / "calibrate"
    whole = [command for command in watcher.commands if "-c" not in command]  # the others compile engines
    tried = [[word for word in command if word.endswith("=native")] for command in whole]
    assert tried == [["-march=native"], ["-mcpu=native"], []]
    assert not watcher.failures


def test_a_compiler_that_cannot_build_the_program(tmp_path: Path) -> None:
    watcher = Watcher()
    with pytest.raises(UserError) as caught:
        build_program(tmp_path, fake_compiler(tmp_path, "echo 'no threads here' >&2; exit 1"), watcher)
    assert caught.value.diagnostics[0].id == "c-compile"
    assert watcher.failures == ["no threads here\n"]


def test_an_interrupted_measurement_leaves_no_program_behind(tmp_path: Path) -> None:
    class Interrupting(Silence):
        def progress(self, done: int, total: int) -> None:
            raise KeyboardInterrupt

    script = tmp_path / "calibrate"
    script.write_text(
        "#!/bin/sh\necho $$ >pid\necho '{\"progress\": 0.5}'\nexec sleep 300\n".replace("pid", str(tmp_path / "pid"))
    )
    script.chmod(0o755)
    with pytest.raises(KeyboardInterrupt):
        run_program(script, SMALL, 1, Interrupting())
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_faults_of_a_thread_alone_stand_for_all_where_there_is_one_core() -> None:
    figures = {"lone read fault": {1: [10.0, 30.0, 20.0]}, "lone write fault": {1: [0.1]}}
    found = calibration_of(figures, SHIPPED)
    assert "faults of small pages" not in found.absent
    assert "private views" in found.absent
    assert (found.costs.read_fault_ns, found.costs.write_fault_ns, found.costs.lone_write_fault_ns) == (20, 1, 1)
    assert found.costs.view_ns == SHIPPED.view_ns


def test_lines_as_they_come() -> None:
    watcher = Watcher()
    lines = ['{"name": "a", "bytes": 4, "ns": 1.5}\n', '{"progress": 0.25}\n', '{"name": "a", "bytes": 4, "ns": 2}\n']
    assert read_figures(lines, watcher) == {"a": {4: [1.5, 2]}}
    assert watcher.seen == [(25, 100)]
    assert read_figures([], SILENCE) == {}
