# SPDX-License-Identifier: Apache-2.0
"""What an iteration on many nodes is predicted to take, beside what SimGrid's SMPI says of the same messages.

    python -m tests.bench.network.simulated [--nodes N ...] [--shape NAME ...]

Actors are stand-ins, one on each node, which has one core. The lists of all cores become a time-independent trace for
`smpirun -replay` (Debian: libsimgrid-dev): what fires computes for so long, what a link takes is an MPI_Isend and an
MPI_Irecv, and each wait for a link is an MPI_Wait. SMPI knows nothing of dfgen's prediction, and shares the ports of
nodes among the messages that are on their way. Wanted: the prediction within 10 %.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from dfgen.frontend.elaborate import load_graph
from dfgen.machine.times import firing_time_ns
from dfgen.model.network import Link
from dfgen.model.nodes_text import PlannedNodes
from dfgen.model.program import Complete, Drain, Firings, Interleaved, Loop, Operation, Program, Wait
from dfgen.pipeline import CompileOptions
from dfgen.prediction.predict import predict
from dfgen.reading import UNIT_NS, read_code
from dfgen.stages import Planned, plan_for_nodes

WITHIN = 0.1
NODES = (2, 8, 32, 128, 1000)
PASSES = (12, 36)
"""Of two runs: what the second takes more has nothing of the start in it."""
TOKEN_BYTES = 65_536
LATENCY_NS, BYTES_PER_S = 20_000, 117_000_000
FLOPS = 10**9
"""Of a simulated core, in a second."""
SETTINGS = (
    "network/model:CM02", "network/TCP-gamma:0", "network/weight-S:0", "network/bandwidth-factor:1",
    "network/latency-factor:1", "network/crosstraffic:no", "smpi/bw-factor:1", "smpi/lat-factor:1",
    "smpi/os:0:0:0", "smpi/or:0:0:0", "smpi/ois:0:0:0", "smpi/test:0", "smpi/iprobe:0",
    "smpi/async-small-thresh:0", "smpi/send-is-detached-thresh:0", "smpi/display-timing:1", "smpi/host-speed:1Gf",
)  # fmt: skip

PLATFORM = """\
cores = 1
[[nodes]]
name = "n"
count = {nodes}
cores = 1
[network]
latency_ns = {latency_ns}
bytes_per_s = {bytes_per_s}
message_ns = 0
"""

# Half of the way is each node's, and so is its port, each way.
CLUSTER = """\
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="n" suffix="" radical="0-{last}" speed="1Gf" bw="{bytes_per_s}Bps" lat="{half_ns}ns"
           sharing_policy="SPLITDUPLEX"/>
</platform>
"""


# --- graphs -----------------------------------------------------------------------------------------------------------

Edges = Iterator[tuple[int, int]]


def chain(nodes: int, _: random.Random) -> Edges:
    """One behind the other"""
    yield from ((k, k + 1) for k in range(nodes - 1))


def tree(nodes: int, _: random.Random) -> Edges:
    """Two to one, down to the first"""
    yield from ((k, (k - 1) // 2) for k in range(1, nodes))


def layers(nodes: int, rng: random.Random) -> Edges:
    """Each reads two of the few before it"""
    for k in range(1, nodes):
        yield from ((source, k) for source in sorted(rng.sample(range(max(0, k - 8), k), min(2, k))))


SHAPES: Mapping[str, Callable[[int, random.Random], Edges]] = {each.__name__: each for each in (chain, tree, layers)}


def graph_text(shape: str, nodes: int) -> str:
    """Actors that take 0.2 to 1 ms, about as long as their tokens in a port."""
    rng = random.Random(f"{shape} {nodes}")
    edges = list(SHAPES[shape](nodes, rng))
    ports: dict[int, list[str]] = {k: [] for k in range(nodes)}
    lines: list[str] = []
    for number, (source, target) in enumerate(edges):
        ports[source].append(f"out o{number} : uint8[{TOKEN_BYTES}];")
        ports[target].append(f"in i{number} : uint8[{TOKEN_BYTES}];")
        lines.append(f"    a{source}.o{number} -> a{target}.i{number};")
    actors = [
        f"    actor a{k} @node({k}) {{ time {rng.randint(200, 1000)}us; {' '.join(own)} }}" for k, own in ports.items()
    ]
    return "\n".join(["graph simulated {", *actors, *lines, "}", ""])


def planned(folder: Path, shape: str, nodes: int) -> PlannedNodes[Planned]:
    (folder / "graph.sdf").write_text(graph_text(shape, nodes), encoding="utf-8")
    costs = {"nodes": nodes, "latency_ns": LATENCY_NS, "bytes_per_s": BYTES_PER_S}
    (folder / "platform.toml").write_text(PLATFORM.format(**costs), encoding="utf-8")
    options = CompileOptions(nodes=nodes, platform=str(folder / "platform.toml"), stand_ins=True)
    known = read_code(load_graph(folder / "graph.sdf", {}), stand_ins=True)
    return plan_for_nodes(replace(known, graph=known.graph.in_nanoseconds(UNIT_NS)), options)


def predicted_ns(nodes: PlannedNodes[Planned]) -> float:
    """Of an iteration: the busiest core, or port."""
    cores = (predict(each.program, each.platform).period_ns for each in nodes.planned)
    return max(max(pair) for pair in zip(cores, nodes.ports_ns, strict=True))


# --- traces -----------------------------------------------------------------------------------------------------------


@dataclass
class Trace:
    """The actions of a node, with so many passes."""

    program: Program
    node: int
    links: Mapping[int, Link]
    passes: int
    lines: list[str] = field(default_factory=list)
    link_of: dict[int, int] = field(default_factory=dict)
    """By counter."""
    given: dict[int, int] = field(default_factory=dict)
    over: set[tuple[int, int]] = field(default_factory=set)
    work_ns: float = 0.0

    def text(self) -> str:
        (agent,) = self.program.cores
        self.lines.append(f"{self.node} init")
        for begun in range(self.passes + max(stage.late for stage in agent.stages)):
            for stage in agent.stages:
                if 0 <= begun - stage.late < self.passes:
                    self._trip(stage.body, begun - stage.late, self.program.chunk, 1)
        for link, count in self.given.items():
            for number in range(count):
                self._wait(link, number)
        self._compute()
        self.lines.append(f"{self.node} finalize")
        return "\n".join(self.lines) + "\n"

    def _trip(self, body: Iterable[Operation], trip: int, iterations: int, times: float) -> None:
        for operation in body:
            if isinstance(operation, Wait) and operation.counter in self.link_of:
                self._wait(self.link_of[operation.counter], trip - operation.lag)
            elif isinstance(operation, Complete):
                self.link_of[operation.counter] = self._link_of(operation.engine)
            elif isinstance(operation, Drain):
                link = self._link_of(operation.engine)
                self._wait(link, self.given.get(link, 0) - 1)
            elif isinstance(operation, Loop):
                trips = operation.count * iterations / operation.chunk
                self._trip(operation.body, trip, operation.chunk, times * trips)
            elif isinstance(operation, (Firings, Interleaved)):
                for block in operation.blocks if isinstance(operation, Interleaved) else (operation,):
                    self._fire(block, times)

    def _link_of(self, engine: int) -> int:
        name = self.program.engines[engine]
        return next(e.network.link for e in self.program.link_ends if e.engine == name and e.network is not None)

    def _fire(self, block: Firings, times: float) -> None:
        actor = self.program.graph.actor(block.actor)
        if actor.network is None:
            self.work_ns += float(firing_time_ns(actor)) * (block.stop - block.start) * times
            return
        self._compute()
        link = self.links[actor.network.link]
        number = self.given.get(link.number, 0)
        self.given[link.number] = number + 1
        peer, kind = (link.source, "irecv") if actor.network.receives else (link.target, "isend")
        size = max(1, link.bytes_per_iteration * self.program.chunk)
        self.lines.append(f"{self.node} {kind} {peer} {self._tag(link.number, number)} {size} 6")

    def _tag(self, link: int, number: int) -> int:
        return link * max(PASSES) + number

    def _wait(self, link: int, number: int) -> None:
        if number < 0 or (link, number) in self.over:
            return
        self._compute()
        self.over.add((link, number))
        ends = self.links[link]
        self.lines.append(f"{self.node} wait {ends.source} {ends.target} {self._tag(link, number)}")

    def _compute(self) -> None:
        if self.work_ns:
            self.lines.append(f"{self.node} compute {self.work_ns * FLOPS / 1e9:.0f}")
            self.work_ns = 0.0


def simulated_ns(nodes: PlannedNodes[Planned], folder: Path, passes: int) -> float:
    """What SMPI says of so many passes."""
    links = {link.number: link for link in nodes.links}
    count = len(nodes.planned)
    names = []
    for node, each in enumerate(nodes.planned):
        names.append(str(folder / f"trace_{node}.txt"))
        Path(names[-1]).write_text(Trace(each.program, node, links, passes).text(), encoding="utf-8")
    (folder / "traces.txt").write_text("\n".join(names) + "\n", encoding="utf-8")
    (folder / "hosts.txt").write_text("".join(f"n{k}\n" for k in range(count)), encoding="utf-8")
    cluster = CLUSTER.format(last=count - 1, bytes_per_s=BYTES_PER_S, half_ns=LATENCY_NS / 2)
    (folder / "cluster.xml").write_text(cluster, encoding="utf-8")
    where = ["-np", str(count), "-platform", "cluster.xml", "-hostfile", "hosts.txt"]
    command = ["smpirun", *where, *(f"--cfg={each}" for each in SETTINGS), "-replay", "traces.txt"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = re.search(r"[Ss]imulated time: ([\d.e+-]+)", ended.stdout + ended.stderr)
    if ended.returncode != 0 or found is None:
        raise RuntimeError(f"{' '.join(command)}\n{ended.stdout[-2000:]}{ended.stderr[-2000:]}")
    return float(found[1]) * 1e9


def line(shape: str, nodes: int) -> str:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as name:
        folder = Path(name)
        plan = planned(folder, shape, nodes)
        planned_s = time.monotonic() - began
        few, many = (simulated_ns(plan, folder, passes) for passes in PASSES)
    chunk = plan.planned[0].program.chunk
    smpi_ns = (many - few) / (PASSES[1] - PASSES[0]) / chunk
    ratio = predicted_ns(plan) / smpi_ns
    verdict = "holds" if abs(ratio - 1) <= WITHIN else "MISSED"
    told = f"predicted {predicted_ns(plan) / 1e3:8.1f} us  SMPI {smpi_ns / 1e3:8.1f} us  {ratio:6.3f}  {verdict}"
    took = f"planned in {planned_s:.1f} s, all in {time.monotonic() - began:.1f} s"
    return f"  {shape:<7}{len(plan.planned):>5} nodes{len(plan.links):>6} links  {told}  ({took})"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.network.simulated",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("--nodes", type=int, nargs="+", default=NODES, help=f"default: {' '.join(map(str, NODES))}")
    parser.add_argument(
        "--shape", nargs="+", choices=SHAPES, default=tuple(SHAPES), help="of the graphs (default: all)"
    )
    given = parser.parse_args(arguments)
    if shutil.which("smpirun") is None:
        print("skipped: smpirun is not installed (Debian: libsimgrid-dev)")
        return 0
    print(
        f"an iteration, tokens of {TOKEN_BYTES} bytes, {BYTES_PER_S / 1e6:.0f} MB/s a port, {LATENCY_NS / 1e3:.0f} us"
    )
    for nodes in given.nodes:
        for shape in given.shape:
            print(line(shape, nodes), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
