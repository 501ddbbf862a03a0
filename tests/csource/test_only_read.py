# SPDX-License-Identifier: Apache-2.0
"""Which functions only read the objects of a token, by their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.csource.only_read import only_read_arguments
from dfgen.csource.toolchain import find_compiler
from dfgen.paths import runtime_dir

TYPES = """
#include <assert.h>
#include <df/object.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct item { struct item *next, *many; uint8_t *bytes; char *text; int count, array[4]; struct { int x; } in; };
struct cursor { struct item *at; int n; };
struct s { int n; int *there; struct item *kept; struct item whole; };
DF_OBJECT(item);
static struct item *kept;
static const struct item *next_of(const struct item *i) { return i->next; }
static int deep(const struct item *i) { return i == NULL ? 0 : i->count + deep(i->next); }
static int writes_deep(struct item *i) { if (i->next) return writes_deep(i->next); return i->bytes[0]++; }
static void found(struct item *i, struct item **where) { *where = i->next; }
static void hop(struct item *i, int n);
static void hip(struct item *i, int n) { if (n > 0) hop(i->next, n - 1); }
static void hop(struct item *i, int n) { if (n > 0) hip(i->next, n - 1); else i->in.x = 1; }
int elsewhere(struct item *i);
int reads_elsewhere(const int *numbers);
int reads_items_elsewhere(const struct item *i);
#define SET(i, x) ((i)->count = (x))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
"""
HEAD = "void {0}(struct s *s, const df_ref *in, df_ref *out)"
ITEM = "struct item *i = in->root; "
READING = {
    "nothing": "(void)in;",
    "sums": "for (const struct item *i = in->root; i; i = i->next) for (int k = 0; k < i->count; k++)"
    " s->n += i->bytes[k];",
    "prints": ITEM + 'if (i != NULL && !i->next) printf("%d %s\\n", i->count, i->text);',
    "copies": ITEM + "struct item *o = out->root = df_new(out, item); o->count = i->count; o->in = i->in;"
    " o->bytes = df_new_data(out, uint8_t, 8); memcpy(o->bytes, i->bytes, 8); o->array[i->count] = i->array[1];",
    "clones": ITEM + "out->root = df_clone(out, item, i->next);",
    "calls": ITEM + "s->n = deep(i) + next_of(i)->count + reads_elsewhere(i->array);",
    "has_a_stack": ITEM + "struct item *stack[8]; int n = 0; stack[n++] = i;"
    " while (n > 0) { struct item *top = stack[--n]; s->n += -top->count; if (top->next) stack[n++] = top->next; }",
    "has_a_cursor": ITEM + "struct cursor c = {i, 0}; while (c.at) { c.n++; c.at = c.at->next; } s->n = c.n;",
    "writes_a_copy": ITEM + "struct item own = *i; own.count = 3; own.in.x = own.array[2]++; s->n = own.count;",
    "walks_bytes": ITEM + "const uint8_t *p = i->bytes; while (*p) s->n += *p++; s->there[i->count] = 2;",
    "asserts": ITEM + "assert(i != NULL); s->n = (int)sizeof(i->count++);",
    "is_in_the_middle": ITEM + "int *n = &s->n; struct item **p = &i->next; *n = (*p)->count, n++;",
}
WRITING = {
    "writes": ITEM + "i->count = 1;",
    "adds": ITEM + "i->next->count += 1;",
    "steps": ITEM + "++i->array[2];",
    "steps_after": ITEM + "i->many[3].count--;",
    "writes_data": ITEM + "uint8_t *p = i->bytes; *p++ = 1;",
    "writes_in_order": "struct item *j = NULL; for (int k = 0; k < 2; k++) { if (j) j->count = 1; j = in->root; }",
    "writes_the_token": "((df_ref *)in)->root = NULL;",
    "writes_by_a_macro": ITEM + "SET(i->next, 3);",
    "writes_an_element": ITEM + "i->in.x = 3;",
    "writes_by_address": ITEM + "int *p = &i->array[1]; p[1] = 3;",
    "writes_a_record": ITEM + "*i = s->whole;",
    "writes_in_a_condition": ITEM + "s->n = (i->count = 3) ? 1 : 2;",
    "fills": ITEM + "memset(i->bytes, 0, 4);",
    "prints_there": ITEM + 'snprintf(i->text, 4, "x");',
    "scans_there": ITEM + 'sscanf("3", "%d", &i->count);',
    "scans_text": ITEM + 'sscanf("3", "%s", i->text);',
    "counts_there": ITEM + 'printf("%n", &i->count);',
    "calls_what_writes": ITEM + "s->n = writes_deep(i);",
    "calls_what_writes_far": ITEM + "hip(i, 5);",
    "calls_elsewhere": ITEM + "elsewhere(i);",
    "calls_elsewhere_constant": ITEM + "reads_items_elsewhere(i);",
    "calls_a_pointer": ITEM + "int (*f)(struct item *) = elsewhere; f(i);",
    "keeps": ITEM + "kept = i;",
    "keeps_static": ITEM + "static struct item *last; if (last) last->count = 1; last = i->next;",
    "keeps_in_state": ITEM + "s->kept = i->next;",
    "keeps_a_copy": ITEM + "s->whole = *i;",
    "keeps_data": ITEM + "s->there = i->array;",
    "keeps_by_memcpy": ITEM + "memcpy(&s->whole, i, sizeof *i);",
    "keeps_a_number": ITEM + "uintptr_t n = (uintptr_t)i; ((struct item *)n)->count = 1;",
    "keeps_by_address": ITEM + "struct item *j; found(i, &j); j->count = 1;",
    "hands_on": "out->root = in->root;",
    "is_in_a_pointer": ITEM + "struct item *j, **p = &j; *p = i; j->count = 1;",
    "is_atomic": ITEM + "__atomic_store_n(&i->count, 1, __ATOMIC_RELAXED);",
    "clears": ITEM + "__atomic_clear(i->bytes, __ATOMIC_RELAXED);",
    "is_assembly": ITEM + '__asm__ volatile("" : : "r"(i) : "memory");',
}

PLAIN = "void {0}(float *in, float *out, int n)"
READING_PLAIN = {
    "copies_all": "memcpy(out, in, n * sizeof *in);",
    "chooses": "float *from = n ? in : out; memcpy(out, from + n, 4); out[0] = from[1];",
    "walks": "for (float *p = in; p < in + n; p++) *out++ = *p * 2;",
    "has_rows": "float *rows[2] = {in, in + n}; out[0] = rows[n][3];",
    "helps": "out[0] = *row_of(in, n) + sum_of(in, n);",
}
WRITING_PLAIN = {
    "halves": "for (int k = 0; k < n; k++) in[k] /= 2;",
    "moves": "memmove(in, in + 1, n * sizeof *in);",
    "writes_the_chosen": "float *to = n ? in : out; *to = 1;",
    "writes_a_row": "float *rows[2] = {out, out + n}; rows[1] = in; rows[n][3] = 1;",
    "writes_what_helps": "row_of(in, n)[2] = 1;",
    "writes_behind_memcpy": "memcpy(out, in, n); *((char *)in + n) = 1;",
    "exchanges": "float *a = in, *b = out; exchange(&a, &b); *b = 1;",
    "is_kept": "kept_row = in;",
}
HELP = """
static float *kept_row;
static float *row_of(float *rows, int n) { return rows + n; }
static float sum_of(float *row, int n) { return n ? *row + sum_of(row + 1, n - 1) : 0; }
static void exchange(float **a, float **b) { float *c = *a; *a = *b; *b = c; }
"""


def write(folder: Path) -> Path:
    code = READING | WRITING
    functions = "".join(f"{HEAD.format(name)} {{ (void)s; (void)out; {body} }}\n" for name, body in code.items())
    plain = READING_PLAIN | WRITING_PLAIN
    others = "".join(f"{PLAIN.format(name)} {{ {body} }}\n" for name, body in plain.items())
    (folder / "a.c").write_text(TYPES + functions + HELP + others)
    return folder / "a.c"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> frozenset[tuple[str, int]]:
    asked = {(name, 1) for name in (*READING, *WRITING)} | {(name, 0) for name in (*READING_PLAIN, *WRITING_PLAIN)}
    source = write(tmp_path_factory.mktemp("code"))
    found = only_read_arguments(source, asked, [source.parent, runtime_dir() / "include"], find_compiler(), ())
    assert found is not None
    return found


def test_what_cannot_be_read_is_not_known(tmp_path: Path) -> None:
    source = tmp_path / "a.c"
    source.write_text("void f(int *in) { unknown_type x; }\n")
    assert only_read_arguments(source, {("f", 0)}, [tmp_path], find_compiler(), ()) is None


@pytest.mark.parametrize("name", READING)
def test_what_is_plainly_read_only(name: str, found: frozenset[tuple[str, int]]) -> None:
    assert (name, 1) in found


@pytest.mark.parametrize("name", WRITING)
def test_what_may_write_or_keep_objects(name: str, found: frozenset[tuple[str, int]]) -> None:
    assert (name, 1) not in found


@pytest.mark.parametrize("name", READING_PLAIN)
def test_plain_data_that_is_only_read(name: str, found: frozenset[tuple[str, int]]) -> None:
    assert (name, 0) in found


@pytest.mark.parametrize("name", WRITING_PLAIN)
def test_plain_data_that_may_be_written(name: str, found: frozenset[tuple[str, int]]) -> None:
    assert (name, 0) not in found
