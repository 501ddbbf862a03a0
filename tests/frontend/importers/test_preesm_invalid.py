# SPDX-License-Identifier: Apache-2.0
"""Wrong `.pi`, `.scenario` and `.slam` files: each ends in one message, at the element that is wrong."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.csource.learn import refuse_actors_without_code
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers.preesm import importer
from dfgen.model.diagnostics import Diagnostic, UserError
from tests.frontend.importers.pi_text import actor, depends, fifo, interface, node, param, pi, port, write

OUT, IN = port("output", "o", "1"), port("input", "i", "1")
XIN = port("input", "x", "1")
A, B = actor("a", [OUT]), actor("b", [IN])
LINK = fifo("a.o", "b.i")
SUB = pi(interface("src", "x"), actor("w", [IN]), fifo("x", "w.i"), name="sub")
REFINED = actor("s", [port("input", "x", "1")], "Algo/sub.pi")
CALL = '<param direction="IN" isConfig="false" name="i" type="int"/>'
FILL = (
    '<data key="graph_desc">Algo/top.pi</data><init name="f"><param direction="IN" isConfig="true" name="n"/>'
    '<param direction="OUT" isConfig="false" name="t"/></init>'
)
DELAY = node("delay", "d", expr="1", level="none", setter="", getter="")

GRAPHS: dict[str, tuple[str, str]] = {
    "no_expression": ("syntax 5", pi(param("n", "2*"), A, B, LINK)),
    "empty_rate": ("syntax 5", pi(actor("a", [port("output", "o")]), B, LINK)),
    "bad_character": ("syntax 5", pi(param("n", "2 $ 3"), A, B, LINK)),
    "implicit_product": ("syntax 5", pi(param("n", "2 3"), A, B, LINK)),
    "unknown_function": ("function-unknown 5", pi(param("n", "sinus(1)"), A, B, LINK)),
    "too_many_arguments": ("function-arguments 5", pi(param("n", "floor(1, 2)"), A, B, LINK)),
    "logarithm_of_zero": ("function-arguments 5", pi(param("n", "ln(0)"), A, B, LINK)),
    "unknown_name": ("name-unknown 5", pi(param("n", "size"), A, B, LINK)),
    "name_of_graph_in_actor": ("name-unknown 6", pi(param("n", "1"), actor("a", [port("output", "o", "n")]), B, LINK)),
    "parameter_of_itself": ("name-unknown 5", pi(param("n", "m"), param("m", "n + 1"), A, B, LINK)),
    "division_by_zero": ("division-by-zero 5", pi(param("n", "1/0"), A, B, LINK)),
    "beyond_doubles": ("number-too-large 5", pi(param("n", "2^60+1"), A, B, LINK)),
    "infinite": ("number-too-large 5", pi(param("n", "10^400"), A, B, LINK)),
    "infinite_product": ("number-too-large 5", pi(param("n", "2^1000*2^1000"), A, B, LINK)),
    "deep_expression": ("syntax 5", pi(param("n", "(" * 60 + "1" + ")" * 60), A, B, LINK)),
    "long_expression": ("syntax 5", pi(param("n", "1+" * 20000 + "1"), A, B, LINK)),
    "negative_rate": ("rate-negative 5", pi(actor("a", [port("output", "o", "1-2")]), B, LINK)),
    "node_twice": ("name-duplicate 6", pi(A, A, B, LINK)),
    "port_twice": ("name-duplicate 5", pi(actor("a", [OUT, OUT]), B, LINK)),
    "node_without_name": ("format-element 5", pi('<node kind="actor"/>', A, B, LINK)),
    "unknown_kind": ("format-element 5", pi(node("agent", "x"), A, B, LINK)),
    "unknown_port_kind": ("format-element 5", pi(actor("a", [port("outgoing", "o", "1")]), B)),
    "unknown_annotation": ("format-element 5", pi(actor("a", [port("output", "o", "1", "SHY")]), B, LINK)),
    "unknown_edge": ("format-element 7", pi(A, B, '<edge kind="wire" source="a" target="b"/>', LINK)),
    "unknown_level": ("format-element 7", pi(A, B, node("delay", "d", expr="1", level="some"), LINK)),
    "edge_to_nobody": ("actor-unknown 7", pi(A, B, fifo("a.o", "x.i"))),
    "unknown_delay": ("actor-unknown 7", pi(A, B, fifo("a.o", "b.i", delay="d"))),
    "unknown_port": ("port-unknown 7", pi(A, B, fifo("a.x", "b.i"))),
    "unknown_config_port": ("port-unknown 8", pi(param("n", "1"), A, B, depends("n", "a.n"), LINK)),
    "wrong_way": ("edge-direction 7", pi(A, B, fifo("b.i", "a.o"))),
    "into_an_input": ("edge-direction 7", pi(A, interface("src", "x"), fifo("a.o", "x"))),
    "out_of_an_output": ("edge-direction 7", pi(B, interface("snk", "x"), fifo("x", "b.i"))),
    "two_edges": ("port-connected-twice 8", pi(A, B, LINK, LINK)),
    "unconnected": ("port-unconnected 5", pi(actor("a", [OUT, port("output", "p", "1")]), B, LINK)),
    "unset_config_port": ("port-unconnected 5", pi(actor("a", [port("cfg_input", "n"), OUT]), B, LINK)),
    "no_actors": ("graph-empty 3", pi(param("n", "1"))),
    "unknown_type": ("type-unknown 7", pi(A, B, fifo("a.o", "b.i", "int *"))),
    "type_of_two_words": ("type-unknown 7", pi(A, B, fifo("a.o", "b.i", "pixel line"))),
    "types_meet": (
        "edge-types 9",
        pi(A, node("broadcast", "k", IN, OUT), B, fifo("a.o", "k.i", "int"), fifo("k.o", "b.i", "short")),
    ),
    "fork_sum": (
        "routing-shape 6",
        pi(A, node("fork", "k", IN, port("output", "o", "2")), B, fifo("a.o", "k.i"), fifo("k.o", "b.i")),
    ),
    "negative_delay": ("delay-size 7", pi(A, B, node("delay", "d", expr="0-1"), fifo("a.o", "b.i", delay="d"))),
    "huge_rate_in_memory": (
        "delay-size 7",
        pi(A, B, node("delay", "d", expr="1000000000000000000"), fifo("a.o", "b.i", delay="d")),
    ),
    "too_large_rate": ("number-too-large 5", pi(actor("a", [port("output", "o", "9000000000000000000")]), B, LINK)),
    "astronomical_rate": (
        "number-too-large 5",
        pi(actor("a", [port("output", "o", "100000000000000000000")]), B, LINK),
    ),
    "dynamic_parameter": (
        "format-unsupported 8",
        pi(
            actor("a", [port("cfg_output", "v"), OUT]),
            B,
            param("n", "1"),
            '<edge kind="dependency" source="a" sourceport="v" target="n"/>',
            LINK,
        ),
    ),
    "parameter_to_config_output": (
        "format-unsupported 8",
        pi(param("n", "1"), A, node("cfg_out_iface", "v"), depends("n", "v"), B, LINK),
    ),
    "config_output_interface": ("format-unsupported 5", pi(node("cfg_out_iface", "v"), A, B, LINK)),
    "function_sets_parameter": (
        "format-unsupported 6",
        pi(A, actor("b", [IN], "", '<loop name="f"><param direction="OUT" isConfig="true" name="v"/></loop>'), LINK),
    ),
    "exported_graph": (
        "format-unsupported 5",
        pi(node("init", "x", OUT), A, B, LINK, actor("c", [IN]), fifo("x.o", "c.i")),
    ),
    "cpp": ("c-is-cpp 5", pi(actor("a", [OUT], "", '<loop name="f&lt;2>" isCPPdefinition="true"/>'), B, LINK)),
    "graph_missing": ("path-missing 5", pi(actor("a", [OUT], "Algo/none.pi"), B, LINK)),
    "strange_refinement": ("format-unsupported 5", pi(actor("a", [OUT], "Code/include/a.idl"), B, LINK)),
    "argument_unknown": (
        "port-unknown 6",
        pi(A, actor("b", [port("input", "j", "1")], "", f'<loop name="f">{CALL}</loop>'), fifo("a.o", "b.j")),
    ),
    "config_argument_unknown": (
        "port-unknown 6",
        pi(A, actor("b", [IN], "", '<loop name="f"><param direction="IN" isConfig="true" name="n"/></loop>'), LINK),
    ),
    "delay_fills_with_unknown_value": (
        "name-unknown 7",
        pi(A, B, node("delay", "d", FILL, expr="1"), fifo("a.o", "b.i", delay="d")),
    ),
    "rates_differ_inside": (
        "hierarchy-interface 6",
        pi(A, actor("s", [port("input", "x", "2")], "Algo/sub.pi"), fifo("a.o", "s.x")),
    ),
    "config_missing_inside": (
        "hierarchy-interface 7",
        pi(
            param("n", "1"),
            A,
            actor("s", [port("cfg_input", "n"), port("input", "x", "1")], "Algo/sub.pi"),
            depends("n", "s.n"),
            fifo("a.o", "s.x"),
        ),
    ),
    "delay_of_two": (
        "name-duplicate 9",
        pi(
            DELAY,
            *(actor(x, [port("output", "o", "1"), IN]) for x in "ab"),
            *(fifo(ends, f"{other}.i", delay="d") for ends, other in (("a.o", "b"), ("b.o", "a"))),
        ),
    ),
    "delay_of_a_setter": (
        "format-unsupported 11",
        pi(
            A,
            B,
            DELAY,
            actor("t", [OUT]),
            node("delay", "e", expr="1"),
            fifo("a.o", "b.i", delay="d"),
            fifo("t.o", "d", delay="e"),
        ),
    ),
    "delay_to_delay": (
        "format-unsupported 9",
        pi(A, B, DELAY, node("delay", "e", expr="1"), fifo("d", "e"), fifo("a.o", "b.i", delay="d")),
    ),
    "setter_gives_too_much": (
        "hierarchy-reset 7",
        pi(A, B, DELAY, actor("t", [port("output", "o", "2")]), fifo("t.o", "d"), fifo("a.o", "b.i", delay="d")),
    ),
    "not_xml": ("syntax 1", "graph g {}"),
    "cut_off": ("syntax 8", pi(A, B, LINK)[:-12]),
    "no_graph": ("graph-missing 1", '<graphml xmlns="x"/>'),
    "edge_without_kind": ("format-element 7", pi(A, B, '<edge source="a" target="b"/>', LINK)),
    "first_format": (
        "format-unsupported 1",
        '<graphml><graph><data key="kind">sdf</data><edge source="a" target="b"/></graph></graphml>',
    ),
    "two_graphs": ("graph-missing 1", "<graphml><graph/><graph/></graphml>"),
    "entity_bomb": ("syntax 1", '<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;">]><graphml>&b;</graphml>'),
    "external_entity": ("syntax 1", '<!DOCTYPE g [<!ENTITY a SYSTEM "file:///etc/hostname">]><graphml>&a;</graphml>'),
    "document_type": ("syntax 1", '<!DOCTYPE g SYSTEM "http://localhost/g.dtd"><graphml/>'),
    "nested_elements": ("syntax 1", "<graphml>" + "<a>" * 200 + "</a>" * 200 + "</graphml>"),
    "wrong_encoding": ("syntax 1", '<?xml version="1.0" encoding="none-such"?><graphml/>'),
}
"""By name: the id and the line of the one message, and `top.pi`."""


def refusal(path: Path, parameters: Mapping[str, int | float] | None = None) -> tuple[Diagnostic, ...]:
    with pytest.raises(UserError) as error:
        load_graph(path, parameters or {})
    return error.value.diagnostics


def the_refusal(path: Path, parameters: Mapping[str, int | float] | None = None) -> Diagnostic:
    (diagnostic,) = refusal(path, parameters)
    assert diagnostic.span is not None
    return diagnostic


@pytest.mark.parametrize("case", GRAPHS)
def test_one_message_at_its_line(case: str, tmp_path: Path) -> None:
    expected, text = GRAPHS[case]
    top = write(tmp_path, top=text, sub=SUB)
    diagnostic = the_refusal(top)
    assert diagnostic.span is not None
    assert (f"{diagnostic.id} {diagnostic.span.line}", diagnostic.span.file) == (expected, str(top))
    assert diagnostic.message
    assert diagnostic.hint


def test_the_folder_of_the_project_is_named_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, top=pi(actor("a", [OUT], "Algo/none.pi"), B, LINK))
    monkeypatch.chdir(tmp_path)
    hint = the_refusal(Path("Algo/top.pi")).hint
    assert hint == f"Looked in the project, '{tmp_path}', and in the folder around it."


def test_the_column_is_that_of_the_element(tmp_path: Path) -> None:
    top = write(tmp_path, top=pi(param("n", "1"), "    " + param("m", "x"), A, B, LINK))
    diagnostic = the_refusal(top)
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (6, 5)


def test_both_sides_of_an_interface_are_named(tmp_path: Path) -> None:
    other = actor("s", [port("input", "y", "1")], "Algo/sub.pi")
    found = refusal(write(tmp_path, top=pi(A, other, fifo("a.o", "s.y")), sub=SUB))
    assert {(d.id, d.span.line) for d in found if d.span} == {("hierarchy-interface", 6)}
    assert sorted(d.message.split(" '")[-1] for d in found) == sorted(["y'", "x', which the graph inside has"])


def test_actors_cannot_do_without_a_port(tmp_path: Path) -> None:
    nothing = actor("c", [port("input", "i", "0"), OUT])
    giver = actor("a", [OUT, port("output", "z", "0")])
    top = write(tmp_path, top=pi(giver, B, LINK, nothing, actor("e", [IN]), fifo("a.z", "c.i"), fifo("c.o", "e.i")))
    assert {(d.id, d.span.line) for d in refusal(top) if d.span} == {("rate-zero", 5), ("rate-zero", 8)}


def test_a_hierarchy_that_doubles_at_each_level_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "GRAPHS_MAX", 100)

    def level(number: int) -> str:
        ports = [port("cfg_input", "n"), port("input", "x", "1")]
        halves = [actor(name, ports, f"Algo/g{number + 1}.pi") for name in ("s", "t")]
        return pi(
            node("cfg_in_iface", "n"), interface("src", "x"), param("a", "2*n"), param("b", "2*n+1"),
            node("broadcast", "k", IN, OUT, port("output", "p", "1")), fifo("x", "k.i"), *halves,
            depends("a", "s.n"), depends("b", "t.n"), fifo("k.o", "s.x"), fifo("k.p", "t.x"), name=f"g{number}",
        )  # fmt: skip

    start = actor("s", [port("cfg_input", "n"), port("input", "x", "1")], "Algo/g0.pi")
    files = {f"g{number}": level(number) for number in range(40)}
    top = write(tmp_path, top=pi(param("n", "1"), A, start, depends("n", "s.n"), fifo("a.o", "s.x")), **files)
    assert {diagnostic.id for diagnostic in refusal(top)} == {"graph-too-large", "path-missing"}


def test_a_graph_in_itself(tmp_path: Path) -> None:
    inside = actor("s", [port("input", "x", "1")], "Algo/sub.pi")
    endless = pi(interface("src", "x"), inside, fifo("x", "s.x"), name="sub")
    top = write(tmp_path, top=pi(A, REFINED, fifo("a.o", "s.x")), sub=endless)
    diagnostic = the_refusal(top)
    assert diagnostic.id == "hierarchy-recursive"
    assert "sub -> sub" in diagnostic.message
    assert str(diagnostic.span) == f"{tmp_path / 'Algo/sub.pi'}:6:1"


def test_a_hierarchy_that_is_too_deep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "HIERARCHY_DEPTH_MAX", 3)

    def level(number: int) -> str:
        inside = actor("s", [port("input", "x", "1")], f"Algo/g{number + 1}.pi") if number < 3 else actor("s", [XIN])
        return pi(interface("src", "x"), inside, fifo("x", "s.x"), name=f"g{number}")

    start = actor("s", [XIN], "Algo/g1.pi")
    top = write(tmp_path, top=pi(A, start, fifo("a.o", "s.x")), **{f"g{number}": level(number) for number in (1, 2, 3)})
    diagnostic = the_refusal(top)
    assert (diagnostic.id, str(diagnostic.span)) == ("graph-too-large", f"{tmp_path / 'Algo/g2.pi'}:6:1")
    assert diagnostic.hint
    assert "more than 3 graphs deep" in diagnostic.message


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dfgen.model.input_files.FILE_BYTES_MAX", 1 << 20)
    diagnostic = the_refusal(write(tmp_path, top=pi(A, B, LINK) + " " * (1 << 20)))
    assert diagnostic.id == "file-too-large"
    assert diagnostic.message.endswith("1 MiB can be read")


def test_what_is_wrong_inside_is_said_once_and_there(tmp_path: Path) -> None:
    inside = pi(interface("src", "x"), actor("w", [port("input", "i", "y")]), fifo("x", "w.i"), name="sub")
    twice = [A, REFINED, fifo("a.o", "s.x"), actor("c", [OUT]), REFINED.replace('"s"', '"t"'), fifo("c.o", "t.x")]
    diagnostic = the_refusal(write(tmp_path, top=pi(*twice), sub=inside))
    assert diagnostic.id == "name-unknown"
    assert str(diagnostic.span) == f"{tmp_path / 'Algo/sub.pi'}:6:27"


def test_a_config_input_that_nothing_sets(tmp_path: Path) -> None:
    inside = pi(node("cfg_in_iface", "n"), interface("src", "x", "n"), actor("w", [IN]), fifo("x", "w.i"), name="sub")
    diagnostic = the_refusal(write(tmp_path, top=pi(A, REFINED, fifo("a.o", "s.x")), sub=inside))
    assert diagnostic.id == "parameter-unknown"
    assert str(diagnostic.span) == f"{tmp_path / 'Algo/sub.pi'}:5:1"
    assert "-p" not in diagnostic.hint
    assert the_refusal(tmp_path / "Algo/sub.pi").hint.endswith("give a value: -p n=1.")
    assert analyse(load_graph(tmp_path / "Algo/sub.pi", {"n": 1})).firings["w"] == 1


@pytest.mark.parametrize("digits", [19, 20])
def test_a_number_of_more_than_64_bits(digits: int, tmp_path: Path) -> None:
    diagnostic = the_refusal(write(tmp_path, top=pi(param("n", "9" * digits), A, B, LINK)))
    assert (diagnostic.id, diagnostic.message) == ("number-too-large", f"'{'9' * digits}' has more than 64 bits")


@pytest.mark.parametrize("level", ["permanent", "local"])
def test_a_setter_in_a_refined_graph_starts_anew(level: str, tmp_path: Path) -> None:
    inside = pi(
        interface("src", "x"), actor("t", [OUT]), actor("w", [IN, port("input", "j", "1"), OUT]), fifo("x", "w.i"),
        node("delay", "d", expr="1", level=level), fifo("t.o", "d"), fifo("w.o", "w.j", delay="d"), name="sub",
    )  # fmt: skip
    diagnostic = the_refusal(write(tmp_path, top=pi(A, REFINED, fifo("a.o", "s.x")), sub=inside))
    assert diagnostic.id == "format-unsupported"
    assert str(diagnostic.span) == f"{tmp_path / 'Algo/sub.pi'}:9:1"


def test_an_unknown_parameter_of_the_user(tmp_path: Path) -> None:
    top = write(tmp_path, top=pi(param("size", "1"), A, B, LINK))
    diagnostic = the_refusal(top, {"siz": 3})
    assert diagnostic.id == "parameter-unknown"
    assert diagnostic.hint == "Did you mean 'size'?"


def test_a_fraction_of_the_user(tmp_path: Path) -> None:
    top = write(tmp_path, top=pi(param("size", "1"), A, B, LINK))
    diagnostic = the_refusal(top, {"size": 1.5})
    assert diagnostic.id == "number-not-integer"
    assert "the value given for 'size' is 1.5" in diagnostic.message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert the_refusal(tmp_path / "none.pi").id == "file-unreadable"


TOP = '<files><algorithm url="Algo/top.pi"/></files>'


def said(*elements: str) -> str:
    """A scenario with an element a line, from line 2 on."""
    return "\n".join(["<scenario>", *elements, "</scenario>"])


def size(text: str) -> str:
    return f'<simuParams><dataTypes><dataType name="int" size="{text}"/></dataTypes></simuParams>'


def timing(text: str) -> str:
    return f'<timings><timing opname="x" time="{text}" vertexname="g/a"/></timings>'


SCENARIOS = {
    "no_scenario": ("format-element 1", "<scenari/>"),
    "no_graph": ("format-element 1", "<scenario/>"),
    "graph_missing": ("path-missing 2", said(TOP.replace("Algo/top.pi", "/org.example.p/Algo/x.pi"))),
    "slam_missing": ("path-missing 2", said(TOP.replace("</files>", '<architecture url="x.slam"/></files>'))),
    "bad_value": (
        "syntax 3",
        said(TOP, '<parameterValues><parameter name="n" parent="g" value="*"/></parameterValues>'),
    ),
    "bad_size": ("format-element 3", said(TOP, size("-1"))),
    "endless_size": ("format-element 3", said(TOP, size("9" * 5000))),
    "odd_bits": ("format-unsupported 8", said(TOP, "<flags><sizesAreInBit/></flags>", size("33"))),
    "bad_time": ("syntax 3", said(TOP, timing(""))),
    "negative_time": ("time-unit 3", said(TOP, timing("0-5"))),
}


@pytest.mark.parametrize("case", SCENARIOS)
def test_wrong_scenarios(case: str, tmp_path: Path) -> None:
    expected, text = SCENARIOS[case]
    write(tmp_path, top=pi(param("n", "1"), A, B, LINK))
    (tmp_path / "a.scenario").write_text(text)
    diagnostic = the_refusal(tmp_path / "a.scenario")
    assert diagnostic.span is not None
    assert f"{diagnostic.id} {diagnostic.span.line}" == expected
    assert diagnostic.hint


WEAVE = Path(__file__).parent / "projects/weave"
MUTABLE = ("Algo/top.pi", "Algo/weigh.pi", "Algo/sums.pi", "Algo/pair.pi", "Scenarios/two.scenario", "Archi/two.slam")
ELEMENT = re.compile(r"<[\w:]+[^>]*/>")
VALUE = re.compile(r'="([^"]*)"')
WORDS = ("1", "0", "-1", "", "x", "1e9", "1/0", "none", "local", "src", "delay", "Algo/top.pi", "1" + "0" * 18)


def damaged(text: str, rng: random.Random) -> str:
    """The text with one element gone, one twice, or one value changed."""
    elements, values = list(ELEMENT.finditer(text)), list(VALUE.finditer(text))
    choice = rng.random()
    if choice < 0.3:
        found = rng.choice(elements)
        return text[: found.start()] + text[found.end() :]
    if choice < 0.5:
        found = rng.choice(elements)
        return text[: found.start()] + found[0] + text[found.start() :]
    found = rng.choice(values)
    word = rng.choice([*WORDS, rng.choice(values)[1]])
    return text[: found.start(1)] + word + text[found.end(1) :]


@pytest.mark.parametrize("seed", range(150))
def test_damaged_projects_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    shutil.copytree(WEAVE, tmp_path / "weave")
    file = tmp_path / "weave" / rng.choice(MUTABLE)
    text = file.read_text()
    for _ in range(rng.randint(1, 3)):
        text = damaged(text, rng)
    file.write_text(text)
    found: tuple[Diagnostic, ...] = ()
    try:
        analyse(load_graph(tmp_path / "weave/Scenarios/two.scenario", {}))
    except UserError as error:
        found = error.diagnostics
    assert all(diagnostic.span is not None and diagnostic.message for diagnostic in found)


SLAMS = {
    "no_cores": ("format-element", "<design/>"),
    "refined": (
        "format-unsupported",
        "<design><componentInstance><instanceName>C</instanceName><componentRef name='x'/></componentInstance>"
        "<componentDescription componentRef='x' componentType='CPU' refinement='y.slam'/></design>",
    ),
}


@pytest.mark.parametrize("case", SLAMS)
def test_wrong_architectures(case: str, tmp_path: Path) -> None:
    expected, text = SLAMS[case]
    write(tmp_path, top=pi(A, B, LINK))
    (tmp_path / "a.slam").write_text(text)
    files = '<algorithm url="Algo/top.pi"/><architecture url="a.slam"/>'
    (tmp_path / "a.scenario").write_text(f"<scenario><files>{files}</files></scenario>")
    diagnostic = the_refusal(tmp_path / "a.scenario")
    assert diagnostic.id == expected
    assert diagnostic.span is not None
    assert diagnostic.span.file.endswith("a.slam")


def test_a_graph_whose_header_is_absent_is_checked_not_compiled(tmp_path: Path) -> None:
    calls = '<loop name="f"/><init name="g"/>'
    fill = (
        '<data key="graph_desc">none.h</data><init name="f"><param direction="OUT" isConfig="false" name="t"/></init>'
    )
    delay = node("delay", "d", fill, expr="1")
    ends = [actor("a", [OUT], "none.h", calls), actor("b", [IN], "none.h", calls), delay, fifo("a.o", "b.i", delay="d")]
    graph = load_graph(write(tmp_path, top=pi(*ends)), {})
    assert graph.notes == ("the header 'none.h' does not exist: what names it can be checked, not compiled",)
    assert analyse(graph).firings == {"a": 1, "b": 1}
    with pytest.raises(UserError) as error:
        refuse_actors_without_code(graph)
    assert [diagnostic.id for diagnostic in error.value.diagnostics] == ["path-missing"] * 3
    assert [diagnostic.span.line for diagnostic in error.value.diagnostics if diagnostic.span] == [5, 6, 7]


def test_a_memory_script_that_is_absent_has_no_effect(tmp_path: Path) -> None:
    scripted = node("actor", "a", '<data key="memoryScript">none.bsh</data>', OUT)
    graph = load_graph(write(tmp_path, top=pi(scripted, B, LINK)), {})
    assert graph.notes == ("the memory script 'none.bsh' does not exist, and has no effect",)


def test_an_actor_without_a_function_is_checked_not_compiled(tmp_path: Path) -> None:
    (tmp_path / "Code/include").mkdir(parents=True)
    (tmp_path / "Code/include/a.h").write_text("void f(int *out);\n")
    graph = load_graph(write(tmp_path, top=pi(actor("a", [OUT], "Code/include/a.h"), B, LINK)), {})
    assert [note.split(" names no ")[0] for note in graph.notes] == ["'a' of top.pi"]
    with pytest.raises(UserError) as error:
        refuse_actors_without_code(graph)
    assert [diagnostic.id for diagnostic in error.value.diagnostics] == ["actor-without-fire"] * 2
    assert "<loop>" in error.value.diagnostics[0].hint
