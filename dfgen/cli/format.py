# SPDX-License-Identifier: Apache-2.0
"""Lay out graph files (.sdf) anew: spaces, indentation and blank lines. Comments and line breaks stay,
and lines end as most of them did (LF or CRLF).

`-` as FILE reads the standard input and prints the result.

Example: dfgen format --check apps/*/*.sdf
"""

from __future__ import annotations

import argparse
from codecs import BOM_UTF8
from pathlib import Path

from dfgen.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a graph file, or - for standard input")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; name the files that would change, status 1"
    )


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.model.diagnostics import Diagnostic, UserError

    wrong: list[Diagnostic] = []
    changes = False
    for name in arguments.files:
        try:
            changes = _lay_out(name, arguments.check, console) or changes
        except UserError as error:
            wrong += error.diagnostics
    if wrong:
        raise UserError(wrong)
    return int(changes and arguments.check)


def _lay_out(name: str, only_check: bool, console: Console) -> bool:
    """Whether the file changes, or would. Raises `UserError`."""
    from dfgen.build.folder import write_file
    from dfgen.frontend.layout import laid_out
    from dfgen.model.input_files import read_content, read_standard_input, read_text

    text = read_standard_input() if name == "-" else read_text(Path(name))
    new = laid_out(text, name)
    if only_check:
        if new != text:
            console.result(name)
    elif name == "-":
        console.file(new)
    elif new != text:
        mark = BOM_UTF8 if read_content(Path(name)).startswith(BOM_UTF8) else b""
        write_file(Path(name), mark + new.encode(), "Make it, and the folder that it is in, writable.")
        console.step(f"laid out {name}")
    return new != text
