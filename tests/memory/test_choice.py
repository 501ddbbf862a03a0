# SPDX-License-Identifier: Apache-2.0
"""Which strategy every reader gets where nobody asks, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.memory.cost import Use
from dfgen.memory.estimates import estimate_ns
from dfgen.memory.options import MemoryOptions
from dfgen.model.costs import costs_of
from dfgen.model.decisions import FifoChoice
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.plan import Plan
from dfgen.model.platform import default_platform
from dfgen.pipeline import Compiled
from tests.planning import SHORT, graph_of, planned

# y may write what z reads, so that not both can look at the same bytes.
TWO = """\
actor a {{ out o : uint8[{0}]; }} actor y {{ {2} in i : uint8[{0}] {1}; }} actor z {{ in i : uint8[{0}]; }}
a.o -> {{ y.i, z.i }};
"""
MIB = 1024**2


def two(size: int, mode: str, folder: Path, clauses: str = "", cores: int = 1, **memory: object) -> Plan:
    options = replace(MemoryOptions(), **memory)  # type: ignore[arg-type]
    return planned(graph_of(TWO.format(size, mode, clauses), folder), cores, SHORT, options)


def to(plan: Plan, fifo: str = "a.o:y.i") -> FifoChoice:
    (found,) = (choice for choice in plan.choices if choice.fifo == fifo)
    return found


@pytest.mark.parametrize(
    ("size", "mode", "strategy"),
    [
        (9 * MIB, "read_mostly(written = 1%)", "cow"),
        (9 * MIB, "read_mostly", "cow"),
        (9 * MIB, "read_mostly(written = 100%)", "memcpy"),
        (9 * MIB, "read_write", "memcpy"),
        (71_680, "read_mostly", "memcpy"),
        (71_680, "read_mostly(written = 6%)", "cow"),
        (65_535, "read_mostly(written = 6%)", "memcpy"),
        (54_000, "read_mostly", "memcpy"),
        (219_000, "read_mostly", "memcpy"),
        (4096, "read_only", "cow"),
        (4095, "read_only", "memcpy"),
    ],
)
def test_by_size_and_access(size: int, mode: str, strategy: str, tmp_path: Path) -> None:
    assert to(two(size, mode, tmp_path)).strategy == strategy


def test_a_view_for_whoever_only_claims_to_read_opens_at_the_first_write(tmp_path: Path) -> None:
    plan = two(MIB, "read_only", tmp_path)
    assert [t.options for t in plan.transfers] == [(("variant", "fault"),)]
    reason = "it is only claimed to be read_only, and z.i reads too; a view that opens at the first write"
    assert to(plan).reason == reason


def test_system_calls_get_no_such_view(tmp_path: Path) -> None:
    assert to(two(MIB, "read_only", tmp_path, "io;")).strategy == "memcpy"


def test_a_guarded_program_has_no_views(tmp_path: Path) -> None:
    for mode in ("read_only", "read_mostly(written = 1%)"):
        assert to(two(9 * MIB, mode, tmp_path, guard=True)).strategy == "memcpy"


def test_a_window_in_several_pieces_is_copied(tmp_path: Path) -> None:
    body = """
    actor a { out o : uint8[1048576]; } slice s { in i : uint8[1048576]; out o : uint8[2][1048575] from 0 step 1; }
    actor y { in i : uint8[2097150] read_mostly(written = 1%); } a.o -> s.i; s.o -> y.i;
    """
    assert to(planned(graph_of(body, tmp_path), 1, SHORT), "s.o:y.i").strategy == "memcpy"


def test_estimates_stand_in_the_plan(tmp_path: Path) -> None:
    plan = two(9 * MIB, "read_mostly(written = 1%)", tmp_path)
    estimates = dict(to(plan).estimates_ns)
    assert list(estimates) == ["memcpy", "cow", "stream"]
    assert 0 < estimates["cow"] < estimates["memcpy"]
    assert dict(to(plan, "a.o:z.i").estimates_ns)["shared"] == 0
    reason = to(plan).reason
    assert reason.startswith("it may write what z.i reads too; a view, 1% of whose pages are written: ")
    assert reason.endswith(" an iteration less than memcpy (estimate)")


def test_the_costs_of_the_platform_decide(tmp_path: Path) -> None:
    slow = replace(default_platform().costs, view_ns=10**9)
    platform = replace(default_platform(), costs=slow)
    assert to(two(9 * MIB, "read_mostly(written = 1%)", tmp_path, platform=platform)).strategy == "memcpy"
    cheap = {f"stream_{where}_read_ns_per_byte": ((1, 0.0),) for where in ("near", "far")}
    platform = replace(default_platform(), costs=costs_of(cheap))
    choice = to(two(9 * MIB, "read_write", tmp_path, platform=platform))
    assert choice.strategy == "stream"
    assert "; copied past the caches: " in choice.reason


def test_routing_actors_choose_too(tmp_path: Path) -> None:
    body = "actor a { out o : uint8[65536]; } broadcast b { in i : uint8[65536]; out o : uint8[98304]; }"
    body += "actor z { in i : uint8[98304]; } a.o -> b.i; b.o -> z.i;"
    free = costs_of({"stream_near_read_ns_per_byte": ((1, 0.0),)})
    memory = MemoryOptions(platform=replace(default_platform(), costs=free))
    graph = graph_of(body, tmp_path)
    assert {t.how.strategy for t in planned(graph, 1, SHORT).transfers} == {"memcpy"}
    assert "stream" in {t.how.strategy for t in planned(graph, 1, SHORT, memory).transfers}


def test_only_firings_that_move_bytes_cost(tmp_path: Path) -> None:
    """Of eight windows the roundbuffer keeps one."""
    body = """
    actor a { out o : uint8[65536]; out p : uint8[1]; } roundbuffer r { in i : uint8[524288]; out o : uint8[65536]; }
    actor y { in i : uint8[524288]; } actor z { in i : uint8[65536]; in p : uint8[8]; }
    a.o -> { r.i, y.i }; r.o -> z.i; a.p -> z.p;
    """
    (transfer,) = planned(graph_of(body, tmp_path), 1, SHORT).transfers
    use = Use(65536, 1, 65536)
    assert transfer.bytes_per_iteration == 65536
    assert dict(transfer.estimates_ns)["memcpy"] == estimate_ns("memcpy", use, default_platform())


# --- memory of views --------------------------------------------------------------------------------------------


def test_views_count_with_all_of_their_pages(tmp_path: Path) -> None:
    assert two(MIB + 1, "read_mostly(written = 1%)", tmp_path).cow_worst_bytes == MIB + 4096
    assert two(MIB, "read_write", tmp_path).cow_worst_bytes == 0


@pytest.mark.parametrize(("pages", "unit"), [("huge", 2 * MIB), ("small", 4096)])
def test_views_start_on_pages_of_the_size_that_is_asked_for(pages: str, unit: int, tmp_path: Path) -> None:
    plan = two(MIB + 1, "read_mostly", tmp_path, transfers=(f"a.o:y.i=cow(pages={pages})",))
    (transfer,) = plan.transfers
    viewed = plan.buffers[transfer.source.buffer]
    assert viewed.pages.are_huge == (pages == "huge")
    assert viewed.offset_bytes % unit == 0
    assert viewed.stride_bytes % unit == 0


def test_a_view_of_what_a_join_puts_together_is_none(refusal: Callable[..., Diagnostic]) -> None:
    body = """actor a { fire give(o); out o : uint8[1]; } actor b { fire give(o); out o : uint8[1]; }
    join j { in x : uint8[1]; in y : uint8[1]; out o : uint8[2]; }
    actor z { fire take(i); in i : uint8[2]; } a.o -> j.x; b.o -> j.y; j.o -> z.i;"""
    found = refusal(body, transfers=("a.o:j.x=cow",))
    assert found.id == "transfer-illegal"
    assert "no actor reads it, it is put together with others" in found.message


def test_views_that_nobody_asked_for_yield_to_the_limit(tmp_path: Path) -> None:
    """Readers on one core share the memory of their copies, and no views."""
    readers = "".join(f"actor y{n} {{ in i : uint8[{MIB}] read_mostly(written = 1%); }}\n" for n in range(3))
    graph = graph_of(f"actor a {{ out o : uint8[{MIB}]; }}\n{readers}a.o -> {{ y0.i, y1.i, y2.i }};", tmp_path)
    needed = 4 * MIB
    viewed = planned(graph, 1, SHORT, MemoryOptions(limit_bytes=needed))
    assert {t.how.strategy for t in viewed.transfers} == {"cow"}
    copied = planned(graph, 1, SHORT, MemoryOptions(limit_bytes=needed - 1))
    assert {t.how.strategy for t in copied.transfers} == {"memcpy"}
    assert copied.cow_worst_bytes == 0
    (note,) = copied.notes
    assert note == f"a.o:y0.i and 2 more are copied, not seen through views: these may take {3 * MIB} bytes"


def test_views_that_were_asked_for_do_not(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        two(4 * MIB, "read_mostly", tmp_path, transfers=("a.o:y.i=cow",), limit_bytes=5 * MIB)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.id == "memory-exceeded"
    assert "a.o:y.i" in diagnostic.message


# --- engines ----------------------------------------------------------------------------------------------------

CYCLE = """\
actor b { fire swap(i, j, o, p); in i : uint8[64]; in j : uint8[64]; out o : uint8[64]; out p : uint8[64]; }
actor a { fire give(o); out o : uint8[64]; }
actor z { fire take(i); in i : uint8[64]; }
a.o -> b.i; b.o -> b.j delay 64; b.p -> z.i;
"""


def test_an_engine_that_cannot_serve_is_told(
    compile_text: Callable[..., Compiled], refusal: Callable[..., Diagnostic]
) -> None:
    found = refusal(CYCLE, transfers=("b.o:b.j=offload",))
    assert found.id == "transfer-illegal"
    assert found.message.startswith("b.o:b.j cannot be copied by an engine: it lies on a cycle")
    notes = compile_text(CYCLE, transfers=("offload",)).notes
    assert any(note.startswith("b.o:b.j is left to the cores, not copied by an engine: ") for note in notes)
