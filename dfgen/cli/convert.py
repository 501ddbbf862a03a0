# SPDX-License-Identifier: Apache-2.0
"""Write a graph in another format: dfgen's own language (.sdf), SDF3 XML (.xml) or DOT for Graphviz (.dot).

The formats are told by the suffixes. `-` as OUT prints the file.

Example: dfgen convert h263.xml h263.sdf
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from dfgen.cli import options
from dfgen.cli.console import Console


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="IN", help="the graph file")
    parser.add_argument("output", metavar="OUT", help="the file to write, or - for standard output")
    parser.add_argument("--to", metavar="FORMAT", help="sdf, sdf3 or dot (default: what the suffix of OUT says)")
    options.add_parameters(parser)


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.build.folder import write_file
    from dfgen.export import FORMATS, format_of, read_source
    from dfgen.frontend.sidecar import sidecar_of

    parser: argparse.ArgumentParser = arguments.parser
    prints = arguments.output == "-"
    target = Path(arguments.output)
    formats = {known.name: known for known in FORMATS}
    wanted = formats.get(arguments.to) if arguments.to else format_of(target)
    if wanted is None:
        what = f"there is no format '{arguments.to}'" if arguments.to else f"'{target}' names no format by its suffix"
        parser.error(f"{what}: use --to with one of {', '.join(formats)}")
    if not prints and all(map(os.path.exists, (target, arguments.graph))) and target.samefile(arguments.graph):
        parser.error("OUT is IN: name another file")
    source = read_source(Path(arguments.graph), options.given(arguments))
    written = wanted.write(source, Path() if prints else target.parent)
    for note in (*source.imported.notes, *written.notes):
        console.note(note)
    if source.imported.unit_assumed:
        console.note("times come without a unit and are written as ns: where they count something else, change them")
    sidecar = sidecar_of(source.path)
    if sidecar.exists():
        console.note(
            f"what {sidecar.name} says of FIFOs and actors is not in the new file: a copy beside it would say it"
        )
    if prints:
        console.file(written.text)
    else:
        write_file(target, written.text.encode(), inputs=source.files)
        console.step(f"wrote {target}")
    return 0
