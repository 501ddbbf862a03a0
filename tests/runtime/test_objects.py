# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs: random graphs passed in every way, deep lists, mistakes of actors, messages that were
tampered with, and graphs that another process uses as they come."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.runtime.toolchains import LARGE_PAGES, Built

FIRING = "error: actor 'maker' (mistakes.sdf:3:5), firing 3: "
TOKEN = FIRING + "the token of port 'maker.out' "
UP_TO = TOKEN + "outgrows its `up to` of 1000 bytes: "
STRATEGIES = ["memcpy", "graphcopy", "serialize"]


@pytest.mark.parametrize("align", [8, 64])
def test_copies_of_random_graphs_have_the_shape_and_data_of_their_sources(align: int, built: Built) -> None:
    result = built.run("object_graphs", ROUNDS=20 if built.toolchain.sanitizer else 200, ALIGN=align)
    assert result.returncode == 0, f"{result.stdout[-20:]}{result.stderr}"


@pytest.mark.parametrize("align", [8, 64])
def test_what_cannot_be_reached_is_not_copied_whatever_the_order_of_objects(align: int, built: Built) -> None:
    result = built.run("object_reach", ROUNDS=200 if built.toolchain.sanitizer else 2000, ALIGN=align)
    assert result.returncode == 0, f"{result.stdout[-20:]}{result.stderr}"


def test_a_million_elements_pass_on_a_small_stack(built: Built) -> None:
    sanitizer = built.toolchain.sanitizer
    stack = 1024 if sanitizer else 64  # KiB: sanitizers take some of it themselves
    result = built.run("object_deep", STACK_BYTES=stack * 1024, COUNT=100_000 if sanitizer else 1_000_000)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("align", [8, 64])
def test_a_message_that_was_changed_is_refused_or_keeps_the_rules(align: int, built: Built) -> None:
    result = built.run("object_fuzz", ROUNDS=20 if built.toolchain.sanitizer else 200, ALIGN=align)
    assert result.returncode == 0, f"{result.stdout[-20:]}{result.stderr}"


def test_another_process_uses_a_relocated_graph_as_it_comes(built: Built) -> None:
    result = built.run("object_socket", ROUNDS=10 if built.toolchain.sanitizer else 100)
    assert result.returncode == 0, result.stderr
    _, base, _, _, own = result.stdout.replace(",", "").split()
    assert base != own


def test_pointers_are_moved_in_every_way_that_the_processor_has(built: Built) -> None:
    result = built.run("object_relocate", ROUNDS=200 if built.toolchain.sanitizer else 2000)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "plain"


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("guard", [0, 1])
def test_a_token_may_be_filled_to_its_last_byte(strategy: str, guard: int, built: Built) -> None:
    result = built.run("object_mistakes", "--json", "-", CASE="exact", STRATEGY=strategy, GUARD=guard)
    assert (result.returncode, result.stderr) == (0, "")
    used = {arena["buffer"]: arena["most_used_bytes"] for arena in json.loads(result.stdout)["arenas"]}
    assert used == {"maker.out": 1000, "user.in": 1000}


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("one_byte", "168 are used and 833 more are asked for"),
        ("after_exact", "1000 are used and 1 more are asked for"),
        ("one_object", "1000 are used and 8 more are asked for"),
        ("array", "18446744073709551615 elements of 48 bytes"),
        ("references", "168 are used and 840 more are asked for"),
        ("flexible", "more are asked for"),
        ("clone", "are used and 48 more are asked for"),
    ],
)
def test_a_token_that_outgrows_its_arena_ends_the_program(case: str, told: str, built: Built) -> None:
    result = built.run("object_mistakes", CASE=case)
    assert result.returncode == 1
    assert result.stderr.startswith(UP_TO), result.stderr
    assert told in result.stderr


@pytest.mark.parametrize(
    ("case", "strategy", "told"),
    [
        ("leaves", "memcpy", "has a pointer that leads out of it, at byte 16 of 168"),
        ("leaves", "graphcopy", "has a pointer that leads out of it, at byte 16 of 168"),
        ("leaves", "serialize", "has a pointer that leads out of it, at byte 16 of 168"),
        ("middle", "serialize", "cannot be passed as a message: it has a pointer into the middle of an object"),
        ("other_type", "serialize", "cannot be passed as a message: it has a pointer to a block of another type"),
        ("count", "serialize", "cannot be passed as a message: it has an array that is shorter than is said"),
        ("root", "memcpy", "has a root that lies elsewhere"),
    ],
)
def test_a_copy_tells_who_broke_the_rules(case: str, strategy: str, told: str, built: Built) -> None:
    result = built.run("object_mistakes", CASE=case, STRATEGY=strategy)
    assert result.returncode == 1
    assert result.stderr.startswith(TOKEN + told), result.stderr


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("alignment", "df_new_data for port 'maker.out' is asked for data aligned to 32 bytes"),
        ("inflexible", "df_new_flexible: struct node has no flexible member"),
        ("no_arena", "it makes an object in a token that has no arena"),
        ("clone_count", "df_clone: the member that counts 'text' is negative"),
        ("clone_overlap", "df_clone: struct pair is a part of something else"),
        ("clone_form", "df_clone: plain data is a part of something else"),
    ],
)
def test_calls_that_mean_nothing_are_refused(case: str, told: str, built: Built) -> None:
    result = built.run("object_mistakes", CASE=case)
    assert result.returncode == 1
    assert result.stderr.startswith(FIRING + told), result.stderr


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ("leaves", "has a pointer to struct node that leads out of it"),
        ("middle", "has a pointer to struct node that leads into the middle of an object"),
        ("other_type", "has a pointer to struct item that leads to something else"),
        ("count", "has a member 'nodes' with the count 2, and 1 elements are there"),
        ("negative_count", "has a member 'text' with the count -1, and 8 elements are there"),
        ("root", "has a pointer to struct node that leads out of it"),
    ],
)
def test_guard_mode_looks_at_all_pointers(case: str, told: str, built: Built) -> None:
    result = built.run("object_mistakes", CASE=case, GUARD=1)
    assert result.returncode == 1
    assert result.stderr.startswith(TOKEN + told), result.stderr


def test_guard_mode_is_refused_where_pages_are_larger_than_planned(built: Built, tmp_path: Path) -> None:
    shape: dict[str, int | str] = {"CASE": "exact", "LD_PRELOAD": built.library(tmp_path, LARGE_PAGES)}
    assert built.run("object_mistakes", **shape).returncode == 0
    result = built.run("object_mistakes", GUARD=1, **shape)
    told = "error: tokens that are graphs of objects cannot be guarded where pages have 64 KiB: compile without --guard"
    assert (result.returncode, result.stderr) == (1, f"{told}\n")


def test_guard_mode_forbids_writes_to_what_was_given_away(built: Built) -> None:
    result = built.run("object_mistakes", CASE="write", GUARD=1)
    assert result.returncode == 1
    told = " of a token of port 'maker.out', which it has given away or may only read"
    assert "error: actor 'user' (mistakes.sdf:4:5), firing 103: " in result.stderr
    assert told in result.stderr, result.stderr


@pytest.mark.parametrize("strategy", ["memcpy", "graphcopy"])
@pytest.mark.parametrize("case", ["middle", "other_type"])
def test_copies_that_know_no_types_look_at_none(case: str, strategy: str, built: Built) -> None:
    assert built.run("object_mistakes", CASE=case, STRATEGY=strategy).returncode == 0
