# SPDX-License-Identifier: Apache-2.0
"""Texts near to given ones: words moved, doubled, dropped, replaced by words of other texts or by nasty ones."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

WORD = re.compile(rb"[A-Za-z_]\w*|\d+|\s+|.", re.DOTALL)
NASTY = (
    b"0", b"-1", b"1", b"9223372036854775807", b"18446744073709551616", b"1e999", b"0x", b"\x00", b"\xff\xfe",
    "ä".encode(), b'"', b"'", b"\\", b"*/", b"//", b"<!--", b"]]>", b"&amp;", b"&#0;", b"%s", b"../", b"/dev/null",
    b"{", b"}", b"(", b")", b"[", b"]", b";", b",", b"=", b"->", b".", b"@", b"#", b"(" * 300, b"a" * 3000,
    b"{" * 300, b"1" * 300, b"-" * 200, b"1 - " * 200,
)  # fmt: skip


def mutated(rng: random.Random, seeds: Sequence[bytes]) -> bytes:
    """One text out of `seeds`, changed a few times."""
    words = WORD.findall(rng.choice(seeds))
    others = WORD.findall(rng.choice(seeds))
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        if not words:
            break
        place = rng.randrange(len(words))
        length = min(len(words) - place, rng.choice([1, 1, 1, 2, 5, 40]))
        piece = words[place : place + length]
        kind = rng.randrange(7)
        if kind == 0:
            del words[place : place + length]
        elif kind == 1:
            words[place:place] = piece * rng.choice([1, 1, 2, 50])
        elif kind == 2:
            words[place] = rng.choice(NASTY)
        elif kind == 3:
            words.insert(place, rng.choice(NASTY))
        elif kind == 4 and others:
            start = rng.randrange(len(others))
            words[place : place + length] = others[start : start + length]
        elif kind == 5:
            words[place] = rng.choice(words)
        else:
            raw = bytearray(words[place])
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            words[place] = bytes(raw)
    return b"".join(words)[:100_000]
