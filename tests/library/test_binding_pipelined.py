# SPDX-License-Identifier: Apache-2.0
"""Pipelined graphs from Python: iterators, threads, ends, and what waits for what."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import numpy
import pytest

import dfgen

from .graphs import write_fir

SAMPLES = numpy.random.default_rng(2).standard_normal((203, 16)).astype(numpy.float32)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_fir(tmp_path_factory.mktemp("graph"))


@pytest.fixture(scope="module")
def expected(graph: Path) -> tuple[bytes, bytes]:
    """What steps give."""
    with dfgen.load(graph, cores=1, taps=3) as steps:
        y, power = steps(SAMPLES)
    return y.tobytes(), power.tobytes()


@pytest.fixture
def loader(graph: Path) -> Callable[..., dfgen.Pipelined]:
    def load(**options: Any) -> dfgen.Pipelined:
        return dfgen.load(graph, pipelined=True, cores=2, taps=3, **options)

    return load


@pytest.fixture
def fir(loader: Callable[..., dfgen.Pipelined]) -> Iterator[dfgen.Pipelined]:
    with loader(latency=4) as opened:
        yield opened


@pytest.mark.parametrize("latency", [4, None])
def test_an_iterator_goes_through(
    latency: int | None, loader: Callable[..., dfgen.Pipelined], expected: tuple[bytes, bytes]
) -> None:
    with loader(latency=latency) as opened:
        pairs = list(opened.stream(iter(SAMPLES)))
        assert (b"".join(y.tobytes() for y, _ in pairs), b"".join(p.tobytes() for _, p in pairs)) == expected
        with pytest.raises(EOFError, match="fir has ended"):
            opened.push(SAMPLES[0])


def test_outputs_come_while_inputs_do(fir: dfgen.Pipelined) -> None:
    """Of an endless stream."""
    endless = (SAMPLES[i % 5] for i in itertools.count())
    assert len(list(itertools.islice(fir.stream(x=endless), 100))) == 100


def test_one_thread_pushes_while_another_pulls(fir: dfgen.Pipelined, expected: tuple[bytes, bytes]) -> None:
    pushed = []

    def push() -> None:
        pushed.append(fir.push(SAMPLES))
        fir.flush()

    thread = Thread(target=push)
    thread.start()
    y, power = fir.pull(1000)
    thread.join()
    assert pushed == [203]
    assert (y.tobytes(), power.tobytes()) == expected
    with pytest.raises(EOFError, match="fir has ended"):
        fir.pull()
    with pytest.raises(EOFError):
        fir.pull(3)


def test_waits_end_when_they_are_told(fir: dfgen.Pipelined) -> None:
    with pytest.raises(TimeoutError, match="fir: no iteration within the time that was given"):
        fir.pull(timeout=0.01)
    assert fir.push(SAMPLES[: fir.block]) == fir.block
    taken = fir.push(SAMPLES, timeout=0.3)
    assert 0 <= taken < 203
    y, _ = fir.pull()
    assert y.shape == (16,)
    assert fir.pull(0)[0].shape == (0, 16)
    for wrong, kind, told in (
        ({"count": -1}, ValueError, "count: a whole number from 0 on is needed, not -1"),
        ({"count": "all"}, TypeError, "count: a whole number is needed, not 'all'"),
        ({"timeout": "1s"}, TypeError, "timeout: seconds are needed, not '1s'"),
        ({"timeout": float("nan")}, ValueError, "timeout: seconds are needed, not nan"),
    ):
        with pytest.raises(kind, match=told):
            fir.pull(**wrong)


@pytest.mark.parametrize("end", ["stop", "close"])
def test_stopping_and_closing_wake_who_waits(end: str, fir: dfgen.Pipelined) -> None:
    seen: list[type[BaseException]] = []

    def pull() -> None:
        try:
            while True:
                fir.pull()
        except (EOFError, ValueError) as error:
            seen.append(type(error))

    thread = Thread(target=pull)
    thread.start()
    fir.push(SAMPLES[:20])
    getattr(fir, end)()
    thread.join(20)
    assert len(seen) == 1
    assert not thread.is_alive()


def test_failures_of_actors(fir: dfgen.Pipelined) -> None:
    with pytest.raises(RuntimeError, match=r"actor 'filter' \(fir.sdf:8:11\), firings 0 to 3: -1000 is no sample"):
        list(fir.stream([SAMPLES[0], SAMPLES[1], SAMPLES[2] * 0 - 1000, *SAMPLES]))


def test_what_is_closed_says_so(fir: dfgen.Pipelined) -> None:
    fir.close()
    fir.close()
    for call in (fir.pull, fir.flush, fir.stop, lambda: fir.push(SAMPLES[0]), lambda: fir.block):
        with pytest.raises(ValueError, match="fir is closed"):
            call()


ENDS = """\
graph {name} {{
    include "one_way.h";
    source "one_way.c";
    {port} : int32[1];
    {actors}
}}
"""
GIVE = "actor a { fire give(s, o); state s : int32; stops; out o : int32[1]; }  a.o -> y;"
TAKE = "actor a { fire take(i); in i : int32[1]; }  x -> a.i;"
ONE_WAY_H = "void give(int *s, int *o);\nvoid take(const int *i);\n"
ONE_WAY_C = """\
#include "one_way.h"
#include <df/df.h>
#include <stdio.h>
void give(int *s, int *o) { *o = (*s)++; if (*o == 41) df_stop(); }
void take(const int *i)
{
    FILE *file = fopen(df_option("into"), "a");
    fprintf(file, "%d ", *i);
    fclose(file);
}
"""


def one_way(folder: Path, name: str, port: str, actors: str) -> Path:
    (folder / "one_way.h").write_text(ONE_WAY_H)
    (folder / "one_way.c").write_text(ONE_WAY_C)
    graph = folder / f"{name}.sdf"
    graph.write_text(ENDS.format(name=name, port=port, actors=actors))
    return graph


def test_a_graph_that_only_gives_ends_itself(tmp_path: Path) -> None:
    with dfgen.load(one_way(tmp_path, "gives", "out y", GIVE), pipelined=True) as gives:
        assert [int(y[0]) for y in gives.stream()] == list(range(42))
        for call in (gives.push, gives.flush):
            with pytest.raises(TypeError, match="gives has no inputs"):
                call()


def test_a_graph_that_only_takes_is_done_when_it_is_closed(tmp_path: Path) -> None:
    into = tmp_path / "taken"
    blocks = (numpy.array([i], numpy.int32) for i in range(50))
    graph = one_way(tmp_path, "takes", "in x", TAKE)
    with dfgen.load(graph, pipelined=True, options={"into": into}) as takes:
        assert list(takes.stream(blocks)) == []
        with pytest.raises(TypeError, match="takes has no outputs to pull"):
            takes.pull()
    assert into.read_text() == "".join(f"{i} " for i in range(50))
