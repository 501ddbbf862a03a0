# SPDX-License-Identifier: Apache-2.0
"""Sidecars: what they say of FIFOs, in which order they win, and every mistake with its place in the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.sidecar import BYTES_MAX, needs_sidecar, sidecar_of
from dfgen.frontend.sidecar_effect import with_unknown_types_told
from dfgen.model.diagnostics import Diagnostic, Span, UserError
from dfgen.model.graph import Graph, TransferRequest
from dfgen.model.port import Access

GRAPH = """\
graph g {
    actor a { out o : uint8[1]; }
    actor b { in i : uint8[1]; out o : uint8[1]; }
    actor c { in i : uint8[1]; in j : uint8[1] read_only; out o : uint8[1]; }
    actor d = inner;
    actor e { in i : uint8[1] read_mostly(written = 3%); in j : uint8[1]; }
    a.o -> { b.i, c.i } @transfer(shared) @access(read_mostly, written = 5%) @private;
    b.o -> c.j;
    c.o -> d.x;
    d.y -> e.i;
    d.z -> e.j;
}
graph inner {
    in x : uint8[1]; out y : uint8[1]; out z : uint8[1];
    actor f { in i : uint8[1]; out o : uint8[1]; out p : uint8[1]; }
    x -> f.i; f.o -> y; f.p -> z;
}
"""
FIFOS = ["a.o:b.i", "a.o:c.i", "b.o:c.j", "c.o:d/f.i", "d/f.o:e.i", "d/f.p:e.j"]

Load = Callable[[str], Graph]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """The graph above with this sidecar."""

    def load_with(sidecar: str) -> Graph:
        path = tmp_path / "g.sdf"
        path.write_text(GRAPH)
        sidecar_of(path).write_text(sidecar)
        return load_graph(path, {})

    return load_with


@pytest.fixture
def refusal(load: Load) -> Callable[[str], list[Diagnostic]]:
    """What is wrong with a sidecar, all of it at places in the sidecar."""

    def refuse(sidecar: str) -> list[Diagnostic]:
        with pytest.raises(UserError) as error:
            load(sidecar)
        assert all(d.span is not None and d.span.file.endswith("g.sdf.fifos.toml") for d in error.value.diagnostics)
        return list(error.value.diagnostics)

    return refuse


def transfers(graph: Graph) -> dict[str, str]:
    return {fifo.name: fifo.transfer.strategy for fifo in graph.fifos if fifo.transfer is not None}


def access(graph: Graph, fifo: str) -> tuple[Access | None, float | None]:
    found = graph.fifo_by_name[fifo]
    return graph.port(found.target).access, found.written_fraction


def place(span: Span | None) -> str:
    return "" if span is None else f"{span.line}:{span.column}"


def test_no_sidecar_and_an_empty_one_say_nothing(load: Load, tmp_path: Path) -> None:
    empty = load("")
    sidecar_of(tmp_path / "g.sdf").unlink()
    assert load_graph(tmp_path / "g.sdf", {}) == empty
    assert transfers(empty) == {"a.o:b.i": "shared", "a.o:c.i": "shared"}
    assert sorted(empty.fifo_by_name) == FIFOS


def test_a_transfer_with_its_place(load: Load) -> None:
    graph = load('schema = 1\n["b.o:c.j"] # c\ntransfer = "cow"\n')
    request = graph.fifo_by_name["b.o:c.j"].transfer
    assert request == TransferRequest("cow")
    assert (place(request.span), request.span.end_column) == ("3:1", 17)
    assert request.span.file.endswith("g.sdf.fifos.toml")
    assert transfers(graph) == {"a.o:b.i": "shared", "a.o:c.i": "shared", "b.o:c.j": "cow"}


def test_options_of_a_strategy(load: Load) -> None:
    graph = load('["b.o"]\ntransfer = { strategy = "offload", engine = "thread", depth = 4 }\n')
    expected = TransferRequest("offload", (("engine", "thread"), ("depth", "4")))
    assert graph.fifo_by_name["b.o:c.j"].transfer == expected


@pytest.mark.parametrize(
    ("pattern", "count"),
    [("a.o:b.i", 1), ("a.o", 2), ("d/f.*", 2), ("*:c.?", 2), ("*", 6), ("*/*", 3), ("?.o:*", 4)],
)
def test_patterns(load: Load, pattern: str, count: int) -> None:
    graph = load(f'["{pattern}"]\ntransfer = "x"\n')
    assert list(transfers(graph).values()).count("x") == count


def test_later_tables_win(load: Load) -> None:
    graph = load('["*"]\ntransfer = "x"\n["a.o"]\ntransfer = "y"\n["a.o:c.i"]\ntransfer = "default"\n')
    assert transfers(graph) == {"a.o:b.i": "y", **dict.fromkeys(FIFOS[2:], "x")}
    assert set(transfers(load('["a.o"]\ntransfer = "y"\n["*"]\ntransfer = "x"\n')).values()) == {"x"}


def test_access_and_written(load: Load) -> None:
    graph = load('["a.o:b.i"]\naccess = "read_write"\n["d/f.p"]\naccess = "read_mostly"\nwritten = "2.5 %"\n')
    assert access(graph, "a.o:b.i") == (Access.READ_WRITE, None)
    assert access(graph, "a.o:c.i") == (Access.READ_MOSTLY, 0.05)
    assert access(graph, "d/f.p:e.j") == (Access.READ_MOSTLY, 0.025)
    assert access(load('["*"]\n["a.o"]\naccess = "read_mostly"\n'), "a.o:b.i") == (Access.READ_MOSTLY, 0.05)
    assert access(load('["a.o"]\naccess = "default"\n'), "a.o:b.i") == (None, None)
    assert access(load('["*.*:e.i"]\naccess = "default"\n'), "d/f.o:e.i") == (Access.READ_MOSTLY, 0.03)


def test_written_alone_is_for_those_who_read_mostly(load: Load, refusal: Callable[[str], list[Diagnostic]]) -> None:
    assert access(load('["d/f.o"]\nwritten = "7%"\n'), "d/f.o:e.i") == (Access.READ_MOSTLY, 0.07)
    (diagnostic,) = refusal('["b.o"]\nwritten = "7%"\n')
    assert (diagnostic.id, place(diagnostic.span)) == ("clause-invalid", "2:1")
    assert "'c.j' has read_only" in diagnostic.message
    (diagnostic,) = refusal('["a.o:b.i"]\nwritten = "7%"\naccess = "default"\n')
    assert "'b.i' has no known access mode" in diagnostic.message
    assert access(load('["a.o"]\nwritten = "7%"\n["a.o:b.i"]\naccess = "read_only"\n'), "a.o:b.i")[1] is None


def test_private_and_its_contrary(load: Load) -> None:
    graph = load('["a.o:b.i"]\nprivate = false\n["d*"]\nprivate = true\n')
    assert [fifo.name for fifo in graph.fifos if fifo.private] == ["a.o:c.i", "d/f.o:e.i", "d/f.p:e.j"]


def test_layouts_of_toml(load: Load) -> None:
    text = '"b.o".transfer = "x"\r\n"c.o" = { transfer = "y", private = true }\r\n"b.o".private = true\r\n'
    graph = load("\ufeff" + text)
    assert [transfers(graph)[name] for name in ("b.o:c.j", "c.o:d/f.i")] == ["x", "y"]
    assert graph.fifo_by_name["b.o:c.j"].private
    request = graph.fifo_by_name["c.o:d/f.i"].transfer
    assert request is not None
    assert place(request.span) == "2:11"


@pytest.mark.parametrize(
    ("text", "id", "where", "message"),
    [
        ("schema = 2", "annotation-arguments", "1:1", "sidecars of schema 1"),
        ("schema = true", "annotation-arguments", "1:1", "sidecars of schema 1"),
        ("\ntransfer = 3", "annotation-unknown", "2:1", "'transfer' stands in no table"),
        ("[['a.o']]", "annotation-unknown", "1:3", "'a.o' is not a table"),
        ('["a.o"]\n  transfr = "x"', "annotation-unknown", "2:3", "no setting 'transfr'"),
        ('[a]\ntimes = "1us"', "annotation-unknown", "2:1", "there is no setting 'times'"),
        ('time = "1us"\n[a]', "annotation-unknown", "1:1", "'time' stands in no table"),
        ('private = true\n["a.o"]', "annotation-unknown", "1:1", "'private' stands in no table"),
        ('["a.o"]\ntime = "1us"', "actor-unknown", "1:2", "'a.o' names FIFOs, and this is said of actors"),
        ('["a.o"]\ntransfer = 1', "annotation-arguments", "2:1", "the value of 'transfer'"),
        ('["a.o"]\ntransfer = { engine = "x" }', "annotation-arguments", "2:1", "the value of 'transfer'"),
        ('["a.o"]\ntransfer = { strategy = "x", y = [1] }', "annotation-arguments", "2:30", "the value of 'y'"),
        ('["a.o"]\naccess = "unused"', "annotation-arguments", "2:1", "there is no access mode 'unused'"),
        ('["a.o"]\naccess = true', "annotation-arguments", "2:1", "the value of 'access'"),
        ('["a.o"]\nwritten = 0.02', "annotation-arguments", "2:1", "the value of 'written'"),
        ('["a.o"]\nwritten = "-2%"', "annotation-arguments", "2:1", "the value of 'written'"),
        ('["a.o"]\nwritten = "101%"', "number-too-large", "2:1", "more than 100 %"),
        ('["a.o"]\nwritten = "0.' + "9" * 5000 + '%"', "number-too-large", "2:1", "at most 1000"),
        ('["a"]\ntime = "' + "9" * 5000 + 'us"', "number-too-large", "2:1", "at most 1000"),
        (
            '["a.o"]\ntransfer = { strategy = "cow", x = 0x' + "f" * 4000 + " }",
            "number-too-large", "2:32", "the value of 'x' has more than 64 bits",
        ),
        ('["a.o"]\nprivate = "yes"', "annotation-arguments", "2:1", "the value of 'private'"),
        ('["a.o"]\nprivate = true\n["a.p"]', "transfer-no-match", "3:2", "no FIFO matches 'a.p'"),
        ('["x*"]', "transfer-no-match", "1:2", "no FIFO matches 'x*'"),
        ('["b.o"]\naccess = "read_write"', "clause-invalid", "2:1", "'c.j' is declared 'read_only'"),
        ('["a.o"]\n["a.o"]', "syntax", "2:7", "not TOML: Cannot declare"),
        ('["a.o"]\ntransfer = ', "syntax", "2:12", "not TOML: Invalid value"),
        ('["a.o"]\ntransfer = "x', "syntax", "2:14", "not TOML"),
        ("a" * 9 + ".a" * 99 + " = 1", "syntax", "1:25", "nested more than 8 levels deep"),
        ("x = " + "9" * 10_000, "syntax", "1:1", "not TOML that can be read"),
    ],
)  # fmt: skip
def test_mistakes(refusal: Callable[[str], list[Diagnostic]], text: str, id: str, where: str, message: str) -> None:
    (diagnostic,) = refusal(text)
    assert (diagnostic.id, place(diagnostic.span)) == (id, where)
    assert message in diagnostic.message
    assert diagnostic.hint or id == "syntax"


def test_all_mistakes_at_once(refusal: Callable[[str], list[Diagnostic]]) -> None:
    found = refusal('schema = 0\n["a.o"]\nprivate = 1\naccess = "readonly"\n')
    assert [place(diagnostic.span) for diagnostic in found] == ["1:1", "3:1", "4:1"]
    assert found[2].hint == "Did you mean 'read_only'?"
    many = refusal("".join(f'["x{index}.y"]\n' for index in range(1000)))
    assert 1 < len(many) < 100


def test_files_that_cannot_be_read(load: Load, tmp_path: Path) -> None:
    load("")
    sidecar = sidecar_of(tmp_path / "g.sdf")
    for content, message in (
        (b'["a.o"]\n\xff', "not UTF-8 text: byte 0xFF"),
        (b"#" * (BYTES_MAX + 1), "too large; such files end at 4 MiB"),
        (b"\0" * 1000, "not TOML"),
    ):
        sidecar.write_bytes(content)
        with pytest.raises(UserError, match=message):
            load_graph(tmp_path / "g.sdf", {})
    sidecar.unlink()
    sidecar.mkdir()
    with pytest.raises(UserError, match="cannot read"):
        load_graph(tmp_path / "g.sdf", {})
    sidecar.rmdir()
    sidecar.symlink_to(tmp_path / "nowhere")
    with pytest.raises(UserError, match="No such file"):
        load_graph(tmp_path / "g.sdf", {})


def test_a_time_with_unit_beside_times_without(tmp_path: Path) -> None:
    path = tmp_path / "g.sdf"
    path.write_text(GRAPH.replace("actor a {", "actor a { time 5;"))
    sidecar_of(path).write_text('schema = 1\n[b]\ntime = "7us"\n')
    with pytest.raises(UserError) as error:
        load_graph(path, {})
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.id, place(diagnostic.span)) == ("time-unit", "2:2")


def test_a_setting_that_is_nearly_one_is_told_with_what_it_takes(refusal: Callable[[str], list[Diagnostic]]) -> None:
    (times,) = refusal('[a]\ntimes = "1us"')
    assert times.hint.startswith("Did you mean 'time'? It is the time of a firing such as \"12us\"")
    (time,) = refusal('time = "1us"')
    assert time.hint == 'Write it below the name of an actor, such as ["filter/fir"].'


@pytest.mark.parametrize(
    ("known", "message", "hint"),
    [
        (("big", "little", "big"), "their types are 'big' and 'little'", "Did you mean 'big'?"),
        (("x86", "x86"), "the type of all is 'x86'", "This time counts on other platforms only"),
    ],
)
def test_a_type_of_core_that_no_core_is_of_is_told(load: Load, known: tuple[str, ...], message: str, hint: str) -> None:
    graph = load('[a]\ntime = { bgi = "1us" }\n[b]\ntime = "2us"\n')
    assert with_unknown_types_told(graph, ()).warnings == ()
    assert with_unknown_types_told(graph, ["bgi", "x"]).warnings == ()
    (warning,) = with_unknown_types_told(graph, known).warnings
    assert (warning.id, place(warning.span)) == ("core-type-unknown", "2:10")
    assert warning.message == f"no core is of type 'bgi', which has a time here: {message}"
    assert warning.hint.startswith(hint)


def test_which_formats_need_one() -> None:
    assert [needs_sidecar(Path(name)) for name in ("g.sdf", "g.txt", "g.pi", "g.XML")] == [False, False, True, True]


def test_errors_of_later_stages_point_into_it(compile_text: Callable[..., object], tmp_path: Path) -> None:
    body = """actor a { fire give(o); out o : uint8[1]; } a.o -> { b.i, c.i };
        actor b { fire change(i, o); in i : uint8[1]; out o : uint8[1]; }
        actor c { fire take(i); in i : uint8[1]; } actor d { fire take(i); in i : uint8[1]; } b.o -> d.i;"""
    sidecar = tmp_path / "g.sdf.fifos.toml"
    for text, id, where in (
        ('["a.o:b.i"]\ntransfer = "shared"\n', "transfer-illegal", "2:1"),
        ('["a.o:b.i"]\n\ntransfer = "copy"\n', "transfer-unknown", "3:1"),
        ('["b.o"]\nprivate = true\naccess = "read_write"\n', "call-const", "3:1"),
    ):
        sidecar.write_text(text)
        with pytest.raises(UserError) as error:
            compile_text(body)
        (diagnostic,) = set(error.value.diagnostics)
        assert (diagnostic.id, place(diagnostic.span)) == (id, where)
        assert diagnostic.span is not None
        assert diagnostic.span.file == str(sidecar)


def test_actors_that_are_vouched_for(load: Load) -> None:
    graph = load('["d/*"]\npure = true\n[a]\npure = true\n["a.o"]\nprivate = true\n')
    assert [actor.name for actor in graph.actors if actor.stateless] == ["a", "d/f"]
    assert not load('["*"]\npure = true\n[a]\npure = false\n').actor("a").stateless


@pytest.mark.parametrize(
    ("sidecar", "id", "place"),
    [
        ('["d/*"]\npure = 1\n', "annotation-arguments", 2),
        ("[x]\npure = true\n", "actor-unknown", 1),
        ("[a]\npure = true\nprivate = true\n", "annotation-arguments", 2),
    ],
)
def test_what_cannot_be_said_of_actors(
    sidecar: str, id: str, place: int, refusal: Callable[[str], list[Diagnostic]]
) -> None:
    (found,) = refusal(sidecar)
    assert found.id == id
    assert found.span is not None
    assert found.span.line == place
