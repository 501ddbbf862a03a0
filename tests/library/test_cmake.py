# SPDX-License-Identifier: Apache-2.0
"""Graphs as targets of a CMake project outside of the checkout, and compiled folders as its subdirectories."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dfgen
from dfgen.build.folder import write_folder
from dfgen.build.toolchain import find_tools
from dfgen.paths import PACKAGE
from tests.arm64 import RUNNER, needs_arm64
from tests.cpp.test_library import write as write_sums
from tests.probing import require

from .graphs import FILTER_C, FIR_SDF, as_library, write_fir

PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(receiver LANGUAGES C)
find_package(dfgen 0.2 REQUIRED)
dfgen_add_library(fir graph/fir.sdf CORES 1 PARAMETERS taps=2)
dfgen_add_program(count graph/count.sdf OPTIONS --depth 2)
add_executable(receiver main.c)
target_link_libraries(receiver PRIVATE fir)
"""
MAIN_C = """\
#include <fir.h>
#include <stdio.h>
int main(void)
{
    float x[16] = {3, 1}, y[16];
    double power;
    fir *f = fir_open(NULL, NULL, 0);
    int status = fir_step(f, x, y, &power);
    printf("%d %g %g\\n", status, y[0], y[1]);
    fir_close(f);
    return 0;
}
"""
COUNT_SDF = """\
graph count {
    include "count.h";
    source "count.c";
    actor give { fire give(o);  out o : int32[1];  state; }
    actor show { fire show(i);  in i : int32[1]; }
    give.o -> show.i;
}
"""
COUNT_C = """\
#include "count.h"
#include <stdio.h>
static int next;
void give(int *o) { *o = next++; }
void show(const int *i) { printf("%d ", *i); }
"""


def call(*command: str | Path, cwd: Path, without: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    if without:
        environment["PATH"] = without
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=environment, timeout=100)


def configure(folder: Path, *options: str, path: str = "") -> subprocess.CompletedProcess[str]:
    tools = find_tools()
    given = [f"-DCMAKE_MAKE_PROGRAM={tools.ninja}", "-DCMAKE_BUILD_TYPE=Debug", *options]
    return call(tools.cmake, "-G", "Ninja", "-S", ".", "-B", "build", *given, cwd=folder, without=path)


def build(folder: Path) -> str:
    ended = call(find_tools().ninja, "-C", "build", cwd=folder)
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


@pytest.fixture
def project(tmp_path: Path) -> Path:
    graph = write_fir(tmp_path / "graph").parent
    for path, text in (
        (tmp_path / "CMakeLists.txt", PROJECT),
        (tmp_path / "main.c", MAIN_C),
        (graph / "count.sdf", COUNT_SDF),
        (graph / "count.h", "void give(int *o);\nvoid show(const int *i);\n"),
        (graph / "count.c", COUNT_C),
    ):
        path.write_text(text)
    return tmp_path


def output(program: Path, *arguments: str) -> str:
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def test_a_project_of_several_configurations(project: Path) -> None:
    tools = find_tools()
    where = call("dfgen", "--cmake-dir", cwd=project).stdout.strip()
    given = [f"-DCMAKE_MAKE_PROGRAM={tools.ninja}", f"-Ddfgen_DIR={where}"]
    ended = call(tools.cmake, "-G", "Ninja Multi-Config", "-S", ".", "-B", "build", *given, cwd=project)
    assert ended.returncode == 0, ended.stderr
    for kind in ("Debug", "Release"):
        ended = call(tools.ninja, "-C", "build", "-f", f"build-{kind}.ninja", cwd=project)
        assert ended.returncode == 0, ended.stdout
        assert output(project / f"build/{kind}/receiver") == "0 6 5\n"
        assert output(project / f"build/{kind}/count", "-n", "3") == "0 1 2 "


def test_a_project_builds_graphs_anew_when_they_change(project: Path) -> None:
    where = call("dfgen", "--cmake-dir", cwd=project).stdout.strip()
    ended = configure(project, f"-Ddfgen_DIR={where}")
    assert ended.returncode == 0, ended.stderr
    build(project)
    count = project / "build/count"
    assert output(project / "build/receiver") == "0 6 5\n"
    assert output(count, "-n", "3") == "0 1 2 "
    assert "no work to do" in build(project)
    source = project / "graph/count.c"
    source.write_text(COUNT_C.replace('"%d "', '"<%d>"'))
    graph = project / "graph/fir.sdf"
    graph.write_text(
        FIR_SDF.replace("twice.b -> y", "filter.b -> y").replace("twice.a, ", "").replace("actor twice", "//")
    )
    build(project)
    assert output(project / "build/receiver") == "0 3 2.5\n"
    assert output(count, "-n", "3") == "<0><1><2>"


@pytest.mark.parametrize("name", ["a:b", "it's", "a b"])
def test_a_source_that_changes_is_seen_wherever_it_lies(name: str, project: Path) -> None:
    odd = project / name
    odd.mkdir()
    for path in [path for path in project.iterdir() if path != odd]:
        path.rename(odd / path.name)
    where = call("dfgen", "--cmake-dir", cwd=odd).stdout.strip()
    assert configure(odd, f"-Ddfgen_DIR={where}").returncode == 0
    build(odd)
    assert output(odd / "build/count", "-n", "3") == "0 1 2 "
    (odd / "graph/count.c").write_text(COUNT_C.replace('"%d "', '"<%d>"'))
    build(odd)
    assert output(odd / "build/count", "-n", "3") == "<0><1><2>"


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_a_header_that_another_includes_is_seen_by_makefiles(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """They are the default, and know files of an outer build folder by several names. What is built goes
    where the project says."""
    (project / "graph/count.h").write_text('#include "first.h"\nvoid give(int *o);\nvoid show(const int *i);\n')
    (project / "graph/count.c").write_text(COUNT_C.replace("int next;", "int next = FIRST;"))
    first = project / "graph/first.h"
    first.write_text("#define FIRST 3\n")
    cmake, folder = find_tools().cmake, tmp_path_factory.mktemp("outside")
    given = [f"-Ddfgen_DIR={PACKAGE / 'cmake'}", f"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY={project / 'bin'}"]
    ended = call(cmake, "-G", "Unix Makefiles", "-S", ".", "-B", folder, *given, cwd=project)
    assert ended.returncode == 0, ended.stderr
    for value in (3, 8):
        first.write_text(f"#define FIRST {value}\n")
        ended = call(cmake, "--build", folder, "--target", "count", cwd=project)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert output(project / "bin/count", "-n", "2") == f"{value} {value + 1} "


def test_mistakes_are_told_where_cmake_is_configured(project: Path) -> None:
    (project / "graph/fir.sdf").write_text(FIR_SDF.replace("x -> filter.a", "x -> filter.z"))
    ended = configure(project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}")
    assert ended.returncode != 0
    assert "error[port-unknown]" in ended.stderr
    (project / "CMakeLists.txt").write_text(PROJECT.replace("CORES 1", "KORES 1"))
    told = configure(project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}").stderr
    assert "'KORES' is none of STATIC, SHARED, CORES, PARAMETERS, OPTIONS" in " ".join(told.split())
    (project / "CMakeLists.txt").write_text(PROJECT.replace("CORES 1", "CORES 0"))
    assert "argument --cores: '0' is not a whole number from 1 on" in " ".join(configure(project).stderr.split())
    for without in ("CORES", "CORES ${cores}"):
        (project / "CMakeLists.txt").write_text(PROJECT.replace("CORES 1", without))
        told = " ".join(configure(project).stderr.split())
        assert "fir: CORES has no value; say how many, as in CORES 2, or leave it out" in told
    (project / "graph/fir.sdf").write_text(FIR_SDF)
    (project / "CMakeLists.txt").write_text(PROJECT.replace("program(count", "program(fir"))
    told = " ".join(configure(project).stderr.split())
    assert "fir: there is a target of that name already; give each graph a name that no other target has" in told


def test_a_program_of_a_graph_with_ports_is_told_what_it_is(project: Path) -> None:
    text = PROJECT.replace("dfgen_add_library(", "dfgen_add_program(", 1)
    assert text != PROJECT
    (project / "CMakeLists.txt").write_text(text)
    told = configure(project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}").stderr
    assert "error[library-needed]" in told
    assert "Use dfgen_add_library(fir ...)" in " ".join(told.split())


@pytest.mark.parametrize("version", ["0.3", "1.0", "0.2.1"])
def test_another_version_will_not_do(version: str, project: Path) -> None:
    (project / "CMakeLists.txt").write_text(PROJECT.replace("dfgen 0.2", f"dfgen {version}"))
    assert "compatible with requested version" in " ".join(
        configure(project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}").stderr.split()
    )


def test_the_package_has_the_version_of_the_command() -> None:
    text = (PACKAGE / "cmake/dfgenConfigVersion.cmake").read_text()
    assert re.findall(r'set\(PACKAGE_VERSION "(.*)"\)', text) == [dfgen.__version__]


def test_a_compiled_folder_is_a_subdirectory_without_dfgen(project: Path) -> None:
    compiled = as_library(project / "graph/fir.sdf", parameters={"taps": 2})
    write_folder(project / "compiled", compiled.files)
    lines = [line for line in PROJECT.splitlines() if "dfgen" not in line]
    (project / "CMakeLists.txt").write_text("\n".join([*lines[:2], "add_subdirectory(compiled)", *lines[2:]]))
    shutil.rmtree(project / "graph")
    ended = configure(project, path="/usr/bin:/bin")
    assert ended.returncode == 0, ended.stderr
    build(project)
    assert output(project / "build/receiver") == "0 6 5\n"
    root = project / "root"
    call(find_tools().cmake, "--install", "build", "--prefix", root, cwd=project)
    (rule,) = root.rglob("fir.pc")
    library = next(line for line in rule.read_text().splitlines() if line.startswith("libdir=")).partition("}/")[2]
    assert (root / library / "libfir.so").is_file()
    flags = [f"-I{root / 'include'}", f"-L{root / library}", "-lfir", f"-Wl,-rpath,{root / library}"]
    if shutil.which("pkg-config"):
        asked = ["pkg-config", "--cflags", "--libs", str(rule)]
        told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        flags = [*told, flags[-1]]
    subprocess.run(["cc", "main.c", "-o", "by_hand", *flags], cwd=project, check=True)
    assert output(project / "by_hand") == "0 6 5\n"


REAL_PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(halving LANGUAGES C)
find_package(dfgen REQUIRED)
include_directories(common)
add_compile_definitions(REAL=double $<$<BOOL:ON>:SEEN_BY_THE_BUILD>)
add_compile_options("SHELL:-DBLOCK=4 -Wall")
dfgen_add_library(half graph/half.sdf)
add_executable(halving main.c)
target_link_libraries(halving PRIVATE half)
"""
REAL_FILES = {
    "CMakeLists.txt": REAL_PROJECT,
    "common/sizes/real.h": "typedef struct { REAL of[BLOCK]; } real;\n",
    "graph/halves.h": '#include "sizes/real.h"\nvoid halves(const real *x, real *y);\n',
    "graph/halves.c": '#include "halves.h"\nvoid halves(const real *x, real *y) { y->of[3] = x->of[3] / 2; }\n',
    "graph/half.sdf": """\
graph half {
    include "halves.h";
    source "halves.c";
    type real = real;
    in x : real[1];
    out y : real[1];
    actor a { fire halves(i, o);  in i : real[1];  out o : real[1]; }
    x -> a.i;
    a.o -> y;
}
""",
    "main.c": """\
#include <half.h>
#include <stdio.h>
int main(void)
{
    real x = {{0, 0, 0, 5}}, y;
    half *h = half_open(NULL, NULL, 0);
    half_step(h, &x, &y);
    printf("%zu %g\\n", sizeof y, (double)y.of[3]);
    half_close(h);
    return 0;
}
""",
}


def test_headers_see_what_the_project_sets_for_its_folder(tmp_path: Path) -> None:
    """They declare the types of ports, so who links or installs the library finds them, too."""
    for name, text in REAL_FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    ended = configure(tmp_path, f"-Ddfgen_DIR={PACKAGE / 'cmake'}")
    assert ended.returncode == 0, ended.stderr
    build(tmp_path)
    assert output(tmp_path / "build/halving") == "32 2.5\n"
    root = tmp_path / "root"
    call(find_tools().cmake, "--install", "build", "--prefix", root, cwd=tmp_path)
    shutil.rmtree(tmp_path / "common")
    if shutil.which("pkg-config"):
        asked = ["pkg-config", "--cflags", "--libs", *root.rglob("half.pc")]
        flags = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        flags += ["-DREAL=double", "-DBLOCK=4", f"-Wl,-rpath,{next(root.rglob('libhalf.so')).parent}"]
        subprocess.run(["cc", "main.c", "-o", "by_hand", *flags], cwd=tmp_path, check=True)
        assert output(tmp_path / "by_hand") == "32 2.5\n"


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("warnings", ["-Wpadded", "-Wpedantic -Wmissing-prototypes -Wshadow -Wundef -Werror"])
def test_warnings_that_a_project_asks_for_are_as_grave_as_it_says(project: Path, compiler: str, warnings: str) -> None:
    require(compiler)
    ended = configure(
        project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}", f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_C_FLAGS={warnings}"
    )
    assert ended.returncode == 0, ended.stderr
    told = call(find_tools().ninja, "-C", "build", "fir", cwd=project)
    assert told.returncode == 0, told.stdout
    assert ("warning:" in told.stdout) == (warnings == "-Wpadded")


def test_graphs_are_built_anew_when_dfgen_changes(project: Path) -> None:
    ended = call("dfgen", "compile", "graph/count.sdf", "-o", "made", "--depfile", "made.d", cwd=project)
    assert ended.returncode == 0, ended.stderr
    named = set((project / "made.d").read_text().replace("\\\n", " ").split())
    assert str(project / "graph/count.h") in named
    for own in ("/model/plan.py", "/core.c.j2", "/src/wait.c"):  # of the dfgen that is installed, not of this checkout
        assert any(name.endswith(own) for name in named), own


STATIC_PROJECT = PROJECT.replace("graph/fir.sdf CORES 1", "graph/fir.sdf STATIC CORES 2").replace(
    "add_executable", "dfgen_add_library(other graph/other.sdf STATIC)\nadd_executable"
).replace("PRIVATE fir)", "PRIVATE fir other)")  # fmt: skip
TWO_MAIN_C = MAIN_C.replace("#include <fir.h>", "#include <fir.h>\n#include <other.h>").replace(
    "    fir_close(f);", "    fir_close(f);\n    other *o = other_open(NULL, NULL, 0);\n    int n = 20, m;\n"
    "    other_step(o, &n, &m);\n    other_close(o);\n    printf(\"%d\\n\", m);",
)  # fmt: skip
OTHER_SDF = """\
graph other {
    include "other_actor.h";
    source "other_actor.c";
    in n : int32[1];
    out m : int32[1];
    actor add { fire add(a, b);  in a : int32[1];  out b : int32[1]; }
    n -> add.a;
    add.b -> m;
}
"""


@pytest.fixture
def static_project(project: Path) -> Path:
    (project / "CMakeLists.txt").write_text(STATIC_PROJECT)
    (project / "main.c").write_text(TWO_MAIN_C)
    (project / "graph/other.sdf").write_text(OTHER_SDF)
    (project / "graph/other_actor.h").write_text("void add(const int *a, int *b);\n")
    (project / "graph/other_actor.c").write_text("void add(const int *a, int *b) { *b = *a + 1; }\n")
    return project


def defined_in(library: Path) -> set[str]:
    listed = subprocess.run(["nm", "-g", "--defined-only", library], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^\w+ \w (\w+)$", listed, re.MULTILINE))


@pytest.mark.parametrize("kind", ["Debug", "Release"])
def test_static_libraries_live_side_by_side(static_project: Path, kind: str) -> None:
    ended = configure(static_project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}", f"-DCMAKE_BUILD_TYPE={kind}")
    assert ended.returncode == 0, ended.stderr
    build(static_project)
    assert output(static_project / "build/receiver") == "0 6 5\n21\n"
    assert "no work to do" in build(static_project)
    own = {"filter_start", "filter_run", "filter_end", "twice", "sum_squares"}
    seen = defined_in(static_project / "build/libfir.a")
    assert own <= seen
    assert all(name.startswith("fir_") for name in seen - own), seen - own


def test_what_the_program_defines_too_is_named(static_project: Path) -> None:
    with (static_project / "main.c").open("a") as file:
        file.write("void twice(void) {}\n")
    assert configure(static_project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}").returncode == 0
    ended = call(find_tools().ninja, "-C", "build", cwd=static_project)
    assert ended.returncode != 0
    assert "multiple definition of `twice'" in ended.stdout


def test_a_static_library_installs_with_what_it_needs(project: Path) -> None:
    compiled = as_library(project / "graph/fir.sdf", parameters={"taps": 2})
    write_folder(project / "compiled", compiled.files)
    tools = find_tools()
    options = [f"-DCMAKE_MAKE_PROGRAM={tools.ninja}", "-DDF_STATIC=ON", f"-DCMAKE_INSTALL_PREFIX={project / 'root'}"]
    call(tools.cmake, "-G", "Ninja", "-S", "compiled", "-B", "build", *options, cwd=project)
    build(project)
    call(tools.cmake, "--install", "build", cwd=project)
    (rule,) = (project / "root").rglob("fir.pc")
    library = rule.parent.parent / "libfir.a"
    assert library.is_file()
    assert "-pthread -lm" in rule.read_text()
    flags = [f"-I{project / 'root/include'}", str(library), "-pthread", "-lm"]
    subprocess.run(["cc", "main.c", "-o", "by_hand", *flags], cwd=project, check=True)
    assert output(project / "by_hand") == "0 6 5\n"


WRONG_BEGIN = "void twice(int count, const float *x, float *y)\n{\n"
WRONG = "    volatile float few[4];\n"  # of which there are eight


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_sanitizers_of_the_project_reach_the_actors(compiler: str, project: Path) -> None:
    """Given as flags, or as options of the folder; also to shared libraries of clang, which are linked without them."""
    require(compiler, "-fsanitize=address")
    source = project / "graph/filter.c"
    source.write_text(
        FILTER_C.replace("y[i] = 2 * x[i];", "few[i] = y[i] = 2 * x[i];").replace(WRONG_BEGIN, WRONG_BEGIN + WRONG)
    )
    flags = ["-DCMAKE_C_FLAGS=-fsanitize=address -Wunused"] if compiler == "gcc" else []
    if not flags:
        (project / "CMakeLists.txt").write_text(
            PROJECT.replace("find_package", "add_compile_options(-fsanitize=address)\n"
                            "add_link_options(-fsanitize=address)\nfind_package")
        )  # fmt: skip
    given = [f"-Ddfgen_DIR={PACKAGE / 'cmake'}", f"-DCMAKE_C_COMPILER={compiler}", *flags]
    ended = configure(project, *given, "-DCMAKE_BUILD_TYPE=Release")
    assert ended.returncode == 0, ended.stderr
    build(project)
    found = subprocess.run([project / "build/receiver"], capture_output=True, text=True, check=False)
    assert found.returncode != 0
    assert "AddressSanitizer" in found.stderr
    assert "twice" in found.stderr


TARGET = """\
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_C_FLAGS_INIT "-DBLOCK=4 -Wall")
"""


@needs_arm64
def test_the_toolchain_file_of_a_project_is_of_its_graphs_too(project: Path) -> None:
    """Its compiler, for which machine that compiles, and the flags that headers look at."""
    require("clang")
    header = project / "graph/filter.h"
    header.write_text(header.read_text().replace("past[64]", "past[BLOCK]"))
    (project / "arm64.cmake").write_text(TARGET)
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={project / 'arm64.cmake'}"
    ended = configure(project, f"-Ddfgen_DIR={PACKAGE / 'cmake'}", toolchain)
    assert ended.returncode == 0, ended.stderr
    build(project)
    program = project / "build/receiver"
    assert program.read_bytes()[18:20] == b"\xb7\x00"  # of ELF: the machine is ARM64
    assert subprocess.run([*RUNNER, program], capture_output=True, text=True, check=True).stdout == "0 6 5\n"


CPP_PROJECT = """\
cmake_minimum_required(VERSION 3.16)
project(summing LANGUAGES C)
find_package(dfgen REQUIRED)
dfgen_add_library(sums graph/sums.sdf)
add_executable(summing main.c)
target_link_libraries(summing PRIVATE sums)
"""
SUMS_C = """\
#include <sums.h>
#include <stdio.h>
int main(void)
{
    int32_t x[4] = {1, 2, 3, 4}, y = 0;
    sums *s = sums_open(NULL, NULL, 0);
    int status = sums_step(s, x, &y);
    printf("%d %d\\n", status, y);
    sums_close(s);
    return 0;
}
"""


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
@pytest.mark.parametrize("kind", ["", "STATIC"])
def test_a_project_has_actors_in_cpp(kind: str, tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    write_sums(tmp_path / "graph")
    (tmp_path / "main.c").write_text(SUMS_C)
    text = CPP_PROJECT.replace("sums.sdf", f"sums.sdf {kind}")
    (tmp_path / "CMakeLists.txt").write_text(text)
    given = (f"-Ddfgen_DIR={PACKAGE / 'cmake'}", "-DCMAKE_BUILD_TYPE=Release")
    ended = configure(tmp_path, *given)
    if kind:
        assert "so what links it needs C++, too: say project(... LANGUAGES C CXX)" in " ".join(ended.stderr.split())
        (tmp_path / "CMakeLists.txt").write_text(text.replace("LANGUAGES C)", "LANGUAGES C CXX)"))
        ended = configure(tmp_path, *given)
    assert ended.returncode == 0, ended.stderr
    build(tmp_path)
    assert output(tmp_path / "build/summing") == "0 20\n"
    assert "no work to do" in build(tmp_path)
