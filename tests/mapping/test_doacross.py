# SPDX-License-Identifier: Apache-2.0
"""Cycles that cores share: how many iterations at a time, what is ordered, what is gained, and where it must not be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.frontend.sidecar_effect import with_pure_actors
from dfgen.lowering.lower import lower
from dfgen.model.plan import AgentRef, Plan, StepRef
from dfgen.model.platform import default_platform
from dfgen.model.schedule import Leaf, Loop, Part
from dfgen.pipeline import CompileOptions, compile_graph
from dfgen.prediction.predict import predict
from dfgen.verify.verify import InvalidProgram
from tests.planning import graph_of, planned, prove, scheduled

SEARCH = """\
actor source {{ state s : uint8; time 1us; out o : uint8[{trips}]; }}
actor cost   {{ {stateless} time 40us; in i : uint8[1]; in free : uint8[1]; out o : uint8[8]; }}
actor sum    {{ {stateless} time 50us; in i : uint8[8]; out o : uint8[8]; }}
actor best   {{ state s : uint8; time 4us; in i : uint8[8]; out free : uint8[1]; out o : uint8[1]; }}
actor sink   {{ state s : uint8; time 1us; in i : uint8[{trips}]; }}
source.o -> cost.i;
cost.o   -> sum.i;
sum.o    -> best.i;
best.o   -> sink.i;
best.free -> cost.free delay {delay};
"""


def search(
    folder: Path,
    *,
    trips: int = 60,
    delay: int = 8,
    stateless: str = "stateless;",
    cores: int = 2,
    instead: tuple[str, str] = ("", ""),
) -> Plan:
    """Candidates of which only some may be on their way between the first actor and the one that compares them."""
    text = SEARCH.format(trips=trips, delay=delay, stateless=stateless).replace(*instead)
    plan = planned(graph_of(text, folder), cores)
    prove(plan)
    return plan


def loop_of(plan: Plan, actor: str) -> Loop:
    return plan.schedule.places[actor].loops[-1]


def leaf_of(plan: Plan, actor: str) -> Leaf:
    leaf = plan.schedule.node(actor)
    assert isinstance(leaf, Leaf)
    return leaf


def period_ns(plan: Plan) -> float:
    return float(predict(lower(plan), default_platform(plan.schedule.cores)).period_ns)


def cores(plan: Plan) -> dict[str, int]:
    return {name: len(plan.schedule.cores_of(name)) for name in ("cost", "sum", "best")}


# Of an actor that is ordered unless it has effects.
WITH_EFFECTS = "time 4us;", "effect; time 4us;"


def test_actors_without_state_fire_side_by_side(tmp_path: Path) -> None:
    plan = search(tmp_path, instead=WITH_EFFECTS)
    assert cores(plan) == {"cost": 2, "sum": 2, "best": 1}
    assert loop_of(plan, "cost").chunk == 2
    assert 1.7 < period_ns(search(tmp_path, cores=1)) / period_ns(plan) < 1.95


def test_a_program_that_may_stop_in_each_iteration_shares_its_cycles_too(tmp_path: Path) -> None:
    """An actor at the end stops one at the beginning that has effects: passes hold one iteration."""
    shown = "actor shown { effect; in i : uint8[60]; out o : uint8[60]; } source.o -> shown.i; shown.o -> sink.j;"
    stopping = f"{shown} actor sink   {{ stops; effect; in j : uint8[60]; state"
    plan = search(tmp_path, instead=("actor sink   { state", stopping))
    assert any(edge.delay for edge in plan.schedule.stop_edges)
    assert plan.schedule.iterations_per_pass == 1
    assert cores(plan) == {"cost": 2, "sum": 2, "best": 2}


def test_why_a_cycle_stays_on_one_core_is_told(tmp_path: Path) -> None:
    plan = search(tmp_path, instead=("actor best   {", "actor best   { stops;"))
    (note,) = (note for note in plan.notes if "actors of a cycle stay" in note)
    assert note.endswith("(100 % of the work): 'best' may stop the program")


def test_an_actor_with_state_is_ordered(tmp_path: Path) -> None:
    """So no core waits for another one to do all of its firings."""
    plan = search(tmp_path)
    assert cores(plan) == {"cost": 2, "sum": 2, "best": 2}
    assert loop_of(plan, "best").parts == (Part(0, 0, 1), Part(1, 1, 2))
    assert 1.95 < period_ns(search(tmp_path, cores=1)) / period_ns(plan) <= 2


def test_vouching_for_what_is_ordered_is_told_to_change_nothing(tmp_path: Path) -> None:
    graph = graph_of(SEARCH.format(trips=60, delay=8, stateless="stateless;"), tmp_path)
    assert not any("vouching" in note for note in planned(graph, 2).notes)
    plan = planned(with_pure_actors(graph, "best"), 2)
    assert cores(plan)["best"] == 2
    (note,) = (note for note in plan.notes if "vouching" in note)
    assert note == (
        "vouching for best changes nothing: cores share the firings in order, for 'fire' takes state without const"
    )


def test_what_is_ordered_is_used_where_it_was_made(tmp_path: Path) -> None:
    """With its reader beside it, the token of each core never leaves it, and needs one slot."""
    ordered, unmerged = (search(tmp_path, instead=instead) for instead in (("", ""), WITH_EFFECTS))
    assert (ordered.buffers["sum.o"].slots, unmerged.buffers["sum.o"].slots) == (1, 2)


def test_a_relay_takes_trips(tmp_path: Path) -> None:
    """Without its waits the proof of the plan finds firings that overtake each other."""
    plan = search(tmp_path)
    assert [(edge.core, edge.before, edge.lag) for edge in plan.schedule.order_edges] == [
        (0, 1, 1),
        (1, 0, 0),
    ]
    for edge in plan.schedule.order_edges:
        step = StepRef(edge.loop, edge.child, AgentRef(edge.core))
        waits = {key: found for key, found in plan.waits.items() if key != step}
        with pytest.raises(InvalidProgram, match="overtake"):
            prove(replace(plan, waits=waits))


@pytest.mark.parametrize(("time", "count"), [("70us", 2), ("120us", 1)])
def test_what_alone_keeps_a_core_busy_stays_there(tmp_path: Path, time: str, count: int) -> None:
    plan = search(tmp_path, instead=("time 4us;", f"time {time};"))
    assert cores(plan)["best"] == count


FED_BACK = """out o : uint8[1]; in last : uint8[100]; out next : uint8[100]; }
broadcast keep { in i : uint8[100]; out o : uint8[100]; out again : uint8[100]; }
best.next -> keep.i;
keep.again -> best.last delay 100;
"""


def test_what_is_fed_back_through_a_routing_actor_is_ordered_with_it(tmp_path: Path) -> None:
    """What leaves the loop there is the last token of all."""
    last = "roundbuffer last { in i : uint8[6000]; out o : uint8[100]; }\nkeep.o -> last.i;\nlast.o -> spy.i;\n"
    spy = "actor spy { state s : uint8; time 1us; in i : uint8[100]; }\n"
    plan = search(tmp_path, instead=("out o : uint8[1]; }", FED_BACK + last + spy))
    assert cores(plan)["best"] == 2
    assert plan.buffers["best.next"].span_tokens == 100


def test_what_is_fed_back_and_read_by_others_is_ordered_too(tmp_path: Path) -> None:
    """It lies in the buffer of the pass; yet no core waits for another one to do all of its trips."""
    more = FED_BACK.replace("keep.again -> best.last delay 100;", "").replace("keep.i;", "keep.i delay 100;")
    others = (
        "keep.again -> best.last;\nkeep.o -> spy.i;\nactor spy { state s : uint8; time 1us; in i : uint8[6000]; }\n"
    )
    plan = search(tmp_path, instead=("out o : uint8[1]; }", more + others))
    assert cores(plan) == {"cost": 2, "sum": 2, "best": 2}


@pytest.mark.parametrize(("delay", "chunk"), [(1, 1), (2, 2), (3, 3), (4, 4), (7, 4), (60, 4)])
def test_the_delay_bounds_what_is_on_its_way(tmp_path: Path, delay: int, chunk: int) -> None:
    plan = search(tmp_path, delay=delay, cores=4)
    assert loop_of(plan, "cost").chunk == chunk
    assert cores(plan)["cost"] == min(chunk, 4)


def test_trips_of_many_iterations_make_up_for_what_one_core_does(tmp_path: Path) -> None:
    assert loop_of(search(tmp_path, delay=60, cores=4, instead=WITH_EFFECTS), "cost").chunk == 15


def test_trips_are_of_equal_length(tmp_path: Path) -> None:
    assert loop_of(search(tmp_path, trips=9, delay=8), "cost").chunk == 3
    assert loop_of(search(tmp_path, trips=7, delay=5), "cost").chunk == 1


def test_actors_with_state_stay_together(tmp_path: Path) -> None:
    assert cores(search(tmp_path, stateless="state s : uint8;")) == {"cost": 1, "sum": 1, "best": 1}


def test_what_is_fed_back_at_once_stays_together(tmp_path: Path) -> None:
    graph = SEARCH.format(trips=60, delay=8, stateless="stateless;").replace(
        "in i : uint8[8]; out o : uint8[8]; }", "X"
    )
    more = graph.replace("X", "in i : uint8[8]; in a : uint8[1]; out o : uint8[8]; out b : uint8[1]; }")
    plan = planned(graph_of(more + "sum.b -> sum.a delay 1;\n", tmp_path))
    prove(plan)
    assert cores(plan) == {"cost": 1, "sum": 1, "best": 1}
    assert len(plan.schedule.cores_of("cost") | plan.schedule.cores_of("sum")) == 2


def test_tokens_that_also_leave_the_loop_keep_their_cycle_together(tmp_path: Path) -> None:
    """The reader inside would wait for the whole loop of the other core, which waits for what comes back."""
    text = SEARCH.format(trips=60, delay=8, stateless="stateless;").replace("sum.o    -> best.i;", "sum.o -> show.i;")
    shown = "broadcast show { in i : uint8[8]; out a : uint8[8]; out b : uint8[8]; }\n"
    spy = "actor spy { state s : uint8; time 1us; in i : uint8[480]; }\nshow.a -> best.i;\nshow.b -> spy.i;\n"
    plan = planned(graph_of(text + shown + spy, tmp_path))
    prove(plan)
    assert cores(plan) == {"cost": 1, "sum": 1, "best": 1}


def test_short_firings_are_shared_in_longer_trips(tmp_path: Path) -> None:
    """What cores need to see each other is lost in each trip."""
    text = SEARCH.format(trips=60, delay=30, stateless="stateless;").replace("40us", "400ns").replace("50us", "500ns")
    plan = planned(graph_of(text.replace("4us", "40ns"), tmp_path))
    prove(plan)
    assert loop_of(plan, "cost").chunk > 2


def test_where_memory_is_short_they_stay_together(tmp_path: Path) -> None:
    """Several iterations at a time take more memory than one."""
    text = SEARCH.format(trips=60, delay=8, stateless="stateless;").replace("uint8[8]", "uint8[8000]")
    (tmp_path / "g.sdf").write_text(f"graph g {{\n{text}}}\n")

    def cost_cores(memory_bytes: int) -> tuple[int, bool]:
        options = CompileOptions(cores=2, memory_bytes=memory_bytes, stand_ins=True)
        compiled = compile_graph(tmp_path / "g.sdf", options)
        is_told = "cores share no loop of a cycle, for that would take too much memory" in compiled.notes
        return compiled.plan_text.split("cost x1")[1].split("\n")[0].count("core"), is_told

    assert (cost_cores(80_000), cost_cores(30_000)) == ((2, False), (1, True))


# Slices of a picture that is filtered again and again: what comes back does so at once.
FILTER = """\
actor source {{ state s : uint8; time 1us; out o : uint8[60]; }}
actor rows   {{ {stateless} time {time}; in i : uint8[1]; in last : uint8[100]; out o : uint8[100]; }}
actor join   {{ stateless; time 4us; in i : uint8[{picture}]; out o : uint8[{picture}]; out done : uint8[1]; }}
actor sink   {{ state s : uint8; time 1us; in i : uint8[15]; }}
source.o  -> rows.i;
rows.o    -> join.i;
join.o    -> rows.last delay {picture};
join.done -> sink.i;
"""


def filtered(
    folder: Path, *, time: str = "40us", stateless: str = "stateless;", slices: int = 4, cores: int = 2
) -> Plan:
    text = FILTER.format(time=time, stateless=stateless, picture=100 * slices)
    plan = planned(graph_of(text.replace("[15]", f"[{60 // slices}]"), folder), cores)
    prove(plan)
    return plan


def test_firings_of_a_trip_are_shared_where_its_results_come_back_at_once(tmp_path: Path) -> None:
    plan = filtered(tmp_path)
    loop = loop_of(plan, "rows")
    assert (loop.count, loop.chunk) == (15, 1)
    assert leaf_of(plan, "rows").parts == (Part(0, 0, 2), Part(1, 2, 4))
    assert len(plan.schedule.cores_of("join")) == 1
    assert 1.7 < period_ns(filtered(tmp_path, cores=1)) / period_ns(plan) < 1.95


def test_each_core_has_whole_firings_of_a_trip(tmp_path: Path) -> None:
    plan = filtered(tmp_path, slices=4, cores=3)
    assert sorted(part.stop - part.start for part in leaf_of(plan, "rows").parts) in ([2, 2], [1, 1, 2])
    assert period_ns(plan) >= 0.99 * period_ns(filtered(tmp_path, slices=4, cores=2))


@pytest.mark.parametrize("instead", [{"slices": 1}, {"time": "50ns"}, {"stateless": "state s : uint8;"}])
def test_where_that_does_not_pay_they_stay_together(tmp_path: Path, instead: Mapping[str, Any]) -> None:
    assert len(filtered(tmp_path, **instead).schedule.cores_of("rows")) == 1


def test_without_their_waits_trips_of_shared_firings_are_no_program(tmp_path: Path) -> None:
    """Each core waits for the others' firings, and for what came back from the trip before."""
    plan = filtered(tmp_path)
    loop = loop_of(plan, "rows")
    inner = [step for step in plan.waits if step.loop == loop.id]
    assert len(inner) >= 2
    for step in inner:
        with pytest.raises(InvalidProgram):
            prove(replace(plan, waits={key: found for key, found in plan.waits.items() if key != step}))


# Without a cycle but for what `best` gives to itself: its FIFOs are long enough for a loop of their own.
SCAN = """\
actor source {{ state s : uint8; time 1us; out o : uint8[64]; }}
actor cost   {{ stateless; time 600us; in i : uint8[1]; out o : uint8[1048576]; }}
actor best   {{ {state} time {time}; in i : uint8[1048576]; in last : uint8[65536]; out next : uint8[65536];
                out o : uint8[1]; }}
actor sink   {{ state s : uint8; time 1us; in i : uint8[64]; }}
source.o -> cost.i;
cost.o -> best.i;
best.o -> sink.i;
best.next -> best.last delay 65536;
"""


def scan(folder: Path, *, time: str = "200us", state: str = "", cores: int = 2) -> Plan:
    plan = planned(graph_of(SCAN.format(time=time, state=state), folder), cores)
    prove(plan)
    return plan


def test_what_fires_in_order_is_ordered_in_any_loop_that_cores_share(tmp_path: Path) -> None:
    """Each core then has every other iteration, and its own slot, where it had unequal parts of many."""
    plan = scan(tmp_path)
    assert loop_of(plan, "best").parts == (Part(0, 0, 1), Part(1, 1, 2))
    assert loop_of(plan, "cost").chunk == 2
    assert plan.buffers["cost.o"].slots == 1


@pytest.mark.parametrize(("time", "state"), [("900us", ""), ("200us", "effect;")])
def test_there_it_stays_on_one_core_as_well(tmp_path: Path, time: str, state: str) -> None:
    """Where it alone keeps a core busy, or has effects."""
    plan = scan(tmp_path, time=time, state=state)
    assert len(plan.schedule.cores_of("best")) == 1
    assert not plan.schedule.order_edges


def test_data_that_may_belong_to_a_thread_stays_with_it(tmp_path: Path) -> None:
    """Static data may be of each thread; so may be what functions know that are in no source."""
    text = SCAN.format(time="200us", state="fire keep(i, last, next, o);")
    for impure, count in (({}, 2), ({"keep": "uses the writable static object 'seen' (keep.c)"}, 1)):
        _, schedule = scheduled(graph_of(text, tmp_path), impure=impure)
        assert len(schedule.cores_of("best")) == count


def test_on_one_core_nothing_is_ordered(tmp_path: Path) -> None:
    assert not scan(tmp_path, cores=1).schedule.order_edges


def test_the_core_that_ends_a_relay_moves_what_the_next_pass_needs(tmp_path: Path) -> None:
    """The last tokens of a trip, which a reader behind a delay comes to in the next one."""
    text = SCAN.format(time="200us", state="").replace("best.o -> sink.i;", "best.o -> sink.i delay 3;")
    plan = planned(graph_of(text, tmp_path))
    prove(plan)
    assert plan.schedule.cores_of("best") == {0, 1}
    assert [(move.buffer, move.core) for move in plan.tail_moves] == [("best.o", 1)]
