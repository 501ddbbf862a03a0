# SPDX-License-Identifier: Apache-2.0
"""The rows of the table: what is compared, and what is to be reached."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dfgen.build.calibrate_nodes import FIFO_BYTES, network_of_fifo
from dfgen.model.dumps import counted
from dfgen.model.network import Network
from tests.apps.applications import CD2DAT, STABILIZATION, STEREO, edges_of
from tests.bench.network.sessions import Fifo, Session, Variant
from tests.bench.network.wires import limited

KIB, MIB = 1 << 10, 1 << 20
SIZES = (8, 64, KIB, 4 * KIB, 64 * KIB, 256 * KIB, MIB, 4 * MIB)
QUICK_SIZES = (64 * KIB,)
STREAMED = 64 * KIB
"""Tokens from this size on are to come as fast as MPI can bring them."""
SMALL, TURN = 8, 4 * MIB
WORK_OF_SEND = 0.85
WORK_NS = 500_000
"""Of an actor that computes much more than it sends."""
PAUSE_NS, PAUSES = 200_000, 4
"""Between tokens that are to be alone on their way: so long, and so many times a message of MPI."""
STEADY = 4
"""Times longer than others are runs of a pipeline whose first tokens nothing overlaps."""
NODES = (1, 2, 3, 4)
APPS = (
    edges_of(60),
    replace(CD2DAT, arguments=("seconds=5", "output=out.wav")),
    replace(STEREO, arguments=("repeat=20", "disparity=out.pfm")),
    replace(STABILIZATION, arguments=(*STABILIZATION.arguments[:-1], "frames=60")),
)


@dataclass(frozen=True)
class Figure:
    """`samples`: ns a token, by variant. `least`, `most`: of the ratio, if it must hold."""

    title: str
    samples: Mapping[str, Sequence[float]]
    ratios: tuple[float, ...]
    least: float | None = None
    most: float | None = None

    @property
    def verdict(self) -> str:
        ratio = statistics.median(self.ratios)
        if self.least is not None:
            return f"at least {self.least:g}: {'holds' if ratio >= self.least else 'FALLS SHORT'}"
        return f"at most {self.most:g}: {'holds' if ratio <= self.most else 'EXCEEDS'}" if self.most is not None else ""

    def lines(self) -> Iterator[str]:
        ratio, low, high = statistics.median(self.ratios), min(self.ratios), max(self.ratios)
        yield f"  {self.title:<28} {ratio:7.3f}  ({low:.3f} to {high:.3f})  {self.verdict}".rstrip()
        for name, values in self.samples.items():
            yield f"    {name:<26} {statistics.median(values):14.1f} ns  ({min(values):.1f} to {max(values):.1f})"


def over(above: Sequence[float], below: Sequence[float]) -> tuple[float, ...]:
    """By pairs that were taken one after the other."""
    return tuple(a / b for a, b in zip(above, below, strict=True))


def bandwidth(session: Session, *, quick: bool) -> Iterator[Figure]:
    """A FIFO between two nodes, against 64 messages of MPI at a time; more is faster"""
    for size in QUICK_SIZES if quick else SIZES:
        variants = {
            "64 at a time": session.loop("window", size),
            "persistent": session.loop("persistent", size),
            "FIFO": session.fifo(Fifo(size)),
            "FIFO inside a node": session.fifo(Fifo(size, nodes=None, cores=2)),
        }
        found = session.alternated(size, variants)
        must = 0.9 if session.wire.is_limited and size >= STREAMED else None
        yield Figure(f"{size} bytes", found, over(found["64 at a time"], found["FIFO"]), must)


def latency(session: Session, *, quick: bool) -> Iterator[Figure]:
    """A token alone on its way between two nodes, whose reader sleeps, over half a ping-pong of MPI; less is faster"""
    for size in QUICK_SIZES if quick else SIZES:
        round_trip = session.loop("round", size)
        pause_ns = PAUSE_NS + int(PAUSES * session.once(size, round_trip))
        variants = {
            "half a ping-pong": round_trip,
            "FIFO": session.one_by_one(size, pause_ns, nodes=True),
            "FIFO inside a node": session.one_by_one(size, pause_ns, nodes=False),
        }
        found = session.alternated(size, variants)
        yield Figure(f"{size} bytes", found, over(found["FIFO"], found["half a ping-pong"]))


def small(session: Session, *, quick: bool) -> Iterator[Figure]:
    """A FIFO of small tokens, against a persistent message for each of them; more is faster"""
    variants = {"persistent": session.loop("persistent", SMALL), "FIFO": session.fifo(Fifo(SMALL))}
    found = session.alternated(SMALL, variants)
    must = 15.0 if session.wire.is_limited else None
    yield Figure(f"{SMALL} bytes", found, over(found["persistent"], found["FIFO"]), must)


def overlap(session: Session, *, quick: bool) -> Iterator[Figure]:
    """Computing and sending at the same time, over the longer of both; 1 is best"""
    size = MIB if quick else TURN
    send = session.fifo(Fifo(size))
    work = (session.rounds(WORK_OF_SEND * session.once(size, send)), 0)
    variants: dict[str, Variant] = {
        "sending": send,
        "computing": session.fifo(Fifo(size, work, nodes=None)),
        "both": session.fifo(Fifo(size, work)),
    }
    found = session.alternated(size, variants)
    longer = tuple(max(pair) for pair in zip(found["sending"], found["computing"], strict=True))
    must = 1.10 if session.wire.is_limited else None
    yield Figure(f"{size} bytes a turn", found, over(found["both"], longer), most=must)


def pipeline(session: Session, *, quick: bool) -> Iterator[Figure]:
    """Two actors that compute, a node for each against a core for each; more is faster"""
    work = (session.rounds(WORK_NS),) * 2
    variants = {
        "one node, two cores": session.fifo(Fifo(4 * KIB, work, nodes=None, cores=2)),
        "two nodes": session.fifo(Fifo(4 * KIB, work)),
    }
    found = session.alternated(4 * KIB, variants)
    yield Figure("compute-bound", found, over(found["one node, two cores"], found["two nodes"]), 0.8)


def prediction(session: Session, *, quick: bool) -> Iterator[Figure]:
    """What an iteration is predicted to take, with the costs of FIFOs of other sizes, over what it takes; 1 is best"""
    busy = session.rounds(WORK_NS)
    yield from _predicted(session, "bound by the network", Fifo(256 * KIB))
    yield from _predicted(session, "bound by computing", Fifo(4 * KIB, (busy, busy // 2)))
    for nodes in NODES[2:] if session.wire.is_limited else ():
        with limited(session.workshop.folder("switch"), nodes) as wire:
            there = replace(session, wire=wire)
            yield from _predicted(there, f"{nodes} nodes, by the network", Fifo(256 * KIB, nodes=nodes))


def _predicted(session: Session, name: str, fifo: Fifo) -> Iterator[Figure]:
    """Costs are measured as `dfgen calibrate --nodes` does, in turns with what they predict."""
    nodes, first, rounds = fifo.nodes or 2, _by_messages(session), session.rounds(WORK_NS)
    fifo = replace(fifo, platform=session.platform(nodes, first))
    pair = session.platform(2, first)
    probes = {size: f"FIFO of {size >> 10} KiB" for size in FIFO_BYTES}
    variants = {named: session.fifo(Fifo(size, platform=pair)) for size, named in probes.items()}
    found = session.alternated(fifo.size, {**variants, "work": session.work(rounds), "measured": session.fifo(fifo)})
    predicted = []
    for turn, work_ns in enumerate(found["work"]):
        network = network_of_fifo(first.latency_ns, {size: found[named][turn] for size, named in probes.items()})
        known = replace(fifo, platform=session.platform(nodes, network))
        predicted.append(session.predicted_ns(known, work_ns / rounds))
    ratios = over(predicted, found["measured"])
    yield Figure(f"{name}, not less", {"predicted": predicted, **found}, ratios, least=0.85)
    yield Figure(f"{name}, not more", {}, ratios, most=1.15)


def _by_messages(session: Session) -> Network:
    return Network(
        round(session.once(SMALL, session.loop("round", SMALL))),
        round(1e9 * MIB / session.once(MIB, session.loop("window", MIB))),
        round(session.once(SMALL, session.loop("window", SMALL))),
    )


def blocking(session: Session, *, quick: bool) -> Iterator[Figure]:
    """Work and a blocking send as long, then a blocking receive and as much work, as SimSDP has it; more is faster"""
    session = replace(session, run_s=STEADY * session.run_s)
    work = (session.rounds(session.once(MIB, session.loop("window", MIB))),) * 2
    variants = {"blocking": session.loop("blocking", MIB, work[0]), "FIFO": session.fifo(Fifo(MIB, work))}
    found = session.alternated(MIB, variants)
    must = 1.5 if session.wire.is_limited else None
    yield Figure(f"{MIB} bytes", found, over(found["blocking"], found["FIFO"]), must)


def apps(session: Session, *, quick: bool) -> Iterator[Figure]:
    """Applications on one to four nodes of a core each, an iteration; more is faster"""
    if session.wire.is_limited:
        return  # there are two hosts
    for app in APPS[:1] if quick else APPS:
        variants = {counted(nodes, "node"): session.app(app, nodes) for nodes in NODES}
        found = session.alternated(1, variants)
        yield Figure(f"{app.name}, two nodes", found, over(found["1 node"], found["2 nodes"]))


Row = Callable[..., Iterator[Figure]]
ALL = (bandwidth, latency, small, overlap, pipeline, prediction, blocking, apps)
ROWS: Mapping[str, Row] = {row.__name__: row for row in ALL}
