# SPDX-License-Identifier: Apache-2.0
"""A PREESM project's own C: which files are chosen, what they find around them, and that its programs are right.

The project `frames` smooths frames in slices. Two of its actors only cut and gather, and one works in place, as memory
scripts say; one writes to an input that its graph declares to be read only; the reader ends the run by a variable.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.checking import check_graph
from dfgen.export import read_source
from dfgen.export.sdf import write_sdf
from dfgen.frontend.sidecar import sidecar_of
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.pipeline import Compiled, CompileOptions, compile_graph

FRAMES = Path(__file__).parent / "projects/frames"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FRAMES, tmp_path / "frames"))


def scenario(project: Path) -> Path:
    return project / "Scenarios/frames.scenario"


def change(file: Path, pattern: str, text: str) -> None:
    before = file.read_text()
    after = re.sub(pattern, text, before)
    assert after != before
    file.write_text(after)


def program(compiled: Compiled, folder: Path) -> Path:
    write_folder(folder, compiled.files)
    return build_folder(folder, native=False)


def lines(command: list[str | Path]) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.splitlines()


def expected(width: int = 16, height: int = 12, frames: int = 7) -> list[str]:
    """What the program prints, from the meaning of its graph. Slices overlap, so that their number does not matter."""
    seed, found = width, []
    for _ in range(frames):
        frame = []
        for _ in range(width * height):
            seed = (seed * 75 + 74) % 65537
            frame.append(seed >> 4 & 255)
        above, below = [0] * width + frame[:-width], frame[width:] + [0] * width
        smooth = [sum(pixels) // 3 for pixels in zip(above, frame, below, strict=True)]
        digest = hashlib.md5(bytes(255 - pixel for pixel in smooth), usedforsecurity=False).hexdigest()
        found.append(f"{digest} {sum(pixel // 2 for pixel in frame)} {sum(frame)} of 7")
    return found


LARGE = {"width": 64, "height": 96, "slices": 4}  # frames of more than a page


@pytest.mark.parametrize(
    ("cores", "parameters", "scripts"), [(1, {}, True), (2, LARGE, True), (3, LARGE, False), (2, {}, False)]
)
def test_the_same_bytes_however_it_is_made(
    project: Path, tmp_path: Path, cores: int, parameters: Mapping[str, int], scripts: bool
) -> None:
    if not scripts:
        change(project / "Algo/frames.pi", '<data key="memoryScript">.*</data>', "")
    compiled = compile_graph(scenario(project), CompileOptions(cores=cores, parameters=parameters))
    assert any("need not run" in note for note in compiled.notes) is scripts
    made = lines([program(compiled, tmp_path / "made")])
    assert made == expected(parameters.get("width", 16), parameters.get("height", 12))


def test_scripts_save_calls_and_memory(project: Path) -> None:
    change(project / "Algo/frames.pi", '<data key="memoryScript">Code/Scripts/merge.bsh</data>', "")
    compiled = compile_graph(scenario(project), CompileOptions(cores=1, parameters=LARGE))
    assert "Invert.out lies over Invert.in" in compiled.plan_text
    core = compiled.files["src/core_0.c"].decode()
    assert "merge(" in core
    assert "split(" not in core


def test_a_script_that_is_wrong_changes_no_token(project: Path, tmp_path: Path) -> None:
    change(
        project / "Code/src/frames.c", r"(void invert\(.*\)\n{)", r"\1\n    for (int k = 0; k < size; k++) out[k] = 0;"
    )
    compiled = compile_graph(scenario(project), CompileOptions(cores=1, parameters=LARGE))
    assert "'Invert': 'out' is not written over 'in'" in "\n".join(compiled.notes)
    assert lines([program(compiled, tmp_path / "made")]) == expected(64, 96)


def test_the_guard_finds_the_actor_that_scribbles(project: Path, tmp_path: Path) -> None:
    guarded = compile_graph(scenario(project), CompileOptions(cores=1, parameters=LARGE, guard=True))
    binary = program(guarded, tmp_path / "guarded")
    done = subprocess.run([binary], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "'Shade'" in done.stderr
    assert "frame" in done.stderr
    sidecar_of(scenario(project)).write_text('["Copies.shade:Shade.frame"]\naccess = "read_write"\n')
    mended = compile_graph(scenario(project), CompileOptions(cores=1, parameters=LARGE, guard=True))
    assert lines([program(mended, tmp_path / "guarded")]) == expected(64, 96)


def test_the_variable_for_the_end_has_an_old_name(project: Path, tmp_path: Path) -> None:
    change(project / "Code/src/frames.c", "preesmStopThreads", "stopThreads")
    assert lines([program(compile_graph(scenario(project), CompileOptions(cores=2)), tmp_path / "made")]) == expected()


def test_a_project_says_how_long_it_runs(project: Path, tmp_path: Path) -> None:
    change(project / "Code/include/preesm.h", "#define FRAMES 7", "#define FRAMES 7\n#define PREESM_LOOP_SIZE 3")
    binary = program(compile_graph(scenario(project), CompileOptions(cores=1)), tmp_path / "made")
    assert lines([binary]) == expected(frames=3)
    assert lines([binary, "-n", "4"]) == expected(frames=4)


def test_what_the_compiler_proves_is_known(project: Path) -> None:
    """`count` only reads and says so nowhere in C; `shade` writes, whatever the graph says."""
    graph = check_graph(scenario(project), {}).graph
    trust = {name: graph.actor(name).port("frame").trust.value for name in ("Count", "Shade")}
    assert trust == {"Count": "proven", "Shade": "claimed"}


def test_what_the_text_shows_is_known_where_the_compiler_proves_nothing(project: Path) -> None:
    """Both hand the frame to memcpy, behind which gcc knows nothing of it; one writes to it besides."""
    source = project / "Code/src/frames.c"
    code = r"uchar first[64];\n    memcpy(first, frame, size % 64);\n    seed += first[0];"
    change(source, r"(void (?:count|shade)\([^)]*\)\n\{)", rf"\1\n    {code}")
    graph = check_graph(scenario(project), {}).graph
    trust = {name: graph.actor(name).port("frame").trust.value for name in ("Count", "Shade")}
    assert trust == {"Count": "proven", "Shade": "claimed"}


def test_files_that_nothing_needs_do_no_harm(project: Path) -> None:
    compiled = compile_graph(scenario(project), CompileOptions(cores=1))
    names = {name.rpartition("/")[2] for name in compiled.files if name.startswith("user/") and name.endswith(".c")}
    assert names == {"frames.c", "helper.c", "split.c"}
    assert "user/Code/old/helper.c" not in compiled.files
    assert any("'nextNumber' is taken from Code/src/helper.c" in note for note in compiled.notes)


def test_what_draws_is_on_the_main_thread_and_its_library_is_linked(project: Path) -> None:
    """No library is needed here, for nothing is built."""
    drawing = "extern void SDL_Delay(unsigned);\nstatic void draw(void) { SDL_Delay(1); }\n"
    change(project / "Code/src/frames.c", "static int seed;", drawing + "static int seed;")
    change(project / "Code/src/frames.c", "PREESM_MD5_CTX context;", "PREESM_MD5_CTX context; draw();")
    compiled = compile_graph(scenario(project), CompileOptions(cores=3, parameters=LARGE))
    assert "find_library(DF_SDL2_LIBRARY SDL2)" in compiled.files["CMakeLists.txt"].decode()
    calls = [name for name in compiled.files if name.startswith("src/core_") and b"show(" in compiled.files[name]]
    assert calls == ["src/core_0.c"]


def refusal(project: Path) -> list[Diagnostic]:
    with pytest.raises(UserError) as error:
        compile_graph(scenario(project), CompileOptions(cores=1))
    return list(error.value.diagnostics)


def test_a_function_that_no_file_defines(project: Path) -> None:
    change(project / "Code/src/split.c", r"void merge\(", "void gather(")
    (found,) = refusal(project)
    assert found.id == "c-undefined"
    assert "'merge'" in found.message


@pytest.mark.parametrize("file", ["Code/src/split.c", "Code/include/split.h"])
def test_a_file_that_is_the_text_of_a_link(file: str, project: Path) -> None:
    """So git checks out a symbolic link where it makes none."""
    link = f"../../../common/{Path(file).name}"
    (project / file).write_text(link)
    found = refusal(project)
    assert {diagnostic.id for diagnostic in found} == {"c-undefined" if file.endswith(".c") else "c-compile"}
    assert all(f"{file}' holds nothing but the path '{link}'" in diagnostic.hint for diagnostic in found)


def test_a_file_that_is_needed_and_does_not_compile(project: Path) -> None:
    change(project / "Code/src/split.c", "int lines = height / slices;", "int lines = height / number;")
    found = refusal(project)
    assert {diagnostic.id for diagnostic in found} == {"c-compile"}
    assert found[0].span is not None
    assert found[0].span.file.endswith("Code/src/split.c")
    assert found[0].span.line == 6


def test_two_needed_files_that_define_one_function(project: Path) -> None:
    again = "\nvoid invert(int size, uchar *in, uchar *out) { out[size - 1] = in[0]; }\n"
    change(project / "Code/src/split.c", r"\Z", again)
    found = refusal(project)
    assert {diagnostic.id for diagnostic in found} == {"c-duplicate"}
    assert "'invert'" in found[0].message


def give_init_ports(project: Path) -> None:
    begun = "void begin(uchar *in, uchar *out, int size)"
    change(project / "Code/include/frames.h", r"(?m)^(void invert.*)$", rf"{begun};\n\1")
    filling = f"\n{begun} {{ for (int i = 0; i < size; i++) in[i] = out[i] = 99; }}\n"
    change(project / "Code/src/split.c", r"\Z", filling)
    arguments = "".join(
        f'<param direction="{way}" isConfig="{config}" name="{name}" type="t"/>'
        for way, config, name in (("IN", "false", "in"), ("OUT", "false", "out"), ("IN", "true", "size"))
    )
    init = rf'\1<init name="begin">{arguments}</init>'
    change(project / "Algo/frames.pi", r'(?s)(<loop name="invert">.*?</loop>)', init)


def test_an_init_with_ports_gets_memory_of_its_own(project: Path, tmp_path: Path) -> None:
    """It may fill all of its windows; no token changes, on any number of cores."""
    give_init_ports(project)
    for cores in (1, 2):
        compiled = compile_graph(scenario(project), CompileOptions(cores=cores))
        assert any("get memory of their own" in note for note in compiled.notes)
        assert lines([program(compiled, tmp_path / f"made{cores}")]) == expected()


def test_an_init_with_ports_is_not_converted(project: Path, tmp_path: Path) -> None:
    give_init_ports(project)
    target = tmp_path / "frames.sdf"
    with pytest.raises(UserError) as caught:
        write_sdf(read_source(scenario(project), {}), target.parent)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.id == "format-unsupported"
    assert "'begin' is an init function with ports" in diagnostic.message
    assert diagnostic.span is not None
    assert diagnostic.span.file.endswith("frames.pi")


def test_a_name_of_the_memory_for_init_is_reserved(project: Path) -> None:
    give_init_ports(project)
    change(project / "Code/include/frames.h", r"(?m)^(void invert.*)$", r"extern int df_scratch_in;\n\1")
    with pytest.raises(UserError) as caught:
        compile_graph(scenario(project), CompileOptions(cores=1))
    assert [d.id for d in caught.value.diagnostics] == ["c-reserved"]


def test_a_project_without_its_main_header_gets_one(project: Path, tmp_path: Path) -> None:
    """What the header had of its own is elsewhere; `IN`, `OUT` and the system's headers come with dfgen's."""
    include = project / "Code/include"
    (include / "preesm.h").rename(include / "settings.h")
    change(include / "settings.h", r"#define (IN|OUT)\n", "")
    for path in (include / "frames.h", *(project / "Code/src").glob("*.c")):
        path.write_text('#include "preesm.h"\n#include "settings.h"\n' + path.read_text())
    assert lines([program(compile_graph(scenario(project), CompileOptions(cores=2)), tmp_path / "made")]) == expected()


def test_the_programs_folder_needs_nothing_else(project: Path, tmp_path: Path) -> None:
    """All that the sources include is copied, and the place of the project's data can be given anew."""
    compiled = compile_graph(scenario(project), CompileOptions(cores=1))
    assert {"user/Code/include/preesm.h", "runtime/include/preesm/fifo.h"} <= compiled.files.keys()
    text = compiled.files["CMakeLists.txt"].decode()
    assert f"set(DF_PROJECT_DIR [==[{project.resolve() / 'Code'}]==])" in text
    binary = program(compiled, tmp_path / "made")
    shutil.rmtree(project)
    assert lines([binary]) == expected()
