# SPDX-License-Identifier: Apache-2.0
"""The prediction of a program: how long an iteration takes once all cores run in step, and what they do meanwhile.

The program is run with clocks until its passes repeat. Memory is taken to be as the cost model knows it; what actors
do to each other's caches beyond that, and other programs, are not in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dfgen.model.frozen import frozen
from dfgen.model.platform import Platform
from dfgen.model.program import Program
from dfgen.prediction.durations import PS_PER_NS, Durations, Kind
from dfgen.prediction.simulation import Piece, Simulation, reach_of

EVENTS_MOST = 60_000
"""Effort: so many events of a simulation."""
PASSES_LEAST, PASSES_MOST = 24, 512
"""Effort: passes that are simulated, whatever each takes."""
CYCLE_MOST = 8
"""Effort: passes after which a rhythm is looked for."""


@frozen
class Activity:
    """What a lane does in the period shown, from its start. Lanes are cores, then the queues of engines. `firings`: 0
    for waits, trips for `Kind.MORE`."""

    lane: int
    start_ns: float
    end_ns: float
    kind: Kind
    name: str
    firings: int


@frozen
class CorePrediction:
    """What a core does in one graph iteration; the three add up to its period."""

    busy_ns: float
    moving_ns: float
    waiting_ns: float


@frozen
class Prediction:
    """`period_ns` of a graph iteration. `settled`: the passes repeat exactly; else it is a mean. `fill_ns`: what a run
    of whole passes takes beyond its periods, for at its begin and at its end some cores have nothing to do.

    `actors` and `transfers` (by FIFO): ns of an iteration over all cores. `blocks`: what is done in `span_ns`, which is
    one period of `span_iterations` iterations. `guessed`: actors without a stated time. `lanes`: the names of engines'
    queues by their number.
    """

    period_ns: float
    fill_ns: float
    settled: bool
    cores: tuple[CorePrediction, ...]
    actors: Mapping[str, float]
    transfers: Mapping[str, float]
    span_ns: float
    span_iterations: int
    activities: tuple[Activity, ...]
    guessed: tuple[str, ...]
    lanes: Mapping[int, str]

    @property
    def is_guess(self) -> bool:
        """Whether most of the work is of actors without a stated time, so that nothing can be concluded from it."""
        guessed_ns = sum(self.actors.get(name, 0.0) for name in self.guessed)
        return 2 * guessed_ns > sum(self.actors.values())

    def to_json(self) -> dict[str, object]:
        """The figures, without the blocks."""
        return {
            "period_ns": round(self.period_ns),
            "fill_ns": round(self.fill_ns),
            "settled": self.settled,
            "cores": [
                {
                    "core": index,
                    "busy_ns": round(core.busy_ns),
                    "moving_ns": round(core.moving_ns),
                    "waiting_ns": round(core.waiting_ns),
                }
                for index, core in enumerate(self.cores)
            ],
            "guessed": list(self.guessed),
            "is_guess": self.is_guess,
        }


def predict(program: Program, platform: Platform) -> Prediction:
    """What `program` comes to on `platform`."""
    durations = Durations(program, platform)
    simulation = Simulation(program, platform, durations)
    cycle, pass_ps, settled = _settle(program, simulation)
    fill_ps = _fill(simulation, pass_ps)
    blocks = _window(program, simulation, cycle)
    period_ns = pass_ps / simulation.iterations / PS_PER_NS
    actors: dict[str, float] = {}
    transfers: dict[str, float] = {}
    for name, own in program.blocks.items():
        firings = own[0].firings_per_iteration / PS_PER_NS
        parts = (block.share * Fraction(durations.fire_ps(name, block.core)) for block in own)
        actors[name] = float(sum(parts, Fraction(0))) * firings
        for fifo, ps in durations.moves_ps(own[0].firings):
            transfers[fifo] = transfers.get(fifo, 0) + ps * firings
    cores = len(program.cores)
    return Prediction(
        period_ns,
        fill_ps / PS_PER_NS,
        settled,
        tuple(_cores(program, durations, period_ns)),
        {name: ns for name, ns in actors.items() if ns},
        transfers,
        cycle * pass_ps / PS_PER_NS,
        cycle * simulation.iterations,
        blocks,
        tuple(durations.guessed()),
        {lane: _engine(program, lane) for lane in sorted({b.lane for b in blocks}) if lane >= cores},
    )


def _engine(program: Program, lane: int) -> str:
    queue = program.agents[lane]
    for end in (a.network for a in program.graph.network_ends if a.network is not None):
        if end.engine == program.engines[queue.engine]:
            return f"link {end.link} {'from' if end.receives else 'to'} node {end.peer}"
    return f"{program.engines[queue.engine]}, core {queue.core}"


# --- the period -----------------------------------------------------------------------------------------------------


def _settle(program: Program, simulation: Simulation) -> tuple[int, float, bool]:
    """Run until passes repeat: after how many (1 if they never do), how long one takes, whether they do."""
    latest = max(stage.late for agent in program.cores for stage in agent.stages)
    look_back = min(program.depth_passes + 1, reach_of(program)) + 1 + latest
    passes = PASSES_LEAST
    simulation.run(1)
    events = max(1, simulation.events)
    most = min(PASSES_MOST, max(PASSES_LEAST, EVENTS_MOST // events))
    while True:
        simulation.run(passes)
        begins = [core.begins[: passes + 1] for core in simulation.cores]
        for cycle in range(1, CYCLE_MOST + 1):
            step = _repeats(begins, cycle, look_back)
            if step is not None:
                return cycle, step / cycle, True
        if passes >= most:
            break
        passes = min(most, 2 * passes)
    half = passes // 2
    return 1, max((b[passes] - b[half]) / (passes - half) for b in begins), False


def _fill(simulation: Simulation, pass_ps: float) -> float:
    """How much later than `pass_ps` for each pass the last core is done with as many as all have run."""
    passes = min(len(core.begins) for core in simulation.cores) - 1
    return max(0.0, max(core.begins[passes] for core in simulation.cores) - passes * pass_ps)


def _repeats(begins: list[list[int]], cycle: int, look_back: int) -> int | None:
    """The time of `cycle` passes if the last passes of all cores were as long as those `cycle` before them."""
    found = set()
    for times in begins:
        last = len(times) - 1
        if last - look_back < 2 * cycle:
            return None
        found |= {times[index] - times[index - cycle] for index in range(last - look_back - cycle, last + 1)}
    return found.pop() if len(found) == 1 else None


# --- what is done meanwhile -------------------------------------------------------------------------------------------


def _window(program: Program, simulation: Simulation, cycle: int) -> tuple[Activity, ...]:
    """`cycle` passes of all lanes, from the begin of a pass of core 0 on; what reaches over the ends is cut there.
    Cores that no FIFO keeps in step are shown from the begin of their own pass on."""
    reach = min(program.depth_passes + 1, reach_of(program)) + 1
    first = simulation.record() + reach
    simulation.run(first + cycle + reach)
    spans = [(core.begins[first], core.begins[first + cycle]) for core in simulation.cores]
    in_step = len({end - start for start, end in spans}) == 1
    found = []
    for piece in simulation.pieces:
        start_ps, end_ps = spans[0 if in_step else program.agents[piece.lane].core]
        if piece.end_ps > start_ps and piece.start_ps < end_ps:
            found.append(_cut(piece, start_ps, end_ps))
    return tuple(sorted(found, key=lambda activity: (activity.lane, activity.start_ns, activity.end_ns)))


def _cut(piece: Piece, start_ps: int, end_ps: int) -> Activity:
    start_ns = (max(piece.start_ps, start_ps) - start_ps) / PS_PER_NS
    end_ns = (min(piece.end_ps, end_ps) - start_ps) / PS_PER_NS
    return Activity(piece.lane, start_ns, end_ns, piece.kind, piece.name, piece.firings)


def _cores(program: Program, durations: Durations, period_ns: float) -> list[CorePrediction]:
    """By the firings that each core has, so that nothing is counted twice or passed over."""
    busy, moving = [0.0] * len(program.cores), [0.0] * len(program.cores)
    for actor, blocks in program.blocks.items():
        firings = durations.firings_per_iteration(actor) / PS_PER_NS
        move_ns = sum(ps for _, ps in durations.moves_ps(blocks[0].firings)) * firings
        for block in blocks:
            busy[block.core] += float(block.share) * (durations.fire_ps(actor, block.core) * firings)
            moving[block.core] += float(block.share) * move_ns
    return [CorePrediction(b, m, max(0.0, period_ns - b - m)) for b, m in zip(busy, moving)]
