# SPDX-License-Identifier: Apache-2.0
"""What gives way where memory is bounded: views, then passes that overlap; just enough memory is enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.machine.constants import WORTH_HUGE_BYTES
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.diagnostics import UserError
from dfgen.model.movement import Pages
from tests.planning import SHORT, graph_of, planned

WIDE = """actor a @core(0) { state; out o : uint8[16384]; } actor b @core(1) { state; in i : uint8[16384]; }
a.o -> b.i;
"""
VIEWED = """actor a {{ out o : uint8[{0}]; }}
actor y {{ in i : uint8[{0}] read_only; }} actor z {{ in i : uint8[{0}]; }}
a.o -> {{ y.i, z.i }};
"""


def test_just_enough_memory_is_enough(tmp_path: Path) -> None:
    graph, mapping = graph_of(WIDE, tmp_path), MappingOptions(longest_pass=1)
    free = planned(graph, 2, mapping)
    enough, less = MemoryOptions(limit_bytes=free.needed_bytes), MemoryOptions(limit_bytes=free.needed_bytes - 1)
    assert planned(graph, 2, mapping, enough) == free
    assert free.schedule.depth_passes > 1
    alone = planned(graph, 2, mapping, less)
    assert alone.schedule.depth_passes == 1
    assert alone.notes[-1] == f"passes do not overlap: that would take {free.needed_bytes} bytes of memory"
    with pytest.raises(UserError):
        planned(graph, 2, replace(mapping, depth=free.schedule.depth_passes), less)


def test_views_give_way_first(tmp_path: Path) -> None:
    """Copies for one reader after the other need room once."""
    body = VIEWED.format(65536).replace("{ y.i,", "{ x.i, y.i,") + "actor x { in i : uint8[65536] read_only; }"
    graph = graph_of(body, tmp_path)
    free = planned(graph, 1, SHORT)
    assert free.cow_worst_bytes == 2 * 65536
    assert planned(graph, 1, SHORT, MemoryOptions(limit_bytes=free.needed_bytes)).cow_worst_bytes == 2 * 65536
    copied = planned(graph, 1, SHORT, MemoryOptions(limit_bytes=free.needed_bytes - 1))
    assert copied.cow_worst_bytes == 0
    assert [t.how.strategy for t in copied.transfers] == ["memcpy", "memcpy"]
    (note,) = [note for note in copied.notes if "views" in note]
    assert note.endswith(" and 1 more are copied, not seen through views: these may take 131072 bytes")


def test_the_slots_of_the_largest_are_told(tmp_path: Path) -> None:
    graph = graph_of(WIDE, tmp_path)
    for depth, told in ((1, r"with 16384 bytes(?! in)"), (2, "with 32768 bytes in 2 slots")):
        with pytest.raises(UserError, match=told):
            planned(graph, 2, MappingOptions(depth=depth), MemoryOptions(limit_bytes=3))


@pytest.mark.parametrize(
    ("size", "pages"), [(WORTH_HUGE_BYTES.value - 1, Pages.SMALL), (WORTH_HUGE_BYTES.value, Pages.HUGE_IF_WORTH)]
)
def test_huge_pages_from_the_size_on_where_they_gain(size: int, pages: Pages, tmp_path: Path) -> None:
    plan = planned(graph_of(VIEWED.format(size), tmp_path), 1, SHORT)
    assert plan.buffers["a.o"].pages is pages
