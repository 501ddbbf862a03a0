# SPDX-License-Identifier: Apache-2.0
"""Set live parameters of a program that runs with '--control', all at once: from one iteration on."""

from __future__ import annotations

import argparse

from dfgen.cli.console import Console
from dfgen.control import set_parameters


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "program", metavar="PID|DIR", help="the number of its process, or the folder that it was built in"
    )
    parser.add_argument(
        "assignments", metavar="NAME=VALUE", nargs="+", type=_assignment, help="a parameter and its value"
    )


def _assignment(text: str) -> str:
    if "=" not in text or "\n" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return text


def execute(arguments: argparse.Namespace, console: Console) -> int:
    set_parameters(arguments.program, arguments.assignments)
    return 0
