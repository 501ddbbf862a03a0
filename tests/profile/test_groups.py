# SPDX-License-Identifier: Apache-2.0
"""Which FIFOs are tuned, and which of them together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.annotate import list_fifos
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import UserError
from dfgen.pipeline import CompileOptions
from dfgen.profile.groups import Group, find_groups
from tests.conftest import ACTORS_C, ACTORS_H

# b, c and d write what e reads; f is alone with what it writes.
BRANCHES = """
    actor a { fire give(o); out o : uint8[64]; }
    actor b { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
    actor c { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
    actor d { fire other(j, o); in j : uint8[64]; out o : uint8[64]; }
    actor e { fire swap(i, k, o, p); in i : uint8[64]; in k : uint8[64]; out o : uint8[64]; out p : uint8[64]; }
    actor f { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
    actor s { fire take4(a, b, c, d); in a : uint8[64]; in b : uint8[64]; in c : uint8[64]; in d : uint8[64]; }
    a.o -> { b.i, c.i, d.j, e.i };
    b.o -> e.k; c.o -> s.a; d.o -> s.b; e.o -> s.c; e.p -> f.i; f.o -> s.d;
"""
HEADER = ACTORS_H + (
    "void other(uint8_t *in, uint8_t *out);\n"
    "void take4(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d);\n"
)
SOURCE = ACTORS_C + (
    "void other(uint8_t *in, uint8_t *out) { out[0] = in[0]++; }\n"
    "void take4(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d)\n"
    "{ (void)a, (void)b, (void)c, (void)d; }\n"
)

Grouped = Callable[..., list[Group]]


@pytest.fixture
def grouped(tmp_path: Path) -> Grouped:
    (tmp_path / "actors.h").write_text(HEADER)
    (tmp_path / "actors.c").write_text(SOURCE)

    def group(body: str, *patterns: str, more: str = "") -> list[Group]:
        path = tmp_path / "g.sdf"
        path.write_text(f'graph g {{ include "actors.h"; source "actors.c"; {body} }}\n{more}')
        return find_groups(list_fifos(path, CompileOptions(cores=1)), load_graph(path, {}), patterns)

    return group


def fifos(groups: list[Group]) -> list[tuple[str, ...]]:
    return [group.fifos for group in groups]


def test_readers_of_one_kind_together_and_those_that_cannot_write_not_at_all(grouped: Grouped) -> None:
    groups = grouped(BRANCHES)
    assert fifos(groups) == [("a.o:b.i", "a.o:c.i"), ("a.o:d.j",), ("e.p:f.i",)]
    assert [group.bytes_per_iteration for group in groups] == [128, 64, 64]
    assert [group.patterns for group in groups] == [("a.o:b.i", "a.o:c.i"), ("a.o:d.j",), ("e.p:f.i",)]
    assert [group.title for group in groups] == ["a.o:b.i and 1 more", "a.o:d.j", "e.p:f.i"]


def test_a_pattern_for_many(grouped: Grouped) -> None:
    groups = grouped(
        BRANCHES.replace("in i : uint8[64]; in k", "in x : uint8[64]; in k")
        .replace("swap(i", "swap(x")
        .replace("e.i", "e.x")
    )
    assert groups[0].patterns == ("a.o:*.i",)
    assert groups[0].title == "a.o:*.i (2 FIFOs)"
    alone = grouped("""
        actor a { fire give(o); out o : uint8[64]; }
        actor b { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
        actor c { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
        actor s {
            fire swap(i, j, o, p); in i : uint8[64]; in j : uint8[64]; out o : uint8[1] unused; out p : uint8[1] unused;
        }
        a.o -> { b.i, c.i }; b.o -> s.i; c.o -> s.j;
    """)  # fmt: skip
    assert alone[0].patterns == ("a.o",)


def test_only_those_that_are_named(grouped: Grouped) -> None:
    assert fifos(grouped(BRANCHES, "*:f.*", "a.o:c.i")) == [("a.o:c.i",), ("e.p:f.i",)]
    assert grouped(BRANCHES, "c.o") == []
    with pytest.raises(UserError) as error:
        grouped(BRANCHES, "a.o:b.x")
    assert error.value.diagnostics[0].id == "transfer-no-match"


def test_what_an_edge_of_a_refined_actor_stands_for(grouped: Grouped) -> None:
    groups = grouped(
        """
        actor a { fire give(o); out o : uint8[64]; } actor one = twice; actor two = twice;
        actor z { fire take(i); in i : uint8[64]; }
        a.o -> one.x; one.y -> two.x; two.y -> z.i;
        """,
        more="""
        graph twice {
            in x : uint8[64]; out y : uint8[64];
            actor f { fire pass(i, o); in i : uint8[64]; out o : uint8[64]; }
            actor g { fire change(i, o); in i : uint8[64]; out o : uint8[64]; }
            x -> f.i; f.o -> g.i; g.o -> y;
        }""",
    )
    assert fifos(groups) == [("one/f.o:one/g.i", "two/f.o:two/g.i")]


def test_what_must_be_copied(grouped: Grouped) -> None:
    body = BRANCHES.replace("e.p -> f.i;", "e.p -> f.i @private;").replace(
        "c.o -> s.a;", "c.o -> s.a @transfer(memcpy);"
    )
    groups = grouped(body)
    assert {group.fifos: group.must_copy for group in groups} == {
        ("a.o:b.i", "a.o:c.i"): False,
        ("a.o:d.j",): False,
        ("c.o:s.a",): False,
        ("e.p:f.i",): True,
    }
