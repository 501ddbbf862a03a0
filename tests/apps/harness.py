# SPDX-License-Identifier: Apache-2.0
"""Generated programs, built with the C compiler directly: an object that was compiled once is not compiled again."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.launching import launched

RUN_SECONDS_MAX = 120
INCLUDES = ("-Iruntime/include", "-Iuser")
# As the generated CMakeLists.txt asks for: results must not depend on what the compiler inlines.
FLAGS = ("-std=gnu11", "-ffp-contract=off", "-fcommon")
CPP = ".cpp"
CPP_FLAGS = ("-std=gnu++20", "-ffp-contract=off")


@dataclass(frozen=True)
class Toolchain:
    """One compiler with the flags of one kind of build."""

    name: str
    compiler: str
    flags: tuple[str, ...]

    @property
    def command(self) -> tuple[str, ...]:
        return (self.compiler, *FLAGS, *self.flags)

    @property
    def cpp_command(self) -> tuple[str, ...]:
        return (self.compiler, *CPP_FLAGS, *self.flags)

    @property
    def cpp_libraries(self) -> tuple[str, ...]:
        """What the C compiler links to C++; clang takes it for C, and its sanitizers have a part for C++ alone."""
        is_sanitized = any(flag.startswith("-fsanitize") for flag in self.flags)
        return ("-lstdc++", *(["-fsanitize-link-c++-runtime"] if is_sanitized and self.compiler == "clang" else []))


PLAIN = Toolchain("plain", "cc", ("-O1",))
SANITIZED = tuple(
    Toolchain(f"{compiler}-{kind}", compiler, ("-O1", "-g", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"))
    for compiler in ("gcc", "clang")
    for kind, sanitizers in (("address", "address,undefined"), ("thread", "thread"))
)


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def run(
    program: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program in its own folder to its end."""
    return subprocess.run(
        [str(program), *arguments], cwd=program.parent, env=clean_environment(environment), capture_output=True,
        text=True, timeout=RUN_SECONDS_MAX, check=False,
    )  # fmt: skip


def clean_environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment without what steers dfgen's programs and the sanitizers."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("DFGEN_", "TSAN_", "ASAN_"))}
    return {**kept, **(more or {})}


@dataclass
class Workbench:
    """Programs by what they were made of."""

    root: Path
    compiled: dict[str, Compiled] = field(default_factory=dict)
    programs: dict[str, Path] = field(default_factory=dict)
    built: int = 0

    def compile(self, graph: Path, options: CompileOptions) -> Compiled:
        key = f"{graph} {options}"
        if key not in self.compiled:
            self.compiled[key] = compile_graph(graph, options)
        return self.compiled[key]

    def program(self, graph: Path, options: CompileOptions, toolchain: Toolchain = PLAIN) -> Path:
        """The program of a graph; it lies in a folder of its own."""
        key = f"{graph} {options} {toolchain.name}"
        if key not in self.programs:
            self.programs[key] = self.build(self.compile(graph, options).files, toolchain)
        return self.programs[key]

    def build(self, files: Mapping[str, bytes], toolchain: Toolchain = PLAIN) -> Path:
        """The program of these files of a generated folder."""
        self.built += 1
        folder = self.root / f"program_{self.built}"
        write_files(folder, files)
        sources = [name for name in files if name.endswith((".c", CPP))]
        generated = [name for name in sources if name.startswith("src/") and name.endswith(".c")]
        objects = [str(self._object(folder, files, name, toolchain)) for name in sources if name not in generated]
        is_mixed = any(name.endswith(CPP) for name in sources)
        libraries = ["-lm", "-pthread", *(toolchain.cpp_libraries if is_mixed else [])]
        _compile(folder, toolchain, ["-Wall", "-Wextra", "-Werror", *generated, *objects, *libraries], "program")
        return folder / "program"

    def _object(self, folder: Path, files: Mapping[str, bytes], source: str, toolchain: Toolchain) -> Path:
        digest = hashlib.sha256(repr((toolchain, source)).encode())
        # The runtime includes nothing of the user's.
        headers = ("runtime/",) if source.startswith("runtime/") else ("runtime/", "user/")
        for name in sorted(files):
            if name == source or (name.endswith((".h", ".hpp")) and name.startswith(headers)):
                digest.update(name.encode() + b"\0" + files[name] + b"\0")
        target = self.root / f"{digest.hexdigest()}.o"
        if not target.exists():
            _compile(folder, toolchain, ["-c", source], str(target))
        return target


def _compile(folder: Path, toolchain: Toolchain, arguments: list[str], target: str) -> None:
    # The C compiler compiles C++ too, where the file's name says that it is.
    is_cpp = any(argument.endswith(CPP) for argument in arguments)
    command = [*(toolchain.cpp_command if is_cpp else toolchain.command), *INCLUDES, *arguments, "-o", target]
    if "-c" in arguments:
        command = launched(command)
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, f"cd {folder}; {' '.join(command)}\n{ended.stderr}"
