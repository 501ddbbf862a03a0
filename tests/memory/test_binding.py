# SPDX-License-Identifier: Apache-2.0
"""What routing actors come to: views where they can be, copies where they must be, and why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.memory.binding import Binding, bind
from dfgen.memory.choice import Circumstances, choose, copying
from dfgen.memory.requests import requested_strategies
from dfgen.model.diagnostics import UserError
from dfgen.model.graph import PortRef
from dfgen.model.plan import View, When
from dfgen.model.platform import default_platform
from tests.planning import graph_of, planned, scheduled


def wired(body: str, folder: Path, split: frozenset[str] = frozenset(), transfers: tuple[str, ...] = ()) -> Binding:
    graph = graph_of(body, folder)
    return bind(graph, analyse(graph).order, copying(graph, requested_strategies(graph, transfers)), split)


def alias(binding: Binding, port: str) -> tuple[str, list[int]]:
    """The root of a port's tokens, and where the first twelve lie in it."""
    found = binding.aliases[PortRef(*port.split("."))]
    return found.root, [found.view.offset(token) for token in range(12)]


def reasons(binding: Binding) -> list[tuple[str, str, str]]:
    return [(t.fifo, t.when.value, t.reason) for t in binding.transfers]


def sources(**rates: int) -> str:
    return "".join(f"actor {name} {{ out o : uint8[{rate}]; }}\n" for name, rate in rates.items())


def sinks(**rates: int) -> str:
    return "".join(f"actor {name} {{ in i : uint8[{rate}]; }}\n" for name, rate in rates.items())


JOIN = "join j { in x : uint8[2]; in y : uint8[1]; out o : uint8[3]; }\n"


def test_join_is_written_in_place(tmp_path: Path) -> None:
    body = sources(a=1, b=1) + JOIN + sinks(z=3) + "a.o -> j.x; b.o -> j.y; j.o -> z.i;"
    binding = wired(body, tmp_path)
    assert list(binding.roots) == ["j.o"]
    assert alias(binding, "a.o") == ("j.o", [0, 1, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16])
    assert alias(binding, "b.o") == ("j.o", list(range(2, 38, 3)))
    assert not binding.transfers


def test_join_within_a_join(tmp_path: Path) -> None:
    outer = "join k { in x : uint8[1]; in y : uint8[3]; out o : uint8[4]; }\n"
    body = sources(a=2, b=1, c=1) + JOIN + outer + sinks(z=4)
    binding = wired(body + "a.o -> j.x; b.o -> j.y; j.o -> k.y; c.o -> k.x; k.o -> z.i;", tmp_path)
    assert list(binding.roots) == ["k.o"]
    assert alias(binding, "a.o")[1][:4] == [1, 2, 5, 6]
    assert alias(binding, "b.o")[1][:2] == [3, 7]


def test_one_stream_on_two_inputs_of_a_join_is_copied_once(tmp_path: Path) -> None:
    body = sources(a=2) + "join j { in x : uint8[2]; in y : uint8[2]; out o : uint8[4]; }\n" + sinks(z=4)
    binding = wired(body + "a.o -> { j.x, j.y }; j.o -> z.i;", tmp_path)
    assert list(binding.roots) == ["j.o"]
    assert reasons(binding) == [("a.o:j.y", "after", "its tokens go elsewhere too")]


BROADCAST = "broadcast k { in i : uint8[2]; out o : uint8[RATE]; out p : uint8[2]; }\n"


@pytest.mark.parametrize(
    ("where", "rate", "moved"),
    [
        ("k.p -> y.i;", 2, []),
        ("k.p -> y.i delay 2;", 2, ["a.o:k.i"]),
        ("k.p -> y.i;", 4, ["k.o:j.x"]),
        ("k.p -> y.i; k.o -> z.i delay 2;", 2, ["a.o:k.i", "k.o:j.x"]),
        ("k.p -> { y.i, j.y };", 2, ["k.p:j.y"]),
    ],
    ids=["shown", "kept behind a delay", "repeated", "with a delay before", "twice"],
)
def test_join_is_written_in_place_behind_a_broadcast(where: str, rate: int, moved: list[str], tmp_path: Path) -> None:
    small = "" if "j.y" in where else "b.o -> j.y; "
    body = (sources(a=2) if "j.y" in where else sources(a=2, b=1)) + BROADCAST.replace("RATE", str(rate))
    body += JOIN.replace("y : uint8[1]; out o : uint8[3]", "y : uint8[2]; out o : uint8[4]") + sinks(y=2, w=4)
    body += sinks(z=2) if "z.i" in where else ""
    binding = wired(f"{body} a.o -> k.i; {small} k.o -> j.x; j.o -> w.i; {where}", tmp_path)
    assert [t.fifo for t in binding.transfers] == moved
    in_place = "k.o:j.x" not in moved
    assert alias(binding, "a.o") == (
        ("j.o", [0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21]) if in_place else ("a.o", list(range(12)))
    )


def test_windows_that_do_not_fit_a_part_are_gathered(tmp_path: Path) -> None:
    body = sources(a=3, b=1) + JOIN + sinks(z=3) + "a.o -> j.x; b.o -> j.y; j.o -> z.i;"
    binding = wired(body, tmp_path)
    ((fifo, when, _),) = reasons(binding)
    assert (fifo, when) == ("a.o:j.x", When.FIRING.value)
    assert alias(binding, "a.o")[0] == "a.o"


@pytest.mark.parametrize(
    "where", ["a.o -> j.x delay 2; b.o -> j.y; j.o -> z.i;", "a.o -> j.x; b.o -> j.y; j.o -> z.i delay 3;"]
)
def test_delays_force_copies(where: str, tmp_path: Path) -> None:
    binding = wired(sources(a=2, b=1) + JOIN + sinks(z=3) + where, tmp_path)
    assert any(t.fifo == "a.o:j.x" for t in binding.transfers)
    assert alias(binding, "a.o") == ("a.o", list(range(12)))


def test_fork_broadcast_and_slice_are_views(tmp_path: Path) -> None:
    body = sources(a=6) + "fork f { in i : uint8[6]; out o : uint8[2]; out p : uint8[4]; }\n"
    body += "broadcast b { in i : uint8[2]; out o : uint8[4]; }\n"
    body += "slice s { in i : uint8[4]; out o : uint8[2][3] from 0 step 1; }\n" + sinks(y=2, z=3)
    binding = wired(body + "a.o -> f.i; f.o -> b.i; b.o -> y.i; f.p -> s.i; s.o -> z.i;", tmp_path)
    assert list(binding.roots) == ["a.o"]
    assert alias(binding, "f.p")[1][:6] == [2, 3, 4, 5, 8, 9]
    assert alias(binding, "b.o")[1] == [0, 1, 0, 1, 6, 7, 6, 7, 12, 13, 12, 13]
    assert alias(binding, "s.o")[1] == [2, 3, 4, 3, 4, 5, 8, 9, 10, 9, 10, 11]
    assert binding.readings[PortRef("y", "i")].alias.path == ("a.o:f.i", "f.o:b.i", "b.o:y.i")


def test_slices_beyond_their_input_read_zeros_from_gaps(tmp_path: Path) -> None:
    body = sources(a=4) + "slice s { in i : uint8[4]; out o : uint8[2][4] from -1 step 2; }\n" + sinks(z=4)
    binding = wired(body + "a.o -> s.i; s.o -> z.i;", tmp_path)
    root = binding.roots["a.o"]
    assert (root.unit, root.lead, root.trail) == (4, 1, 1)
    assert root.view == View(1, 4, ((0, 6),))
    assert alias(binding, "s.o")[1] == [0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, 9]
    assert not binding.transfers
    delayed = wired(body + "a.o -> s.i delay 4; s.o -> z.i;", tmp_path)
    assert reasons(delayed) == [("a.o:s.i", "firing", "its delay shifts the windows")]


BEHIND = "slice s { in i : uint8[4]; out o : uint8[2][4] from -1 step 2; }\n" + sinks(z=4) + "s.o -> z.i;"
BOTH = "broadcast b { in i : uint8[N]; out o : uint8[N]; out p : uint8[N]; } a.o -> b.i;\n"
PLAIN = "broadcast c { in i : uint8[2]; out o : uint8[2]; }\n"


@pytest.mark.parametrize(
    ("unit", "rest"),
    [
        (4, sinks(y=2) + "b.o -> s.i; b.p -> y.i;"),
        (2, sinks(y=2) + "b.o -> s.i; b.p -> y.i delay 2;"),
        (2, PLAIN + sinks(y=2) + "b.o -> c.i; c.o -> s.i; b.p -> y.i;"),
    ],
)
def test_broadcasts_leave_the_gaps_to_what_they_hand_on(unit: int, rest: str, tmp_path: Path) -> None:
    binding = wired(sources(a=2) + BOTH.replace("N", str(unit)) + BEHIND + rest, tmp_path)
    assert (binding.roots["a.o"].lead, binding.roots["a.o"].trail) == (1, 1)
    assert alias(binding, "s.o") == ("a.o", [0, 1, 2, 3, 2, 3, 4, 5, 6, 7, 8, 9])
    assert not [transfer for transfer in binding.transfers if transfer.actor == "s"]


@pytest.mark.parametrize(
    ("unit", "rest", "fifo", "reason"),
    [
        (2, sinks(y=8) + "b.o -> s.i; b.p -> y.i;", "b.o:s.i", "its windows reach beyond the buffer"),
        (8, sinks(y=2) + "b.o -> s.i; b.p -> y.i;", "b.o:s.i", "its windows reach beyond the buffer"),
        (
            2,
            PLAIN + sinks(y=2) + "b.o -> c.i delay 4; c.o -> s.i; b.p -> y.i;",
            "c.o:s.i",
            "its windows reach beyond the buffer",
        ),
        (2, sinks(y=2) + "b.o -> s.i delay 4; b.p -> y.i;", "b.o:s.i", "its delay shifts the windows"),
    ],
)
def test_gaps_that_would_tear_windows_or_do_not_get_there_are_made_by_a_copy(
    unit: int, rest: str, fifo: str, reason: str, tmp_path: Path
) -> None:
    binding = wired(sources(a=2) + BOTH.replace("N", str(unit)) + BEHIND + rest, tmp_path)
    assert binding.roots["a.o"].view == View()
    assert (fifo, "firing", reason) in reasons(binding)
    assert alias(binding, "s.o")[0] == "s.i"


ROUND = "roundbuffer r { in i : uint8[6]; out o : uint8[3]; }\n"


def test_roundbuffer_is_written_in_place_by_one(tmp_path: Path) -> None:
    body = sources(a=3) + ROUND + sinks(z=3) + "a.o -> r.i; r.o -> z.i;"
    assert alias(wired(body, tmp_path), "a.o") == ("r.o", [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5])
    split = wired(body, tmp_path, split=frozenset({"a"}))
    assert alias(split, "a.o")[0] == "a.o"
    assert split.transfers


def test_roundbuffer_copies_only_what_is_kept(tmp_path: Path) -> None:
    body = sources(a=3) + ROUND + sinks(y=3, z=3) + "a.o -> { r.i, y.i }; r.o -> z.i;"
    (transfer,) = wired(body, tmp_path).transfers
    assert (transfer.when, transfer.period, transfer.skip) == (When.AFTER, 2, 1)


INTO_ROUND = JOIN + ROUND + sinks(z=3) + "b.o -> j.y; j.o -> r.i; r.o -> z.i;"


def test_roundbuffer_behind_a_join_loses_nobody_elses_tokens(tmp_path: Path) -> None:
    """y reads all of a's tokens: they must not be written over one another."""
    body = sources(a=2, b=1) + sinks(y=2) + INTO_ROUND
    binding = wired(body + "a.o -> { j.x, y.i };", tmp_path)
    assert alias(binding, "a.o") == ("a.o", list(range(12)))
    assert alias(binding, "b.o")[0] == "r.o"


def test_roundbuffer_behind_a_join_has_one_writer_a_part(tmp_path: Path) -> None:
    """Two cores would race for whose tokens are the last."""
    body = sources(a=2, b=1) + INTO_ROUND + "a.o -> j.x;"
    assert alias(wired(body, tmp_path), "a.o")[0] == "r.o"
    assert alias(wired(body, tmp_path, split=frozenset({"a"})), "a.o")[0] == "a.o"


@pytest.mark.parametrize("first", ["fork f { in i : uint8[2]; out o : uint8[1]; out p : uint8[1]; }\n", ""])
def test_routing_actors_on_a_cycle_in_any_order(first: str, tmp_path: Path) -> None:
    fork = "fork f { in i : uint8[2]; out o : uint8[1]; out p : uint8[1]; }\n"
    body = "broadcast b { in i : uint8[1]; out o : uint8[1]; }\nactor a { in i : uint8[1]; out o : uint8[2]; }\n"
    body = first + body + ("" if first else fork) + sinks(z=1)
    binding = wired(body + "a.o -> f.i; f.o -> b.i delay 1; b.o -> a.i; f.p -> z.i;", tmp_path)
    assert alias(binding, "f.p")[0] == "a.o"
    assert alias(binding, "f.o")[0] == "f.o"


def test_cycle_of_one_routing(tmp_path: Path) -> None:
    body = "broadcast b { in i : uint8[1]; out o : uint8[1]; out p : uint8[1]; }\n" + sinks(z=1)
    binding = wired(body + "b.o -> b.i delay 1 = 5; b.p -> z.i;", tmp_path)
    assert alias(binding, "b.p")[0] == "b.i"


# --- who gets a copy --------------------------------------------------------------------------------------------


def chosen(
    body: str, folder: Path, transfers: tuple[str, ...] = ()
) -> tuple[Mapping[str, tuple[str, str]], tuple[str, ...]]:
    graph = graph_of(body, folder)
    wanted = requested_strategies(graph, transfers)
    facts, schedule = scheduled(graph, cores=1)
    given = Circumstances(graph, facts, schedule, default_platform())
    choices, notes = choose(bind(graph, facts.order, copying(graph, wanted), frozenset()), wanted, given)
    return {str(ref): (choice.strategy, choice.reason) for ref, choice in choices.items()}, notes


TWO = sources(a=2) + "actor y { in i : uint8[2] MODE; } actor z { in i : uint8[2]; }\na.o -> { y.i, z.i };"


@pytest.mark.parametrize(
    ("mode", "strategy", "reason"),
    [
        ("", "shared", "nothing forbids it"),
        ("read_only", "memcpy", "it is only claimed to be read_only, and z.i reads too"),
        ("read_write", "memcpy", "it may write what z.i reads too"),
        ("read_mostly", "memcpy", "it may write what z.i reads too"),
    ],
)
def test_who_writes_gets_a_copy(mode: str, strategy: str, reason: str, tmp_path: Path) -> None:
    choices, _ = chosen(TWO.replace("MODE", mode), tmp_path)
    assert choices["y.i"] == (strategy, reason)
    assert choices["z.i"][0] == "shared"


def test_writer_alone_may_scribble(tmp_path: Path) -> None:
    choices, _ = chosen(sources(a=2) + "actor y { in i : uint8[2] read_write; } a.o -> y.i;", tmp_path)
    assert choices["y.i"][0] == "shared"


def test_scribbler_on_overlapping_slices_gets_a_copy(tmp_path: Path) -> None:
    body = sources(a=4) + "slice s { in i : uint8[4]; out o : uint8[WINDOWS][2] from 0 step STEP; }\n"
    body += "actor y { in i : uint8[2] read_write; } a.o -> s.i; s.o -> y.i;"
    overlapping = body.replace("WINDOWS", "3").replace("STEP", "1")
    assert chosen(overlapping, tmp_path)[0]["y.i"] == ("memcpy", "it may write what its next firing reads again")
    unmerged = body.replace("WINDOWS", "2").replace("STEP", "2")
    assert chosen(unmerged, tmp_path)[0]["y.i"][0] == "shared"


def test_scribbler_never_gets_the_zeros(tmp_path: Path) -> None:
    body = sources(a=4) + "slice s { in i : uint8[4]; out o : uint8[1][6] from -1 step 1; }\n"
    choices, _ = chosen(body + "actor y { in i : uint8[6] read_write; } a.o -> s.i; s.o -> y.i;", tmp_path)
    assert choices["y.i"] == ("memcpy", "it may write what a slice reads as zero")


def test_scattered_window_is_copied(tmp_path: Path) -> None:
    body = sources(a=4) + "fork f { in i : uint8[4]; out o : uint8[1]; out p : uint8[3]; }\n" + sinks(y=2, z=3)
    choices, _ = chosen(body + "a.o -> f.i; f.o -> y.i; f.p -> z.i;", tmp_path)
    assert choices["y.i"] == ("memcpy", "its window does not lie in one piece")
    assert choices["z.i"][0] == "shared"


@pytest.mark.parametrize("delay", [2, 3, 8])
def test_a_delay_keeps_nothing_that_its_only_reader_is_done_with(delay: int, tmp_path: Path) -> None:
    body = sources(a=2) + f"actor y {{ in i : uint8[2] read_write; }} a.o -> y.i delay {delay};"
    assert chosen(body, tmp_path)[0]["y.i"] == ("shared", "nothing forbids it")


def test_what_others_may_find_behind_a_delay_is_copied(tmp_path: Path) -> None:
    body = sources(a=4) + "fork f { in i : uint8[4]; out o : uint8[2]; out p : uint8[2]; }\n"
    body += "actor y { in i : uint8[2] read_write; } actor z { in i : uint8[2] read_only; }"
    choices, _ = chosen(body + "a.o -> f.i delay 4; f.o -> y.i; f.p -> z.i delay 2;", tmp_path)
    assert choices["y.i"][1] == "it may write what is read again later"


def test_copy_asked_for_on_the_way(tmp_path: Path) -> None:
    body = sources(a=4) + "fork f { in i : uint8[4]; out o : uint8[2]; out p : uint8[2]; }\n" + sinks(y=2, z=2)
    choices, _ = chosen(body + "a.o -> f.i @private; f.o -> y.i; f.p -> z.i;", tmp_path)
    assert set(choices.values()) == {("memcpy", "asked for")}


JOINED_TWICE = sources(a=2) + "join j { in x : uint8[2]; in y : uint8[2]; out o : uint8[4]; }\n" + sinks(z=4)


def test_sharing_that_cannot_be_had_is_an_error_also_at_a_routing(tmp_path: Path) -> None:
    body = JOINED_TWICE + "a.o -> j.x; a.o -> j.y HOW; j.o -> z.i;"
    with pytest.raises(UserError) as error:
        chosen(body.replace("HOW", "@transfer(shared)"), tmp_path)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.id == "transfer-illegal"
    assert diagnostic.message == "a.o:j.y cannot be shared: its tokens go elsewhere too"
    _, notes = chosen(body.replace("HOW", ""), tmp_path, ("shared",))
    assert notes == ("a.o:j.y is copied, not shared: its tokens go elsewhere too",)


def test_what_is_kept_behind_a_plain_broadcast_is_copied_by_its_writer(tmp_path: Path) -> None:
    """Of eight images that go round a cycle too, only the last is kept, and only one has room."""
    body = """
    actor count { fire f(o); out o : uint8[8]; }
    actor pick { fire f(n, before, image); in n : uint8[1]; in before : uint8[100]; out image : uint8[100]; }
    broadcast both { in in : uint8[100]; out kept : uint8[100]; out back : uint8[100]; }
    roundbuffer last { in in : uint8[800]; out out : uint8[100]; }
    actor show { fire f(i); in i : uint8[100]; }
    count.o -> pick.n; pick.image -> both.in; both.back -> pick.before delay 100;
    both.kept -> last.in; last.out -> show.i;
    """
    plan = planned(graph_of(body, tmp_path), cores=1)
    kept = [t for t in plan.transfers if t.fifo == "both.kept:last.in"]
    assert [(t.actor, t.when, t.period, t.skip) for t in kept] == [("pick", When.AFTER, 8, 7)]
    assert plan.buffers["pick.image"].slot_bytes == 100
