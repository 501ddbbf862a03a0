# SPDX-License-Identifier: Apache-2.0
"""`annotate` into sidecars: what is written, what stays, and everything that leaves them alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.annotate import Assignment, list_fifos, plan_edit, write_edit
from dfgen.frontend.edit import parse_setting
from dfgen.frontend.elaborate import import_graph, load_graph
from dfgen.frontend.sidecar import sidecar_of
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions
from tests.conftest import ACTORS_C, ACTORS_H
from tests.oracle.generator import random_application, write

Dfgen = Callable[..., Any]

# b may write what c reads, so that not both can look at a's bytes.
GRAPH = """\
graph g {
    include "actors.h"; source "actors.c";
    actor a { fire give(o); out o : uint8[8]; }
    actor b { fire change(i, o); in i : uint8[8]; out o : uint8[8]; }
    actor c { fire swap(i, j, o, p); in i : uint8[8]; in j : uint8[8]; out o : uint8[8]; out p : uint8[8]; }
    actor d { fire take(i); in i : uint8[8]; }
    actor e { fire take(i); in i : uint8[8]; }
    a.o -> { b.i, c.i };
    b.o -> c.j @transfer(memcpy) @access(read_only);
    c.o -> d.i; c.p -> e.i;
}
"""
HEAD = "schema = 1\n\n"
SIDECAR = Path("g.sdf.fifos.toml")


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "actors.h").write_text(ACTORS_H)
    (tmp_path / "actors.c").write_text(ACTORS_C)
    (tmp_path / "g.sdf").write_text(GRAPH)
    monkeypatch.chdir(tmp_path)
    return Path("g.sdf")


@pytest.fixture
def annotate(dfgen: Dfgen, graph: Path) -> Callable[..., str]:
    """What the command prints where it succeeds without a word on the side; the graph file stays as it is."""

    def run(*arguments: str) -> str:
        ended = dfgen("annotate", graph, "--sidecar", *arguments)
        assert (ended.status, ended.err, graph.read_text()) == (0, "", GRAPH)
        return str(ended.out)

    return run


@pytest.fixture
def refused(dfgen: Dfgen, graph: Path) -> Callable[..., str]:
    """The message with which the command refuses; nothing in the folder has changed."""

    def refuse(*arguments: str) -> str:
        before = {path: path.read_bytes() for path in Path().iterdir()}
        ended = dfgen("annotate", graph, *arguments)
        assert (ended.status, ended.out) == (1, "")
        assert {path: path.read_bytes() for path in Path().iterdir()} == before
        return str(ended.err)

    return refuse


def test_an_edit_and_back(annotate: Callable[..., str], dfgen: Dfgen) -> None:
    assert annotate("c.p=memcpy") == "g.sdf.fifos.toml: annotated: c.p:e.i\n"
    assert SIDECAR.read_text() == f'{HEAD}["c.p"]\ntransfer = "memcpy"\n'
    assert "c.p:e.i      8      8  memcpy" in dfgen("annotate", "g.sdf").out
    assert annotate("c.p=memcpy") == "g.sdf.fifos.toml: nothing to change\n"
    assert annotate("c.p:e.i=none") == "g.sdf.fifos.toml: annotated: c.p:e.i\n"
    assert sorted(os.listdir()) == ["actors.c", "actors.h", "g.sdf"]


def test_a_new_file_has_the_usual_mode_and_an_old_one_keeps_its_own(annotate: Callable[..., str]) -> None:
    annotate("c.p=memcpy")
    assert stat.S_IMODE(SIDECAR.stat().st_mode) == stat.S_IMODE(Path("actors.c").stat().st_mode)
    SIDECAR.chmod(0o640)
    annotate("c.o=memcpy")
    assert stat.S_IMODE(SIDECAR.stat().st_mode) == 0o640


def test_what_the_user_wrote_stays(annotate: Callable[..., str]) -> None:
    text = '# mine\n"c.o" = { private = true }   # why\n\n["c.p:*"] # p\n  transfer = "shared"  # slow\n'
    text += '# end\n["a.o:b.i"]\n'
    SIDECAR.write_text(text)
    annotate("c.p=memcpy", "c.o=cow")
    changed = text.replace('"shared"', '"memcpy"').replace("true }", 'true, transfer = "cow"}')
    assert SIDECAR.read_text() == changed
    annotate("c.o=none", "c.p=none")
    assert SIDECAR.read_text() == '# mine\n\n# end\n["a.o:b.i"]\n'


@pytest.mark.parametrize("sign", ["\x85", "\u2028"])
def test_lines_end_where_toml_says(annotate: Callable[..., str], sign: str) -> None:
    text = f'# one{sign}line\n# about it\n["c.o"]\nprivate = true\n'
    SIDECAR.write_text(text)
    annotate("c.o=none")
    assert SIDECAR.read_text() == f"# one{sign}line\n# about it\n"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_marks_of_byte_order_and_line_ends(annotate: Callable[..., str], mark: bytes) -> None:
    before = mark + b'["c.o"]\r\ntransfer = "memcpy"\r\n'
    SIDECAR.write_bytes(before)
    annotate("c.p=private")
    assert SIDECAR.read_bytes() == before + b'\r\n["c.p"]\r\nprivate = true\r\n'
    annotate("c.p=no-private")
    assert SIDECAR.read_bytes() == before


def test_all_kinds_of_settings(annotate: Callable[..., str]) -> None:
    annotate("a.o:b.i=@access(read_mostly, written = 2.5%)", "a.o:b.i=private", "c.*=@transfer(cow, variant = private)")
    assert SIDECAR.read_text() == (
        f'{HEAD}["a.o:b.i"]\naccess = "read_mostly"\nwritten = "2.5%"\nprivate = true\n\n'
        '["c.*"]\ntransfer = {strategy = "cow", variant = "private"}\n'
    )
    assert annotate("a.o:b.i=read_mostly", "c.p=cow") == "g.sdf.fifos.toml: nothing to change\n"
    annotate("a.o:b.i=read_write", "c.*=no-transfer")
    assert SIDECAR.read_text() == f'{HEAD}["a.o:b.i"]\naccess = "read_write"\nprivate = true\n'


def test_options_that_are_lost_are_told(dfgen: Dfgen, graph: Path) -> None:
    SIDECAR.write_text('["c.p"]\ntransfer = { strategy = "cow", variant = "private" }\n')
    ended = dfgen("annotate", graph, "--sidecar", "c.p=memcpy")
    assert ended.err == "note: dropped 'variant = private', which belonged to the strategy before\n"
    assert SIDECAR.read_text() == '["c.p"]\ntransfer = "memcpy"\n'


def test_it_wins_over_the_graph_file(annotate: Callable[..., str], refused: Callable[..., str]) -> None:
    assert annotate("b.o=none") == "g.sdf.fifos.toml: annotated: b.o:c.j\n"
    assert SIDECAR.read_text() == f'{HEAD}["b.o"]\ntransfer = "default"\naccess = "default"\n'
    assert annotate("b.o=none") == "g.sdf.fifos.toml: nothing to change\n"
    message = refused("b.o=shared")
    assert "g.sdf:9:5: error[annotation-without-effect]: '@transfer(shared)' on its edge has no effect" in message
    assert "'g.sdf.fifos.toml' says otherwise, and it wins" in message
    annotate("b.o=memcpy")
    assert SIDECAR.read_text() == f'{HEAD}["b.o"]\ntransfer = "memcpy"\naccess = "default"\n'


def test_tables_about_more_than_is_asked_for_stay(annotate: Callable[..., str]) -> None:
    wide = f'{HEAD}["c.*"]\ntransfer = "memcpy"\n'
    SIDECAR.write_text(wide)
    annotate("c.p=cow")
    assert SIDECAR.read_text() == f'{wide}\n["c.p"]\ntransfer = "cow"\n'
    annotate("c.p=none")
    assert SIDECAR.read_text() == f'{wide}\n["c.p"]\ntransfer = "default"\n'
    annotate("c.*=shared")
    assert SIDECAR.read_text() == f'{wide}\n["c.p"]\ntransfer = "shared"\n'.replace("memcpy", "shared")
    annotate("*=none")
    assert SIDECAR.read_text() == f'{HEAD}["*"]\ntransfer = "default"\naccess = "default"\n'.replace(
        '["*"]', '["b.o:c.j"]'
    )


def test_a_table_that_a_later_one_overrules(annotate: Callable[..., str], refused: Callable[..., str]) -> None:
    SIDECAR.write_text('["c.p"]\nprivate = true\n["*"]\ntransfer = "memcpy"\n')
    annotate("c.p=cow")
    assert SIDECAR.read_text().endswith('["*"]\ntransfer = "memcpy"\n\n["c.p:e.i"]\ntransfer = "cow"\n')
    SIDECAR.write_text('["c.p:e.i"]\nprivate = true\n["*"]\ntransfer = "memcpy"\n')
    message = refused("--sidecar", "c.p:e.i=cow")
    assert "g.sdf.fifos.toml:3:2: error[annotation-without-effect]" in message
    assert 'Move ["c.p:e.i"] behind it' in message


def test_check_and_diff_write_nothing(annotate: Callable[..., str], dfgen: Dfgen, graph: Path) -> None:
    new = '--- /dev/null\n+++ g.sdf.fifos.toml\n@@ -0,0 +1,4 @@\n+schema = 1\n+\n+["c.p"]\n+transfer = "memcpy"\n'
    assert annotate("--diff", "c.p=memcpy") == new
    ended = dfgen("annotate", graph, "--sidecar", "--check", "c.p=memcpy")
    assert (ended.status, ended.out) == (1, "g.sdf.fifos.toml: would be annotated: c.p:e.i\n")
    assert not SIDECAR.exists()
    annotate("c.p=memcpy")
    assert annotate("--diff", "c.p=none").startswith("--- g.sdf.fifos.toml\n+++ /dev/null\n@@ -1,4 +0,0 @@\n")
    assert SIDECAR.exists()


def test_what_is_refused(refused: Callable[..., str]) -> None:
    message = refused("--sidecar", "a.o:b.i=shared")
    assert "g.sdf.fifos.toml: error[transfer-illegal]: a.o:b.i cannot be shared: it may write what" in message
    assert "note: found in the file as it would be; it has been left as it was" in message
    assert "error[transfer-unknown]" in refused("--sidecar", "c.p=memcopy")
    assert "error[transfer-no-match]: no FIFO matches 'c.q'" in refused("--sidecar", "c.q=memcpy")
    assert "error[call-const]" in refused("--sidecar", "c.p=read_write")
    SIDECAR.write_text("\n\n['x.y']\n")
    assert "g.sdf.fifos.toml:3:2: error[transfer-no-match]" in refused("--sidecar", "c.p=memcpy")
    assert "g.sdf.fifos.toml:3:2: error[transfer-no-match]" in refused("c.p=memcpy")
    SIDECAR.write_text("[x")
    assert "g.sdf.fifos.toml:1:3: error[syntax]" in refused("--sidecar", "c.p=memcpy")


def test_places_in_lines_that_stay(refused: Callable[..., str]) -> None:
    SIDECAR.write_text('["c.p"]\nprivate = true\n["a.o:b.i"]\ntransfer = "shared"\naccess = "read_only"\n')
    message = refused("--sidecar", "c.p=memcpy", "a.o:b.i=read_write")
    assert "g.sdf.fifos.toml:4:1: error[transfer-illegal]: a.o:b.i cannot be shared" in message


def test_one_that_did_not_compile_before_can_be_mended(dfgen: Dfgen, graph: Path) -> None:
    SIDECAR.write_text('["a.o:b.i"]\ntransfer = "shared"\n')
    ended = dfgen("annotate", graph, "--sidecar", "c.p=memcpy")
    assert ended.status == 0
    assert "has not been checked: a.o:b.i cannot be shared" in ended.err
    assert dfgen("annotate", graph, "--sidecar", "a.o=none").err == ""


def test_a_format_without_annotations(graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever reads such a format: the edit goes into the sidecar without being asked to."""
    foreign = Path("g.xml")
    monkeypatch.setattr(
        "dfgen.annotate.sidecar_file.import_graph", lambda _, parameters: import_graph(graph, parameters)
    )
    edit = plan_edit(foreign, [Assignment("c.p", parse_setting("memcpy"))], CompileOptions())
    assert (edit.path, edit.before, edit.fifos) == (Path("g.xml.fifos.toml"), b"", ("c.p:e.i",))


def test_a_sidecar_that_changes_meanwhile_is_left_alone(graph: Path) -> None:
    for before, setting in (("", "memcpy"), ('["c.p"]\nprivate = true\n', "no-private")):
        SIDECAR.unlink(missing_ok=True)
        if before:
            SIDECAR.write_text(before)
        edit = plan_edit(graph, [Assignment("c.p", parse_setting(setting))], CompileOptions(), into_sidecar=True)
        SIDECAR.write_text("# mine\n")
        with pytest.raises(UserError, match="has changed while dfgen worked on it"):
            write_edit(edit)
        assert SIDECAR.read_text() == "# mine\n"


@pytest.mark.parametrize("seed", range(5))
def test_fifos_of_random_graphs(seed: int, tmp_path: Path) -> None:
    path = write(random_application(seed), tmp_path)
    before, options = load_graph(path, {}), CompileOptions(cores=4)
    lines = [line for line in list_fifos(path, options) if line.reader == "actor"]
    for line in lines[:4]:
        edit = plan_edit(path, [Assignment(line.name, parse_setting("memcpy"))], options, into_sidecar=True)
        write_edit(edit)
        transfer = load_graph(path, {}).fifo_by_name[line.name].transfer
        assert transfer is not None
        assert transfer.strategy == "memcpy"
        back = plan_edit(path, [Assignment(line.name, parse_setting("none"))], options, into_sidecar=True)
        if before.fifo_by_name[line.name].transfer is None and not before.fifo_by_name[line.name].private:
            assert back.after == b""
        sidecar_of(path).unlink(missing_ok=True)
    assert load_graph(path, {}) == before


def test_wrong_usage(dfgen: Dfgen, graph: Path) -> None:
    assert dfgen("annotate", graph, "--sidecar").status == 2


@pytest.mark.parametrize("setting", ["no-access", "none"])
def test_what_makes_a_sidecar_wrong_is_not_written(dfgen: Dfgen, graph: Path, setting: str) -> None:
    text = '["a.o"]\nwritten = "7%"\n["a.o:b.i"]\naccess = "read_mostly"\n["a.o:c.i"]\naccess = "read_mostly"\n'
    SIDECAR.write_text(text)
    ended = dfgen("annotate", graph, "--sidecar", f"a.o:b.i={setting}")
    assert ended.status == 1
    assert "g.sdf.fifos.toml:2:1: error[clause-invalid]: 'written' is for readers" in ended.err
    assert "note: found in the file as it would be; it has been left as it was" in ended.err
    assert SIDECAR.read_text() == text


def test_a_file_that_changes_while_it_is_read(dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(path: Path) -> str:
        text = path.read_text()
        path.write_text(text + "// mine\n")
        return text

    monkeypatch.setattr("dfgen.annotate.edits.read_text", read)
    ended = dfgen("annotate", graph, "a.o:b.i=memcpy")
    assert ended.status == 1
    assert "g.sdf: error[file-changed]: 'g.sdf' has changed while dfgen worked on it" in ended.err
    assert graph.read_text() == GRAPH + "// mine\n"
