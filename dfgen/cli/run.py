# SPDX-License-Identifier: Apache-2.0
"""Run a graph's program here, compiling and building it first as needed; it becomes this process, unless it
runs on several nodes: these are started by the launcher of MPI."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from dfgen.build.launcher import check_hostfile, find_launcher, hosts_of, launch, launch_command
from dfgen.build.run import become_program, program_command
from dfgen.cli import build, options
from dfgen.cli.console import Console
from dfgen.frontend.importers.preesm.run_folder import run_folder
from dfgen.model.diagnostics import fail

TRACE_FILE = "trace.json"


def configure(parser: argparse.ArgumentParser) -> None:
    build.add_target(parser)
    group = parser.add_argument_group("running", "NAME=VALUE after '--' are options that actors read.")
    group.add_argument(
        "-n", "--iterations", metavar="N", type=options.count_from_zero, help="iterations (default: no end)"
    )
    hostfile = "where the nodes of a program for several are, as its launcher reads it (default: as the platform says)"
    group.add_argument("--hostfile", metavar="FILE", type=Path, help=hostfile)
    group.add_argument("--json", action="store_true", help="print the figures of the run as JSON")
    group.add_argument("--control", action="store_true", help="let 'dfgen set' set live parameters of the program")
    options.add_compile_options(parser, platform="host")
    options.refuse_libraries(parser)
    build.add_build_options(parser)
    options.add_native(parser)
    parser.set_defaults(program_options=[])
    parser.usage = "dfgen run GRAPH|DIR [options] [-- NAME=VALUE ...]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    trace, watchdog_ns = TRACE_FILE if arguments.trace else "", None
    if os.path.isdir(arguments.graph):  # what the program itself can do needs no compiler
        watchdog_ns = arguments.watchdog
        arguments.trace = arguments.watchdog = None
    hostfile = arguments.hostfile.absolute() if arguments.hostfile else None
    if hostfile is not None:
        check_hostfile(hostfile)  # what is wrong with it is told before anything is built
    with build.built_folder(arguments, console, native=True) as (generated, program):
        build.refuse_library(program)
        command, folder = _command(program, trace, watchdog_ns, arguments, console)
        hosts = hosts_of(generated)
        if not hosts:
            _refuse_hostfile(arguments.hostfile)
            console.command(command)
            console.close()
            become_program(command, folder)
        command = launch_command(find_launcher(generated / "build"), command, hosts, hostfile)
        console.command(command)
        console.close()
        return launch(command, folder)


def _refuse_hostfile(hostfile: Path | None) -> None:
    if hostfile is not None:
        hint = "Compile it with --nodes, or leave --hostfile out."
        raise fail("option-unknown", "the program runs on one machine, and --hostfile names several", None, hint)


def _command(
    program: Path, trace: str, watchdog_ns: int | None, arguments: argparse.Namespace, console: Console
) -> tuple[list[str], Path | None]:
    """Of one process, and the folder that it runs in, if that is not this one."""
    folder = run_folder(Path(arguments.graph))
    command = program_command(
        program.absolute(),
        iterations=arguments.iterations,
        options=arguments.program_options,
        json=arguments.json,
        quiet=console.verbosity < 0,
        trace=str(Path(trace).absolute()) if trace else "",
        watchdog_ns=watchdog_ns,
        control=arguments.control,
    )
    if trace:
        console.step(f"the trace goes to {trace}; ui.perfetto.dev and chrome://tracing show it")
    if folder is not None:
        console.step(f"running in {folder}, where the project's paths begin")
    return command, folder
