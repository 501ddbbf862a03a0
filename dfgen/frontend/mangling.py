# SPDX-License-Identifier: Apache-2.0
"""Names of other tools' files as identifiers, so that the names can be found again: `mc-2` is `mc_x2d_2`.

A character that no identifier has there becomes its code point in hexadecimal between `_x` and `_`.
"""

from __future__ import annotations

import re
from collections.abc import Collection

_KEPT = re.compile(r"[A-Za-z0-9_]")
_LOOKS_MANGLED = re.compile(r"_x[0-9a-f]+(?:_|[^A-Za-z0-9_])")
_MANGLED = re.compile(r"_x([0-9a-f]{1,6})_")


def to_identifier(name: str, forbidden: Collection[str] = ()) -> str:
    """An identifier for a name that is not empty; another one for every name. Most names stay as they are."""
    parts = []
    for index, character in enumerate(name):
        stays = _KEPT.match(character) and not (index == 0 and character.isdigit())
        parts.append(character if stays and not _LOOKS_MANGLED.match(name, index) else _mangled(character))
    identifier = "".join(parts)
    return _mangled(name[0]) + identifier[1:] if identifier in forbidden else identifier


def from_identifier(identifier: str) -> str:
    """The name that `to_identifier` had; an identifier that it never makes stays as it is."""
    name = _MANGLED.sub(_character, identifier)
    return name if name.isprintable() else identifier


def _mangled(character: str) -> str:
    return f"_x{ord(character):x}_"


def _character(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    return chr(code) if code <= 0x10FFFF else found[0]
