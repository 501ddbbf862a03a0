# SPDX-License-Identifier: Apache-2.0
"""Delays that start anew at each firing of their graph, run: the main graph's, and those with a setter or a getter."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from math import lcm
from pathlib import Path

import pytest

from dfgen.build.folder import write_folder
from dfgen.build.toolchain import build_folder
from dfgen.frontend.elaborate import load_graph
from dfgen.model.actor import ActorKind
from dfgen.pipeline import CompileOptions, compile_graph

ITERATIONS = 7
ACTORS_H = """\
#include <stdint.h>
void give(int first, int count, int64_t *fired, int32_t *o);
void take(int chain, int count, int32_t *i);
"""
ACTORS_C = """\
#include "actors.h"
#include <stdio.h>
void give(int first, int count, int64_t *fired, int32_t *o)
{
    for (int i = 0; i < count; i++)
        o[i] = first + (int32_t)(*fired)++;
}
void take(int chain, int count, int32_t *i)
{
    for (int k = 0; k < count; k++)
        printf("%d %d\\n", chain, i[k]);
}
"""


@dataclass(frozen=True)
class Chain:
    """`written` tokens a firing go through a delay of `delay` tokens to a reader of `read` tokens a firing.

    `setter`, `getter`: tokens a firing of who sets and gets the delay, 0 without one. If `firings` is not 0, all but
    the writer stand in a refined graph that fires so often in an iteration.
    """

    written: int
    read: int
    delay: int
    setter: int = 0
    getter: int = 0
    firings: int = 0

    @property
    def total(self) -> int:
        """Tokens that pass in one firing of the graph."""
        return lcm(self.written, self.read)


CHAINS = (
    Chain(4, 2, 2),
    Chain(3, 3, 3),
    Chain(2, 6, 4),
    Chain(4, 2, 2, setter=1),
    Chain(4, 4, 4, setter=2, getter=4),
    Chain(5, 5, 3, getter=1),
    Chain(4, 2, 2, firings=3),
    Chain(6, 2, 4, setter=2, getter=1, firings=2),
    Chain(6, 3, 6, getter=3, firings=1),
)


def giver(name: str, first: int, count: int) -> str:
    fire = f"fire give({first}, {count}, fired, o)"
    return f"    actor {name} {{ state fired : int64; {fire}; out o : int32[{count}]; }}\n"


def taker(name: str, key: int, count: int) -> str:
    return f"    actor {name} {{ io; fire take({key}, {count}, i); in i : int32[{count}]; }}\n"


def behind(source: str, number: int, chain: Chain) -> str:
    """The reader of `source`, and who sets and gets the delay."""
    parts, more = taker(f"r{number}", number, chain.read), "" if chain.setter or chain.getter else " reset"
    more = " = 7" + more if not chain.setter else more
    if chain.setter:
        parts += giver(f"s{number}", 5000, chain.setter)
        more += f" from s{number}.o"
    if chain.getter:
        parts += taker(f"g{number}", 100 + number, chain.getter)
        more += f" to g{number}.i"
    return f"{parts}    {source} -> r{number}.i delay {chain.delay}{more};\n"


def graph_text() -> str:
    main, inner = "", ""
    for number, chain in enumerate(CHAINS):
        if chain.firings:
            inner += f"graph sub{number} {{\n    in x : int32[{chain.written}];\n{behind('x', number, chain)}}}\n"
            main += giver(f"w{number}", 1000, chain.written * chain.firings)
            main += f"    actor f{number} = sub{number};\n    w{number}.o -> f{number}.x;\n"
        else:
            main += giver(f"w{number}", 1000, chain.written) + behind(f"w{number}.o", number, chain)
    return f'include "actors.h"; source "actors.c";\ngraph resets {{\n{main}}}\n{inner}'


def expected() -> dict[int, list[int]]:
    """The tokens that each taker takes, by its number."""
    lines: dict[int, list[int]] = {}
    for number, chain in enumerate(CHAINS):
        written, given = 1000, 5000
        for _ in range(ITERATIONS * max(1, chain.firings)):
            kept = [7] * chain.delay
            if chain.setter:
                kept = [given + index for index in range(chain.delay)]
                given += chain.delay
            stream = kept + [written + index for index in range(chain.total)]
            written += chain.total
            lines.setdefault(number, []).extend(stream[: chain.total])
            if chain.getter:
                lines.setdefault(100 + number, []).extend(stream[chain.total :])
    return lines


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "actors.h").write_text(ACTORS_H)
    (tmp_path / "actors.c").write_text(ACTORS_C)
    (tmp_path / "resets.sdf").write_text(graph_text())
    return tmp_path / "resets.sdf"


def test_a_routing_actor_stands_for_each_delay(graph: Path) -> None:
    routers = [actor for actor in load_graph(graph, {}).actors if actor.kind is ActorKind.RESET]
    assert len(routers) == len(CHAINS)
    for router, chain in zip(
        sorted(routers, key=lambda router: router.span.line), [c for c in CHAINS if not c.firings]
    ):
        assert sum(router.port("out").rates) == sum(router.port("in").rates) == chain.total
        assert {"set", "get"} & {port.name for port in router.ports} == {
            name for name, there in (("set", chain.setter), ("get", chain.getter)) if there
        }


@pytest.mark.parametrize(
    "options",
    [
        CompileOptions(cores=1),
        CompileOptions(cores=3),
        CompileOptions(cores=2, transfers=("memcpy",), depth=1),
        CompileOptions(cores=2, latency_iterations=1, mapper="list"),
    ],
    ids=["one core", "three cores", "copies", "single iterations"],
)
def test_the_tokens_that_arrive(options: CompileOptions, graph: Path, tmp_path: Path) -> None:
    write_folder(tmp_path / "out", compile_graph(graph, options).files)
    program = build_folder(tmp_path / "out", native=False)
    command = [str(program), "-q", "-n", str(ITERATIONS)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    found: dict[int, list[int]] = {}
    for line in printed.splitlines():
        key, value = line.split()
        found.setdefault(int(key), []).append(int(value))
    assert found == expected()
