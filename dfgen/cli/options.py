# SPDX-License-Identifier: Apache-2.0
"""The options that several commands share, and the compiler's options made from them."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dfgen.model.frozen import frozen
from dfgen.model.numerals import DECIMAL, INTEGER, integer_of, too_long

if TYPE_CHECKING:
    from dfgen.frontend.importers.imported import Given
    from dfgen.memory.strategies.contract import Strategy
    from dfgen.pipeline import CompileOptions

COUNT_MAX = (1 << 64) - 1
"""Of what a generated program counts."""

_TIMES_NS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "min": 60 * 10**9}
_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}


def add_graph(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="GRAPH", help="the graph file: .sdf, .pi, .scenario or .xml (SDF3)")


def add_parameters(parser: Any, values: Callable[[str], Any] | None = None) -> None:
    """`values`: what a command takes in place of NAME=VALUE."""
    parser.add_argument(
        "-p",
        "--parameter",
        dest="parameters",
        metavar="NAME=VALUE" if values is None else "NAME=VALUE[,VALUE...]",
        action="append",
        type=values or parameter,
        help="another value for a parameter of the graph"
        if values is None
        else "another value for a parameter of the graph, or several that must not change what comes out",
    )
    parser.add_argument(
        "--include",
        dest="include_folders",
        metavar="FOLDER",
        action="append",
        type=folder,
        help="also look for imported files in this folder; can be repeated",
    )


def given(arguments: argparse.Namespace) -> Given:
    """What the user says of the graph file."""
    from dfgen.frontend.importers.imported import Given

    return Given(each_once(arguments), arguments.include_folders or ())


def each_once(arguments: argparse.Namespace) -> dict[str, Any]:
    """The value of each parameter, or its list of values. Ends with a usage error where one has two of that: whichever
    counted, the other would not."""
    found: dict[str, Any] = {}
    for name, value in arguments.parameters or ():
        if found.setdefault(name, value) != value:
            both = (",".join(map(str, v)) if isinstance(v, tuple) else v for v in (found[name], value))
            arguments.parser.error("parameter '{}' has two values: {} and {}".format(name, *both))
    return found


def _with_options(strategy: Strategy) -> str:
    options = ", ".join(f"{name}={'|'.join(option.values)}" for name, option in strategy.options.items())
    return f"{strategy.name}({options})" if options else strategy.name


def add_compile_options(
    parser: argparse.ArgumentParser, platform: str, values: Callable[[str], Any] | None = None
) -> None:
    """`platform` is what this command takes where the user names none; `values` what it takes as a parameter's. Options
    not given are None."""
    group = parser.add_argument_group("compiling")
    add_parameters(group, values)
    group.add_argument(
        "--cores", metavar="N", type=count, help="cores to use (default: as many of the platform's as are worth it)"
    )
    nodes = (
        "machines to use, one process each, over MPI, whose compiler is mpicc or what the environment names in MPICC"
    )
    nodes += " (default: as many of the platform's as are worth it)"
    group.add_argument("--nodes", metavar="N", type=count, help=nodes)
    group.add_argument(
        "--platform",
        metavar="NAME",
        help=f"'default' (shipped), 'host' (this machine) or a TOML or JSON file (default: {platform})",
    )
    _add_transfers(group)
    depth = "iterations that may overlap (default: as memory allows)"
    group.add_argument("--depth", metavar="N", type=count, help=depth)
    latency = "iterations that may be in flight together, or how long one may be, such as 20ms"
    group.add_argument("--latency", metavar="N|TIME", type=count_or_duration, help=latency)
    group.add_argument("--memory", metavar="SIZE", type=size, help="most memory the program may take, such as 512M")
    goals = "how small FIFOs are to be: min, max-throughput, a period, or a file of 'analyze --buffers --json'"
    group.add_argument("--buffers", metavar="GOAL", help=goals)
    mapper = "what places actors on cores: auto (the default), balance, pipeline, staged, footprint, list, exact, fixed"
    group.add_argument("--mapper", metavar="NAME", help=mapper)
    search = "how long the mapper exact may search (default: 30s)"
    group.add_argument("--mapper-time", metavar="TIME", type=duration_ns, help=search)
    fusion = "small actors that take turns in one loop: auto (where it pays, the default), all, none"
    group.add_argument("--fuse", metavar="WHICH", help=fusion)
    helping = "cores that wait run firings of those they wait for: auto (long firings, the default), all, none"
    group.add_argument("--help-others", metavar="WHICH", help=helping)
    pure = "this actor, or all of a pattern, keeps nothing from firing to firing: it may fire on several cores"
    group.add_argument("--pure", metavar="ACTOR", action="append", help=pure)
    contract = "fused multiply-adds: off (the default: the same floats everywhere), on (in an expression), fast"
    group.add_argument("--fp-contract", metavar="WHERE", help=contract)
    group.add_argument("--guard", action="store_const", const=True, help="stop an actor that writes where it may not")
    trace = "let the program record where its time goes; it then has the options --trace FILE and --profile FILE"
    group.add_argument("--trace", action="store_const", const=True, help=trace)
    watchdog = "end the program with status 4 when nothing happens for so long, such as 5s or 500ms"
    group.add_argument("--watchdog", metavar="TIME", type=duration_ns, help=watchdog)
    verify = "compare the bytes after each transfer and end the program where they differ (copy engines are waited for)"
    group.add_argument("--verify-transfers", action="store_const", const=True, help=verify)
    stand_ins = "actors without code read, write, and take the time that the graph states (times X: -- time_scale=X)"
    group.add_argument("--stand-ins", action="store_const", const=True, help=stand_ins)
    library = "a library that other programs call, in place of a program: NAME.h tells how"
    group.add_argument("--library", action="store_const", const=True, help=library)
    pipelined = "a library that is pushed and pulled, while each core runs on a thread of its own"
    group.add_argument("--pipelined", action="store_const", const=True, help=pipelined)
    add_time_unit(group)
    parser.set_defaults(default_platform=platform)


def add_time_unit(group: argparse._ActionsContainer, default: str = "us; of scenarios what fits their actors") -> None:
    unit = f"what a time without unit counts, such as ns or 2us (default: {default})"
    group.add_argument("--time-unit", metavar="TIME", type=time_unit_ns, help=unit)


def _add_transfers(group: argparse._ArgumentGroup) -> None:
    """How bytes get from actor to actor."""
    from dfgen.memory.strategies import STRATEGIES
    from dfgen.memory.strategies.engines import ENGINES

    transfers = ", ".join(_with_options(strategy) for strategy in STRATEGIES.values())
    candidates = ", ".join(strategy.name for strategy in STRATEGIES.values() if strategy.moves)
    group.add_argument(
        "--transfer",
        dest="transfers",
        metavar="[FIFO=]STRATEGY[(OPTION=VALUE)]",
        action="append",
        help=f"how bytes get across the FIFOs that the pattern FIFO names, or all: {transfers}",
    )
    group.add_argument(
        "--transfer-candidates",
        dest="candidates",
        metavar="LIST",
        type=names,
        help=f"some of {candidates}, from which DFGEN_TRANSFER='FIFO=STRATEGY;...' chooses at the start",
    )
    engines = (
        "engines that may copy unasked where that is predicted to gain 10 %%: auto (with platform host, once it is"
    )
    engines += " calibrated, the default), none, or some of " + ",".join(ENGINES)
    group.add_argument("--engines", metavar="WHICH", help=engines)


class _Refused(argparse.Action):
    """Ends with a usage error that says why, which is its constant."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        parser.error(str(self.const))


def refuse(parser: argparse.ArgumentParser, option: str, why: str) -> None:
    """Take an option away that the parser has from those of compiling."""
    parser.conflict_handler = "resolve"
    parser.add_argument_group().add_argument(option, nargs="?", action=_Refused, const=why, help=argparse.SUPPRESS)


def refuse_libraries(parser: argparse.ArgumentParser) -> None:
    """For commands that run the program."""
    for option in ("--library", "--pipelined"):
        refuse(parser, option, "a library is called by other programs: build it with 'dfgen build --library'")


def add_native(
    parser: argparse.ArgumentParser, help: str = "use every instruction of this machine; always on here"
) -> None:
    parser.add_argument("--native", action="store_true", help=help)


def compile_options(arguments: argparse.Namespace) -> CompileOptions:
    from dfgen.pipeline import CompileOptions

    return CompileOptions(
        cores=arguments.cores,
        platform=arguments.platform or arguments.default_platform,
        platform_given=arguments.platform is not None,
        parameters=given(arguments),
        transfers=tuple(arguments.transfers or ()),
        candidates=tuple(arguments.candidates or ()),
        depth=arguments.depth,
        mapper=arguments.mapper or "auto",
        fusion=arguments.fuse or "auto",
        helping=arguments.help_others or "auto",
        fp_contract=arguments.fp_contract or CompileOptions.fp_contract,
        guard=bool(arguments.guard),
        latency_iterations=arguments.latency if isinstance(arguments.latency, int) else None,
        latency_ns=arguments.latency.ns if isinstance(arguments.latency, Duration) else None,
        memory_bytes=arguments.memory,
        pure=tuple(arguments.pure or ()),
        dump=tuple(getattr(arguments, "dump", None) or ()),
        trace=bool(arguments.trace),
        watchdog_ns=arguments.watchdog,
        verify_transfers=bool(arguments.verify_transfers),
        buffers="min" if arguments.buffers == "live" else arguments.buffers,  # as `analyze` calls it
        stand_ins=bool(arguments.stand_ins),
        nodes=arguments.nodes,
        library=bool(arguments.library),
        pipelined=bool(arguments.pipelined),
        engines=arguments.engines,
        time_unit_ns=arguments.time_unit,
        search_s=arguments.mapper_time / 10**9 if arguments.mapper_time else CompileOptions.search_s,
    )


_COMPILE_ARGUMENTS = (
    "parameters", "cores", "nodes", "platform", "transfers", "candidates", "depth", "latency", "memory", "mapper",
    "mapper_time", "fuse", "pure", "fp_contract", "guard", "trace", "watchdog", "verify_transfers", "buffers",
    "stand_ins", "library", "pipelined", "engines", "time_unit", "output",
)  # fmt: skip
_OPTION_OF = {"parameters": "parameter", "transfers": "transfer", "candidates": "transfer-candidates"}


def refuse_compile_options(arguments: argparse.Namespace) -> None:
    """End with a usage error if an option was given that only compiling can obey."""
    names = (name for name in _COMPILE_ARGUMENTS if getattr(arguments, name) is not None)
    given = [_OPTION_OF.get(name, name).replace("_", "-") for name in names]
    if given:
        folder = arguments.graph
        arguments.parser.error(f"'{folder}' is compiled already: --{given[0]} needs the graph file instead")


def parameter(text: str) -> tuple[str, int | float]:
    """`NAME=VALUE` with a number as graph files have it: an integer, unless there is a point or an exponent."""
    found = re.fullmatch(rf"\s*([A-Za-z_]\w*)\s*=\s*([+-]?(?:{INTEGER}|{DECIMAL}))\s*", text, re.ASCII)
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE with a number")
    if message := too_long(found[2]):
        raise argparse.ArgumentTypeError(f"the value of '{found[1]}' is too long: {message}")
    if re.fullmatch(rf"[+-]?{INTEGER}", found[2]):
        return found[1], integer_of(found[2])
    value = float(found[2])
    if isinf(value):
        raise argparse.ArgumentTypeError(f"the value of '{found[1]}' is too large for a double")
    return found[1], value


def parameter_values(text: str) -> tuple[str, tuple[int | float, ...]]:
    """`NAME=VALUE,VALUE,...` with numbers, each once."""
    name, _, values = text.partition("=")
    found = tuple(parameter(f"{name}={value}")[1] for value in values.split(","))
    if len(set(found)) != len(found):
        raise argparse.ArgumentTypeError(f"'{text}' names a value twice")
    return name.strip(), found


def folder(text: str) -> Path:
    """One that exists: nothing is found in any other, and nobody would hear why."""
    found = Path(text)
    if not text or not found.is_dir():
        raise argparse.ArgumentTypeError(f"'{text}' is not a folder")
    return found


def names(text: str, separator: str = ",") -> list[str]:
    """`NAME,NAME,...`, at least one; `separator` is a regular expression."""
    found = [name.strip() for name in re.split(separator, text) if name.strip()]
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' names nothing")
    return found


def count(text: str, least: int = 1) -> int:
    """A whole number from `least` on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} on")
    if too_long(text) or int(text) > COUNT_MAX:
        raise argparse.ArgumentTypeError(f"the number is too large: it is {COUNT_MAX} at most")
    if int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} on")
    return int(text)


def count_from_zero(text: str) -> int:
    return count(text, least=0)


def duration_ns(text: str) -> int:
    """Nanoseconds, from a whole number of `ns`, `us`, `ms`, `s` or `min`."""
    found = re.fullmatch(rf"(\d{{1,9}})({'|'.join(_TIMES_NS)})", text, re.ASCII)
    if not found or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 5s or 20ns")
    return int(found[1]) * _TIMES_NS[found[2]]


def time_unit_ns(text: str) -> int:
    """The same, where a unit may stand without its 1."""
    return duration_ns(f"1{text}" if text in _TIMES_NS else text)


@frozen
class Duration:
    ns: int


def count_or_duration(text: str) -> int | Duration:
    """A whole number from 1 on, or a time with its unit."""
    return count(text) if text.isdigit() else Duration(duration_ns(text))


def size(text: str) -> int:
    """Bytes, such as `65536`, `512K`, `2G` or `2GiB`."""
    found = re.fullmatch(r"(\d+)([KMGT]?)(?:iB|B)?", text, re.IGNORECASE | re.ASCII)
    if not found or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 512M")
    return int(found[1]) * _UNITS[found[2].upper()]
