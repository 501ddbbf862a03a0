# SPDX-License-Identifier: Apache-2.0
"""What `.pi`, `.scenario` and `.slam` files mean, as the flat graph that comes of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.build.folder import write_folder
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers import import_file
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import print_file
from dfgen.frontend.syntax import GraphDeclaration
from dfgen.model.actor import ActorKind, ArgumentKind
from dfgen.model.graph import Graph
from dfgen.model.port import Access
from tests.frontend.importers.pi_text import actor, depends, fifo, interface, node, param, pi, port, write

PROJECTS = Path(__file__).parent / "projects"
OUT, IN = port("output", "o", "1"), port("input", "i", "1")
A, B = actor("a", [OUT]), actor("b", [IN])
LINK = fifo("a.o", "b.i")


def graph_of(folder: Path, *elements: str, **others: str) -> Graph:
    return load_graph(write(folder, top=pi(*elements), **others), {})


def rate(graph: Graph, ref: str) -> int:
    name, port_name = ref.split(".")
    (value,) = graph.actor(name).port(port_name).rates
    return value


def test_names_in_ports_are_those_of_config_ports(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, param("x", "3"), param("y", "x + 1"),
        actor("a", [port("cfg_input", "x"), port("output", "o", "10*x")]), actor("b", [port("input", "i", "40")]),
        depends("y", "a.x"), fifo("a.o", "b.i"),
    )  # fmt: skip
    assert rate(graph, "a.o") == 40
    assert graph.parameters == (("x", 3), ("y", 4))


def test_fractions_are_kept_until_they_are_rates(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, param("half", "7/2"), param("seven", "half*2"), actor(
            "a", [port("cfg_input", "h"), port("cfg_input", "s"), port("output", "o", "h"), port("output", "p", "s")]
        ),
        actor("b", [port("input", "i", "4"), port("input", "j", "7")]),
        depends("half", "a.h"), depends("seven", "a.s"), fifo("a.o", "b.i"), fifo("a.p", "b.j"),
    )  # fmt: skip
    assert (rate(graph, "a.o"), rate(graph, "a.p")) == (4, 7)
    assert graph.parameters == (("seven", 7),)


def test_long_chains_of_parameters(tmp_path: Path) -> None:
    chain = [param(f"p{index}", f"p{index + 1} + 1") for index in range(5000)]
    graph = graph_of(tmp_path, *chain, param("p5000", "1"), A, B, LINK)
    assert dict(graph.parameters)["p0"] == 5001


def test_a_moldable_parameter_has_its_first_value_and_tells_of_the_others(tmp_path: Path) -> None:
    slices = node("moldable_param", "slices", expr="2; 4;8")
    path = write(tmp_path, top=pi(slices, param("half", "slices / 2"), A, B, LINK))
    graph = load_graph(path, {})
    assert graph.parameters == (("slices", 2), ("half", 1))
    assert any("'dfgen tune top.pi -p slices=2,4,8'" in note for note in graph.notes)
    chosen = load_graph(path, {"slices": 8})
    assert chosen.parameters == (("slices", 8), ("half", 4))
    assert not any("slices" in note for note in chosen.notes)


def test_a_user_sets_parameters(tmp_path: Path) -> None:
    top = write(
        tmp_path, top=pi(
            param("n", "2"), param("m", "n*n"), actor("a", [port("cfg_input", "m"), port("output", "o", "m")]),
            actor("b", [IN]), depends("m", "a.m"), LINK,
        ),
    )  # fmt: skip
    assert rate(load_graph(top, {}), "a.o") == 4
    assert rate(load_graph(top, {"n": 5}), "a.o") == 25
    assert rate(load_graph(top, {"m": 7}), "a.o") == 7


@pytest.mark.parametrize(
    ("written", "c_name", "count"),
    [
        ("uchar", "unsigned char", 1),
        ("unsigned char", "unsigned char", 1),
        ("char", "char", 1),
        ("unsigned int", "uint32_t", 1),
        ("short", "int16_t", 1),
        ("long", "int64_t", 1),
        ("uint8_t", "uint8_t", 1),
        ("float ", "float", 1),
        ("", "unsigned char", 1),
        ("struct  point", "struct point", 1),
        ("Pixel", "Pixel", 1),
    ],
)
def test_token_types(written: str, c_name: str, count: int, tmp_path: Path) -> None:
    graph = graph_of(tmp_path, A, B, fifo("a.o", "b.i", written))
    type = graph.actor("a").port("o").type
    assert (type.c_name, type.count) == (c_name, count)


def test_types_of_one_size_meet_at_special_actors(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, A, node("broadcast", "k", IN, OUT, port("output", "p", "2")), B,
        actor("c", [port("input", "i", "2")]),
        fifo("a.o", "k.i", "uchar"), fifo("k.o", "b.i", "char"), fifo("k.p", "c.i", "unsigned char"),
    )  # fmt: skip
    assert {port.type.c_name for actor in graph.actors for port in actor.ports} == {"unsigned char"}


def test_a_refined_actor_has_the_types_outside(tmp_path: Path) -> None:
    inside = pi(interface("src", "x"), actor("w", [IN]), fifo("x", "w.i", "char"), name="sub")
    refined = actor("s", [port("input", "x", "1")], "Algo/sub.pi")
    graph = graph_of(tmp_path, A, refined, fifo("a.o", "s.x", "uchar"), sub=inside)
    assert graph.actor("s/w").port("i").type.c_name == "unsigned char"


def test_special_actors(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, actor("a", [port("output", "o", "6")]),
        node("fork", "f", port("input", "in", "6"), port("output", "x", "2"), port("output", "y", "4")),
        node("roundbuffer", "r", port("input", "in", "2"), port("input", "more", "4"), port("output", "out", "3")),
        node("broadcast", "c", port("input", "in", "3"), port("output", "x", "3"), port("output", "y", "7")),
        node("join", "j", port("input", "x", "3"), port("input", "y", "7"), port("output", "out", "10")),
        actor("b", [port("input", "i", "10")]),
        fifo("a.o", "f.in"), fifo("f.x", "r.in"), fifo("f.y", "r.more"), fifo("r.out", "c.in"), fifo("c.x", "j.x"),
        fifo("c.y", "j.y"), fifo("j.out", "b.i"),
    )  # fmt: skip
    kinds = {actor.name: actor.kind for actor in graph.actors if actor.is_routing}
    assert kinds == {
        "f": ActorKind.FORK, "r_join": ActorKind.JOIN, "r": ActorKind.ROUNDBUFFER, "c": ActorKind.BROADCAST,
        "j": ActorKind.JOIN,
    }  # fmt: skip
    assert [p.name for p in graph.actor("r_join").ports] == ["in", "more", "out"]
    assert analyse(graph).firings["b"] == 1


@pytest.mark.parametrize(
    ("rates", "differs"),
    [("3 6", False), ("3 7", False), ("7 3", True), ("2 4 3", True), ("1 2 3", True), ("8", False)],
)
def test_broadcasts_whose_outputs_preesm_begins_elsewhere(rates: str, differs: bool, tmp_path: Path) -> None:
    outputs = [port("output", f"x{at}", rate) for at, rate in enumerate(rates.split())]
    sinks = [actor(f"b{at}", [port("input", "i", rate)]) for at, rate in enumerate(rates.split())]
    edges = [fifo(f"c.x{at}", f"b{at}.i") for at in range(len(sinks))]
    source = actor("a", [port("output", "o", "3")])
    elements = (node("broadcast", "c", port("input", "in", "3"), *outputs), *sinks, fifo("a.o", "c.in"), *edges)
    notes = graph_of(tmp_path, source, *elements).notes
    assert len(notes) == differs
    assert all(note.startswith("'c' of top.pi begins each output with the first token") for note in notes)


def test_ports_without_tokens_vanish_from_special_actors(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, actor("a", [port("output", "o", "4")]),
        node("fork", "f", port("input", "in", "4"), port("output", "x", "4"), port("output", "y", "0")),
        node("join", "j", port("input", "x", "4"), port("input", "y", "0"), port("output", "out", "4")),
        actor("b", [port("input", "i", "4")]), node("broadcast", "c", port("input", "in", "0"),
        port("output", "x", "0"), port("output", "y", "0")), actor("never", [port("input", "i", "0")]),
        fifo("a.o", "f.in"), fifo("f.x", "j.x"), fifo("f.y", "c.in"), fifo("c.x", "j.y"), fifo("c.y", "never.i"),
        fifo("j.out", "b.i"),
    )  # fmt: skip
    assert [actor.name for actor in graph.actors] == ["a", "f", "j", "b"]
    assert [port.name for port in graph.actor("f").ports] == ["in", "x"]
    assert graph.notes == ("'never' of top.pi never fires, for no token reaches it: it is left out",)


def test_what_is_left_out_is_told_in_the_order_of_the_file(tmp_path: Path) -> None:
    names = ["delta", "alpha", "gamma", "beta"]
    idle = [e for n in names for e in (actor(n, [port("input", "i", "0")]), fifo(f"c.{n}", f"{n}.i"))]
    notes = graph_of(
        tmp_path, actor("a", [port("output", "o", "4")]), actor("b", [port("input", "i", "4")]),
        node("fork", "f", port("input", "in", "4"), port("output", "x", "4"), port("output", "y", "0")),
        node("broadcast", "c", port("input", "in", "0"), *(port("output", name, "0") for name in names)),
        fifo("a.o", "f.in"), fifo("f.x", "b.i"), fifo("f.y", "c.in"), *idle,
    ).notes  # fmt: skip
    assert [note.split("'")[1] for note in notes if "left out" in note] == names


def test_a_special_actor_without_ports_is_left_out(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, A, B, LINK, node("broadcast", "alone"))
    assert [actor.name for actor in graph.actors] == ["a", "b"]


def test_delays(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, actor("a", [OUT, port("output", "p", "1"), port("output", "q", "1")]),
        actor("b", [IN, port("input", "j", "1"), port("input", "k", "1")]), param("n", "3"),
        node("delay", "d", expr="n*2", level="permanent"), fifo("a.o", "b.i", delay="d"),
        fifo("a.p", "b.j", delay="", expr="n"),
        node("delay", "e", expr="n-3"), fifo("a.q", "b.k", delay="e"),
    )  # fmt: skip
    assert [fifo.delay_tokens for fifo in graph.fifos] == [6, 3, 0]


def test_a_delay_of_level_none_starts_anew_also_in_the_main_graph(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, actor("a", [port("output", "o", "4")]), actor("b", [port("input", "i", "2")]),
        node("delay", "d", expr="2", level="none"), fifo("a.o", "b.i", delay="d"),
    )  # fmt: skip
    router = graph.actor("a_o_reset")
    assert router.kind is ActorKind.RESET
    assert [(port.name, port.rates) for port in router.ports] == [("in", (0, 2, 2)), ("out", (2, 2, 0))]
    assert router.reset_tokens is not None
    assert analyse(graph).cycles == {"a": 1, "b": 2, "a_o_reset": 1}


def test_setter_and_getter(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, actor("a", [port("output", "o", "4")]), actor("b", [port("input", "i", "4")]),
        node("delay", "d", expr="2", level="none", setter="s", getter="g"), fifo("a.o", "b.i", delay="d"),
        actor("s", [OUT]), fifo("s.o", "d.set"), actor("g", [port("input", "i", "2")]), fifo("d.get", "g.i"),
    )  # fmt: skip
    router = graph.actor("a_o_reset")
    assert [(port.name, port.rates) for port in router.ports] == [
        ("in", (0, 2, 2)), ("out", (2, 2, 0)), ("set", (2, 0, 0)), ("get", (0, 0, 2)),
    ]  # fmt: skip
    assert router.reset_tokens is None
    assert analyse(graph).cycles == {"a": 1, "b": 1, "s": 2, "g": 1, "a_o_reset": 1}


def test_a_local_delay_is_kept_by_the_graph_around(tmp_path: Path) -> None:
    inside = pi(
        interface("src", "x"), actor("w", [IN, port("input", "j", "1"), OUT]), fifo("x", "w.i"),
        node("delay", "d", expr="1", level="local"), fifo("w.o", "w.j", delay="d"), name="sub",
    )  # fmt: skip
    graph = graph_of(
        tmp_path, actor("a", [port("output", "o", "3")]), actor("s", [port("input", "x", "1")], "Algo/sub.pi"),
        fifo("a.o", "s.x"), sub=inside,
    )  # fmt: skip
    around = graph.actor("s_d_out_reset")
    assert analyse(graph).cycles == {"a": 1, "s/w": 3, "s/w_o_reset": 3, "s_d_out_reset": 1}
    assert around.reset_tokens is not None
    assert graph.fifo_by_name["s/w_o_reset.get:s_d_out_reset.in"].delay is None


def test_annotations_of_ports_and_functions(tmp_path: Path) -> None:
    (tmp_path / "Code/include").mkdir(parents=True)
    (tmp_path / "Code/include/b.h").write_text("")
    loop = (
        '<loop name="f"><param direction="IN" isConfig="true" name="n"/>'
        '<param direction="IN" isConfig="false" name="i"/></loop>'
        '<init name="g"><param direction="IN" isConfig="true" name="n"/></init>'
    )
    ports = [port("cfg_input", "n"), port("input", "i", "1", "READ_ONLY"), port("input", "j", "1")]
    graph = graph_of(
        tmp_path, param("size", "-7"), actor("a", [port("output", "o", "1", "WRITE_ONLY"), port("output", "p", "1")]),
        actor("b", ports, "/org.example.p/Code/include/b.h", loop), depends("size", "b.n"), LINK, fifo("a.p", "b.j"),
    )  # fmt: skip
    reader = graph.actor("b")
    assert [port.access for port in reader.ports] == [Access.READ_ONLY, Access.UNUSED]
    assert graph.actor("a").port("o").access is Access.WRITE_ONLY
    assert reader.fire is not None
    assert reader.init is not None
    assert [(a.kind, a.value, a.port) for a in reader.fire.arguments] == [
        (ArgumentKind.PARAMETER, -7, ""), (ArgumentKind.PORT, 0, "i"),
    ]  # fmt: skip
    assert [a.value for a in reader.init.arguments] == [-7]
    assert graph.includes == ("Code/include/b.h",)
    assert graph.notes == ("'b.j' of top.pi is not an argument of its function: it is unused",)


def test_names_that_are_no_identifiers(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, actor("a-b", [port("output", "phase", "1")]), actor("a.b", [IN]),
        '<edge kind="fifo" source="a-b" sourceport="phase" target="a.b" targetport="i" type="int"/>',
    )  # fmt: skip
    assert [fifo.name for fifo in graph.fifos] == ["a_b.phase_:a_b_.i"]


def test_equal_uses_of_a_graph_are_one_declaration(tmp_path: Path) -> None:
    inside = pi(node("cfg_in_iface", "n"), interface("src", "x"), actor("w", [IN]), fifo("x", "w.i"), name="sub")
    elements = [param("n", "1"), param("m", "2")]
    for name, value in (("s", "n"), ("t", "n"), ("u", "m")):
        elements += [
            actor(f"a{name}", [OUT]), actor(name, [port("cfg_input", "n"), port("input", "x", "1")], "Algo/sub.pi"),
            depends(value, f"{name}.n"), fifo(f"a{name}.o", f"{name}.x"),
        ]  # fmt: skip
    top = write(tmp_path, top=pi(*elements), sub=inside)
    declared = [item.name.text for item in import_file(top, {}).syntax.items if isinstance(item, GraphDeclaration)]
    assert declared == ["g", "sub_", "sub"]
    assert len(load_graph(top, {}).actors) == 6


# --- scenarios -------------------------------------------------------------------------------------------------------


def scenario(folder: Path, inside: str, cores: int = 3, last: str = "x86") -> Path:
    """`last`: the type of the last core."""
    types = [*["x86"] * (cores - 1), last]
    instances = "".join(
        f"<componentInstance><instanceName>Core{core}</instanceName><hardwareId>{core}</hardwareId>"
        f"<componentRef name='{type}'/></componentInstance>"
        for core, type in enumerate(types)
    )
    kinds = "".join(
        f"<componentDescription componentRef='{type}' componentType='Operator'/>" for type in dict.fromkeys(types)
    )
    (folder / "a.slam").write_text(f"<design>{instances}{kinds}</design>")
    files = '<algorithm url="/org.example.p/Algo/top.pi"/><architecture url="a.slam"/>'
    path = folder / "a.scenario"
    path.write_text(f"<scenario><files>{files}</files>{inside}</scenario>")
    return path


def test_values_of_a_scenario_belong_to_graphs_of_a_name(tmp_path: Path) -> None:
    inside = pi(
        param("n", "1"), interface("src", "x", "n"), actor("w", [port("cfg_input", "n"), port("input", "i", "n")]),
        depends("n", "w.n"), fifo("x", "w.i"), name="sub",
    )  # fmt: skip
    top = pi(
        param("n", "2"), actor("a", [port("cfg_input", "n"), port("output", "o", "n")]), depends("n", "a.n"),
        actor("s", [port("input", "x", "3")], "Algo/sub.pi"), fifo("a.o", "s.x"),
    )  # fmt: skip
    write(tmp_path, top=top, sub=inside)
    values = '<parameter name="n" parent="sub" value="1+2"/><parameter name="m" parent="sub" value="[1]"/>'
    graph = load_graph(scenario(tmp_path, f"<parameterValues>{values}</parameterValues>"), {})
    assert (rate(graph, "a.o"), rate(graph, "s/w.i")) == (2, 3)


def test_times_and_cores(tmp_path: Path) -> None:
    inside = pi(interface("src", "x"), actor("w", [IN]), fifo("x", "w.i"), name="sub")
    refined = actor("s", [port("input", "x", "1")], "Algo/sub.pi")
    other = actor("t", [port("input", "x", "1")], "Algo/sub.pi")
    top = pi(
        param("n", "5"), actor("a", [port("cfg_input", "n"), OUT, port("output", "p", "1")]), depends("n", "a.n"),
        refined, other, fifo("a.o", "s.x"), fifo("a.p", "t.x"),
    )  # fmt: skip
    write(tmp_path, top=top, sub=inside)
    said = (
        '<constraints><constraintGroup><operator name="Core0"/><task name="g/a"/><task name="g/s/w"/></constraintGroup>'
        '<constraintGroup><operator name="Core2"/><task name="g/a"/></constraintGroup>'
        '<constraintGroup><operator name="Core1"/><task name="g"/></constraintGroup></constraints>'
        '<timings><timing opname="x86" time="10*n" vertexname="g/a"/><timing opname="x86" time="7" vertexname="w"/>'
        '<timing opname="dsp" time="3" vertexname="g/t/w"/><timing opname="x86" time="9" vertexname="g/t/w"/></timings>'
    )
    graph = load_graph(scenario(tmp_path, said), {})
    assert graph.core_names == ("Core0", "Core1", "Core2")
    assert {a.name: (a.core, a.cores, a.times) for a in graph.actors} == {
        "a": (None, (0, 2), (50,)), "s/w": (0, (), (7,)), "t/w": (None, (), (9,)),
    }  # fmt: skip


def test_times_of_a_scenario_count_what_the_user_says(tmp_path: Path) -> None:
    """But for those that are measured, which have units."""
    write(tmp_path, top=pi(actor("a", [OUT]), actor("b", [IN]), fifo("a.o", "b.i")))
    timings = "".join(f'<timing opname="x86" time="7" vertexname="g/{name}"/>' for name in "ab")
    path = scenario(tmp_path, f"<timings>{timings}</timings>")

    def found(unit_ns: int | None) -> tuple[list[tuple[int, ...]], bool]:
        graph = load_graph(path, {}, unit_ns)
        return [actor.times for actor in graph.actors], graph.unit_assumed

    assert found(None) == ([(7,), (7,)], True)
    assert found(1000) == ([(7000,), (7000,)], False)
    path.with_name("a.scenario.fifos.toml").write_text('schema = 1\n[a]\ntime = "5us"\n')
    assert found(1000) == ([(5000,), (7000,)], False)
    graph = load_graph(path, {})
    assert graph.unit_assumed
    assert graph.in_ns == {("a", "")}
    # The unit is that of the other times, of which it is guessed.
    assert [actor.times for actor in graph.with_unit(1000).actors] == [(5000,), (7000,)]
    path.with_name("a.scenario.fifos.toml").write_text('schema = 1\n["*"]\ntime = "5us"\n')
    assert found(None) == ([(5000,), (5000,)], False)
    assert not load_graph(path, {}).in_ns


def test_a_time_for_one_type_of_core_leaves_those_for_others(tmp_path: Path) -> None:
    write(tmp_path, top=pi(actor("a", [OUT]), actor("b", [IN]), fifo("a.o", "b.i")))
    path = scenario(
        tmp_path,
        '<timings><timing opname="x86" time="7" vertexname="g/a"/><timing opname="dsp" time="9" vertexname="g/a"/>'
        '<timing opname="dsp" time="3" vertexname="g/b"/></timings>',
        last="dsp",
    )
    sidecar = path.with_name("a.scenario.fifos.toml")
    sidecar.write_text('schema = 1\n[a]\ntime = {x86 = "5us"}\n[b]\ntime = {x86 = "4us"}\n')
    graph = load_graph(path, {}).with_unit(1000)
    assert {actor.name: dict(actor.core_times) for actor in graph.actors} == {
        "a": {"x86": 5000, "dsp": 9000}, "b": {"dsp": 3000, "x86": 4000},
    }  # fmt: skip


def test_actors_that_only_the_scenario_has_are_named_in_one_note(tmp_path: Path) -> None:
    inside = pi(interface("src", "x"), actor("w", [IN]), fifo("x", "w.i"), name="sub")
    refined = actor("s", [port("input", "x", "1")], "Algo/sub.pi")
    write(tmp_path, top=pi(A, refined, fifo("a.o", "s.x")), sub=inside)

    def notes(*tasks: str, timed: str = "g/a") -> tuple[str, ...]:
        named = "".join(f'<task name="{task}"/>' for task in tasks)
        group = f'<constraintGroup><operator name="Core0"/>{named}</constraintGroup>'
        timings = f'<timings><timing opname="x86" time="4" vertexname="{timed}"/></timings>'
        return load_graph(scenario(tmp_path, f"<constraints>{group}</constraints>{timings}"), {}).notes

    text = "what a.scenario says of actors that the graph does not have is left out: "
    assert notes("g", "g/a", "/g/s", "a", "g/s/w", timed="w") == ()
    assert notes("g/b", "g/a", timed="g/b") == (f"{text}'g/b'",)
    assert notes("g/s/b", "g/a/w", timed="b") == (f"{text}'g/s/b', 'g/a/w', 'b'",)
    assert notes("old/a", "old/s", "old/s/w", timed="g/w") == (f"{text}'old/a', 'old/s', 'old/s/w' and 1 more",)


def test_paths_that_no_vertex_has_say_nothing(tmp_path: Path) -> None:
    write(tmp_path, top=pi(A, B, LINK))
    deep = "g/" + "x/" * 5000
    said = (
        f'<timings><timing opname="x86" time="9" vertexname="{deep}"/><timing opname="x86" time="4" vertexname="g/a"/>'
        f'</timings><constraints><constraintGroup><operator name="Core0"/><task name="{deep}"/><task name=""/>'
        '</constraintGroup><constraintGroup><operator name="none"/><task name="g/b"/></constraintGroup></constraints>'
    )
    graph = load_graph(scenario(tmp_path, said), {})
    assert [(a.core, a.cores, a.times) for a in graph.actors] == [(None, (), (4,)), (None, (), ())]
    assert "a.scenario names no core of the architecture for 'g/b': any core may run them" in graph.notes


@pytest.mark.parametrize(
    ("flag", "size", "count"), [("", "4", 1), ("", "8", 2), ("<flags><sizesAreInBit/></flags>", "64", 2)]
)
def test_sizes_in_bytes_and_bits(flag: str, size: str, count: int, tmp_path: Path) -> None:
    write(tmp_path, top=pi(A, B, LINK))
    types = f'<dataType name="int" size="{size}"/>'
    path = scenario(tmp_path, f"{flag}<simuParams><dataTypes>{types}</dataTypes></simuParams>")
    type = load_graph(path, {}).actor("a").port("o").type
    assert (type.c_name, type.count, type.size_bytes) == ("int32_t", count, 4 * count)


def test_a_size_that_is_no_multiple_of_that_in_c_is_bytes(tmp_path: Path) -> None:
    write(tmp_path, top=pi(A, B, LINK))
    path = scenario(tmp_path, '<simuParams><dataTypes><dataType name="int" size="6"/></dataTypes></simuParams>')
    type = load_graph(path, {}).actor("a").port("o").type
    assert (type.c_name, type.count, type.size_bytes) == ("unsigned char", 6, 6)


def test_types_that_the_scenario_makes_equally_large_meet_at_special_actors(tmp_path: Path) -> None:
    write(
        tmp_path,
        top=pi(A, node("broadcast", "k", IN, OUT), B, fifo("a.o", "k.i", "int"), fifo("k.o", "b.i", "long")),
    )
    path = scenario(tmp_path, '<simuParams><dataTypes><dataType name="int" size="8"/></dataTypes></simuParams>')
    assert {p.type.size_bytes for each in load_graph(path, {}).actors for p in each.ports} == {8}


def test_a_description_of_the_project_that_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    top = write(tmp_path / "mine", top=pi(A, B, LINK))
    (tmp_path / "mine/.project").write_text("<projectDescription><name>")
    project = load_graph(top, {}).project
    assert project is not None
    assert project.name == "mine"


def test_what_is_left_aside_is_told(tmp_path: Path) -> None:
    """What computes on a board but is no core; and in what periods count."""
    write(tmp_path, top=pi(node("actor", "a", OUT, period="40"), node("actor", "b", IN, period="0"), LINK))
    path = scenario(tmp_path, "")
    slam = tmp_path / "a.slam"
    board = "<componentInstance><instanceName>Big</instanceName><componentRef name='x'/></componentInstance>"
    board += "<componentDescription componentRef='x' componentType='FPGA'/></design>"
    slam.write_text(slam.read_text().replace("</design>", board))
    graph = load_graph(path, {})
    assert graph.core_names == ("Core0", "Core1", "Core2")
    assert set(graph.notes) == {
        "only cores run actors, not 'Big'",
        "periods of actors count nanoseconds, as times do; DFGEN_PACE=0 runs without them",
    }
    assert [actor.period for actor in graph.actors] == [40, 0]


def test_a_board_without_cores_leaves_them_to_the_user(tmp_path: Path) -> None:
    write(tmp_path, top=pi(A, B, LINK))
    path = scenario(
        tmp_path,
        '<constraints><constraintGroup><operator name="Fabric"/><task name="a"/></constraintGroup></constraints>'
        '<timings><timing opname="x" time="5" vertexname="a"/></timings>',
    )
    board = "<design><componentInstance><instanceName>Fabric</instanceName><componentRef name='x'/></componentInstance>"
    (tmp_path / "a.slam").write_text(
        f"{board}<componentDescription componentRef='x' componentType='FPGA'/></design>",
    )
    graph = load_graph(path, {})
    assert graph.core_names == ()
    assert "only cores run actors, not 'Fabric'" in graph.notes
    assert (graph.actor("a").cores, graph.actor("a").times) == ((), (5,))


def test_a_project_is_what_its_folder_holds() -> None:
    project = load_graph(PROJECTS / "weave/Scenarios/two.scenario", {}).project
    assert project is not None
    assert (project.name, project.sources) == ("org.example.weave", ("Code/src/weave.c",))
    assert project.include_dirs == ("Code/include",)


def test_a_graph_alone_knows_no_cores_and_no_scenario() -> None:
    graph = load_graph(PROJECTS / "weave/Algo/top.pi", {})
    assert graph.core_names == ()
    assert dict(graph.parameters)["size"] == 5


def test_a_project_under_another_name(tmp_path: Path) -> None:
    shutil.copytree(PROJECTS / "weave", tmp_path / "renamed")
    (tmp_path / "renamed/.project").unlink()
    graph = load_graph(tmp_path / "renamed/Scenarios/two.scenario", {})
    assert graph.project is not None
    assert (graph.project.name, graph.project.sources) == ("renamed", ("Code/src/weave.c",))


def test_urls_of_a_project_around_the_project(tmp_path: Path) -> None:
    """A workspace has the outer folder as one project, in which others lie."""
    shutil.copytree(PROJECTS / "weave", tmp_path / "outer/weave")
    (tmp_path / "outer/.project").write_text("<projectDescription><name>org.example.all</name></projectDescription>")
    path = tmp_path / "outer/weave/Scenarios/two.scenario"
    path.write_text(path.read_text().replace("/org.example.weave/", "/org.example.all/weave/"))
    project = load_graph(path, {}).project
    assert project is not None
    assert project.name == "org.example.weave"


def test_a_description_of_something_around_the_project(tmp_path: Path) -> None:
    """Its C is not the project's."""
    shutil.copytree(PROJECTS / "weave", tmp_path / "outer/tests/weave")
    (tmp_path / "outer/tests/weave/.project").rename(tmp_path / "outer/.project")
    (tmp_path / "outer/other.c").write_text("int other;\n")
    for file in ("Scenarios/two.scenario", "Algo/top.pi"):
        project = load_graph(tmp_path / "outer/tests/weave" / file, {}).project
        assert project is not None
        assert (project.name, project.sources[-1]) == ("weave", "Code/src/weave.c")


@pytest.mark.parametrize("folder", ["/", "none", "/org.example.weave"])
def test_generated_code_in_no_folder_of_its_own(folder: str, tmp_path: Path) -> None:
    shutil.copytree(PROJECTS / "weave", tmp_path / "weave")
    path = tmp_path / "weave/Scenarios/two.scenario"
    path.write_text(path.read_text().replace("/org.example.weave/Code/generated", folder))
    project = load_graph(path, {}).project
    assert project is not None
    assert project.sources == ("Code/generated/Core0.c", "Code/src/weave.c")


def test_names_that_are_no_text_are_left_out(tmp_path: Path) -> None:
    shutil.copytree(PROJECTS / "weave", tmp_path / "weave")
    path = tmp_path / "weave/Scenarios/two.scenario"
    before = load_graph(path, {})
    folder = tmp_path / "weave/Code" / os.fsdecode(b"d\xe9")
    folder.mkdir()
    (folder / "x.h").write_text("int x;\n")
    (folder / "x.c").write_text("int x;\n")
    after = load_graph(path, {})
    assert after.project == before.project
    said = r"is left out, for its name is not UTF-8"
    assert set(after.notes) - set(before.notes) == {rf"$'Code/d\xe9{each}' {said}" for each in ("", "/x.c")}


def test_what_dfgen_has_written_into_the_project_is_not_its_code(tmp_path: Path) -> None:
    shutil.copytree(PROJECTS / "weave", tmp_path / "weave")
    path = tmp_path / "weave/Scenarios/two.scenario"
    before = load_graph(path, {}).project
    write_folder(tmp_path / "weave/Code/out", {"src/main.c": b"int main;\n", "runtime/include/df/df.h": b"int df;\n"})
    assert load_graph(path, {}).project == before


def test_a_sidecar_of_a_scenario(tmp_path: Path) -> None:
    shutil.copytree(PROJECTS / "weave", tmp_path / "weave")
    path = tmp_path / "weave/Scenarios/two.scenario"
    Path(f"{path}.fifos.toml").write_text('schema = 1\n["copy.out_1"]\ntransfer = "memcpy"\n')
    fifo = load_graph(path, {}).fifo_by_name["copy.out_1:fold.in"]
    assert fifo.transfer is not None
    assert fifo.transfer.strategy == "memcpy"


@pytest.mark.parametrize("file", ["Scenarios/two.scenario", "Algo/top.pi"])
def test_the_tree_can_be_written_in_the_language(file: str) -> None:
    syntax = import_file(PROJECTS / "weave" / file, {}).syntax
    assert parse_text(print_file(syntax)) == syntax
