# SPDX-License-Identifier: Apache-2.0
"""Which FIFOs a strategy is demanded of by name, and with which options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.analysis.prepare import prepare
from dfgen.frontend.elaborate import load_graph
from dfgen.memory.offloading import engine_requests, engines_of
from dfgen.memory.requests import Request, parse_demand, requested_strategies, with_demands
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.engine_use import EngineUse
from dfgen.model.movement import Cut
from dfgen.pipeline import Compiled
from tests.planning import graph_of

BRANCHES = """\
actor a { fire give(out); out out : uint8[1]; }
actor b { fire take(in); in in : uint8[1]; }
actor c { fire take(in); in in : uint8[1]; }
a.out -> b.in delay 1 = 1;
a.out -> c.in delay 1 = 2;
"""
PAIR = "actor a { fire give(o); out o : uint8[1]; } actor b { fire take(i); in i : uint8[1]; } a.o -> b.i"


@pytest.mark.parametrize("pattern", ["a.out:c.in", "a.out", "*:c.in"])
def test_a_branch_set_apart_is_found_by_the_names_that_the_user_knows(
    pattern: str, compile_text: Callable[..., Compiled]
) -> None:
    """The branches begin with different tokens, so one of them gets a buffer of its own."""
    compiled = compile_text(BRANCHES, transfers=(f"{pattern}=memcpy",))
    (choice,) = [fifo for fifo in compiled.plan["fifos"] if fifo["name"].endswith(":c.in")]
    assert choice["strategy"] == "memcpy"


@pytest.mark.parametrize(
    ("text", "pattern", "request_"),
    [
        ("memcpy", "", Request("memcpy", False)),
        ("a.o:b.i=memcpy", "a.o:b.i", Request("memcpy", True)),
        ("offload(mode=sync)", "", Request("offload", False, None, (("mode", "sync"),))),
        ("a.o = cow( variant = fault )", "a.o", Request("cow", True, None, (("variant", "fault"),))),
        ("a.*=offload(engine=thread,mode=async)", "a.*",
         Request("offload", True, None, (("engine", "thread"), ("mode", "async")))),
        ("cow()", "", Request("cow", False)),
    ],
)  # fmt: skip
def test_demands_of_the_command_line(text: str, pattern: str, request_: Request) -> None:
    assert parse_demand(text) == (pattern, request_)


@pytest.mark.parametrize(
    ("text", "id", "message"),
    [
        ("cow(variant=fault", "transfer-option", "is not a demand"),
        ("=cow", "transfer-option", "is not a demand"),
        ("cow(variant)", "transfer-option", "cannot be ''"),
        ("cow(variante=fault)", "transfer-option", "has no option 'variante'"),
        ("cow(variant=false)", "transfer-option", "cannot be 'false'"),
        ("memcpy(variant=fault)", "transfer-option", "has no option 'variant'"),
        ("a.o=offload(mode=slow)", "transfer-option", "cannot be 'slow'"),
        ("offload(engine=thred)", "transfer-option", "option 'engine' of 'offload' cannot be 'thred'"),
        ("offload(engine=thred,lanes=2)", "transfer-option", "cannot be 'thred'"),
        ("offload(sped=2)", "transfer-option", "has no option 'sped'"),
        ("offload(stride=64)", "transfer-option", "has no option 'stride'"),
        ("offload(engine=cuda,by=copier,stride=64)", "transfer-option", "'stride' has no use with 'by = copier'"),
        ("offload(place=elsewhere)", "transfer-option", "cannot be 'elsewhere'"),
        ("offload(lanes=9)", "transfer-option", "'lanes' of 'offload' cannot be '9'"),
        ("offload(lanes=2KiB)", "transfer-option", "'lanes' of 'offload' cannot be '2KiB'"),
        ("offload(entries=0)", "transfer-option", "cannot be '0'"),
        ("offload(threshold=4kB)", "transfer-option", "cannot be '4kB'"),
        ("offload(threshold=page)", "transfer-option", "cannot be 'page'"),
        ("offload(chunk=63)", "transfer-option", "cannot be '63'"),
        ("offload(chunk=2GiB)", "transfer-option", "cannot be '2GiB'"),
        ("offload(target=disk)", "transfer-option", "cannot be 'disk'"),
        ("a.o=", "transfer-unknown", "no transfer strategy ''"),
        ("a.o=cows(variant=fault)", "transfer-unknown", "no transfer strategy 'cows'"),
    ],
)
def test_demands_that_mean_nothing(text: str, id: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_demand(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.id == id
    assert message in diagnostic.message
    assert diagnostic.hint


def test_options_in_the_graph(compile_text: Callable[..., Compiled], refusal: Callable[..., Diagnostic]) -> None:
    found = refusal(f"{PAIR} @transfer(cow, variant = fair);")
    assert (found.id, found.hint) == ("transfer-option", "Valid here: private, fault.")
    assert found.span is not None
    assert found.span.line == 3
    compiled = compile_text(f"{PAIR} @transfer(cow, variant = fault);")
    assert [transfer["options"] for transfer in compiled.plan["transfers"]] == [{"variant": "fault"}]


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ("engine = thred", "option 'engine' of 'offload' cannot be 'thred'", "Did you mean 'thread'?"),
        ("lanes = 9", "option 'lanes' of 'offload' cannot be '9'", "Valid here: 1 to 8."),
        ("chunk = 63", "option 'chunk' of 'offload' cannot be '63'", "Valid here: page, 64 to 1073741824 bytes."),
        ("threshold = 2", "no copy of a.o:b.i reaches the threshold: its windows have 1 bytes",
         "Set a threshold of at most 1, or ask for memcpy."),
    ],
)  # fmt: skip
def test_options_of_engines_in_the_graph(
    options: str, message: str, hint: str, refusal: Callable[..., Diagnostic]
) -> None:
    found = refusal(f"{PAIR} @transfer(offload, {options});")
    assert (found.id, found.message, found.hint) == ("transfer-option", message, hint)
    assert found.span is not None
    assert found.span.line == 3


def test_a_threshold_for_all_fifos_may_be_over_some_windows(compile_text: Callable[..., Compiled]) -> None:
    compiled = compile_text(f"{PAIR};", transfers=("offload(threshold = 64KiB)",))
    assert [transfer["options"]["threshold"] for transfer in compiled.plan["transfers"]] == ["64KiB"]
    told = "cores copy windows below the threshold of 65536 bytes themselves: a.o:b.i (1 bytes)"
    assert [note for note in compiled.notes if "threshold" in note] == [told]
    reached = compile_text(f"{PAIR};", transfers=("offload(threshold = 1)",))
    assert not [note for note in reached.notes if "threshold" in note]


def test_fifos_that_cut_their_copies_differently_share_an_engine(tmp_path: Path) -> None:
    text = """\
    actor a { out o : uint8[9000]; }
    actor b { in i : uint8[9000]; }
    actor c { in i : uint8[9000]; }
    actor d { in i : uint8[9000]; }
    a.o -> b.i @transfer(offload, chunk = page, threshold = 100);
    a.o -> c.i @transfer(offload, chunk = 8KiB, target = memory);
    a.o -> d.i @transfer(offload, lanes = 2, place = package);
    """
    served = graph_of(text, tmp_path)
    assert engines_of(served) == ("thread", "thread(lanes = 2, place = package)")
    hows = [STRATEGIES["offload"].how(f.transfer.options) for f in served.fifos if f.transfer is not None]
    assert [how.cut for how in hows] == [Cut(100, 4096), Cut(0, 8192, to_memory=True), Cut()]
    use = EngineUse.of(hows[2].engine)
    assert (use, use.number("lanes"), use.number("entries")) == (
        EngineUse("thread", (("lanes", "2"), ("place", "package"))), 2, 0,
    )  # fmt: skip


def test_what_a_copy_actor_serves_is_met(tmp_path: Path) -> None:
    """Whatever else is asked of the FIFO: before the copy actor was set in, the last demand counted."""
    graph = graph_of(f"{PAIR};".replace("fire give(o);", "").replace("fire take(i);", ""), tmp_path)
    transfers = ("memcpy", "a.o:b.i=offload(mode=sync)")
    served, _ = prepare(graph, engine_requests(requested_strategies(graph, transfers)))
    wanted = requested_strategies(served, transfers)
    assert {name: (r.strategy, r.options) for name, r in wanted.items()} == {
        "a.o:b.i.in": ("offload", (("mode", "sync"),))
    }


def test_later_demands_win(tmp_path: Path) -> None:
    graph = graph_of(f"{PAIR} @transfer(stream);".replace("fire give(o);", "").replace("fire take(i);", ""), tmp_path)
    assert requested_strategies(graph, ())["a.o:b.i"].strategy == "stream"
    assert requested_strategies(graph, ("a.o=memcpy", "cow"))["a.o:b.i"] == Request("cow", False)


def test_a_private_fifo_demands_a_copy_by_name(tmp_path: Path) -> None:
    body = f"{PAIR} @private;".replace("fire give(o);", "").replace("fire take(i);", "")
    graph = graph_of(body, tmp_path)
    span = graph.fifos[0].span
    assert requested_strategies(graph, ()) == {"a.o:b.i": Request("memcpy", True, span)}
    streamed = graph_of(body.replace("@private", "@private @transfer(stream)"), tmp_path)
    assert requested_strategies(streamed, ())["a.o:b.i"].strategy == "stream"


IN_PLACE = PAIR.replace("fire give(o);", "").replace("fire take(i);", "")


@pytest.mark.parametrize(
    ("said", "sidecar", "place"),
    [
        ("@private @transfer(shared)", "", "@transfer"),
        ("@transfer(shared) @private", "", "@private"),
        ("", 'private = true\ntransfer = "shared"', "transfer"),
        ("", 'transfer = "shared"\nprivate = true', "private"),
        ("@private", 'transfer = "shared"', "transfer"),
        ("@transfer(shared)", "private = true", "private"),
    ],
)
def test_private_and_shared_contradict_each_other(said: str, sidecar: str, place: str, tmp_path: Path) -> None:
    path = tmp_path / "g.sdf"
    path.write_text(f"graph g {{ {IN_PLACE} {said}; }}\n")
    beside = tmp_path / "g.sdf.fifos.toml"
    beside.write_text(f'["a.o"]\n{sidecar}\n' if sidecar else "")
    with pytest.raises(UserError, match="'private'") as raised:
        requested_strategies(load_graph(path, {}), ())
    (fault,) = raised.value.diagnostics
    assert (fault.id, fault.hint, [note.message for note in fault.notes]) == (
        "clause-invalid", "Keep one of them.", ["the first"],
    )  # fmt: skip
    assert fault.span is not None
    line = Path(fault.span.file).read_text().splitlines()[fault.span.line - 1]
    assert line[fault.span.column - 1 :].startswith(place)


def test_private_and_shared_of_several_readers_are_told_once(tmp_path: Path) -> None:
    body = IN_PLACE.replace("-> b.i", "-> { b.i, c.i } @transfer(shared) @private; actor c { in i : uint8[1]; }")
    with pytest.raises(UserError) as raised:
        requested_strategies(graph_of(body, tmp_path), ())
    assert len(raised.value.diagnostics) == 1


def test_a_demand_for_one_run_wins_over_private(tmp_path: Path) -> None:
    graph = graph_of(f"{IN_PLACE} @private;", tmp_path)
    assert requested_strategies(graph, ("a.o=shared",))["a.o:b.i"].strategy == "shared"
    asked, left = with_demands(graph, ("a.o=shared",))
    assert (left, requested_strategies(asked, ())["a.o:b.i"].strategy) == ((), "shared")
