# SPDX-License-Identifier: Apache-2.0
"""Simulate a program on the caches of other machines: misses of each level, accesses to memory and the time of an
iteration, for each architecture, number of cores and strategy, and which strategy wins where.

The program is run once, for one core, so that it records which memory its actors access; it does to files what it
always does. Each plan is then replayed with its own buffers, transfers and waits on simulated caches. An architecture
is 'paper', the 22 of Ghasemi et al. (2021), 'host', this machine, or a platform file with [[caches]] and [dram].

Example: dfgen explore apps/stereo/stereo.sdf --architectures paper --cores 4,8 --transfer auto,memcpy -o ex"""

from __future__ import annotations

import argparse
import errno
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dfgen.build.folder import unwritable, write_files
from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.cli.table import columns
from dfgen.model.caches import Policy
from dfgen.model.diagnostics import fail
from dfgen.model.dumps import counted

if TYPE_CHECKING:
    from dfgen.explore.architectures import Architecture
    from dfgen.explore.sweep import Sweep, Wanted
    from dfgen.model.graph import Graph

Word = TypeVar("Word")

SECONDS = 600
FILES = ("explore.json", "explore.csv", "explore.html")
CORES_OF_PAPER = "4,8,16,32"


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_graph(parser)
    options.add_compile_options(parser, platform="default")
    options.refuse_libraries(parser)
    options.refuse(parser, "--nodes", "the caches of one machine are simulated: leave --nodes out")
    group = parser.add_argument_group("exploring", "NAME=VALUE after '--' are options that actors read.")
    which = "some of paper, host (this machine) and platform files (default: paper)"
    group.add_argument("--architectures", metavar="LIST", type=options.names, default=["paper"], help=which)
    cores = f"numbers of cores (default: {CORES_OF_PAPER} for paper, else those of the files)"
    group.add_argument("--cores", dest="core_counts", metavar="LIST", type=_counts, help=cores)
    known = ",".join(_strategies_known())
    ways = f"some of {known}, each for all FIFOs, or one for those that a pattern names, as FIFO=STRATEGY"
    ways += " (default: all that suit the types of the tokens)"
    group.add_argument("--transfer", dest="strategies", metavar="LIST", action="append", type=_strategies, help=ways)
    policies = "policies of all levels, some of " + ",".join(policy.value for policy in Policy)
    group.add_argument(
        "--policy", metavar="LIST", type=options.names, help=policies + " (default: as the architecture says)"
    )
    iterations = "iterations that are recorded, and counted (default: 1)"
    group.add_argument("-n", "--iterations", metavar="N", type=options.count, default=1, help=iterations)
    quick = "simulate one set in 16 and estimate the rest from them; programs with few accesses are simulated whole"
    group.add_argument("--quick", action="store_true", help=quick)
    workers = "threads to simulate with, which changes nothing of the result (default: as many as processors)"
    group.add_argument("--workers", metavar="N", type=options.count, default=os.cpu_count() or 1, help=workers)
    seconds = f"stop a recording that takes longer (default: {SECONDS})"
    group.add_argument("--seconds", metavar="N", type=options.count, default=SECONDS, help=seconds)
    group.add_argument("-o", "--output", metavar="DIR", help="write explore.json, explore.csv and explore.html there")
    group.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.set_defaults(program_options=[], cores=None, transfers=None)
    parser.usage = "dfgen explore GRAPH [options] [-- NAME=VALUE ...]"


def execute(arguments: argparse.Namespace, console: Console) -> int:
    from dfgen.explore.tables import tables, to_json

    if arguments.output:
        _refuse_no_folder(Path(arguments.output))  # and not only when all has been simulated
    with _temporary_folder() as scratch:
        swept = _swept(arguments, scratch, console)
        content = to_json(swept, Path(arguments.graph).name)
    for note in swept.recording.notes:
        console.note(note)
    if arguments.output:
        _write(Path(arguments.output), content, console)
    if arguments.json:
        console.result(json.dumps(content, indent=1))
    else:
        console.result("\n\n".join(tables(swept, columns)))
    return 0


@contextmanager
def _temporary_folder() -> Iterator[Path]:
    """Compilers that are ended leave files of their own behind: these lie in it, too, and go with it."""
    with tempfile.TemporaryDirectory(prefix="dfgen-explore-", ignore_cleanup_errors=True) as folder:
        before = os.environ.get("TMPDIR")
        os.environ["TMPDIR"] = folder
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = before


def _swept(arguments: argparse.Namespace, scratch: Path, console: Console) -> Sweep:
    from dfgen.explore.recording import record, without_engines
    from dfgen.explore.replay import build_simulator
    from dfgen.explore.sweep import options_of, quick_sample, sweep
    from dfgen.frontend.elaborate import load_graph
    from dfgen.frontend.importers.preesm.run_folder import run_folder
    from dfgen.memory.requests import requested_strategies
    from dfgen.pipeline import read_with_options
    from dfgen.processes import threads
    from dfgen.profile.sampling import Runner
    from dfgen.stages import plan_known

    wanted = _wanted(arguments)  # what is wrong with it is told before the graph is read
    arguments.transfers = [text for group in arguments.strategies or () for text in group if _is_of_fifo(text)]
    compiling = options.compile_options(arguments)
    graph = Path(arguments.graph)
    console.step(f"compiling {graph}")
    loaded = load_graph(graph, compiling.parameters, compiling.time_unit_ns)
    most = max(wanted.cores)
    known = without_engines(read_with_options(loaded, replace(compiling, cores=most)))
    if not wanted.strategies:
        wanted = replace(wanted, strategies=_strategies_for(known.graph))
    for strategy in wanted.strategies:  # and not only when the program has been recorded
        requested_strategies(known.graph, options_of(compiling, most, strategy).transfers)
    plan_known(known, options_of(compiling, most, wanted.strategies[0]), prove=False)  # nor what a plan shows first
    smallest = _smallest(wanted.architectures)
    runner = Runner(scratch, arguments.program_options, arguments.seconds, console, run_folder(graph))
    with threads() as pool:
        simulator = pool.submit(build_simulator, scratch, known.compiler, console)
        recording = record(known, compiling, arguments.iterations, smallest, scratch, runner, console)
    if arguments.quick:
        wanted = replace(wanted, sample=quick_sample(recording))
    return sweep(known, compiling, wanted, recording, simulator.result(), scratch, console)


def _wanted(arguments: argparse.Namespace) -> Wanted:
    """Without strategies where the user names none. Raises `UserError` for all that cannot be explored."""
    from dfgen.explore.architectures import PAPER, PAPER_CORES, architectures_of, suiting
    from dfgen.explore.sweep import Wanted

    architectures = architectures_of(_once(arguments.architectures))
    default = PAPER_CORES if PAPER in arguments.architectures else tuple(sorted({each.cores for each in architectures}))
    cores = _once(arguments.core_counts or default)
    for count in cores:
        if not suiting(architectures, count):
            hint = f"Those of the paper come out even for {CORES_OF_PAPER} cores."
            raise fail("caches-cores", f"no architecture comes out even for {counted(count, 'core')}", None, hint)
    named = [text for group in arguments.strategies or () for text in group if not _is_of_fifo(text)]
    may = _strategies_known()
    strategies = _once(named)
    for name in strategies:
        if name.split("(")[0] not in may:
            raise fail("option-unknown", f"'{name}' is nothing to explore", None, f"Valid here: {', '.join(may)}.")
    policies = tuple(_policy(name) for name in _once(arguments.policy)) if arguments.policy else (None,)
    return Wanted(tuple(architectures), cores, strategies, policies, workers=arguments.workers)


def _once(named: Iterable[Word]) -> tuple[Word, ...]:
    """What is named twice would be simulated twice."""
    return tuple(dict.fromkeys(named))


def _strategies_known() -> tuple[str, ...]:
    """What can be explored: what the model chooses, and each strategy for all; not those that need an engine."""
    from dfgen.memory.strategies import STRATEGIES

    return ("auto", *(name for name, each in STRATEGIES.items() if not each.by_engine))


def _strategies_for(graph: Graph) -> tuple[str, ...]:
    """Those that can move tokens of the graph; all others would come to what `memcpy` does."""
    from dfgen.memory.strategies import STRATEGIES

    types = {graph.port(fifo.target).type for fifo in graph.fifos}
    known = (name for name in _strategies_known() if name in STRATEGIES)
    return ("auto", *(name for name in known if any(not STRATEGIES[name].obstacle_of(type) for type in types)))


def _smallest(architectures: tuple[Architecture, ...]) -> tuple[int, int]:
    """Sets and bytes of a line for which a recording is good for all."""
    first = [each.caches[0] for each in architectures]
    return min(cache.sets for cache in first), min(cache.line_bytes for cache in first)


def _policy(name: str) -> Policy:
    try:
        return Policy(name)
    except ValueError:
        known = ", ".join(policy.value for policy in Policy)
        raise fail("option-unknown", f"there is no policy '{name}'", None, f"Valid here: {known}.") from None


def _counts(text: str) -> list[int]:
    return [options.count(part) for part in options.names(text)]


def _strategies(text: str) -> list[str]:
    """Commas between parentheses belong to a strategy's options."""
    return options.names(text, r",(?![^()]*\))")


def _is_of_fifo(text: str) -> bool:
    return "=" in text.split("(")[0]


def _refuse_no_folder(folder: Path) -> None:
    try:
        nearest = next(each for each in (folder, *folder.absolute().parents) if each.exists())
        with tempfile.TemporaryFile(dir=nearest):
            pass
    except OSError as error:
        raise unwritable(folder, OSError(error.errno, error.strerror)) from error
    for path in (folder / name for name in FILES):
        if path.is_dir():
            raise unwritable(path, OSError(errno.EISDIR, os.strerror(errno.EISDIR)))


def _write(folder: Path, content: dict[str, Any], console: Console) -> None:
    from dfgen.explore.page import render_page
    from dfgen.explore.tables import to_csv

    data = (json.dumps(content, indent=1) + "\n", to_csv(content), render_page(content))
    write_files(folder, {name: text.encode() for name, text in zip(FILES, data)})
    console.step(f"wrote {folder}: explore.json, explore.csv; open explore.html in a browser")
