# SPDX-License-Identifier: Apache-2.0
"""Run a graph's program here, compiling and building it first as needed; it becomes this process."""

from __future__ import annotations

import argparse

from dfgen.build.run import become_program, program_command
from dfgen.cli import build, options
from dfgen.cli.console import Console

NAME = "run"
HELP = "compile, build and run a graph or a compiled folder"


def configure(parser: argparse.ArgumentParser) -> None:
    build.add_target(parser)
    group = parser.add_argument_group("running", "NAME=VALUE after '--' are options that actors read.")
    group.add_argument(
        "-n", "--iterations", metavar="N", type=options.count_from_zero, help="iterations (default: no end)"
    )
    group.add_argument("--json", action="store_true", help="print the figures of the run as JSON")
    options.add_compile_options(parser, platform="host")
    build.add_build_options(parser)
    parser.set_defaults(program_options=[])
    parser.usage = "dfgen run GRAPH|DIR [options] [-- NAME=VALUE ...]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    program = build.built_program(arguments, console, native=True)
    command = program_command(
        program,
        iterations=arguments.iterations,
        options=arguments.program_options,
        json=arguments.json,
        quiet=console.verbosity < 0,
    )
    console.command(command)
    console.close()
    become_program(command)
