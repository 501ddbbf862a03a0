# SPDX-License-Identifier: Apache-2.0
"""Make one page of HTML that shows a program: its graph, its schedule, its memory, why each FIFO moves its bytes as it
does, and what has been measured of it.

GRAPH may be a folder that 'dfgen compile' wrote; where 'dfgen profile' has measured it, the page shows that, too. The
page holds all that it needs and loads nothing.

Example: dfgen report out -o report.html"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from dfgen.build.folder import write_file, write_folder
from dfgen.build.lock import locked
from dfgen.cli import options
from dfgen.cli.compile import compile_aloud
from dfgen.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="GRAPH|DIR", help="a graph file, or a folder that 'dfgen compile' wrote")
    parser.add_argument(
        "-o", "--output", dest="page", metavar="FILE", help="the page to write (default: report.html, in the folder)"
    )
    options.add_compile_options(parser, platform="default")
    parser.usage = "dfgen report GRAPH|DIR [options]"
    parser.set_defaults(output=None)


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.report.content import read_folder
    from dfgen.report.page import render_page

    given = Path(arguments.graph)
    inputs: list[Path] = [given]
    if os.path.isdir(given):
        options.refuse_compile_options(arguments)
        page = Path(arguments.page) if arguments.page else given / "report.html"
        with locked(given, console):
            content = read_folder(given)
    else:
        page = Path(arguments.page or "report.html")
        with tempfile.TemporaryDirectory(prefix="dfgen-report-") as folder:
            compiled = compile_aloud(given, options.compile_options(arguments), console)
            inputs += compiled.inputs.values()
            write_folder(Path(folder), compiled.files)
            content = read_folder(Path(folder))
    write_file(page, render_page(content).encode(), "Name another file with -o.", inputs)
    console.step(f"wrote {page}: open it in a browser")
    return 0
