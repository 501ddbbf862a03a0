# SPDX-License-Identifier: Apache-2.0
"""Strategy `cow`: the reader gets a private view of the writer's slots; only pages that it writes are copied.

Legal when the reader's window lies in one piece; not in guard mode, which maps the arena for itself. It pays for big
windows that their reader changes in few places (Ghasemi et al. 2021): a page written for the first time costs a fault,
from then on it stays the reader's and is refreshed by copy before each firing. `variant = fault` is for readers that
promise not to write: a view mapped read-only, whose first write opens it whole and is reported.

Unasked it is taken only by ports that are declared read_mostly, and only where it wins clearly: its memory must be
promised for the worst case. A port that is merely claimed to be read_only gets a view that opens at the first write; in
a library, which cannot catch that write, one that is open from the start, where that wins.

C twin: `runtime/src/transfer_cow.c`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from dfgen.machine.constants import VIEW_ASKING, VIEW_BYTES_MIN, VIEW_GAIN, VIEW_PAGES_MIN, VIEW_USES
from dfgen.memory.case import NOT_IN_ONE_PIECE, Case
from dfgen.memory.cost import Use, evicted_ns
from dfgen.memory.strategies.contract import Colours, Figure, Offer, Strategy
from dfgen.model.costs import Costs, at
from dfgen.model.movement import HowToMove, Pages, Way
from dfgen.model.options import words
from dfgen.model.platform import Platform
from dfgen.model.port import Access

TAKE_ALL_FROM = 0.5
"""Runtime: from this share of written pages on it gives a view all of its pages at once."""

PAGES = {"auto": Pages.HUGE_IF_WORTH, "small": Pages.SMALL, "huge": Pages.HUGE}
PRIVATE, FAULT = "private", "fault"


def legal(case: Case) -> str:
    if case.guard:
        return "a guarded program has no private views"
    if case.is_by_engine:
        return "an engine writes what it would show (@by)"
    return NOT_IN_ONE_PIECE if case.is_reset or not case.in_one_piece else ""


def estimate(use: Use, platform: Platform) -> float:
    """A use, the copies of written pages, and their first faults spread over `VIEW_USES` uses."""
    costs, size = platform.costs, use.window_bytes
    pages = -(-size // platform.page_bytes)
    written = 1.0 if use.written >= TAKE_ALL_FROM else use.written
    use_ns = costs.view_ns * (1 - VIEW_ASKING.value * (1 - 1 / use.readers))
    # As in a window of nothing but written pages: the others stay in the cache as they would without a view.
    page = at(costs.view_written_ns_per_byte, round(written * size))
    kept = at(costs.view_clean_ns_per_byte, size) + written * page
    fault_ns = costs.lone_write_fault_ns if use.alone else costs.write_fault_ns
    faults = pages * (costs.read_fault_ns + written * fault_ns) / VIEW_USES.value
    return use_ns + kept * size + faults + evicted_ns(use, costs.plain_copy, platform, round(written * size))


def offer(case: Case) -> Offer | None:
    size, page_bytes = case.use.window_bytes, case.platform.page_bytes
    if case.claims and (size < page_bytes or case.reading.actor.io):
        return None
    if case.claims and case.catches:
        return Offer((("variant", FAULT),), "a view that opens at the first write")
    is_told = case.reading.fifo.written_fraction is not None
    bytes_min = VIEW_PAGES_MIN.value * page_bytes if is_told else VIEW_BYTES_MIN.value
    writes_little = case.claims or case.reading.port.access is Access.READ_MOSTLY
    return Offer() if writes_little and size >= bytes_min else None


def settle(options: Mapping[str, str], how: HowToMove) -> HowToMove:
    return replace(how, pages=PAGES[options["pages"]], only_read=options["variant"] == FAULT)


def figures(costs: Costs) -> Iterable[Figure]:
    yield Figure("cow, nothing is written", costs.view_clean_ns_per_byte, costs.view_ns)
    yield Figure("cow, all is written", costs.view_written_ns_per_byte, costs.view_ns)


COW = Strategy(
    "cow",
    "the reader gets a private view; only pages that it writes are copied",
    Way.PRIVATE_VIEW,
    rank=3,
    legal=legal,
    estimate=estimate,
    offer=offer,
    gain=VIEW_GAIN,
    because="a view, {written:.0%} of whose pages are written",
    done="seen through a view",
    options=MappingProxyType({"variant": words(PRIVATE, FAULT), "pages": words(*PAGES)}),
    settle=settle,
    uncaught=(("variant", PRIVATE),),
    runtime_files=(
        "transfer_cow.c",
        "view_open.c",
        "view_list.c",
        "view_figures.c",
        "view_memory.c",
        "os_linux_pages.c",
    ),
    symbols=("df_view", "df__view"),
    headers=("view.h",),
    figures=figures,
    tells_written=True,
    no_objects="its pages would hold pointers to the writer's objects, which the reader may not change",
    colours=Colours("#2563eb", "#6b9bff"),
)
