# SPDX-License-Identifier: Apache-2.0
"""Sources that link-time optimisation has nothing to offer, and may do harm.

It puts the code of small actors in place of their calls, and lets functions see into those of other sources. Where all
actors of a source run long, and it neither uses nor is used by another one, only the constants of the calls are left to
be found. What compilers make of them in loops over images is as often worse than what the source's author measured,
with loops that are unrolled or not vectorised, up to twice as slow. So such a source is compiled as it stands.

Sources of other people's projects that have arrays of their own are compiled as their own build does it: link-time
optimisation drops variables that nobody reads, and then what writes a little behind an array, and always did, hits
another source's data. Nobody writes behind a scalar.

Of the runtime, what firings call seldom or never is compiled as it stands, too: the link then takes half the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from dfgen.csource.objects import ObjectFile
from dfgen.machine.constants import UNLINKED_NS
from dfgen.machine.times import firing_time_ns
from dfgen.model.diagnostics import some_of
from dfgen.model.graph import Graph
from dfgen.model.schedule import Unapplied

# These run as a program begins, ends, waits long, or tells something. Kernels that stream are called by pointers; the
# clock of the system is read where the processor has no steady counter, and takes far longer than its call.
SELDOM_CALLED = frozenset((
    "arguments.c", "choice.c", "environment.c", "life.c", "live_control.c", "live_text.c", "main.c", "options.c",
    "os_linux.c", "os_linux_fault.c", "os_linux_file.c", "os_linux_input.c", "os_linux_memory.c", "os_linux_pages.c",
    "os_linux_part.c", "os_linux_socket.c", "output.c", "report.c", "signals.c", "stop.c", "stream_neon.c",
    "stream_plain.c", "stream_x86.c", "tell.c", "text.c", "trace_file.c", "watchdog.c",
))  # fmt: skip

HAS_ARRAYS = "what a project's source writes behind its arrays has to hit what it hits in the project's own build"
IS_LONG = "calls are nothing to actors that take so long, and compilers make as often worse of them"


def untouched_by_lto(graph: Graph, objects: Collection[ObjectFile]) -> Iterator[Unapplied]:
    """What the plan tells of them, by reason."""
    sources: dict[str, list[str]] = {}
    for path, reason in sources_without_lto(graph, objects):
        sources.setdefault(reason, []).append(path.name)
    for reason, names in sources.items():
        yield Unapplied("link-time optimisation", reason, some_of(sorted(names)))


def sources_without_lto(graph: Graph, objects: Collection[ObjectFile]) -> Iterator[tuple[Path, str]]:
    """Those of the sources of these objects, each with the reason. The graph's times are in ns."""
    times = [(actor.fire.function, firing_time_ns(actor)) for actor in graph.actors if actor.fire is not None]
    short = {function for function, time_ns in times if time_ns < UNLINKED_NS.value}
    long = {function for function, _ in times} - short
    asked = frozenset().union(*(each.undefined for each in objects))
    offered = frozenset().union(*(each.exported for each in objects))
    # What a header defines is every source's, and none's own.
    defined = Counter(name for each in objects for name in each.large_data & each.exported.keys())
    for each in objects:
        is_tied = each.undefined & offered or each.exported.keys() & asked
        is_long = each.functions & long and not each.functions & short and not is_tied
        has_arrays = any(defined[name] < 2 for name in each.large_data)
        if graph.project is not None and has_arrays:
            yield each.included[0], HAS_ARRAYS
        elif is_long:
            yield each.included[0], IS_LONG
