# SPDX-License-Identifier: Apache-2.0
"""The pages that are made from dfgen itself: its commands, and its messages."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping
from importlib import import_module

from dfgen.cli.main import COMMANDS, short_usage
from dfgen.model.diagnostics import IDS

NOTICE = "<!-- Made from dfgen itself by `pytest tests/documents --update-golden`. -->"
COMPILING = "compiling"
COMMANDS_HEAD = """\
# Commands

Results go to standard output, steps and notes to standard error. The exit status is 0 if all is done, 1 after a
mistake of yours (with a [message](messages.md)), 2 after wrong usage, 3 after a bug of dfgen, 130 after Ctrl-C, 143
after SIGTERM. Every command has `-q` (no steps, no notes), `-v` (show commands and what they print) and `--help`.

Programs that are built without `-o`, what was learnt of this machine and of C sources, and translated templates are
kept in the folder `DFGEN_CACHE`, else in `dfgen` in `XDG_CACHE_HOME` or `~/.cache`. `NAME --help` of a program lists
the variables that it reads itself.
"""
MESSAGES_HEAD = """\
# Messages

A message says what is wrong and where, and has an id in brackets; where that does not tell what to do, a line `help:`
does. These are all ids.
Messages that are marked *warning* stop nothing.

    wrong.sdf:12:14: error[call-count]: fire of actor 'show': 'show' is called with 2 arguments, but its prototype has 1

`python -m tests.documents.messages` prints the texts of all messages on one page.
"""

Options = Mapping[str, str]
"""What the help says, by the option as it is written."""


def messages_page() -> str:
    rows = [f"| `{id}` | {_plain(meaning).replace('warning:', '*warning*:')} |" for id, meaning in sorted(IDS.items())]
    return "\n".join([NOTICE, MESSAGES_HEAD, "| id | |", "| --- | --- |", *rows]) + "\n"


def commands_page() -> str:
    of_compile = _groups(_parser("compile"))[COMPILING]
    return "\n".join([NOTICE, COMMANDS_HEAD, *(line for name in COMMANDS for line in _command(name, of_compile))])


def _parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"dfgen {name}", add_help=False)
    import_module(f"dfgen.cli.{name}").configure(parser)
    return parser


def _command(name: str, of_compile: Options) -> Iterator[str]:
    parser, about = _parser(name), import_module(f"dfgen.cli.{name}").__doc__ or ""
    yield f"## {name}\n"
    yield f"    {' '.join((parser.usage or short_usage(parser)).split())}\n"
    yield from (f"{_plain(paragraph)}\n" for paragraph in about.split("\n\n"))
    for title, options in _groups(parser).items():
        if title == COMPILING and name != "compile":
            yield from _compiling(options, of_compile)
        elif options:
            yield f"**{title.removeprefix('positional ').capitalize()}**\n"
            yield from (f"- {option}: {help}" for option, help in options.items())
            yield ""


def _compiling(options: Options, of_compile: Options) -> Iterator[str]:
    """What differs from the options of `compile`."""
    without = [option for option in of_compile if option not in options]
    other = [f"- {option}: {help}" for option, help in options.items() if of_compile.get(option) != help]
    said = f", except {', '.join(without)}" if without else ""
    yield f"**Compiling**: the options of [compile](#compile){said}{'. But:' if other else '.'}\n"
    yield from (*other, "") if other else ()


def _groups(parser: argparse.ArgumentParser) -> dict[str, Options]:
    return {
        group.title or "": {_option(action): _plain(_help(parser, action)) for action in shown}
        for group in parser._action_groups
        if (shown := [action for action in group._group_actions if action.help != argparse.SUPPRESS])
    }


def _option(action: argparse.Action) -> str:
    if not action.option_strings:
        return f"`{_metavar(action)}`"
    value = "" if action.nargs == 0 else f" {_metavar(action)}"
    return ", ".join(f"`{name}{value}`" for name in action.option_strings)


def _metavar(action: argparse.Action) -> str:
    name = action.metavar or "{" + ",".join(map(str, action.choices or [action.dest])) + "}"
    assert isinstance(name, str)
    return f"[{name} ...]" if action.nargs == "*" else f"[{name}]" if action.nargs == "?" else name


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return (action.help or "") % {**vars(action), "prog": parser.prog}


def _plain(text: str) -> str:
    """As one paragraph of Markdown, in which no character means more than itself."""
    return re.sub(r"([*_<>|\[\]])", r"\\\1", " ".join(text.split()))
