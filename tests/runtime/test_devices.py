# SPDX-License-Identifier: Apache-2.0
"""Engines of devices by themselves: what they do with jobs, and what they say where something is missing."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from dfgen.paths import runtime_dir
from tests.drivers import driver_of_cuda
from tests.runtime.toolchains import DEVICES, TIMEOUT_S, WARNINGS, Built
from tests.runtime.with_devices import UNUSABLE, require_device, run_device

ENGINES = [device.engine for device in DEVICES]
HANGING_KERNELS = """\
#include <dlfcn.h>
#include <stdlib.h>
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *items, const size_t *group, cl_uint count, const cl_event *before,
                              cl_event *done)
{
    static _Atomic long kernels;
    __typeof__(clEnqueueNDRangeKernel) *next = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    cl_context context;
    cl_event never;
    if (++kernels < atol(getenv("KERNELS_HANG_FROM")))
        return next(queue, kernel, dimensions, offset, items, group, count, before, done);
    clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL);
    never = clCreateUserEvent(context, NULL);
    return next(queue, kernel, dimensions, offset, items, group, 1, &never, done);
}
"""
"""For LD_PRELOAD: a device of OpenCL that never ends some kernel nor those behind it."""
UNTOLD_KERNELS = """\
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t bytes, void *into, size_t *written)
{
    (void)event, (void)what, (void)bytes, (void)into, (void)written;
    return CL_OUT_OF_HOST_MEMORY;
}
"""
"""For LD_PRELOAD: it does not tell whether kernels have ended."""


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("engine", ENGINES)
def test_copies_fills_and_compares_are_right(built: Built, engine: str, seed: int) -> None:
    require_device(built, engine)
    result = run_device(built, engine, "operations", ROUNDS=30, SEED=seed)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("stride", [16, 1000, 1 << 20])
@pytest.mark.parametrize("engine", ["opencl", "cuda"])
def test_the_stride_of_kernels_changes_no_byte(built: Built, engine: str, stride: int) -> None:
    require_device(built, engine)
    result = run_device(built, engine, "operations", ROUNDS=10, STRIDE=stride)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_copier_of_a_gpu_copies_right(built: Built) -> None:
    result = run_device(built, "cuda", "operations", ROUNDS=30, BY="copier")
    assert (result.returncode, result.stderr) == (0, "")


UNUSABLE_DRIVERS = {
    "none": "CUDA_ERROR_NO_DEVICE; 'nvidia-smi' lists the GPUs",
    "context": "the GPU gives no context",
    "module": "the driver does not compile the kernels for this GPU",
    "memory": "the GPU has no memory left",
    "register": "raise 'ulimit -l'",
    "launch": "the GPU starts no copy",
    "lost": "a copy ended with an error",
    "hang": "the GPU does not answer",
    "wrong": "does not arrive in the memory of the processor",
}


@pytest.mark.parametrize("by", ["kernel", "copier"])
@pytest.mark.parametrize("fault", UNUSABLE_DRIVERS)
def test_a_driver_of_cuda_that_cannot_be_used_is_told(built: Built, fault: str, by: str) -> None:
    result = run_device(built, "cuda", "operations", FAKE_CUDA=fault, BY=by)
    assert (result.returncode, result.stderr) == (UNUSABLE, "")
    assert UNUSABLE_DRIVERS[fault] in result.stdout


def test_an_old_driver_of_cuda_is_told(built: Built) -> None:
    old = driver_of_cuda(built.folder, "-DFAKE_OLD")
    result = run_device(built, "cuda", "operations", LD_LIBRARY_PATH=str(old))
    assert result.returncode == UNUSABLE
    assert "it has no cuDevicePrimaryCtxRelease_v2; 450 or later will do" in result.stdout


def test_a_machine_without_a_driver_of_cuda_is_told(built: Built, tmp_path: Path) -> None:
    result = run_device(built, "cuda", "operations", LD_LIBRARY_PATH=str(tmp_path))
    if result.returncode == 0:
        pytest.skip("there is a GPU here")
    assert result.returncode == UNUSABLE
    assert "libcuda.so.1" in result.stdout or "the driver of the GPU says" in result.stdout


@pytest.mark.parametrize("by", ["kernel", "copier"])
@pytest.mark.parametrize("nth", [3, 12])
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("launch", "the GPU reports CUDA_ERROR_LAUNCH_FAILED"),
        ("lost", "the GPU reports CUDA_ERROR_LAUNCH_FAILED"),
        ("hang", "the copy engine 'cuda'"),
    ],
)
def test_a_gpu_that_fails_while_it_copies_spoils_nothing(
    built: Built, fault: str, told: str, nth: int, by: str
) -> None:
    """What it has not done the cores do; one that cannot be stopped ends the program."""
    shape = {"CORES": 2, "PIECES": 5, "MIN": 500, "DFGEN_ENGINE_TIMEOUT": 200, "DFGEN_ENGINE_RESTS": 0}
    given = {"ENGINE": "cuda", "BY": by, "FAKE_CUDA": fault, "FAKE_CUDA_NTH": nth, **shape}
    result = built.run("offload", "-n", "20", **given)
    assert result.stderr.count("\n") == 1, result.stderr
    assert told in result.stderr
    assert result.returncode == (fault == "hang")
    assert fault == "hang" or result.stdout == "pieces 200\n"


@pytest.mark.parametrize("by", ["kernel", "copier"])
def test_a_context_that_the_program_itself_loses_spoils_nothing(built: Built, by: str) -> None:
    shape = {"CORES": 2, "PIECES": 5, "MIN": 500, "BYTES": 1000000, "TRAP_AT": 7, "DFGEN_ENGINE_RESTS": 0}
    result = built.run("offload", "-n", "20", ENGINE="cuda", BY=by, **shape)
    assert result.stderr.count("\n") == 1, result.stderr
    assert "the GPU reports CUDA_ERROR_" in result.stderr
    assert (result.returncode, result.stdout) == (0, "pieces 200\n")


@pytest.mark.parametrize("by", ["kernel", "copier"])
def test_threads_keep_the_context_that_the_program_has_chosen(built: Built, by: str) -> None:
    shape = {"CORES": 2, "PIECES": 5, "MIN": 500, "NO_CONTEXT_AT": 3, "DFGEN_ENGINE_RESTS": 0}
    result = built.run("offload", "-n", "20", "--json", "-", ENGINE="cuda", BY=by, **shape)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.endswith("pieces 200\n")
    (engine,) = json.loads(result.stdout.splitlines()[0])["engines"]
    assert (engine["engine_bytes"] > 0, engine["not_open_bytes"]) == (True, 0)


@pytest.mark.parametrize("given", [{"FAKE_CUDA": "hang", "NO_CONTEXT_AT": 0}, {"FAKE_CUDA": "away"}], ids=str)
@pytest.mark.parametrize("by", ["kernel", "copier"])
def test_a_gpu_that_cannot_be_asked_has_not_stopped(built: Built, by: str, given: dict[str, str | int]) -> None:
    """It may yet write what cores would copy again."""
    shape = {"CORES": 2, "PIECES": 5, "MIN": 500, "DFGEN_ENGINE_TIMEOUT": 200, "DFGEN_ENGINE_RESTS": 0}
    result = built.run("offload", "-n", "20", ENGINE="cuda", BY=by, FAKE_CUDA_NTH=12, **shape, **given)
    assert result.returncode == 1
    assert "the copy engine 'cuda' has failed" in result.stderr
    assert "and cannot be stopped" in result.stderr


def test_one_program_uses_a_gpu_in_two_ways(built: Built) -> None:
    shape = {"CORES": 2, "PIECES": 5, "MIN": 500, "DFGEN_ENGINE_RESTS": 0}
    result = built.run("offload", "-n", "20", "--json", "-", FIRST="cuda", ENGINE="cuda", BY="copier", **shape)
    assert (result.returncode, result.stderr) == (0, "")
    _, second = json.loads(result.stdout.splitlines()[0])["engines"]
    assert second["engine_bytes"] > 0


def test_a_dma_device_that_is_not_there_is_told(built: Built) -> None:
    require_device(built, "dpdk")
    result = run_device(built, "dpdk", "operations", DEVICE="any")
    if result.returncode == 0:
        pytest.skip("there is a DMA device here")
    assert result.returncode == UNUSABLE
    assert "no DMA device is bound to vfio-pci" in result.stdout


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_is_opened_again_in_one_process(built: Built, engine: str) -> None:
    require_device(built, engine)
    result = run_device(built, engine, "operations", ROUNDS=5, TIMES=3)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_dma_device_is_found_after_others_were_looked_for(built: Built) -> None:
    """DPDK is started once a process, for whoever comes first."""
    require_device(built, "dpdk")
    result = built.run("offload", "-q", "-n", "20", "--json", "-", FIRST="dpdk", ENGINE="dpdk", MIN=500)
    assert result.returncode == 0, result.stderr
    _, second = json.loads(result.stdout.splitlines()[0])["engines"]
    assert (second["engine_bytes"] + second["taken_over_bytes"] > 0, second["not_open_bytes"]) == (True, 0)


def test_a_dma_device_that_another_engine_uses_is_told(built: Built) -> None:
    require_device(built, "dpdk")
    result = built.run("offload", "-n", "20", FIRST="dpdk", ENGINE="dpdk", ALIKE=1, MIN=500)
    assert (result.returncode, result.stdout) == (0, "pieces 120\n")
    assert result.stderr == (
        "warning: the copy engine 'dpdk' cannot be used (an engine with other options uses each DMA device): "
        "the cores copy themselves\n"
    )


def test_a_machine_without_a_driver_of_opencl_is_told(built: Built, tmp_path: Path) -> None:
    require_device(built, "opencl")
    result = run_device(built, "opencl", "operations", OCL_ICD_VENDORS=str(tmp_path))
    assert result.returncode == UNUSABLE
    assert "apt-get install pocl-opencl-icd" in result.stdout


def test_a_gpu_that_is_not_there_is_told(built: Built) -> None:
    require_device(built, "opencl")
    result = run_device(built, "opencl", "operations", DEVICE="gpu")
    if result.returncode == 0:
        pytest.skip("there is a GPU here that shares memory")
    assert result.returncode == UNUSABLE
    assert "there is no such device" in result.stdout or "memory of its own" in result.stdout


@pytest.mark.parametrize("source", [HANGING_KERNELS, UNTOLD_KERNELS], ids=["hangs", "untold"])
def test_a_device_of_opencl_that_does_not_answer_is_done_without(built: Built, tmp_path: Path, source: str) -> None:
    require_device(built, "opencl")
    preloaded = built.library(tmp_path, source)
    given = {"LD_PRELOAD": preloaded, "KERNELS_HANG_FROM": 1, "DFGEN_ENGINE_TIMEOUT": 20}
    result = run_device(built, "opencl", "operations", **given)
    assert (result.returncode, result.stdout) == (UNUSABLE, "the device does not answer\n")


@pytest.mark.parametrize("engine", ["opencl", "cuda"])
def test_a_program_that_fails_does_not_wait_for_a_device_that_hangs(built: Built, tmp_path: Path, engine: str) -> None:
    """The device has begun a copy by then; the trials when it was opened went well."""
    require_device(built, engine)
    shape: dict[str, int | str] = {"CORES": 2, "PIECES": 4, "BYTES": 300_000, "FIXED": 1, "FAIL_AT": 0, "MIN": 500}
    hangs: dict[str, int | str] = {"FAKE_CUDA": "hang", "FAKE_CUDA_NTH": 3}
    if engine == "opencl":
        hangs = {"LD_PRELOAD": built.library(tmp_path, HANGING_KERNELS), "KERNELS_HANG_FROM": 3}
    result = built.run("offload", ENGINE=engine, **shape, **hangs)
    assert result.returncode == 1
    assert re.search(r"error: actor '[ab]' \(offload.sdf:\d:5\), firing 0: in flight", result.stderr)


@pytest.mark.parametrize(("engine", "package"), [("opencl", "ocl-icd-opencl-dev"), ("dpdk", "libdpdk-dev")])
def test_without_headers_it_says_what_to_install(built: Built, tmp_path: Path, engine: str, package: str) -> None:
    """As in a program that was built without them: cores copy, and the bytes are right."""
    include, source = runtime_dir() / "include", runtime_dir() / "src" / f"engine_{engine}.c"
    program = Path(__file__).parent / "programs" / "offload.c"
    objects = [str(each) for each in built.folder.glob("*.o") if each.name not in ("guard.o", f"{source.stem}.o")]
    compiler = [built.toolchain.compiler, *WARNINGS, *built.toolchain.flags, f"-I{include}"]
    files = [str(program), str(source), *objects]
    subprocess.run([*compiler, *files, "-pthread", "-o", "offload"], cwd=tmp_path, check=True)
    result = subprocess.run(
        [str(tmp_path / "offload"), "-n", "5"], env=built.environment({"ENGINE": engine}), capture_output=True,
        text=True, timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout) == (0, "pieces 30\n")
    assert result.stderr.count("\n") == 1
    assert f"the copy engine '{engine}' cannot be used" in result.stderr
    assert f"apt-get install {package}" in result.stderr
    assert result.stderr.endswith("): the cores copy themselves\n")
