# SPDX-License-Identifier: Apache-2.0
"""Strategy `graphcopy`: the reading core copies the objects that can be reached from the root, one by one (Mohr and
Tradowsky 2017, without their hardware). Legal for tokens that are object graphs.

A map tells where the copy of an object is: `map = offset` is an array by the object's place in its arena, `hash` a hash
table, `linear` a list that is searched. With `offset` no object is looked up where a sweep sees that all are reached.
Where the graph names none, the one that costs least is taken. Unasked the strategy is never taken, as `memcpy` copies
what is in use in one pass.

C twin: `runtime/src/object_graph.c`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from dfgen.machine.constants import GRAPHCOPY_NS, HASHED_NS, SEARCHED_NS, WALKED_NS
from dfgen.memory.cost import Use, copy_ns
from dfgen.memory.strategies.contract import Colours, Strategy, never
from dfgen.model.movement import HowToMove, Way
from dfgen.model.objects import ObjectCopy
from dfgen.model.options import words
from dfgen.model.platform import Platform

FUNCTION = "df_objects_graphcopy"
MAPS = {
    "offset": ObjectCopy(FUNCTION, "DF_COPY_MAP_OFFSET", word_bytes=4),
    "hash": ObjectCopy(FUNCTION, "DF_COPY_MAP_HASH", word_bytes=16, is_power=True),
    "linear": ObjectCopy(FUNCTION, "DF_COPY_MAP_LINEAR", word_bytes=8),
}


def variants(use: Use, platform: Platform) -> dict[tuple[tuple[str, str], ...], float]:
    """By map."""
    copied_ns = copy_ns(use, platform.costs.plain_copy, platform)
    ns = {
        "offset": copied_ns + GRAPHCOPY_NS.value * use.objects,
        "hash": copied_ns + HASHED_NS.value * use.objects,
        "linear": copied_ns + WALKED_NS.value * use.objects + float(SEARCHED_NS.value) * use.objects**2,
    }
    return {(("map", name),): ns[name] for name in MAPS}


def estimate(use: Use, platform: Platform) -> float:
    return min(variants(use, platform).values())


def settle(options: Mapping[str, str], how: HowToMove) -> HowToMove:
    return replace(how, objects=MAPS[options["map"]])


GRAPHCOPY = Strategy(
    "graphcopy",
    "the reading core copies the objects that it can reach",
    Way.COPY,
    rank=10,
    estimate=estimate,
    variants=variants,
    offer=never,
    done="copied object by object",
    options=MappingProxyType({"map": words(*MAPS)}),
    settle=settle,
    objects=MAPS["offset"],
    only_objects=True,
    runtime_files=("object_graph.c",),
    symbols=("df_objects_graphcopy",),
    colours=Colours("#8a6d00", "#d6b23c"),
)
