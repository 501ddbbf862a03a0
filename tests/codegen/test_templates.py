# SPDX-License-Identifier: Apache-2.0
"""What is kept of templates from run to run changes nothing of what they write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dfgen.codegen import templates

TEMPLATE = "CMakeLists.txt.j2"


@pytest.fixture(autouse=True)
def _anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins as a new process does, with a cache of its own."""
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    templates.environment_of.cache_clear()
    yield
    templates.environment_of.cache_clear()


def source() -> str | None:
    """The Python that the template was translated to in this process; None where its bytecode was read."""
    environment = templates.environment_of(templates.templates_dir())
    made: list[str] = []
    compiled = environment._compile
    environment._compile = lambda text, name: made.append(text) or compiled(text, name)  # type: ignore[method-assign]
    environment.get_template(TEMPLATE)
    return made[0] if made else None


def kept(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]


def test_a_template_is_translated_once(tmp_path: Path) -> None:
    assert source()
    assert len(kept(tmp_path)) == 1
    templates.environment_of.cache_clear()
    assert source() is None


@pytest.mark.parametrize("content", [b"", b"j2", b"no bytecode", None], ids=["empty", "cut", "other", "cut late"])
def test_what_is_broken_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    before = source()
    (path,) = kept(tmp_path)
    path.write_bytes(path.read_bytes()[:40] if content is None else content)
    templates.environment_of.cache_clear()
    assert source() == before


def test_a_cache_that_cannot_be_is_none(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("in the way\n")
    assert source()
    templates.environment_of.cache_clear()
    assert source()
