# SPDX-License-Identifier: Apache-2.0
"""Transfer strategies: how the bytes of a FIFO get across. The table below is all there are.

To add one:

1. write its C twin `runtime/src/transfer_<name>.c` with the `df_strategy` that `df/transfer.h` asks for, and declare
   that and its function there;
2. write `<name>.py` here with a `Strategy`, whose fields `contract.py` explains. One that copies may take the estimate
   of another's `kernel`; a kernel of its own needs its curves among the shipped costs (`dfgen/model/costs.py`), and
   `dfgen calibrate` measures it from then on;
3. add it to `STRATEGIES`;
4. say in the table of `docs/pages/strategies.md` when it is legal and what it costs;
5. run the tests of the table (`tests/memory/test_strategies.py`), of the applications and of the oracle: all walk the
   table.

Everything else goes over the table: which is legal and which is chosen, what is generated, predicted, measured and
tuned, what the report shows and in which colour, and the help.
"""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.memory.strategies.contract import Strategy
from dfgen.memory.strategies.cow import COW
from dfgen.memory.strategies.graphcopy import GRAPHCOPY
from dfgen.memory.strategies.memcpy import MEMCPY
from dfgen.memory.strategies.offload import OFFLOAD
from dfgen.memory.strategies.serialize import SERIALIZE
from dfgen.memory.strategies.shared import SHARED
from dfgen.memory.strategies.stream import STREAM

_ALL = (SHARED, MEMCPY, COW, GRAPHCOPY, SERIALIZE, STREAM, OFFLOAD)
STRATEGIES: Mapping[str, Strategy] = {strategy.name: strategy for strategy in _ALL}

BY_RANK: tuple[Strategy, ...] = tuple(sorted(STRATEGIES.values(), key=lambda strategy: strategy.rank))
(FALLBACK,) = (strategy for strategy in STRATEGIES.values() if strategy.fallback)
IN_PLACE: Strategy = next(strategy for strategy in BY_RANK if not strategy.moves)
"""What a FIFO has of which nothing moves."""


def kernels() -> dict[str, str]:
    """The C function of each kernel that calibration measures, by the kernel's name; of two strategies with one kernel
    that of the first."""
    return {strategy.kernel: strategy.function for strategy in reversed(BY_RANK) if strategy.kernel}
