# SPDX-License-Identifier: Apache-2.0
"""Which FIFOs a strategy is demanded of by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dfgen.pipeline import Compiled

BRANCHES = """\
actor a { fire give(out); out out : uint8[1]; }
actor b { fire take(in); in in : uint8[1]; }
actor c { fire take(in); in in : uint8[1]; }
a.out -> b.in delay 1 = 1;
a.out -> c.in delay 1 = 2;
"""


@pytest.mark.parametrize("pattern", ["a.out:c.in", "a.out", "*:c.in"])
def test_a_branch_set_apart_is_found_by_the_names_that_the_user_knows(
    pattern: str, compile_text: Callable[..., Compiled]
) -> None:
    """The branches begin with different tokens, so one of them gets a buffer of its own."""
    compiled = compile_text(BRANCHES, transfers=(f"{pattern}=memcpy",))
    (choice,) = [fifo for fifo in compiled.plan["fifos"] if fifo["name"].endswith(":c.in")]
    assert choice["strategy"] == "memcpy"
