# SPDX-License-Identifier: Apache-2.0
"""Private views of a core's program: each port that sees a buffer through one, once."""

from __future__ import annotations

from dataclasses import dataclass

from dfgen.codegen.code import string_literal
from dfgen.codegen.naming import Names, identifier
from dfgen.model.graph import PortRef
from dfgen.model.plan import Buffer


@dataclass(frozen=True)
class ViewEntry:
    """A `df_view` of the generated file; `fifo` and `port` are C strings, `offset` and `stride` macros."""

    variable: str
    fifo: str
    port: str
    offset: str
    slot_bytes: int
    stride: str
    slots: int


class PrivateViews:
    """Each view as it is first asked for."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.entries: dict[PortRef, ViewEntry] = {}

    def variable(self, ref: PortRef, fifo: str, buffer: Buffer) -> str:
        """The C variable of the view through which port `ref` sees `buffer`."""
        if ref not in self.entries:
            name = f"{self.names.prefix}view_{len(self.entries)}_{identifier(ref.port)}"
            stride = self.names.stride(buffer.name) if buffer.slots > 1 else str(buffer.stride_bytes)
            self.entries[ref] = ViewEntry(
                name, string_literal(fifo), string_literal(ref.port), self.names.offset(buffer.name),
                buffer.slot_bytes, stride, buffer.slots,
            )  # fmt: skip
        return self.entries[ref].variable
