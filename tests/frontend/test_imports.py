# SPDX-License-Identifier: Apache-2.0
"""Graph files that import others: what comes along, where it is looked for, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.cli.main import main
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers import Given
from dfgen.model.diagnostics import Diagnostic, UserError

FILTERS = """include "filters.h"; source "c/filters.c";
param width = 4;
actor fir(taps) { fire fir(taps, o); out o : float[width] unused; }
graph pair { actor one = fir(taps = 1); actor two = fir(taps = 2); }
"""
MAIN = 'import "lib/filters.sdf"; graph g { actor a = fir(taps = 3); actor b = pair(); }'


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder / "main.sdf"


def library(folder: Path) -> dict[str, str]:
    return {f"{folder}filters.sdf": FILTERS, f"{folder}filters.h": "", f"{folder}c/filters.c": ""}


def refused(path: Path) -> tuple[Diagnostic, ...]:
    with pytest.raises(UserError) as error:
        load_graph(path, {})
    return error.value.diagnostics


def test_templates_come_with_their_c(tmp_path: Path) -> None:
    main = write(tmp_path, {**library("lib/"), "main.sdf": MAIN})
    graph = load_graph(main, {})
    assert [actor.name for actor in graph.actors] == ["a", "b/one", "b/two"]
    assert (graph.includes, graph.sources) == (("lib/filters.h",), ("lib/c/filters.c",))
    assert graph.actor("a").port("o").rates == (4,)
    assert graph.name == "g"


def test_a_file_twice_on_the_way_is_read_once(tmp_path: Path) -> None:
    """Two files import a third one, under two names."""
    middle = 'import "../lib/filters.sdf"; actor {0}(n) {{ out o : int8[n * width] unused; }}'
    files = {
        **library("lib/"),
        "a/a.sdf": middle.format("a"),
        "b/b.sdf": middle.format("b"),
        "main.sdf": 'import "a/a.sdf", "b/b.sdf"; graph g { actor x = a(n = 1); actor y = b(n = 2); }',
    }
    graph = load_graph(write(tmp_path, files), {})
    assert graph.actor("y").port("o").rates == (8,)
    assert graph.includes == ("lib/filters.h",)


def test_folders_of_include(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main_file = write(tmp_path, {**library("elsewhere/lib/"), "main.sdf": MAIN})
    assert [d.id for d in refused(main_file)] == ["path-missing"]
    graph = load_graph(main_file, Given({}, [tmp_path / "nowhere", tmp_path / "elsewhere"]))
    assert graph.sources == ("elsewhere/lib/c/filters.c",)
    converted = ["convert", str(main_file), "-", "--to", "sdf", "--include", str(tmp_path / "elsewhere")]
    assert main(converted) == 0
    assert 'import "' in capsys.readouterr().out


def test_one_name_from_two_files(tmp_path: Path) -> None:
    files = {**library("lib/"), "main.sdf": MAIN + " actor fir { } "}
    (told,) = refused(write(tmp_path, files))
    assert told.id == "name-duplicate"
    places = [told.span, told.notes[0].span]
    assert [Path(place.file).name for place in places if place is not None] == ["main.sdf", "filters.sdf"]


def test_circles_are_refused(tmp_path: Path) -> None:
    files = {
        "main.sdf": 'import "a.sdf"; graph g { actor a { } }',
        "a.sdf": 'import "b.sdf";',
        "b.sdf": 'import "a.sdf";',
    }
    (told,) = refused(write(tmp_path, files))
    assert told.id == "import-circular"
    assert "a.sdf -> b.sdf -> a.sdf" in told.message
    (tmp_path / "b.sdf").write_text('import "main.sdf";')
    assert "main.sdf -> a.sdf -> b.sdf -> main.sdf" in refused(tmp_path / "main.sdf")[0].message


def test_mistakes_are_told_where_they_are(tmp_path: Path) -> None:
    files = {
        "main.sdf": 'import "lib/a.sdf", "lib/b.sdf"; graph g { actor a { } }',
        "lib/a.sdf": 'include "nothing.h";\nactor a { out o : none[1]; }',
        "lib/b.sdf": "\nactor b {",
    }
    main_file = write(tmp_path, files)

    def places() -> list[tuple[str, int, str]]:
        return [(Path(d.span.file).name, d.span.line, d.id) for d in refused(main_file) if d.span is not None]

    assert places() == [("b.sdf", 2, "syntax")]
    (tmp_path / "lib/b.sdf").write_text("")
    assert places() == [("a.sdf", 1, "path-missing")]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("fir.c", 'Write: source "fir.c";'),
        ("lib/fir.H", 'Write: include "lib/fir.H";'),
        ("fir.pi", "Convert it first: dfgen convert fir.pi FILE.sdf"),
    ],
)
def test_a_file_that_is_no_graph_file(name: str, hint: str, tmp_path: Path) -> None:
    """One message, whatever the file holds."""
    files = {name: "int fir(int k) { return k; }\n", "main.sdf": f'import "{name}"; graph g {{ actor a {{ }} }}'}
    (told,) = refused(write(tmp_path, files))
    assert (told.id, told.hint, str(told.span)) == ("clause-invalid", hint, f"{tmp_path / 'main.sdf'}:1:8")


def test_a_file_of_templates_alone_is_no_program(tmp_path: Path) -> None:
    files = {**library("lib/"), "main.sdf": 'import "lib/filters.sdf";'}
    assert [d.id for d in refused(write(tmp_path, files))] == ["graph-missing"]


def test_no_annotation_in_imported_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = "graph part { actor a { out o : int8[1]; } actor b { in i : int8[1]; } a.o -> b.i; }"
    main_file = write(tmp_path, {"part.sdf": inner, "main.sdf": 'import "part.sdf"; graph g { actor p = part(); }'})
    assert main(["annotate", str(main_file), "p/a.o=memcpy"]) == 1
    told = capsys.readouterr().err
    assert "annotation-without-effect" in told
    assert "part.sdf:1:" in told
    assert (tmp_path / "part.sdf").read_text() == inner
