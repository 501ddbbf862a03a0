# SPDX-License-Identifier: Apache-2.0
"""What the memory plan refuses: the id, the place, and that a small change makes it go away."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.checking import check_graph
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.pipeline import Compiled

Refusal = Callable[..., Diagnostic]
Compile = Callable[..., Compiled]

# b may write what c reads, so that not both can look at a's bytes.
BRANCHES = """\
actor a {{ fire give(o); out o : uint8[64]; }}
actor b {{ fire change(i, o); in i : uint8[64]; out o : uint8[64]; }}
actor c {{ fire swap(i, j, o, p); in i : uint8[64]; in j : uint8[64]; out o : uint8[64]; out p : uint8[64]; }}
actor d {{ fire take(i); in i : uint8[64]; }}
actor e {{ fire take(i); in i : uint8[64]; }}
a.o -> {{ b.i, c.i }}{0};
b.o -> c.j;
c.o -> d.i;
c.p -> e.i;
"""
PLAIN = BRANCHES.format("")


def test_strategy_that_does_not_exist_in_the_graph(refusal: Refusal) -> None:
    found = refusal(BRANCHES.format(" @transfer(memcopy)"))
    assert found.id == "transfer-unknown"
    assert found.span is not None
    assert (found.span.line, found.hint) == (8, "Did you mean 'memcpy'?")


@pytest.mark.parametrize(
    ("demand", "why"),
    [("memcopy", "no transfer strategy"), ("offload, engine = dmax", "'dmax'"), ("offload, lanes = 0", "'0'")],
)
def test_check_tells_of_strategies_and_their_options(demand: str, why: str, tmp_path: Path) -> None:
    ends = "actor a { out o : uint8[4]; } actor b { in i : uint8[4]; }"
    graph = tmp_path / "g.sdf"
    graph.write_text(f"graph g {{\n{ends}\na.o -> b.i @transfer({demand});\n}}\n")
    with pytest.raises(UserError, match=why) as error:
        check_graph(graph, {})
    (found,) = error.value.diagnostics
    assert found.id in ("transfer-unknown", "transfer-option")
    assert found.span is not None
    assert (found.span.line, found.span.column) == (3, 12)


def test_strategy_that_does_not_exist_in_an_option(refusal: Refusal, compile_text: Compile) -> None:
    assert refusal(PLAIN, transfers=("a.o=telepathy",)).id == "transfer-unknown"
    compile_text(PLAIN, transfers=("a.o=memcpy",))


def test_pattern_that_matches_nothing(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(PLAIN, transfers=("b.u=memcpy",))
    assert (found.id, found.hint) == ("transfer-no-match", "Did you mean 'b.o'?")
    compile_text(PLAIN, transfers=("b.*=memcpy",))


def test_sharing_with_a_reader_that_writes(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(BRANCHES.format(" @transfer(shared)"))
    assert found.id == "transfer-illegal"
    assert found.span is not None
    assert found.span.line == 8
    assert found.message == "a.o:b.i cannot be shared: it may write what c.i reads too"
    compile_text(PLAIN, transfers=("a.o:c.i=shared",))


def test_sharing_everything_that_can_be_shared_is_no_error(compile_text: Compile) -> None:
    notes = compile_text(PLAIN, transfers=("shared",)).notes
    assert "a.o:b.i is copied, not shared: it may write what c.i reads too" in notes


def test_too_much_memory(refusal: Refusal, compile_text: Compile) -> None:
    needed = int(refusal(PLAIN, memory_bytes=1).message.split()[3])
    found = refusal(PLAIN, memory_bytes=needed - 1)
    assert found.id == "memory-exceeded"
    assert "--memory" in found.hint
    compile_text(PLAIN, memory_bytes=needed)


@pytest.mark.parametrize("cores", [1, 2])
def test_a_graph_with_an_actor_that_has_no_code(refusal: Refusal, cores: int) -> None:
    found = refusal(PLAIN.replace("fire take(i); ", "", 1), cores=cores)
    assert found.id == "actor-without-fire"
    assert found.span is not None
    assert (found.span.line, found.span.column) == (6, 7)
