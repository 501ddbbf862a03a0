# SPDX-License-Identifier: Apache-2.0
"""Outputs that no engine can write: refused where they are said to be written by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dfgen.checking import check_graph
from dfgen.model.diagnostics import UserError

BY = "@by(engine = thread)"
LINE = "actor a {{ out o : uint8[4]; }} {} actor c {{ in i : uint8[4]; }} a.o -> b.i; b.o -> c.i;"
CASES = {
    "unknown engine": (
        "bulk-engine",
        "actor b { in i : uint8[4]; out o : uint8[4] @by(engine = thraed); }",
        "'thraed'",
    ),
    "two thresholds": (
        "bulk-engine",
        f"actor d {{ in i : uint8[4]; }} actor b {{ in i : uint8[4]; out o : uint8[4] {BY};"
        " out p : uint8[4] @by(engine = thread, threshold = 9); } b.p -> d.i;",
        "one threshold",
    ),
    "overlay": ("bulk-illegal", f"actor b {{ in i : uint8[4]; out o : uint8[4] overlays i {BY}; }}", "overlays"),
    "cycle": (
        "bulk-illegal",
        f"actor b {{ in i : uint8[4]; in j : uint8[4]; out o : uint8[4] {BY}; out p : uint8[4]; }} b.p -> b.j delay 4;",
        "on a cycle",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_no_engine_can_write_is_refused_in_its_place(case: str, tmp_path: Path) -> None:
    id, middle, why = CASES[case]
    (tmp_path / "g.sdf").write_text("graph g {\n" + LINE.format(middle) + "\n}\n")
    with pytest.raises(UserError, match=why) as error:
        check_graph(tmp_path / "g.sdf", {})
    (found,) = error.value.diagnostics
    assert found.id == id
    assert id in ("bulk-engine", "bulk-illegal")
    assert found.span is not None
    assert found.span.line == 2
    assert found.hint
