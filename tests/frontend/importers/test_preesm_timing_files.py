# SPDX-License-Identifier: Apache-2.0
"""Files with times and constraints that a scenario names: spreadsheets, and the tables that PREESM reads besides."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.graph import Graph
from tests.frontend.importers.pi_text import actor, fifo, pi, port, write

TOP = pi(
    actor("a", [port("output", "o", "1")]), actor("b", [port("input", "i", "1")]), fifo("a.o", "b.i"), name="top"
)  # fmt: skip
CORES = (("Little0", "little"), ("Little1", "little"), ("Big", "big"))


def graph_of(folder: Path, inside: str) -> Graph:
    write(folder, top=TOP)
    instances = "".join(
        f"<componentInstance><instanceName>{name}</instanceName><hardwareId>{number}</hardwareId>"
        f"<componentRef name='{type}'/></componentInstance>"
        for number, (name, type) in enumerate(CORES)
    )
    kinds = "".join(f"<componentDescription componentRef='{t}' componentType='CPU'/>" for t in ("little", "big"))
    (folder / "a.slam").write_text(f"<design>{instances}{kinds}</design>")
    files = '<algorithm url="/org.example.p/Algo/top.pi"/><architecture url="a.slam"/>'
    (folder / "a.scenario").write_text(f"<scenario><files>{files}</files>{inside}</scenario>")
    return load_graph(folder / "a.scenario", {})


def times(graph: Graph) -> dict[str, tuple[int, ...]]:
    return {actor.name: actor.times for actor in graph.actors}


def spreadsheet(rows: Sequence[Sequence[object]]) -> bytes:
    """The oldest form of such a file: records of a kind, a length and a content."""

    def record(kind: int, content: bytes) -> bytes:
        return struct.pack("<HH", kind, len(content)) + content

    cells = b""
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            place = struct.pack("<HH3x", y, x)
            if isinstance(value, str):
                cells += record(4, place + bytes((len(value),)) + value.encode())
            elif isinstance(value, int | float):
                cells += record(3, place + struct.pack("<d", value))
    return record(9, struct.pack("<HH", 2, 16)) + cells + record(10, b"")


SHEET = (
    ("", "big", "little", "Little0", "Little1", "Big"), ("top/a", 300, 700.0, "", 1, 1), ("b", "10*10", 250, 1, 0, "")
)  # fmt: skip


def sheet(path: Path) -> None:
    path.write_bytes(spreadsheet(SHEET))


def semicolons(path: Path) -> None:
    path.write_text("Actors;little;big\ntop/a;700;300\n\nb;250;10\n", "utf-8-sig")  # as spreadsheet programs do


def commas(path: Path) -> None:
    path.write_text("Actor,Little0,Little1,Big\ntop/a,600,800,300\nb, ,250,10\n")


def folder(path: Path) -> None:
    path.mkdir()
    head = "PE,Actor,tinit,tend\n"
    (path / "a.csv").write_text(
        f"{head}Little0,top/a,100,600\nLittle0,top/a,1000,1900\nBig,top/a,5,305\nBig,top/a,0,9\n"
    )
    (path / "b.csv").write_text(f"{head}Little1,b,1000,1250\n")


@pytest.mark.parametrize(
    ("name", "make"),
    [("t.xls", sheet), ("t.csv", semicolons), ("t.papify", commas), ("papify-output", folder)],
    ids=["xls", "csv", "papify", "papify-output"],
)
def test_times_of_a_file(name: str, make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / name)
    graph = graph_of(tmp_path, f'<timings excelUrl="/org.example.p/{name}"/>')
    assert times(graph) == {"a": (700,), "b": (250,)}
    assert graph.core_types == ("little", "little", "big")
    assert dict(graph.actor("a").core_times) == {"little": 700, "big": 300}


def test_what_the_scenario_says_itself_counts(tmp_path: Path) -> None:
    semicolons(tmp_path / "t.csv")
    own = '<timing opname="little" time="5" vertexname="top/a"/>'
    assert times(graph_of(tmp_path, f'<timings excelUrl="t.csv">{own}</timings>')) == {"a": (5,), "b": (250,)}


def test_constraints_of_a_spreadsheet(tmp_path: Path) -> None:
    sheet(tmp_path / "t.xls")
    graph = graph_of(tmp_path, '<constraints excelUrl="t.xls"/>')
    assert {actor.name: (actor.core, actor.cores) for actor in graph.actors} == {"a": (None, (1, 2)), "b": (0, ())}
    assert graph.notes == ()


def test_an_absent_file_is_one_note(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, '<timings excelUrl="/p/gone.xls"/><constraints excelUrl="/p/other.xls"/>')
    assert graph.notes == (
        "the times in '/p/gone.xls', which a.scenario names, are not read: there is no such file",
        "the constraints in '/p/other.xls', which a.scenario names, are not read: there is no such file",
    )


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("t.xls", "no spreadsheet", "it is not a spreadsheet"),
        ("t.csv", "little;big\na;1;2\n", "its first line does not begin with 'Actors;'"),
        ("t.ods", "", "dfgen reads .xls, .csv, .papify and papify-output"),
        ("t.papify", "Actor,Little0\na,soon\n", "'soon' is not a number"),
        ("t.papify", "Actor,Little0\na,--5\n", "'--5' is not a number"),
        ("t.papify", "Actor,Little0\na,1e5000\n", "the exponent of '1e5000' is too large"),
        ("t.papify", f"Actor,Little0\na,{'1' * 5000}\n", "this number has 5000 digits"),
        ("t.papify", f"Actor,Little0\na,{'1' * 200_000}\n", "field larger than field limit"),
        ("t.csv", f"Actors;little\na;{'1' * 200_000}\n", "field larger than field limit"),
    ],
)
def test_files_that_make_no_sense(name: str, content: str, why: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    (note,) = graph_of(tmp_path, f'<timings excelUrl="{name}"/>').notes
    assert note.startswith(f"the times in '{name}', which a.scenario names, are not read: {why}")


@pytest.mark.parametrize("end", [2, 20, 40])
def test_a_spreadsheet_that_is_cut_off(end: int, tmp_path: Path) -> None:
    (tmp_path / "t.xls").write_bytes(spreadsheet(SHEET)[:-end])
    (note,) = graph_of(tmp_path, '<timings excelUrl="t.xls"/>').notes
    assert "are not read: it is not a spreadsheet" in note


def test_firings_that_take_no_time_that_there_is(tmp_path: Path) -> None:
    (tmp_path / "papify-output").mkdir()
    (tmp_path / "papify-output" / "a.csv").write_text("PE,Actor,tinit,tend\nBig,top/a,5,1e5000\n")
    (note,) = graph_of(tmp_path, '<timings excelUrl="papify-output"/>').notes
    assert "the exponent of '1e5000' is too large" in note


def test_without_what_reads_spreadsheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlrd", None)
    sheet(tmp_path / "t.xls")
    (note,) = graph_of(tmp_path, '<timings excelUrl="t.xls"/>').notes
    assert "pip install 'dfgen[preesm]'" in note
