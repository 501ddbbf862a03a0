# SPDX-License-Identifier: Apache-2.0
"""Actors in C++ inside of a library: no exception crosses its border, and its caller is C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dfgen.model.diagnostics import UserError
from tests.library.graphs import as_library, build_user
from tests.oracle.building import Builder

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")

GRAPH = """\
graph sums {
    include "sum.hpp";
    in x : int32[4];
    out y : int32[1];
    actor sum { state s : sum::Sum(10); fire sum::add(s, in, out); in in : int32[4]; out out : int32[1]; }
    x -> sum.in;
    sum.out -> y;
}
"""
HPP = """\
#pragma once
#include <span>
#include <stdexcept>
#include <vector>
namespace sum {
struct Sum {
    explicit Sum(int from) : total(1, from) {}
    std::vector<int> total;
};
inline void add(Sum &sum, std::span<const int> in, int *out)
{
    for (int x : in)
        sum.total.at(x < 0 ? 1 : 0) += x;
    *out = sum.total[0];
}
} // namespace sum
"""
USER = """\
#include "../include/sums.h"
#include <stdio.h>
int main(void)
{
    sums *a = sums_open(NULL, NULL, 0), *b = sums_open(NULL, NULL, 0);
    int32_t x[4] = {1, 2, 3, 4}, y = 0;
    for (int i = 0; i < 2; i++) {
        int status = sums_step(a, x, &y);
        printf("%d %d|", status, y);
    }
    x[1] = -1;
    printf("%d %s|", sums_step(a, x, &y), sums_error(a));
    x[1] = 5;
    int done = sums_step(b, x, &y);
    printf("%d %d|", done, y);
    sums_close(a);
    sums_close(b);
    return 0;
}
"""


def write(folder: Path) -> Path:
    (folder / "sums.sdf").write_text(GRAPH)
    (folder / "sum.hpp").write_text(HPP)
    return folder / "sums.sdf"


def test_exceptions_come_back_as_texts(tmp_path: Path) -> None:
    builder = Builder(("cc", "-O1"), "address,undefined", tmp_path)
    user = build_user(builder, tmp_path / "l", as_library(write(tmp_path)), USER, "sums")
    ended = subprocess.run([user], capture_output=True, text=True, timeout=100, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, second, failed, other, _ = ended.stdout.split("|")
    assert (first, second, other) == ("0 20", "0 30", "0 23")
    assert failed.startswith("-1 actor 'sum' (sums.sdf:5:11), firing 2: std::out_of_range: vector::_M_range_check")


def test_a_port_of_the_graph_has_a_type_of_c(tmp_path: Path) -> None:
    graph = write(tmp_path)
    graph.write_text(graph.read_text().replace("int32[4]", "std::array<int, 1>[4]"))
    with pytest.raises(UserError) as raised:
        as_library(graph)
    (said,) = raised.value.diagnostics
    assert (said.id, said.span is not None and said.span.line) == ("cpp-token", 3)
