# SPDX-License-Identifier: Apache-2.0
"""The account of what FIFOs hold, beside what they were to hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from dfgen.analysis.buffers.answer import Sizes
from dfgen.analysis.buffers.demand import Demand
from dfgen.memory.occupancy import NAMES_SHOWN, with_occupancy
from dfgen.model.plan import FifoOccupancy, Occupancy, Plan
from tests.planning import SHORT, graph_of, planned

# The tokens of a.o are seen by two readers and held once; those of b.o stay for a trip more.
BODY = """actor a { state; out o : uint16[4]; } actor b { state; in i : uint16[4]; out o : uint8[2]; }
actor c { state; in i : uint16[4]; in j : uint8[2]; } a.o -> { b.i, c.i }; b.o -> c.j delay 3;
"""


def plan_of(folder: Path, body: str = BODY) -> Plan:
    return planned(graph_of(body, folder), 1, SHORT)


def test_without_a_demand_there_is_no_account(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    assert with_occupancy(plan, Demand()) is plan
    assert with_occupancy(plan, Demand("min")).occupancy is not None
    assert with_occupancy(plan, Demand("", {"a.o:b.i": 4})).occupancy is not None


def test_each_buffer_counts_once(tmp_path: Path) -> None:
    least = Sizes({}, 6, 9, Fraction(1))
    occupancy = with_occupancy(plan_of(tmp_path), Demand("min", {"a.o:b.i": 4, "b.o:c.j": 5}, least)).occupancy
    fifos = (FifoOccupancy("a.o:b.i", 4, 4), FifoOccupancy("a.o:c.i", 4, None), FifoOccupancy("b.o:c.j", 5, 5))
    assert occupancy == Occupancy("min", fifos, 4 + 5, 8 + 5, 6, 9)


def test_what_holds_more_than_asked_is_named(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    assert with_occupancy(plan, Demand("", {"a.o:b.i": 4})).notes == plan.notes
    (note,) = with_occupancy(plan, Demand("", {"a.o:b.i": 3, "b.o:c.j": 1})).notes[len(plan.notes) :]
    assert note.endswith("more than asked: a.o:b.i 4 (not 3), b.o:c.j 5 (not 1)")


def test_a_long_list_is_cut(tmp_path: Path) -> None:
    for count in (NAMES_SHOWN, NAMES_SHOWN + 2):
        body = f"actor a {{ {' '.join(f'out o{i} : uint8[2];' for i in range(count))} }}\n"
        body += f"actor b {{ {' '.join(f'in i{i} : uint8[2];' for i in range(count))} }}\n"
        plan = plan_of(tmp_path, body + " ".join(f"a.o{i} -> b.i{i};" for i in range(count)))
        note = with_occupancy(plan, Demand("", {f"a.o{i}:b.i{i}": 1 for i in range(count)})).notes[-1]
        assert note.count("(not 1)") == NAMES_SHOWN
        assert note.endswith("and 2 more") == (count > NAMES_SHOWN)


def test_what_nobody_reads_or_a_routing_actor_gives_has_no_room_of_its_own(tmp_path: Path) -> None:
    body = "actor a { out o : uint8[4]; } fork f { in i : uint8[4]; out o : uint8[1]; out p : uint8[3]; }\n"
    plan = plan_of(tmp_path, body + "actor b { in i : uint8[1]; in j : uint8[3]; } a.o -> f.i; f.o -> b.i; f.p -> b.j;")
    occupancy = with_occupancy(plan, Demand("min")).occupancy
    assert occupancy == Occupancy("min", (FifoOccupancy("a.o:f.i", 4, None),), 4, 4, None, None)
