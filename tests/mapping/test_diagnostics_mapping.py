# SPDX-License-Identifier: Apache-2.0
"""What mapping and scheduling refuse: the id, the place, and that a small change makes it go away."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dfgen.model.diagnostics import Diagnostic
from dfgen.pipeline import Compiled

Refusal = Callable[..., Diagnostic]
Compile = Callable[..., Compiled]

CHAIN = """\
@core({0}) actor a {{ fire give(o); out o : uint8[1]; }}
@core({1}) actor b {{ fire take(i); in i : uint8[1]; }}
a.o -> b.i;
"""
HALF_PLACED = CHAIN.format(0, 1).replace("@core(1) ", "")
# `give` makes a and b fire four times an iteration, each time together unless the delay holds an iteration's tokens.
LOOP = """\
@core(0) actor a {{ fire swap(i, j, o, p); in i : uint8[1]; in j : uint8[1]; out o : uint8[1]; out p : uint8[1]; }}
@core(1) actor b {{ fire pass(i, o); in i : uint8[1]; out o : uint8[1]; }}
actor give {{ fire give(o); out o : uint8[4]; }}
actor take {{ fire take(i); in i : uint8[1]; }}
give.o -> a.j;
a.o -> b.i;
b.o -> a.i delay {0};
a.p -> take.i;
"""
# Neither FIFO ever holds an iteration's tokens, so the actors must take turns about `rate` times.
KNOT = """\
actor a {{ fire pass(i, o); in i : uint8[{0}]; out o : uint8[{0}]; }}
actor b {{ fire pass(i, o); in i : uint8[{0} + 1]; out o : uint8[{0} + 1]; }}
a.o -> b.i;
b.o -> a.i delay 2 * {0};
"""


def place(diagnostic: Diagnostic) -> str:
    assert diagnostic.span is not None
    return f"{diagnostic.span.line}:{diagnostic.span.column}"


def test_core_that_does_not_exist(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(CHAIN.format(0, 2), cores=2)
    assert (found.id, place(found)) == ("core-out-of-range", "4:16")
    assert "--cores 3" in found.hint
    compile_text(CHAIN.format(0, 2), cores=3)


def test_cycle_on_two_cores(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(LOOP.format(1), cores=2)
    assert (found.id, place(found)) == ("core-conflict", "3:16")
    assert [note.message for note in found.notes] == ["b is placed on core 1"]
    compile_text(LOOP.format(4), cores=2)


def test_mapper_fixed_without_all_cores(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(HALF_PLACED, cores=2, mapper="fixed")
    assert found.id == "fixed-without-core"
    assert "without one: b" in found.message
    compile_text(CHAIN.format(0, 1), cores=2, mapper="fixed")
    compile_text(HALF_PLACED, cores=2)


def test_cycle_that_only_a_long_list_orders(refusal: Refusal, compile_text: Compile) -> None:
    found = refusal(KNOT.format(20_000))
    assert (found.id, place(found)) == ("cycle-too-long", "3:7")
    compile_text(KNOT.format(20))
    compile_text(KNOT.format(20_000).replace("2 * 20000", "20000 * 20001"))


@pytest.mark.parametrize(
    ("options", "named"),
    [({"mapper": "ballance"}, "ballance"), ({"dump": ("plans",)}, "plans"), ({"cores": 65}, "65 cores")],
)
def test_option_that_does_not_exist(refusal: Refusal, options: dict[str, object], named: str) -> None:
    found = refusal(CHAIN.format(0, 0), **options)
    assert found.id == "option-unknown"
    assert named in found.message
