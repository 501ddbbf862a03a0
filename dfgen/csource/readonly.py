# SPDX-License-Identifier: Apache-2.0
"""Which pointers a function only reads through, as far as the compiler proves it, for code that never says `const`.

gcc tells it in a dump of its pass `modref`, clang in the attributes of its LLVM code. Both are asked for nothing but
these two facts of an argument: the function writes nothing there, and keeps the pointer nowhere. Neither text is made
for us. So it is first asked about functions of which the answer is known, and where one of these is wrong, as with a
compiler that says things otherwise, nothing that it says is believed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from dfgen.csource.answers import NotNow
from dfgen.csource.files import as_argument
from dfgen.csource.toolchain import Compiler, run_compiler
from dfgen.model.frozen import frozen

# The last two are for those who link what the compiler makes here.
CODE_FLAGS = ("-O1", "-g0", "-w", "-fno-lto", "-fcommon", "-ffunction-sections")

_ANALYSED = re.compile(r"^modref analyzing '([A-Za-z_]\w*)/\d+' \(ipa=0\)", re.MULTILINE)
_FLAGS = re.compile(r"^ +parm (\d+) flags:(.*)$", re.MULTILINE)
_UNTOUCHED = frozenset({"no_direct_clobber", "no_direct_escape"})
_UNREAD = frozenset({"no_direct_read", "no_direct_escape"})
_DEFINED = re.compile(r"^define [^@\n]*@([A-Za-z_]\w*)\((.*)\)[^()]*\{$", re.MULTILINE)

KNOWN_CODE = """
void *memcpy(void *, const void *, unsigned long);
void memory_unknown(void *);
static int *dfgen_kept;
static __attribute__((noinline)) void inner(int *a) { a[1] = 2; }
int dfgen_reads(int *a, int *b) { return a[1] + b[2]; }
void dfgen_writes(int *a, int *b) { b[0] = a[0]; }
void dfgen_copies(int *a, int *b) { memcpy(b, a, 4000); }
void dfgen_hands_on(int *a, int *b) { inner(b); inner(b + a[0]); }
void dfgen_chooses(int *a, int *b) { for (int i = 0; i < a[0]; i++) { int *c = i % 2 ? a : b; c[i] = i; } }
void dfgen_keeps(int *a, int *b) { dfgen_kept = a; b[0] = 1; }
int dfgen_kept_one(void) { return *dfgen_kept; }
void dfgen_asks(int *a, int *b) { memory_unknown(a); b[0] = a[0]; }
"""
"""Functions of which is known through which of their arguments they only read, at most."""

KNOWN_ANSWERS = {
    "dfgen_reads": {0, 1},
    "dfgen_writes": {0},
    "dfgen_copies": {0},
    "dfgen_hands_on": {0},
    "dfgen_chooses": set(),
    "dfgen_keeps": set(),
    "dfgen_asks": set(),
}


@frozen
class ReadOnlyArguments:
    """Those of the arguments of `function` that are only read through. `count`: how many there are (None: not told).

    `unread`: those through which nothing is read.
    """

    function: str
    places: frozenset[int]
    count: int | None = None
    unread: frozenset[int] = frozenset()


def may_be_asked(folder: Path, compiler: Compiler, cflags: Sequence[str]) -> bool:
    """Whether what the compiler says of the known functions is right; `folder` takes what this makes. Raises
    `NotNow`."""
    known = folder / "known.c"
    known.write_text(KNOWN_CODE)
    answers = {each.function: each.places for each in read_only_arguments(known, folder, compiler, cflags)}
    too_much = any(answers.get(function, frozenset()) - places for function, places in KNOWN_ANSWERS.items())
    return not too_much and bool(answers.get("dfgen_writes"))


def read_only_arguments(
    source: Path, folder: Path, compiler: Compiler, cflags: Sequence[str]
) -> tuple[ReadOnlyArguments, ...]:
    """What the compiler proves of the functions that `source` defines; to be believed if it may be asked. Raises
    `NotNow`."""
    made = folder / source.stem
    return tuple((_ask_clang if compiler.is_clang else _ask_gcc)(source, made, compiler, cflags))


def code_of(source: Path, folder: Path) -> bytes:
    """The object that gcc made of `source` when it was asked; clang makes none, for which this is empty."""
    made = folder / f"{source.stem}.o"
    return made.read_bytes() if made.is_file() else b""


def _ask_gcc(source: Path, made: Path, compiler: Compiler, cflags: Sequence[str]) -> list[ReadOnlyArguments]:
    dump = made.with_suffix(".modref")
    options = [*cflags, *CODE_FLAGS, f"-fdump-tree-modref2={dump}", "-c", as_argument(source), "-o"]
    _run(compiler, [*options, str(made.with_suffix(".o"))])
    return list(_from_dump(dump.read_text(errors="replace"))) if dump.is_file() else []


def _run(compiler: Compiler, options: Sequence[str]) -> None:
    if run_compiler(compiler, options).may_succeed_later:
        raise NotNow


def _from_dump(text: str) -> Iterator[ReadOnlyArguments]:
    """The dump has a part for each function; of an argument that it speaks of twice, both have to say so."""
    for part in text.split("\n;; Function ")[1:]:
        name = _ANALYSED.search(part)
        if name is None:
            continue
        flags = _FLAGS.findall(part)
        places, unread = (_always(flags, words) for words in (_UNTOUCHED, _UNREAD))
        yield ReadOnlyArguments(name[1], places, unread=unread)


def _always(flags: Sequence[tuple[str, str]], wanted: Collection[str]) -> frozenset[int]:
    """The arguments of which each line has all wanted words."""
    lacking = {place for place, words in flags if not set(wanted).issubset(words.split())}
    return frozenset(int(place) for place, _ in flags if place not in lacking)


def _ask_clang(source: Path, made: Path, compiler: Compiler, cflags: Sequence[str]) -> list[ReadOnlyArguments]:
    output = made.with_suffix(".ll")
    options = [*cflags, *CODE_FLAGS, "-S", "-emit-llvm", as_argument(source), "-o", str(output)]
    _run(compiler, options)
    return list(_from_llvm(output.read_text(errors="replace"))) if output.is_file() else []


def _from_llvm(text: str) -> Iterator[ReadOnlyArguments]:
    for function, listed in _DEFINED.findall(text):
        arguments = list(_split(listed))
        places, unread = (
            frozenset(place for place, words in enumerate(arguments) if _says(words, wanted))
            for wanted in ({"readonly", "readnone"}, {"writeonly", "readnone"})
        )
        yield ReadOnlyArguments(function, places, len(arguments), unread)


def _says(argument: str, wanted: Collection[str]) -> bool:
    """Whether the pointer is kept nowhere, and one of the wanted words stands there."""
    words = set(argument.replace("(", " (").split())
    kept_nowhere = "nocapture" in words or "captures (none)" in argument.replace("captures(", "captures (")
    return kept_nowhere and not words.isdisjoint(wanted)


def _split(arguments: str) -> Iterable[str]:
    """At commas that stand in no brackets."""
    depth, start = 0, 0
    for at, sign in enumerate(arguments):
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "," and depth == 0:
            yield arguments[start:at]
            start = at + 1
    if arguments.strip():
        yield arguments[start:]
