# SPDX-License-Identifier: Apache-2.0
"""What `analyze --cores` says: the exact period of the program that would be compiled."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dfgen.cli import options
from dfgen.cli.console import Console
from dfgen.cli.section import Section
from dfgen.cli.verdicts import plural

if TYPE_CHECKING:
    from dfgen.analysis.throughput import Throughput, TimedGraph
    from dfgen.prediction.mapped import Mapped
    from dfgen.prediction.predict import Prediction
    from dfgen.stages import Planned


def configure(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("mapping")
    cores = "the period on N cores, with the order and waits that compile would give them"
    group.add_argument("--cores", metavar="N", type=options.count, help=cores)
    group.add_argument("--mapper", metavar="NAME", help="what places actors on cores (default: auto)")
    group.add_argument("--depth", metavar="N", type=options.count, help="iterations that may overlap")


def refuse_idle(arguments: argparse.Namespace) -> None:
    """Without them nothing is mapped, and what is said of the mapping would be passed over in silence."""
    given = [name for name in ("mapper", "depth") if getattr(arguments, name) is not None]
    if given and arguments.cores is None:
        arguments.parser.error(f"--{given[0]} is for the period on cores, which --cores asks for")


def section(
    timed: TimedGraph, throughput: Throughput | None, arguments: argparse.Namespace, console: Console
) -> Section | None:
    from dfgen.analysis.throughput import TooLarge
    from dfgen.pipeline import CompileOptions, plan_graph
    from dfgen.prediction.mapped import mapped_throughput
    from dfgen.prediction.predict import predict

    if arguments.cores is None or (throughput is not None and throughput.period is None):
        return None
    wanted = CompileOptions(
        cores=arguments.cores,
        parameters=options.given(arguments),
        mapper=arguments.mapper or "auto",
        depth=arguments.depth,
        stand_ins=any(actor.fire is None and not actor.is_routing for actor in timed.graph.actors),
    )
    console.activity(f"mapping to {plural(arguments.cores, 'core')}")
    found: Mapped | None = None
    try:
        planned = plan_graph(timed.graph, wanted)
        found = mapped_throughput(planned.program, planned.platform)
    except TooLarge:
        pass
    except KeyboardInterrupt:
        return Section("mapped", None, "the mapped graph was not analyzed", interrupted=True)
    prediction = predict(planned.program, planned.platform)
    unit = "" if timed.graph.time_unit else ", with a time unit of 1 us"
    return Section("mapped", _json(planned, found, prediction), _text(planned, found, prediction, unit))


def _json(planned: Planned, found: Mapped | None, prediction: Prediction) -> dict[str, Any]:
    schedule = planned.plan.schedule
    return {
        "cores": schedule.cores,
        "mapper": schedule.mapper,
        "iterations_per_pass": schedule.iterations_per_pass,
        "period_ns": None if found is None else str(found.period_ns),
        "critical_cycle": [] if found is None else list(found.critical),
        "predicted_ns": round(prediction.period_ns),
    }


def _text(planned: Planned, found: Mapped | None, prediction: Prediction, unit: str) -> str:
    cores = plural(planned.plan.schedule.cores, "core")
    run = f"run with clocks, and with the cost of falling asleep: {prediction.period_ns:.6g} ns"
    if found is None:
        return f"on {cores}{unit}: the exact period is not known; {run}"
    critical = "\n".join(f"  {name}" for name in found.critical)
    return f"period on {cores}{unit}: {_number(found.period_ns)} ns\n{run}\ncritical there:\n{critical}"


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.6g}"
