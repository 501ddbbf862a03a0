# SPDX-License-Identifier: Apache-2.0
"""What an actor writes where it reads, in programs that nobody plans: the proof trusts no planner, and refuses what a
run shows to be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.model.actor import Actor, State
from dfgen.model.plan import View
from dfgen.model.port import TokenType
from dfgen.model.program import Content, Firings, Loop, Prepare, Program, Reset, Seal
from dfgen.verify.verify import InvalidProgram, verify
from tests.planning import SHORT, graph_of, programmed

from .interpreter import fault_of
from .mutations import Path as At
from .mutations import edited, parts
from .streams import Streams
from .world import Way

PASSES, RUNS = 4, 4
LIST: At = ("agents", 0, "stages", 0, "body")
"""Of the only core."""


def right(text: str, folder: Path, cores: int = 1) -> Program:
    program = programmed(graph_of(text, folder), cores, SHORT)
    verify(program)
    assert not fault(program)
    return program


def fault(program: Program) -> str:
    """What some runs show to be wrong."""
    streams = Streams(program.graph, (PASSES + program.depth_passes + 3) * program.chunk)
    found = (fault_of(program, streams, Way(PASSES * program.chunk, seed)) for seed in range(RUNS))
    return next(filter(None, found), "")


def refused(program: Program, problem: str) -> None:
    """Rightly."""
    assert fault(program)
    with pytest.raises(InvalidProgram, match=problem):
        verify(program)


def with_buffers(program: Program, **changes: dict[str, int]) -> Program:
    """By buffer, with `_` for its dot, what is changed of it."""
    memory = program.memory
    changed = {name: replace(b, **changes.get(name.replace(".", "_"), {})) for name, b in memory.buffers.items()}
    end = max(buffer.offset_bytes + buffer.size_bytes for buffer in changed.values())
    return replace(program, memory=replace(memory, buffers=changed, size_bytes=max(end, memory.size_bytes)))


def with_body(program: Program, actor: str, change: Callable[[tuple], tuple]) -> Program:
    """With other operations in the firings of an actor."""
    (path,) = [path for path, part in parts(program.agents, ("agents",)) if is_of(part, actor)]
    return edited(program, (*path, "body"), change)


def is_of(part: object, actor: str) -> bool:
    return isinstance(part, Firings) and part.actor == actor


def in_order(program: Program, *names: str) -> Program:
    """The list of the only core with its firings in another order; the loop has its place by no name."""

    def turned(body: tuple) -> tuple:
        by_name = {getattr(operation, "actor", ""): operation for operation in body}
        return tuple(by_name[name] for name in names)

    return edited(program, LIST, turned)


# --- firing by firing in an inner loop ----------------------------------------------------------------------------

INNER = """
    actor s { fire f(o); state; out o : uint8[64]; }
    actor a { fire f(i, k, o, p); in i : uint8[16]; in k : uint8[1]; out o : uint8[16] overlays i; out p : uint8[1]; }
    actor b { fire f(i, o); in i : uint8[1]; out o : uint8[1]; }
    actor c { fire f(o); state; out o : uint8[64]; }
    actor d { fire f(i); state; in i : uint8[64]; }
    actor y { fire f(o); state; out o : uint8[64]; }
    join j { in a : uint8[64]; in b : uint8[64]; out o : uint8[128]; }
    actor z { fire f(i); state; in i : uint8[128]; }
    s.o -> a.i; a.p -> b.i; b.o -> a.k delay 1; c.o -> d.i; a.o -> j.a; y.o -> j.b; j.o -> z.i;
"""


def over_its_input(program: Program) -> Program:
    """The windows that `a` writes follow each other, and lie over those that it reads."""
    views = [path for path, part in parts(program.agents, ("agents",)) if part == View(0, 64, ((0, 128),))]
    for path in views:
        program = edited(program, path, lambda _: View())
    over = {"offset_bytes": 1024}
    return with_buffers(program, s_o=over, a_o=over, j_o=over, c_o={"offset_bytes": 2048})


def test_what_another_step_writes_beside_it_hides_nothing(tmp_path: Path) -> None:
    """`c` writes over what `a` has yet to read; then `y` writes another part of what `a` writes in place."""
    program = over_its_input(right(INNER, tmp_path))
    assert not fault(program)
    between = with_buffers(program, c_o={"offset_bytes": 1024})
    refused(in_order(between, "s", "c", "d", "y", "", "z"), r"s\.o is overwritten by j\.o")
    refused(in_order(between, "s", "c", "d", "", "y", "z"), r"s\.o is overwritten by c\.o")


BESIDE = """
    actor s { fire f(o); state; out o : uint8[64]; }
    actor a { fire f(i, k, o, p); in i : uint8[16]; in k : uint8[1]; out o : uint8[16] overlays i; out p : uint8[1]; }
    actor b { fire f(i, o); in i : uint8[1]; out o : uint8[1]; }
    actor c { fire f(o); state; out o : uint8[16]; }
    actor d { fire f(i, o); state; in i : uint8[16]; out o : uint8[1]; }
    actor z { fire f(i, d); state; in i : uint8[64]; in d : uint8[4]; }
    s.o -> a.i; a.p -> b.i; b.o -> a.k delay 1; c.o -> d.i; a.o -> z.i; d.o -> z.d;
"""


@pytest.mark.parametrize("place", [0, 1, 2])
def test_nobody_else_writes_there_within_a_trip(place: int, tmp_path: Path) -> None:
    """Before `a` fires, behind it, or at the end of the trip: what the next trip reads."""
    program = over_its_input(right(BESIDE, tmp_path))
    body = program.cores[0].stages[0].body
    (loop,) = [o for o in body if isinstance(o, Loop) and any(is_of(inner, "a") for inner in o.body)]
    writing = [o for o in body if is_of(o, "c") or is_of(o, "d")]
    inner = [replace(o, per_iteration=1, stop=1) for o in writing]
    changed = replace(loop, body=(*loop.body[:place], *inner, *loop.body[place:]))

    def taken_in(body: tuple) -> tuple:
        return tuple(changed if o is loop else o for o in body if o not in writing)

    alone = edited(program, LIST, taken_in)
    verify(alone)
    assert not fault(alone)
    refused(with_buffers(alone, c_o={"offset_bytes": 1024 + 16}), r"s\.o is overwritten by c\.o")


# --- firings of one step ------------------------------------------------------------------------------------------

AGAIN = """
    actor s @core({0}) {{ fire f(o); state; out o : uint8[8]; }}
    broadcast r {{ in i : uint8[8]; out o : uint8[32]; }}
    actor a @core({1}) {{ fire f(i, o); in i : uint8[8]; out o : uint8[8] overlays i; }}
    roundbuffer q {{ in i : uint8[32]; out o : uint8[8]; }}
    actor z @core({2}) {{ fire f(i); state; in i : uint8[8]; }} s.o -> r.i; r.o -> a.i; a.o -> q.i; q.o -> z.i;
"""


def test_what_is_read_again_is_not_written_over(tmp_path: Path) -> None:
    """All four firings of a trip read one window, and write one."""
    program = right(AGAIN.format(0, 0, 0), tmp_path)
    refused(with_buffers(program, q_o={"offset_bytes": program.memory.buffers["s.o"].offset_bytes}), "lie in the same")


def test_what_is_read_again_is_not_written_over_between_cores(tmp_path: Path) -> None:
    program = right(AGAIN.format(0, 1, 0), tmp_path, cores=2)
    alike = {"offset_bytes": 0, "stride_bytes": 64, "slots": 4}
    refused(with_buffers(program, s_o=alike, q_o=alike), r"s\.o lies in q\.o")


def test_windows_that_part_after_very_many_firings_do_not_lie_alike(tmp_path: Path) -> None:
    text = """
    actor s { fire f(o); state; out o : uint8[1030]; } broadcast r { in i : uint8[1030]; out o : uint8[2060]; }
    actor a { fire f(i, o); in i : uint8[1]; out o : uint8[1] overlays i; }
    actor z { fire f(i); state; in i : uint8[2060]; } s.o -> r.i; r.o -> a.i; a.o -> z.i;
    """
    program = right(text, tmp_path)
    place = program.memory.buffers["s.o"].offset_bytes
    refused(with_buffers(program, a_o={"offset_bytes": place}), r"s\.o and a\.o lie in the same memory")


def test_a_window_that_lies_over_an_input_is_not_set_before(tmp_path: Path) -> None:
    text = """
    actor s { fire f(o); state; out o : uint8[8]; }
    actor a { fire f(i, o); in i : uint8[8]; out o : uint8[8] overlays i; }
    actor z { fire f(i); state; in i : uint8[8]; } s.o -> a.i; a.o -> z.i;
    """
    program = right(text, tmp_path)
    zeroed = Prepare("o", Content.ZERO)
    problem = r"a\.o is set to zero, which its firing does not ask for"
    refused(with_body(program, "a", lambda body: (zeroed, *body)), problem)
    refused(with_body(program, "a", lambda body: (*body, zeroed)), problem)


# --- what comes back by delays ------------------------------------------------------------------------------------

BACK = """
    actor s {{ fire f(o); state; out o : uint8[8]; }}
    actor a {{ fire f(i, b, o); state; in i : uint8[8]; in b : uint8[8]; out o : uint8[8] {0}; }}
    actor z {{ fire f(i); state; in i : uint8[8]; }} s.o -> a.i; a.o -> z.i; a.o -> a.b delay {1};
"""


@pytest.mark.parametrize(("delay", "slots"), [(9, 2), (12, 2), (17, 3)])
def test_what_comes_back_is_written_over_only_where_windows_coincide(delay: int, slots: int, tmp_path: Path) -> None:
    """With fewer slots a firing would write over a part of what it reads."""
    program = right(BACK.format("overlays b", delay), tmp_path)
    assert program.memory.buffers["a.o"].slots == slots + 1
    refused(with_buffers(program, a_o={"slots": slots}), r"a\.b may be overwritten by a\.o before it is read")


def test_what_is_prepared_is_written_from_then_on(tmp_path: Path) -> None:
    """What comes back is copied before its place is zeroed."""
    program = right(BACK.format("partial", "8 @transfer(memcpy)"), tmp_path)
    one = with_buffers(program, a_o={"slots": 1})
    verify(one)
    assert not fault(one)
    swapped = with_body(one, "a", lambda body: (body[1], body[0], *body[2:]))
    refused(swapped, r"a\.b may be overwritten by a\.o before it is read")


# --- who writes, and in which phase -------------------------------------------------------------------------------


def test_of_very_many_pieces_none_is_written_twice(tmp_path: Path) -> None:
    """What `b` writes over nobody reads from where it was meant to be."""
    text = """
    actor a { fire f(o); state; out o : uint8[2]; }
    actor b { fire f(o); state; out o : uint8[2]; }
    join j { in x : uint8[2]; in y : uint8[2]; out o : uint8[4]; }
    slice t { in in : uint8[4]; out out : uint8[1][2] from 0 step 3; }
    actor z { fire f(i); in i : uint8[2]; state; } a.o -> j.x; b.o -> j.y; j.o -> t.in; t.out -> z.i;
    """
    program = programmed(graph_of(text, tmp_path), 1, MappingOptions("balance", depth=1))
    assert program.chunk > 1000
    verify(program)
    (path,) = [p for p, part in parts(program.agents, ("agents",)) if isinstance(part, View) and part.base == 2]
    with pytest.raises(InvalidProgram, match=r"b\.o writes to j\.o where a\.o does"):
        verify(edited(program, path, lambda view: replace(view, base=1)))


def test_phases_begin_with_trips(tmp_path: Path) -> None:
    """They are counted in the innermost trip."""
    text = INNER.replace("y { fire f(o); state; out o : uint8[64]", "y { fire f(o); state; out o : uint8[32, 96]")
    text = text.replace("in b : uint8[64]; out o : uint8[128]", "in b : uint8[128]; out o : uint8[192]")
    text = text.replace("z { fire f(i); state; in i : uint8[128]", "z { fire f(i); state; in i : uint8[192]")
    program = right(text, tmp_path)
    (loop,) = [o for o in program.cores[0].stages[0].body if isinstance(o, Loop)]
    (block,) = [o for o in program.cores[0].stages[0].body if is_of(o, "y")]
    halved = replace(loop, id=99, count=2, locals=(), body=(replace(block, per_iteration=1, stop=1),))
    refused(
        edited(program, LIST, lambda body: tuple(halved if o is block else o for o in body)),
        "the phases of y do not begin with the trips of the loop that it is in",
    )


# --- what is done around a firing ---------------------------------------------------------------------------------


def test_routing_actors_have_no_code_that_asks_for_windows(tmp_path: Path) -> None:
    program = right(BACK.format("", "8 reset"), tmp_path)
    (path,) = [path for path, part in parts(program.agents, ("agents",)) if isinstance(part, Reset)]
    zeroed, problem = Prepare("out", Content.ZERO), "is a routing actor, and does something else than moving bytes"
    refused(edited(program, path[:-1], lambda body: (*body, zeroed)), problem)
    with pytest.raises(InvalidProgram, match=problem):
        verify(edited(program, path[:-1], lambda body: (*body, Seal("out"))))
    with pytest.raises(InvalidProgram, match=problem):
        verify(edited(program, path[:-1], lambda body: body[:-1] + body[-1:] * 2))


def test_what_is_kept_is_what_the_firing_before_has_left(tmp_path: Path) -> None:
    graph = graph_of(BACK.format("", 8), tmp_path)

    def keeping(actor: Actor) -> Actor:
        ports = tuple(replace(port, is_persistent=not port.is_input) for port in actor.ports)
        return replace(actor, ports=ports, state=State("kept", TokenType("uint8", "uint8_t", 1, 1), 8, actor.span))

    actors = (keeping(actor) if actor.name == "s" else actor for actor in graph.actors)
    program = programmed(replace(graph, actors=tuple(actors)), 1, SHORT)
    verify(program)
    assert not fault(program)
    sealed = Seal("o")
    several = with_buffers(program, s_o={"slots": 2, "stride_bytes": 64, "offset_bytes": 1024})
    refused(with_body(several, "s", lambda body: (sealed, *body)), r"s\.o is ended before its firing")
    with pytest.raises(InvalidProgram, match=r"a\.o is ended as .*, which its firing does not ask for"):
        verify(with_body(program, "a", lambda body: (*body, sealed)))


def test_of_a_window_that_is_set_twice_the_first_time_counts(tmp_path: Path) -> None:
    """What comes back is read between the two."""
    program = right(BACK.format("partial", "8 @transfer(memcpy)"), tmp_path)
    one = with_buffers(program, a_o={"slots": 1})
    twice = with_body(one, "a", lambda body: (body[1], *body))
    refused(twice, r"a\.b may be overwritten by a\.o before it is read")
