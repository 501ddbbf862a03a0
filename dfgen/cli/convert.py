# SPDX-License-Identifier: Apache-2.0
"""Write a graph in another format: dfgen's own language (.sdf), SDF3 XML (.xml) or DOT for Graphviz (.dot).

The formats are told by the suffixes. `-` as OUT prints the file.

Example: dfgen convert h263.xml h263.sdf
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.model.diagnostics import some_of

if TYPE_CHECKING:
    from dfgen.export import Source


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="IN", help="the graph file")
    parser.add_argument("output", metavar="OUT", help="the file to write, or - for standard output")
    parser.add_argument("--to", metavar="FORMAT", help="sdf, sdf3 or dot (default: what the suffix of OUT says)")
    options.add_parameters(parser)
    options.add_time_unit(parser, default="ns for scenarios, else none")


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.build.folder import write_file
    from dfgen.export import FORMATS, format_of, read_source

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
    source = read_source(Path(arguments.graph), options.given(arguments), arguments.time_unit)
    written = wanted.write(source, Path() if prints else target.parent)
    for note in (*source.imported.notes, *written.notes, *_time_notes(source), *_sidecar_notes(source)):
        console.note(note)
    if prints:
        console.file(written.text)
    else:
        write_file(target, written.text.encode(), inputs=source.files)
        console.step(f"wrote {target}")
    return 0


def _time_notes(source: Source) -> Iterator[str]:
    if source.graph.unit_assumed and source.graph.has_times_without_unit:
        yield "times come without a unit and are written as ns; --time-unit says another"
    several: dict[str, list[str]] = {}
    for actor in source.graph.actors:
        if len({time for _, time in actor.core_times}) > 1:
            taken = next((type for type, time in actor.core_times if actor.times == (time,)), "")
            several.setdefault(taken, []).append(actor.name)
    for type, names in several.items():
        which = f"that of type '{type}' alone" if type else "the one of no type alone"
        yield f"times by type of core: the new file has {which} for {some_of(names)}"


def _sidecar_notes(source: Source) -> Iterator[str]:
    """What the new file does not say."""
    from dfgen.frontend.sidecar import load_sidecar, sidecar_of

    tables, has_times = load_sidecar(source.path), source.graph.time_unit is not None
    if any(table.time_ns is None or table.pure is not None or not has_times for table in tables):
        name = sidecar_of(source.path).name
        what = "FIFOs and actors, except times," if has_times else "FIFOs and actors"
        yield f"what {name} says of {what} is not in the new file: a copy beside it would say it"
