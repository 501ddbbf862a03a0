# SPDX-License-Identifier: Apache-2.0
"""From a graph file to a plan and to C. What decides and writes is loaded while the compiler reads the user's C, on
another processor: it takes as long. Not in a thread: forks that read C would inherit the locks of what it imports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from dfgen.csource.learn import CKnowledge
from dfgen.frontend.elaborate import load_graph
from dfgen.machine.times import with_file_times
from dfgen.mapping.schedules import Schedules
from dfgen.model.compile_options import Compiled, CompileOptions
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import Graph
from dfgen.model.progress import Tell, say_nothing
from dfgen.processes import only_wait, threads
from dfgen.reading import UNIT_NS, read_code

if TYPE_CHECKING:
    from dfgen.stages import Planned, ReadHeaders

__all__ = ["CompileOptions", "Compiled", "compile_graph", "plan_graph", "read_with_options"]


def compile_graph(path: Path, options: CompileOptions, tell: Tell = say_nothing) -> Compiled:
    """From a graph file to the files of a program."""
    tell("reading the graph")
    loaded = load_graph(path, options.parameters, options.time_unit_ns)
    schedules = Schedules()
    known = read_with_options(loaded, options, tell, schedules, _get_ready_to_write)
    from dfgen.codegen.user_files import read_user_headers

    with threads(1) as pool:
        reading = pool.submit(read_user_headers, known)  # who writes the C will ask, and the compiler takes a while
        return _compiled(known, options, tell, schedules, lambda _: reading.result())


def _get_ready_to_write() -> None:
    from dfgen.codegen.templates import load_templates

    load_templates()


def _compiled(
    known: CKnowledge, options: CompileOptions, tell: Tell, schedules: Schedules, read_headers: ReadHeaders
) -> Compiled:
    from dfgen.chosen import choose_platform
    from dfgen.several_nodes import refuse_on_nodes
    from dfgen.stages import generate, generate_for_nodes, generate_proven, plan_for_nodes, plan_known

    platform = choose_platform(options)
    if not platform.nodes or options.library:
        planned = plan_known(known, options, tell, schedules=schedules, prove=False)
        tell("proving that the program is right, and writing its C")
        return generate_proven(planned, options.dump, read_headers)
    graph = known.graph.in_nanoseconds(options.time_unit_ns or UNIT_NS)
    known = replace(known, graph=with_file_times(graph, platform.costs))
    tell("mapping its actors to nodes")
    nodes = plan_for_nodes(known, options, tell)
    tell("writing the C")
    if len(nodes.planned) == 1:
        (alone,) = nodes.planned
        plan = replace(alone.plan, notes=(*nodes.notes, *alone.plan.notes))
        return generate(replace(alone, plan=plan), options.dump, read_headers)
    refuse_on_nodes(known.graph)
    return generate_for_nodes(nodes, known, options.dump, read_headers)


def plan_graph(loaded: Graph, options: CompileOptions, tell: Tell = say_nothing) -> Planned:
    """From a graph as it was read to the plan of its program on one machine."""
    schedules = Schedules()
    known = read_with_options(loaded, options, tell, schedules)
    from dfgen.stages import plan_known

    return plan_known(known, options, tell, schedules=schedules)


def read_with_options(
    loaded: Graph,
    options: CompileOptions,
    tell: Tell = say_nothing,
    schedules: Schedules | None = None,
    then: Callable[[], None] = only_wait,
) -> CKnowledge:
    """What the graph's C says. Mistakes in the options are told first, though they are looked for while the compiler
    runs. `schedules`: may get one for those who plan the graph with these options, made while the C is tried; `then` is
    called where it takes longer."""

    @cache
    def check() -> None:
        from dfgen.chosen import check_options

        import_module("dfgen.stages")  # which is wanted next, and takes as long as the compiler
        check_options(options)

    def schedule(untried: Callable[[], CKnowledge], trials: Callable[[], CKnowledge]) -> CKnowledge:
        from dfgen.stages import schedule_ahead

        check()
        return trials() if schedules is None else schedule_ahead(untried, options, tell, schedules, trials, then)

    tell("reading its C")
    try:
        known = read_code(loaded, stand_ins=options.stand_ins, meanwhile=check, while_trying=schedule)
    except UserError:
        check()
        raise
    check()
    return known
