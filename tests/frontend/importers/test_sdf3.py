# SPDX-License-Identifier: Apache-2.0
"""SDF3 files as graphs: what each element means, and what is refused where."""

from __future__ import annotations

import re
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dfgen.analysis.repetition import firings_per_iteration, repetition_vector
from dfgen.analysis.throughput import Conventions, timed_graph
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers import import_file
from dfgen.frontend.printer import print_file
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.graph import Graph
from dfgen.model.port import Direction

MIXER = """<?xml version="1.0" encoding="UTF-8"?>
<sdf3 type="sdf" version="1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x">
 <applicationGraph name="mixer">
  <sdf name="inner" type="Mixer">
   <actor name="left" type="reader"><port name="o" type="out" rate="2"/></actor>
   <actor name="right" type="reader"><port name="o" type="out" rate="3"/></actor>
   <actor name="mix" type="mix">
    <port name="a" type="in" rate="4"/><port name="b" type="in" rate="6"/>
    <port name="again" type="out" rate="1"/><port name="before" type="in" rate="1"/>
   </actor>
   <channel name="c1" srcActor="left" srcPort="o" dstActor="mix" dstPort="a" initialTokens="4" size="7"/>
   <channel name="c2" srcActor="right" srcPort="o" dstActor="mix" dstPort="b"/>
   <channel name="loop" srcActor="mix" srcPort="again" dstActor="mix" dstPort="before" initialTokens="1"/>
  </sdf>
  <sdfProperties>
   <actorProperties actor="left">
    <processor type="arm" default="true"><executionTime time="7"/></processor>
    <processor type="dsp" default="true"><executionTime time="5"/><memory><stateSize max="12"/></memory></processor>
    <processor type="asic" default="false"><executionTime time="1"/></processor>
   </actorProperties>
   <actorProperties actor="right"><processor type="arm"><executionTime time="3"/></processor></actorProperties>
   <channelProperties channel="c1"><tokenSize sz="512"/><bufferSize sz="10"/></channelProperties>
   <channelProperties channel="c2"><tokenSize sz="13"/><bandwidth min="3"/></channelProperties>
   <graphProperties><timeConstraints><throughput> 3e-2 </throughput></timeConstraints></graphProperties>
  </sdfProperties>
 </applicationGraph>
 <architectureGraph/>
</sdf3>
"""


def load(folder: Path, text: str) -> Graph:
    file = folder / "graph.xml"
    file.write_text(text, "utf-8")
    return load_graph(file, {})


def csdf(actors: str, channels: str = "", properties: str = "") -> str:
    body = f"<csdf name='g' type='g'>{actors}{channels}</csdf><csdfProperties>{properties}</csdfProperties>"
    return f"<sdf3 type='csdf' version='1.0'><applicationGraph name='g'>{body}</applicationGraph></sdf3>"


def test_a_graph(tmp_path: Path) -> None:
    graph = load(tmp_path, MIXER)
    assert (graph.name, graph.time_unit, graph.throughput) == ("mixer", None, Fraction(3, 100))
    assert [(actor.name, actor.times) for actor in graph.actors] == [("left", (5,)), ("right", (3,)), ("mix", ())]
    mix = graph.actor("mix")
    assert [(p.name, p.direction, p.rates) for p in mix.ports] == [
        ("a", Direction.INPUT, (4,)),
        ("b", Direction.INPUT, (6,)),
        ("again", Direction.OUTPUT, (1,)),
        ("before", Direction.INPUT, (1,)),
    ]
    assert [fifo.name for fifo in graph.fifos] == ["left.o:mix.a", "right.o:mix.b", "mix.again:mix.before"]
    assert [fifo.delay_tokens for fifo in graph.fifos] == [4, 0, 1]
    assert firings_per_iteration(graph, repetition_vector(graph)) == {"left": 2, "right": 2, "mix": 1}


def test_of_several_default_processors_the_last_counts(tmp_path: Path) -> None:
    assert load(tmp_path, MIXER).actor("left").times == (5,)


def test_token_sizes_are_bits(tmp_path: Path) -> None:
    graph = load(tmp_path, MIXER)
    assert [(fifo.channel, fifo.token_bits) for fifo in graph.fifos] == [("c1", None), ("c2", 13), ("loop", None)]
    assert [graph.port(fifo.source).type.size_bytes for fifo in graph.fifos] == [64, 2, 1]
    assert [graph.port(fifo.source).type.name for fifo in graph.fifos] == ["bits512", "bits13", "token"]


def test_buffer_sizes_are_capacities(tmp_path: Path) -> None:
    assert [fifo.capacity_tokens for fifo in load(tmp_path, MIXER).fifos] == [10, None, None]


def test_ports_without_a_channel_are_left_out_and_said(tmp_path: Path) -> None:
    spare = '<port name="spare" type="in" rate="5"/><port name="more" type="out" rate="1"/></actor>'
    graph = load(tmp_path, MIXER.replace("</actor>", spare, 1))
    assert [port.name for port in graph.actor("left").ports] == ["o"]
    assert "no channel reaches these ports, so they are left out: 'spare' of left, 'more' of left" in graph.notes
    assert firings_per_iteration(graph, repetition_vector(graph)) == {"left": 2, "right": 2, "mix": 1}


def test_a_port_without_a_channel_stays_where_it_tells_the_phases(tmp_path: Path) -> None:
    spare = '<port name="spare" type="in" rate="1,0"/></actor>'
    assert diagnostics(tmp_path, MIXER.replace("</actor>", spare, 1)) == [("port-unconnected", 5, 73)]


def test_a_wrong_port_without_a_channel_is_a_mistake(tmp_path: Path) -> None:
    spare = '<port name="spare" type="in" rate="x"/></actor>'
    assert diagnostics(tmp_path, MIXER.replace("</actor>", spare, 1)) == [("format-element", 5, 73)]


def test_sizes_that_are_variables_bound_nothing(tmp_path: Path) -> None:
    graph = load(tmp_path, MIXER.replace('bufferSize sz="10"', 'bufferSize sz="$B5"'))
    assert [fifo.capacity_tokens for fifo in graph.fifos] == [None, None, None]
    assert "buffer sizes that are variables bound nothing: '$B5' of c1" in graph.notes
    assert timed_graph(graph, Conventions()).firings["left"] == 2
    with pytest.raises(UserError) as error:
        timed_graph(graph, Conventions(capacities=True))
    (diagnostic,) = error.value.diagnostics
    assert (diagnostic.id, "size of c1 is not a number" in diagnostic.message) == ("format-element", True)


def test_what_is_not_read_is_said(tmp_path: Path) -> None:
    file = tmp_path / "mixer.xml"
    file.write_text(MIXER, "utf-8")
    (note,) = import_file(file, {}).notes
    assert note == "dfgen reads no <architectureGraph>, <bandwidth>, <memory> of SDF3 files"


def test_a_channel_without_a_name(tmp_path: Path) -> None:
    text = re.sub(r'<channelProperties channel="c2">.*</channelProperties>', "", MIXER.replace(' name="c2"', ""))
    assert [(fifo.channel, fifo.token_bits) for fifo in load(tmp_path, text).fifos][1] == ("", None)


def test_phases(tmp_path: Path) -> None:
    actors = """<actor name='a'><port name='o' type='out' rate='2*1, 0'/></actor>
        <actor name='b'><port name='i' type='in' rate='1'/></actor>"""
    channels = "<channel name='c' srcActor='a' srcPort='o' dstActor='b' dstPort='i' initialTokens=''/>"
    properties = """<actorProperties actor='a'><processor default='true'><executionTime time='2*3,9'/></processor>
        </actorProperties>
        <actorProperties actor='b'><processor default='1'><executionTime time='4,6'/></processor></actorProperties>"""
    graph = load(tmp_path, csdf(actors, channels, properties))
    a, b = graph.actors
    assert (a.port("o").rates, a.times, a.phases) == ((1, 1, 0), (3, 3, 9), 3)
    assert (b.port("i").rates, b.times, b.phases) == ((1,), (4, 6), 2)
    assert repetition_vector(graph) == {"a": 1, "b": 1}
    assert graph.throughput is None


def test_equal_phases_in_a_row_are_counted(tmp_path: Path) -> None:
    actors = """<actor name='a'><port name='o' type='out' rate='1,1,1, 2*1,0,2,2,2'/></actor>
        <actor name='b'><port name='i' type='in' rate='1'/></actor>"""
    channels = "<channel name='c' srcActor='a' srcPort='o' dstActor='b' dstPort='i' initialTokens=''/>"
    properties = """<actorProperties actor='a'><processor default='true'><executionTime time='3,3,3,3,3,9,9,9,9'/>
        </processor></actorProperties>"""
    file = tmp_path / "g.xml"
    file.write_text(csdf(actors, channels, properties), "utf-8")
    text = print_file(import_file(file, {}).syntax)
    assert "[1 for 5, 0, 2, 2, 2]" in text
    assert "time 3 for 5, 9 for 4;" in text


def test_phases_in_a_graph_of_type_sdf(tmp_path: Path) -> None:
    graph = load(tmp_path, MIXER.replace('type="out" rate="2"', 'type="out" rate="1,3"'))
    assert graph.actor("left").port("o").rates == (1, 3)


def test_names_that_are_no_identifiers(tmp_path: Path) -> None:
    actors = """<actor name='1 &lt; 2'><port name='phase' type='out' rate='1'/></actor>
        <actor name='int'><port name='é' type='in' rate='1'/></actor>"""
    channel = "<channel name='\"c\"' srcActor='1 &lt; 2' srcPort='phase' dstActor='int' dstPort='é'/>"
    graph = load(tmp_path, csdf(actors, channel).replace("applicationGraph name='g'", "applicationGraph name='int'"))
    assert graph.name == "int"
    assert graph.fifos[0].name == "_x31__x20__x3c__x20_2._x70_hase:int._xe9_"
    assert graph.fifos[0].channel == "_x22_c_x22_"


def diagnostics(folder: Path, text: str) -> list[tuple[str, int, int]]:
    with pytest.raises(UserError) as error:
        load(folder, text)
    spans = [(d.id, d.span) for d in error.value.diagnostics]
    assert all(span is not None and span.file.endswith("graph.xml") for _, span in spans)
    return [(id, span.line, span.column) for id, span in spans if span is not None]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('rate="2"', 'rate="two"', "format-element 5:37"),
        ('rate="2"', 'rate="-2"', "format-element 5:37"),
        ('rate="2"', 'rate=""', "format-element 5:37"),
        ('rate="2"', 'rate="1;2,3"', "format-unsupported 5:37"),
        ('time="3"', 'time="4;3"', "format-unsupported 21:57"),
        ('rate="2"', 'rate="2.5"', "number-not-integer 5:37"),
        ('rate="2"', f'rate="{10**19}"', "number-too-large 5:37"),
        ('rate="2"', f'rate="{"9" * 1001}"', "number-too-large 5:37"),
        ('rate="2"', f'rate="{10**9}*2"', "size-invalid 5:37"),
        ('rate="2"', 'rate="0"', "rate-zero 5:37"),
        ('rate="2"', "", "format-element 5:37"),
        ('name="o" type="out" rate="2"', 'name="o" type="inout" rate="2"', "format-element 5:37"),
        ('name="right" type="reader"', 'name="left" type="reader"', "name-duplicate 6:4"),
        ('name="right" type="reader"', 'type="reader"', "format-element 6:4"),
        ('dstActor="mix" dstPort="b"', 'dstActor="mixer" dstPort="b"', "actor-unknown 12:4"),
        ('dstActor="mix" dstPort="b"', 'dstActor="mix" dstPort="x"', "port-unknown 12:4"),
        ('dstActor="mix" dstPort="b"', 'dstActor="mix" dstPort="a"', "port-connected-twice 12:4"),
        ('srcActor="right" srcPort="o"', 'srcActor="left" srcPort="o"', "port-connected-twice 12:4"),
        ('srcActor="right" srcPort="o"', 'srcActor="right"', "format-element 12:4"),
        ('channel name="c2"', 'channel name="c1"', "name-duplicate 12:4"),
        ('initialTokens="4"', 'initialTokens="many"', "format-element 11:4"),
        ('initialTokens="4"', f'initialTokens="{10**18}"', "delay-size 11:4"),
        ('time="3"', 'time="3.5"', "number-not-integer 21:57"),
        ('time="3"', 'time="3s"', "format-element 21:57"),
        ('time="3"', f'time="{10**19}"', "number-too-large 21:57"),
        ('actorProperties actor="right"', 'actorProperties actor="write"', "actor-unknown 21:4"),
        ('channelProperties channel="c1"', 'channelProperties channel="c9"', "format-element 22:4"),
        ('bufferSize sz="10"', 'bufferSize sz="0"', "annotation-arguments 22:57"),
        ('bufferSize sz="10"', 'bufferSize sz="$"', "format-element 22:57"),
        (" 3e-2 ", " often ", "format-element 24:38"),
        ("<architectureGraph/>", "<architectureGraph>", "syntax 28:3"),
        ("<sdf ", "<fsmsadf ", "syntax 14:5"),
    ],
)
def test_mistakes_have_a_place(old: str, new: str, found: str, tmp_path: Path) -> None:
    assert MIXER.count(old) >= 1
    assert all(diagnostic.hint for diagnostic in refusal(tmp_path, MIXER.replace(old, new, 1)))
    assert found in [f"{id} {line}:{column}" for id, line, column in diagnostics(tmp_path, MIXER.replace(old, new, 1))]


@pytest.mark.parametrize(
    "text",
    [
        "<html/>",
        "<sdf3/>",
        "<sdf3><architectureGraph/></sdf3>",
        "<sdf3>" + 2 * "<applicationGraph name='g'><sdf name='g' type='g'/></applicationGraph>" + "</sdf3>",
        "<sdf3><applicationGraph name='g'><fsmsadf/></applicationGraph></sdf3>",
        "<sdf3 type='fsmsadf'><applicationGraph name='g'><sdf name='g' type='g'/></applicationGraph></sdf3>",
    ],
)
def test_files_without_a_graph(text: str, tmp_path: Path) -> None:
    assert [id for id, _, _ in diagnostics(tmp_path, text)] == ["graph-missing"]


def test_a_graph_without_actors_or_name(tmp_path: Path) -> None:
    assert [id for id, _, _ in diagnostics(tmp_path, csdf(""))] == ["graph-empty"]
    assert [id for id, _, _ in diagnostics(tmp_path, csdf("").replace("name='g'", ""))] == ["format-element"]


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    text = MIXER.replace('rate="2"', 'rate="x"').replace('rate="3"', 'rate="y"').replace("3e-2", "z")
    assert [id for id, _, _ in diagnostics(tmp_path, text)] == ["format-element"] * 3


def ring(actors: int) -> str:
    named = "".join(
        f"<actor name='a{n}' type='t'><port name='i' type='in' rate='1'/><port name='o' type='out' rate='1'/></actor>"
        for n in range(actors)
    )
    channels = "".join(
        f"<channel name='c{n}' srcActor='a{n}' srcPort='o' dstActor='a{(n + 1) % actors}' dstPort='i'/>"
        for n in range(actors)
    )
    return csdf(named, channels)


def test_work_grows_with_the_file_and_no_faster(tmp_path: Path) -> None:
    """Counted in instructions of Python, which depend on no machine."""
    instructions = {}
    for actors in (100, 200):
        file = tmp_path / f"{actors}.xml"
        file.write_text(ring(actors), "utf-8")
        count = 0

        def traced(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal count
            frame.f_trace_opcodes = True
            count += event == "opcode"
            return traced

        before = sys.gettrace()
        sys.settrace(traced)
        try:
            import_file(file, {})
        finally:
            sys.settrace(before)
        instructions[actors] = count
    assert instructions[200] < 2.1 * instructions[100]


def test_parameters_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "g.xml"
    file.write_text(MIXER, "utf-8")
    with pytest.raises(UserError) as error:
        load_graph(file, {"n": 1})
    assert error.value.diagnostics[0].id == "parameter-unknown"
    assert error.value.diagnostics[0].hint


BOMB = """<!DOCTYPE sdf3 [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><sdf3>&c;</sdf3>"""


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "<!DOCTYPE sdf3 [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><sdf3>&a;</sdf3>",
        "<!DOCTYPE sdf3 SYSTEM 'http://127.0.0.1/x.dtd'><sdf3/>",
    ],
)
def test_entities_are_refused(text: str, tmp_path: Path) -> None:
    ((id, line, _),) = diagnostics(tmp_path, text)
    assert (id, line) == ("syntax", 1)


WORDS = sorted(
    {word for part in MIXER.split("<") for word in part.replace("=", " ").split()} | {"", "0", "-1", "x" * 99}
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), min_size=1, max_size=3))
def test_damaged_files_are_graphs_or_refused(changes: list[tuple[str, str]]) -> None:
    text = MIXER
    for old, new in changes:
        text = text.replace(old, new, 1)
    with tempfile.TemporaryDirectory() as folder:
        found = refusal(Path(folder), text)
    assert all(diagnostic.span is not None and diagnostic.span.line > 0 for diagnostic in found)


def refusal(folder: Path, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a file; nothing if it is a graph."""
    try:
        load(folder, text)
    except UserError as error:
        return tuple(error.diagnostics)
    return ()
