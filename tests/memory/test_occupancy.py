# SPDX-License-Identifier: Apache-2.0
"""The account of what FIFOs hold, beside what they were to hold."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from dfgen.analysis.buffers.answer import Sizes
from dfgen.analysis.buffers.demand import Demand
from dfgen.analysis.facts import analyse
from dfgen.lowering.lower import lower
from dfgen.memory.occupancy import NAMES_SHOWN, with_occupancy
from dfgen.memory.options import MemoryOptions
from dfgen.model.decisions import FifoOccupancy, Occupancy
from dfgen.model.plan import Plan
from dfgen.model.plan_text import plan_as_json, plan_as_text
from dfgen.model.platform import default_platform
from tests.planning import SHORT, graph_of, planned

# The tokens of a.o are seen by two readers and held once; those of b.o stay for a trip more.
BODY = """actor a { state; out o : uint16[4]; } actor b { state; in i : uint16[4]; out o : uint8[2]; }
actor c { state; in i : uint16[4]; in j : uint8[2]; } a.o -> { b.i, c.i }; b.o -> c.j delay 3;
"""


def plan_of(folder: Path, body: str = BODY) -> Plan:
    return planned(graph_of(body, folder), 1, SHORT, MemoryOptions(bounded=True))


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


def test_what_is_not_proven_of_capacities_is_told(tmp_path: Path) -> None:
    plan, asked = plan_of(tmp_path), {"a.o:b.i": 4, "b.o:c.j": 5}
    found = Sizes(asked, 9, 13, Fraction(1), at_least=11)
    told = with_occupancy(plan, Demand("max-throughput", asked, Sizes({}, 6, 9, Fraction(1), at_least=8), found))
    assert told.occupancy is not None
    assert (told.occupancy.least_tokens, told.occupancy.least_bytes) == (None, 8)
    assert told.occupancy.unproven == (
        "capacities for max-throughput are not proven least: they take 13 bytes, less than 11 do not suffice, and the "
        "search between was too long"
    )
    assert told.notes == (*plan.notes, told.occupancy.unproven)
    facts = analyse(plan.graph)
    program = lower(told)
    text = plan_as_text(told, program, facts)
    assert "buffers for max-throughput: 9 tokens, 13 bytes; no schedule needs less than 8 bytes\n" in text
    assert f"\n  {told.occupancy.unproven}\n" in text
    assert plan_as_json(told, program, facts, default_platform(1))["occupancy"]["unproven"] == told.occupancy.unproven


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
