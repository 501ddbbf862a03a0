# SPDX-License-Identifier: Apache-2.0
"""Check the tcprx application: make the peer's stream again and compare what the receiver printed of it.

`dfgen run -q apps/tcprx/tcprx.sdf | python apps/tcprx/check.py [--frames N] [--bytes N] [--rounds N] [--twice PERCENT]`
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

MASK = (1 << 64) - 1


def packets_of_round(frames: int, twice: int) -> int:
    """All but those that are sent again: the same generator as the peer's."""
    number, packets = 1, 1
    for _ in range(frames - 1):
        number = (number * 1664525 + 1013904223) & 0xFFFFFFFF
        packets += (number >> 8) % 100 >= twice
    return packets


def words(count: int) -> Iterator[int]:
    """The stream, by splitmix64."""
    for index in range(1, count + 1):
        word = index * 0x9E3779B97F4A7C15 & MASK
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
        yield word ^ word >> 31


def expected(frames: int, bytes_: int, rounds: int, twice: int) -> str:
    count = packets_of_round(frames, twice) * bytes_ // 8
    # Word i of round r is weighed with 2 (r * count + i) + 1.
    weighed = total = 0
    for index, word in enumerate(words(count)):
        weighed += word * (2 * index + 1)
        total += word
    hashed = sum(weighed + 2 * number * count * total for number in range(rounds)) & MASK
    return f"{frames * rounds} frames, {count * 8 * rounds} bytes of the stream, hash {hashed:016x}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=102400, help="of a round (default: 102400)")
    parser.add_argument("--bytes", type=int, default=1400, help="of a packet (default: 1400)")
    parser.add_argument("--rounds", type=int, default=1, help="(default: 1)")
    parser.add_argument("--twice", type=int, default=0, help="of a hundred frames, so many come again (default: 0)")
    given = parser.parse_args()
    wanted, found = expected(given.frames, given.bytes, given.rounds, given.twice), sys.stdin.read().strip()
    if found == wanted:
        print(f"the stream is the peer's: {found}")
        return 0
    print(f"the peer's stream is\n  {wanted}\nand not\n  {found}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
