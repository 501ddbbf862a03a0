# SPDX-License-Identifier: Apache-2.0
"""The C of an application's actors: one header, one source, a function for each code actor of each graph."""

from __future__ import annotations

from collections.abc import Iterator

from . import odd_names
from .application import Actor, Application, Bulk, Fill, GraphSpec, Port, StateForm, TokenKind, Use
from .interpreter import DELAY_STREAM
from .mixing import GOLDEN, MODULUS
from .object_text import HEADER as OBJECTS_HEADER
from .object_text import SOURCE as OBJECTS_SOURCE
from .object_text import content, declaration, tokens_of

SCRIBBLE_STREAM = 100  # input k is overwritten with stream 100 + k
SCRATCH_STREAM = 99
SCRATCH = "work"
WORD_TYPES = ("int", "int64_t", "uint32_t", "size_t", "long")

HEADER = """/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ORACLE_ACTORS_H
#define ORACLE_ACTORS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rgb { uint8_t r, g, b; };
struct mixed { uint32_t a; uint16_t b; uint8_t c[6]; };
typedef struct { int8_t text[5]; } five;
struct __attribute__((packed)) packed { uint8_t a; uint64_t b; };
struct wide { _Alignas(64) uint8_t bytes[64]; };
struct page { uint8_t bytes[4096]; };
struct huge { uint8_t bytes[70001]; };
struct memory { uint64_t sum; uint64_t count; };
struct record { FILE *file; uint64_t sum; uint64_t count; };

"""

HELPERS = f"""/* SPDX-License-Identifier: Apache-2.0 */
#define ORACLE_SOURCE
#include "actors.h"

#include <df/df.h>

#include <stdalign.h>
#include <string.h>

static uint64_t absorb(uint64_t value, const void *window, size_t size)
{{
    const unsigned char *bytes = window;
    for (size_t i = 0; i < size; i++)
        value = (value * 256 + bytes[i]) % UINT64_C({MODULUS});
    return value;
}}

static uint64_t absorb_word(uint64_t value, uint64_t word)
{{
    for (int shift = 56; shift >= 0; shift -= 8)
        value = (value * 256 + ((word >> shift) & 255)) % UINT64_C({MODULUS});
    return value;
}}

static uint64_t scramble(uint64_t word)
{{
    word += UINT64_C({GOLDEN});
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}}

static void emit(uint64_t value, uint64_t stream, void *window, size_t size)
{{
    unsigned char *bytes = window;
    uint64_t start = scramble(value ^ (stream << 56));
    for (size_t i = 0; i < size; i += 8) {{
        uint64_t word = scramble(start + i / 8);
        for (size_t k = i; k < i + 8 && k < size; k++, word >>= 8)
            bytes[k] = (unsigned char)word;
    }}
}}

static inline void check_window(const void *window, size_t align, const char *name)
{{
    if (window == NULL)
        df_fail("%s has no window", name);
    if ((uintptr_t)window % align != 0)
        df_fail("%s is not aligned to %d bytes", name, (int)align);
}}

static FILE *open_record(uint64_t number)
{{
    char name[32];
    (void)snprintf(name, sizeof name, "out_%d", (int)number);
    const char *path = df_option(name);
    if (path == NULL)
        df_fail("option %s is missing", name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        df_fail("cannot open %s", path);
    return file;
}}
"""


def function_name(graph: GraphSpec, actor: Actor) -> str:
    return odd_names.function(graph, actor) or f"{graph.name}_{actor.name}"


def fill_name(graph: GraphSpec, number: int) -> str:
    return f"{graph.name}_fill_{number}"


def number_type(actor: Actor) -> str:
    return WORD_TYPES[actor.number % len(WORD_TYPES)]


def argument_names(actor: Actor) -> list[str]:
    """The arguments of fire, in an order that differs from actor to actor."""
    names = ["id"] + (["phase"] if actor.phases > 1 else []) + (["s"] if state_pointer(actor) else [])
    names += [p.stem for p in actor.declared]
    names += [SCRATCH] if actor.scratch is not None else []
    names += [actor.live.name] if actor.live is not None else []
    shift = actor.number % len(names)
    return names[shift:] + names[:shift]


def state_pointer(actor: Actor) -> str:
    if actor.records:
        return "struct record *"
    forms = {StateForm.STRUCT: "struct memory *", StateForm.ARRAY: "uint64_t *", StateForm.TABLE: "struct memory *"}
    return forms.get(actor.state, "")


def header(application: Application) -> str:
    lines = [OBJECTS_HEADER] if application.has_objects else []
    lines += [f"{prototype};" for graph in application.graphs for prototype in _prototypes(graph)]
    defined = list(odd_names.macros(application))
    if defined:  # the sources could not live with them
        lines += ["", "#ifndef ORACLE_SOURCE", *defined, "#endif"]
    return HEADER + "\n".join(lines) + "\n\n#endif\n"


def source(application: Application) -> str:
    parts = [HELPERS, OBJECTS_SOURCE] if application.has_objects else [HELPERS]
    for graph in application.graphs:
        for actor in graph.actors:
            if actor.has_code:
                parts.append("\n".join(_actor(graph, actor)))
        for number, kind, tokens in _fills(graph):
            size = tokens * kind.size
            place = "bytes" if kind.objects else "tokens"
            made = f"emit(absorb_word(1, (uint64_t)id), {DELAY_STREAM}, {place}, {size});"
            if kind.objects:
                made = f"static uint8_t bytes[{size}];\n    {made}\n    pack(tokens, {tokens}, bytes);"
            parts.append(f"{_fill_prototype(graph, number, kind)}\n{{\n    {made}\n}}")
    return "\n".join(part + "\n" for part in parts)


def _prototypes(graph: GraphSpec) -> Iterator[str]:
    for actor in graph.actors:
        if actor.has_code:
            yield _fire_prototype(graph, actor)
            if actor.initialised:
                yield _init_prototype(graph, actor)
            if actor.records:
                yield _end_prototype(graph, actor)
    for number, kind, _ in _fills(graph):
        yield _fill_prototype(graph, number, kind)


def _fills(graph: GraphSpec) -> Iterator[tuple[int, TokenKind, int]]:
    for edge in graph.edges:
        if edge.delay is not None and edge.delay.fill is Fill.FUNCTION:
            yield edge.delay.number, graph.port(edge.source).kind, edge.delay.tokens


def _fill_prototype(graph: GraphSpec, number: int, kind: TokenKind) -> str:
    return f"void {fill_name(graph, number)}(int64_t id, {kind.pointer}tokens)"


def _init_prototype(graph: GraphSpec, actor: Actor) -> str:
    return f"void {function_name(graph, actor)}_init({number_type(actor)} id, {state_pointer(actor)}s)"


def _end_prototype(graph: GraphSpec, actor: Actor) -> str:
    return f"void {function_name(graph, actor)}_end({state_pointer(actor)}s)"


def _fire_prototype(graph: GraphSpec, actor: Actor) -> str:
    const = "const " if actor.state is StateForm.TABLE else ""
    types = {"id": f"{number_type(actor)} ", "phase": "int ", "s": const + state_pointer(actor)}
    for port in actor.ports:
        const = "const " if port.is_input and port.use is Use.CONST else ""
        types[port.stem] = const + port.kind.pointer + ("const *" if port.array else "")
    if actor.scratch is not None:
        types[SCRATCH] = actor.scratch.kind.pointer
    if actor.live is not None:
        types[actor.live.name] = f"{actor.live.c_type} "
    arguments = ", ".join(types[name] + name for name in argument_names(actor))
    return f"void {function_name(graph, actor)}({arguments})"


def _actor(graph: GraphSpec, actor: Actor) -> Iterator[str]:
    if actor.state is StateForm.STATIC:
        yield f"static struct memory {function_name(graph, actor)}_memory;\n"
    yield _fire_prototype(graph, actor)
    yield "{"
    yield from (f"    {line}" for line in _body(graph, actor))
    yield "}"
    if actor.initialised:
        first, value = ("s->file", "open_record") if actor.records else (_sum(graph, actor), "scramble")
        yield f"\n{_init_prototype(graph, actor)}\n{{\n    {first} = {value}((uint64_t)id);\n}}"
    if actor.records:
        yield f"\n{_end_prototype(graph, actor)}\n{{\n    if (s->file != NULL)\n        (void)fclose(s->file);\n}}"


def _sum(graph: GraphSpec, actor: Actor) -> str:
    if actor.state is StateForm.STATIC:
        return f"{function_name(graph, actor)}_memory.sum"
    return "s[0]" if actor.state is StateForm.ARRAY else "s->sum"


def _count(graph: GraphSpec, actor: Actor) -> str:
    if actor.state is StateForm.STATIC:
        return f"{function_name(graph, actor)}_memory.count"
    return "s[1]" if actor.state is StateForm.ARRAY else "s->count"


def _body(graph: GraphSpec, actor: Actor) -> Iterator[str]:
    phase = "phase" if actor.phases > 1 else "0"
    for port in (p for p in actor.ports if not p.is_merged):
        # Functions that cannot fail the program are compiled in another way; those that look at addresses as numbers
        # may do more than read objects.
        if (actor.number % 3 == 1 if port.kind.objects else actor.number % 3) or port.use is Use.UNUSED:
            yield f'check_window({port.word}, {port.kind.align}, "{function_name(graph, actor)}.{port.word}");'
        yield from _size(port) if port in actor.declared or not port.array else ()
        if port.kind.objects and port.use is not Use.UNUSED:
            yield declaration(port)
    if actor.scratch is not None:
        size = actor.scratch.rate * actor.scratch.kind.size
        yield f"emit((uint64_t)id, {SCRATCH_STREAM}, {SCRATCH}, {size});"
    if actor.records:
        yield from _record(actor)
    yield f"uint64_t value = absorb_word(absorb_word(1, (uint64_t)id), (uint64_t){phase});"
    for port in actor.inputs:
        if port.use is not Use.UNUSED:
            yield f"value = absorb(value, {content(port)}, {port.stem}_size);"
    if actor.live is not None:
        yield f"value = absorb_word(value, (uint64_t){actor.live.name});"
    if actor.state is StateForm.TABLE:
        yield f"value = absorb_word(value, {_sum(graph, actor)});"
    elif actor.state is not StateForm.NONE:
        total, count = _sum(graph, actor), _count(graph, actor)
        yield f"value = absorb_word(absorb_word(value, {total}), {count});"
        yield f"{total} = scramble(value);"
        yield from _stop(actor, count)
        yield f"{count}++;"
    yield from _scribbles(actor, actor.overlaid)
    for i, port in enumerate(actor.outputs):
        written = f"({port.stem}_size + 1) / 2" if port.partial else f"{port.stem}_size"
        if port.bulk is Bulk.NO or actor.copied is None:
            yield f"emit(value, {i}, {content(port)}, {written});"
        else:
            yield from _bulk(actor, port, written)
        if port.kind.objects:
            yield f"pack({port.word}, {tokens_of(port)}, {content(port)});"
    yield from _scribbles(actor, {p.name for p in actor.inputs} - actor.overlaid)


def _bulk(actor: Actor, port: Port, written: str) -> Iterator[str]:
    """In two operations, the second behind what the first takes from the input."""
    below = actor.copied
    assert below is not None
    copied = f"{port.stem}_copied"
    yield f"const size_t {copied} = {below.stem}_size < {written} ? {below.stem}_size : {written};"
    yield f"df_bulk_copy({port.word}, {below.word}, {copied});"
    yield f"df_bulk_fill((unsigned char *){port.word} + {copied}, (unsigned char)value, {written} - {copied});"


def _scribbles(actor: Actor, names: set[str]) -> Iterator[str]:
    """What is written over inputs: over an overlaid one before its output is, over others last of all."""
    for i, port in enumerate(actor.inputs):
        if port.use.writes and port.name in names:
            written = f"{port.stem}_size" if port.use is not Use.TOUCHED else f"({port.stem}_size + 49) / 50"
            yield f"emit(value, {SCRIBBLE_STREAM + i}, {content(port)}, {written});"
            if port.kind.objects:
                yield f"rewrite({port.name}, {tokens_of(port)}, {content(port)});"


def _size(port: Port) -> Iterator[str]:
    if port.use is Use.UNUSED:
        return
    sizes = ", ".join(str(rate * port.kind.size) for rate in port.rates)
    if len(port.rates) == 1:
        yield f"const size_t {port.stem}_size = {sizes};"
    else:
        yield f"static const size_t {port.stem}_sizes[] = {{{sizes}}};"
        yield f"const size_t {port.stem}_size = {port.stem}_sizes[phase % {len(port.rates)}];"


def _record(actor: Actor) -> Iterator[str]:
    if not actor.initialised:
        yield "if (s->file == NULL)"
        yield "    s->file = open_record((uint64_t)id);"
    for port in actor.inputs:
        yield f"if (fwrite({content(port)}, 1, {port.stem}_size, s->file) != {port.stem}_size)"
        yield '    df_fail("cannot write");'


def _stop(actor: Actor, count: str) -> Iterator[str]:
    if actor.stop is not None:
        yield f"if ({count} == {actor.stop.firing})"
        yield "    df_end_of_input();" if actor.stop.end_of_input else "    df_stop();"
