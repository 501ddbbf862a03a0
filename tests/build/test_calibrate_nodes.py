# SPDX-License-Identifier: Apache-2.0
"""What messages between machines cost: measured between processes of this one, and written as a platform file."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.build.calibrate_nodes import (
    FIFO_BYTES,
    Measured,
    calibrate_nodes,
    hosts_in,
    network_of_fifo,
    platform_text,
)
from dfgen.model.diagnostics import UserError
from dfgen.model.network import Network
from dfgen.model.platform import load_platform
from tests.messages import needs_mpi


def loaded(measured: Measured, folder: Path) -> tuple[dict[str, str], Network]:
    file = folder / "cluster.toml"
    file.write_text(platform_text(measured) + "\n")
    platform = load_platform(str(file))
    return {node.name: node.host for node in platform.nodes}, platform.network


def test_hosts_are_read_as_launchers_do(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    file.write_text("# the rack\n\nfront slots=4\n10.0.0.2:8  # fast\n10.0.0.3\n")
    assert hosts_in(file) == ("front", "10.0.0.2", "10.0.0.3")


@pytest.mark.parametrize("text", ["", "# nobody\n", "front slots=4\n"])
def test_one_host_has_no_network(text: str, tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    file.write_text(text)
    with pytest.raises(UserError) as raised:
        hosts_in(file)
    assert raised.value.diagnostics[0].id == "hosts-too-few"


def test_a_host_is_no_option_of_the_launcher(tmp_path: Path) -> None:
    file = tmp_path / "hosts"
    file.write_text("front\n--foo\n")
    with pytest.raises(UserError) as raised:
        hosts_in(file)
    (found,) = raised.value.diagnostics
    assert (found.id, found.message) == ("nodes-invalid", "'--foo' is not the name of a host")


def test_pairs_that_differ_have_costs_of_their_own(tmp_path: Path) -> None:
    slow, fast = Network(20_000, 117_000_000, 5_000), Network(2_000, 1_200_000_000, 1_000)
    near = Network(21_000, 110_000_000, 5_100)
    pairs = {("a", "b"): slow, ("a", "c"): near, ("b", "c"): fast}
    hosts, network = loaded(Measured({"a": "10.0.0.1", "b": "10.0.0.2", "c": "10.0.0.3"}, pairs), tmp_path)
    assert hosts == {"a": "10.0.0.1", "b": "10.0.0.2", "c": "10.0.0.3"}
    assert network.between("a", "b") == Network(20_000, 117_000_000, 5_000, network.overrides)
    assert network.between("a", "c") == network
    assert network.between("b", "c") == fast


def test_costs_are_those_by_which_windows_take_so_long() -> None:
    network = network_of_fifo(7_000, {size: 30_000 + 4 * size for size in FIFO_BYTES})
    assert network == Network(7_000, 250_000_000, 30_000)


@pytest.mark.parametrize("more_ns", [-1, 0])
def test_all_is_put_down_to_bytes_where_the_longer_window_takes_no_longer(more_ns: int) -> None:
    small, large = FIFO_BYTES
    network = network_of_fifo(0.2, {small: large, large: large + more_ns})
    assert network.bytes_per_s == pytest.approx(10**9, rel=0.01)
    assert (network.latency_ns, network.message_ns) == (1, 0)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError) as raised:
        calibrate_nodes(["localhost"] * 2, 1, tmp_path / "nowhere")
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.id == "file-unwritable"
    assert "--folder" in str(diagnostic.hint)


@needs_mpi
def test_processes_of_one_machine_are_measured(tmp_path: Path) -> None:
    measured = calibrate_nodes(["localhost"] * 3, 1, tmp_path)
    assert not any(tmp_path.iterdir())
    assert set(measured.pairs) == {
        ("localhost-0", "localhost-1"), ("localhost-0", "localhost-2"), ("localhost-1", "localhost-2")
    }  # fmt: skip
    hosts, network = loaded(measured, tmp_path)
    assert list(hosts.values()) == ["localhost"] * 3
    assert network.latency_ns > 0
    assert network.bytes_per_s > 1_000_000
