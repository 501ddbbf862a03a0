# SPDX-License-Identifier: Apache-2.0
"""Strategy `offload`: a copy engine moves the bytes while the cores go on.

The FIFO gets a copy actor: its firing hands descriptors to the engine and returns. The engine's completion sets the
counter that readers of the copy and the next writer of the source wait for, and nobody else (the pending copy table of
Zhao et al. 2007, decided at compile time; the hazards of Lee et al. 2018 become waits). `engine` is one of the table in
`engines`, which says what else can be asked of it; `mode = sync` waits for it on the spot, for engines that copy faster
than a core.

Legal outside of cycles of the graph, whose firings are ordered one by one. No estimate of one FIFO decides for it: its
gain depends on an idle CPU and on what there is to overlap. `dfgen/engine_choice.py` tries it on whole plans.

C twin: `runtime/src/transfer_offload.c`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dfgen.machine.constants import RELOCATED_NS
from dfgen.memory.case import Case
from dfgen.memory.cost import Use
from dfgen.memory.strategies.contract import NO_COPY_ACTOR, Colours, Strategy, never
from dfgen.memory.strategies.engines import ENGINES, all_options, cut_of, options_of, use_of
from dfgen.model.movement import HowToMove, Way
from dfgen.model.objects import ObjectCopy
from dfgen.model.platform import Platform


def legal(case: Case) -> str:
    """A reader's own transfer is none that an engine could do: where a copy actor stands, it reads what that wrote."""
    return NO_COPY_ACTOR


def estimate(use: Use, platform: Platform) -> float:
    """Of a core that waits for the engine, which moves the pointers of objects, too."""
    costs = platform.costs
    copied_ns = use.window_bytes * costs.engine_ns_per_byte + RELOCATED_NS.value * use.objects
    return costs.engine_submit_ns + costs.engine_ns + copied_ns


def settle(options: Mapping[str, str], how: HowToMove) -> HowToMove:
    use = use_of(options)
    engine = ENGINES[use.name]
    files = (*how.runtime_files, *engine.runtime_files)
    return replace(
        how, engine=str(use), cut=cut_of(options), waits=options["mode"] == "sync", runtime_files=files,
        packages=tuple(engine.packages),
    )  # fmt: skip


OFFLOAD = Strategy(
    "offload",
    "a copy engine moves the bytes while the cores go on",
    Way.ENGINE,
    rank=4,
    legal=legal,
    estimate=estimate,
    offer=never,
    done="copied by an engine",
    function="df_offload_copy",
    options=all_options(),
    options_given=options_of,
    settle=settle,
    runtime_files=(
        "transfer_offload.c",
        "engine_pending.c",
        "engine_feed.c",
        "engine_worth.c",
        "choice.c",
        "engine_failure.c",
        "engine_place.c",
    ),
    symbols=("df_offload",),
    headers=("offload.h",),
    objects=ObjectCopy("df_offload_objects"),
    colours=Colours("#7c4dcc", "#ad8bf5"),
)
