# SPDX-License-Identifier: Apache-2.0
"""Whether windows lie within their slots, and slots beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dfgen.model.plan import Buffer, Layout
from dfgen.model.program import Program
from dfgen.verify.uses import Use


def length_problems(uses: Iterable[Use], program: Program) -> Iterator[str]:
    """Windows that reach beyond their slots, and buffers beyond their memory."""
    for use in uses:
        buffer = use.buffer
        before = buffer.history_tokens + use.window.shift * buffer.span_tokens
        for piece in use.pieces:
            first = piece.place + before
            if use.window.trip_tokens and first < 0:  # in the slot before
                first += buffer.span_tokens
            if first < 0 or first + piece.count > buffer.history_tokens + buffer.span_tokens:
                yield f"{use.name} reaches beyond a slot of {buffer.name}"
                break
    for buffer in program.memory.buffers.values():
        if buffer.slots > 1 and not _holds(buffer):
            yield f"the slots of {buffer.name} overlap"


def _holds(buffer: Buffer) -> bool:
    payload = buffer.span_tokens * buffer.type.size_bytes
    if buffer.layout is Layout.WRAPPED:
        return buffer.stride_bytes == payload
    return buffer.stride_bytes >= buffer.slot_bytes
