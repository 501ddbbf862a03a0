# SPDX-License-Identifier: Apache-2.0
"""Builds generated programs without CMake: what many programs have in common is compiled once."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.launching import launched

WARNINGS = ("-Wall", "-Wextra", "-Werror")
FLAGS = ("-std=gnu11", "-ffp-contract=off", "-pthread")
CPP = ".cpp"
APART = "-fno-lto"
_APART = re.compile(rf"set_property\(SOURCE(.*) APPEND PROPERTY COMPILE_OPTIONS {APART}\)")


def sources_without_lto(files: Mapping[str, bytes], folder: str = "") -> frozenset[str]:
    """Those below `folder` that a generated folder keeps out of link-time optimisation."""
    found = _APART.search(files["CMakeLists.txt"].decode())
    names = re.findall(r"\[==\[(.*?)\]==\]", found[1]) if found else []
    return frozenset(name for name in names if name.startswith(folder))


def _as_it_stands(name: str, apart: Collection[str]) -> tuple[str, ...]:
    return (APART,) if name in apart else ()


def compiler_with_flags(command: Sequence[str], sanitize: str) -> tuple[str, ...]:
    """What each source is compiled with, and each program linked."""
    flags = (f"-fsanitize={sanitize}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g")
    return (*command, *FLAGS, *(flags if sanitize else ()))


def with_runner(program: Path, runner: Sequence[str]) -> Path:
    """What can be run here in place of a program for another machine."""
    if not runner:
        return program
    script = program.with_name(f"{program.name}-here")
    script.write_text(f'#!/bin/sh\nexec {shlex.join(runner)} {shlex.quote(str(program))} "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return script


@dataclass(frozen=True)
class Builder:
    """`command` is a compiler with its own flags, such as `gcc -O1`; objects that are used again lie in `folder`. All
    programs are linked with `libraries`. `runner`: what runs them, where they are for another machine."""

    command: tuple[str, ...]
    sanitize: str
    folder: Path
    libraries: tuple[str, ...] = ()
    runner: tuple[str, ...] = ()

    def build(self, generated: Path, files: Mapping[str, bytes], user: str) -> Path:
        """The program of a generated folder. `user` names the user's sources, which must not differ between folders."""
        _write(generated, files)
        compiler = compiler_with_flags(self.command, self.sanitize)
        own = sorted(name for name in files if name.startswith("src/") and name.endswith(".c"))
        runtime = sorted(
            name for name in files if name.startswith(("runtime/src/", "runtime/network/")) and name.endswith(".c")
        )
        includes = [f"-I{generated / 'runtime/include'}", f"-isystem{generated / 'user'}"]
        folders = sorted({(generated / name).parent for name in own})
        for folder in folders:
            here = [generated / name for name in own if (generated / name).parent == folder]
            _run([*compiler, *WARNINGS, *includes, "-c", *map(str, here)], folder)
        objects = [(generated / name).with_suffix(".o") for name in own]
        apart = sources_without_lto(files)
        for name in runtime:
            objects.append(self._object(generated, name, Path(name).stem, (*WARNINGS, *_as_it_stands(name, apart))))
        for name in sorted(name for name in files if name.startswith("user/") and name.endswith((".c", CPP))):
            flags = ("-fcommon", *_as_it_stands(name, apart))
            objects.append(self._object(generated, name, f"{user}_{Path(name).stem}", flags))
        bridges = sorted(name for name in files if name.startswith("src/") and name.endswith(CPP))
        for name in bridges:
            self._compile(generated, name, generated / "src" / f"{Path(name).stem}.o", WARNINGS)
            objects.append(generated / "src" / f"{Path(name).stem}.o")
        more = (*self.libraries, *(["-lstdc++"] if bridges else []))
        _run([*compiler, *map(str, objects), "-lm", *more, "-o", "program"], generated)
        return with_runner(generated / "program", self.runner)

    def _object(self, generated: Path, name: str, stem: str, flags: Sequence[str]) -> Path:
        """A source compiled, by whoever asks for it first."""
        found = self.folder / f"{stem}.o"
        if not found.exists():
            self._compile(generated, name, found, flags)
        return found

    def _compile(self, generated: Path, name: str, made: Path, flags: Sequence[str]) -> None:
        includes = [f"-I{generated / 'runtime/include'}", f"-I{generated / 'user'}"]
        # The C compiler compiles C++ too, where the file's name says that it is.
        cpp = {"-std=gnu11": "-std=gnu++20"} if name.endswith(CPP) else {}
        words = [cpp.get(flag, flag) for flag in compiler_with_flags(self.command, self.sanitize)]
        _run(launched([*words, *flags, *includes, "-c", str(generated / name), "-o", str(made)]), generated)


def _run(command: Sequence[str], folder: Path) -> None:
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, f"{shlex.join(command)}\n{ended.stderr}"


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
