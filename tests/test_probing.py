# SPDX-License-Identifier: Apache-2.0
"""Compilers are asked with the flags that they are used with; what they cannot do is left out by name."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.campaign.cases import application_of, configuration_of
from tests.probing import cannot_compile, unusable

SANITIZERS_MISSING = """\
#!/bin/sh
case "$*" in *-fsanitize*) echo "ld: cannot find libclang_rt.asan.a" >&2; exit 1;; esac
exec cc "$@"
"""


@pytest.fixture
def bare_clang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """On the PATH: a clang as it is where only the compiler itself was installed."""
    compiler = tmp_path / "clang"
    compiler.write_text(SANITIZERS_MISSING)
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    unusable.cache_clear()
    yield compiler
    unusable.cache_clear()


def test_a_compiler_may_do_without_flags_and_not_with_them(bare_clang: Path) -> None:
    assert unusable("clang", "-O1") == ""
    reason = unusable("clang", "-O1", "-fsanitize=address")
    assert reason == "clang -O1 -fsanitize=address cannot link here: ld: cannot find libclang_rt.asan.a"


def test_programs_must_run(tmp_path: Path) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text('#!/bin/sh\nprintf "#!/bin/sh\\nexit 4\\n" >probe && chmod +x probe\n')
    compiler.chmod(0o755)
    assert "makes programs that do not run here" in unusable(str(compiler))


def test_what_is_not_there_is_named() -> None:
    assert unusable("no-such-cc") == cannot_compile("no-such-cc") == "no-such-cc is not installed"


def test_a_compiler_for_another_machine_need_not_make_programs(tmp_path: Path) -> None:
    compiler = tmp_path / "cross-cc"
    compiler.write_text('#!/bin/sh\ncase " $* " in *" -c "*) exec cc "$@";; esac\nexit 1\n')
    compiler.chmod(0o755)
    assert cannot_compile(str(compiler)) == ""
    assert "cannot link here" in unusable(str(compiler))


def test_the_campaign_leaves_out_what_is_missing(bare_clang: Path, repository: Path) -> None:
    application = application_of(1)
    drawn = {str(configuration_of(application, index, ()).toolchain) for index in range(400)}
    assert {"clang -O2", "clang -O3"} <= drawn
    assert not {name for name in drawn if name.startswith("clang") and ("address" in name or "thread" in name)}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.campaign", "--seconds", "0"], cwd=repository, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    left_out = [line.split(":")[1].strip() for line in ended.stdout.splitlines() if line.startswith("left out: ")]
    assert left_out[-2:] == ["clang -O1 address,undefined", "clang -O1 thread"]
