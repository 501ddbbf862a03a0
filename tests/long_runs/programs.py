# SPDX-License-Identifier: Apache-2.0
"""The graph of the long runs, compiled in several ways, and what its program must tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dfgen.pipeline import CompileOptions, compile_graph
from tests.oracle.building import Builder

GRAPH = Path(__file__).parent / "application" / "graph.sdf"
PERIOD_ITERATIONS = 64
FIFOS = 6
WORDS = 2048
LAG = 5
FACTOR = 11400714819323198485
MASK = 2**64 - 1
# A multiple of all numbers of slots up to 5, shortly before 2^32.
SHORTLY_BEFORE_2_32 = 2**32 // 60 * 60


@dataclass(frozen=True)
class Way:
    """One way to compile the graph; `words` are the tokens of a window."""

    name: str
    options: CompileOptions
    words: int = WORDS

    @property
    def tokens_per_iteration(self) -> int:
        return FIFOS * self.words


def _ways() -> Iterator[Way]:
    yield Way("default", CompileOptions(cores=2))
    yield Way("small tokens", CompileOptions(cores=2, parameters={"words": 1}), words=1)
    yield Way("memcpy", CompileOptions(cores=2, transfers=("memcpy",)))
    cow = ("count.out:touch.in=cow", "count.out:change.in=cow")
    yield Way("cow", CompileOptions(cores=2, transfers=cow))
    yield Way("stream", CompileOptions(cores=2, transfers=("stream",)))
    yield Way("offload", CompileOptions(cores=2, transfers=("offload",)))
    yield Way("traced", CompileOptions(cores=2, trace=True))
    yield Way("one pass", CompileOptions(cores=2, latency_iterations=1, depth=1))


WAYS = {way.name: way for way in _ways()}


@dataclass(frozen=True)
class Program:
    """`first_pass` is the number of the pass with which it begins, `iterations_per_pass` what each of them runs."""

    way: Way
    binary: Path
    iterations_per_pass: int
    first_pass: int = 0


def build(way: Way, folder: Path, objects: Path, first_pass: int = 0) -> Program:
    """The program, as if so many passes had been run already."""
    compiled = compile_graph(GRAPH, way.options)
    files = dict(compiled.files)
    if first_pass:
        files = {name: _begun(name, text, first_pass) for name, text in files.items()}
    binary = Builder(("gcc", "-O2"), "", objects).build(folder, files, "long_run")
    per_pass = compiled.plan["iterations_per_pass"]
    assert isinstance(per_pass, int)
    return Program(way, binary, per_pass, first_pass)


def _begun(name: str, text: bytes, first_pass: int) -> bytes:
    """A file of the program in which counters and passes begin with that number. Turns of inner loops begin with 0: no
    counter counts them."""
    if not re.fullmatch(r"src/(graph|core_\d+)\.c", name):
        return text
    code = text.decode()
    published = re.findall(r"_publish\(core, (?:\d+, )?&\w+, (.*)\);", code)
    assert set(published) <= {"pass + 1"}, published
    code = re.sub(r"^(df_counter \w+ = {)", rf"\1.value = {first_pass}, ", code, flags=re.MULTILINE)
    code = code.replace("for (uint64_t pass = 0;", f"for (uint64_t pass = {first_pass};")
    return code.encode()


@cache
def expected_digest(words: int) -> str:
    """What the program tells of any period but the first."""
    period = words * PERIOD_ITERATIONS
    total = 1
    for iteration in range(PERIOD_ITERATIONS):
        digest = 1
        for token in range(iteration * words, (iteration + 1) * words):
            value, late = token * FACTOR & MASK, (token - LAG) % period * FACTOR & MASK
            for seen in (value, value ^ 1, value + 3 & MASK, late):
                digest = (digest ^ seen) * FACTOR & MASK
        total = (total ^ digest) * FACTOR & MASK
    return f"{total:016x}"
