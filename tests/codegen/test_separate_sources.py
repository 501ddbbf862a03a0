# SPDX-License-Identifier: Apache-2.0
"""Sources whose actors all run long, and that need no other source, are kept out of link-time optimisation."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from dfgen.build.toolchain import find_tools
from dfgen.codegen.separate_sources import SELDOM_CALLED
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import write_files
from tests.oracle.building import sources_without_lto

GRAPH = """graph mixed {
    include "actors.h"; source "actors.c", "alone.c", "mixed.c", "user.c", "used.c";
    actor give { fire give(o); time TIME; out o : int32[1]; }
    actor alone { fire alone(i, o); time 60us; in i : int32[1]; out o : int32[1]; }
    actor mixed_long { fire mixed_long(i, o); time 1ms; in i : int32[1]; out o : int32[1]; }
    actor mixed_short { fire mixed_short(i, o); time 50ns; in i : int32[1]; out o : int32[1]; }
    actor user { fire user(i, o); time 1ms; in i : int32[1]; out o : int32[1]; }
    actor used { fire used(i, o); time 1ms; in i : int32[1]; out o : int32[1]; }
    actor tell { fire tell(i); time 1ms; io; in i : int32[1]; }
    give.o -> alone.i; alone.o -> mixed_long.i; mixed_long.o -> mixed_short.i; mixed_short.o -> user.i;
    user.o -> used.i; used.o -> tell.i;
}
"""
STEP = "void {name}(const int32_t *i, int32_t *o) {{ *o = *i + {value}; }}\n"
SOURCES = {
    "actors.h": "#include <stdint.h>\nvoid give(int32_t *o);\nvoid tell(const int32_t *i);\nint32_t seven(void);\n"
    + "".join(
        f"void {name}(const int32_t *i, int32_t *o);\n"
        for name in ("alone", "mixed_long", "mixed_short", "user", "used")
    ),
    "actors.c": '#include "actors.h"\n#include <stdio.h>\nvoid give(int32_t *o) { *o = 1; }\n'
    'void tell(const int32_t *i) { printf("%d\\n", *i); }\n',
    "alone.c": '#include "actors.h"\n' + STEP.format(name="alone", value=10),
    "mixed.c": '#include "actors.h"\n'
    + STEP.format(name="mixed_long", value=100)
    + STEP.format(name="mixed_short", value=1000),
    "user.c": '#include "actors.h"\n' + STEP.format(name="user", value="seven()"),
    "used.c": '#include "actors.h"\nint32_t seven(void) { return 7; }\n' + STEP.format(name="used", value=20000),
}


def compiled(folder: Path, give_time: str) -> dict[str, bytes]:
    write_files(folder, {name: text.encode() for name, text in SOURCES.items()})
    (folder / "mixed.sdf").write_text(GRAPH.replace("TIME", give_time))
    return dict(compile_graph(folder / "mixed.sdf", CompileOptions(cores=1)).files)


def test_only_sources_of_long_actors_that_stand_alone_are_compiled_apart(tmp_path: Path) -> None:
    assert sources_without_lto(compiled(tmp_path, "1us"), "user/") == {"user/alone.c"}
    assert sources_without_lto(compiled(tmp_path, "50us"), "user/") == {"user/actors.c", "user/alone.c"}


def test_their_objects_hold_machine_code_and_no_intermediate_one(tmp_path: Path) -> None:
    cmake = str(find_tools().cmake)
    folder = tmp_path / "program"
    write_files(folder, compiled(tmp_path, "1us"))
    for command in ([cmake, "-S", ".", "-B", "build"], [cmake, "--build", "build"]):
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    ended = subprocess.run(["build/mixed", "-n", "1"], cwd=folder, check=True, capture_output=True, text=True)
    assert ended.stdout == f"{1 + 10 + 100 + 1000 + 7 + 20000}\n"
    objects = {path.name: path for path in folder.glob("build/**/*.c.o")}
    if not _is_optimised_when_linked(objects["mixed.c.o"]):
        pytest.skip("this compiler has no link-time optimisation")
    assert not _is_optimised_when_linked(objects["alone.c.o"])
    assert not _is_optimised_when_linked(objects["watchdog.c.o"])
    assert _is_optimised_when_linked(objects["wait.c.o"])


def test_what_the_runtime_seldom_calls_is_there() -> None:
    assert {name for name in SELDOM_CALLED if not (runtime_dir() / "src" / name).is_file()} == set()


def _is_optimised_when_linked(path: Path) -> bool:
    """gcc's objects have sections of its own; clang's are no ELF files at all."""
    with path.open("rb") as stream:
        if stream.read(4) != b"\x7fELF":
            return True
        return any(section.name.startswith(".gnu.lto_") for section in ELFFile(stream).iter_sections())
