# SPDX-License-Identifier: Apache-2.0
"""`annotate` with the real compiler: the table, edits of files, and everything that leaves a file alone."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.annotate import Assignment, plan_edit, write_edit
from dfgen.cli.main import main
from dfgen.frontend.edit import parse_setting
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions
from tests.conftest import ACTORS_C, ACTORS_H
from tests.oracle.generator import random_application, write

Dfgen = Callable[..., Any]

# b may write what c reads, so that not both can look at a's bytes.
BRANCHES = """\
// größer\r
graph g(n = 64) {
\tinclude "actors.h"; source "actors.c";
\tactor a { fire give(o); out o : uint8[n]; }
\tactor b { fire change(i, o); in i : uint8[n]; out o : uint8[n]; }
\tactor c { fire swap(i, j, o, p); in i : uint8[n]; in j : uint8[n]; out o : uint8[n]; out p : uint8[n]; }
\tactor d { fire take(i); in i : uint8[n]; }
\tactor e { fire take(i); in i : uint8[n]; }
\ta.o -> { b.i, c.i };   /* two */
\tb.o -> c.j; c.o -> d.i;\r
\tc.p -> e.i; // last
}"""
NESTED = """\
graph top {
    include "actors.h"; source "actors.c";
    actor a { fire give(o); out o : uint8[1]; }
    actor one = twice; actor two = twice;
    actor z { fire take(i); in i : uint8[1]; }
    a.o -> one.x @transfer(memcpy);
    one.y -> two.x;
    two.y -> z.i;
}
graph twice {
    in x : uint8[1]; out y : uint8[1];
    actor f { fire pass(i, o); in i : uint8[1]; out o : uint8[1]; }
    actor g { fire pass(i, o); in i : uint8[1]; out o : uint8[1]; }
    x -> f.i; f.o -> g.i; g.o -> y @transfer(shared);
}
"""


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "actors.h").write_text(ACTORS_H)
    (tmp_path / "actors.c").write_text(ACTORS_C)
    (tmp_path / "g.sdf").write_bytes(BRANCHES.encode())
    monkeypatch.chdir(tmp_path)
    return Path("g.sdf")


@pytest.fixture
def refused(dfgen: Dfgen, graph: Path) -> Callable[..., str]:
    """The message with which the command refuses; neither the file nor its folder has changed."""

    def refuse(*arguments: str) -> str:
        before = graph.read_bytes(), sorted(os.listdir())
        ended = dfgen("annotate", graph, *arguments)
        assert (ended.status, ended.out) == (1, "")
        assert (graph.read_bytes(), sorted(os.listdir())) == before
        return str(ended.err)

    return refuse


def test_the_table(dfgen: Dfgen, graph: Path) -> None:
    ended = dfgen("annotate", graph, "-p", "n=1000", "--cores", "1")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == (
        "FIFO     bytes  moved  strategy\n"
        "a.o:b.i   1000   1000  memcpy\n"
        "    read_write (assumed); it may write what c.i reads too\n"
        "a.o:c.i   1000      0  shared\n"
        "    read_only (proven); nothing forbids it\n"
        "b.o:c.j   1000      0  shared\n"
        "    read_only (proven); nothing forbids it\n"
        "c.o:d.i   1000      0  shared\n"
        "    read_only (proven); nothing forbids it\n"
        "c.p:e.i   1000      0  shared\n"
        "    read_only (proven); nothing forbids it\n"
        "\n"
        "5 FIFOs, 5000 bytes an iteration, 1000 moved\n"
    )


def test_long_names_stay_whole_within_80_columns(dfgen: Dfgen, graph: Path) -> None:
    long = "a_name_that_is_so_long_that_nobody_will_type_it_without_the_help_of_a_machine"
    graph.write_text(BRANCHES.replace("actor e ", f"actor {long} ").replace("e.i", f"{long}.i"))
    lines = dfgen("annotate", graph).out.splitlines()
    assert f"c.p:{long}.i" in lines
    assert [line for line in lines if len(line) > 80] == [f"c.p:{long}.i"]


def test_json(dfgen: Dfgen, graph: Path) -> None:
    content = json.loads(dfgen("annotate", graph, "--json", "--transfer", "c.*=memcpy").out)
    assert content["schema"] == 1
    assert [fifo["name"] for fifo in content["fifos"]] == ["a.o:b.i", "a.o:c.i", "b.o:c.j", "c.o:d.i", "c.p:e.i"]
    assert content["fifos"][-1] == {
        "name": "c.p:e.i",
        "bytes_per_iteration": 64,
        "moved_bytes_per_iteration": 64,
        "reader": "actor",
        "access": "read_only",
        "known": "proven",
        "strategy": "memcpy",
        "reason": "asked for",
    }


def test_a_reader_without_code_has_no_access_mode(dfgen: Dfgen, graph: Path) -> None:
    text = BRANCHES.replace(
        "actor d { fire take(i); in i : uint8[n]; }", "join d { in i : uint8[n]; out o : uint8[n]; }"
    )
    graph.write_text(text.replace("c.p ->", "d.o -> f.i; actor f { fire take(i); in i : uint8[n]; } c.p ->"))
    content = json.loads(dfgen("annotate", graph, "--json").out)
    (fifo,) = (fifo for fifo in content["fifos"] if fifo["name"] == "c.o:d.i")
    assert (fifo["reader"], fifo["access"], fifo["known"]) == ("join", None, None)
    assert "read by a join; a view" in dfgen("annotate", graph).out


def test_an_edit_and_back(dfgen: Dfgen, graph: Path) -> None:
    graph.chmod(0o640)
    ended = dfgen("annotate", graph, "c.*=memcpy")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == "g.sdf: annotated: c.o:d.i, c.p:e.i\n"
    text = BRANCHES.replace("d.i;", "d.i @transfer(memcpy);").replace("e.i;", "e.i @transfer(memcpy);")
    assert graph.read_bytes() == text.encode()
    assert stat.S_IMODE(graph.stat().st_mode) == 0o640
    assert dfgen("annotate", graph, "c.*=memcpy").out == "g.sdf: nothing to change\n"
    assert dfgen("annotate", graph, "c.o=none", "--cores", "1", "c.p=none").status == 0
    assert graph.read_bytes() == BRANCHES.encode()
    assert sorted(os.listdir()) == ["actors.c", "actors.h", "g.sdf"]


def test_a_mark_of_byte_order_and_options_of_a_strategy(dfgen: Dfgen, graph: Path) -> None:
    text = BRANCHES.replace("e.i;", "e.i @transfer(shared, engine = dma);")
    graph.write_bytes(b"\xef\xbb\xbf" + text.encode())
    ended = dfgen("annotate", graph, "c.p:*=memcpy")
    assert ended.err == "note: dropped 'engine = dma', which belonged to the annotation before\n"
    assert graph.read_bytes() == b"\xef\xbb\xbf" + BRANCHES.replace("e.i;", "e.i @transfer(memcpy);").encode()


def test_one_branch_gets_an_edge_of_its_own(dfgen: Dfgen, graph: Path) -> None:
    assert dfgen("annotate", graph, "a.o:c.i=shared").out == "g.sdf: annotated: a.o:c.i\n"
    text = BRANCHES.replace("a.o -> { b.i, c.i };", "a.o -> b.i; a.o -> c.i @transfer(shared);")
    assert graph.read_bytes() == text.encode()


def test_all_kinds_of_annotations(dfgen: Dfgen, graph: Path) -> None:
    settings = (
        "a.o:b.i=@access(read_mostly, written = 2%)",
        "b.o=private",
        "b.o=memcpy",
        "c.o=private",
        "c.o=no-private",
    )
    assert dfgen("annotate", graph, *settings).out == "g.sdf: annotated: a.o:b.i, b.o:c.j\n"
    assert "a.o -> b.i @access(read_mostly, written = 2%); a.o -> c.i;" in graph.read_text()
    assert "b.o -> c.j @private @transfer(memcpy); c.o -> d.i;" in graph.read_text()


def test_check_and_diff_write_nothing(dfgen: Dfgen, graph: Path) -> None:
    before = graph.read_bytes()
    ended = dfgen("annotate", graph, "--check", "c.p=memcpy")
    assert (ended.status, ended.out) == (1, "g.sdf: would be annotated: c.p:e.i\n")
    ended = dfgen("annotate", graph, "--diff", "b.o=memcpy", "c.p=memcpy")
    assert ended.status == 0
    assert ended.out == (
        "--- g.sdf\n+++ g.sdf\n@@ -7,6 +7,6 @@\n"
        " \tactor d { fire take(i); in i : uint8[n]; }\n"
        " \tactor e { fire take(i); in i : uint8[n]; }\n"
        " \ta.o -> { b.i, c.i };   /* two */\n"
        "-\tb.o -> c.j; c.o -> d.i;\r\n-\tc.p -> e.i; // last\n"
        "+\tb.o -> c.j @transfer(memcpy); c.o -> d.i;\r\n+\tc.p -> e.i @transfer(memcpy); // last\n"
        " }\n\\ No newline at end of file\n"
    )
    assert dfgen("annotate", graph, "--check", "--diff", "b.o=memcpy").status == 1
    assert dfgen("annotate", graph, "--check", "c.p=none").out == "g.sdf: nothing to change\n"
    assert graph.read_bytes() == before


def test_what_is_refused(refused: Callable[..., str]) -> None:
    unknown = "error[transfer-unknown]: there is no transfer strategy or access mode"
    assert f"{unknown} 'memcopy'" in refused("a.o=memcopy")
    assert f"{unknown} 'read_onli'\nhelp: Did you mean 'read_only'?" in refused("b.o=read_onli")
    told = refused("a.o=xyz")
    assert "shared, memcpy, " in told
    assert "read_only, read_mostly" in told
    assert "error[transfer-no-match]: no FIFO matches 'b.u'" in refused("a.o=memcpy", "b.u=memcpy")
    assert "error[annotation-unknown]" in refused("a.o=@core(1)")
    assert "error[annotation-arguments]" in refused("a.o=memcpy,shared")


def test_what_no_longer_compiles_is_refused_at_its_place(refused: Callable[..., str]) -> None:
    message = refused("a.o=shared")
    assert "g.sdf:9:21: error[transfer-illegal]: a.o:b.i cannot be shared: it may write what c.i reads" in message
    assert "    9 |     a.o -> { b.i, c.i };   /* two */" in message
    assert "note: found in the file as it would be; it has been left as it was" in message
    assert "g.sdf:5:22: error[call-const]" not in message
    assert "error[call-const]" in refused("b.o=read_write")


def test_a_file_that_did_not_compile_before_can_be_mended(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(BRANCHES.replace("c.i };", "c.i } @transfer(shared);"))
    ended = dfgen("annotate", graph, "c.p=memcpy")
    assert ended.status == 0
    assert "has not been checked: a.o:b.i cannot be shared" in ended.err
    assert dfgen("annotate", graph, "a.o=none", "c.p=none").err == ""
    assert graph.read_text() == BRANCHES.replace("\r", "")


def test_edges_of_refined_graphs(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(NESTED)
    ended = dfgen("annotate", graph, "one/f.o=memcpy")
    assert ended.out == "g.sdf: annotated: one/f.o:one/g.i\n"
    assert ended.err == (
        "note: this changes two/f.o:two/g.i too: an edge of graph 'twice' counts for each actor made of it\n"
    )
    assert "f.o -> g.i @transfer(memcpy);" in graph.read_text()


def test_a_way_that_comes_back_to_itself_ends(dfgen: Dfgen, graph: Path) -> None:
    inner = "graph inner { in x : int8[1]; out y : int8[1]; actor a { fire a(i); in i : int8[1]; } x -> y; x -> a.i; }"
    graph.write_text(
        "graph outer { actor c { fire c(i); in i : int8[1]; } actor h = inner(); h.y -> h.x delay 1; h.y -> c.i; }\n"
        + inner
    )
    ended = dfgen("annotate", graph.name, "h/x_y.out:h/a.i=memcpy")
    assert (ended.status, "annotated: h/x_y.out:h/a.i" in ended.out) == (0, True)
    assert graph.read_text().count("memcpy") == 1


def test_the_annotation_that_counts_is_edited(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(NESTED)
    dfgen("annotate", graph, "a.o=shared")
    assert "a.o -> one.x @transfer(shared);" in graph.read_text()
    ended = dfgen("annotate", graph, "one/g.o=memcpy")
    assert "g.o -> y @transfer(memcpy);" in graph.read_text()
    assert "this changes two/g.o:z.i too" in ended.err
    dfgen("annotate", graph, "two/g.o=none")
    assert "f.o -> g.i; g.o -> y;" in graph.read_text()
    dfgen("annotate", graph, "two/*:z.i=memcpy")
    assert "two.y -> z.i @transfer(memcpy);" in graph.read_text()


def test_annotations_on_all_edges_of_a_connection(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(NESTED.replace("x -> f.i", "x -> f.i @access(read_only) @private"))
    assert dfgen("annotate", graph, "a.o=private", "a.o=read_only").out == "g.sdf: nothing to change\n"
    ended = dfgen("annotate", graph, "a.o=none")
    assert ended.out == "g.sdf: annotated: a.o:one/f.i\n"
    assert "this changes one/g.o:two/f.i too: an edge of graph 'twice'" in ended.err
    assert graph.read_text() == NESTED.replace("one.x @transfer(memcpy);", "one.x;")


def test_an_access_mode_that_contradicts_the_port(refused: Callable[..., str], graph: Path) -> None:
    graph.write_text(BRANCHES.replace("in j : uint8[n];", "in j : uint8[n] unused;"))
    assert "g.sdf:10:12: error[clause-invalid]: 'c.j' is declared 'unused'" in refused("b.o=read_only")


def test_an_annotation_that_is_out_of_reach(refused: Callable[..., str], graph: Path) -> None:
    """Two delays in a row are kept apart by a routing actor: the part behind it has its word from the inner edge."""
    text = NESTED.replace("one.x @transfer(memcpy)", "one.x delay 1 = 1")
    graph.write_text(text.replace("x -> f.i", "x -> f.i delay 1 = 2 @private"))
    message = refused("one/x.out:*=none")
    assert "g.sdf:6:5: error[annotation-without-effect]: 'none' on its edge has no effect on one/x.out:one/f" in message


def test_initial_tokens_that_set_a_branch_apart(dfgen: Dfgen, graph: Path) -> None:
    """The branch goes through a routing actor of dfgen's; its edge still has both names that the user knows."""
    graph.write_text(BRANCHES.replace("a.o -> { b.i, c.i };", "a.o -> b.i delay 1 = 3; a.o -> c.i delay 1 = 4;"))
    fifos = {fifo["name"]: fifo for fifo in json.loads(dfgen("annotate", graph, "--json").out)["fifos"]}
    assert fifos.keys() == {"a.o:b.i", "a.o:c.i", "b.o:c.j", "c.o:d.i", "c.p:e.i"}
    assert (fifos["a.o:c.i"]["moved_bytes_per_iteration"], fifos["a.o:c.i"]["access"]) == (64, "read_only")
    for pattern in ("a.o", "a.o:*", "a.o:c.i"):
        ended = dfgen("annotate", graph, f"{pattern}=memcpy")
        assert ended.out.startswith("g.sdf: annotated: a.o:")
        assert ended.out.endswith("a.o:c.i\n")
        assert "a.o -> c.i delay 1 = 4 @transfer(memcpy);" in graph.read_text()
        dfgen("annotate", graph, f"{pattern}=none")
        assert "@" not in graph.read_text()


def test_a_reset_delay_is_annotated_behind_its_routing(dfgen: Dfgen, graph: Path) -> None:
    graph.write_text(NESTED.replace("f.o -> g.i", "f.o -> g.i delay 1 = 5 reset"))
    ended = dfgen("annotate", graph, "*/f.o=memcpy")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out == "g.sdf: annotated: one/f_o_reset.out:one/g.i, two/f_o_reset.out:two/g.i\n"
    assert "delay 1 = 5 reset @transfer(memcpy);" in graph.read_text()


@pytest.mark.parametrize("seed", range(5))
def test_fifos_of_random_graphs(seed: int, tmp_path: Path) -> None:
    path = write(random_application(seed), tmp_path)
    before, content = load_graph(path, {}), path.read_bytes()
    between_actors = [
        f for f in before.fifos if not any(before.actor(e.actor).is_routing for e in (f.source, f.target))
    ]
    for fifo in between_actors[:4]:
        path.write_bytes(content)
        edit = plan_edit(path, [Assignment(fifo.name, parse_setting("memcpy"))], CompileOptions(cores=1))
        write_edit(edit)
        after = load_graph(path, {})
        transfer = after.fifo_by_name[fifo.name].transfer
        assert transfer is not None
        assert transfer.strategy == "memcpy"
        assert {replace(f, transfer=None) for f in after.fifos} == {replace(f, transfer=None) for f in before.fifos}
        assert replace(after, fifos=()) == replace(before, fifos=())


def test_a_file_that_changes_meanwhile_is_left_alone(graph: Path) -> None:
    edit = plan_edit(graph, [Assignment("a.o", parse_setting("memcpy"))], CompileOptions())
    graph.write_text("something else")
    with pytest.raises(UserError) as error:
        write_edit(edit)
    assert [diagnostic.id for diagnostic in error.value.diagnostics] == ["file-changed"]
    assert graph.read_text() == "something else"
    assert sorted(os.listdir()) == ["actors.c", "actors.h", "g.sdf"]


def test_a_link_stays_a_link(dfgen: Dfgen, graph: Path, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "real.sdf"
    real.parent.mkdir()
    graph.rename(real)
    graph.symlink_to(real)
    assert dfgen("annotate", graph, "c.p=memcpy").status == 0
    assert graph.is_symlink()
    assert "e.i @transfer(memcpy);" in real.read_text()
    assert os.listdir(real.parent) == ["real.sdf"]


def test_looking_needs_no_file(dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit is judged without a trial file, so a folder that nobody may write to will do."""
    listed, open_file = sorted(os.listdir()), Path.open

    def reading(path: Path, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        assert "r" in mode or path.resolve().parent != Path.cwd()
        return open_file(path, mode, *arguments, **options)

    monkeypatch.setattr(Path, "open", reading)
    assert dfgen("annotate", graph, "--diff", "c.p=memcpy").status == 0
    assert "transfer-illegal" in dfgen("annotate", graph, "a.o=shared").err
    assert sorted(os.listdir()) == listed


def test_names_of_branches_that_are_set_apart(dfgen: Dfgen, graph: Path) -> None:
    """Two branches with other initial tokens: dfgen parts them with a routing actor, of which the user knows
    nothing."""
    text = BRANCHES.replace("a.o -> { b.i, c.i };", "a.o -> b.i delay 64 = 1; a.o -> c.i delay 64 = 2;")
    graph.write_bytes(text.encode())
    lines = dfgen("annotate", graph).out.splitlines()
    assert [line.split()[0] for line in lines if ":" in line] == ["a.o:b.i", "a.o:c.i", "b.o:c.j", "c.o:d.i", "c.p:e.i"]
    assert dfgen("annotate", graph, "a.o:c.i=memcpy").out == "g.sdf: annotated: a.o:c.i\n"
    assert "a.o -> c.i delay 64 = 2 @transfer(memcpy);" in graph.read_text()


def test_a_file_that_cannot_be_written(dfgen: Dfgen, graph: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    ended = dfgen("annotate", graph, "c.p=memcpy")
    assert (ended.status, graph.read_bytes()) == (1, BRANCHES.encode())
    assert "error[file-unwritable]: cannot write 'g.sdf': it is write-protected" in ended.err


@pytest.mark.parametrize(
    "arguments", [["a.o"], ["=memcpy"], ["a.o="], ["--json", "a.o=none"], ["--diff"], ["--check"], ["a.o=none", "--x"]]
)
def test_wrong_usage(dfgen: Dfgen, graph: Path, arguments: list[str]) -> None:
    assert dfgen("annotate", graph, *arguments).status == 2


def test_an_edge_in_a_loop_counts_for_all_its_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "loop.sdf"
    text = """graph g(n = 3) {
    actor a[n] { out o : int8[4]; in i : int8[4]; }
    for k in 0..n { a[k].o -> a[(k + 1) % n].i delay 4; }
}
"""
    file.write_text(text)
    assert main(["annotate", str(file), "a[1].o=memcpy"]) == 0
    assert file.read_text() == text.replace("delay 4;", "delay 4 @transfer(memcpy);")
    assert "a[0].o:a[1].i, a[2].o:a[0].i too: they have the same edge" in capsys.readouterr().err
