# SPDX-License-Identifier: Apache-2.0
"""Whether buffers that lie in files may: slot after slot, such a one is what its source reads, as it is in the file.

Where a file cannot be mapped, its source has memory for as many slots as the buffer has, and reads into them: so all
that is proven of slots is needed here as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dfgen.model.plan import Buffer, Layout
from dfgen.model.program import ROOT, Acquire, Program, Submit, firing_operations
from dfgen.verify.steps import Steps
from dfgen.verify.uses import Use


def file_problems(steps: Steps, uses: Sequence[Use]) -> Iterator[str]:
    """Of all buffers that are said to lie in files."""
    program = steps.program
    elsewhere = [o for o in firing_operations(program) if isinstance(o, (Acquire, Submit))]
    for buffer in program.memory.buffers.values():
        if buffer.file:
            yield from _shape_problems(program, buffer)
            if any(move.transfer.source.buffer == buffer.name for move in elsewhere):
                yield f"{buffer.name} is looked for in the arena, and lies in a file"
            for use in uses:
                if use.buffer.name == buffer.name:
                    yield from _use_problems(steps, buffer, use)


def _shape_problems(program: Program, buffer: Buffer) -> Iterator[str]:
    actor = next((actor for actor in program.graph.file_actors if actor.name == buffer.file), None)
    file = actor.file if actor is not None else None
    if file is None or not file.is_in_memory or program.guard or buffer.arenas:
        yield f"{buffer.name} lies in no file that is in memory"
    elif file.shown != (buffer.slots, buffer.slot_bytes):
        yield f"{buffer.file} is opened for other slots than {buffer.name} has"
    if buffer.layout is not Layout.SLOTS or buffer.history_tokens or buffer.stride_bytes != buffer.slot_bytes:
        yield f"the slots of {buffer.name} do not follow each other in the file"


def _use_problems(steps: Steps, buffer: Buffer, use: Use) -> Iterator[str]:
    if use.window.looks_back or use.agent != use.step.core:
        yield f"{use.name} does not find its tokens in the file of {buffer.file}"
    if use.writes:
        filled = use.stream.begins(use.loop_firings * steps.chunk(buffer.loop)) == buffer.span_tokens
        in_order = use.has_all_pieces and all(piece.place == piece.token for piece in use.pieces)
        if use.actor != buffer.file or use.moves is not None or not (filled and in_order):
            yield f"{use.name} does not leave {buffer.name} as it is in the file of {buffer.file}"
    if not _trips_are_full(steps.program, buffer, use):
        yield f"trips of the loops around {use.actor} are not full, those of its file are"


def _trips_are_full(program: Program, buffer: Buffer, use: Use) -> bool:
    """But for the last one of the program."""
    if buffer.loop == ROOT:
        return True
    level = next(level for level, loop in enumerate(use.step.loops, 1) if loop.id == buffer.loop)
    loops = use.step.loops[:level]
    chunks = (program.chunk, *(loop.chunk for loop in loops))
    return all(chunk * loop.count % loop.chunk == 0 for chunk, loop in zip(chunks, loops, strict=False))
