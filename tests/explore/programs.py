# SPDX-License-Identifier: Apache-2.0
"""What tests of exploration have in common: graphs that are recorded and replayed without the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dfgen.build.reporter import SILENCE
from dfgen.csource.learn import CKnowledge
from dfgen.explore.architectures import Architecture
from dfgen.explore.recording import Recording, record, without_engines
from dfgen.explore.replay import ALL_SETS, build_simulator
from dfgen.explore.sweep import Sweep, Wanted, sweep
from dfgen.frontend.elaborate import load_graph
from dfgen.model.caches import USUAL_DRAM, Cache, Dram, Policy
from dfgen.pipeline import CompileOptions
from dfgen.profile.sampling import Runner
from dfgen.reading import read_code

KIB = 1 << 10
MIX = Path(__file__).parent / "mix" / "mix.sdf"
CHANGE = Path(__file__).parent / "change" / "change.sdf"
NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True)
class Recorded:
    """A graph, its recording, and the simulator, in a folder of the test."""

    known: CKnowledge
    options: CompileOptions
    recording: Recording
    simulator: Path
    scratch: Path

    def explored(
        self,
        architectures: Sequence[Architecture],
        cores: int = 1,
        strategies: Sequence[str] = ("auto",),
        policies: Sequence[Policy | None] = (None,),
        sample: int = ALL_SETS,
        workers: int = 1,
        **changed: object,
    ) -> Sweep:
        wanted = Wanted(tuple(architectures), (cores,), tuple(strategies), tuple(policies), sample, workers)
        options = replace(self.options, **changed)  # type: ignore[arg-type]
        return sweep(self.known, options, wanted, self.recording, self.simulator, self.scratch, SILENCE)


def recorded(
    graph: Path,
    folder: Path,
    parameters: Mapping[str, int] = NOTHING,
    iterations: int = 1,
    simulator: Path | None = None,
    arguments: Sequence[str] = (),
) -> Recorded:
    folder.mkdir(exist_ok=True)
    options = CompileOptions(parameters=parameters)
    known = without_engines(read_code(load_graph(graph, parameters)))
    runner = Runner(folder, tuple(arguments), 120, SILENCE)
    recording = record(known, options, iterations, (64, 64), folder, runner, SILENCE)
    return Recorded(known, options, recording, simulator or build_simulator(folder, known.compiler, SILENCE), folder)


def architecture(
    *sizes: int, ways: int = 8, shared_by: Sequence[int] = (), name: str = "a", dram: Dram = USUAL_DRAM
) -> Architecture:
    """Of so many bytes a cache, level by level."""
    shared = [*shared_by, *[1] * len(sizes)]
    caches = (
        Cache(level, size, ways, shared_by=cores, hit_cycles=4 * level)
        for level, (size, cores) in enumerate(zip(sizes, shared), 1)
    )
    return Architecture(name, 2660, tuple(caches), dram, f"{name}.toml")
