# SPDX-License-Identifier: Apache-2.0
"""A generated folder, and what its traced program wrote, of which one file is what is given: `dfgen profile` and
`dfgen report` read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from dfgen.build.reporter import SILENCE
from dfgen.cli.table import columns
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.profile.measured import Measured
from dfgen.profile.profiling import ProfileOptions, Subject, profile_program, store
from dfgen.profile.sampling import Runner, Variant, read_figures
from dfgen.profile.tables import tables
from dfgen.report.content import read_folder
from dfgen.report.page import data_of, embedded

GRAPH = """graph g {
    include "actors.h";
    source "actors.c";
    actor give { fire give(out); time 2us; out out : uint8[6000]; }
    actor change { fire change(in, out); in in : uint8[2000] read_write; out out : uint8[2000]; }
    actor take { fire take(in); in in : uint8[6000]; }
    actor show { fire take(in); io; in in : uint8[6000]; }
    give.out -> change.in;
    give.out -> take.in delay 6000;
    change.out -> show.in;
}
"""
ACTORS = """#include <stdint.h>
void give(uint8_t *out);
void change(uint8_t *in, uint8_t *out);
void take(const uint8_t *in);
"""


@cache
def whole_files(scratch: Path) -> Mapping[str, bytes]:
    """Each file as it should be, by its name."""
    source = scratch / "source"
    source.mkdir(exist_ok=True)
    (source / "actors.h").write_text(ACTORS)
    (source / "actors.c").write_text('#include "actors.h"\n')
    (source / "g.sdf").write_text(GRAPH)
    files = compile_graph(source / "g.sdf", CompileOptions(cores=2, transfers=("cow",))).files
    plan, record = json.loads(files["plan.json"]), json.loads(files["report.json"])
    found = {"plan.json": files["plan.json"], "report.json": files["report.json"]}
    found |= {"trace.json": as_json(_trace(record)), "figures.json": as_json(_figures(plan))}
    folder = _folder(scratch / "whole", found)
    return {**found, "profile.json": store(_profiled(folder), folder).read_bytes()}


def as_json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _trace(record: Mapping[str, Any]) -> dict[str, Any]:
    def point(kind: str, name: str) -> dict[str, Any]:
        times = {"ns": 900, "asleep_ns": 100, "least_ns": 1.5, "most_ns": 700.25, "histogram": [[1, 2, 3], [2, 4, 1]]}
        return {"kind": kind, "name": name, "detail": "", "peer": 1, "count": 4, "singles": 4, "blocks": 1, **times}

    def core(number: int) -> dict[str, Any]:
        points = [point("runtime", "other"), point("wait", record["fifos"][0]["name"])]
        points += [point("actor", actor["name"]) for actor in record["actors"] if number in actor["cores"]]
        counts = {"wall_ns": 5000, "sleeps": 1, "wakes": 1, "page_faults_minor": 1, "page_faults_major": 0}
        events = [[index, 100 * index, 100 * index + 50, 2] for index in range(1, len(points))]
        return {"core": number, **counts, "points": points, "events_lost": 3, "events": events}

    kept = {"engines_busy_ns": 40, "engine_events_lost": 0, "engine_events": [[0, 5, 9, 4]], "copies": []}
    about = {"schema": 1, "program": "g", "iterations": 4, "elapsed_ns": 6000, "clock": "counter"}
    return {**about, "resident_bytes": 99, **kept, "cores": [core(0), core(1)]}


def _figures(plan: Mapping[str, Any]) -> dict[str, Any]:
    view = {"written_fraction": 0.5, "copied_bytes": 100, "pages_written": 3}
    told = {"iterations": 4, "elapsed_ns": 6000, "cores": 2, "page_faults_minor": 3, "page_faults_major": 0}
    engine = {"name": "thread", "copies": 2, "engine_bytes": 4096}
    fifos = [{"name": fifo["name"], **view} for fifo in plan["fifos"]]
    return {**told, "cow_worst_bytes": 8192, "fifos": fifos, "engines": [engine]}


def _folder(folder: Path, files: Mapping[str, bytes]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "said.txt").touch()
    return folder


def _profiled(folder: Path) -> Measured:
    """As if its program had run, and written what lies in the folder."""

    def run(_: Runner, variant: Variant, __: int, flags: Sequence[str] = ()) -> dict[str, Any]:
        if flags:
            Path(flags[1]).write_bytes((folder / "trace.json").read_bytes())
        return read_figures(variant, folder / "figures.json", folder / "said.txt")

    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    subject = Subject(folder, Variant(folder / "program"))
    with patch.object(Runner, "figures", run):
        return profile_program(subject, ProfileOptions(iterations=4, runs=1), scratch, SILENCE)


def read_as(name: str, scratch: Callable[[], Path]) -> Callable[[bytes], None]:
    """What reads a folder in which the file of that name is what is given."""

    def read(data: bytes) -> None:
        folder = _folder(scratch() / "folder", {**whole_files(scratch()), name: data})
        with suppress(UserError):
            embedded(data_of(read_folder(folder)))
        with suppress(UserError):
            measured = _profiled(folder)
            list(tables(measured, columns, all_rows=True))
            as_json(measured.to_json())

    return read


def whole(name: str, scratch: Callable[[], Path]) -> Callable[[], Iterator[bytes]]:
    return lambda: iter((whole_files(scratch())[name],))
