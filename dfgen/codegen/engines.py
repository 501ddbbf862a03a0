# SPDX-License-Identifier: Apache-2.0
"""Copy engines in C: how a program uses one, and how copies are cut for it."""

from __future__ import annotations

from dfgen.csource.literals import string_literal
from dfgen.model.engine_use import EngineUse
from dfgen.model.frozen import frozen
from dfgen.model.movement import Cut

_NUMBERS = ("lanes", "entries")
_PLACE = "place"


@frozen
class EngineEntry:
    """A `df_engine_use`; `variable` is the engine, `options` are C strings: names and values in turn."""

    number: int
    variable: str
    lanes: int
    entries: int
    place: str
    options: tuple[str, ...]


def engine_entry(number: int, text: str) -> EngineEntry:
    """Of the text of a use."""
    use = EngineUse.of(text)
    lanes, entries = (use.number(name) for name in _NUMBERS)
    others = (pair for pair in use.settings if pair[0] not in (*_NUMBERS, _PLACE))
    given = dict(use.settings).get(_PLACE)
    place = f"DF_PLACE_{given.upper()}" if given else ""
    options = tuple(string_literal(word) for pair in others for word in pair)
    return EngineEntry(number, f"df_engine_{use.name}", lanes, entries, place, options)


def cut_in_c(cut: Cut, point: int = 0) -> str:
    """A `df_cut`; nothing if all is left to the engine. `point`: of a traced program, which tells of the copies."""
    sizes = (
        ("min_bytes", cut.threshold_bytes),
        ("chunk_bytes", cut.chunk_bytes),
        ("stride_bytes", cut.stride_bytes),
        ("hints", "DF_HINT_TO_MEMORY" if cut.to_memory else 0),
        ("point", point),
    )
    given = ", ".join(f".{name} = {value}" for name, value in sizes if value)
    return f"{{{given}}}" if given else ""
