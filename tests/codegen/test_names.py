# SPDX-License-Identifier: Apache-2.0
"""Generated names never meet those of the user's C, whatever both are called."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.build.toolchain import build_folder, find_tools
from dfgen.codegen.naming import LOCAL_NAMES, executable, global_prefix
from dfgen.csource.reserved import FILE_FUNCTIONS, LIBRARY_FUNCTIONS, LIVE_FUNCTIONS
from dfgen.model.diagnostics import UserError
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import run, write_files
from tests.oracle import odd_names
from tests.oracle.building import Builder

Tried = Callable[..., subprocess.CompletedProcess[str]]

GRAPH = """{types}
graph {graph} {{
    include "{header}"; source "actors.c";
    actor give {{ state s : {type}; fire {give}(s, out); out out : {type}[3]; }}
    actor take {{ fire take(in); io; in in : {type}[2]; }}
    give.out -> take.in delay 2{initial};
}}
"""
HEADER = """#include <stdint.h>
{before}
void {give}({c_type} *state, {c_type} *out);
void take(const {c_type} *in);
#ifndef OF_ACTORS
{behind}
#endif
"""
SOURCE = """#define OF_ACTORS
{first}
#include <df/df.h>
#include "{header}"
#include <stdio.h>
{more}
void {give}({c_type} *s, {c_type} *o)
{{
    for (int x = 0; x < 3; x++)
        o[x] = (*s)++;
}}
void take(const {c_type} *v)
{{
    printf("%d\\n", (int)(v[0] + v[1]));
}}
"""
DEFAULTS = {
    "graph": "fft", "header": "actors.h", "give": "give", "type": "int32", "c_type": "int32_t",
    "types": "", "initial": " = {5, 6}", "before": "", "behind": "", "first": "", "more": "",
}  # fmt: skip


def write_graph(folder: Path, **values: str) -> Path:
    given = {**DEFAULTS, **values}
    (folder / "graph.sdf").write_text(GRAPH.format(**given))
    (folder / given["header"]).write_text(HEADER.format(**given))
    (folder / "actors.c").write_text(SOURCE.format(**given))
    return folder / "graph.sdf"


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("objects")


@pytest.fixture
def tried(tmp_path: Path, objects: Path) -> Tried:
    def tried(options: CompileOptions | None = None, **values: str) -> subprocess.CompletedProcess[str]:
        compiled = compile_graph(write_graph(tmp_path, **values), options or CompileOptions(cores=2))
        for path in objects.glob("own_*"):
            path.unlink()
        return run(Builder(("cc", "-O0"), "", objects).build(tmp_path / "generated", compiled.files, "own"), "-n", "2")

    return tried


def works(ended: subprocess.CompletedProcess[str]) -> bool:
    return (ended.returncode, ended.stdout.split()[1:3]) == (0, ["1", "5"])


def defined(names: tuple[str, ...]) -> str:
    return "\n".join(f"#define {name} no such thing" for name in names)


@pytest.mark.parametrize("graph", [*odd_names.GRAPHS, "df_", "DF", "_", "__x"])
def test_graphs(graph: str, tried: Tried) -> None:
    assert works(tried(graph=graph, give="give" if graph[:2].lower() == "df" else f"{graph}_run"))


def test_functions_and_variables_of_the_users(tried: Tried) -> None:
    """That only the linker sees, and a function that an actor fires."""
    more = "int fft_actors, fft_pace, fft_program; int fft_core_0(void) { return 0; } void fft_core_1(void) { }"
    assert works(tried(give="fft_run", more=more))


def test_declarations_of_headers(tried: Tried) -> None:
    assert works(
        tried(before="typedef int fft_core_0; enum { fft_run, fft_actors }; struct fft_fill { int fft_at_s; };")
    )


KINDS = """graph fft {{
    include "actors.h"; source "actors.c";
    actor x @core(0) {{ fire give(done_0); out done_0 : uint8[1]; }}
    actor {other} @core(0) {{ fire give(out); out out : uint8[1]; }}
    actor first @core(1) {{ fire take(in); io; in in : uint8[1]; }}
    actor second @core(1) {{ fire take(in); io; in in : uint8[1]; }}
    x.done_0 -> first.in;
    {other}.out -> second.in;
}}
"""
OF_KINDS = "void give(unsigned char *o);\nvoid take(const unsigned char *i);\n"


@pytest.mark.parametrize("other", ["at_x", "gate_x", "step_x", "done_x", "param_x"])
def test_kinds_of_names_do_not_meet(other: str, tmp_path: Path, objects: Path) -> None:
    """A buffer's place, a counter, a gate: whatever actors and ports are called."""
    (tmp_path / "fft.sdf").write_text(KINDS.format(other=other))
    (tmp_path / "actors.h").write_text(OF_KINDS)
    prints = '{ puts(""); }'
    (tmp_path / "actors.c").write_text(f'#include <stdio.h>\n#include "actors.h"\n{OF_KINDS.replace(";", prints)}')
    compiled = compile_graph(tmp_path / "fft.sdf", CompileOptions(cores=2))
    program = Builder(("cc", "-O0"), "", objects).build(tmp_path / "made", compiled.files, f"own_{other}")
    assert run(program, "-n", "2").returncode == 0
    assert len(set(re.findall(r"df_counter (\w+);", compiled.files["src/graph.h"].decode()))) == 4


@pytest.mark.parametrize(
    "name",
    ["k", "pass", "core", "arena", "run", "iterations", "i1", "out_out", "slot", "index", "trip_1", "slot_give_out"],
)
def test_functions_called_like_variables(name: str, tried: Tried) -> None:
    assert works(tried(give=name))


@pytest.mark.parametrize("options", [{}, {"guard": True}, {"trace": True, "candidates": ("memcpy", "stream")}], ids=str)
def test_macros(options: dict[str, object], tried: Tried) -> None:
    words = "static const for return void char sizeof extern bool true false NULL size_t uint64_t _Static_assert"
    names = (*odd_names.MACROS, *words.split(), "fft_core_0", "fft_at_give", "df_wait", "df_core", "take", "printf")
    assert works(tried(CompileOptions(cores=2, **options), behind=defined(names)))  # type: ignore[arg-type]


def test_macros_under_other_settings(tmp_path: Path) -> None:
    """A release defines NDEBUG, and so does not dfgen as it reads headers."""
    graph = write_graph(tmp_path, behind="#ifdef NDEBUG\n#define pass no such thing\n#endif")
    header = compile_graph(graph, CompileOptions()).files["src/graph.h"].decode()
    assert "#undef pass\n" in header


def test_what_means_the_same_is_left_alone(tmp_path: Path) -> None:
    graph = write_graph(tmp_path, before="#include <stdbool.h>\n#include <stdio.h>", behind="#define other 3")
    header = compile_graph(graph, CompileOptions()).files["src/graph.h"].decode()
    assert "#undef" not in header
    assert "typedef" not in header


def test_offsets_are_of_no_header(tried: Tried) -> None:
    """A header that includes <stddef.h> has a macro of which generated code wants to know nothing."""
    assert works(tried(types="param gain : int32 = 1 live;", before="#include <stddef.h>"))


def test_macros_before_the_header_of_the_runtime(tried: Tried) -> None:
    names = ("name", "format", "target", "source", "bytes", "byte", "hint", "noreturn", "thread", "unused", "noinline")
    assert works(tried(first=defined(names), more="\n".join(f"#undef {name}" for name in names)))


@pytest.mark.parametrize(
    "before",
    [
        "typedef enum { false, true } bool;",
        "#define bool int\n#define true 1\n#define false 0\n#ifndef NULL\n#define NULL 0\n#endif",
        "#define true (1 == 1)",
    ],
)
def test_truth_in_old_headers(before: str, tried: Tried) -> None:
    assert works(tried(before=before))


@pytest.mark.parametrize("name", ["k", "core", "pass", "name", "port"])
def test_types_called_like_variables_and_members(name: str, tried: Tried) -> None:
    assert works(
        tried(before=f"typedef int32_t {name};", c_type=name, type="own", types=f"type own = {name};", initial="")
    )


@pytest.mark.parametrize("header", ["graph.h", "stand_ins.h", "df.h", "program.h"])
def test_headers_called_like_those_of_dfgen(header: str, tried: Tried) -> None:
    assert works(tried(header=header))


def test_variables_are_all_known() -> None:
    """What the golden programs declare inside of functions has the name of a variable."""
    found = set()
    for path in sorted((Path(__file__).parent.parent / "golden").glob("*/*.c.txt")):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"^ +(?:for \()?[\w ]+\b\*?(?:const )?(?<!return )\b(\w+)(?:\[\d+\])? = ", text, re.M))
        found |= set(re.findall(r"\*const (\w+) = ", text))
    assert {"k", "arena", "iterations"} < found
    assert {name for name in found if not LOCAL_NAMES.fullmatch(name)} <= {"begun"}


def test_prefixes() -> None:
    assert global_prefix("fft", set()) == "fft_"
    assert global_prefix("fft", {"fft_x"}) == "graph_fft_"
    assert global_prefix("fft", {"fft_x", "graph_fft_", "graph_fft_2_y"}) == "graph_fft_3_"
    assert global_prefix("df", set()) == "graph_df_"


@pytest.mark.parametrize(
    ("values", "name", "file"),
    [
        ({"more": "int df_wait;"}, "df_wait", "actors.c"),
        ({"before": "int df_wait(int);"}, "df_wait", "actors.h"),
        ({"give": "open"}, "open", "actors.c"),
    ],
    ids=["variable of a source", "function of a header", "function of libc"],
)
def test_names_that_cannot_be_had(values: dict[str, str], name: str, file: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        compile_graph(write_graph(tmp_path, **values), CompileOptions())
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.id == "c-reserved"
    assert f"'{name}'" in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.file.endswith(file)


def test_names_like_the_runtimes_that_it_does_not_have(tried: Tried) -> None:
    assert works(tried(before="int df_own_thing(int);", more="int df_own_thing(int x) { return x; }"))


def test_functions_that_the_runtime_calls(tmp_path: Path) -> None:
    """All that its objects leave open."""
    sources = sorted((runtime_dir() / "src").glob("*.c"))
    flags = ["-O1", "-std=gnu11", f"-I{runtime_dir() / 'include'}"]
    subprocess.run(["cc", *flags, "-c", *map(str, sources)], cwd=tmp_path, check=True)
    listed = subprocess.run(["nm", "-u", *map(str, tmp_path.glob("*.o"))], capture_output=True, text=True, check=True)
    asked = set(re.findall(r"^ +U ([a-z]\w*)", listed.stdout, re.MULTILINE))
    own = {name for name in asked if name.startswith("df_")}
    assert (
        asked - own - {"stderr", "stdout", "optarg", "opterr", "optind"}
        <= LIBRARY_FUNCTIONS | FILE_FUNCTIONS | LIVE_FUNCTIONS
    )


@pytest.mark.parametrize("graph", ["all", "CMakeFiles"])
def test_programs_called_like_targets_of_cmake(graph: str, tmp_path: Path) -> None:
    compiled = compile_graph(write_graph(tmp_path, graph=graph, more="int main(void) { return 3; }"), CompileOptions())
    write_files(tmp_path / "made", compiled.files)
    program = build_folder(tmp_path / "made", native=False)
    assert program.parent == tmp_path / "made/build"
    assert works(run(program, "-n", "2"))


def test_targets_of_cmake_are_known(tmp_path: Path) -> None:
    """Of the CMake that is here."""
    compiled = compile_graph(write_graph(tmp_path), CompileOptions())
    folder = tmp_path / "made"
    write_files(folder, compiled.files)
    build_folder(folder, native=False)
    command = [str(find_tools().ninja), "-C", str(folder / "build"), "-t", "targets", "all"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    made = {path.name for path in (folder / "build").iterdir()} | set(re.findall(r"^(\w+): ", listed, re.MULTILINE))
    assert "all" in made
    assert {name for name in made if name.isidentifier() and executable(name) == name} == {"fft"}
