# SPDX-License-Identifier: Apache-2.0
"""Templates of generated C and CMake files; they decide nothing."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path

import jinja2
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

from dfgen import __version__
from dfgen.codegen.code import INDENT, cmake_argument, comment_text, render, wrapped
from dfgen.csource.literals import string_literal
from dfgen.paths import cache_dir, templates_dir


def render_template(template: str, **values: object) -> bytes:
    text = environment_of(templates_dir()).get_template(template).render(version=__version__, **values)
    # What a program does not have leaves blank lines on either side.
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.encode()


def load_templates() -> None:
    """Those of every program, by those who will need them and have nothing to do now."""
    for template in ("CMakeLists.txt.j2", "core.c.j2", "graph.c.j2", "graph.h.j2", "main.c.j2"):
        environment_of(templates_dir()).get_template(template)


class _Compiled(FileSystemBytecodeCache):
    """Templates as Python's bytecode, which takes longer to make than the rest of a small program. A cache that cannot
    be used is none."""

    def __init__(self) -> None:
        made_by = jinja2.__version__.encode() + Path(__file__).read_bytes()  # what bytecode depends on beside its text
        folder = cache_dir() / "templates" / hashlib.sha256(made_by).hexdigest()[:12]
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        super().__init__(str(folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(Exception):  # whatever may be in a broken file
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def environment_of(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        bytecode_cache=_Compiled(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["c_string"] = string_literal
    environment.filters["c_comment"] = comment_text
    environment.filters["cmake_argument"] = cmake_argument
    environment.filters["wrapped"] = lambda text, depth=0: "\n".join(wrapped(text, INDENT * depth))
    environment.filters["statements"] = lambda statements, depth=0: "\n".join(render(statements, depth))
    return environment
