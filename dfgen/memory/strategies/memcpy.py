# SPDX-License-Identifier: Apache-2.0
"""Strategy `memcpy`: the reading core copies every byte before the firing. Always legal; the reference for all others.
Of tokens that are objects it copies the bytes that their arena has in use, and moves the pointers among them.

C twin: `runtime/src/transfer_memcpy.c`.
"""

from __future__ import annotations

from dfgen.machine.constants import RELOCATED_NS
from dfgen.memory.cost import Use, copy_ns
from dfgen.memory.strategies.contract import Colours, Strategy, figures_of_copies
from dfgen.model.movement import Way
from dfgen.model.objects import ObjectCopy
from dfgen.model.platform import Platform

KERNEL = "memcpy"


def estimate(use: Use, platform: Platform) -> float:
    return copy_ns(use, platform.costs.copy(KERNEL), platform) + RELOCATED_NS.value * use.objects


MEMCPY = Strategy(
    "memcpy",
    "the reading core copies every byte",
    Way.COPY,
    rank=1,
    fallback=True,
    estimate=estimate,
    function="df_transfer_memcpy",
    runtime_files=("transfer_memcpy.c",),
    kernel=KERNEL,
    objects=ObjectCopy("df_objects_copy"),
    figures=figures_of_copies("memcpy", KERNEL),
    colours=Colours("#d2691e", "#f08c46"),
)
