# SPDX-License-Identifier: Apache-2.0
"""Engine `cuda`: a GPU of NVIDIA copies between places in the memory of the processor, by kernels that work on it
(`stride` are the bytes that one thread of them moves) or by its copy engines, through its own memory.

C twin: `runtime/src/engine_cuda.c`."""

from __future__ import annotations

from types import MappingProxyType

from dfgen.memory.strategies.engines.contract import DEVICE_FILES, Engine
from dfgen.model.options import numbers, words

CUDA = Engine(
    "cuda",
    "a GPU of NVIDIA",
    runtime_files=("engine_cuda.c", "engine_cuda_driver.c", "os_linux_library.c", *DEVICE_FILES),
    lanes=64,
    options=MappingProxyType({"by": words("kernel", "copier"), "stride": numbers(16, 1 << 20, "bytes")}),
    per_copy=("stride",),
    only_with=MappingProxyType({"stride": ("by", "kernel")}),
    title="CUDA driver",
    loads=("cuda",),
)
