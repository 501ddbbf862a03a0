# SPDX-License-Identifier: Apache-2.0
"""The options that several commands share, and the compiler's options made from them."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dfgen.pipeline import CompileOptions

_UNITS = {"": 1, "K": 1024, "M": 1024**2, "G": 1024**3, "T": 1024**4}


def add_graph(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graph", metavar="GRAPH", help="the graph file")


def add_parameters(parser: Any) -> None:
    parser.add_argument(
        "-p",
        "--parameter",
        dest="parameters",
        metavar="NAME=VALUE",
        action="append",
        type=parameter,
        help="another value for a parameter of the graph",
    )


def add_compile_options(parser: argparse.ArgumentParser, platform: str) -> None:
    """`platform` is what this command takes where the user names none. Options not given are None."""
    group = parser.add_argument_group("compiling")
    add_parameters(group)
    group.add_argument("--cores", metavar="N", type=count, help="cores to use (default: all of the platform)")
    group.add_argument(
        "--platform",
        metavar="NAME",
        help=f"'default' (shipped), 'host' (this machine) or a TOML or JSON file (default: {platform})",
    )
    group.add_argument(
        "--transfer",
        dest="transfers",
        metavar="[FIFO=]STRATEGY[(OPTION=VALUE)]",
        action="append",
        help="how bytes get across the FIFOs that the pattern FIFO names, or all; such as 'a.out=cow(variant=fault)'",
    )
    group.add_argument(
        "--transfer-candidates",
        dest="candidates",
        metavar="LIST",
        help="strategies, as memcpy,stream, from which DFGEN_TRANSFER='FIFO=STRATEGY;...' chooses at the start",
    )
    depth = "iterations that may overlap (default: as memory allows)"
    group.add_argument("--depth", metavar="N", type=count, help=depth)
    group.add_argument("--latency", metavar="N", type=count, help="iterations that may be in flight together")
    group.add_argument("--memory", metavar="SIZE", type=size, help="most memory the program may take, such as 512M")
    group.add_argument("--mapper", metavar="NAME", help="who places actors on cores (default: balance)")
    group.add_argument("--guard", action="store_const", const=True, help="stop an actor that writes where it may not")
    parser.set_defaults(default_platform=platform)


def compile_options(arguments: argparse.Namespace) -> CompileOptions:
    from dfgen.pipeline import CompileOptions

    return CompileOptions(
        cores=arguments.cores,
        platform=arguments.platform or arguments.default_platform,
        parameters=dict(arguments.parameters or ()),
        transfers=tuple(arguments.transfers or ()),
        candidates=tuple(name.strip() for name in (arguments.candidates or "").split(",") if name.strip()),
        depth=arguments.depth,
        mapper=arguments.mapper or "balance",
        guard=bool(arguments.guard),
        latency_iterations=arguments.latency,
        memory_bytes=arguments.memory,
        dump=tuple(getattr(arguments, "dump", None) or ()),
    )


_COMPILE_ARGUMENTS = (
    "parameters", "cores", "platform", "transfers", "candidates", "depth", "latency", "memory", "mapper", "guard",
    "output",
)  # fmt: skip


def refuse_compile_options(arguments: argparse.Namespace) -> None:
    """End with a usage error if an option was given that only compiling can obey."""
    given = [name.rstrip("s") for name in _COMPILE_ARGUMENTS if getattr(arguments, name) is not None]
    if given:
        folder = arguments.graph
        arguments.parser.error(f"'{folder}' is compiled already: --{given[0]} needs the graph file instead")


def parameter(text: str) -> tuple[str, int]:
    """`NAME=VALUE` with an integer."""
    found = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*=\s*([+-]?(?:0[xX][0-9a-fA-F]+|\d+))\s*", text, re.ASCII)
    if not found:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE with an integer")
    return found[1], int(found[2], 16 if "x" in found[2].lower() else 10)


def count(text: str, least: int = 1) -> int:
    """A whole number from `least` on."""
    if not text.isascii() or not text.isdigit() or int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} on")
    return int(text)


def count_from_zero(text: str) -> int:
    return count(text, least=0)


def size(text: str) -> int:
    """Bytes, such as `65536`, `512K`, `2G` or `2GiB`."""
    found = re.fullmatch(r"(\d+)([KMGT]?)(?:iB|B)?", text, re.IGNORECASE | re.ASCII)
    if not found or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 512M")
    return int(found[1]) * _UNITS[found[2].upper()]
