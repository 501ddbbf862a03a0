# SPDX-License-Identifier: Apache-2.0
"""The same names as in test_names.py, as those of the graph, an actor, its port and a parameter of a graph file of ours
or of PREESM: they are refused with a place, or the program is built and run, and its page drawn."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from dfgen.report.content import read_folder
from dfgen.report.page import render_page
from tests.oracle.building import Builder

from .test_names import NAMES, SECONDS_MAX, dfgen

MORE_NAMES = ("</script><script>alert(1)</script>", "-->", "{{ 7 * 7 }}", "\u2028", "\x7f", "graph", "actor", "phase")
ALL_NAMES = (*NAMES, *MORE_NAMES)
PLACES = ("graph", "actor", "port", "parameter")
USUAL = {"graph": "g", "actor": "give", "port": "out", "parameter": "size"}
HEADER = "#include <stdint.h>\nvoid give_two(uint8_t *o);\nvoid take(int n, const uint8_t *i);\n"
SOURCE = """#include "actors.h"
void give_two(uint8_t *o) { o[0] = 1; o[1] = 2; }
void take(int n, const uint8_t *i) { (void)n; (void)i; }
"""


def sdf(names: dict[str, str]) -> str:
    return f"""graph {names["graph"]}({names["parameter"]} = 3) {{
    include "actors.h"; source "actors.c";
    actor {names["actor"]} {{ fire give_two({names["port"]}); out {names["port"]} : uint8[2]; }}
    actor eat {{ fire take({names["parameter"]}, i); io; in i : uint8[1]; }}
    {names["actor"]}.{names["port"]} -> eat.i;
}}
"""


def pi(names: dict[str, str]) -> str:
    graph, actor, port, parameter = (quoteattr(names[place], {"\n": "&#10;"}) for place in PLACES)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
    <key attr.name="name" attr.type="string" for="graph"/>
    <key attr.name="graph_desc" attr.type="string" for="node"/>
    <graph edgedefault="directed">
        <data key="name">{graph[1:-1]}</data>
        <node expr="3" id={parameter} kind="param"/>
        <node id={actor} kind="actor" period="0">
            <data key="graph_desc">actors.h</data>
            <loop name="give_two"><param direction="OUT" isConfig="false" name={port} type="uint8_t"/></loop>
            <port annotation="WRITE_ONLY" expr="2" kind="output" name={port}/>
        </node>
        <node id="eat" kind="actor" period="0">
            <data key="graph_desc">actors.h</data>
            <loop name="take">
                <param direction="IN" isConfig="true" name="n" type="int"/>
                <param direction="IN" isConfig="false" name="i" type="uint8_t"/>
            </loop>
            <port kind="cfg_input" name="n"/>
            <port annotation="READ_ONLY" expr="1" kind="input" name="i"/>
        </node>
        <edge kind="dependency" source={parameter} target="eat" targetport="n"/>
        <edge kind="fifo" source={actor} sourceport={port} target="eat" targetport="i" type="uint8_t"/>
    </graph>
</graphml>
"""


WRITERS = {"sdf": sdf, "pi": pi}
# In a graph file of ours, what is no name is a syntax error before anything else sees it.
CASES = [("pi", name) for name in ALL_NAMES]
CASES += [("sdf", name) for name in ALL_NAMES if re.fullmatch(r"\w+", name) or "injected" in name]


def compiled_or_refused(kind: str, names: dict[str, str], folder: Path) -> Compiled | None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "actors.h").write_text(HEADER)
    (folder / "actors.c").write_text(SOURCE)
    (folder / f"graph.{kind}").write_text(WRITERS[kind](names), encoding="utf-8")
    try:
        return compile_graph(folder / f"graph.{kind}", CompileOptions(cores=2))
    except UserError as error:
        placeless = [diagnostic for diagnostic in error.diagnostics if diagnostic.span is None]
    assert not placeless
    return None


def accepted(kind: str, name: str, folder: Path) -> Iterator[Compiled]:
    """With the name in all places; if that is refused, in each of them alone."""
    everywhere = compiled_or_refused(kind, dict.fromkeys(PLACES, name), folder)
    if everywhere is not None:
        yield everywhere
        return
    for place in PLACES:
        alone = compiled_or_refused(kind, {**USUAL, place: name}, folder)
        if alone is not None:
            yield alone


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return Builder(("cc", "-O0"), "", tmp_path_factory.mktemp("objects"))


class Elements(HTMLParser):
    """How often each element begins."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.begun[tag] = self.begun.get(tag, 0) + 1


def elements_of_page(compiled: Compiled, folder: Path) -> dict[str, int]:
    folder.mkdir(exist_ok=True)
    for name in ("plan.json", "report.json"):
        (folder / name).write_bytes(compiled.files[name])
    found = Elements()
    found.feed(render_page(read_folder(folder)))
    return found.begun


@pytest.fixture(scope="module")
def usual_elements(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, int]]:
    """By kind of graph file."""
    found = {}
    for kind in WRITERS:
        compiled = compiled_or_refused(kind, USUAL, tmp_path_factory.mktemp(kind))
        assert compiled is not None
        found[kind] = elements_of_page(compiled, tmp_path_factory.mktemp("page"))
    return found


@pytest.mark.parametrize(("kind", "name"), CASES, ids=lambda text: re.sub(r"\W", "_", text)[:20])
def test_names_of_a_graph_file(
    kind: str, name: str, tmp_path: Path, builder: Builder, usual_elements: dict[str, dict[str, int]]
) -> None:
    for number, compiled in enumerate(accepted(kind, name, tmp_path / "graph")):
        assert not any(".." in Path(file).parts or file.startswith("/") for file in compiled.files)
        program = builder.build(tmp_path / f"generated{number}", compiled.files, f"names_{kind}")
        ended = subprocess.run(
            [str(program), "-n", "3"], cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
        )
        assert ended.returncode == 0, ended.stderr
        assert elements_of_page(compiled, tmp_path / "page") == usual_elements[kind]
    assert not list(tmp_path.rglob("injected"))


@pytest.mark.parametrize("place", PLACES)
def test_these_names_are_taken(place: str, tmp_path: Path) -> None:
    """Else the test above would show nothing."""
    for name in ("memcpy", "a" * 10_000):
        assert compiled_or_refused("sdf", {**USUAL, place: name}, tmp_path) is not None
    for name in ("int", "größe", "a b", "<script>alert(1)</script>", '"); system("touch injected"); ("'):
        assert compiled_or_refused("pi", {**USUAL, place: name}, tmp_path) is not None


@pytest.mark.parametrize("name", ["int", "a" * 10_000, '"); system("touch injected"); ("', "${ENV{HOME}}"])
def test_names_on_the_way_to_a_program(name: str, tmp_path: Path, repository: Path) -> None:
    """CMake and a shell see them, too."""
    kind = "pi"
    compiled_or_refused(kind, {**USUAL, "graph": name}, tmp_path)
    ended = dfgen("run", "-q", f"graph.{kind}", "-n", "2", folder=tmp_path, repository=repository)
    assert ended.returncode in (0, 1), ended.stderr
    assert "internal error" not in ended.stderr
    assert ended.returncode == 0 or "error[" in ended.stderr
    assert not list(tmp_path.rglob("injected"))
