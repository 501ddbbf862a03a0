# SPDX-License-Identifier: Apache-2.0
"""Engine `opencl`: a device of OpenCL that shares memory with the processor copies by kernels. `stride` are the bytes
that one work item of a kernel moves.

C twin: `runtime/src/engine_opencl.c`."""

from __future__ import annotations

from types import MappingProxyType

from dfgen.memory.strategies.engines.contract import DEVICE_FILES, Engine
from dfgen.model.options import numbers, words

OPENCL = Engine(
    "opencl",
    "kernels on a device of OpenCL that shares memory with the processor",
    runtime_files=("engine_opencl.c", *DEVICE_FILES),
    lanes=64,
    options=MappingProxyType({"device": words("any", "cpu", "gpu"), "stride": numbers(16, 1 << 20, "bytes")}),
    per_copy=("stride",),
    packages=MappingProxyType({"OpenCL": "ocl-icd-opencl-dev"}),
    title="OpenCL",
    loads=("OpenCL",),
    threads=True,
)
