# SPDX-License-Identifier: Apache-2.0
"""Lay out graph files (.sdf) anew: spaces, indentation and blank lines. Comments and line breaks stay.

`-` as FILE reads the standard input and prints the result.

Example: dfgen format --check apps/*/*.sdf
"""

from __future__ import annotations

import argparse
from pathlib import Path

from dfgen.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a graph file, or - for standard input")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; name the files that would change, status 1"
    )


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.build.folder import write_file
    from dfgen.frontend.layout import laid_out
    from dfgen.model.diagnostics import Diagnostic, UserError
    from dfgen.model.input_files import read_standard_input, read_text

    wrong: list[Diagnostic] = []
    changes = False
    for name in arguments.files:
        try:
            text = read_standard_input() if name == "-" else read_text(Path(name))
            new = laid_out(text, name)
        except UserError as error:
            wrong += error.diagnostics
            continue
        changes = changes or new != text
        if arguments.check:
            if new != text:
                console.result(name)
        elif name == "-":
            console.file(new)
        elif new != text:
            write_file(Path(name), new.encode())
            console.step(f"laid out {name}")
    if wrong:
        raise UserError(wrong)
    return int(changes and arguments.check)
