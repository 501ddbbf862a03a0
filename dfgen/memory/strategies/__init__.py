# SPDX-License-Identifier: Apache-2.0
"""Transfer strategies: how the bytes of a FIFO get across. The table below is all there are.

To add one:

1. write its C twin `runtime/src/transfer_<name>.c` with the `df_strategy` that `df/transfer.h` asks for;
2. write `<name>.py` here with a `Strategy` that names the C file and function and says when it is legal;
3. add it to `STRATEGIES`;
4. run the tests of the runtime and of the oracle: both walk the table;
5. say in the README's table what it costs.
"""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.memory.strategies.contract import Strategy
from dfgen.memory.strategies.cow import COW
from dfgen.memory.strategies.memcpy import MEMCPY
from dfgen.memory.strategies.offload import OFFLOAD
from dfgen.memory.strategies.shared import SHARED
from dfgen.memory.strategies.stream import STREAM

STRATEGIES: Mapping[str, Strategy] = {strategy.name: strategy for strategy in (SHARED, MEMCPY, COW, STREAM, OFFLOAD)}
