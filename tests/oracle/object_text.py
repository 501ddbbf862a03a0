# SPDX-License-Identifier: Apache-2.0
"""Tokens that are object graphs, as the C of actors makes and reads them.

To the interpreter such a token is a few bytes. The C spreads them over a list of parcels whose shape depends on the
bytes: data, objects in an array, references to these in another order, cycles. Who reads a token puts the bytes
together again, and looks at all that must hold in a copy. A null root stands for zeros.
"""

from __future__ import annotations

from .application import Port, TokenKind

PARCEL = TokenKind("object struct parcel", "df_ref *", 40, 8, objects=True)
UP_TO = "2KiB"
WORDS = (
    "object struct parcel { leaves[leaf_count]; order[leaf_count]; data[data_count]; cache transient; label external; }"
)

HEADER = """
#include <df/object.h>

struct leaf { struct parcel *owner; uint8_t bytes[3]; };
struct parcel {
    struct parcel *next, *first;
    uint16_t leaf_count;
    uint8_t *data;
    int32_t data_count;
    struct leaf *leaves, **order;
    struct { struct parcel *self; uint8_t unused; } inner[2];
    void *cache;
    const char *label;
};
DF_OBJECT(parcel);
DF_OBJECT(leaf);
"""

SOURCE = f"""
enum {{ PARCEL = {PARCEL.size} }};
static const char label[] = "label";

static void check_parcel(const struct parcel *first, const struct parcel *p)
{{
    if (p->first != first || p->inner[0].self != p || p->inner[1].self != first || p->label != label)
        df_fail("a parcel has wrong pointers");
    for (int i = 0; i < p->leaf_count; i++) {{
        if (p->order[i]->owner != p || p->order[i] < p->leaves || p->order[i] >= p->leaves + p->leaf_count)
            df_fail("a leaf has wrong pointers");
    }}
}}

/* Bytes from a list of parcels; nothing is written there, which dfgen finds out. */
static void gather(const struct parcel *first, uint8_t *bytes)
{{
    int at = 0;
    for (const struct parcel *p = first; p != NULL; p = p->next) {{
        check_parcel(first, p);
        if (p->cache != NULL)
            df_fail("a parcel has a transient that is not zero");
        for (int i = 0; i < p->data_count && at < PARCEL; i++)
            bytes[at++] = p->data[i];
        for (int i = 0; i < p->leaf_count; i++) {{
            for (int k = 0; k < 3 && at < PARCEL; k++)
                bytes[at++] = p->order[i]->bytes[k];
        }}
    }}
    if (at != PARCEL)
        df_fail("parcels have %d bytes", at);
}}

/* Bytes to a list of parcels. */
static void spread(struct parcel *first, const uint8_t *bytes)
{{
    int at = 0;
    for (struct parcel *p = first; p != NULL; p = p->next) {{
        check_parcel(first, p);
        p->cache = p;
        for (int i = 0; i < p->data_count && at < PARCEL; i++)
            p->data[i] = bytes[at++];
        for (int i = 0; i < p->leaf_count; i++) {{
            for (int k = 0; k < 3 && at < PARCEL; k++)
                p->order[i]->bytes[k] = bytes[at++];
        }}
    }}
    if (at != PARCEL)
        df_fail("parcels have %d bytes", at);
}}

static struct parcel *make_parcel(df_ref *token, uint64_t shape, int bytes)
{{
    struct parcel *p = df_new(token, parcel);
    p->data_count = (int)(shape % (uint64_t)(bytes + 1));
    p->data = df_new_data(token, uint8_t, (size_t)p->data_count);
    p->leaf_count = (uint16_t)((bytes - p->data_count + 2) / 3);
    p->order = df_new_references(token, leaf, p->leaf_count);
    p->leaves = df_new_array(token, leaf, p->leaf_count);
    for (int i = 0; i < p->leaf_count; i++) {{
        p->order[i] = &p->leaves[shape & 64 ? p->leaf_count - 1 - i : i];
        p->leaves[i].owner = p;
    }}
    p->inner[0].self = p;
    p->label = label;
    return p;
}}

static struct parcel *make_parcels(df_ref *token, const uint8_t *bytes)
{{
    uint64_t shape = scramble(absorb(1, bytes, PARCEL));
    struct parcel *first = NULL, **last = &first;
    for (int left = PARCEL; left > 0; shape = scramble(shape)) {{
        int some = left > 6 && shape & 128 ? left / 6 * 3 : left;
        struct parcel *p = *last = make_parcel(token, shape >> 8, some);
        p->first = p->inner[1].self = first;
        left -= some;
        /* The last leaf of a parcel is not full where another one follows: data take what is over. */
        if (left > 0 && (some - p->data_count) % 3 != 0) {{
            p->leaf_count = 0;
            p->data_count = some;
            p->data = df_new_data(token, uint8_t, (size_t)some);
        }}
        last = &p->next;
    }}
    return first;
}}

static void unpack(const df_ref *tokens, size_t count, uint8_t *bytes)
{{
    for (size_t i = 0; i < count; i++, bytes += PARCEL) {{
        if (tokens[i].root != NULL)
            gather(tokens[i].root, bytes);
        else
            memset(bytes, 0, PARCEL);
    }}
}}

/* Over the objects that are there. */
static void rewrite(df_ref *tokens, size_t count, uint8_t *bytes)
{{
    for (size_t i = 0; i < count; i++, bytes += PARCEL) {{
        if (tokens[i].root != NULL)
            spread(tokens[i].root, bytes);
    }}
}}

static void pack(df_ref *tokens, size_t count, uint8_t *bytes)
{{
    static const uint8_t zeros[PARCEL];
    for (size_t i = 0; i < count; i++, bytes += PARCEL) {{
        if (tokens[i].root == NULL && memcmp(bytes, zeros, PARCEL) != 0)
            tokens[i].root = make_parcels(&tokens[i], bytes);
        if (tokens[i].root != NULL)
            spread(tokens[i].root, bytes);
    }}
}}
"""


def content(port: Port) -> str:
    """The variable that holds a port's bytes."""
    return f"{port.word}_bytes" if port.kind.objects else port.word


def declaration(port: Port) -> str:
    """Of the bytes of a port of objects, with those that come in."""
    variable = f"uint8_t {content(port)}[{max(port.rates) * port.kind.size}];"
    if port.is_input:
        return f"{variable} unpack({port.word}, {tokens_of(port)}, {content(port)});"
    return f"{variable} memset({content(port)}, 0, sizeof {content(port)});"


def tokens_of(port: Port) -> str:
    return f"{port.word}_size / PARCEL"
