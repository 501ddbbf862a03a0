# SPDX-License-Identifier: Apache-2.0
"""Print what makes a shell complete commands and options of dfgen.

bash: dfgen completion bash > ~/.local/share/bash-completion/completions/dfgen

zsh: dfgen completion zsh > _dfgen, in a folder of $fpath

fish: dfgen completion fish > ~/.config/fish/completions/dfgen.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping

from dfgen.cli.console import Console
from dfgen.model.frozen import frozen

_SUFFIXES = ("sdf", "pi", "scenario", "xml")
"""Of graph files."""
_PLATFORM = "--platform"


@frozen
class _Option:
    """`words`: what its value may be; none where it is a file or a number. `takes_file`: a file beside these words."""

    names: tuple[str, ...]
    help: str
    takes_value: bool
    words: tuple[str, ...]

    @property
    def takes_file(self) -> bool:
        return _PLATFORM in self.names


@frozen
class _Command:
    """`words`: what its argument may be, where it is one of a few; else it is a file, for some a graph file."""

    name: str
    help: str
    options: tuple[_Option, ...]
    words: tuple[str, ...]
    takes_graph: bool


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=tuple(_SCRIPTS), help="bash, zsh or fish")


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.cli.main import COMMANDS, make_parser

    parser = make_parser(list(COMMANDS))
    (commands,) = (a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    values = _values()
    found = [_command(name, COMMANDS[name], inner, values) for name, inner in commands.choices.items()]
    console.result("\n".join(_SCRIPTS[arguments.shell](found)))
    return 0


def _values() -> Mapping[str, tuple[str, ...]]:
    """What options take that have no choices for argparse: messages tell more of these than it would."""
    from dfgen.analysis.throughput import METHODS
    from dfgen.chosen import STAGES
    from dfgen.export import FORMATS
    from dfgen.mapping.fusing import FUSIONS
    from dfgen.mapping.helping import HELPING
    from dfgen.mapping.mappers import MAPPERS
    from dfgen.memory.strategies import STRATEGIES

    strategies = tuple(STRATEGIES)
    return {
        "--mapper": tuple(MAPPERS),
        "--fuse": FUSIONS,
        "--help-others": HELPING,
        "--dump": STAGES,
        "--method": tuple(METHODS),
        "--to": tuple(known.name for known in FORMATS),
        "--transfer": strategies,
        "--strategies": strategies,
        "--compare": strategies,
        _PLATFORM: ("default", "host"),
    }


def _command(name: str, help: str, parser: argparse.ArgumentParser, values: Mapping[str, tuple[str, ...]]) -> _Command:
    options = [action for action in parser._actions if action.option_strings and action.help != argparse.SUPPRESS]
    words = [str(word) for action in parser._actions if not action.option_strings for word in action.choices or ()]
    takes_graph = any(action.dest == "graph" for action in parser._actions)
    return _Command(name, help, tuple(_option(action, values) for action in options), tuple(words), takes_graph)


def _option(action: argparse.Action, values: Mapping[str, tuple[str, ...]]) -> _Option:
    names = tuple(action.option_strings)
    known = next((values[name] for name in names if name in values), ())
    words = tuple(map(str, action.choices or known))
    return _Option(names, (action.help or "").replace("%%", "%"), action.nargs != 0, words)


def _quoted(text: str) -> str:
    """For all three shells, in one pair of quotes."""
    return "'" + text.replace("\\", " ").replace("'", " ") + "'"


def _bash(commands: list[_Command]) -> Iterator[str]:
    names = " ".join(command.name for command in commands)
    yield "_dfgen() {"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} options= words= graph= files= suffix"
    yield f"    ((COMP_CWORD > 1)) || words={_quoted(names)}"
    yield "    case ${COMP_WORDS[1]} in"
    for command in commands:
        options = " ".join(name for option in command.options for name in option.names)
        words, graph = " ".join(command.words), "yes" if command.takes_graph else ""
        yield f"    {command.name}) options={_quoted(options)} words=${{words:-{words}}} graph={graph} ;;"
    yield "    esac"
    yield '    [[ " ${COMP_WORDS[*]:0:COMP_CWORD} " != *" -- "* ]] || graph='
    yield "    case ${COMP_WORDS[COMP_CWORD - 1]} in"
    for option in {option.names: option for command in commands for option in command.options if option.words}.values():
        files = "yes" if option.takes_file else ""
        yield f"    {'|'.join(option.names)}) words={_quoted(' '.join(option.words))} files={files} ;;"
    yield "    -*) graph= ;;"
    yield "    esac"
    yield "    if [[ $word == -* ]]; then"
    yield '        COMPREPLY=($(compgen -W "${options:---help --version}" -- "$word"))'
    yield "    elif [[ $words ]]; then"
    yield '        COMPREPLY=($(compgen -W "$words" -- "$word"))'
    yield '        [[ -z $files ]] || COMPREPLY+=($(compgen -f -- "$word"))'
    yield "    elif [[ $graph ]]; then"
    yield '        COMPREPLY=($(compgen -d -- "$word"))'
    yield f"        for suffix in {' '.join(_SUFFIXES)}; do"
    yield '            COMPREPLY+=($(compgen -f -X "!*.$suffix" -- "$word"))'
    yield "        done"
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
            value = f":value:{_zsh_values(option)}" if option.takes_value else ""
            for name in option.names:
                yield f"            {_quoted(f'*{name}[{text(option.help)}]{value}')} \\"
        graphs = f'_files -g "*.({"|".join(_SUFFIXES)})"' if command.takes_graph else "_files"
        words = f"({' '.join(command.words)})" if command.words else graphs
        yield f"            {_quoted(f'*:argument:{words}')} ;;"
    yield "    esac"
    yield "}"
    yield '[[ $zsh_eval_context[-1] == loadautofunc ]] && _dfgen "$@" || compdef _dfgen dfgen'


def _zsh_values(option: _Option) -> str:
    words = " ".join(option.words)
    if option.takes_file:
        return f"{{compadd {words}; _files}}"
    return f"({words})" if words else "_files"


def _fish(commands: list[_Command]) -> Iterator[str]:
    yield "function __dfgen_graphs"
    graphs = f".*(?:/|[.](?:{'|'.join(_SUFFIXES)}))(?:\\t.*)?$"
    yield f"    __fish_complete_path (commandline -ct) | string match -r '{graphs}'"
    yield "end"
    for command in commands:
        yield f"complete -c dfgen -n __fish_use_subcommand -f -a {command.name} -d {_quoted(command.help)}"
    for command in commands:
        seen = f"complete -c dfgen -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            yield f"{seen} -f -a {_quoted(' '.join(command.words))}"
        elif command.takes_graph:
            yield f"{seen} -f -a '(__dfgen_graphs)'"
        for option in command.options:
            names = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names)
            needs = "-r " if option.takes_value else ""
            if option.words:
                needs += f"{'-F' if option.takes_file else '-f'} -a {_quoted(' '.join(option.words))} "
            elif option.takes_value:
                needs += "-F "
            yield f"{seen} {names} {needs}-d {_quoted(option.help)}"


_SCRIPTS: Mapping[str, Callable[[list[_Command]], Iterator[str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
