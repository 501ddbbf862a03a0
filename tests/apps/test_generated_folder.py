# SPDX-License-Identifier: Apache-2.0
"""A generated folder builds with CMake and a C compiler alone, wherever it is moved to."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.build.toolchain import find_tools
from dfgen.pipeline import CompileOptions
from tests.apps.applications import EDGES
from tests.apps.harness import PLAIN, Toolchain, Workbench, run, write_files
from tests.probing import require

GENERATORS = ("Ninja", "Unix Makefiles")


def foreign_environment(folder: Path, compiler: str) -> dict[str, str]:
    """What a machine without dfgen offers: any Python there fails, so that nothing can lean on it."""
    tools = folder / "bin"
    tools.mkdir()
    for name in ("python", "python3", "dfgen"):
        (tools / name).write_text("#!/bin/sh\nexit 77\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    ninja = find_tools().ninja
    return {"PATH": f"{tools}:{ninja.parent}:/usr/local/bin:/usr/bin:/bin", "CC": compiler, "HOME": str(folder)}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("generator", GENERATORS)
def test_a_moved_folder_builds_without_dfgen(generator: str, compiler: str, bench: Workbench, tmp_path: Path) -> None:
    require(compiler)
    if generator == "Unix Makefiles" and shutil.which("make") is None:
        pytest.skip("make is not installed")
    written, moved = tmp_path / "written", tmp_path / "moved (elsewhere), with ünusual name"
    write_files(written, bench.compile(EDGES.graph, EDGES.options(cores=2)).files)
    written.rename(moved)
    environment = foreign_environment(tmp_path, compiler)
    cmake = str(find_tools().cmake)
    configure = [cmake, "-G", generator, "-S", str(moved), "-B", "build", "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"]
    for command in (configure, [cmake, "--build", "build", "-j", "2"]):
        ended = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert "warning" not in (ended.stdout + ended.stderr).lower()
    program = tmp_path / "build" / "edges"
    assert run(program, *EDGES.arguments).returncode == 0
    assert EDGES.verdict(EDGES.written(program.parent), tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("compiler", "flags"),
    [("gcc", ("-O3", "-flto")), ("clang", ("-O3", "-flto")), ("gcc", ("-O2", "-DDF_DEBUG"))],
    ids=["gcc-lto", "clang-lto", "gcc-debug"],
)
def test_other_compilers_and_flags_give_the_same_bytes(compiler: str, flags: tuple[str, ...], bench: Workbench) -> None:
    unusual = Toolchain(f"{compiler} {' '.join(flags)}", compiler, flags)
    require(*unusual.command)
    contents = []
    for toolchain in (PLAIN, unusual):
        program = bench.program(EDGES.graph, EDGES.options(cores=2), toolchain)
        assert run(program, *EDGES.arguments).returncode == 0
        contents.append(EDGES.written(program.parent))
    assert contents[0] == contents[1]


def test_the_user_may_name_functions_as_generated_code_names_its_own(bench: Workbench, tmp_path: Path) -> None:
    names = ("pass", "run", "fill", "buffers", "core", "arena", "iterations", "steps_0", "k", "turn_1")
    (tmp_path / "names.h").write_text(
        "".join(f"void {name}(const int *in, int *out);\n" for name in names)
        + "void give(int *last, int *out);\nvoid show(const int *in);\n",
        encoding="utf-8",
    )
    (tmp_path / "names.c").write_text(
        '#include "names.h"\n#include <stdio.h>\n'
        + "".join(f"void {name}(const int *in, int *out) {{ *out = *in + 1; }}\n" for name in names)
        + 'void give(int *last, int *out) { *out = ++*last; }\nvoid show(const int *in) { printf("%d\\n", *in); }\n',
        encoding="utf-8",
    )
    chain = ["give.out", *(f"a{i}.in;\n    a{i}.out" for i in range(len(names))), "show.in;"]
    actors = "".join(
        f"    actor a{i} {{ fire {name}(in, out); in in : int32[1]; out out : int32[1]; time 9us; }}\n"
        for i, name in enumerate(names)
    )
    graph = tmp_path / "names.sdf"
    graph.write_text(
        'graph names {\n    include "names.h";\n    source "names.c";\n'
        "    actor give { state s : int32; fire give(s, out); out out : int32[1]; }\n"
        f"    actor show {{ fire show(in); io; in in : int32[1]; }}\n{actors}    {' -> '.join(chain)}\n}}\n",
        encoding="utf-8",
    )
    for cores in (1, 2):
        ended = run(bench.program(graph, CompileOptions(cores=cores)), "-n", "3")
        assert (ended.returncode, ended.stdout) == (0, "".join(f"{i + 1 + len(names)}\n" for i in range(3)))
