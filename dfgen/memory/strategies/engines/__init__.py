# SPDX-License-Identifier: Apache-2.0
"""Copy engines: who moves the bytes of strategy `offload`. The table below is all there are.

To add one: write its C twin by the steps in `df/engine.h`, `<name>.py` here with an `Engine`, whose fields
`contract.py` explains, and give it a place in the table. Options, their checks, the help, what is generated and linked
go over the table."""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.memory.strategies.engines.contract import Engine
from dfgen.memory.strategies.engines.cuda import CUDA
from dfgen.memory.strategies.engines.dpdk import DPDK
from dfgen.memory.strategies.engines.opencl import OPENCL
from dfgen.memory.strategies.engines.thread import THREAD
from dfgen.model.alignment import PAGE_BYTES
from dfgen.model.engine_use import EngineUse
from dfgen.model.movement import Cut
from dfgen.model.options import Given, Option, number_of, numbers, words

_ALL = (THREAD, DPDK, OPENCL, CUDA)
ENGINES: Mapping[str, Engine] = {engine.name: engine for engine in _ALL}

"""Form: what the word `page` of an option stands for."""
ENTRIES_MOST = 2048
"""Runtime: the places of a lane (DFGEN_ENGINE_PLACES)."""
_SIZE_MOST = 1 << 30
"""Form: the largest number that an option takes."""

COMMON: Mapping[str, Option] = {
    "mode": words("async", "sync"),
    "threshold": numbers(1, _SIZE_MOST, "bytes"),
    "chunk": numbers(64, _SIZE_MOST, "bytes", "page"),
    "target": words("cache", "memory"),
    "entries": numbers(1, ENTRIES_MOST),
}
"""Those of all engines. Who gives none of the numbers leaves it to the engine."""

_PER_COPY = ("mode", "threshold", "chunk", "target")


def options_of(given: Mapping[str, str]) -> Mapping[str, Option]:
    """All options of the engine that is asked for; of none that there is, only that one."""
    choice = {"engine": words(*ENGINES)}
    engine = ENGINES.get(given.get("engine", choice["engine"].default))
    if engine is None:
        return choice
    return {**choice, **COMMON, "lanes": numbers(1, engine.lanes), **engine.options}


def all_options() -> Mapping[str, Option]:
    """Of all engines together, for the help."""
    found = {"engine": words(*ENGINES), **COMMON, "lanes": numbers(1, max(engine.lanes for engine in _ALL))}
    for engine in _ALL:
        found |= engine.options
    return found


def engines_with(option: str) -> tuple[str, ...]:
    """The engines that know an option."""
    return tuple(engine.name for engine in _ALL if option in options_of({"engine": engine.name}))


def use_of(options: Mapping[str, str]) -> EngineUse:
    """The engine as it is opened for a FIFO with these options: what is as it would be anyway is left out."""
    engine = ENGINES[options["engine"]]
    known = options_of(options)
    own = ("engine", *_PER_COPY, *engine.per_copy)
    given = {name: value for name, value in options.items() if name not in own and value != known[name].default}
    return EngineUse(engine.name, _plain(given))


def cut_of(options: Mapping[str, str]) -> Cut:
    """How the copies of a FIFO with these options are cut."""
    chunk = options.get("chunk")
    engine = ENGINES[options["engine"]]
    return Cut(
        threshold_bytes=number_of(options["threshold"]) if "threshold" in options else 0,
        chunk_bytes=0 if chunk is None else PAGE_BYTES if chunk == "page" else number_of(chunk),
        to_memory=options["target"] == "memory",
        stride_bytes=number_of(options["stride"]) if "stride" in engine.per_copy and "stride" in options else 0,
    )


def _plain(given: Mapping[str, str]) -> Given:
    return tuple(sorted(given.items()))
