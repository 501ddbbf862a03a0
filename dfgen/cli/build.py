# SPDX-License-Identifier: Apache-2.0
"""Build the program of a graph, or of a folder that 'dfgen compile' wrote; prints where the program is."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import os
from pathlib import Path

from dfgen.build.cache import locked, program_folder
from dfgen.build.toolchain import build_folder, require_buildable
from dfgen.cli import options
from dfgen.cli.compile import compile_into
from dfgen.cli.console import Console

_SANITIZERS = ("address", "undefined", "address,undefined", "thread")


def configure(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    options.add_compile_options(parser, platform="host")
    add_build_options(parser)
    parser.add_argument("--native", action="store_true", help="use every instruction of this machine")
    parser.usage = "dfgen build GRAPH|DIR [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    console.result(str(built_program(arguments, console, native=arguments.native)))
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


def built_program(arguments: argparse.Namespace, console: Console, *, native: bool) -> Path:
    """Compile if the target is a graph, build, and give the program's path."""
    return built_folder(arguments, console, native=native)[1]


def built_folder(arguments: argparse.Namespace, console: Console, *, native: bool) -> tuple[Path, Path]:
    """The same, and the folder before it."""
    target = Path(arguments.graph)
    if os.path.isdir(target):
        options.refuse_compile_options(arguments)
        return target, _build(target, arguments, console, native)
    wanted = options.compile_options(arguments)
    # Several runs of one graph at a time are nothing special, and the user cannot know that they share a folder.
    shared = program_folder(target, dataclasses.asdict(wanted))
    folder = Path(arguments.output) if arguments.output else shared
    require_buildable(folder)
    with contextlib.nullcontext() if arguments.output else locked(shared):
        compile_into(folder, target, wanted, console)
        return folder, _build(folder, arguments, console, native)


def _build(folder: Path, arguments: argparse.Namespace, console: Console, native: bool) -> Path:
    build_type = "Debug" if arguments.debug else "Release"
    return build_folder(folder, native=native, build_type=build_type, sanitize=arguments.sanitize, reporter=console)
