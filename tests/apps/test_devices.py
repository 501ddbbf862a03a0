# SPDX-License-Identifier: Apache-2.0
"""Programs whose copies devices make, built with what these need: the bytes are those of copies by cores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dfgen.pipeline import CompileOptions
from tests.apps.harness import PLAIN, Toolchain, Workbench, run
from tests.drivers import drivers, fake_drivers
from tests.runtime.toolchains import DEVICES, Device, absent

GRAPH = Path(__file__).resolve().parents[2] / "apps" / "stereo" / "stereo.sdf"
FIFOS = "read*:gray*"
OPTIONS = {"opencl": ["device=cpu"], "dpdk": ["device=skeleton"], "cuda": ["by=kernel", "by=copier"]}
CASES = [(device, option) for device in DEVICES for option in OPTIONS[device.engine]]
WRITTEN = "stereo-disparity.pfm"


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("devices"))


def disparity(program: Path, **environment: str) -> tuple[bytes, dict[str, int]]:
    """What the program wrote, and the figures of its engine."""
    (program.parent / WRITTEN).unlink(missing_ok=True)
    ran = run(program, "-q", "--json", "-", environment={**drivers(), **environment})
    assert ran.returncode == 0, ran.stderr
    figures = next(json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{"))
    return (program.parent / WRITTEN).read_bytes(), next(iter(figures.get("engines", [])), {})


def toolchain_of(device: Device) -> Toolchain:
    """Libraries stand before what uses them."""
    linked = [word for word in device.link if "as-needed" not in word]
    flags = (f"-DDF_HAS_{device.engine.upper()}", *device.flags, "-Wl,--no-as-needed", *linked)
    return Toolchain(device.engine, PLAIN.compiler, (*PLAIN.flags, *flags))


@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize(("device", "option"), CASES, ids=[f"{device.engine}-{option}" for device, option in CASES])
def test_devices_copy_what_cores_copy(device: Device, option: str, cores: int, bench: Workbench) -> None:
    if reason := absent(device):
        pytest.skip(f"engine {device.engine}: {reason}")
    copies = f"{FIFOS}=offload(engine={device.engine}, {option}, threshold=64)"
    offloaded = bench.program(GRAPH, CompileOptions(cores=cores, transfers=(copies,)), toolchain_of(device))
    plain = bench.program(GRAPH, CompileOptions(cores=cores))
    written, figures = disparity(offloaded)
    if figures["engine_bytes"] + figures["taken_over_bytes"] == 0:
        pytest.skip(f"engine {device.engine} has no device here")
    assert written == disparity(plain)[0]


def test_a_wrong_byte_of_a_device_is_caught(bench: Workbench) -> None:
    """The first two copies are those by which a device is tried."""
    copies = f"{FIFOS}=offload(engine=cuda, threshold=64)"
    program = bench.program(GRAPH, CompileOptions(cores=1, transfers=(copies,), verify_transfers=True))
    ran = run(program, "-q", environment={**fake_drivers(), "FAKE_CUDA": "wrong", "FAKE_CUDA_NTH": "3"})
    assert ran.returncode == 1
    assert "the transfer of FIFO 'read[0].rgb:gray[0].rgb' went wrong in pass 0" in ran.stderr
