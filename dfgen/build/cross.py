# SPDX-License-Identifier: Apache-2.0
"""Building for another machine, as a toolchain file of CMake describes it."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from dfgen.build.toolchain import find_tools
from dfgen.model.diagnostics import Span, UserError, fail
from dfgen.model.input_files import read_text

_ASKED = ("CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_C_COMPILER_TARGET", "CMAKE_SYSROOT", "CMAKE_C_FLAGS_INIT")
_HINT = "It must say set(CMAKE_C_COMPILER ...), and may set CMAKE_CXX_COMPILER, CMAKE_SYSROOT and CMAKE_C_FLAGS_INIT."


@contextmanager
def for_target(toolchain: Path | None) -> Iterator[dict[str, str]]:
    """While this lasts, CC and CXX name the compilers of the toolchain file: graphs are compiled for their target.
    Gives the variables that make CMake use it. Without a file nothing changes. Raises `UserError`."""
    if toolchain is None:
        yield {}
        return
    compilers = _compilers_of(toolchain)
    before = {name: os.environ.get(name) for name in ("CC", "CXX")}
    os.environ.update(compilers)
    try:
        yield {"CMAKE_TOOLCHAIN_FILE": str(toolchain.absolute())}
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _compilers_of(toolchain: Path) -> dict[str, str]:
    """CC and CXX with the flags that the file gives them."""
    read_text(toolchain)  # what is wrong with it is told as of any file
    found = _variables(toolchain)
    if not found["CMAKE_C_COMPILER"]:
        raise _refused(toolchain, "the toolchain file names no C compiler")
    target, sysroot = found["CMAKE_C_COMPILER_TARGET"], found["CMAKE_SYSROOT"]
    flags = [
        *([f"--target={target}"] if target else []),
        *([f"--sysroot={sysroot}"] if sysroot else []),
        *shlex.split(found["CMAKE_C_FLAGS_INIT"]),
    ]
    names = {"CC": found["CMAKE_C_COMPILER"], "CXX": found["CMAKE_CXX_COMPILER"]}
    return {name: shlex.join([compiler, *flags]) for name, compiler in names.items() if compiler}


def _variables(toolchain: Path) -> Mapping[str, str]:
    with tempfile.TemporaryDirectory(prefix="dfgen-toolchain-") as folder:
        script, answers = Path(folder) / "ask.cmake", Path(folder) / "answers"
        lines = [f"include([==[{toolchain.absolute()}]==])"]
        lines += [f'file(APPEND [==[{answers}]==] "${{{name}}}\\n")' for name in _ASKED]
        script.write_text("\n".join(lines), encoding="utf-8")
        command = [str(find_tools().cmake), "-P", str(script)]
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if ended.returncode != 0:
            said = next((line for line in map(str.strip, ended.stderr.splitlines()[1:]) if line), "it failed")
            raise _refused(toolchain, f"CMake cannot read the toolchain file: {said}")
        return dict(zip(_ASKED, answers.read_text(encoding="utf-8").splitlines(), strict=True))


def _refused(toolchain: Path, message: str) -> UserError:
    return fail("toolchain-invalid", message, Span(str(toolchain), 1, 1), _HINT)
