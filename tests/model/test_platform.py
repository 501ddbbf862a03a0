# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dfgen.model.caches import Dram, Policy
from dfgen.model.diagnostics import UserError
from dfgen.model.platform import (
    Core,
    cache_sizes,
    default_platform,
    host_platform,
    load_platform,
    memory_limit,
    usable_cpus,
    with_cores,
)


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return root


def test_the_shipped_platform() -> None:
    platform = default_platform()
    assert (platform.core_count, platform.l1_bytes, platform.l2_bytes) == (2, 49152, 2097152)
    assert (platform.costs.sync_ns, platform.costs.futex_ns) == (200, 50_000)
    assert default_platform(3).cores == (Core(0), Core(1), Core(2))


def test_fewer_and_more_cores() -> None:
    platform = default_platform()
    assert with_cores(platform, 1).cores == (Core(0),)
    assert with_cores(platform, 3).cores == (Core(0), Core(1), Core(2))


def test_json_and_back(tmp_path: Path) -> None:
    for platform in (default_platform(5), host_platform()):
        file = tmp_path / "p.json"
        file.write_text(json.dumps(platform.to_json()))
        assert load_platform(file) == platform


def test_cores_may_be_a_number(tmp_path: Path) -> None:
    file = tmp_path / "board.json"
    file.write_text('{"schema": 1, "cores": 3, "name": "b"}')
    platform = load_platform(file)
    assert (platform.name, platform.cores) == ("b", (Core(0), Core(1), Core(2)))


def test_a_machine_without_third_level_has_the_largest_of_what_there_is(tmp_path: Path) -> None:
    cache = f"devices/system/cpu/cpu{usable_cpus()[0]}/cache"
    for level, size in ((1, "32K"), (2, "1M")):
        folder = f"{cache}/index{level}"
        machine(tmp_path, {f"{folder}/level": str(level), f"{folder}/type": "Data", f"{folder}/size": size})
    found = host_platform(tmp_path, tmp_path)
    assert (found.l1_bytes, found.l2_bytes, found.l3_bytes) == (32768, 1048576, 1048576)


def test_a_toml_file_changes_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text("l2_bytes = 1048576\n\n[[cores]]\ncpu = 4\n[[cores]]\ncpu = 5\nnode = 1\n")
    platform = load_platform(file)
    assert platform.name == "board"
    assert platform.cores == (Core(0, 4), Core(1, 5, 1))
    assert (platform.l1_bytes, platform.l2_bytes) == (49152, 1048576)


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"),
    [
        ("cores = 2\nl2 = = 3\n", "2:6", "not TOML", "name ends in .json"),
        ("cores = 2\n\n[costs]\nview_ns = 9\nsync = 1\n", "5:1", "no cost 'sync'", ""),
        ("[costs]\n memcpy_near_read_ns_per_byte = [[4096, 1],\n  [1024, -1]]\n", "3:3", "not a number", ""),
        ("[engines.dma]\nspeed = 1\n", "2:1", "no cost 'speed'", ""),
        ("[engines.dma]\n", "1:2", "lacks 'give_ns'", ""),
        ("l2_byte = 5", "1:1", "no 'l2_byte'", "'l2_bytes'"),
        ("l2_bytes = 'big'", "1:1", "positive integer", "Write: l2_bytes = 2097152, or leave it out."),
        ("l2_bytes = true", "1:1", "positive integer", ""),
        ("costs = { sync_ns = -1 }", "1:11", "whole number from 0", ""),
        ("costs = 3", "1:1", "must be a table", ""),
        ("cores = 0", "1:1", "'cores' must be", ""),
        ("cores = [{ cpu = 1, index = 1 }]", "1:21", "index 1", "List the cores in order"),
        ("cores = [{ cpu = 'x' }]", "1:10", "'cpu' and 'node'", ""),
        ("cores = [{ speed = 1 }]", "1:10", "must be a table", ""),
        ("name = 3", "1:1", "must be a string", ""),
        ("schema = 9", "1:1", "schema is 9", "schema = 1"),
        ("cores = [{ type = 1 }]", "1:12", "'type' of core 0 must be a string", 'type = "big"'),
        ("n = " + "[" * 2000, "1:1", "", ""),
    ],
)
def test_mistakes_in_a_file(tmp_path: Path, text: str, place: str, message: str, hint: str) -> None:
    file = tmp_path / "p.toml"
    file.write_text(text)
    with pytest.raises(UserError) as caught:
        load_platform(file)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.id == "syntax"
    assert str(diagnostic.span) == f"{file}:{place}"
    assert message in diagnostic.message
    assert hint in diagnostic.hint
    assert diagnostic.hint


COSTS_IN_JSON = """\
{
  "name": "a: {[,", "cores": [{}, {"cpu": 1}],
  "costs": {
    "view_ns": 9,
    "stream_near_read_ns_per_byte": [[4096, 0.5], [8192, 0.5]]
  }
}
"""


@pytest.mark.parametrize(
    ("found", "given", "id", "place"),
    [
        ('"view_ns"', '"view"', "syntax", "4:5"),
        ("9", '"9"', "syntax", "4:5"),
        ("[8192, 0.5]", "[8192, -1]", "syntax", "5:51"),
        ("8192", "4096", "syntax", "5:5"),
        ('"cpu": 1', '"cpu": -1', "syntax", "2:35"),
        ('"costs"', '"coats"', "syntax", "3:3"),
        ('"costs": {', '"network": 3,\n"costs": {', "nodes-invalid", "3:3"),
        ('"costs": {', '"caches": [{"level": 1, "bytes": 0}],\n"costs": {', "caches-invalid", "3:27"),
        ('"costs": {', '"caches": [{"level": 1}],\n"costs": {', "caches-invalid", "3:14"),
    ],
)
def test_places_of_mistakes_in_json(tmp_path: Path, found: str, given: str, id: str, place: str) -> None:
    file = tmp_path / "p.json"
    file.write_text(COSTS_IN_JSON)
    load_platform(file)
    file.write_text(COSTS_IN_JSON.replace(found, given, 1))
    with pytest.raises(UserError) as caught:
        load_platform(file)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.id, str(diagnostic.span)) == (id, f"{file}:{place}")
    assert diagnostic.hint


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    for name, content, id in (
        ("absent.toml", None, "file-unreadable"),
        ("binary.toml", b"\xff\xfe", "file-unreadable"),
        ("list.json", b"[1]", "syntax"),
        ("bad.json", b"{", "syntax"),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(UserError) as caught:
            load_platform(tmp_path / name)
        assert caught.value.diagnostics[0].id == id
        assert caught.value.diagnostics[0].hint


def test_caches_of_a_described_machine(tmp_path: Path) -> None:
    cache = "devices/system/cpu/cpu0/cache"
    levels = (("0", "1", "Data", "32K"), ("1", "1", "Instruction", "64K"), ("2", "2", "Unified", "1M"))
    for index, level, kind, size in levels:
        machine(tmp_path, {f"{cache}/index{index}/{key}": text for key, text in
                           (("level", level), ("type", kind), ("size", size))})  # fmt: skip
    assert cache_sizes(tmp_path, 0) == {1: 32768, 2: 1048576}
    assert cache_sizes(tmp_path, 1) == {}


def test_hardware_threads_quota_and_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 3})
    cpus = "devices/system/cpu/cpu"
    for cpu, siblings in ((0, "0-1"), (1, "0-1"), (2, "2,3"), (3, "2,3")):
        machine(tmp_path, {f"{cpus}{cpu}/topology/thread_siblings_list": siblings})
    assert usable_cpus(tmp_path) == [0, 2, 1, 3]
    machine(tmp_path, {"fs/cgroup/cpu.max": "max 100000", "fs/cgroup/memory.max": "max"})
    assert usable_cpus(tmp_path) == [0, 2, 1, 3]
    machine(tmp_path, {"meminfo": "MemTotal:       1000 kB"})
    assert memory_limit(tmp_path, tmp_path) == 1_024_000
    machine(tmp_path, {"fs/cgroup/cpu.max": "150000 100000", "fs/cgroup/memory.max": "65536"})
    assert usable_cpus(tmp_path) == [0, 2]
    assert memory_limit(tmp_path, tmp_path) == 65536
    (tmp_path / f"{cpus}2/node1").mkdir()
    assert host_platform(tmp_path, tmp_path).cores == (Core(0, 0, 0), Core(1, 2, 1))


CACHES = """
clock_mhz = 2000
[[caches]]
level = 1
bytes = 32768
ways = 8
[[caches]]
level = 2
bytes = 1048576
ways = 16
shared_by = 4
policy = "nru"
[dram]
latency_ns = 70
"""


def test_sizes_follow_from_caches(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(CACHES)
    platform = load_platform(file)
    assert (platform.l1_bytes, platform.l2_bytes, platform.l3_bytes) == (32768, 262144, 1048576)
    assert [cache.sets for cache in platform.caches] == [64, 1024]
    assert platform.caches[1].policy is Policy.NRU
    assert platform.dram == Dram(latency_ns=70)


def test_a_platform_with_caches_to_json_and_back(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text(CACHES)
    platform = load_platform(file)
    again = tmp_path / "p.json"
    again.write_text(json.dumps(platform.to_json()))
    assert load_platform(again) == platform


def test_sizes_that_contradict_the_caches_are_told(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text("l1_bytes = 5\n" + CACHES)
    with pytest.raises(UserError, match="'l1_bytes' is 5, but follows from 'caches' as 32768"):
        load_platform(file)


def test_what_says_nothing_of_caches_has_none_in_json() -> None:
    assert not {"caches", "dram", "clock_mhz"} & default_platform().to_json().keys()
