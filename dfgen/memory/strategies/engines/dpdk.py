# SPDX-License-Identifier: Apache-2.0
"""Engine `dpdk`: DMA devices that DPDK drives, a lane each; `device = skeleton` is a thread of DPDK's in place of one.

C twin: `runtime/src/engine_dpdk.c`."""

from __future__ import annotations

from types import MappingProxyType

from dfgen.memory.strategies.engines.contract import DEVICE_FILES, Engine
from dfgen.model.options import words

DPDK = Engine(
    "dpdk",
    "DMA devices that DPDK drives",
    runtime_files=("engine_dpdk.c", *DEVICE_FILES),
    lanes=64,
    options=MappingProxyType({"device": words("any", "skeleton")}),
    packages=MappingProxyType({"libdpdk": "libdpdk-dev"}),
    title="DPDK",
    loads=("rte_dmadev",),
)
