# SPDX-License-Identifier: Apache-2.0
"""The way back of a token, which others of its FIFO have gone before."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dfgen.frontend.elaborate import load_graph
from dfgen.model.graph import PortRef
from dfgen.verify.origins import ZERO, Origins, Token
from tests.oracle.generator import random_application, write
from tests.planning import graph_of

NUMBERS = (*range(-3, 40), 997, 10**6 + 7, 10**12)


@pytest.mark.parametrize("seed", range(12))
def test_the_way_of_another_token_leads_to_the_same(seed: int, tmp_path: Path) -> None:
    graph = load_graph(write(random_application(seed), tmp_path), {})
    numbers = random.Random(seed).sample(NUMBERS, len(NUMBERS))
    remembered = Origins(graph)
    for fifo in graph.fifos:
        for number in numbers:
            assert remembered.token_at(fifo, number) == Origins(graph).token_at(fifo, number)


@pytest.mark.parametrize("seed", range(12))
def test_ways_of_tokens_that_follow_each_other(seed: int, tmp_path: Path) -> None:
    graph = load_graph(write(random_application(1000 + seed), tmp_path), {})
    for fifo in graph.fifos:
        for numbers in (range(-3, 300), range(10**6, 10**6 + 100)):
            remembered = Origins(graph)
            for number in numbers:
                assert remembered.token_at(fifo, number) == Origins(graph).token_at(fifo, number)


def test_through_a_fork_a_join_and_a_delay(tmp_path: Path) -> None:
    body = """actor a { fire give(o); out o : uint8[3]; } actor b { fire take(i); in i : uint8[3]; }
        fork f { in i : uint8[3]; out one : uint8[1]; out two : uint8[2]; }
        join j { in two : uint8[2]; in one : uint8[1]; out o : uint8[3]; }
        a.o -> f.i; f.one -> j.one; f.two -> j.two delay 2; j.o -> b.i;"""
    graph = graph_of(body, tmp_path)
    (fifo,) = (fifo for fifo in graph.fifos if fifo.target == PortRef("b", "i"))
    origins = Origins(graph)
    found = [origins.token_at(fifo, number) for number in range(9)]
    assert [each.number for each in found if each is not ZERO] == [-2, -1, 0, 1, 2, 3, 4, 5, 6]
    assert found[3:] == [Token(PortRef("a", "o"), number) for number in range(1, 7)]
    assert origins.token_at(fifo, 3 * 10**9) == Token(PortRef("a", "o"), 3 * 10**9 - 2)
