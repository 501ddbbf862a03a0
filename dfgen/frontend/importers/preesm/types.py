# SPDX-License-Identifier: Apache-2.0
"""The token types of FIFOs: the words of a `.pi` file, and the sizes of a scenario, to types of dfgen.

A type that is none of C's own comes from the project's headers, and C alone knows its size. Where a scenario says that
a type of C is larger than it is in C, a token is an array of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dfgen.frontend.problems import reject
from dfgen.frontend.scopes import SCALARS
from dfgen.frontend.syntax import Identifier, Integer, TypeDeclaration, TypeUse
from dfgen.model.diagnostics import Span

_WORDS = {
    "void": "unsigned char",
    "uchar": "unsigned char",
    "short": "int16", "signed short": "int16", "short int": "int16",
    "ushort": "uint16", "unsigned short": "uint16", "unsigned short int": "uint16",
    "int": "int32", "signed": "int32", "signed int": "int32",
    "uint": "uint32", "unsigned": "uint32", "unsigned int": "uint32",
    "long": "int64", "long int": "int64", "signed long": "int64",
    "ulong": "uint64", "unsigned long": "uint64", "unsigned long int": "uint64",
    "boolean": "bool", "_Bool": "bool",
}  # fmt: skip
"""Types of C, and short names that PREESM's own files define, in dfgen's words."""

_SIZES = {**{name: type.size_bytes for name, type in SCALARS.items()}, "unsigned char": 1, "signed char": 1}
_STARTS = frozenset({"struct", "union", "enum", "unsigned", "signed", "long", "short"})


class TypeTable:
    """`size_bits`: what the scenario says. Types of the project's own are declared as they are met."""

    def __init__(self, size_bits: Mapping[str, int]) -> None:
        self._size_bits = size_bits
        self._declared: dict[str, TypeDeclaration] = {}

    @property
    def declarations(self) -> Iterable[TypeDeclaration]:
        return self._declared.values()

    def use(self, text: str, span: Span) -> TypeUse:
        """The type that a FIFO names; raises `Rejected` for what cannot be one."""
        name = " ".join(text.split())
        if not re.fullmatch(r"[A-Za-z_]\w*(?: [A-Za-z_]\w*)*", name, re.ASCII):
            hint = "Name a type of C, or of the project's headers; a pointer cannot be a token."
            raise reject("type-unknown", f"'{name}' names no type of tokens", span, hint)
        plain = _WORDS.get(name, name.removesuffix("_t") if name.removesuffix("_t") in SCALARS else name)
        if plain in _SIZES:
            return self._sized(name, plain, span)
        words = tuple(plain.split(" "))
        if len(words) == 1:
            self._declared.setdefault(plain, TypeDeclaration(Identifier(plain, span), TypeUse(words, span=span), span))
        elif words[0] not in _STARTS:
            raise reject("type-unknown", f"'{name}' names no type of tokens", span, "Name a type of C or of a header.")
        return TypeUse(words, span=span)

    def size_bytes(self, use: TypeUse) -> int | None:
        """None for a type whose size C alone knows."""
        size = _SIZES.get(" ".join(use.words))
        if size is not None and isinstance(use.count, Integer):
            return size * use.count.value
        return size

    def _sized(self, name: str, plain: str, span: Span) -> TypeUse:
        in_c = _SIZES[plain]
        bits = self._size_bits.get(name, in_c * 8)
        if bits % 8:
            hint = "Give it a multiple of 8 bits."
            raise reject("format-unsupported", f"the scenario gives '{name}' {bits} bits", span, hint)
        if bits // 8 <= in_c:
            return TypeUse(tuple(plain.split(" ")), span=span)
        if bits // 8 % in_c:
            return TypeUse(("unsigned", "char"), Integer(bits // 8, span), span)
        return TypeUse(tuple(plain.split(" ")), Integer(bits // 8 // in_c, span), span)
