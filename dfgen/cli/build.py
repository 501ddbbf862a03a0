# SPDX-License-Identifier: Apache-2.0
"""Build the program of a graph, or of a folder that 'dfgen compile' wrote; prints where the program is."""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dfgen.build.cache import program_folder
from dfgen.build.lock import locked
from dfgen.build.toolchain import build_folder
from dfgen.cli import options
from dfgen.cli.compile import compile_aloud, write_compiled
from dfgen.cli.console import Console

_SANITIZERS = ("address", "undefined", "address,undefined", "thread")


def configure(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    options.add_compile_options(parser, platform="host")
    add_build_options(parser)
    options.add_native(parser, "use every instruction of this machine")
    parser.usage = "dfgen build GRAPH|DIR [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    with built_folder(arguments, console, native=arguments.native) as (_, program):
        console.result(str(program))
    return 0


def add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="GRAPH|DIR", help="a graph file, or a folder that 'dfgen compile' wrote")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder for a graph's C (default: a cache)")


def add_build_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("building")
    group.add_argument("--debug", action="store_true", help="build for a debugger instead of for speed")
    what = "stop at memory errors (address), undefined behaviour (undefined), both (address,undefined)"
    what += " or data races (thread)"
    group.add_argument("--sanitize", choices=_SANITIZERS, metavar="WHAT", help=what)


@contextmanager
def built_folder(arguments: argparse.Namespace, console: Console, *, native: bool) -> Iterator[tuple[Path, Path]]:
    """Compile if the target is a graph, and build: the folder and its program, both kept as they are inside of the
    `with`, or until this process becomes the program."""
    target = Path(arguments.graph)
    if os.path.isdir(target):
        options.refuse_compile_options(arguments)
        with locked(target, console):
            yield target, _build(target, arguments, console, native)
        return
    wanted = options.compile_options(arguments)
    folder = Path(arguments.output) if arguments.output else program_folder(target, dataclasses.asdict(wanted))
    compiled = compile_aloud(target, wanted, console)
    with locked(folder, console):
        write_compiled(folder, target, wanted, compiled, console)
        yield folder, _build(folder, arguments, console, native)


def _build(folder: Path, arguments: argparse.Namespace, console: Console, native: bool) -> Path:
    build_type = "Debug" if arguments.debug else "Release"
    return build_folder(folder, native=native, build_type=build_type, sanitize=arguments.sanitize, reporter=console)
