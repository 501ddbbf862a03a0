# SPDX-License-Identifier: Apache-2.0
"""Numbers and quantities: which of their forms stand for what. Wrong ones are in the corpus of `test_invalid.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.graph import Graph


def graph_of(folder: Path, time: str = "1us", up_to: str = "1KiB", written: str = "1%") -> Graph:
    path = folder / "g.sdf"
    path.write_text(
        "graph g {\n"
        f"    actor a {{ time {time}; fire a(o, p); out o : object struct m[1] up to {up_to}; out p : int8[1]; }}\n"
        f"    actor b {{ fire b(i, j); in i : object struct m[1]; in j : int8[1] read_mostly(written = {written}); }}\n"
        "    a.o -> b.i; a.p -> b.j;\n"
        "}\n"
    )
    return load_graph(path, {})


@pytest.mark.parametrize(
    ("time", "time_ns"),
    [
        ("1.5us", 1500),
        ("0x10us", 16_000),
        ("0x1eus", 30_000),
        ("0xe us", 14_000),
        ("5. ns", 5),
        ("0X1f ms", 31_000_000),
    ],
)
def test_times(tmp_path: Path, time: str, time_ns: int) -> None:
    assert graph_of(tmp_path, time=time).actor("a").times == (time_ns,)


@pytest.mark.parametrize(
    ("size", "size_bytes"), [("0x10KiB", 16 << 10), ("0x10B", 0x10B), ("1.5KiB", 1536), ("1e3KiB", 1_024_000)]
)
def test_sizes_of_objects(tmp_path: Path, size: str, size_bytes: int) -> None:
    assert graph_of(tmp_path, up_to=size).actor("a").port("o").up_to_bytes == size_bytes


@pytest.mark.parametrize(("written", "fraction"), [("0x2%", 0.02), ("2e-1%", 0.002), ("0.5%", 0.005), ("100.%", 1.0)])
def test_percentages(tmp_path: Path, written: str, fraction: float) -> None:
    assert [f.written_fraction for f in graph_of(tmp_path, written=written).fifos] == [None, fraction]
