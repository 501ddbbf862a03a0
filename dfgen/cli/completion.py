# SPDX-License-Identifier: Apache-2.0
"""Print what makes a shell complete commands and options of dfgen.

bash: dfgen completion bash > ~/.local/share/bash-completion/completions/dfgen

zsh: dfgen completion zsh > _dfgen, in a folder of $fpath

fish: dfgen completion fish > ~/.config/fish/completions/dfgen.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dfgen.cli.console import Console


@dataclass(frozen=True)
class _Option:
    names: tuple[str, ...]
    help: str
    takes_value: bool


@dataclass(frozen=True)
class _Command:
    """`words`: what its argument may be, where it is one of a few; else it is a file."""

    name: str
    help: str
    options: tuple[_Option, ...]
    words: tuple[str, ...]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=tuple(_SCRIPTS), help="bash, zsh or fish")


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.cli.main import COMMANDS, make_parser

    parser = make_parser(list(COMMANDS))
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    found = [_command(name, COMMANDS[name], inner) for name, inner in commands.choices.items()]
    console.result("\n".join(_SCRIPTS[arguments.shell](found)))
    return 0


def _command(name: str, help: str, parser: argparse.ArgumentParser) -> _Command:
    options = [action for action in parser._actions if action.option_strings and action.help != argparse.SUPPRESS]
    words = [str(word) for action in parser._actions if not action.option_strings for word in action.choices or ()]
    return _Command(name, help, tuple(map(_option, options)), tuple(words))


def _option(action: argparse.Action) -> _Option:
    return _Option(tuple(action.option_strings), (action.help or "").replace("%%", "%"), action.nargs != 0)


def _quoted(text: str) -> str:
    """For all three shells, in one pair of quotes."""
    return "'" + text.replace("\\", " ").replace("'", " ") + "'"


def _bash(commands: list[_Command]) -> Iterator[str]:
    names = " ".join(command.name for command in commands)
    yield "_dfgen() {"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} options= words="
    yield f"    ((COMP_CWORD > 1)) || words={_quoted(names)}"
    yield "    case ${COMP_WORDS[1]} in"
    for command in commands:
        options = " ".join(name for option in command.options for name in option.names)
        yield f"    {command.name}) options={_quoted(options)} words=${{words:-{' '.join(command.words)}}} ;;"
    yield "    esac"
    yield "    if [[ $word == -* ]]; then"
    yield '        COMPREPLY=($(compgen -W "${options:---help --version}" -- "$word"))'
    yield "    elif [[ $words ]]; then"
    yield '        COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield "    else"
    yield '        COMPREPLY=($(compgen -f -- "$word"))'
    yield "    fi"
    yield "}"
    yield "complete -o filenames -F _dfgen dfgen"


def _zsh(commands: list[_Command]) -> Iterator[str]:
    def text(words: str) -> str:
        return words.replace("[", "(").replace("]", ")").replace(":", " ")

    yield "#compdef dfgen"
    yield "_dfgen() {"
    yield "    if ((CURRENT == 2)); then"
    yield "        local -a commands=("
    for command in commands:
        yield f"            {_quoted(f'{command.name}:{text(command.help)}')}"
    yield "        )"
    yield "        _describe command commands"
    yield "        return"
    yield "    fi"
    yield "    case $words[2] in"
    for command in commands:
        yield f"    {command.name})"
        yield "        _arguments \\"
        for option in command.options:
            value = ":value:_files" if option.takes_value else ""
            for name in option.names:
                yield f"            {_quoted(f'*{name}[{text(option.help)}]{value}')} \\"
        words = f"({' '.join(command.words)})" if command.words else "_files"
        yield f"            {_quoted(f'*:argument:{words}')} ;;"
    yield "    esac"
    yield "}"
    yield '[[ $zsh_eval_context[-1] == loadautofunc ]] && _dfgen "$@" || compdef _dfgen dfgen'


def _fish(commands: list[_Command]) -> Iterator[str]:
    for command in commands:
        yield f"complete -c dfgen -n __fish_use_subcommand -f -a {command.name} -d {_quoted(command.help)}"
    for command in commands:
        seen = f"complete -c dfgen -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            yield f"{seen} -f -a {_quoted(' '.join(command.words))}"
        for option in command.options:
            names = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names)
            yield f"{seen} {names} {'-r ' if option.takes_value else ''}-d {_quoted(option.help)}"


_SCRIPTS: Mapping[str, Callable[[list[_Command]], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
