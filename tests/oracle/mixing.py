# SPDX-License-Identifier: Apache-2.0
"""What the actors compute: a hash of everything they read, spread over everything they write. `c_text.py` says the same
in C. Reading is a remainder, so that Python takes a whole window in one step.
"""

from __future__ import annotations

MODULUS = 2**55 - 55
MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def absorb(value: int, data: bytes | bytearray) -> int:
    return (value * pow(256, len(data), MODULUS) + int.from_bytes(data, "big")) % MODULUS


def absorb_word(value: int, word: int) -> int:
    return absorb(value, word.to_bytes(8, "big"))


def scramble(word: int) -> int:
    word = (word + GOLDEN) & MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def emit(value: int, stream: int, size: int) -> bytes:
    """`size` bytes that depend on `value` and on `stream`, which tells the windows of one firing apart."""
    start = scramble(value ^ (stream << 56))
    words = b"".join(scramble((start + i) & MASK).to_bytes(8, "little") for i in range(-(-size // 8)))
    return words[:size]
