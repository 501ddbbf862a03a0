# SPDX-License-Identifier: Apache-2.0
"""Times of actors written into the text of a graph file."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.annotate import Edit, plan_times, times, write_edit, write_edits
from dfgen.frontend.edit_times import time_text
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError

TEXT = """\
// A comment with time 5ns; in it.
actor twice(n = 1) { fire give(n, o); out o : int32[n]; }
graph g {
    include "a.h";
    actor a { fire give(o); out o : int32[1]; }   // on one line
    actor b {
        time 2us;   // it was so
        fire mix(i, j, o);
        in i : int32[1]; in j : int32[1];
        out o : int32[1];
    }
    actor c {
        in i : int32[1];
        fire take(i);

        state;
    }
    actor d { fire phases(o); time 1us for 2, 4us; out o : int32[1, 0, 1]; }
    actor e = twice(n = 1);
    actor f = twice(n = 2);
    actor s { fire sink(i, j, k); in i : int32[2]; in j : int32[1]; in k : int32[2]; }
    a.o -> b.i;
    e.o -> b.j;
    b.o -> { c.i, s.j };
    d.o -> s.i;
    f.o -> s.k;
}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "g.sdf").write_text(TEXT, encoding="utf-8")
    (tmp_path / "a.h").write_text("", encoding="utf-8")
    return tmp_path / "g.sdf"


def edited(file: Path, **times_ns: float) -> tuple[str, tuple[str, ...]]:
    (edit,), changed = plan_times(file, {name: (Fraction(ns), 10) for name, ns in times_ns.items()}, {})
    return edit.after.decode(), changed


def test_a_time_that_is_there_is_replaced_and_nothing_else(file: Path) -> None:
    text, changed = edited(file, b=3456.7)
    assert text == TEXT.replace("time 2us;", "time 3.46us;")
    assert changed == ("b",)


def test_a_new_time_stands_behind_fire(file: Path) -> None:
    text, changed = edited(file, a=12, c=999_900_000)
    one_line = TEXT.replace("fire give(o); out", "fire give(o); time 12ns; out")
    assert text == one_line.replace("fire take(i);\n", "fire take(i);\n        time 1s;\n")
    assert changed == ("a", "c")


def test_phases_keep_their_proportions(file: Path) -> None:
    text, changed = edited(file, d=4000)
    assert text == TEXT.replace("time 1us for 2, 4us;", "time 2us for 2, 8us;")
    assert changed == ("d",)


def test_actors_of_one_template_get_the_mean_of_all_firings(file: Path) -> None:
    measured = {"e": (Fraction(190), 30), "f": (Fraction(230), 10)}
    (edit,), changed = plan_times(file, measured, {})
    assert edit.after.decode() == TEXT.replace("fire give(n, o); out", "fire give(n, o); time 200ns; out")
    assert changed == ("e", "f")


def test_actors_of_one_template_that_differ_get_times_of_their_own(file: Path) -> None:
    measured = {"b": (Fraction(3000), 5), "e": (Fraction(21_200), 30), "f": (Fraction(1_270_000), 10)}
    (own, beside), changed = plan_times(file, measured, {})
    assert own.after.decode() == TEXT.replace("time 2us;", "time 3us;")
    assert beside.path == Path(f"{file}.fifos.toml")
    assert beside.notes == (
        "the actors of a template take different times: 'e' 21.2us, 'f' 1.27ms; "
        f"each has its own in '{beside.path}'",
    )  # fmt: skip
    assert changed == ("b", "e", "f")
    write_edit(beside)
    graph = load_graph(file, {})
    assert (graph.actor("e").times, graph.actor("f").times) == ((21_200,), (1_270_000,))
    nearer = {"e": (Fraction(30_000), 30), "f": (Fraction(30_000), 10)}
    (own, again), changed = plan_times(file, nearer, {})
    assert (own.changes, again.path, changed) == (False, beside.path, ("e", "f"))
    write_edit(again)
    assert load_graph(file, {}).actor("f").times == (30_000,)


@pytest.mark.parametrize("times", ["0x1us for 2, 0x4us", "1 us for 2, 4 us", "0x1\n  us for 2, 4us"])
def test_times_in_other_forms_are_replaced(file: Path, times: str) -> None:
    file.write_text(TEXT.replace("time 1us for 2, 4us;", f"time {times};"), encoding="utf-8")
    text, changed = edited(file, d=4000)
    assert text == TEXT.replace("time 1us for 2, 4us;", "time 2us for 2, 8us;")
    assert changed == ("d",)


def test_what_is_met_already_stays(file: Path) -> None:
    (edit,), changed = plan_times(file, {"b": (Fraction(2030), 5), "nobody": (Fraction(1), 1)}, {})
    assert not edit.changes
    assert changed == ()


def test_what_is_written_is_what_is_read(file: Path) -> None:
    (edit,), _ = plan_times(file, {"a": (Fraction(17, 10), 4), "b": (Fraction(123456789), 4)}, {})
    write_edit(edit)
    graph = load_graph(file, {})
    assert graph.actor("a").times == (2,)
    assert graph.actor("b").times == (123_000_000,)
    (again,), changed = plan_times(file, {"a": (Fraction(17, 10), 4), "b": (Fraction(123456789), 4)}, {})
    assert not again.changes
    assert not changed


def test_a_time_of_zero_is_replaced(file: Path) -> None:
    """It has no proportions to keep."""
    file.write_text(TEXT.replace("time 2us;", "time 0ns;"), encoding="utf-8")
    text, changed = edited(file, b=3000)
    assert text == TEXT.replace("time 2us;", "time 3us;")
    assert changed == ("b",)


def test_a_mark_of_byte_order_stays(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    (edit,), _ = plan_times(file, {"b": (Fraction(5000), 1)}, {})
    assert edit.after == b"\xef\xbb\xbf" + TEXT.replace("time 2us", "time 5us").encode()


def test_new_lines_end_as_the_others_of_the_file(file: Path) -> None:
    file.write_bytes(TEXT.replace("\n", "\r\n").encode())
    text, changed = edited(file, c=999_900_000)
    expected = TEXT.replace("fire take(i);\n", "fire take(i);\n        time 1s;\n")
    assert text == expected.replace("\n", "\r\n")
    assert changed == ("c",)


def test_new_lines_of_a_sidecar_end_as_the_others_and_its_mark_stays(file: Path) -> None:
    sidecar = Path(f"{file}.fifos.toml")
    before = b'\xef\xbb\xbfschema = 1\r\n[b]\r\ntime = "7us"\r\n'
    sidecar.write_bytes(before)
    (_, beside), changed = plan_times(
        file, {"b": (Fraction(3000), 5), "e": (Fraction(9), 1), "f": (Fraction(1), 1)}, {}
    )
    assert changed == ("b", "e", "f")
    assert beside.after.startswith(before.replace(b"7us", b"3us"))
    assert beside.after.count(b"\n") == beside.after.count(b"\r\n") > before.count(b"\n")


def test_a_graph_whose_times_have_no_unit_is_refused(file: Path) -> None:
    file.write_text(TEXT.replace("time 2us;", "time 2;").replace("1us for 2, 4us", "1"), encoding="utf-8")
    with pytest.raises(UserError) as caught:
        plan_times(file, {"b": (Fraction(5000), 1)}, {})
    assert caught.value.diagnostics[0].id == "annotation-without-effect"
    assert "times without a unit" in caught.value.diagnostics[0].message


@pytest.mark.parametrize(
    ("time_ns", "text"),
    [
        (0, "1ns"), (Fraction(3, 2), "2ns"), (999, "999ns"), (1000, "1us"), (1234, "1.23us"), (12345, "12.3us"),
        (100_000, "100us"), (1_005_000, "1ms"), (999_999, "1ms"), (1_500_000_000, "1.5s"), (61_000_000_000, "61s"),
    ],
)  # fmt: skip
def test_a_time_has_three_digits_and_the_unit_that_suits(time_ns: int | Fraction, text: str) -> None:
    assert time_text(Fraction(time_ns)) == text


def test_times_in_a_sidecar_are_those_of_the_actors(file: Path) -> None:
    Path(f"{file}.fifos.toml").write_text(
        'schema = 1\n[b]\ntime = "7us"\n[c]\ntime = "1.5ms"\npure = true\n[s]\ntime = "1.5ms"\n'
    )
    graph = load_graph(file, {})
    assert graph.actor("b").times == (7000,)
    assert graph.actor("c").times == graph.actor("s").times == (1_500_000,)
    assert graph.actor("a").times == ()


@pytest.mark.parametrize(
    ("table", "id"),
    [
        ('[b]\ntime = "7"', "annotation-arguments"),
        ("[b]\ntime = 7", "annotation-arguments"),
        ('[b]\ntime = "7h"', "time-unit"),
        ('[nobody]\ntime = "7us"', "actor-unknown"),
        ('[b]\ntime = "7us"\nprivate = true', "annotation-arguments"),
    ],
)
def test_a_sidecar_whose_times_make_no_sense_is_refused(file: Path, table: str, id: str) -> None:
    Path(f"{file}.fifos.toml").write_text(f"schema = 1\n{table}\n")
    with pytest.raises(UserError) as caught:
        load_graph(file, {})
    assert caught.value.diagnostics[0].id == id
    assert caught.value.diagnostics[0].span is not None
    assert caught.value.diagnostics[0].span.line in (2, 3)


def test_a_format_that_is_not_edited_gets_its_times_in_the_sidecar(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "needs_sidecar", lambda _: True)
    sidecar = Path(f"{file}.fifos.toml")
    sidecar.write_text('schema = 1\n# mine\n["a.o:b.i"]\ntransfer = "memcpy"\n[b]\npure = true\n')
    (edit,), changed = plan_times(file, {"a": (Fraction(1234), 5), "b": (Fraction(99), 5), "s": (Fraction(7), 1)}, {})
    assert edit.path == sidecar
    assert changed == ("a", "b", "s")
    write_edit(edit)
    assert file.read_text() == TEXT
    assert sidecar.read_text().startswith('schema = 1\n# mine\n["a.o:b.i"]\ntransfer = "memcpy"\n[b]\npure = true\n')
    graph = load_graph(file, {})
    assert [graph.actor(name).times for name in "abs"] == [(1230,), (99,), (7,)]
    assert graph.actor("b").stateless
    (again,), _ = plan_times(file, {"a": (Fraction(1234), 5)}, {})
    assert not again.changes


def test_times_of_imported_actors_go_into_the_file_that_has_them(file: Path) -> None:
    """A template that is used twice gets the mean of both."""
    parts = file.with_name("parts.sdf")
    parts.write_text("actor gain(k) { fire gain(k, i, o); in i : int32[1]; out o : int32[1]; }\n", encoding="utf-8")
    file.write_text(
        'import "parts.sdf";\ngraph g { include "a.h"; actor p { fire p(o); out o : int32[1]; }\n'
        " actor x = gain(k = 1); actor y = gain(k = 2); actor q { fire q(i); in i : int32[1]; }\n"
        " p.o -> x.i; x.o -> y.i; y.o -> q.i; }\n"
    )
    measured = {"p": (Fraction(500), 4), "x": (Fraction(1000), 4), "y": (Fraction(1400), 4)}
    edits, changed = plan_times(file, measured, {})
    assert [edit.path for edit in edits] == [file, parts]
    assert changed == ("p", "x", "y")
    for edit in edits:
        write_edit(edit)
    assert "fire gain(k, i, o); time 1.2us;" in parts.read_text()
    graph = load_graph(file, {})
    assert [graph.actor(name).times for name in "pxyq"] == [(500,), (1200,), (1200,), ()]


def test_times_by_type_of_core_are_kept_apart(file: Path) -> None:
    """What an actor takes on a type of core on which it has not run stays as it was."""
    types = {"b": {"big": Fraction(1000), "little": Fraction(3000)}}
    (own, beside), changed = plan_times(file, {"b": (Fraction(2000), 5)}, {}, types)
    assert (own.changes, changed, beside.notes) == (False, ("b",), ())
    write_edit(beside)
    assert load_graph(file, {}).actor("b").core_times == (("big", 1000), ("little", 3000))
    again = {"b": {"little": Fraction(5000)}}
    (_, beside), _ = plan_times(file, {"b": (Fraction(5000), 5)}, {}, again)
    write_edit(beside)
    assert load_graph(file, {}).actor("b").core_times == (("big", 1000), ("little", 5000))
    (_, *rest), changed = plan_times(file, {"b": (Fraction(5000), 5)}, {}, again)
    assert (rest, changed) == ([], ())
    (_, beside), changed = plan_times(file, {"b": (Fraction(7000), 5)}, {})
    assert changed == ("b",)
    assert beside.notes[-1] == "no core had a type: one time takes the place of those by type of core of b"


def test_the_table_of_an_actor_goes_behind_a_pattern_that_would_count(file: Path) -> None:
    sidecar = Path(f"{file}.fifos.toml")
    sidecar.write_text('schema = 1\n[b]\ntime = "9us"\n["?"]\ntime = "5us"\n[s]\ntime = "1us"\n')
    (_, beside), _ = plan_times(file, {"b": (Fraction(7000), 5), "s": (Fraction(2000), 5)}, {})
    write_edit(beside)
    graph = load_graph(file, {})
    assert [graph.actor(name).times for name in "bsc"] == [(7000,), (2000,), (5000,)]


def test_a_comment_stays_with_its_statement(file: Path) -> None:
    for comment in ("// takes", "/* takes */"):
        file.write_text(TEXT.replace("fire take(i);\n", f"fire take(i);  {comment}\n"), encoding="utf-8")
        text, _ = edited(file, c=1000)
        assert f"fire take(i);  {comment}\n        time 1us;\n" in text


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_of_two_files_none_is_written_where_one_cannot_be(file: Path) -> None:
    parts = file.with_name("parts.txt")
    parts.write_text("old")
    parts.chmod(0o444)
    edits = [Edit(path, path.read_bytes(), b"new", (), ()) for path in (file, parts)]
    with pytest.raises(UserError):
        write_edits(edits)
    assert file.read_text() == TEXT


def test_of_two_files_none_is_written_where_one_has_changed(file: Path) -> None:
    other = file.with_name("parts.txt")
    other.write_text("changed")
    with pytest.raises(UserError) as caught:
        write_edits([Edit(file, file.read_bytes(), b"new", (), ()), Edit(other, b"old", b"new", (), ())])
    assert caught.value.diagnostics[0].id == "file-changed"
    assert file.read_text() == TEXT
    assert not any(path.name.startswith(".") for path in file.parent.iterdir())
