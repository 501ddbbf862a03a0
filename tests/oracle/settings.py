# SPDX-License-Identifier: Apache-2.0
"""Random ways to compile an application, none of which may change what it computes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from unittest.mock import patch

from dfgen.csource import learn
from dfgen.machine.constants import (
    BLOCK_OF_L2,
    LARGE_BYTES,
    ORDERED_GAIN,
    PASS_ITERATIONS_MAX,
    REGISTERS_BYTES,
    SHARED_GAIN,
)
from dfgen.machine.machine import Machine
from dfgen.mapping import mappers, schedule_graph
from dfgen.mapping.doacross import is_divisible, ordered_loops, possible_counts, possible_ordered, why_alone
from dfgen.mapping.fusing import FUSIONS
from dfgen.mapping.helping import HELPING
from dfgen.mapping.mappers.shares import even, whole
from dfgen.mapping.schedule_tree import ScheduleTree, Sharing
from dfgen.mapping.stages import staged
from dfgen.mapping.turning import Turns, turning_actors
from dfgen.mapping.work import Assignment, Work
from dfgen.memory import between_cores
from dfgen.memory.strategies import STRATEGIES
from dfgen.memory.strategies.contract import Strategy
from dfgen.model.diagnostics import UserError
from dfgen.model.facts import Facts
from dfgen.model.graph import Graph
from dfgen.model.platform import default_platform
from dfgen.pipeline import Compiled, CompileOptions

from .application import Application
from .ending import CORES_MAX

MAPPERS = ("auto", "balance", "pipeline", "footprint", "list", "staged")
OPTIONS: Mapping[str, Sequence[str]] = {
    "cow": ("", "", "(variant=fault)", "(pages=small)"),
    "graphcopy": ("", "(map=offset)", "(map=hash)", "(map=linear)"),
    "offload": (
        "", "", "(mode=sync)", "(lanes=2)", "(entries=1)", "(mode=sync, entries=2, lanes=3)",
        "(engine=cuda)", "(engine=cuda, lanes=2, entries=4)",
    ),
}  # fmt: skip
"""Of the strategies that have some."""
OPTIONS_OF_BYTES: Mapping[str, Sequence[str]] = {
    "offload": (
        "(chunk=64, threshold=1)", "(target=memory, entries=1, threshold=1)", "(chunk=page, threshold=1, lanes=2)",
        "(mode=sync, threshold=1, chunk=64, target=memory)", "(engine=cuda, threshold=1, chunk=page)",
        "(engine=cuda, by=copier, threshold=1)",
    ),
}  # fmt: skip
"""Those that objects, which are copied whole, do not have."""
REGISTERS_HERE = 16
"""What fits into registers where units are scattered, so that cores also share chains of small windows."""


@dataclass(frozen=True)
class Setting:
    """What the options of the same names say. `transfers` are of the form STRATEGY or FIFO=STRATEGY; `wishes` seeds
    what DFGEN_TRANSFER says, and who is where if units are `scattered` over the cores, with stages, and cores share
    cycles. `longest`: iterations that a pass holds at most, so that runs of a few iterations have many passes.
    `sharing`: cores share addresses where they may, however small the buffers."""

    cores: int
    depth: int | None
    mapper: str
    transfers: tuple[str, ...]
    guard: bool
    latency: int | None
    candidates: tuple[str, ...] = ()
    wishes: int = 0
    fusion: str = "auto"
    helping: str = "auto"
    buffers: str | None = None
    trace: bool = False
    verify: bool = False
    scattered: bool = False
    longest: int | None = None
    sharing: bool = False
    memory: int | None = None

    @property
    def options(self) -> CompileOptions:
        return CompileOptions(
            cores=self.cores,
            depth=self.depth,
            mapper=self.mapper,
            transfers=self.transfers,
            guard=self.guard,
            latency_iterations=self.latency,
            candidates=self.candidates,
            fusion=self.fusion,
            helping=self.helping,
            buffers=self.buffers,
            trace=self.trace,
            verify_transfers=self.verify,
            memory_bytes=self.memory,
        )

    @property
    def arguments(self) -> list[str]:
        """The options as given to the command."""
        given = ["--cores", str(self.cores), "--mapper", self.mapper]
        given += ["--depth", str(self.depth)] if self.depth is not None else []
        for transfer in self.transfers:
            given += ["--transfer", transfer]
        given += ["--transfer-candidates", ",".join(self.candidates)] if self.candidates else []
        given += ["--latency", str(self.latency)] if self.latency else []
        given += ["--fuse", self.fusion, "--help-others", self.helping]
        given += ["--buffers", self.buffers] if self.buffers else []
        given += ["--memory", str(self.memory)] if self.memory else []
        flags = {"--guard": self.guard, "--trace": self.trace, "--verify-transfers": self.verify}
        return given + [flag for flag, wanted in flags.items() if wanted]


def random_setting(application: Application, index: int, fifos: Sequence[str]) -> Setting:
    """Setting number `index` of an application. `fifos` are the names of the FIFOs of its flat graph."""
    rng = random.Random(f"setting {index} of {application.seed}")
    cores = [n for n in (1, 2, 2, 3, CORES_MAX) if n >= application.cores_min]
    setting = Setting(
        cores=rng.choice(cores),
        depth=rng.randint(1, 4),
        mapper=rng.choice([*MAPPERS, "fixed"] if application.all_placed else MAPPERS),
        transfers=tuple(_transfers(rng, fifos, [s.name for s in _strategies(application)])),
        guard=rng.random() < 0.15,
        latency=rng.choice([None, None, None, 1, 2]),
        candidates=rng.choice([(), (), tuple(s.name for s in STRATEGIES.values() if s.may_be_candidate)]),
        wishes=rng.getrandbits(32),
        fusion=rng.choice(FUSIONS),
        buffers=rng.choice([None, None, None, "min", "max-throughput"]),
        trace=rng.random() < 0.1,
        verify=rng.random() < 0.15,
    )
    if setting.mapper == "staged":  # there are stages only where nothing bounds the passes on their way
        free = replace(setting, depth=None, latency=None, guard=False, buffers=None)
        setting = replace(free, scattered=rng.random() < 0.8)
    setting = replace(setting, transfers=tuple(_with_options(application, index, setting.transfers)))
    helping = random.Random(f"helping {index} of {application.seed}").choice(("all", "all", *HELPING))
    setting = replace(setting, helping=helping)
    setting = replace(setting, sharing=random.Random(f"sharing {index} of {application.seed}").random() < 0.3)
    if application.works_in_place and rng.random() < 0.7:
        return _in_place(rng, setting, cores)
    return setting


def _in_place(rng: random.Random, setting: Setting, cores: Sequence[int]) -> Setting:
    """Outputs lie over inputs only uncopied: on one core, or where cores share the iterations of passes that nothing
    bounds."""
    uncopied = replace(setting, transfers=(), guard=False)
    if rng.random() < 0.3:
        return replace(uncopied, cores=cores[0])
    mapper, several = rng.choice(("auto", "balance", "staged")), max(2, setting.cores)
    free = replace(uncopied, cores=several, depth=None, latency=None, buffers=None, candidates=())
    return replace(free, mapper=mapper, scattered=mapper == "staged")


def environment(compiled: Compiled, setting: Setting) -> dict[str, str]:
    """A strategy for some of the transfers that leave the choice to the start of the program."""
    rng = random.Random(setting.wishes)
    transfers: Any = compiled.plan["transfers"]
    wishes = [f"{t['fifo']}={rng.choice(t['candidates'])}" for t in transfers if t["candidates"] and rng.random() < 0.7]
    return {"DFGEN_TRANSFER": ";".join(wishes)} if wishes else {}


def _strategies(application: Application) -> Iterator[Strategy]:
    """Those that may serve a FIFO of the application."""
    return (s for s in STRATEGIES.values() if application.has_objects or not s.only_objects)


def _transfers(rng: random.Random, fifos: Sequence[str], strategies: Sequence[str]) -> Iterator[str]:
    """Nothing, one strategy for all, or a mixture."""
    form = rng.choice(["default", "default", "all", "all", "mixture", "mixture"])
    if form == "all" or (form == "mixture" and rng.random() < 0.5):
        yield rng.choice(strategies)
    if form == "mixture":
        share = rng.choice([0.1, 0.5, 0.9])
        yield from (f"{fifo}={rng.choice(strategies)}" for fifo in fifos if rng.random() < share)


def _with_options(application: Application, index: int, transfers: Sequence[str]) -> Iterator[str]:
    """Drawn apart from all else."""
    rng = random.Random(f"options {index} of {application.seed}")
    for transfer in transfers:
        strategy = transfer.rpartition("=")[2]
        of_bytes = () if application.has_objects else OPTIONS_OF_BYTES.get(strategy, ())
        yield transfer + rng.choice([*OPTIONS.get(strategy, ("",)), *of_bytes])


def compile_obeying(setting: Setting, compile: Callable[[CompileOptions], Compiled]) -> tuple[Compiled, Setting]:
    """Compile, leaving out those strategies of the mixture that dfgen refuses by name, and a bound on memory that
    nothing keeps to; gives what was left as well."""
    try:
        with scattering(setting):
            return compile(setting.options), setting
    except UserError as error:
        refused = {_reader(d.message.partition(" ")[0]) for d in error.diagnostics}
        if setting.memory is not None and {d.id for d in error.diagnostics} == {"memory-exceeded"}:
            return compile_obeying(replace(setting, memory=None), compile)
        left = tuple(t for t in setting.transfers if _reader(_pattern(t)) not in refused)
        if any(d.id != "transfer-illegal" for d in error.diagnostics) or left == setting.transfers:
            raise
        return compile_obeying(replace(setting, transfers=left), compile)


@contextmanager
def scattering(setting: Setting) -> Iterator[None]:
    """Stages come of tokens that go to and fro between cores, as hardly any mapper lets them do; and cores share the
    loop of any cycle where they may, which hardly ever pays for actors of such little work. What fires in order in a
    loop is ordered or not."""

    def shared(
        graph: Graph, facts: Facts, tree: ScheduleTree, impure: Mapping[str, str], _: int, __: Machine
    ) -> tuple[dict[str, Sharing], dict[str, str]]:
        rng, divided = random.Random(setting.wishes), random.Random(f"{setting.wishes} divided")
        found = {}
        for members in tree.cycles:
            if why_alone(graph, facts, members) is None:
                counts = possible_counts(graph, facts, members)
                if not counts or (is_divisible(graph, facts, members) and divided.random() < 0.3):
                    found[members[0]] = Sharing(divided=True)
                    continue
                count = rng.choice(counts)
                ordered = possible_ordered(graph, facts, members, impure, count)
                found[members[0]] = Sharing(count, frozenset(name for name in ordered if rng.random() < 0.7))
        return found, {}

    def all_ordered(
        graph: Graph, facts: Facts, tree: ScheduleTree, impure: Mapping[str, str], _: int
    ) -> dict[str, Sharing]:
        rng = random.Random(setting.wishes)
        found = ordered_loops(graph, facts, tree, impure, cores=0)
        return {name: sharing for name, sharing in found.items() if rng.random() < 0.7}

    def all_turning(
        graph: Graph,
        facts: Facts,
        tree: ScheduleTree,
        impure: Mapping[str, str],
        _: int,
        together: Mapping[str, int],
    ) -> Turns:
        rng = random.Random(setting.wishes + 1)
        found = turning_actors(graph, facts, tree, impure, 0, together).sharing
        return Turns({name: sharing for name, sharing in found.items() if rng.random() < 0.8})

    def assign(work: Work) -> Assignment:
        rng = random.Random(setting.wishes)
        shares = {
            unit.name: even(work.cores)
            if unit.splittable and rng.random() < 0.5
            else whole(rng.choice(unit.choices(work.cores)))
            for unit in work.units
        }
        return staged(work, shares)

    with ExitStack() as patches:
        if setting.longest is not None:
            patches.enter_context(patch.object(PASS_ITERATIONS_MAX, "value", setting.longest))
        if setting.sharing:
            patches.enter_context(patch.object(between_cores, "PAGE_BYTES", 1))
            patches.enter_context(patch.object(LARGE_BYTES, "value", 1))
        if setting.scattered or setting.wishes % 3:  # cores take turns though it hardly pays for so little work
            patches.enter_context(patch.object(ORDERED_GAIN, "value", 0))
        if setting.scattered:
            patches.enter_context(patch.dict(mappers.MAPPERS, {"staged": assign}))
            patches.enter_context(patch.object(schedule_graph, "shared_cycles", shared))
            patches.enter_context(patch.object(schedule_graph, "ordered_loops", all_ordered))
            patches.enter_context(patch.object(schedule_graph, "turning_actors", all_turning))
            patches.enter_context(patch.object(SHARED_GAIN, "value", 0))
            block_of_l2 = Fraction(2 ** (setting.wishes % 16), default_platform().l2_bytes)
            # What is small here is to be nested as the large blocks of real applications are.
            patches.enter_context(patch.object(BLOCK_OF_L2, "value", block_of_l2))
            if setting.wishes % 2:
                patches.enter_context(patch.object(REGISTERS_BYTES, "value", REGISTERS_HERE))
        yield


def _pattern(transfer: str) -> str:
    return transfer.partition("(")[0].rpartition("=")[0]


def _reader(fifo: str) -> str:
    """The port at the end of a FIFO, which tells it from all others."""
    return fifo.rpartition(":")[2] or "every FIFO"


@contextmanager
def hashing_is_small() -> Iterator[None]:
    """Takes functions as small that hash all that they read, as the actors here do: then states move and loops fuse."""
    with patch.object(learn, "SMALL_CODE_BYTES", 2000):
        yield
