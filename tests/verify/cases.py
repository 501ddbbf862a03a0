# SPDX-License-Identifier: Apache-2.0
"""Programs to try: random graphs, each compiled in several ways. The same number gives the same program."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from dfgen import stages
from dfgen.csource.learn import CKnowledge
from dfgen.frontend.elaborate import load_graph
from dfgen.machine.constants import DEPTH_STEPS_MAX, PASS_ITERATIONS_MAX
from dfgen.model.program import ROOT, Program
from dfgen.pipeline import CompileOptions
from dfgen.reading import read_code
from dfgen.stages import plan_known
from tests.oracle.adornments import adorned
from tests.oracle.application import Application
from tests.oracle.drafts import TOKEN_KINDS, Limits
from tests.oracle.generator import random_application, write
from tests.oracle.long_delays import with_long_delays
from tests.oracle.rings import ring_application
from tests.oracle.settings import Setting, compile_obeying, hashing_is_small, random_setting

from .interpreter import fault_of
from .streams import Streams
from .world import Way

TINY = Limits(window_bytes=120, wire_bytes=240, firings=60, moved_bytes=2000, kinds=TOKEN_KINDS[:4])
APPS = Path(__file__).resolve().parent.parent.parent / "apps"
PASSES = (1, 1, 2, 2, 3, 4, 5, 7)
"""Iterations of the longest pass."""
PASSES_MAX = 14
FIRINGS_MAX = 2000
"""Of a run."""


@dataclass(frozen=True)
class Case:
    """A program and how it came to be."""

    name: str
    arguments: str
    program: Program

    @cached_property
    def latest(self) -> int:
        """The most passes that a core is late with what it does."""
        return max((stage.late for agent in self.program.cores for stage in agent.stages), default=0)

    @cached_property
    def passes(self) -> int:
        """In how many passes every slot is written again."""
        slots = max((b.slots for b in self.program.memory.buffers.values() if b.loop == ROOT), default=1)
        return min(PASSES_MAX, slots + self.latest + 3)

    @cached_property
    def streams(self) -> Streams:
        more = self.latest + self.program.depth_passes + 2
        return Streams(self.program.graph, (self.passes + more) * self.program.chunk)

    @property
    def firings(self) -> int:
        """Of a run."""
        blocks = (found[0] for found in self.program.blocks.values())
        return self.passes * self.program.chunk * sum(block.firings_per_iteration for block in blocks)

    def way(self, seed: int) -> Way:
        """A run that ends with a short pass, whose length goes round with the seed."""
        chunk = self.program.chunk
        return Way((self.passes - 1) * chunk + 1 + (seed % chunk), seed)

    def fault(self, seed: int, program: Program | None = None) -> str:
        return fault_of(program or self.program, self.streams, self.way(seed))


def application_of(seed: int) -> Application:
    rng = random.Random(f"verify {seed}")
    application = _plain_application_of(rng, seed)
    return adorned(rng, application) if rng.random() < 0.7 else application


def _plain_application_of(rng: random.Random, seed: int) -> Application:
    form = rng.choice(["tiny", "tiny", "tiny", "small", "ring", "ring", "long"])
    if form == "ring":
        return ring_application(seed)
    if form == "long":
        return with_long_delays(random_application(seed, rng.randint(2, 6), TINY))
    return random_application(seed, rng.randint(2, 9), TINY) if form == "tiny" else random_application(seed)


def setting_of(application: Application, index: int, fifos: tuple[str, ...]) -> Setting:
    rng = random.Random(f"verify setting {index} of {application.seed}")
    setting = random_setting(application, index, fifos)
    cores = max(application.cores_min, rng.choice([1, 2, 2, 3, 3, 4]))
    setting = replace(setting, trace=False, verify=False, cores=cores)
    if cores > 1 and rng.random() < 0.5:
        setting = replace(setting, mapper="staged", scattered=True, guard=False, buffers=None)
        setting = replace(setting, depth=None, latency=None) if rng.random() < 0.5 else setting
    return setting


@contextmanager
def unproven(longest: int) -> Iterator[None]:
    """Programs come as they are, for whoever wants to prove them; with passes of so many iterations at most, also where
    nothing bounds them: a long pass only does the same more often."""
    with ExitStack() as patches:
        patches.enter_context(patch.object(PASS_ITERATIONS_MAX, "value", longest))
        patches.enter_context(patch.object(DEPTH_STEPS_MAX, "value", 0))
        patches.enter_context(patch.object(stages, "verify", lambda _: None))
        yield


@lru_cache(maxsize=4)
def known_of(seed: int) -> tuple[Application, tuple[str, ...], CKnowledge]:
    """An application and what its C says."""
    application = application_of(seed)
    with TemporaryDirectory() as folder, hashing_is_small():
        graph = load_graph(write(application, Path(folder)), {})
        return application, tuple(fifo.name for fifo in graph.fifos), read_code(graph)


def case_of(seed: int, index: int) -> Case:
    """Setting number `index` of an application."""
    application, fifos, known = known_of(seed)
    programs: list[Program] = []

    def compile(options: CompileOptions) -> object:
        programs.append(plan_known(known, options).program)
        return programs[-1]

    longest = random.Random(f"pass of setting {index} of {seed}").choice(PASSES)
    with hashing_is_small(), unproven(longest):
        _, setting = compile_obeying(setting_of(application, index, fifos), compile)
    return Case(f"{seed}.{index}", f"{shlex.join(setting.arguments)}, passes of {longest} at most", programs[-1])


def case_of_app(name: str, parameters: Mapping[str, int], options: CompileOptions, longest: int) -> Case:
    known = read_code(load_graph(APPS / name / f"{name}.sdf", parameters))
    with unproven(longest):
        return Case(name, f"{options.cores} cores", plan_known(known, options).program)
