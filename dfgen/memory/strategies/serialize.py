# SPDX-License-Identifier: Apache-2.0
"""Strategy `serialize`: message passing, to compare with. The reading core turns the graph into a message, copies that,
and makes objects of it. Legal for tokens that are object graphs; unasked it is never taken.

C twin: `runtime/src/object_message.c`.
"""

from __future__ import annotations

from dfgen.machine.constants import SERIALIZED_NS
from dfgen.memory.cost import Use, copy_ns
from dfgen.memory.strategies.contract import Colours, Strategy, never
from dfgen.model.movement import Way
from dfgen.model.objects import ObjectCopy
from dfgen.model.platform import Platform


def estimate(use: Use, platform: Platform) -> float:
    return copy_ns(use, platform.costs.plain_copy, platform) + SERIALIZED_NS.value * use.objects


SERIALIZE = Strategy(
    "serialize",
    "the graph becomes a message, which is copied, and a graph again",
    Way.COPY,
    rank=11,
    estimate=estimate,
    offer=never,
    done="serialized",
    objects=ObjectCopy("df_objects_serialize", is_typed=True, has_messages=True, word_bytes=16, is_power=True),
    only_objects=True,
    runtime_files=("object_message.c",),
    symbols=("df_object_serialize", "df_object_deserialize", "df_objects_serialize"),
    colours=Colours("#7a4a2b", "#c08a64"),
)
