# SPDX-License-Identifier: Apache-2.0
"""A folder as `dfgen compile` writes it, with a program of three files in the places of the real ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.build.folder import write_folder
from dfgen.codegen.templates import render_template

MAIN_C = """\
#include <df/runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "user.h"

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++)
        printf("[%s]", arguments[i]);
    printf(" %d\\n", add_one(runtime_answer(count)));
    return count > 1 && strcmp(arguments[1], "fail") == 0 ? 4 : 0;
}
"""
FILES = {
    "src/main.c": MAIN_C,
    "runtime/include/df/runtime.h": "int runtime_answer(int arguments);\n",
    "runtime/src/answer.c": "#include <df/runtime.h>\n#include <math.h>\n"
    "int runtime_answer(int arguments)\n{\n    return (int)floor(40.5 + 0 * arguments);\n}\n",
    # A warning in the user's header and source, and a global defined twice, stop nothing.
    "user/a/user.h": "static int unused_here(void) { return 1; }\nint add_one(int value);\nint shared;\n",
    "user/a/my actor.c": '#include "user.h"\nint add_one(int value) { int unused; return value + 1 + shared; }\n',
}


@pytest.fixture
def make_folder(tmp_path: Path) -> Callable[..., Path]:
    """Write the folder; arguments by keyword replace files, `name` the program's name."""

    def make(folder: str = "program", name: str = "hello", **changes: str) -> Path:
        files = {**FILES, **{key.replace("__", "/") + ".c": text for key, text in changes.items()}}
        content = {path: text.encode() for path, text in files.items()}
        content["CMakeLists.txt"] = cmake_lists(name).encode()
        write_folder(tmp_path / folder, content)
        return tmp_path / folder

    return make


def cmake_lists(name: str, **changes: Any) -> str:
    context = {
        "graph_file": "hello.sdf",
        "name": name,
        "generated_sources": ["src/main.c"],
        "runtime_sources": ["runtime/src/answer.c"],
        "user_sources": ["user/a/my actor.c"],
        "user_mains": [],
        "sources_without_lto": [],
        "code_dir": "",
        "old_c_flags": [],
        "libraries": [],
        "linked": [],
        "nodes": False,
        "uring": False,
        "engines": {},
        "opens_libraries": False,
        "recorded": [],
        "cpp_standard": "",
        "cpp_standards": {},
        "library": None,
        "fp_contract": "off",
        "unrolled_bytes": 128,
        "reads_errno": False,
        "include_dirs": ["runtime/include"],
        "user_include_dirs": ["user/a"],
        **changes,
    }
    return render_template("CMakeLists.txt.j2", **context).decode()
