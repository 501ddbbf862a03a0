# SPDX-License-Identifier: Apache-2.0
"""What slices read as zero around the tokens of a trip, where its memory is others' between trips.

The arena is zero as the program begins, and nobody writes there: a buffer that has its memory for itself needs nothing
more. One that shares it is cleared there before its first use in each trip, which costs far less than the memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from dfgen.memory.buffers import Sized
from dfgen.model.plan import Buffer, Margins


def margins_of(sized: Iterable[Sized], placed: Mapping[str, Buffer]) -> Iterator[Margins]:
    """Those to be cleared, of buffers that have been `placed`."""
    for item in sized:
        buffer = placed[item.buffer.name]
        if any(item.margins) and buffer.core is not None and any(_meet(buffer, other) for other in placed.values()):
            yield Margins(buffer.name, buffer.core, min(item.children), *item.margins)


def _meet(one: Buffer, other: Buffer) -> bool:
    """Whether two buffers have bytes in common."""
    if one.name == other.name or not other.is_placed:
        return False
    first, second = sorted((one, other), key=lambda buffer: buffer.offset_bytes)
    return second.offset_bytes < first.offset_bytes + first.size_bytes
