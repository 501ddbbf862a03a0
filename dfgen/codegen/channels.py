# SPDX-License-Identifier: Apache-2.0
"""Channels of a core's program: transfers whose strategy keeps something between firings or is chosen as the program
starts, each once."""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.codegen.engines import cut_in_c
from dfgen.codegen.naming import Names, identifier
from dfgen.csource.literals import string_literal
from dfgen.model.frozen import frozen
from dfgen.model.movement import Pages
from dfgen.model.names import fifo_name
from dfgen.model.plan import Buffer, Transfer
from dfgen.model.program import Program

HUGE_PAGES: Mapping[Pages, str] = {
    Pages.LINES: "DF_HUGE_NEVER",
    Pages.SMALL: "DF_HUGE_NEVER",
    Pages.HUGE_IF_WORTH: "DF_HUGE_IF_WORTH",
    Pages.HUGE: "DF_HUGE_ASKED",
}


@frozen
class ChannelEntry:
    """A `df_channel` of the generated program; `fifo` and `port` are C strings, `offset` and `stride` macros.

    `nth`: among the channels of its actor.
    """

    variable: str
    fifo: str
    port: str
    nth: int
    strategy: str
    candidates: tuple[str, ...]
    fault: bool
    huge_pages: str
    written_percent: int
    engine: int
    cut: str
    offset: str
    slot_bytes: int
    stride: str
    slots: int


def needs_channel(transfer: Transfer) -> bool:
    return bool(transfer.candidates) or transfer.how.views


class Channels:
    """Each channel of `core` as it is first asked for."""

    def __init__(self, program: Program, names: Names, core: int) -> None:
        self.program, self.names, self.core = program, names, core
        self.entries: dict[tuple[str, str, str], ChannelEntry] = {}

    def named(self, transfer: Transfer, buffer: Buffer) -> str:
        """How the code of the core names the channel of a transfer that reads `buffer`."""
        return self.names.shared(self._variable(transfer, buffer))

    def _variable(self, transfer: Transfer, buffer: Buffer) -> str:
        key = (transfer.fifo, transfer.actor, transfer.port)
        if key not in self.entries:
            name = f"{self.names.prefix}channel_{self.core}_{len(self.entries)}_{identifier(transfer.port)}"
            stride = self.names.stride(buffer.name) if buffer.slots > 1 else str(buffer.stride_bytes)
            place = (self.names.offset(buffer.name), stride) if buffer.is_placed else ("0", "0")
            self.entries[key] = ChannelEntry(
                name,
                string_literal(fifo_name(self.program.graph, transfer.fifo)),
                string_literal(transfer.port),
                sum(1 for _, actor, _ in self.entries if actor == transfer.actor),
                transfer.how.table,
                tuple(candidate.table for candidate in transfer.candidates),
                transfer.how.only_read,
                HUGE_PAGES[buffer.pages],
                transfer.written_percent,
                transfer.engine,
                cut_in_c(transfer.how.cut),
                place[0],
                buffer.slot_bytes,
                place[1],
                buffer.slots,
            )
        return self.entries[key].variable
