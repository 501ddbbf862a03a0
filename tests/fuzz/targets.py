# SPDX-License-Identifier: Apache-2.0
"""What reads text of strangers. Each target takes any bytes and returns, or raises what no reader may raise: anything
but `UserError`.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dfgen.analysis.facts import analyse
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.toolchain import find_compiler
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.sidecar import parse_sidecar
from dfgen.model.diagnostics import UserError
from dfgen.model.platform import load_platform
from dfgen.paths import runtime_dir

from .folders import read_as, whole

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = ROOT / "tests/frontend/importers/projects/weave"
FIRINGS_MAX = 1_000_000

SIDECAR = b"""schema = 1
["a.out:b.in"]
transfer = "cow"
options = { variant = "fault" }
["a.*"]
access = "read_mostly"
written = "2%"
"""
SDF3 = b"""<?xml version="1.0" encoding="UTF-8"?>
<sdf3 type="sdf" version="1.0">
  <applicationGraph name="g">
    <sdf name="g" type="G">
      <actor name="a" type="A"><port name="o" type="out" rate="2"/><port name="s" type="in" rate="1"/></actor>
      <actor name="b" type="B"><port name="i" type="in" rate="3"/><port name="t" type="out" rate="1,2"/></actor>
      <channel name="c" srcActor="a" srcPort="o" dstActor="b" dstPort="i" initialTokens="1"/>
    </sdf>
    <sdfProperties>
      <actorProperties actor="a"><processor type="p" default="true"><executionTime time="3"/></processor>
      </actorProperties>
      <channelProperties channel="c"><tokenSize sz="4"/></channelProperties>
    </sdfProperties>
  </applicationGraph>
</sdf3>
"""
PLATFORM = b"""name = "small"
cores = 4
clock_mhz = 1000
[[caches]]
level = 1
bytes = 16384
ways = 4
line_bytes = 64
[[caches]]
level = 2
bytes = 131072
ways = 8
shared_by = 2
policy = "random"
seed = 3
hit_cycles = 12
[dram]
cores_per_controller = 2
latency_ns = 80
bytes_per_s = 10000000000
"""
HEADER = b"""#include <stdint.h>
typedef struct { uint8_t r, g, b; } rgb;
enum kind { ONE, TWO = 2 };
void give(int n, rgb *restrict out);
void take(const rgb *in, enum kind how, float (*f)(int), uint32_t rows[4][8]);
"""


@dataclass(frozen=True)
class Target:
    """`seeds` are inputs that mean something, to start from."""

    name: str
    read: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]


@cache
def _scratch() -> Path:
    """A folder of this process alone, in memory where that can be had."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="dfgen_fuzz_", dir=memory if memory.is_dir() else None))


def clean_up() -> None:
    shutil.rmtree(_scratch(), ignore_errors=True)


def _load(path: Path) -> None:
    """As `dfgen check` does, but for the user's C. What fires very often is not analysed: that takes its time."""
    try:
        graph = load_graph(path, {})
        if len(graph.actors) < 200:
            analyse(graph)
    except UserError:
        return


def read_sdf(data: bytes) -> None:
    path = _scratch() / "graph.sdf"
    path.write_bytes(data)
    _load(path)


def read_sidecar(data: bytes) -> None:
    try:
        parse_sidecar(data.decode(errors="replace"), "graph.fifos.toml")
    except UserError:
        return


def read_platform(data: bytes) -> None:
    path = _scratch() / "platform.toml"
    path.write_bytes(data)
    try:
        load_platform(path).to_json()
    except UserError:
        return


def read_header(data: bytes) -> None:
    path = _scratch() / "actors.h"
    path.write_bytes(data)
    try:
        read_prototypes([path], [_scratch(), runtime_dir() / "include"], find_compiler())
    except UserError:
        return


def read_sdf3(data: bytes) -> None:
    path = _scratch() / "graph.xml"
    path.write_bytes(data)
    _load(path)


def _read_project(file: str, main: str) -> Callable[[bytes], None]:
    """One file of a PREESM project is what is given, the others are whole; `main` is read."""

    def read(data: bytes) -> None:
        project = _scratch() / file.replace("/", "_")
        if not project.exists():
            shutil.copytree(PROJECT, project)
        (project / file).write_bytes(data)
        _load(project / main)

    return read


def _files(*patterns: str) -> Callable[[], Iterator[bytes]]:
    def seeds() -> Iterator[bytes]:
        for pattern in patterns:
            for path in sorted(ROOT.glob(pattern)):
                if path.stat().st_size < 20_000:
                    yield path.read_bytes()

    return seeds


FOLDER_FILES = ("plan", "report", "profile", "trace", "figures")
SCENARIO, SLAM, TOP = "Scenarios/two.scenario", "Archi/two.slam", "Algo/top.pi"

TARGETS: Mapping[str, Target] = {
    target.name: target
    for target in (
        Target("sdf", read_sdf, _files("apps/*/*.sdf", "tests/frontend/*.sdf", "tests/invalid/*.sdf")),
        Target("sidecar", read_sidecar, lambda: iter((SIDECAR,))),
        Target("platform", read_platform, lambda: iter((PLATFORM,))),
        Target("header", read_header, lambda: iter((HEADER, *_files("apps/*/actors/*.h")()))),
        Target("sdf3", read_sdf3, lambda: iter((SDF3,))),
        Target("pi", _read_project(TOP, TOP), _files("tests/frontend/importers/projects/*/Algo/*.pi")),
        Target("scenario", _read_project(SCENARIO, SCENARIO), _files(f"{PROJECT.relative_to(ROOT)}/{SCENARIO}")),
        Target("slam", _read_project(SLAM, SCENARIO), _files(f"{PROJECT.relative_to(ROOT)}/{SLAM}")),
        *(Target(name, read_as(f"{name}.json", _scratch), whole(f"{name}.json", _scratch)) for name in FOLDER_FILES),
    )
}
