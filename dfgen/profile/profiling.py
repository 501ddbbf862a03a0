# SPDX-License-Identifier: Apache-2.0
"""Profiles a program: a warm-up, then runs with and without tracing in turn; figures are of a typical traced one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from dfgen.build.reporter import Reporter
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.dumps import counted
from dfgen.model.frozen import frozen
from dfgen.model.input_files import read_generated
from dfgen.model.network import link_engine
from dfgen.model.nodes_text import record_of_node
from dfgen.model.output_files import write_atomically
from dfgen.model.shape import Shape, load_json
from dfgen.profile import shapes
from dfgen.profile.comparison import estimate
from dfgen.profile.measured import ActorFigures, Iteration, Measured, MeasuredNode, MeasuredNodes
from dfgen.profile.sampling import RUN_LEAST_NS, Runner, Variant, enough_iterations, sample_of
from dfgen.profile.trace_figures import NO_NODES, Trace

PROFILE = "profile.json"
RUNS = 7
_HINT = "compile the graph again"


@frozen
class Subject:
    """A generated folder with a traced program, and the same program without tracing, if there is one."""

    folder: Path
    traced: Variant
    plain: Variant | None = None


@frozen
class ProfileOptions:
    """`options` reach the program, which runs in `where` or here. `iterations`: as many as take a while."""

    iterations: int | None = None
    runs: int = RUNS
    options: tuple[str, ...] = ()
    seconds: float = 120
    where: Path | None = None


def is_traced(folder: Path) -> bool:
    return any((folder / place / "trace.c").is_file() for place in ("src", "src/node_0"))


def not_traced(folder: Path) -> UserError:
    hint = "Compile the graph into it with --trace, or give the graph file."
    message = f"the program of '{folder}' does not tell where its time goes, and which graph it comes from is not known"
    return fail("not-traced", message, None, hint)


def profile_program(
    subject: Subject, wanted: ProfileOptions, scratch: Path, reporter: Reporter
) -> Measured | MeasuredNodes:
    """Run it; `scratch` takes the files in between. Raises `UserError` (run-failed, run-too-long, file-unreadable)."""
    plan = read_plan(subject.folder)
    if "nodes" not in plan:
        record = read_record(subject.folder)
        return _typical(plan, record, _run(subject, wanted, scratch, reporter))
    records = [read_record(subject.folder, record_of_node(node["node"])) for node in plan["nodes"]]
    runs = _run(subject, wanted, scratch, reporter)
    nodes = [_node(plan, number, record, runs) for number, record in enumerate(records)]
    return MeasuredNodes(plan["graph"], tuple(nodes))


def _node(plan: Mapping[str, Any], number: int, record: Mapping[str, Any], runs: _Runs) -> MeasuredNode:
    about = plan["nodes"][number]
    predictions = [node["plan"].get("prediction", {}) for node in plan["nodes"]]
    common = {
        **plan["prediction"],
        "fill_ns": max(each.get("fill_ns", 0) for each in predictions),
        "is_guess": any(each.get("is_guess") for each in predictions),
    }
    whole = {**about["plan"], "prediction": common}
    own = replace(runs, traced=tuple(run.of_node(number) for run in runs.traced))
    return MeasuredNode(number, about["name"], about["host"], _typical(whole, record, own, _nodes_by_link(plan, about)))


def _nodes_by_link(plan: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, str]:
    """By the engine of a link of that node, the one at its other end."""
    found = {}
    for link in plan["transfers"]:
        ends = {link["source"], link["target"]}
        if about["name"] in ends:
            (found[link_engine(link["link"])],) = ends - {about["name"]}
    return found


def _run(subject: Subject, wanted: ProfileOptions, scratch: Path, reporter: Reporter) -> _Runs:
    runner = Runner(scratch, wanted.options, wanted.seconds, reporter, wanted.where)
    reporter.step("warming up")
    plain = subject.plain or subject.traced
    if wanted.iterations is None:
        iterations, sample = enough_iterations(lambda count: runner.run(plain, count))
    else:
        iterations, sample = wanted.iterations, runner.run(plain, wanted.iterations)
    reporter.step(f"running {counted(sample.iterations, 'iteration')}, {counted(wanted.runs, 'time')}")
    samples, runs = _run_all(subject, runner, iterations, wanted.runs, scratch, reporter)
    return _Runs(tuple(samples), tuple(sorted(runs, key=lambda run: run.iteration_ns)), sample.elapsed_ns)


def _typical(
    plan: Mapping[str, Any], record: Mapping[str, Any], runs: _Runs, nodes: Mapping[str, str] = NO_NODES
) -> Measured:
    """Of the run in the middle, and what all have shown."""
    traces = [Trace(plan, record, run.profile, run.figures, nodes) for run in runs.traced]
    measured = _measured(traces[len(traces) // 2], runs.samples, runs.traced)
    usual = tuple(_with_usual(measured.actors, traces))
    measured = replace(measured, actors=usual, type_times=_times_by_type(traces))
    return replace(measured, notes=tuple(_notes(runs.first_ns, measured)))


@frozen
class _Run:
    figures: Mapping[str, Any]
    profile: Mapping[str, Any]
    iteration_ns: float

    def of_node(self, number: int) -> _Run:
        return _Run(self.figures["nodes"][number], self.profile["nodes"][number], self.iteration_ns)


@frozen
class _Runs:
    """`samples`: ns per iteration without tracing; `traced`: the fastest first; `first_ns`: what a run took before."""

    samples: tuple[float, ...]
    traced: tuple[_Run, ...]
    first_ns: int


def _run_all(
    subject: Subject, runner: Runner, iterations: int, runs: int, scratch: Path, reporter: Reporter
) -> tuple[list[float], list[_Run]]:
    """ns per iteration without tracing, and the traced runs."""
    samples: list[float] = []
    traces: list[_Run] = []
    file = scratch / "trace-profile.json"
    total = runs * (2 if subject.plain else 1)
    for number in range(runs):
        order = (False, True) if number % 2 == 0 else (True, False)
        for traces_now in order:
            if traces_now:
                figures = runner.figures(subject.traced, iterations, ("--profile", str(file)))
                profile = read_json(file, shapes.TRACE)
                traces.append(_Run(figures, profile, sample_of(figures).iteration_ns))
            elif subject.plain is not None:
                samples.append(runner.run(subject.plain, iterations).iteration_ns)
            reporter.progress(len(samples) + len(traces), total)
    return samples or [trace.iteration_ns for trace in traces], traces


def _with_usual(actors: Iterable[ActorFigures], traces: Iterable[Trace]) -> Iterator[ActorFigures]:
    """With the median, over the runs, of the mean time of a firing."""
    means: dict[str, list[float]] = {}
    for trace in traces:
        for actor in trace.actors():
            means.setdefault(actor.name, []).append(actor.firing_ns)
    yield from (replace(actor, usual_ns=median(means[actor.name])) for actor in actors)


def _times_by_type(traces: Sequence[Trace]) -> dict[str, dict[str, float]]:
    """By actor and by type of the core, the mean time of a firing in all runs; nothing where cores are alike."""
    platform = traces[0].plan.get("platform", {})
    types = [core.get("type", "") for core in platform.get("cores", ())]
    spent: dict[str, dict[str, tuple[float, int]]] = {}
    for trace in traces if len(set(types)) > 1 else ():
        for point in trace.of_kind("actor"):
            if point.count:
                of_actor = spent.setdefault(point.name, {})
                ns, count = of_actor.get(types[point.core], (0.0, 0))
                of_actor[types[point.core]] = (ns + point.ns, count + point.count)
    return {name: {type: ns / count for type, (ns, count) in found.items()} for name, found in spent.items()}


def _measured(trace: Trace, samples: Sequence[float], traces: Sequence[_Run]) -> Measured:
    period = estimate(samples)
    prediction = trace.plan.get("prediction", {})
    transfers = trace.transfers()
    figures, memory = trace.figures, trace.plan["memory"]
    return Measured(
        graph=trace.plan["graph"],
        iterations=trace.iterations,
        runs=len(traces),
        elapsed_ns=figures["elapsed_ns"],
        clock=trace.profile["clock"],
        iteration=Iteration(
            period.median,
            period.low,
            period.high,
            tuple(samples),
            estimate([run.iteration_ns for run in traces]).median,
            prediction.get("period_ns"),
            predicted_of_a_run(prediction, trace.plan.get("iterations_per_pass", 1), trace.iterations),
            bool(prediction.get("is_guess")),
        ),
        actors=tuple(sorted(trace.actors(), key=lambda actor: -actor.time_ns)),
        fifos=tuple(trace.fifos(transfers)),
        cores=tuple(trace.cores()),
        transfers=tuple(transfers),
        engines=tuple(trace.engines()),
        memory={
            "arena_bytes": memory["arena_bytes"],
            "lower_bound_bytes": memory["lower_bound_bytes"],
            "cow_worst_bytes": figures.get("cow_worst_bytes", memory["cow_worst_bytes"]),
            "resident_bytes": trace.profile["resident_bytes"],
        },
        page_faults={"minor": figures["page_faults_minor"], "major": figures["page_faults_major"]},
        timeline=trace.timeline(),
        arenas=tuple(trace.arenas()),
        engine_copies=tuple(trace.copies_by_engines),
    )


def predicted_of_a_run(prediction: Mapping[str, Any], iterations_per_pass: int, iterations: int) -> float | None:
    """Of an iteration in a run of so many, which begins and ends with cores that have nothing to do. In a run shorter
    than a pass all blocks are shorter, too."""
    period_ns = prediction.get("period_ns")
    if period_ns is None:
        return None
    return float(period_ns + prediction.get("fill_ns", 0) / max(iterations, iterations_per_pass))


def _notes(elapsed_ns: int, measured: Measured) -> list[str]:
    notes = []
    if elapsed_ns < RUN_LEAST_NS:
        took = f"{measured.iterations} iterations in {elapsed_ns / 1e6:.1f} ms"
        notes.append(f"a run is short, so figures are rough: it ended after {took}")
    return notes


def read_plan(folder: Path) -> dict[str, Any]:
    return _shaped(folder / "plan.json", read_generated(folder / "plan.json", _HINT), shapes.PLAN)


def read_record(folder: Path, name: str = "report.json") -> dict[str, Any]:
    return _shaped(folder / name, read_generated(folder / name, _HINT), shapes.RECORD)


def read_json(path: Path, shape: Shape) -> dict[str, Any]:
    """What a program of the folder wrote, however much that is. Raises `UserError` (file-unreadable)."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise fail("file-unreadable", f"cannot read it: {why}", Span(str(path), 0, 0), _HINT) from error
    return _shaped(path, text, shape)


def _shaped(path: Path, text: str, shape: Shape) -> dict[str, Any]:
    try:
        content: dict[str, Any] = load_json(text)
    except ValueError as error:
        raise fail("file-unreadable", f"it is damaged: {error}", Span(str(path), 0, 0), _HINT) from error
    wrong = shape(content)
    if wrong:
        raise fail("file-unreadable", f"it is damaged: its content{wrong}", Span(str(path), 0, 0), _HINT)
    return content


def store(measured: Measured | MeasuredNodes, folder: Path) -> Path:
    """Keep it beside the plan, for `dfgen report`."""
    path = folder / PROFILE
    try:
        write_atomically(path, (json.dumps(measured.to_json(), separators=(",", ":")) + "\n").encode())
    except OSError as error:
        message = f"cannot write '{path}': {error.strerror}"
        raise fail("file-unwritable", message, Span(str(path), 0, 0), "Print it with --json instead.") from error
    return path
