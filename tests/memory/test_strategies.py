# SPDX-License-Identifier: Apache-2.0
"""The table of strategies against the C runtime, and every strategy that moves bytes on one graph: same bytes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dfgen.codegen.generate import RUNTIME_SOURCES
from dfgen.memory.cost import Use
from dfgen.memory.strategies import BY_RANK, FALLBACK, IN_PLACE, STRATEGIES, kernels
from dfgen.memory.strategies.contract import Strategy, never
from dfgen.model.costs import SHIPPED
from dfgen.model.movement import Pages
from dfgen.model.platform import default_platform
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import Workbench, run

PLAIN = [strategy for strategy in STRATEGIES.values() if not strategy.only_objects]
MOVING = [strategy for strategy in PLAIN if strategy.moves]
ALL = pytest.mark.parametrize("strategy", PLAIN, ids=lambda strategy: strategy.name)
OF_OBJECTS = pytest.mark.parametrize(
    "strategy", [strategy for strategy in STRATEGIES.values() if strategy.objects], ids=lambda strategy: strategy.name
)
EACH_MOVING = pytest.mark.parametrize("strategy", MOVING, ids=lambda strategy: strategy.name)

ITERATIONS = 3

# `split` is cut and put together again across FIFOs of which one is delayed; `fade` writes to what `mix` reads too. The
# windows have odd sizes, so that copies start anywhere.
GRAPH = """\
graph moves {
  include "moves.h"; source "moves.c";
  actor noise { fire noise(seed, out); state seed : uint32; out out : uint8[15015]; }
  fork split { in whole : uint8[15015]; out left : uint8[5005]; out right : uint8[10010]; }
  actor fade { fire fade(samples, out); in samples : uint8[715]; out out : uint8[715]; }
  join unite { in left : uint8[5005]; in right : uint8[10010]; out whole : uint8[15015]; }
  actor mix { fire mix(a, b); in a : uint8[15015]; in b : uint8[15015]; effect; }
  noise.out -> { split.whole, mix.a };
  split.left -> fade.samples;
  fade.out -> unite.left delay 715;
  split.right -> unite.right;
  unite.whole -> mix.b;
}
"""
COPIED = {
    "fade.out:unite.left", "split.right:unite.right", "split.left:fade.samples", "noise.out:mix.a", "unite.whole:mix.b"
}  # fmt: skip
HEADER = """\
#include <stdint.h>
void noise(uint32_t *seed, uint8_t *out);
void fade(uint8_t *samples, uint8_t *out);
void mix(const uint8_t *a, const uint8_t *b);
"""
SOURCE = """\
#include "moves.h"
#include <df/df.h>
#include <stdio.h>

void noise(uint32_t *seed, uint8_t *out)
{
    for (int i = 0; i < 15015; i++)
        out[i] = (uint8_t)((*seed = *seed * 1664525u + 1013904223u) >> 24);
}

void fade(uint8_t *samples, uint8_t *out)
{
    for (int i = 0; i < 715; i++)
        samples[i] /= 2;
    df_copy(out, samples, 715, DF_COPY_REUSED);
}

void mix(const uint8_t *a, const uint8_t *b)
{
    uint8_t both[2 * 15015];
    df_fill(both, 1, sizeof both, DF_COPY_STREAMED);
    df_copy(both, a, 15015, DF_COPY_STREAMED);
    df_copy(both + 15015, b, 15015, DF_COPY_STREAMED);
    for (unsigned i = 0; i < sizeof both; i++)
        printf("%02x", both[i]);
}
"""


def source_of(strategy: Strategy) -> Path:
    return runtime_dir() / "src" / f"transfer_{strategy.name}.c"


def first_comment(source: Path) -> str:
    """The one after the licence, without its stars."""
    text = re.findall(r"/\*(.*?)\*/", source.read_text(encoding="utf-8"), re.DOTALL)[1]
    return " ".join(text.replace("\n *", " ").split())


@ALL
def test_what_moves_has_a_twin_and_what_does_not_has_none(strategy: Strategy) -> None:
    assert bool(strategy.runtime_files) == source_of(strategy).is_file() == strategy.moves
    assert bool(strategy.function) == (strategy.way.is_copy or strategy.by_engine)
    assert strategy.summary


@ALL
def test_nobody_pays_for_what_is_read_in_place_and_everybody_for_more_bytes(strategy: Strategy) -> None:
    uses = [Use(1 << shift, 1, 1 << shift) for shift in range(10, 27)]
    costs = [strategy.estimate(use, default_platform()) for use in uses]
    assert costs == sorted(costs)
    assert (costs[-1] > 0) == strategy.moves


def test_one_is_the_fallback_and_ranks_are_unlike() -> None:
    assert FALLBACK.way.is_copy
    assert [strategy for strategy in STRATEGIES.values() if strategy.fallback] == [FALLBACK]
    assert len({strategy.rank for strategy in STRATEGIES.values()}) == len(STRATEGIES)
    assert BY_RANK[0] is IN_PLACE
    assert all(strategy.because for strategy in MOVING if strategy.offer is not never and strategy is not FALLBACK)


def test_every_kernel_has_shipped_costs_and_is_measured() -> None:
    shipped = {copy.kernel for copy in SHIPPED.copies}
    assert kernels().keys() == {strategy.kernel for strategy in STRATEGIES.values() if strategy.kernel} == shipped
    assert SHIPPED.plain_copy.kernel == FALLBACK.kernel
    declared = (runtime_dir() / "include/df/transfer.h").read_text(encoding="utf-8")
    assert [f for f in kernels().values() if f"void {f}(void *target, const void *source" not in declared] == []


def test_options_change_how_bytes_move() -> None:
    assert {strategy.how().strategy for strategy in STRATEGIES.values()} == STRATEGIES.keys()
    view = STRATEGIES["cow"].how((("variant", "fault"), ("pages", "small")))
    assert (view.only_read, view.pages) == (True, Pages.SMALL)
    assert (STRATEGIES["cow"].how().only_read, STRATEGIES["cow"].how().pages) == (False, Pages.HUGE_IF_WORTH)
    assert [STRATEGIES["offload"].how(given).waits for given in ((), (("mode", "sync"),))] == [False, True]


@EACH_MOVING
def test_the_twin_keeps_the_contract(strategy: Strategy) -> None:
    assert f"extern const df_strategy {strategy.table};" in (runtime_dir() / "include/df/transfer.h").read_text()
    source = source_of(strategy).read_text(encoding="utf-8")
    assert re.search(rf'const df_strategy {strategy.table} = {{\s*\.name = "{strategy.name}"', source)


@EACH_MOVING
def test_the_twins_name_each_other(strategy: Strategy) -> None:
    assert f"Transfer strategy `{strategy.name}`: " in first_comment(source_of(strategy))
    assert f"Its twin is dfgen/memory/strategies/{strategy.name}.py." in first_comment(source_of(strategy))
    module = runtime_dir().parent / f"dfgen/memory/strategies/{strategy.name}.py"
    assert f"C twin: `runtime/src/transfer_{strategy.name}.c`." in module.read_text(encoding="utf-8")


@pytest.mark.parametrize("strategy", [s for s in MOVING if s.way.is_copy], ids=lambda strategy: strategy.name)
def test_the_function_is_declared_and_defined(strategy: Strategy) -> None:
    prototype = f"void {strategy.function}(void *target, const void *source, size_t bytes)"
    assert f"{prototype};" in (runtime_dir() / "include/df/transfer.h").read_text(encoding="utf-8")
    assert f"{prototype}\n{{" in source_of(strategy).read_text(encoding="utf-8")


@OF_OBJECTS
def test_copies_of_objects_are_declared_and_those_of_nothing_else_have_a_source(strategy: Strategy) -> None:
    assert strategy.objects is not None
    headers = [path.read_text(encoding="utf-8") for path in (runtime_dir() / "include/df").glob("object_*.h")]
    assert any(f"void {strategy.objects.function}(" in header for header in headers)
    if strategy.only_objects:
        (name,) = strategy.runtime_files
        module = runtime_dir().parent / f"dfgen/memory/strategies/{strategy.name}.py"
        assert f"C twin: `runtime/src/{name}`." in module.read_text(encoding="utf-8")
        defined = (runtime_dir() / "src" / name).read_text(encoding="utf-8")
        assert f"void {strategy.objects.function}(" in defined


def test_what_cannot_serve_objects_says_why() -> None:
    assert all(bool(s.no_objects) == (s.moves and s.objects is None) for s in STRATEGIES.values())


@EACH_MOVING
def test_the_files_it_needs_exist_and_are_its_own(strategy: Strategy) -> None:
    assert [name for name in strategy.runtime_files if not (runtime_dir() / "src" / name).is_file()] == []
    assert set(strategy.runtime_files).isdisjoint(RUNTIME_SOURCES)


def test_no_source_file_is_left_without_a_strategy() -> None:
    sources = {path.name for path in (runtime_dir() / "src").glob("transfer_*.c")}
    assert sources == {name for strategy in MOVING for name in strategy.runtime_files if name.startswith("transfer_")}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return Workbench(tmp_path_factory.mktemp("bench"))


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "moves.h").write_text(HEADER)
    (tmp_path / "moves.c").write_text(SOURCE)
    (tmp_path / "moves.sdf").write_text(GRAPH)
    return tmp_path / "moves.sdf"


def expected_bytes() -> bytes:
    """What `mix` prints, worked out here."""
    seed, history, written = 0, bytes(715), b""
    for _ in range(ITERATIONS):
        whole = bytearray()
        for _ in range(15015):
            seed = (seed * 1664525 + 1013904223) % 2**32
            whole.append(seed >> 24)
        faded = history + bytes(value // 2 for value in whole[:5005])
        written += bytes(whole) + faded[:5005] + bytes(whole[5005:])
        history = faded[5005:]
    return written


@EACH_MOVING
@pytest.mark.parametrize("cores", [1, 2])
def test_every_strategy_gives_the_same_bytes(bench: Workbench, graph: Path, strategy: Strategy, cores: int) -> None:
    compiled = compile_graph(graph, CompileOptions(transfers=(strategy.name,), cores=cores))
    transfers = compiled.plan["transfers"]
    assert isinstance(transfers, list)
    # A view is for a reader: what is put together is copied, or written in place. So is what has a delay besides.
    others = {"memcpy"} if strategy.views or strategy.by_engine else set()
    assert {transfer["strategy"] for transfer in transfers} == {strategy.name, *others}
    # An engine also serves what only leads to a routing actor.
    served = {"noise.out:split.whole"} if strategy.by_engine else set()
    assert {transfer["fifo"] for transfer in transfers} == COPIED | served
    result = run(bench.build(compiled.files), "-n", str(ITERATIONS), "-q")
    assert result.returncode == 0, result.stderr
    assert result.stdout == expected_bytes().hex()


def test_a_program_gets_the_sources_of_its_strategies_only(graph: Path) -> None:
    for transfers in (("shared",), ("stream",)):
        files = compile_graph(graph, CompileOptions(transfers=transfers)).files
        assert ("runtime/src/transfer_stream.c" in files) == (transfers == ("stream",))
        assert "runtime/src/actor_copy.c" in files
