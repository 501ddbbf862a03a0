# SPDX-License-Identifier: Apache-2.0
"""What of the user's files comes along into a generated folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.model.diagnostics import UserError
from dfgen.pipeline import Compiled

BODY = """include "more.h"; actor a { fire give(o); out o : uint8[1]; } actor b { fire take(i); in i : uint8[1]; }
    a.o -> b.i;"""


def test_a_header_that_no_source_includes_brings_its_own(compile_text: Callable[..., Compiled], tmp_path: Path) -> None:
    (tmp_path / "more.h").write_text('#include "deep/deeper.h"\n#include <stdio.h>\n')
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/deeper.h").write_text("enum { DEEP = 1 };\n")
    user = {name for name in compile_text(BODY).files if name.startswith("user/")}
    assert user == {"user/actors.c", "user/actors.h", "user/more.h", "user/deep/deeper.h"}


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc here")
def test_a_header_that_only_the_users_compiler_refuses(
    compile_text: Callable[..., Compiled], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "gcc")
    (tmp_path / "more.h").write_text("#ifndef __clang__\n#error not with this one\n#endif\n")
    with pytest.raises(UserError) as caught:
        compile_text(BODY)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.id == "c-compile"
    assert "not with this one" in diagnostic.message
    assert str(diagnostic.span) == f"{tmp_path / 'more.h'}:2:2"
