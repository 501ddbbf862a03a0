# SPDX-License-Identifier: Apache-2.0
"""Strategy `shared`: the reader gets a pointer into the writer's buffer; nothing moves.

Legal when the reader's windows lie in one piece there, and no byte that it may write is read by anybody else. Taken
wherever it is legal, for it costs nothing. Has no C twin: a pointer needs no code.
"""

from __future__ import annotations

from dfgen.memory.case import NOT_IN_ONE_PIECE, Case
from dfgen.memory.cost import Use
from dfgen.memory.strategies.contract import Colours, Offer, Strategy
from dfgen.model.movement import Way
from dfgen.model.platform import Platform


def legal(case: Case) -> str:
    if not case.in_one_piece:
        return NOT_IN_ONE_PIECE
    if case.is_reset or not (case.access.may_write or case.claims):
        return ""
    if case.reads_beyond:
        return "it may write what a slice reads as zero"
    if not case.read_again:
        return ""
    if case.claims:
        return f"it is only claimed to be {case.access.value}, and {case.read_again}"
    return f"it may write what {case.read_again}"


def estimate(use: Use, platform: Platform) -> float:
    return 0.0


def offer(case: Case) -> Offer:
    return Offer(at_once="nothing forbids it")


SHARED = Strategy(
    "shared",
    "the reader gets a pointer into the writer's buffer",
    Way.IN_PLACE,
    rank=0,
    legal=legal,
    estimate=estimate,
    offer=offer,
    done="shared",
    colours=Colours("#16845b", "#3fbf8b"),
)
