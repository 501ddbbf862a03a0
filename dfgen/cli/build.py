# SPDX-License-Identifier: Apache-2.0
"""Build the program of a graph, or of a folder that 'dfgen compile' wrote; prints where the program is."""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from dfgen.build.cache import program_folder
from dfgen.build.cross import for_target
from dfgen.build.lock import locked
from dfgen.build.toolchain import NO_FLAGS, build_folder, require_buildable
from dfgen.cli import options
from dfgen.cli.compile import compile_aloud, write_compiled
from dfgen.cli.console import Console
from dfgen.model.diagnostics import fail

_SANITIZERS = ("address", "undefined", "address,undefined", "thread")


def configure(parser: argparse.ArgumentParser) -> None:
    add_target(parser)
    options.add_compile_options(parser, platform="host")
    add_build_options(parser)
    options.add_native(parser, "use every instruction of this machine")
    toolchain = "build for another machine, as this toolchain file of CMake says; the platform is 'default' then"
    parser.add_argument("--toolchain", metavar="FILE", type=Path, help=toolchain)
    parser.usage = "dfgen build GRAPH|DIR [options]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    toolchain: Path | None = arguments.toolchain
    if toolchain is not None:
        _prepare_for(toolchain, arguments)
    with (
        for_target(toolchain) as flags,
        built_folder(arguments, console, native=arguments.native, flags=flags) as (_, program),
    ):
        console.result(str(program))
    return 0


def _prepare_for(toolchain: Path, arguments: argparse.Namespace) -> None:
    """This machine is not the one that the program runs on."""
    if arguments.native or arguments.platform == "host":
        option = "--native" if arguments.native else "--platform host"
        hint = f"Leave it out; flags of the compiler stand in '{toolchain}', and --platform takes a file."
        raise fail("option-unknown", f"{option} means this machine, and --toolchain another one", None, hint)
    arguments.default_platform = "default"


def add_target(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="GRAPH|DIR", help="a graph file, or a folder that 'dfgen compile' wrote")
    parser.add_argument("-o", "--output", metavar="DIR", help="the folder for a graph's C (default: a cache)")


def add_build_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("building")
    group.add_argument("--debug", action="store_true", help="build for a debugger instead of for speed")
    what = "stop at memory errors (address), undefined behaviour (undefined), both (address,undefined)"
    what += " or data races (thread)"
    group.add_argument("--sanitize", choices=_SANITIZERS, metavar="WHAT", help=what)


def refuse_nothing(folder: Path) -> None:
    """What is asked of a generated folder before it is built, by those who build any."""


@contextmanager
def built_folder(
    arguments: argparse.Namespace,
    console: Console,
    *,
    native: bool,
    flags: Mapping[str, str] = NO_FLAGS,
    require: Callable[[Path], None] = refuse_nothing,
    reword: Callable[[str], str] = str,
) -> Iterator[tuple[Path, Path]]:
    """Compile if the target is a graph, and build with these variables of CMake: the folder and its program, both kept
    as they are inside of the `with`, or until this process becomes the program. `require` may refuse the folder, before
    it takes time to build; `reword` gives notes of compiling as they are told."""
    target = Path(arguments.graph)
    if os.path.isdir(target):
        options.refuse_compile_options(arguments)
        with locked(target, console):
            require(target)
            yield target, build_program(target, arguments, console, native, flags)
        return
    wanted = options.compile_options(arguments)
    folder = (
        Path(arguments.output) if arguments.output else program_folder(target, {**dataclasses.asdict(wanted), **flags})
    )
    require_buildable(folder)
    compiled = compile_aloud(target, wanted, console, reword)
    with locked(folder, console):
        write_compiled(folder, target, wanted, compiled, console)
        require(folder)
        yield folder, build_program(folder, arguments, console, native, flags)


def build_program(
    folder: Path, arguments: argparse.Namespace, console: Console, native: bool, flags: Mapping[str, str] = NO_FLAGS
) -> Path:
    build_type = "Debug" if arguments.debug else "Release"
    return build_folder(
        folder, native=native, build_type=build_type, sanitize=arguments.sanitize, flags=flags, reporter=console
    )


def refuse_library(program: Path) -> None:
    """The system starts a shared library, too, which has nothing to begin with."""
    if program.suffix in (".so", ".a"):
        hint = "It is called by other programs, which can be run: the header in its folder 'include' tells how."
        raise fail("library-option", f"'{program.name}' is a library, and no program to run", None, hint)
