# SPDX-License-Identifier: Apache-2.0
"""What a platform file says of nodes and of the network between them, and where it is told to be wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.chosen import choose_platform
from dfgen.model.compile_options import CompileOptions
from dfgen.model.diagnostics import UserError
from dfgen.model.network import Network, Node
from dfgen.model.platform import Platform, default_platform, load_platform, with_nodes

CLUSTER = """\
cores = 4

[[nodes]]
name = "head"
host = "10.0.0.1"
cores = 2

[[nodes]]
name = "worker"
count = 2
memory_bytes = 1000000

[network]
latency_ns = 9000
bytes_per_s = 118000000
overrides = [{ between = ["worker1", "worker0"], bytes_per_s = 1000000000 }]
"""


def read(folder: Path, text: str) -> Platform:
    file = folder / "cluster.toml"
    file.write_text(text)
    return load_platform(file)


def test_nodes_and_network(tmp_path: Path) -> None:
    platform = read(tmp_path, CLUSTER)
    assert platform.nodes == (
        Node("head", "10.0.0.1", 2),
        Node("worker0", memory_bytes=1_000_000),
        Node("worker1", memory_bytes=1_000_000),
    )
    network = platform.network
    assert (network.latency_ns, network.bytes_per_s, network.message_ns) == (9000, 118_000_000, Network().message_ns)
    assert network.between("head", "worker0") == network
    inner = network.between("worker0", "worker1")
    assert (inner.bytes_per_s, inner.latency_ns) == (1_000_000_000, 9000)
    assert network.between("worker1", "worker0") == inner


def test_costs_may_have_an_exponent(tmp_path: Path) -> None:
    assert read(tmp_path, "[[nodes]]\n[network]\nbytes_per_s = 1.25e9\n").network.bytes_per_s == 1_250_000_000


def test_a_platform_without_nodes_says_nothing_of_them() -> None:
    assert {"nodes", "network"}.isdisjoint(default_platform().to_json())


def test_what_is_kept_of_nodes_is_json(tmp_path: Path) -> None:
    known = json.loads(json.dumps(read(tmp_path, CLUSTER).to_json()))
    assert [node["name"] for node in known["nodes"]] == ["head", "worker0", "worker1"]


def test_nodes_that_nobody_named_are_alike() -> None:
    platform = with_nodes(default_platform(), 2)
    assert [node.name for node in platform.nodes] == ["node0", "node1"]
    assert with_nodes(platform, None) == platform
    assert [node.name for node in with_nodes(platform, 1).nodes] == ["node0"]


def test_no_more_nodes_than_a_file_describes(tmp_path: Path) -> None:
    file = tmp_path / "cluster.toml"
    file.write_text(CLUSTER)
    given = CompileOptions(platform=str(file), platform_given=True)
    assert [len(choose_platform(replace(given, nodes=count)).nodes) for count in (None, 2, 3)] == [3, 2, 3]
    with pytest.raises(UserError) as error:
        choose_platform(replace(given, nodes=4))
    (found,) = error.value.diagnostics
    assert found.message == f"'{file}' describes 3 nodes, and --nodes 4 asks for more"
    assert str(found.span) == f"{file}:8:3"
    assert found.hint.startswith("Say --nodes 3 or less")
    file.write_text("cores = 4\n")
    assert len(choose_platform(replace(given, nodes=4)).nodes) == 4


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("cores = 1\n[[nodes]]\nnom = 1\n", (3, 1), "a node has no 'nom'"),
        ("[[nodes]]\nname = 'a'\n[[nodes]]\ncores = 0\n", (4, 1), "'cores' must be a positive integer, not 0"),
        ("[[nodes]]\ncores = 5000\n", (2, 1), "'cores' must be a number from 1 to 4096"),
        ("[[nodes]]\nhost = 7\n", (2, 1), "'host' must be a text"),
        ("[[nodes]]\nhost = '--foo'\n", (2, 1), "'--foo' is not the name of a host"),
        ("[[nodes]]\n\nhost = 'a,b'\n", (3, 1), "'a,b' is not the name of a host"),
        ("[[nodes]]\nhost = 'a b'\n", (2, 1), "'a b' is not the name of a host"),
        ("[[nodes]]\nname = 'a'\n[[nodes]]\n  name = 'a'\n", (4, 3), "two nodes are called 'a'"),
        ("[[nodes]]\ncount = 9999\n", (2, 1), "there are 9999 nodes, and 4096 at most can be"),
        ("nodes = 3\n", (1, 1), "'nodes' must be a list of tables"),
        ("[[nodes]]\n[network]\nbytes_per_s = 0\n", (3, 1), "'bytes_per_s' must be an integer from 1 on, not 0"),
        ("[[nodes]]\n[network]\nlatency_ns = 0.5\n", (3, 1), "'latency_ns' must be an integer from 1 on, not 0.5"),
        ("[[nodes]]\n[network]\nlatency_ns = inf\n", (3, 1), "'latency_ns' must be an integer from 1 on, not inf"),
        ("[[nodes]]\n[network]\nspeed = 1\n", (3, 1), "a network has no 'speed'"),
        ("[[nodes]]\n[network]\noverrides = 1\n", (3, 1), "'overrides' must be a list of tables with 'between'"),
        (
            "[[nodes]]\nname = 'a'\n[network]\noverrides = [{ between = ['a', 'b'] }]\n",
            (4, 1),
            "there is no node 'b'",
        ),
        (
            "[[nodes]]\nname = 'a'\n[network]\noverrides = [{ between = ['a', 'a'] }]\n",
            (4, 1),
            "there is no network between 'a' and itself",
        ),
        ("network = 1\n", (1, 1), "'network' must be a table"),
    ],
)
def test_what_cannot_be(text: str, place: tuple[int, int], message: str, tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        read(tmp_path, text)
    (found,) = error.value.diagnostics
    assert (found.id, found.message) == ("nodes-invalid", message)
    assert found.span is not None
    assert (found.span.line, found.span.column) == place
    assert found.hint
