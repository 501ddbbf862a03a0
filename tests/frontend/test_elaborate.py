# SPDX-License-Identifier: Apache-2.0
"""From graph files to flat graphs: parameters, types, actors, delays, and all of the hierarchy."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.analysis.repetition import repetition_vector
from dfgen.frontend.elaborate import load_graph
from dfgen.model.actor import ActorKind, Argument, ArgumentKind
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph, PortRef
from dfgen.model.port import Access, SlicePattern, TokenType


def load(folder: Path, text: str, **parameters: int) -> Graph:
    file = folder / "test.sdf"
    file.write_text(text, "utf-8")
    return load_graph(file, parameters)


def ids(error: pytest.ExceptionInfo[UserError]) -> list[str]:
    return [diagnostic.id for diagnostic in error.value.diagnostics]


def fifo_names(graph: Graph) -> set[str]:
    return {fifo.name for fifo in graph.fifos}


def test_parameters_and_overrides(tmp_path: Path) -> None:
    text = """graph g(width = 8, height = 2 * width) {
        param area = width * height;
        actor a { fire f(area, o); out o : int8[area] unused; }
    }"""
    assert load(tmp_path, text).parameters == (("width", 8), ("height", 16))
    graph = load(tmp_path, text, width=3)
    assert graph.parameters == (("width", 3), ("height", 6))
    assert graph.actor("a").port("o").rates == (18,)
    fire = graph.actor("a").fire
    assert fire is not None
    assert fire.arguments == (
        Argument(ArgumentKind.PARAMETER, "area", 18),
        Argument(ArgumentKind.PORT, "o", port="o"),
    )


def test_unknown_override_names_the_parameters(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g(width = 8, depth = 1) { actor a { state; } }", hight=1)
    assert ids(error) == ["parameter-unknown"]
    assert "'width' and 'depth'" in error.value.diagnostics[0].hint


def test_a_live_parameter_is_no_constant(tmp_path: Path) -> None:
    for text in ("graph g { param volume : float = 1.0 live; actor a { state; } }",
                 "param volume : float = 1.0 live; graph g { actor a { state; } }"):  # fmt: skip
        with pytest.raises(UserError) as error:
            load(tmp_path, text, volume=2)
        assert ids(error) == ["parameter-unknown"]
        assert error.value.diagnostics[0].message.startswith("'volume' is live")
        hint = "Start the program with '-- volume=2'; in Python use options={'volume': 2}."
        assert error.value.diagnostics[0].hint == hint


def test_derived_constant_cannot_be_overridden(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g(n = 8) { param m = n; actor a { state; } }", m=1)
    assert ids(error) == ["parameter-unknown"]


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load_graph(tmp_path / "nothing.sdf", {})
    assert ids(error) == ["file-unreadable"]
    with pytest.raises(UserError) as error:
        load_graph(tmp_path, {})
    assert ids(error) == ["file-unreadable"]
    (tmp_path / "latin.sdf").write_bytes(b"graph g {\n  // caf\xe9\n}")
    with pytest.raises(UserError) as error:
        load_graph(tmp_path / "latin.sdf", {})
    span = error.value.diagnostics[0].span
    assert ids(error) == ["file-unreadable"]
    assert span is not None
    assert (span.line, span.column) == (2, 9)


def test_all_mistakes_of_a_file_are_reported(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(
            tmp_path,
            "graph g { actor a { out o : int[1]; time 3min; } actor b { in i : int8[1/0]; } a.o -> b.i; c.o -> d.i; }",
        )
    assert ids(error) == ["type-unknown", "time-unit", "division-by-zero", "actor-unknown", "actor-unknown"]


def test_types(tmp_path: Path) -> None:
    text = """type rgb = uint8[3];
    graph g { type line = rgb[4]; type point = struct point; type pixel = pixel_t; type byte = unsigned char;
        actor a { out l : line[1] unused; out p : point[1] unused; out x : pixel[1] unused; out b : byte[1] unused;
                  out d : double[1] unused; state s : float[64]; } }"""
    actor = load(tmp_path, text).actor("a")
    assert [port.type for port in actor.ports] == [
        TokenType("line", "uint8_t", 12, 1, 12),
        TokenType("point", "struct point", 0, 0),
        TokenType("pixel", "pixel_t", 0, 0),
        TokenType("byte", "unsigned char", 1, 1),
        TokenType("double", "double", 8, 8),
    ]
    assert actor.state is not None
    assert (actor.state.type.c_name, actor.state.count) == ("float", 64)


def test_actor_clauses(tmp_path: Path) -> None:
    text = """graph g {
        @core(1) actor a { init i(s); fire f(phase, s, x, o); end e(s); state s : struct st; stops; effect; io;
            time 1.5us; in x : int8[1, 2 for 3] @access(read_mostly, written = 2%); out o : int8[2] partial; }
        a.o -> a.x delay 7 @private @transfer(stream, chunk = 64KiB, mode = async);
    }"""
    graph = load(tmp_path, text)
    actor, fifo = graph.actor("a"), graph.fifos[0]
    assert (actor.core, actor.times, actor.stops, actor.effect, actor.io, actor.ordered) == (1, (1500,), *[True] * 4)
    assert actor.port("x").rates == (1, 2, 2, 2)
    assert actor.port("x").access is Access.READ_MOSTLY
    assert actor.port("o").partial
    assert fifo.written_fraction == pytest.approx(0.02)
    assert fifo.private
    assert fifo.transfer is not None
    assert (fifo.transfer.strategy, fifo.transfer.options) == ("stream", (("chunk", "64KiB"), ("mode", "async")))
    assert actor.fire is not None
    assert [a.kind for a in actor.fire.arguments] == [
        ArgumentKind.PHASE,
        ArgumentKind.STATE,
        ArgumentKind.PORT,
        ArgumentKind.PORT,
    ]


def test_routing_actors_and_implicit_broadcast(tmp_path: Path) -> None:
    text = """graph g(n = 4) {
        actor p { out o : int8[n * n]; } actor c { in i : int8[n]; } actor d { in i : int8[n * n]; }
        slice s { in in : int8[n * n]; out out : int8[n][n + 2] from -1 step n; }
        actor e { in i : int8[n + 2]; }
        fork f { in in : int8[n * n]; out a : int8[n]; out b : int8[n * n - n] unused; }
        p.o -> { d.i, s.in, f.in } @access(read_only); s.out -> e.i; f.a -> c.i;
    }"""
    text = text.replace(" unused; }", "; } actor h { in i : int8[12]; }").replace(
        "f.a -> c.i;", "f.a -> c.i; f.b -> h.i;"
    )
    graph = load(tmp_path, text)
    assert graph.actor("s").port("out").pattern == SlicePattern(4, 6, -1, 4)
    assert graph.actor("s").port("out").rates == (24,)
    assert len(graph.fifos_from[PortRef("p", "o")]) == 3
    assert graph.actor("d").port("i").access is Access.READ_ONLY


def test_initial_tokens(tmp_path: Path) -> None:
    text = """graph g {
        type pair = float[2];
        actor p { out a : int8[1]; out b : pair[1]; out c : int8[1]; out d : int8[1]; }
        actor q { in a : int8[1]; in b : pair[1]; in c : int8[1]; in d : int8[1]; }
        p.a -> q.a delay 3 = -2; p.b -> q.b delay 2 = {1, 0.5, -1/4, 2e3}; p.c -> q.c delay 2 = init fill(9, tokens);
        p.d -> q.d delay 0;
    }"""
    fifos = load(tmp_path, text).fifos
    delays = [fifo.delay for fifo in fifos]
    assert delays[0] is not None and delays[1] is not None and delays[2] is not None  # noqa: PT018
    assert (delays[0].count_tokens, delays[0].values) == (3, (-2,))
    assert delays[1].values == (1.0, 0.5, -0.25, 2000.0)
    assert delays[2].init is not None
    assert [a.kind for a in delays[2].init.arguments] == [ArgumentKind.PARAMETER, ArgumentKind.PORT]
    assert delays[3] is None


def test_templates_and_graph_before_main(tmp_path: Path) -> None:
    text = """graph part { out y : int8[1]; actor a = t(n = 3); actor b = t; a.o -> y; b.o -> a.i; a.o -> b.i delay 9; }
    actor t(n = 1) { in i : int8[n]; out o : int8[n]; }
    graph all { actor p = part @core(2); actor c { in i : int8[1]; } p.y -> c.i; }"""
    text = text.replace("out y : int8[1];", "out y : int8[3];")
    graph = load(tmp_path, text)
    assert graph.name == "all"
    assert {a.name: a.core for a in graph.actors} == {"p/a": 2, "p/b": 2, "c": None}
    assert fifo_names(graph) == {"p/a.o:c.i", "p/b.o:p/a.i", "p/a.o:p/b.i"}


HIERARCHY = """graph top {
    actor src { out o : int8[2]; }
    actor s = sub;
    actor snk { in i : int8[1]; }
    src.o -> s.x%s; s.y -> snk.i;
}
graph sub { in x : int8[%d]; out y : int8[%d];
    actor a { in i : int8[2]; out o : int8[1]; }
    actor b { in i : int8[3]; out o : int8[1]; }
    x -> a.i%s; a.o -> b.i%s; b.o -> y;
}"""


def test_input_interface_that_brings_enough_is_a_plain_fifo(tmp_path: Path) -> None:
    graph = load(tmp_path, HIERARCHY % ("", 6, 1, "", ""))
    assert fifo_names(graph) == {"src.o:s/a.i", "s/a.o:s/b.i", "s/b.o:snk.i"}
    assert repetition_vector(graph) == {"src": 3, "s/a": 3, "s/b": 1, "snk": 1}


def test_input_interface_repeats(tmp_path: Path) -> None:
    graph = load(tmp_path, HIERARCHY % ("", 2, 1, "", ""))
    router = graph.actor("s/x")
    assert router.kind is ActorKind.BROADCAST
    assert [port.rates for port in router.ports] == [(2,), (6,)]
    assert fifo_names(graph) == {"src.o:s/x.in", "s/x.out:s/a.i", "s/a.o:s/b.i", "s/b.o:snk.i"}


def test_interface_that_brings_more_runs_more_iterations(tmp_path: Path) -> None:
    graph = load(tmp_path, HIERARCHY % ("", 12, 1, "", ""))
    keeper = graph.actor("s/y")
    assert keeper.kind is ActorKind.ROUNDBUFFER
    assert [port.rates for port in keeper.ports] == [(2,), (1,)]
    assert repetition_vector(graph) == {"src": 6, "s/a": 6, "s/b": 2, "snk": 1, "s/y": 1}


def test_reset_delay_becomes_a_routing(tmp_path: Path) -> None:
    graph = load(tmp_path, HIERARCHY % ("", 6, 1, "", " delay 2 = 5 reset"))
    router = graph.actor("s/a_o_reset")
    assert router.kind is ActorKind.RESET
    assert router.reset_tokens is not None
    assert (router.reset_tokens.count_tokens, router.reset_tokens.values) == (2, (5,))
    assert [port.rates for port in router.ports] == [(0, 1, 2), (2, 1, 0)]
    assert all(fifo.delay is None for fifo in graph.fifos)


def test_delays_on_both_sides_of_an_interface_stay_apart(tmp_path: Path) -> None:
    graph = load(tmp_path, HIERARCHY % (" delay 1 = 1", 6, 1, " delay 3 = init f(tokens)", ""))
    assert graph.actor("s/x").kind is ActorKind.BROADCAST
    delays = {fifo.name: fifo.delay_tokens for fifo in graph.fifos}
    assert (delays["src.o:s/x.in"], delays["s/x.out:s/a.i"]) == (1, 3)
    graph = load(tmp_path, HIERARCHY % (" delay 1 = 1", 6, 1, "", ""))
    assert {fifo.name: fifo.delay_tokens for fifo in graph.fifos}["src.o:s/a.i"] == 1


def test_interface_with_several_readers(tmp_path: Path) -> None:
    text = """graph top { actor p { out o : int8[2]; } actor s = sub(n = 4); p.o -> s.x @access(read_only); }
    graph sub(n = 2) { in x : int8[2];
        actor a { in i : int8[2]; } actor b { in i : int8[n]; } actor c { in i : int8[n]; } x -> { a.i, b.i, c.i }; }"""
    graph = load(tmp_path, text)
    names = {"p.o:s/a.i", "p.o:s/x.in", "s/x.out0:s/b.i", "s/x.out1:s/c.i"}
    assert fifo_names(graph) == names
    assert graph.actor("s/a").port("i").access is Access.READ_ONLY


@pytest.mark.parametrize(
    ("ports", "message", "hint"),
    [
        ("in x : int8[2] read_only", "'b.x' is declared 'read_only', which contradicts this", "Keep one."),
        ("inout x : int8[2]", "'b.x' goes both ways", "Declare an input and an output that overlays it."),
    ],
)
def test_a_claim_about_a_port_that_says_something_else(ports: str, message: str, hint: str, tmp_path: Path) -> None:
    goes_on = "b.x -> c.i;" if "inout" in ports else "a.p -> c.i;"
    text = f"""graph g {{
        actor a {{ out o : int8[2]; {"" if "inout" in ports else "out p : int8[2];"} }}
        actor b {{ {ports}; }} actor c {{ in i : int8[2]; }}
        a.o -> b.x @access(read_write); {goes_on} }}"""
    with pytest.raises(UserError, match=message) as error:
        load(tmp_path, text)
    assert [diagnostic.hint for diagnostic in error.value.diagnostics] == [hint]


@pytest.mark.parametrize(("x", "y", "kind"), [(2, 4, "broadcast"), (4, 2, "roundbuffer"), (3, 3, "broadcast")])
def test_passage_through_a_graph(tmp_path: Path, x: int, y: int, kind: str) -> None:
    text = """graph top(x = 1, y = 1) {
        actor p { out o : int8[1]; } actor s = sub(n = x, m = y); actor c { in i : int8[1]; }
        p.o -> s.x; s.y -> c.i; }
    graph sub(n = 1, m = 1) { in x : int8[n]; out y : int8[m]; x -> y delay 1; }"""
    graph = load(tmp_path, text, x=x, y=y)
    assert graph.actor("s/x_y").kind.value == kind
    assert fifo_names(graph) == {"p.o:s/x_y.in", "s/x_y.out:c.i"}
    assert [fifo.delay_tokens for fifo in graph.fifos] == [1, 0]


def test_two_levels_and_two_instances(tmp_path: Path) -> None:
    text = """graph top { actor p { out o : int8[2]; } actor s = mid; actor t = mid(k = 2); actor c { in i : int8[1]; }
        p.o -> s.x; s.y -> t.x; t.y -> c.i; }
    graph mid(k = 1) { in x : int8[k]; out y : int8[k]; actor m = low(k = k); x -> m.x; m.y -> y; }
    graph low(k = 1) { in x : int8[k]; out y : int8[k];
        actor a { in i : int8[k]; out o : int8[k]; } x -> a.i; a.o -> y; }"""
    graph = load(tmp_path, text)
    assert fifo_names(graph) == {"p.o:s/m/a.i", "s/m/a.o:t/m/a.i", "t/m/a.o:c.i"}
    assert repetition_vector(graph) == {"p": 1, "s/m/a": 2, "t/m/a": 1, "c": 2}


def test_include_paths_are_kept_as_written(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "a.h").write_text("")
    (tmp_path / "code" / "a.c").write_text("")
    text = 'include "code/a.h"; graph g { include "code/a.h"; source "code/../code/a.c"; actor a { state; } }'
    graph = load(tmp_path, text)
    assert (graph.includes, graph.sources) == (("code/a.h",), ("code/../code/a.c",))
    assert (graph.file, graph.base) == ("test.sdf", str(tmp_path))


def test_times_of_phases(tmp_path: Path) -> None:
    text = """graph g {
        actor a { out o : int8[1, 2] unused; time 1us, 500ns for 3; }
        actor b { out o : int8[1] unused; time 2us, 4us; }
        actor c { out o : int8[1] unused; }
    }"""
    graph = load(tmp_path, text)
    assert graph.time_unit == "ns"
    assert [actor.times for actor in graph.actors] == [(1000, 500, 500, 500), (2000, 4000), ()]
    assert [actor.phases for actor in graph.actors] == [4, 2, 1]
    assert [actor.mean_time for actor in graph.actors] == [625, 3000, None]
    assert [graph.actor("a").time(phase) for phase in range(5)] == [1000, 500, 500, 500, 1000]


def test_times_without_unit(tmp_path: Path) -> None:
    graph = load(tmp_path, "graph g { actor a { out o : int8[1] unused; time 5, 0x10 for 2; } }")
    assert graph.time_unit is None
    assert graph.actor("a").times == (5, 16, 16)


def test_what_other_tools_say_of_a_graph(tmp_path: Path) -> None:
    text = """graph g(n = 2) @throughput(1.5 / (n * 1000)) {
        actor a { out o : int8[1]; }
        actor b { in i : int8[1]; in j : int8[1]; }
        a.o -> b.i @capacity(2 * n);
        a.o -> b.j @channel("second one", bits = 3);
    }"""
    graph = load(tmp_path, text)
    assert graph.throughput == Fraction(3, 4000)
    assert [fifo.capacity_tokens for fifo in graph.fifos] == [4, None]
    assert [(fifo.channel, fifo.token_bits) for fifo in graph.fifos] == [("", None), ("second one", 3)]


def test_a_fifo_through_an_interface_keeps_what_its_edges_say(tmp_path: Path) -> None:
    text = """graph g {
        actor a { out o : int8[1]; }
        actor b = inner();
        a.o -> b.i @capacity(7);
    }
    graph inner { in i : int8[1]; actor c { in i : int8[1]; } i -> c.i @capacity(5) @channel("in"); }"""
    fifo = load(tmp_path, text).fifos[0]
    assert (fifo.name, fifo.capacity_tokens, fifo.channel) == ("a.o:b/c.i", 5, "in")


@pytest.mark.parametrize("inside", [1, 2])
def test_a_claim_on_the_way_out_of_a_graph_is_about_who_reads_there(tmp_path: Path, inside: int) -> None:
    """Also through a further level, and where the interface keeps only the last tokens."""
    text = f"""graph top {{ actor s = mid; actor c {{ in i : int8[1]; }} s.y -> c.i; }}
    graph mid {{ out y : int8[1]; actor m = low; m.y -> y; }}
    graph low {{ out y : int8[1]; actor a {{ out o : int8[1]; state; }} a.o -> y @access(read_mostly, written = 3%);
        actor n {{ out o : int8[1]; }} actor k {{ in i : int8[{inside}]; in j : int8[{inside}]; }}
        n.o -> k.i; a.o -> k.j;
    }}"""
    graph = load(tmp_path, text)
    assert len(graph.actors) == 3 + inside
    assert graph.actor("c").port("i").access is Access.READ_MOSTLY
    assert graph.fifo_to[PortRef("c", "i")].written_fraction == pytest.approx(0.03)


def test_windows_of_a_slice_without_pattern_follow_each_other(tmp_path: Path) -> None:
    text = """graph g { actor p { out o : int8[8]; } slice s { in i : int8[8]; out o : int8[4][2]; }
        actor c { in i : int8[2]; } p.o -> s.i; s.o -> c.i; }"""
    assert load(tmp_path, text).actor("s").port("o").pattern == SlicePattern(4, 2, 0, 2)


def test_initial_tokens_of_a_struct_are_zero_bytes(tmp_path: Path) -> None:
    text = """graph g { type pair = struct pair; actor p { out o : pair[1]; } actor c { in i : pair[1]; }
        p.o -> c.i delay 2 = 0; }"""
    delay = load(tmp_path, text).fifos[0].delay
    assert delay is not None
    assert (delay.count_tokens, delay.values, delay.init) == (2, (), None)


def test_a_value_given_beyond_64_bits(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g(n = 8) { actor a { state; } }", n=2**63)
    assert ids(error) == ["number-too-large"]
    assert "'n' does not fit into 64 bits" in error.value.diagnostics[0].message
    assert load(tmp_path, "graph g(n = 8) { actor a { state; } }", n=2**63 - 1).parameters == (("n", 2**63 - 1),)


def test_a_parameter_that_stands_twice_and_is_given(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g(n = 1, n = 2) { actor a { state; } }", n=3)
    assert ids(error) == ["name-duplicate"]
    assert str(error.value.diagnostics[0].span).endswith("test.sdf:1:16")


def test_rates_that_do_not_balance_around_a_refined_actor(tmp_path: Path) -> None:
    text = """graph g {
        actor s = h; actor p { out o : int8[1]; out q : int8[2]; } actor c { in i : int8[1]; in j : int8[1]; }
        p.q -> c.j;
        p.o -> s.x; s.y -> c.i;
    }
    graph h { in x : int8[1]; out y : int8[1]; actor a { in i : int8[1]; out o : int8[1]; } x -> a.i; a.o -> y; }"""
    with pytest.raises(UserError) as error:
        load(tmp_path, text)
    assert ids(error) == ["inconsistent"]
    assert str(error.value.diagnostics[0].span).endswith("test.sdf:3:9")


def test_a_routing_actor_that_dfgen_adds_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    text = HIERARCHY % ("", 6, 1, "", " delay 2 = 5 reset")
    graph = load(tmp_path, text.replace("actor b {", "actor a_o_reset { state; } actor b {"))
    assert graph.actor("s/a_o_reset").kind is ActorKind.CODE
    assert graph.actor("s/a_o_reset_").kind is ActorKind.RESET


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dfgen.model.input_files.FILE_BYTES_MAX", 2 << 20)
    with pytest.raises(UserError) as error:
        load(tmp_path, "graph g { actor a { state; } }" + " " * (2 << 20))
    assert ids(error) == ["file-too-large"]
    assert "2 MiB can be read" in error.value.diagnostics[0].message
