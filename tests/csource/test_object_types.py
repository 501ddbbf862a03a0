# SPDX-License-Identifier: Apache-2.0
"""Structs of the user's headers as tokens of objects: what is learnt of them, and what they leave open."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.checking import check_graph
from dfgen.csource.declarations import CMember, CRecord, CShape, CType, TypeKind
from dfgen.csource.object_types import endless_member, first_pointer
from dfgen.frontend.elaborate import load_graph
from dfgen.model.diagnostics import Diagnostic, Span, UserError
from dfgen.model.graph import Graph
from dfgen.model.objects import FieldKind, ObjectField
from dfgen.model.port import Access, Trust
from dfgen.reading import read_code

GRAPH = """\
{words}
graph g {{
    include "a.h"; source "a.c";
    actor make {{ fire make(out); out out : object struct root[1] up to {size}; }}
    actor take {{ fire take(in); in in : object struct root[1]; }}
    make.out -> take.in;
}}
"""
HEADER = """\
#include <df/object.h>
#include <stdint.h>
{structs}
void make(df_ref *out);
void take(const df_ref *in);
"""
SOURCE = """\
#include "a.h"
void make(df_ref *out) { out->root = 0; }
void take(const df_ref *in) { (void)in; }
"""


def written(folder: Path, structs: str, words: str = "", size: str = "4KiB") -> Path:
    (folder / "a.h").write_text(HEADER.format(structs=structs))
    (folder / "a.c").write_text(SOURCE)
    (folder / "g.sdf").write_text(GRAPH.format(words=words, size=size))
    return folder / "g.sdf"


def learnt(folder: Path, structs: str, words: str = "", size: str = "4KiB") -> Graph:
    return read_code(load_graph(written(folder, structs, words, size), {})).graph


def fields(graph: Graph, c_name: str = "struct root") -> dict[str, ObjectField]:
    (found,) = (type for type in graph.object_types if type.c_name == c_name)
    return {field.name: field for field in found.fields}


def test_a_pointer_to_a_struct_leads_to_one_object(tmp_path: Path) -> None:
    graph = learnt(
        tmp_path, "struct leaf { int n; }; struct root { int a; struct leaf *leaf; const struct root *next; };"
    )
    assert [type.c_name for type in graph.object_types] == ["struct root", "struct leaf"]
    assert {name: (f.kind, f.offset, f.type) for name, f in fields(graph).items()} == {
        "leaf": (FieldKind.OBJECT, 8, "struct leaf"),
        "next": (FieldKind.OBJECT, 16, "struct root"),
    }


def test_the_graph_file_says_what_c_cannot(tmp_path: Path) -> None:
    structs = """struct leaf { short n; };
    struct root { struct leaf *leaves, **order; double *data; uint8_t count; int64_t more; void *cache; char *name;
                  struct leaf open[]; };"""
    words = """object struct root { leaves[count]; order[more]; data[more]; cache transient; name external;
               open[count]; }"""
    found = fields(learnt(tmp_path, structs, words))
    assert [(f.name, f.kind, f.bytes, f.count_offset, f.count_bytes, f.count_is_signed) for f in found.values()] == [
        ("leaves", FieldKind.OBJECTS, 0, 24, 1, False),
        ("order", FieldKind.REFERENCES, 0, 32, 8, True),
        ("data", FieldKind.DATA, 8, 32, 8, True),
        ("cache", FieldKind.TRANSIENT, 8, 0, 0, False),
        ("open", FieldKind.FLEXIBLE_OBJECTS, 0, 24, 1, False),
    ]


def test_structs_inside_are_flattened_and_arrays_repeat_their_fields(tmp_path: Path) -> None:
    structs = """struct pair { struct root *one; int count; int *numbers; };
    struct root { struct { struct root *up; }; struct root *grid[2][3]; struct pair pairs[4]; };"""
    found = fields(learnt(tmp_path, structs, "object struct pair { numbers[count]; }"))
    assert {name: (f.offset, f.repeat, f.stride, f.count_offset, f.count_stride) for name, f in found.items()} == {
        "up": (0, 1, 0, 0, 0),
        "grid": (8, 6, 8, 0, 0),
        "pairs.one": (56, 4, 24, 0, 0),
        "pairs.numbers": (72, 4, 24, 64, 24),
    }


def test_arenas_know_alignment_and_transients(tmp_path: Path) -> None:
    structs = "struct leaf { _Alignas(32) char c[40]; int seen; }; struct root { struct leaf *leaf; };"
    graph = learnt(tmp_path, structs, "object struct leaf { seen transient; }")
    arena = graph.actor("take").port("in").type.arena
    assert arena is not None
    assert (arena.up_to_bytes, arena.align_bytes, arena.transients) == (4096, 32, True)


@pytest.mark.parametrize(("body", "trust"), [("(void)in;", Trust.PROVEN), ("*(int *)in->root = 1;", Trust.CLAIMED)])
def test_the_code_behind_a_constant_reference_says_what_it_does(tmp_path: Path, body: str, trust: Trust) -> None:
    file = written(tmp_path, "struct root { int n; };")
    (tmp_path / "a.c").write_text(SOURCE.replace("(void)in;", body))
    port = read_code(load_graph(file, {})).graph.actor("take").port("in")
    assert (port.access, port.trust) == (Access.READ_ONLY, trust)


WRONG = {
    "object-type": [
        ("struct other { int n; };", ""),
        ("struct root;", ""),
        ("union root { int n; };", ""),
        ("struct root { int n; };", "object struct root { m transient; }"),
        ("struct root { int n; };", "object struct unknown { m transient; }"),
    ],
    "object-pointer": [
        ("struct root { int *numbers; };", ""),
        ("struct root { void *p; };", ""),
        ("struct root { void *p; int n; };", "object struct root { p[n]; }"),
        ("struct root { struct hidden *p; };", ""),
        ("struct root { int (*call)(int); };", ""),
        ("struct root { char **names; int n; };", "object struct root { names[n]; }"),
        ("struct root { union { int *p; long n; }; };", ""),
        ("struct root { struct { int *p; } inner[2]; };", ""),
        ("struct root { int bit : 3; };", "object struct root { bit transient; }"),
    ],
    "object-count": [
        ("struct root { int *p; };", "object struct root { p[n]; }"),
        ("struct root { int *p; double n; };", "object struct root { p[n]; }"),
        ("struct root { int *p; int n : 4; };", "object struct root { p[n]; }"),
        ("struct root { int *p; int n[2]; };", "object struct root { p[n]; }"),
        ("struct root { int p; int n; };", "object struct root { p[n]; }"),
        ("struct root { int n; int open[]; };", ""),
    ],
}


@pytest.mark.parametrize(("id", "structs", "words"), [(id, *case) for id, cases in WRONG.items() for case in cases])
def test_what_is_left_open_is_told_with_its_place(id: str, structs: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        learnt(tmp_path, structs, words)
    told = error.value.diagnostics
    assert {d.id for d in told} == {id}
    assert all(d.span is not None and d.span.line for d in told)


@pytest.mark.parametrize(
    ("structs", "starts", "counts"),
    [
        ("struct root { int *p; };", "Say in", True),
        ("struct root { void *p; };", "Say in", False),
        ("struct root { int (*p)(int); };", "Say in", False),
        ("struct root { char **p; };", "Say in", False),
        ("struct root { struct hidden *p; };", "Include the header that defines 'struct hidden', or say in", False),
        ("struct root { union { int *q; long n; } p; };", "Say in", False),
        ("union seen { int n; }; struct root { union seen *p; };", "Say in", False),
        ("struct root { union { int *q; long n; }; };", "Give it a name", False),
    ],
)
def test_the_advice_offers_what_can_help(structs: str, starts: str, counts: bool, tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        learnt(tmp_path, structs)
    (told,) = error.value.diagnostics
    assert told.hint.startswith(starts)
    assert ("'p[count];'" in told.hint) == counts
    assert ("'p external;'" in told.hint) == (starts != "Give it a name")


def test_diagnostics_of_objects_are_these() -> None:
    assert sorted(WRONG) == ["object-count", "object-pointer", "object-type"]


def test_a_token_must_have_room_for_its_root(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        learnt(tmp_path, "struct root { char text[65]; };", size="64")
    assert [d.id for d in error.value.diagnostics] == ["object-root"]
    assert learnt(tmp_path, "struct root { char text[64]; };", size="64").object_types


def test_plain_tokens_with_pointers_are_warned_of(tmp_path: Path) -> None:
    path = written(tmp_path, "struct root { int n; struct { char *p; } inner; };")
    path.write_text(path.read_text().replace("object struct", "struct").replace(" up to 4KiB", ""))
    (tmp_path / "a.h").write_text((tmp_path / "a.h").read_text().replace("df_ref", "struct root"))
    (tmp_path / "a.c").write_text(
        (tmp_path / "a.c").read_text().replace("df_ref", "struct root").replace("root = 0", "n = 0")
    )
    assert [(d.id, d.span and d.span.line) for d in check_graph(path, {}).warnings] == [("token-pointers", 4)]


@pytest.mark.parametrize(("kind", "pointer"), [(TypeKind.INTEGER, None), (TypeKind.POINTER, "b.b.b.x")])
def test_structs_of_two_of_the_same_and_so_on(kind: TypeKind, pointer: str | None) -> None:
    """As many members as two to the power of the depth, and as deep as C allows and more."""
    nowhere = Span("a.h", 1, 1)

    def record(number: int, *members: CMember) -> CRecord:
        return CRecord(f"struct s{number}", False, 8, 8, members, nowhere)

    def within(number: int) -> CShape:
        return CShape(CType(f"struct s{number}", TypeKind.RECORD, 8), 8)

    records = {"struct s0": record(0, CMember("x", 0, CShape(CType("int", TypeKind.INTEGER, 4), 4)))}
    for number in range(1, 3000):
        of_last = within(number - 1)
        records[f"struct s{number}"] = record(number, CMember("a", 0, of_last), CMember("b", 0, of_last))
    plain = CMember("a", 0, within(2999))
    last = record(-1, CMember("x", 0, CShape(CType("int *", kind, 8), 8)))
    outer = last
    records[last.name] = last
    for number in (-2, -3, -4):
        outer = record(number, plain, CMember("b", 0, within(number + 1)))
        records[outer.name] = outer
    assert first_pointer(outer, records) == pointer
    assert endless_member(outer, records) is None


ENDLESS = """\
struct line { int n; char text[]; };
struct page { int n; struct line last; };
struct fixed { char none[0]; int n; };
static void make(struct STATE *s, struct TOKEN *out) { out->n = s->n; }
static void take(const struct TOKEN *in) { (void)in; }
"""
PLAIN = """\
graph g {
    include "a.h";
    actor make { state s : struct STATE; fire make(s, out); out out : struct TOKEN[1]; }
    actor take { fire take(in); in in : struct TOKEN[1]; }
    make.out -> take.in;
}
"""


@pytest.mark.parametrize(
    ("token", "state", "told"),
    [
        ("line", "fixed", ["'struct line' ends with 'text[]'"]),
        ("page", "line", ["'struct page' ends with 'last.text[]'", "'struct line' ends with 'text[]'"]),
        ("fixed", "line", ["'struct line' ends with 'text[]'"]),
        ("fixed", "fixed", []),
    ],
)
def test_plain_tokens_and_states_end_where_their_size_does(
    tmp_path: Path, token: str, state: str, told: list[str]
) -> None:
    for name, text in (("a.h", ENDLESS), ("g.sdf", PLAIN)):
        (tmp_path / name).write_text(text.replace("STATE", state).replace("TOKEN", token))
    found: tuple[Diagnostic, ...] = ()
    try:
        read_code(load_graph(tmp_path / "g.sdf", {}))
    except UserError as error:
        found = error.diagnostics
    assert [(d.id, d.span and d.span.line) for d in found] == [("c-type", 3)] * len(told)
    assert [d.message.removeprefix("the type ").partition(",")[0] for d in found] == told
