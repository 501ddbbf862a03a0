# SPDX-License-Identifier: Apache-2.0
"""Programs of graphs without code: the checksums that they print are those of a plain simulation in Python."""

from __future__ import annotations

import random
import time
from collections import deque
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.frontend.elaborate import load_graph
from dfgen.model.actor import Actor
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.reading import read_code
from tests.apps.harness import Workbench, run

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FAST = "time_scale=0"

FORWARD = """graph forward {
    actor src { out o : int32[3]; time 5; }
    actor mid { in i : int32[2]; out o : int16[1, 0, 2]; out l : uint8[1]; in m : uint8[1]; time 1, 2, 3; }
    actor par { in i : int16[3]; out o : int16[5]; time 20; }
    actor snk { in i : int16[2, 4]; in j : int32[1] unused; time 1; }
    src.o -> { mid.i, quiet.i };
    mid.l -> mid.m delay 1;
    mid.o -> par.i;
    par.o -> snk.i delay 4;
    quiet.o -> snk.j;
    actor quiet { in i : int32[36]; out o : int32[10]; }
}
"""
AROUND = """graph around {
    actor a { in i : uint8[13]; out o : uint8[13]; }
    actor b { in i : uint8[13]; out o : uint8[13]; }
    actor c { in i : uint8[13]; out o : uint8[13]; }
    a.o -> b.i delay 39;
    b.o -> c.i;
    c.o -> a.i;
    actor wide { in i : int64[2]; out o : int64[1]; }
    actor lone { in i : int64[1]; out o : int64[2]; }
    wide.o -> lone.i delay 2;
    lone.o -> wide.i;
}
"""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("programs"))


def written(folder: Path, text: str) -> Path:
    file = folder / "g.sdf"
    file.write_text(text, "utf-8")
    return file


@dataclass
class Simulation:
    """Fires actors one by one, as soon as they can, and does in each firing what a stand-in does."""

    graph: Graph
    fifos: dict[str, deque[bytes]] = field(default_factory=dict)
    fired: dict[str, int] = field(default_factory=dict)
    sums: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for fifo in self.graph.fifos:
            zero = bytes(self.graph.port(fifo.source).type.size_bytes)
            self.fifos[fifo.name] = deque([zero] * fifo.delay_tokens)
        for actor in self.graph.actors:
            self.fired[actor.name] = 0
            if actor.state is not None:
                self.sums[actor.name] = 0

    def run(self, firings: dict[str, int]) -> list[str]:
        """The lines that the program prints, sorted."""
        while any(self.fired[name] < count for name, count in firings.items()):
            ready = [a for a in self.graph.actors if self.fired[a.name] < firings[a.name] and self._can_fire(a)]
            assert ready, "deadlock"
            for actor in ready:
                self._fire(actor)
        ends = (actor.name for actor in self.graph.actors if actor.end is not None)
        return sorted(f"{name} {self.sums[name]:016x} {self.fired[name]}" for name in ends)

    def _can_fire(self, actor: Actor) -> bool:
        phase = self.fired[actor.name]
        return all(len(self.fifos[f.name]) >= port.rate(phase) for port, f in self.graph.inputs_of(actor))

    def _fire(self, actor: Actor) -> None:
        count = self.fired[actor.name]
        phase = count % actor.phases
        value = mixed(int(sha256(actor.name.encode()).hexdigest()[:16], 16), phase)
        taken = {p.name: self._taken(f.name, p.rate(count)) for p, f in self.graph.inputs_of(actor)}
        for port in actor.inputs:
            if port.access is None or port.access.value != "unused":
                value = absorbed(value, taken[port.name])
        if actor.state is not None:
            value = self.sums[actor.name] = mixed(self.sums[actor.name], value)
        for number, port in enumerate(actor.outputs, 1):
            size = port.type.size_bytes
            content = filled(mixed(value, number), port.rate(count) * size)
            tokens = [content[start : start + size] for start in range(0, len(content), size)]
            for fifo in self.graph.fifos:
                if (fifo.source.actor, fifo.source.port) == (actor.name, port.name):
                    self.fifos[fifo.name].extend(tokens)
        self.fired[actor.name] += 1

    def _taken(self, fifo: str, count: int) -> bytes:
        return b"".join(self.fifos[fifo].popleft() for _ in range(count))


def mixed(value: int, word: int) -> int:
    value = (value ^ word) * STEP & MASK
    return value ^ value >> 29


def absorbed(value: int, content: bytes) -> int:
    for start in range(0, len(content), 8):
        value = mixed(value, int.from_bytes(content[start : start + 8], "little"))
    return value


def filled(value: int, size: int) -> bytes:
    words = (mixed(value, start).to_bytes(8, "little") for start in range(0, size, 8))
    return b"".join(words)[:size]


def expected(file: Path, iterations: int) -> list[str]:
    known = read_code(load_graph(file, {}), stand_ins=True)
    firings = analyse(known.graph).firings
    return Simulation(known.graph).run({name: count * iterations for name, count in firings.items()})


def printed(bench: Workbench, file: Path, options: CompileOptions, iterations: int) -> list[str]:
    ended = run(bench.program(file, options), "-q", "-n", str(iterations), FAST)
    assert (ended.returncode, ended.stderr) == (0, "")
    return sorted(ended.stdout.splitlines())


@pytest.mark.parametrize("cores", [1, 2, 4])
@pytest.mark.parametrize(
    ("text", "transfer"),
    [(text, transfer) for text in (FORWARD, AROUND) for transfer in ("", "memcpy", "cow", "stream")]
    + [(FORWARD, "par.o=offload")],  # which is legal outside of cycles only
)
def test_checksums_are_those_of_the_simulation(
    text: str, cores: int, transfer: str, bench: Workbench, tmp_path: Path
) -> None:
    file = written(tmp_path, text)
    options = CompileOptions(cores=cores, transfers=(transfer,) if transfer else (), stand_ins=True)
    lines = printed(bench, file, options, 7)
    assert lines == expected(file, 7)
    assert [line.split()[0] for line in lines] == (["snk"] if text == FORWARD else ["a", "wide"])


def random_graph(seed: int) -> str:
    """A consistent graph of up to seven actors; edges back have the tokens of a whole iteration, so that it is live."""
    rng = random.Random(seed)
    names = [f"a{number}" for number in range(rng.randint(1, 7))]
    cycles = {name: rng.choice([1, 2, 3, 4, 6]) for name in names}
    phases = {name: rng.choice([1, 1, 2, 3]) for name in names}
    ports: dict[str, list[str]] = {name: [] for name in names}
    edges = []

    def rates(name: str, tokens: int) -> str:
        total = tokens // cycles[name]
        cuts = sorted(rng.randint(0, total) for _ in range(phases[name] - 1))
        return ", ".join(str(after - before) for before, after in zip([0, *cuts], [*cuts, total]))

    for number in range(rng.randint(0, 9)):
        source, target = rng.choice(names), rng.choice(names)
        tokens = 12 * rng.randint(1, 3)
        type_name = rng.choice(["uint8", "int16", "int32", "double"])
        ports[source].append(f"out o{number} : {type_name}[{rates(source, tokens)}];")
        ports[target].append(f"in i{number} : {type_name}[{rates(target, tokens)}];")
        delay = tokens if names.index(source) >= names.index(target) else rng.choice([0, 0, rng.randint(1, 9)])
        edges.append(f"{source}.o{number} -> {target}.i{number} delay {delay};")
    actors = [f"actor {name} {{ {' '.join(ports[name])} time {rng.randint(0, 5)}; }}" for name in names]
    return "\n".join(["graph g {", *actors, *edges, "}"])


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs_print_what_the_simulation_does(seed: int, bench: Workbench, tmp_path: Path) -> None:
    text = random_graph(seed)
    file = written(tmp_path, text)
    mapper = ["balance", "list", "footprint"][seed % 3]
    transfers = [(), ("memcpy",), ("cow",)][seed // 3 % 3]
    options = CompileOptions(cores=seed % 4 + 1, mapper=mapper, transfers=transfers, stand_ins=True)
    assert printed(bench, file, options, 5) == expected(file, 5), text


def test_only_actors_without_code_have_stand_ins(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("void twice(const int *in, int *out);\n", "utf-8")
    (tmp_path / "own.c").write_text("void twice(const int *in, int *out) { out[0] = out[1] = *in; }\n", "utf-8")
    text = """graph g { include "own.h"; source "own.c"; actor s { out o : int32[1]; }
        actor t { fire twice(i, o); in i : int32[1]; out o : int32[2]; } actor k { in i : int32[2]; }
        s.o -> t.i; t.o -> k.i; }"""
    file = written(tmp_path, text)
    known = read_code(load_graph(file, {}), stand_ins=True)
    assert known.stand_ins == {"s", "k"}
    assert known.graph.notes == ("2 actors have stand-ins for code",)
    results = [printed(bench, file, CompileOptions(cores=cores, stand_ins=True), 5) for cores in (1, 2)]
    assert results[0] == results[1]
    assert [line.split()[0::2] for line in results[0]] == [["k", "5"]]


def test_firings_take_the_stated_time(bench: Workbench, tmp_path: Path) -> None:
    file = written(
        tmp_path, "graph g { actor a { out o : int8[1]; time 2, 4; } actor b { in i : int8[1]; } a.o -> b.i; }"
    )
    program = bench.program(file, CompileOptions(cores=1, stand_ins=True, time_unit_ns=1_000_000))

    def seconds(*options: str) -> float:
        start = time.monotonic()
        assert run(program, "-q", "-n", "20", *options).returncode == 0
        return time.monotonic() - start

    assert seconds() >= 0.12  # 20 iterations of 2 ms and 4 ms: no machine can be faster
    assert seconds("time_scale=0.5") >= 0.06


@pytest.mark.parametrize(("unit_ns", "times"), [(1000, (5000, 7000)), (2, (10, 14))])
def test_times_without_unit_are_scaled(unit_ns: int, times: tuple[int, ...], tmp_path: Path) -> None:
    graph = load_graph(
        written(tmp_path, "graph g @throughput(1/10) { actor a { out o : int8[1] unused; time 5, 7; } }"), {}
    )
    scaled = graph.in_nanoseconds(unit_ns)
    assert (scaled.time_unit, scaled.actor("a").times) == ("ns", times)
    assert scaled.throughput == 10**8 // unit_ns
    assert scaled.in_nanoseconds(5) == scaled


def test_without_stand_ins_code_is_demanded(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        compile_graph(written(tmp_path, AROUND), CompileOptions())
    assert {d.id for d in error.value.diagnostics} == {"actor-without-fire"}
    assert "--stand-ins" in error.value.diagnostics[0].hint
