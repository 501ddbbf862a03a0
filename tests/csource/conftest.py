# SPDX-License-Identifier: Apache-2.0
"""The C compilers that these tests run with; one that is not installed is skipped by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from dfgen.csource.toolchain import Compiler, find_compiler
from tests.probing import cannot_compile

WriteFiles = Callable[[Mapping[str, str]], list[Path]]


def compiler_named(name: str) -> Compiler:
    reason = cannot_compile(name)
    if reason:
        pytest.skip(reason)
    return find_compiler({"CC": name, "PATH": os.environ["PATH"]})


@pytest.fixture(params=["gcc", "clang", "aarch64-linux-gnu-gcc"])
def compiler(request: pytest.FixtureRequest) -> Compiler:
    return compiler_named(request.param)


@pytest.fixture
def native_compiler() -> Compiler:
    return find_compiler()


@pytest.fixture
def write_files(tmp_path: Path) -> WriteFiles:
    """Writes files by name into the test's folder; returns their paths in the given order."""

    def write(texts: Mapping[str, str]) -> list[Path]:
        for name, text in texts.items():
            (tmp_path / name).write_text(text)
        return [tmp_path / name for name in texts]

    return write


@pytest.fixture(params=["echo text > ", "true "], ids=["text", "nothing"])
def compiler_without_objects(request: pytest.FixtureRequest, native_compiler: Compiler, tmp_path: Path) -> Compiler:
    """A program that takes a compiler's arguments, and writes no ELF object."""
    fake = tmp_path / "fake-cc"
    fake.write_text(f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\n{request.param}"$2"\n')
    fake.chmod(0o755)
    return Compiler(fake, "1", (), native_compiler.target)
