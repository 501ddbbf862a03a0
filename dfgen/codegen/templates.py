# SPDX-License-Identifier: Apache-2.0
"""Templates of generated C and CMake files; they decide nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from dfgen import __version__
from dfgen.codegen.code import INDENT, cmake_argument, comment_text, render, string_literal, wrapped
from dfgen.paths import templates_dir


def render_template(template: str, **values: object) -> bytes:
    text = _environment(templates_dir()).get_template(template).render(version=__version__, **values)
    # What a program does not have leaves blank lines on either side.
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.encode()


@cache
def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
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
