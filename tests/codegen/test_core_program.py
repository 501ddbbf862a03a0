# SPDX-License-Identifier: Apache-2.0
"""The C of a core: loops, waits, addresses, moves, as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.analysis.facts import analyse
from dfgen.attempts import Given, last_attempt
from dfgen.codegen.code import render
from dfgen.codegen.program import CProgram, to_c
from dfgen.codegen.tracing import NO_INSTRUMENTS, Instruments
from dfgen.lowering.lower import lower
from dfgen.mapping.schedule_graph import MappingOptions
from dfgen.memory.options import MemoryOptions
from dfgen.model.actor import Actor
from dfgen.model.program import Loop
from dfgen.pipeline import Compiled
from tests.planning import ANY_MEMORY, OF_ONE_MAPPING, SHORT, graph_of, programmed

Compile = Callable[..., Compiled]


def program_of(
    body: str,
    folder: Path,
    cores: int = 1,
    mapping: MappingOptions = SHORT,
    memory: MemoryOptions = ANY_MEMORY,
    small: frozenset[str] = frozenset(),
) -> CProgram:
    graph = graph_of(body, folder)
    return to_c(programmed(graph, cores, mapping, memory), analyse(graph).order, small)


def text_of(program: CProgram, core: int = 0) -> str:
    return "\n".join(line for part in program.cores[core].parts for line in render(part))


PAIR = """actor a @core({0}) {{ fire give(o); state; out o : uint8[4]; }}
actor b @core({1}) {{ fire take(i); state; in i : uint8[2]; }} a.o -> b.i{2};
"""


def test_one_firing_is_a_call_and_more_are_a_loop(tmp_path: Path) -> None:
    text = text_of(program_of(PAIR.format(0, 0, ""), tmp_path))
    assert "give(out_o);" in text
    assert re.search(
        r"for \(uint64_t k = 0; k < 2; k\+\+\) {\n +df_fires_again\(.*\);\n +take\(in_i \+ k \* 2\);", text
    )
    assert "df_wait" not in text
    assert "df_publish" not in text


def test_short_passes_bound_the_loops(tmp_path: Path) -> None:
    text = text_of(program_of(PAIR.format(0, 0, ""), tmp_path, mapping=MappingOptions()))
    assert "uint64_t iterations = df_iterations(core, pass);" in text
    assert "k < iterations; k++)" in text
    assert "k < iterations * 2; k++)" in text


def test_nothing_stands_between_firings_that_may_be_computed_at_once(tmp_path: Path) -> None:
    body = PAIR.format(0, 0, "")
    text = text_of(program_of(body, tmp_path, small=frozenset({"take"})))
    assert "df_fires(core, &g_actors[g_actor_a], pass);" in text
    assert "df_fires_some(core, &g_actors[g_actor_b], pass * 2, 2);" in text
    assert "for (uint64_t k = 0; k < 2; k++)\n        take(in_i + k * 2);" in text
    guarded = text_of(program_of(body, tmp_path, memory=MemoryOptions(guard=True), small=frozenset({"take"})))
    assert "df_fires(core, &g_actors[g_actor_b], pass * 2);" in guarded
    assert "df_fires_again(core, pass * 2 + k);" in guarded
    copied = text_of(program_of(PAIR.format(0, 0, " @transfer(memcpy)"), tmp_path, small=frozenset({"take"})))
    assert copied.index("df_fires_again(core, pass * 2 + k);") < copied.index("to_0, from_0")


HALVES = """actor a { fire give(o); out o : uint8[8]; }
fork f { in i : uint8[8]; out x : uint8[4]; out y : uint8[4]; }
actor b { fire take(i); in i : uint8[1]; } actor c { fire take(i); in i : uint8[2]; }
a.o -> f.i; f.x -> b.i; f.y -> c.i;
"""


def test_windows_that_lie_in_rows_are_fired_in_rows(tmp_path: Path) -> None:
    """With a remainder in an address compilers compute one firing at a time."""
    text = text_of(program_of(HALVES, tmp_path, mapping=MappingOptions(), small=frozenset({"take"})))
    rows = r"for \(uint64_t k = 0; k < iterations; k\+\+\)\n +for \(uint64_t j = 0; j < {}; j\+\+\)\n +take\({}\);"
    assert re.search(rows.format(4, r"in_i \+ j \+ k \* 8"), text)
    assert re.search(rows.format(2, r"in_i \+ j \* 2 \+ k \* 8 \+ 4"), text)
    one_by_one = text_of(program_of(HALVES, tmp_path, mapping=MappingOptions()))
    assert "take(in_i + k % 4 + k / 4 * 8);" in one_by_one


TURNS = """actor a {{ fire f(o); out o : int32[1]; }} actor b {{ fire g(i, o); in i : int32[1]; out o : int32[1]; }}
actor c {{ {0} fire g(i, o); in i : int32[1]; out o : int32[1]; }} actor d {{ fire h(i); in i : int32[1]; }}
a.o -> b.i; b.o -> c.i; c.o -> d.i;
"""


def plain(actor: Actor, is_tokenwise: bool) -> Actor:
    """A state is constant, and moves."""
    state = replace(actor.state, moves=True, is_read_only=True) if actor.state is not None else None
    own = replace(actor, state=state, ordered=actor.ordered and state is None)
    return replace(own, is_plain=actor.name != "a", is_tokenwise=is_tokenwise)


def turns(
    body: str, folder: Path, instruments: Instruments = NO_INSTRUMENTS, tokenwise: bool = False, **memory: bool
) -> CProgram:
    """All but a are of plain arithmetic."""
    graph = graph_of(body, folder)
    graph = replace(graph, actors=tuple(plain(actor, tokenwise) for actor in graph.actors))
    facts, small = analyse(graph), frozenset("fgh")
    given = Given(graph, facts, 1, small=small)
    plan = last_attempt(given, MappingOptions(), MemoryOptions(**memory), OF_ONE_MAPPING).plan
    return to_c(lower(plan), facts.order, small, instruments)


def test_of_turns_of_plain_arithmetic_the_runtime_is_told_together(tmp_path: Path) -> None:
    """Before the loop of those that keep nothing, so that nothing stands in it."""
    program = turns(TURNS.format(""), tmp_path)
    (table,) = program.cores[0].tables
    assert table == 'static const df_actor g_together_0 = {.name = "b, c or d", .place = "g.sdf:2", .core = 0};'
    text = text_of(program)
    assert text.count("df_fires") == 2
    assert re.search(r"df_fires_too\(core, &g_together_0\);\n +for \(uint64_t i2 = 0; i2 < n1; i2\+\+\) {", text)


def test_states_are_variables_beside_turns_of_wide_windows(tmp_path: Path) -> None:
    """In the arena they would lie where other cores' tokens do, and might change in each turn."""
    narrow = TURNS.replace("{0} fire g(i, o)", "state s : int32; fire g(s, i, o)").format()
    assert "own_" not in text_of(turns(narrow.replace("[1]", "[8]"), tmp_path))
    assert "own_" not in text_of(turns(narrow.replace("[1]", "[4]"), tmp_path, tokenwise=True))
    assert "own_" in text_of(turns(narrow.replace("[1]", "[5]"), tmp_path, tokenwise=True))
    body = narrow.replace("[1]", "[9]")
    text = text_of(turns(body, tmp_path))
    moved = r"{\n +int32_t own_c = \*\(int32_t \*\)\(arena \+ g_at_c\);\n +for \(uint64_t i2 = 0; i2 < n1; i2\+\+\) {"
    assert re.search(r"df_fires_too\(core, &g_together_0\);\n +" + moved, text)
    assert "g(&own_c, in_i, out_o);" in text
    assert text.count("own_c") == 2  # as it is read only, nothing goes back
    guarded = text_of(turns(body, tmp_path, guard=True))
    assert "own_" not in guarded


@pytest.mark.parametrize("instruments", [Instruments(trace=True), Instruments(watchdog_ns=1), Instruments(record=True)])
def test_instrumented_programs_tell_of_each(instruments: Instruments, tmp_path: Path) -> None:
    assert "together" not in text_of(turns(TURNS.format(""), tmp_path, instruments))
    assert "together" not in text_of(turns(TURNS.format(""), tmp_path, guard=True))


def test_waits_come_before_and_counters_after(tmp_path: Path) -> None:
    program = program_of(PAIR.format(0, 1, ""), tmp_path, 2)
    writer, reader = text_of(program, 0), text_of(program, 1)
    assert writer.index("df_wait") < writer.index("give") < writer.index("df_publish")
    assert reader.index("df_wait") < reader.index("take") < reader.index("df_publish")
    assert "df_since(pass, 1)" in writer
    assert writer.count("df_publish") == 1  # for the reader, which keeps its pace by it, too
    assert [gate.peer for gate in program.cores[1].gates] == [0]


def test_delay_reads_slots_back(tmp_path: Path) -> None:
    text = text_of(program_of(PAIR.format(0, 0, " delay 4"), tmp_path))
    assert "const size_t slot_a_o = g_at_a_o + pass % 2 * g_step_a_o;" in text
    assert "const size_t before_slot_a_o = g_at_a_o + (pass + 1) % 2 * g_step_a_o;" in text
    assert "(uint8_t *)(arena + slot_a_o)" in text
    assert "(const uint8_t *)(arena + before_slot_a_o)" in text or "(uint8_t *)(arena + before_slot_a_o)" in text


def test_linear_buffer_carries_its_tail(tmp_path: Path) -> None:
    text = text_of(program_of(PAIR.format(0, 0, " delay 3"), tmp_path))
    assert "df_move(arena + g_at_a_o, arena + g_at_a_o + 4, 3);" in text
    assert text.index("take") < text.index("df_move")


def test_copies_stand_before_their_reader(tmp_path: Path) -> None:
    body = PAIR.format(0, 0, " @transfer(memcpy)")
    text = text_of(program_of(body, tmp_path))
    assert text.index("(to_0, from_0 + k * 2, 2);") < text.index("take(in_i);")


def test_phases_have_tables(tmp_path: Path) -> None:
    body = "actor a { fire give(phase, o); state; out o : uint8[1, 0, 3]; }\n"
    body += "actor b { fire take(i); in i : uint8[8]; } a.o -> b.i;"
    program = program_of(body, tmp_path)
    assert program.cores[0].tables == ("static const uint64_t g_phases_0[] = {0, 1, 1};",)
    assert "give(k % 3, out_o + k / 3 * 4 + g_phases_0[k % 3]);" in text_of(program)


def test_a_block_of_one_cycle_of_phases_divides_nothing(tmp_path: Path) -> None:
    body = "actor a { fire give(phase, o); state; out o : uint8[1, 0, 3]; }\n"
    body += "actor b { fire take(i); in i : uint8[4]; } a.o -> b.i;"
    assert "give(k, out_o + g_phases_0[k]);" in text_of(program_of(body, tmp_path))


def test_what_is_the_same_in_all_phases_needs_no_table(tmp_path: Path) -> None:
    body = "actor a { fire give(phase, o, p); out o : uint8[0, 0, 3]; out p : uint8[2, 2, 2]; }\n"
    body += "actor b { fire take(i, j); in i : uint8[6]; in j : uint8[12]; } a.o -> b.i; a.p -> b.j;"
    program = program_of(body, tmp_path)
    assert program.cores[0].tables == ()
    assert "give(k % 3, out_o + k / 3 * 3, out_p + k * 2);" in text_of(program)


CYCLE = """actor a { fire f(i, o); in i : uint8[{0}]; out o : uint8[{0}]; }
actor b { fire g(i, o); in i : uint8[2]; out o : uint8[2]; } a.o -> b.i{1}; b.o -> a.i delay {0};
"""


def cycle(tokens: int, delay: str) -> str:
    return CYCLE.replace("{0}", str(tokens)).replace("{1}", delay)


def test_a_loop_of_one_trip_is_none(tmp_path: Path) -> None:
    program = programmed(graph_of(cycle(2, ""), tmp_path), 1, SHORT)
    assert any(isinstance(operation, Loop) for operation in program.cores[0].stages[0].body)
    assert "for (" not in text_of(program_of(cycle(2, ""), tmp_path))


def test_listed_firings_are_numbered_here(tmp_path: Path) -> None:
    text = text_of(program_of(cycle(3, " delay 2"), tmp_path))
    assert [line.strip() for line in text.splitlines() if re.match(r" +[fg]\(", line)] == [
        "f(in_i, out_o + 2);",
        "g(in_i + k * 2, out_o + k * 2 + 3);",
        "f(in_i + 3, out_o + 5);",
        "g(in_i + 4, out_o + 7);",
    ]
    assert "for (uint64_t k = 0; k < 2; k++)" in text


def test_a_known_firing_that_moves_nothing_has_no_move(tmp_path: Path) -> None:
    """Of an actor whose rates change, one firing a core; a loop of no pieces would be a warning of C."""
    body = """actor a @core(0) { fire f(o); state; out o : uint8[4096]; }
    actor b { fire g(phase, i, o); stateless; time 1ms; in i : uint8[4096, 0]; out o : uint8[4096]; }
    actor c @core(0) { fire h(i); state; in i : uint8[8192]; }
    a.o -> b.i @private; b.o -> c.i;"""
    program = program_of(body, tmp_path, 2)
    assert "g(0, in_i, out_o);" in text_of(program, 0)
    assert "g(1, in_i, out_o + 4096);" in text_of(program, 1)
    assert [text_of(program, core).count("df_transfer_memcpy") for core in (0, 1)] == [1, 0]
    assert "from_0" not in text_of(program, 1)


def test_actor_named_iterations_asks_for_none(tmp_path: Path) -> None:
    """With one core and whole passes bounded elsewhere, a name in a comment is no use of the variable."""
    text = text_of(program_of("actor iterations { fire give(); state; }", tmp_path, mapping=SHORT))
    assert "df_iterations" not in text


def test_what_stops_is_looked_at_again(tmp_path: Path) -> None:
    body = PAIR.format(0, 0, "").replace("fire give(o);", "fire give(o); stops;")
    text = text_of(program_of(body, tmp_path))
    assert text.index("give") < text.index("if (df_iterations(core, pass) == 0)") < text.index("take")
    assert "core->iteration = pass" in text


def test_large_numbers_stay_whole(tmp_path: Path) -> None:
    body = "actor a { fire give(5000000000, o); state; out o : uint8[3000000000]; } "
    body += "actor b { fire take(i); in i : uint8[1500000000]; } a.o -> b.i @transfer(memcpy);"
    text = text_of(program_of(body, tmp_path))
    assert "give(5000000000ll, out_o);" in text
    assert "from_0 + k * 1500000000, 1500000000);" in text


def test_initial_tokens(tmp_path: Path) -> None:
    body = PAIR.format(0, 0, " delay 3 = {7, 8, 9}")
    fill = "\n".join(render(program_of(body, tmp_path).fill))
    assert "tokens[] = {7, 8, 9};" in fill
    assert ", 3);" in fill
    same = "\n".join(render(program_of(PAIR.format(0, 0, " delay 8 = 5"), tmp_path).fill))
    assert "slot < 2; slot++)" in same
    assert same.count("i < 4; i++)") == 1
    assert not program_of(PAIR.format(0, 0, " delay 8"), tmp_path).fill


def test_several_slots_are_filled_by_one_loop(tmp_path: Path) -> None:
    """A few slots of 4 tokens do not lie side by side, but on a cache line each."""
    number = "\n".join(render(program_of(PAIR.format(0, 0, " delay 160 = 5"), tmp_path).fill))
    assert "slot < 40; slot++)" in number
    assert "+ slot * 64 + 64))[i] = 5" in number
    made = "\n".join(render(program_of(PAIR.format(0, 0, " delay 160 = init fill(tokens)"), tmp_path).fill))
    assert made.count("df_copy_disjoint") == 1
    assert "+ slot * 4, 4);" in made


@pytest.mark.parametrize("tokens", [4000000, 4000001])
def test_what_lies_in_one_piece_is_filled_where_it_is_read(tokens: int, tmp_path: Path) -> None:
    number = "\n".join(render(program_of(PAIR.format(0, 0, f" delay {tokens} = 5"), tmp_path).fill))
    assert f"i < {tokens}; i++)" in number
    made = "\n".join(render(program_of(PAIR.format(0, 0, f" delay {tokens} = init fill(tokens)"), tmp_path).fill))
    assert "fill((uint8_t *)(arena + g_at_a_o + " in made
    assert made.count("df_copy_disjoint") == tokens % 4  # what precedes the first slot


def test_folder_is_the_same_each_time(compile_text: Compile) -> None:
    body = "actor a { fire give(o); out o : uint8[4]; } actor b { fire take(i); in i : uint8[2]; } a.o -> b.i;"
    first, second = compile_text(body, cores=2), compile_text(body, cores=2)
    assert first.files == second.files
    assert {"CMakeLists.txt", "src/main.c", "src/graph.c", "src/graph.h", "src/core_0.c", "src/core_1.c", "plan.json",
            "plan.txt", "user/actors.c", "user/actors.h"} <= set(first.files)  # fmt: skip
    assert not any(b"/tmp" in content for name, content in first.files.items() if name.startswith("src/"))
