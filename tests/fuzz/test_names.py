# SPDX-License-Identifier: Apache-2.0
"""Names that are C keywords, very long, in other scripts, or code themselves neither break what is generated nor get
into it as code: into C, CMake, the page of a report, or a shell.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.oracle.building import Builder

SECONDS_MAX = 120
NAMES = (
    "int", "while", "main", "pass", "core", "arena", "df_wait", "memcpy", "_Atomic", "NULL", "errno",
    "a" * 10_000, "größe", "演员", "a b", "a-b", "1st", "../../etc/passwd", "/dev/null", "a'b", 'a"b', "a\\", "*/ x /*",
    '"); system("touch injected"); ("', "`touch injected`", "$(touch injected)", "${ENV{HOME}}", "]==]", "a;b", "%s%n",
    "<script>alert(1)</script>", "a\nb", "??/", "#include <x>",
)  # fmt: skip


def sdf3(name: str) -> str:
    quoted = quoteattr(name, {"\n": "&#10;"})
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<sdf3 type="sdf" version="1.0">
  <applicationGraph name={quoted}>
    <sdf name={quoted} type={quoted}>
      <actor name={quoted} type={quoted}><port name={quoted} type="out" rate="2"/></actor>
      <actor name="other" type="B"><port name={quoted} type="in" rate="1"/></actor>
      <channel name={quoted} srcActor={quoted} srcPort={quoted} dstActor="other" dstPort={quoted}/>
    </sdf>
    <sdfProperties>
      <actorProperties actor={quoted}>
        <processor type="p" default="true"><executionTime time="3"/></processor>
      </actorProperties>
      <actorProperties actor="other">
        <processor type="p" default="true"><executionTime time="3"/></processor>
      </actorProperties>
      <channelProperties channel={quoted}><tokenSize sz="4"/></channelProperties>
    </sdfProperties>
  </applicationGraph>
</sdf3>
"""


def compiled_or_refused(path: Path) -> Compiled | None:
    try:
        return compile_graph(path, CompileOptions(cores=2, stand_ins=True))
    except UserError:
        return None


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return Builder(("cc", "-O0"), "", tmp_path_factory.mktemp("objects"))


@pytest.mark.parametrize("name", NAMES, ids=lambda name: re.sub(r"\W", "_", name)[:20])
def test_names_of_an_import(name: str, tmp_path: Path, builder: Builder, request: pytest.FixtureRequest) -> None:
    graph = tmp_path / "graph.xml"
    graph.write_text(sdf3(name), encoding="utf-8")
    compiled = compiled_or_refused(graph)
    if compiled is None:
        return
    assert not any(".." in Path(file).parts or file.startswith("/") for file in compiled.files)
    user = f"names{NAMES.index(name)}"
    program = builder.build(tmp_path / "generated", compiled.files, user)
    ended = subprocess.run(
        [str(program), "-n", "3"], cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    assert ended.returncode == 0, ended.stderr
    assert not list(tmp_path.rglob("injected"))


def test_most_of_these_names_are_taken(tmp_path: Path) -> None:
    taken = 0
    for number, name in enumerate(NAMES):
        graph = tmp_path / f"graph{number}.xml"
        graph.write_text(sdf3(name), encoding="utf-8")
        taken += compiled_or_refused(graph) is not None
    assert taken > len(NAMES) / 2


FOLDERS = (
    "a b", "größe", "'; touch injected; '", '"); touch injected ("', "$(touch injected)", "${ENV{HOME}}", "a;b", "]==]",
    "<b>&amp;", "%s", "#x", "-n",
)  # fmt: skip
GRAPH = """graph {name} {{
    include "actors.h"; source "actors.c";
    actor give {{ fire give(out); out out : uint8[1]; }}
    actor take {{ fire take(in); in in : uint8[1]; }}
    give.out -> take.in;
}}
"""


def write_graph(folder: Path, file: str, name: str = "g") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "actors.h").write_text("#include <stdint.h>\nvoid give(uint8_t *o);\nvoid take(const uint8_t *i);\n")
    source = '#include "actors.h"\nvoid give(uint8_t *o) { *o = 1; }\nvoid take(const uint8_t *i) { (void)i; }\n'
    (folder / "actors.c").write_text(source)
    (folder / file).write_text(GRAPH.format(name=name))
    return folder / file


def dfgen(*arguments: str, folder: Path, repository: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(repository)}
    return subprocess.run(
        [sys.executable, "-m", "dfgen", *arguments], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=SECONDS_MAX, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", FOLDERS)
def test_names_of_folders_and_files(name: str, tmp_path: Path, builder: Builder) -> None:
    graph = write_graph(tmp_path / name, f"{name}.sdf")
    compiled = compiled_or_refused(graph)
    if compiled is None:
        return
    folder = tmp_path / "generated"
    for file, content in compiled.files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    cmake = (folder / "CMakeLists.txt").read_text()
    assert not re.search(r"^\s*touch injected", cmake, re.MULTILINE)
    builder.build(tmp_path / "built", compiled.files, f"folder{FOLDERS.index(name)}")
    assert not list(tmp_path.rglob("injected"))


@pytest.mark.parametrize("name", ["a b; $(touch injected) 'x'", '${ENV{HOME}} ]==] "y"'])
def test_names_of_folders_that_cmake_sees(name: str, tmp_path: Path, repository: Path) -> None:
    write_graph(tmp_path / name, "graph.sdf")
    ended = dfgen("run", "-q", f"{name}/graph.sdf", "-n", "2", folder=tmp_path, repository=repository)
    assert ended.returncode in (0, 1), ended.stderr
    assert "internal error" not in ended.stderr
    assert ended.returncode == 0 or "error[" in ended.stderr
    assert not list(tmp_path.rglob("injected"))


@pytest.mark.parametrize("name", ["a;b", "]==] x", "x\nfile(WRITE injected y)\n", "$ENV{HOME} \\ #"])
def test_names_of_sources_that_cmake_sees(name: str, tmp_path: Path, repository: Path) -> None:
    """The graph file and a folder of its sources have that name."""
    graph = write_graph(tmp_path, "graph.sdf")
    (tmp_path / name).mkdir()
    for file in ("actors.h", "actors.c"):
        (tmp_path / file).rename(tmp_path / name / file)
    quoted = name.replace("\\", "\\\\").replace("\n", "\\n")
    text = graph.read_text().replace('"actors', f'"{quoted}/actors')
    graph.unlink()
    (tmp_path / f"{name}.sdf").write_text(text)
    ended = dfgen("run", "-q", f"{name}.sdf", "-n", "2", folder=tmp_path, repository=repository)
    assert ended.returncode in (0, 1), ended.stderr
    assert "internal error" not in ended.stderr
    assert ended.returncode == 0 or "error[" in ended.stderr
    assert not list(tmp_path.rglob("injected"))


def test_names_in_the_page_of_a_report(tmp_path: Path, repository: Path) -> None:
    (tmp_path / "graph.xml").write_text(sdf3("<script>alert(1)</script>"))
    ended = dfgen("report", "-q", "graph.xml", "-o", "page.html", folder=tmp_path, repository=repository)
    if ended.returncode == 0:
        assert "<script>alert(1)" not in (tmp_path / "page.html").read_text()
    else:
        assert "error[" in ended.stderr


LONG = "a" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", f"{LONG}.sdf"), ("compile", f"{LONG}.sdf", "-o", "out"), ("compile", "graph.sdf", "-o", LONG),
        ("build", LONG), ("run", f"{LONG}.sdf"), ("annotate", f"{LONG}.sdf", "a=memcpy"), ("tune", f"{LONG}.sdf"),
        ("convert", f"{LONG}.xml", "x.sdf"), ("convert", "graph.sdf", f"{LONG}.xml"), ("profile", f"{LONG}.sdf"),
        ("report", f"{LONG}.sdf"), ("analyze", f"{LONG}.sdf"), ("convert", "nothing.xml", "graph.sdf"),
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[1][:9]}",
)  # fmt: skip
def test_names_too_long_for_a_file(arguments: tuple[str, ...], tmp_path: Path, repository: Path) -> None:
    write_graph(tmp_path, "graph.sdf")
    ended = dfgen(*arguments, folder=tmp_path, repository=repository)
    assert ended.returncode == 1, ended.stderr
    assert "error[file-un" in ended.stderr


def test_a_long_name_inside_of_a_graph_file_is_told_with_its_place(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, "graph.sdf")
    graph.write_text(graph.read_text().replace("actors.h", LONG))
    with pytest.raises(UserError) as error:
        compile_graph(graph, CompileOptions())
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id in ("c-file-missing", "path-missing")
    assert diagnostic.span is not None
    assert diagnostic.span.line == 2
