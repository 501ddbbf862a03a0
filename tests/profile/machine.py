# SPDX-License-Identifier: Apache-2.0
"""Programs that are compiled, but neither built nor run: their figures follow from their plan, by made-up prices."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from dfgen.model.diagnostics import fail
from dfgen.profile import variants
from dfgen.profile.sampling import Runner, Sample, Variant
from tests.conftest import ACTORS_C, ACTORS_H

GRAPH = """\
graph g {
    include "actors.h"; source "actors.c";
    actor a { fire give(o); out o : uint8[8192]; }
    actor b { fire change(i, o); in i : uint8[8192] read_mostly(written = 2%); out o : uint8[4096]; }
    actor c { fire swap(i, j, o, p); in i : uint8[8192]; in j : uint8[4096]; out o : uint8[64]; out p : uint8[64]; }
    actor d { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
    actor e { fire take(i); in i : uint8[64]; }
    actor f { fire take(i); in i : uint8[64]; }
    a.o -> { b.i, c.i };  // b writes what c reads
    b.o -> c.j;
    c.o -> d.i;           // nobody else reads it
    c.p -> e.i;
    d.o -> f.i;
}
"""
LARGE, SMALL = "a.o:b.i", "c.o:d.i"


@dataclass
class Machine:
    """`prices` are ns per iteration by (FIFO, strategy), beside `rest`; programs with a strategy in `failing` fail."""

    prices: dict[tuple[str, str], int] = field(default_factory=dict)
    rest: int = 1000
    failing: set[tuple[str, str]] = field(default_factory=set)
    written: dict[str, float] = field(default_factory=dict)
    final_penalty: int = 0
    builds: int = 0
    runs: list[dict[str, str]] = field(default_factory=list)
    wishes: set[str] = field(default_factory=set)
    raises: BaseException | None = None

    def build(self, folder: Path, **_: Any) -> Path:
        self.builds += 1
        return folder / "program"

    def run(self, variant: Variant, iterations: int) -> Sample:
        if self.raises is not None:
            raise self.raises
        plan = json.loads((variant.program.parent / "plan.json").read_text())
        strategies = {fifo["name"]: fifo["strategy"] for fifo in plan["fifos"]}
        wishes = variant.environment.get("DFGEN_TRANSFER", "")
        self.wishes.add(wishes)
        chosen = dict(wish.split("=") for wish in wishes.split(";") if wish)
        assert set(chosen) <= set(strategies), "a wish that the program does not know"
        strategies.update(chosen)
        self.runs.append(strategies)
        if self.failing & set(strategies.items()):
            raise fail("run-failed", "the program fails", None)
        time_ns = self.rest + sum(self.prices.get(pair, 0) for pair in strategies.items())
        time_ns += self.final_penalty if not chosen and strategies[LARGE] == "stream" else 0
        views = self.written if "DFGEN_MEASURE" in variant.environment else {}
        return Sample(time_ns * iterations, iterations, plan["cores"], views)


def replace_machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """From now on programs run on a `Machine`."""
    made = Machine()
    monkeypatch.setattr(variants, "build_folder", made.build)

    def run(_: Runner, variant: Variant, iterations: int) -> Sample:
        return made.run(variant, iterations)

    monkeypatch.setattr(Runner, "run", run)
    return made


def write_graph(folder: Path) -> Path:
    (folder / "actors.h").write_text(ACTORS_H)
    (folder / "actors.c").write_text(ACTORS_C)
    (folder / "g.sdf").write_text(GRAPH)
    return folder / "g.sdf"
