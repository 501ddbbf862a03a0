# SPDX-License-Identifier: Apache-2.0
"""Programs of the bench between two processes: FIFOs by dfgen, and loops over MPI that were written by hand."""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from dfgen.build.launcher import launch_command
from dfgen.model.network import COSTS, Network
from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.applications import App
from tests.bench.network.wires import MEMORY, Wire
from tests.bench.transfers.builds import Absent, Program, Workshop, run_command
from tests.bench.transfers.measure import alternate
from tests.messages import Messages

HERE = Path(__file__).resolve().parent
BESIDE = tuple(HERE / name for name in ("actors.h", "actors.c", "work.h"))
CALL_NS, RELAYED_BYTE_NS = 5, 0.1
GRAPH = """\
graph network {{
    include "actors.h"; source "actors.c";
    actor give @node(0) {{
        state end : struct end_of_fifo;
        fire give({rounds}, end, o); time {give_ns}ns; out o : uint8[{size}];
    }}
{relays}    actor take @node({last}) {{
        state end : struct end_of_fifo;
        fire take({more}, end, i); time {take_ns}ns; in i : uint8[{size}];
    }}
    {edges}
}}
"""
RELAY = """\
    actor {name} @node({node}) {{
        fire relay(i, o, {size}); time {time_ns}ns; in i : uint8[{size}]; out o : uint8[{size}];
    }}
"""
ONE_BY_ONE = """\
graph network {{
    include "actors.h"; source "actors.c";
    actor give {where[0]} {{ fire stamp({pause_ns}, o); time {pause_ns}ns; out o : uint8[{size}]; }}
    actor take {where[1]} {{
        state all : struct stamped;
        fire arrive(all, i); end tell_latency(all); time 5ns; in i : uint8[{size}];
    }}
    give.o -> take.i;
}}
"""
PLATFORM = """\
[[nodes]]
name = "node"
count = {nodes}

[network]
latency_ns = {latency_ns}
bytes_per_s = {bytes_per_s}
message_ns = {message_ns}
"""
FIRST_BYTES, FIRST_COUNT, COUNT_MAX = 4 << 20, 16, 1 << 26
SECONDS_MAX = 60
"""Of a run, which is to take a second or so: what has not ended by then hangs."""
ROUNDS_AT_A_TIME = 1_000_000
Variant = Callable[[int], float]
"""What a token takes in ns, where there are so many."""


@dataclass(frozen=True)
class Fifo:
    """Between an actor that gives and one that takes, on cores of one node or on two nodes; of more, those between hand
    it on. `rounds` of work at either end."""

    size: int
    rounds: tuple[int, int] = (0, 0)
    nodes: int | None = 2
    cores: int = 1
    platform: str = "default"


@dataclass(frozen=True)
class Session:
    """One implementation of MPI over one wire. Runs take `run_s`, and each variant has so many `repeats`."""

    workshop: Workshop
    messages: Messages
    wire: Wire
    run_s: float
    repeats: int

    @cached_property
    def round_ns(self) -> float:
        """Of a round of work: the median of some."""
        command = [str(self._loops), "work", "8", "20", str(ROUNDS_AT_A_TIME)]
        return statistics.median(self._told(command) for _ in range(5)) / ROUNDS_AT_A_TIME

    def rounds(self, work_ns: float) -> int:
        return int(work_ns / self.round_ns)

    @property
    def _loops(self) -> Path:
        return self.workshop.tool(HERE / "loops.c")

    def loop(self, way: str, size: int, rounds: int = 0) -> Variant:
        """By hand; `way` as loops.c has it."""
        return partial(self._run_loop, way, size, rounds)

    def fifo(self, fifo: Fifo) -> Variant:
        """By dfgen."""
        return partial(self._run_fifo, self.program(fifo))

    def one_by_one(self, size: int, pause_ns: int, *, nodes: bool) -> Variant:
        """What a token takes from one actor to the other, where the next one is given only after that."""
        where = ("@node(0)", "@node(1)") if nodes else ("@core(0)", "@core(1)")
        text = ONE_BY_ONE.format(where=where, size=size, pause_ns=pause_ns)
        graph = self.workshop.graph(f"one_by_one_{size}_{nodes}", text, BESIDE)
        own = CompileOptions(latency_iterations=1)
        options = replace(own, cores=1, nodes=2) if nodes else replace(own, cores=2)
        return partial(self._run_one_by_one, self._built(graph, options), int(self.run_s * 1e9 / pause_ns))

    def _run_one_by_one(self, program: Program, tokens: int, _: int) -> float:
        words = [str(program.path), "-n", str(max(FIRST_COUNT, tokens)), "-q"]
        return self._told(self.wire.command(self.messages.launcher, words) if program.nodes else words)

    def app(self, app: App, nodes: int) -> Variant:
        """All that its input has; `nodes`: of one core each, by this machine's memory."""
        options = app.options(cores=1, nodes=nodes if nodes > 1 else None)
        program = self._built(app.graph, options)
        words = [str(program.path), "-q", "--json", "figures.json", *app.arguments]
        launched = launch_command(self.messages.launcher, words, [""] * program.nodes)
        return partial(self._run_app, launched if program.nodes else words)

    def _run_app(self, command: Sequence[str], _: int) -> float:
        return figures_ns(command, MEMORY)

    def work(self, rounds: int) -> Variant:
        """What so many rounds of work take, whatever is sent."""
        return partial(self._run_work, rounds)

    def _run_work(self, rounds: int, count: int) -> float:
        return self._told([str(self._loops), "work", "8", str(count), str(rounds)])

    def program(self, fifo: Fifo) -> Program:
        return self._built(*self._graph(fifo, self.round_ns))

    def predicted_ns(self, fifo: Fifo, round_ns: float) -> float:
        """The period in the plan of that FIFO, where a round of work takes so long."""
        plan: Mapping[str, Any] = compile_graph(*self._graph(fifo, round_ns)).plan
        return float(plan["prediction"]["period_ns"])

    def _graph(self, fifo: Fifo, round_ns: float) -> tuple[Path, CompileOptions]:
        give_ns, take_ns = (round(CALL_NS + rounds * round_ns) for rounds in fifo.rounds)
        first, more = fifo.rounds
        last = (fifo.nodes or 2) - 1
        relays = {f"relay{node}": node for node in range(1, last)}
        time_ns = CALL_NS + round(fifo.size * RELAYED_BYTE_NS)
        text = GRAPH.format(
            rounds=first,
            more=more,
            give_ns=give_ns,
            take_ns=take_ns,
            size=fifo.size,
            relays="".join(
                RELAY.format(name=name, node=node, size=fifo.size, time_ns=time_ns) for name, node in relays.items()
            ),
            last=last,
            edges=" ".join(f"{one}.o -> {other}.i;" for one, other in pairwise(("give", *relays, "take"))),
        )
        graph = self.workshop.graph(f"{fifo.size}_{first}_{more}_{last}", text, BESIDE)
        return graph, CompileOptions(cores=fifo.cores, nodes=fifo.nodes, platform=fifo.platform)

    def _built(self, graph: Path, options: CompileOptions) -> Program:
        program = self.workshop.program(graph, options)
        if isinstance(program, Absent):
            raise RuntimeError(program.reason)
        return program

    def platform(self, nodes: int, network: Network) -> str:
        """A platform file of so many nodes with these costs."""
        costs = {name: getattr(network, name) for name in COSTS}
        path = self.workshop.folder("platforms") / f"{'_'.join(map(str, (nodes, *costs.values())))}.toml"
        path.write_text(PLATFORM.format(nodes=nodes, **costs), encoding="utf-8")
        return str(path)

    def alternated(self, size: int, variants: Mapping[str, Variant]) -> dict[str, tuple[float, ...]]:
        """What a token of that size takes with each of them, taken in turns."""
        counts = {name: self._count(size, variant) for name, variant in variants.items()}
        bound = {name: partial(variant, counts[name]) for name, variant in variants.items()}
        return alternate(bound, self.repeats, 120.0, dict.fromkeys(bound, self.run_s))

    def once(self, size: int, variant: Variant) -> float:
        """The median of three, to choose a size by."""
        count = self._count(size, variant)
        return statistics.median(variant(count) for _ in range(3))

    def _count(self, size: int, variant: Variant) -> int:
        """Tokens that take so long as a run is to take."""
        first = max(FIRST_COUNT, FIRST_BYTES // size)
        return max(FIRST_COUNT, min(COUNT_MAX, int(self.run_s * 1e9 / variant(first))))

    def _run_loop(self, way: str, size: int, rounds: int, count: int) -> float:
        program = [str(self._loops), way, str(size), str(count), str(rounds)]
        return self._told(self.wire.command(self.messages.launcher, program))

    def _told(self, command: Sequence[str]) -> float:
        with tempfile.TemporaryDirectory(prefix="dfgen-bench-run-") as folder:
            run = run_command(command, Path(folder), self.wire.environment, SECONDS_MAX)
        return float(run.lines[-1].split()[0])

    def _run_fifo(self, program: Program, count: int) -> float:
        return iteration_ns(program, count, self.messages, self.wire)


def iteration_ns(program: Program, count: int, messages: Messages, wire: Wire) -> float:
    """Of so many iterations of a program for one machine, or for several."""
    words = [str(program.path), "-n", str(count), "-q", "--json", "figures.json"]
    return figures_ns(wire.command(messages.launcher, words, program.nodes) if program.nodes else words, wire)


def figures_ns(command: Sequence[str], wire: Wire) -> float:
    """Of an iteration, as the program tells at its end."""
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-run-") as folder:
        run_command(command, Path(folder), wire.environment, SECONDS_MAX)
        figures = json.loads((Path(folder) / "figures.json").read_bytes())
    return float(figures["elapsed_ns"]) / int(figures["iterations"])
