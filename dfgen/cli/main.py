# SPDX-License-Identifier: Apache-2.0
"""The command `dfgen`: parses, calls the command's module, and turns every way to end into an exit status.

0 done, 1 the user's mistake, 2 wrong usage, 3 our bug, 130 interrupted, 141 nobody reads the output any more, 143
terminated.
"""

from __future__ import annotations

import argparse
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any

from dfgen import __version__
from dfgen.cli.console import Console, OutputLost
from dfgen.cli.crash import crash_message
from dfgen.cli.shortage import shortage
from dfgen.cli.start import INTERRUPTED, leave
from dfgen.model.diagnostics import UserError, fail
from dfgen.model.likeness import nearest, suggestion
from dfgen.model.shell_words import in_quotes
from dfgen.paths import PACKAGE

# In the order of the help. Each is a module here: its docstring says more, `configure(parser)` adds the arguments, and
# `execute(arguments, console)` gives the exit status. Only those are imported whose names are among the arguments.
COMMANDS: Mapping[str, str] = {
    "check": "check a graph and count its firings",
    "analyze": "find exact throughput, smallest buffers and looped schedules",
    "convert": "write a graph in another format",
    "format": "lay out graph files anew",
    "compile": "compile a graph to a folder of C",
    "build": "build the program of a graph or a compiled folder",
    "run": "compile, build and run a graph or a compiled folder",
    "set": "set live parameters of a running program",
    "annotate": "show how the bytes of FIFOs get across, or annotate them",
    "tune": "measure strategies and annotate with the fastest",
    "profile": "measure where the time of a program goes",
    "report": "write a page of HTML that shows a program",
    "explore": "simulate a program on the caches of other machines",
    "lsp": "serve editors: diagnostics, completion, definitions",
    "calibrate": "measure what moving bytes costs on this machine",
    "completion": "print a script that completes commands in a shell",
    "doctor": "list what this machine has that dfgen can use",
}

# Most objects of a compiler live until it ends: to look through them again and again takes longer than it is worth.
OBJECTS_BETWEEN_COLLECTIONS = 1_000_000

SAME_REQUEST_S = 0.2

USER_ERROR, INTERNAL_ERROR, PIPE_CLOSED, TERMINATED = 1, 3, 141, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status. Without `arguments` this is the program, and the process is its own."""
    if arguments is None:
        gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        parsed = _parse(given)
    except OutputLost as lost:
        return _without_output(lost, Console())
    console = Console(parsed.verbose - parsed.quiet)
    _clean_up_when_terminated()
    try:
        return _execute(parsed, console, given)
    finally:
        console.close()


class _EndRequest:
    """The handler of SIGINT and SIGTERM, which end dfgen as an exception does, so that what it began is not left lying
    about. Signals that come within `SAME_REQUEST_S` of the first do not end that work: `timeout` sends two.
    """

    def __init__(self) -> None:
        self.first_s: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        now_s = time.monotonic()
        if self.first_s is not None and now_s < self.first_s + SAME_REQUEST_S:
            return
        self.first_s = now_s if self.first_s is None else self.first_s
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        sys.exit(TERMINATED)


def _clean_up_when_terminated() -> None:
    if threading.current_thread() is not threading.main_thread():
        return
    request = _EndRequest()
    usual = {signal.SIGTERM: (signal.SIG_DFL,), signal.SIGINT: (signal.default_int_handler, leave)}
    for number, handlers in usual.items():
        if signal.getsignal(number) in handlers:
            signal.signal(number, request)


def _execute(parsed: argparse.Namespace, console: Console, given: Sequence[str]) -> int:
    try:
        _require_readable_names(parsed)
        return int(parsed.execute(parsed, console))
    except UserError as error:
        console.errors(error.diagnostics)
        return USER_ERROR
    except OutputLost as lost:
        return _without_output(lost, console)
    except KeyboardInterrupt:
        console.message("dfgen: interrupted")
        return INTERRUPTED
    except Exception as error:
        short = shortage(error)
        if short is not None:
            console.errors([short])
            return USER_ERROR
        console.message(crash_message(error, given))
        return INTERNAL_ERROR


def _require_readable_names(parsed: argparse.Namespace) -> None:
    """Names of files go into generated C, CMake and JSON, which are UTF-8; Linux allows any bytes in them."""
    values = (value for name, value in vars(parsed).items() if name != "program_options")
    try:
        folder = os.getcwd()
    except FileNotFoundError:
        raise fail("file-unreadable", "the current folder is gone", None, "Change to one that exists.") from None
    for word in (*(value for value in values if isinstance(value, str)), folder):
        try:
            word.encode()
        except UnicodeEncodeError:
            hint = "Rename it; where it is UTF-8, set LC_ALL to a locale that says so, such as C.UTF-8."
            raise fail("file-unreadable", f"the name {in_quotes(word)} is not UTF-8 here", None, hint) from None


def _parse(given: list[str]) -> argparse.Namespace:
    """What follows `--` is for the program that `run` starts; argparse cannot keep it apart by itself."""
    ours, rest = (given[: given.index("--")], given[given.index("--") + 1 :]) if "--" in given else (given, [])
    parser = make_parser(ours)
    _refuse_unknown_command(parser, ours)
    parsed, late = parser.parse_known_args(ours)
    repeatable = [name for name in ("settings", "patterns") if hasattr(parsed, name)]
    if late and (any(word.startswith("-") for word in late) or not repeatable):
        assigned = hasattr(parsed, "program_options") and any("=" in word and word[0] != "-" for word in late)
        hint = " (what actors read goes behind --)" if assigned else _meant(late, parsed.parser)
        if not repeatable and not assigned:
            hint = _no_value(ours, late[0], parsed.parser) or hint
        parsed.parser.error(f"unrecognized arguments: {' '.join(late)}{hint}")
    for name in repeatable:  # argparse takes no second helping of positional arguments behind an option
        setattr(parsed, name, [*getattr(parsed, name), *late])
    if any(map(_is_empty, ours)):
        parsed.parser.error("an argument is empty: did a variable of the shell have no value?")
    if rest and not hasattr(parsed, "program_options"):
        parsed.parser.error(f"nothing can follow '--' here: {' '.join(rest)}")
    parsed.program_options = rest
    return parsed


def _refuse_unknown_command(parser: argparse.ArgumentParser, given: Sequence[str]) -> None:
    command = next((word for word in given if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        hint = suggestion(command, COMMANDS, "'dfgen --help' lists them.")
        parser.error(f"there is no command '{command}'. {hint}")


def _is_empty(word: str) -> bool:
    """A name of nothing, or an option with one, would be taken for the option's default, or for the current folder."""
    return not word or (word.startswith("--") and word.find("=") == len(word) - 1)


def _no_value(given: Sequence[str], word: str, parser: argparse.ArgumentParser) -> str:
    """That the option before the word takes none."""
    before = given[given.index(word) - 1]
    action = parser._option_string_actions.get(before)
    is_value = word == "-" or not word.startswith("-")
    return f" ({before} takes no value)" if is_value and action is not None and action.nargs == 0 else ""


def _meant(late: Sequence[str], parser: argparse.ArgumentParser) -> str:
    """The option that the first unknown one may stand for."""
    unknown = next((word.partition("=")[0] for word in late if word.startswith("-")), "")
    if unknown in parser._option_string_actions:
        return f" (what belongs to a command goes behind its name: {parser.prog} {unknown})"
    # The dashes, which all have, say nothing of which one is meant.
    options = {option.lstrip("-"): option for option in parser._option_string_actions}
    near = nearest(unknown.lstrip("-"), options)
    return f". Did you mean '{options[near]}'?" if near else ""


def make_parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """With the arguments of those commands that are among the words of `given`."""
    parser = _Parser(
        prog="dfgen",
        description="Compile dataflow graphs and C actors to multicore C programs.",
        epilog="'dfgen COMMAND --help' tells the options of a command.",
        allow_abbrev=False,
        formatter_class=_help_formatter,
    )
    parser.add_argument("--version", action="version", version=f"dfgen {__version__}")
    where = "print where the package of CMake is, for -Ddfgen_DIR="
    parser.add_argument("--cmake-dir", action="version", version=str(PACKAGE / "cmake"), help=where)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, help in COMMANDS.items():
        command = commands.add_parser(name, help=help, allow_abbrev=False, formatter_class=_Paragraphs)
        if name in given:
            _configure(command, import_module(f"dfgen.cli.{name}"))
    return parser


class _Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: Any = None) -> None:
        """argparse drops what it cannot write."""
        if file is sys.stdout:
            Console().result(message)
        else:
            super()._print_message(message, file)


class _Paragraphs(argparse.HelpFormatter):
    """Fills each paragraph of a command's docstring to the width of the terminal, not all of them as one."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n\n".join(super(_Paragraphs, self)._fill_text(each, width, indent) for each in text.split("\n\n"))


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    """With room for the longest command, whose indentation argparse does not count."""
    formatter = argparse.HelpFormatter(prog, indent_increment=1)
    formatter._action_max_length = max(map(len, COMMANDS)) + 2
    return formatter


def _configure(command: argparse.ArgumentParser, module: ModuleType) -> None:
    command.description = module.__doc__
    module.configure(command)
    output = command.add_argument_group("output")
    output.add_argument("-q", "--quiet", action="count", default=0, help="no steps, no notes")
    output.add_argument("-v", "--verbose", action="count", default=0, help="show commands and what they print")
    command.usage = command.usage or short_usage(command)
    command.set_defaults(execute=module.execute, parser=command)


def short_usage(parser: argparse.ArgumentParser) -> str:
    """The positional arguments alone, for the options stand below."""
    words = [str(action.metavar or action.dest) for action in parser._actions if not action.option_strings]
    return " ".join([parser.prog, *words, "[options]"])


def _without_output(lost: OutputLost, console: Console) -> int:
    _drop_output()
    if lost.pipe_closed:
        return PIPE_CLOSED
    console.message(f"dfgen: error: cannot write the result: {lost}")
    return USER_ERROR


def _drop_output() -> None:
    """Let nothing more be written to stdout, also not when Python ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
