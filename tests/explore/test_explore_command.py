# SPDX-License-Identifier: Apache-2.0
"""`dfgen explore` as its user sees it: tables, files, and what it says of what cannot be explored."""

from __future__ import annotations

import copy
import csv
import json
import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from dfgen.cli.main import main
from tests.explore.programs import MIX
from tests.memory.test_objects import written as objects_written

SMALL = """\
name = "small"
clock_mhz = 1000

[[caches]]
level = 1
bytes = 16384
ways = 4

[[caches]]
level = 2
bytes = 131072
ways = 8
shared_by = 2
hit_cycles = 12

[dram]
cores_per_controller = 2
latency_ns = 80
bytes_per_s = 10000000000
"""


def ended(capfd: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    try:
        status = main([str(argument) for argument in arguments])
    except SystemExit as ending:
        status = int(ending.code or 0)
    out, err = capfd.readouterr()
    return status, out, err


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_tables_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    small = write(tmp_path, "small.toml", SMALL)
    large = write(tmp_path, "large.toml", SMALL.replace("131072", "1048576").replace('"small"', '"large"'))
    status, out, err = ended(
        capfd, "explore", MIX, "-p", "side=96", "--architectures", f"{small},{large}", "--cores", "2,4",
        "--transfer", "auto,memcpy,cow,stream", "-o", "ex", "-n", "2",
    )  # fmt: skip
    assert status == 0, err
    content = json.loads(Path("ex/explore.json").read_text())
    assert content["schema"] == 1
    assert content["recording"]["iterations"] == 2
    assert [each["name"] for each in content["architectures"]] == ["small", "large"]
    check_schema(content)
    points = {(p["architecture"], p["cores"], p["strategy"]): p for p in content["points"]}
    assert len(points) == 2 * 2 * 4
    check_points(points)
    with open("ex/explore.csv", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [int(row["iteration_ns"]) for row in rows] == [point["iteration_ns"] for point in content["points"]]
    assert "2 cores: time of an iteration" in out
    assert out.count("*") >= 4
    assert sorted(os.listdir(tmp_path)) == ["ex", "large.toml", "small.toml"]


def with_levels(count: int) -> str:
    levels = (f"[[caches]]\nlevel = {n}\nbytes = {4096 * 4**n}\nways = 4\n" for n in range(1, count + 1))
    return "cores = 1\n" + "".join(levels) + "[dram]\ncores_per_controller = 1\n"


@pytest.mark.parametrize("counts", [(1, 2), (1, 4, 5)])
def test_files_have_all_levels_of_caches(
    counts: tuple[int, ...], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """None is left out where there are many, and no column is another level's where there are few."""
    platforms = ",".join(str(write(tmp_path, f"{count}.toml", with_levels(count))) for count in counts)
    status, _, err = ended(
        capfd, "explore", MIX, "-p", "side=32", "--architectures", platforms, "--transfer", "memcpy",
        "-o", tmp_path / "ex",
    )  # fmt: skip
    assert status == 0, err
    points = json.loads((tmp_path / "ex/explore.json").read_text())["points"]
    assert [len(point["levels"]) for point in points] == list(counts)
    with open(tmp_path / "ex/explore.csv", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    shown = max(3, *counts)
    for row, point in zip(rows, points, strict=True):
        told = [level[what] for level in point["levels"] for what in ("accesses", "misses")]
        names = [f"l{level}_{what}" for level in range(1, shown + 1) for what in ("accesses", "misses")]
        assert [row[name] for name in names] == [*map(str, told), *[""] * (2 * shown - len(told))]
        assert row["dram_reads"] == str(point["dram_reads"])
    page = (tmp_path / "ex/explore.html").read_text()
    assert [f"Avg {name} miss rate" in page for name in ("L3", "L4", "L5")] == [True, *[shown == 5] * 2]


def schema_of_files() -> Draft202012Validator:
    schema = json.loads(files("dfgen.explore").joinpath("explore.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def check_schema(content: dict[str, Any]) -> None:
    """The file is as its schema says, and the schema says all of it: no key may be more, less or of another kind."""
    schema = schema_of_files()
    assert [error.message for error in schema.iter_errors(content)] == []
    for path in (("points", 0, "levels", 0, "misses"), ("points", 0, "work", 0, "kind"), ("architectures", 0, "dram")):
        *way, key = path
        for changed in ({}, {key: []}):
            broken = copy.deepcopy(content)
            inside: Any = broken
            for step in way:
                inside = inside[step]
            del inside[key]
            inside.update(changed)
            assert not schema.is_valid(broken), path
    assert not schema.is_valid({**content, "more": 1})


def check_points(points: dict[tuple[str, int, str], dict[str, Any]]) -> None:
    for (architecture, cores, strategy), point in points.items():
        first, second = point["levels"]
        assert first["accesses"] > first["misses"] == second["accesses"] > 0
        assert second["misses"] == point["dram_reads"]
        assert sum(point["l1_misses_of_cores"]) == pytest.approx(first["misses"], abs=cores)
        assert point["iteration_ns"] > 0
        if architecture == "large":
            other = points["small", cores, strategy]
            assert second["misses"] <= other["levels"][1]["misses"]
            assert first == other["levels"][0]
    for cores in (2, 4):
        auto, copied = points["small", cores, "auto"], points["small", cores, "memcpy"]
        assert copied["levels"][0]["misses"] > auto["levels"][0]["misses"]
        assert any(work["kind"] == "fifo" for work in copied["work"])
        assert points["large", cores, "stream"]["dram_writes"] > points["large", cores, "memcpy"]["dram_writes"]


BAD: list[tuple[str, str, str, str, str]] = [
    # what is changed, to what; id, place, part of the message
    ("bytes = 131072", "bytes = 131073", "caches-invalid", ":11:1:", "not a power of two"),
    ("ways = 8", "ways = 12", "caches-invalid", ":11:1:", "not a power of two"),
    ("shared_by = 2", "shared_by = 0", "caches-invalid", ":13:1:", "from 1 to"),
    ("shared_by = 2", 'policy = "fifo"', "caches-invalid", ":13:1:", "no policy 'fifo'"),
    ("shared_by = 2", "sharedby = 2", "caches-invalid", ":13:1:", "no 'sharedby'"),
    ("shared_by = 2", "shared_by = 3", "caches-cores", ":13:1:", "does not come out even"),
    ("level = 2", "level = 3", "caches-invalid", ":10:1:", "level 2 is expected"),
    ("level = 2", "", "caches-invalid", ":9:3:", "needs 'level'"),
    ("ways = 4", "ways = 4\nshared_by = 2", "caches-invalid", ":8:1:", "an L1 of its own"),
    ("ways = 4", "ways = 4\nline_bytes = 48", "caches-invalid", ":8:1:", "power of two"),
    ("ways = 8", "ways = 8\nline_bytes = 128", "caches-invalid", ":13:1:", "of one size"),
    ("latency_ns = 80", "latency_ns = -1", "caches-invalid", ":18:1:", "from 1 to"),
    ("[dram]", "[drams]", "syntax", ":16:2:", "no 'drams'"),
    ("clock_mhz = 1000", "l1_bytes = 5", "syntax", ":2:1:", "follows from 'caches'"),
    ("cores_per_controller = 2", "cores_per_controller = 3", "caches-cores", ":17:1:", "a controller"),
]


@pytest.mark.parametrize(("before", "after", "id", "place", "message"), BAD, ids=[str(i) for i in range(len(BAD))])
def test_wrong_platforms_are_told(
    before: str, after: str, id: str, place: str, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert before in SMALL
    file = write(tmp_path, "p.toml", SMALL.replace(before, after, 1))
    status, out, err = ended(capfd, "explore", MIX, "--architectures", file, "--cores", "4")
    assert (status, out) == (1, "")
    assert f"p.toml{place} error[{id}]" in err, err
    assert message in err


def test_outer_levels_are_shared_by_no_fewer(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    third = "\n[[caches]]\nlevel = 3\nbytes = 1048576\nways = 16\nshared_by = 1\n"
    file = write(tmp_path, "p.toml", SMALL + third)
    status, _, err = ended(capfd, "explore", MIX, "--architectures", file, "--cores", "4")
    assert status == 1
    message = "a cache of level 3 serves 1 core, and a cache of level 2 inside it serves 2"
    assert f"p.toml:25:1: error[caches-invalid]: {message}" in err


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("pape", "Did you mean 'paper'?"),
        ("absent.toml", "An architecture is 'paper', 'host', or a TOML or JSON file."),
    ],
)
def test_what_is_no_architecture_is_told_what_is(name: str, hint: str, capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = ended(capfd, "explore", MIX, "--architectures", name)
    assert (status, hint in err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "id"),
    [
        (["--policy", "fifo"], "option-unknown"),
        (["--transfer", "offload"], "option-unknown"),
        (["--transfer", "nothing"], "option-unknown"),
        (["--architectures", "absent.toml"], "file-unreadable"),
        (["--mapper", "nothing"], "option-unknown"),
        (["--fuse", "nothing"], "option-unknown"),
        (["--fp-contract", "nothing"], "option-unknown"),
        (["--transfer-candidates", "nothing"], "option-unknown"),
        (["--cores", "4,128"], "option-unknown"),
        (["--transfer", "stream(nothing=1)"], "transfer-option"),
        (["--transfer", "nothing.o=memcpy"], "transfer-no-match"),
        (["--transfer", "make.out:turn.in=serialize"], "transfer-illegal"),
    ],
)
def test_wrong_options_are_told_before_anything_is_recorded(
    arguments: list[str], id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = ended(capfd, "explore", MIX, *arguments)
    assert (status, out) == (1, "")
    assert f"error[{id}]" in err
    assert "recording" not in err


def test_what_is_named_twice_is_simulated_once(capfd: pytest.CaptureFixture[str]) -> None:
    twice = ["--architectures", "paper,paper", "--cores", "4,4", "--policy", "lru,lru", "--transfer", "auto,auto"]
    status, out, err = ended(capfd, "explore", MIX, "-p", "side=32", *twice, "--json")
    assert status == 0, err
    names = [point["architecture"] for point in json.loads(out)["points"]]
    assert names == [str(number) for number in range(1, 8)]


@pytest.mark.parametrize("folder", ["notes", "notes/ex", "{tmp}/notes/a/b"])
def test_a_file_where_the_folder_should_be_is_told_before_all_is_simulated(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    notes = write(tmp_path, "notes", "mine")
    status, out, err = ended(capfd, "explore", MIX, "-o", folder.format(tmp=tmp_path))
    assert (status, out) == (1, "")
    assert f"cannot write '{folder.format(tmp=tmp_path)}': Not a directory" in err
    assert "compiling" not in err
    assert notes.read_text() == "mine"


def test_a_folder_where_a_file_should_be_is_told_before_all_is_simulated(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "explore.html").mkdir()
    status, out, err = ended(capfd, "explore", MIX, "-o", tmp_path)
    assert (status, out) == (1, "")
    assert f"cannot write '{tmp_path / 'explore.html'}': Is a directory" in err
    assert "compiling" not in err
    assert os.listdir(tmp_path) == ["explore.html"]


def test_a_folder_with_a_name_that_no_folder_can_have_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    status, out, err = ended(capfd, "explore", MIX, "-o", "a" * 300)
    assert (status, out) == (1, "")
    assert "File name too long" in err
    assert "compiling" not in err


def test_cores_must_come_out_even(capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = ended(capfd, "explore", MIX, "--cores", "3")
    assert status == 1
    assert "error[caches-cores]: no architecture comes out even for 3 cores" in err
    _, _, err = ended(capfd, "explore", MIX, "--cores", "1")
    assert "comes out even for 1 core\n" in err


def test_platforms_must_describe_their_caches(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path, "plain.toml", "cores = 4\n")
    status, _, err = ended(capfd, "explore", MIX, "--architectures", file)
    assert status == 1
    assert "plain.toml:1:1: error[caches-missing]" in err


def test_actors_that_start_threads_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("mix.sdf", "mix.h", "mix.c"):
        write(tmp_path, name, (MIX.parent / name).read_text())
    started = "#include <pthread.h>\nvoid begin(pthread_t *t, void *(*f)(void *)) { pthread_create(t, 0, f, 0); }\n"
    (tmp_path / "mix.c").write_text((tmp_path / "mix.c").read_text() + started)
    status, _, err = ended(capfd, "explore", tmp_path / "mix.sdf")
    assert status == 1
    assert "mix.c:44:48: error[record-threads]: this source calls 'pthread_create'" in err


def test_tokens_of_objects_are_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = ended(capfd, "explore", objects_written(tmp_path))
    assert status == 1
    assert "g.sdf:4:" in err
    assert "error[explore-objects]: tokens of 'out' are objects, and accesses to arenas are not simulated" in err


def test_a_compiler_without_the_option_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    compiler = write(tmp_path, "cc", '#!/bin/sh\ncase "$*" in *-fsanitize=thread*) exit 1;; esac\nexec gcc "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    status, _, err = ended(capfd, "explore", MIX)
    assert status == 1
    assert "error[record-compiler]" in err


def has(folder: Path, name: str) -> bool:
    """Somewhere below, where folders come and go meanwhile."""
    return any(name in (*folders, *files) for _, folders, files in os.walk(folder))


def test_compilers_that_are_ended_leave_nothing(tmp_path: Path) -> None:
    """One that has begun a file of its own, and is ended while the program to record is built."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    lines = ["#!/bin/sh", 'case "$*" in', '*-O3*) touch "$TMPDIR/begun.s"; sleep 100 ;;', "esac", 'exec gcc "$@"']
    compiler = write(tmp_path, "cc", "\n".join(lines) + "\n")
    compiler.chmod(0o755)
    environment = {**os.environ, "TMPDIR": str(temporary), "CC": str(compiler)}
    command = [sys.executable, "-m", "dfgen", "explore", str(MIX), "--cores", "4"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 100
        while not has(temporary, "begun.s") and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == 130
        assert os.listdir(temporary) == []
    finally:
        process.kill()
        process.communicate()


def test_who_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    """While the simulator runs, on a program that takes some time."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "dfgen", "explore", str(MIX), "-p", "side=384", "--cores", "32"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    try:
        deadline = time.monotonic() + 100
        while not has(tmp_path, "plan") and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == 130
        assert os.listdir(tmp_path) == []
    finally:
        process.kill()
        process.communicate()
