# SPDX-License-Identifier: Apache-2.0
"""What CMake has found out about a compiler, kept in the cache folder: it holds for all folders that are built with the
same compiler, flags and CMake, and finding it out takes most of the time of a configuration.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from dfgen.csource.toolchain import Compiler
from dfgen.model.frozen import frozen
from dfgen.model.output_files import write_atomically
from dfgen.paths import cache_dir

_FILES = ("CMakeSystem.cmake", "CMakeCCompiler.cmake", "CMakeDetermineCompilerABI_C.bin")
"""What CMake writes about system and compiler into `CMakeFiles/VERSION`, and reads again where it finds it."""
_CPP_FILES = ("CMakeCXXCompiler.cmake", "CMakeDetermineCompilerABI_CXX.bin")
_ANSWERS = "answers.json"
_VERSION = "version"
_ANSWER = re.compile(r"^((?:CMAKE_HAVE|DF_HAS)_\w+):INTERNAL=(.*)$", re.MULTILINE)
"""Of CMakeCache.txt: whether the compiler can do something. Where packages are is asked anew each time."""


INHERITED = (
    "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",
    "PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR", "MPICC", "MPI_HOME",
)  # fmt: skip
"""Variables of the environment with which CMake, the compiler, pkg-config or MPI build something else."""


@frozen
class Detection:
    """What is known of one compiler with one set of flags; nothing at first. `files`: those that are kept."""

    folder: Path
    files: tuple[str, ...] = _FILES

    def restore(self, build: Path) -> tuple[str, ...]:
        """Put into the fresh folder `build` what is known, and give the arguments that make CMake use it."""
        answers = self._answers()
        if not answers:
            return ()
        target = build / "CMakeFiles" / answers.pop(_VERSION)
        try:
            shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns(_ANSWERS))
        except OSError:  # damaged, or forgotten just now by another dfgen
            self.forget()
            shutil.rmtree(target, ignore_errors=True)
            return ()
        # Without this mark CMake takes the files for a rest of another folder, and removes them.
        known = {"CMAKE_PLATFORM_INFO_INITIALIZED": "1", **answers}
        return tuple(f"-D{name}:INTERNAL={value}" for name, value in known.items())

    def keep(self, build: Path) -> None:
        """Keep what CMake found out while it configured `build`. Where that cannot be kept nothing is."""
        cached = (build / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
        found = dict(_ANSWER.findall(cached))
        known = self._answers()
        with suppress(OSError):
            if not known:
                self._keep_anew(build, found)
            elif not found.items() <= known.items():
                write_atomically(self.folder / _ANSWERS, _as_json({**known, **found}))

    def _keep_anew(self, build: Path, found: Mapping[str, str]) -> None:
        versions = [path.parent for path in (build / "CMakeFiles").glob(f"*/{_FILES[0]}")]
        if len(versions) != 1:
            return
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder.parent, ignore_cleanup_errors=True) as fresh:
            whole = Path(fresh) / "whole"
            whole.mkdir()
            for name in self.files:
                shutil.copyfile(versions[0] / name, whole / name)
            (whole / _ANSWERS).write_bytes(_as_json({_VERSION: versions[0].name, **found}))
            # Another dfgen may have been quicker: then its folder is no empty one, and stays.
            whole.rename(self.folder)

    def forget(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> dict[str, str]:
        try:
            return dict(json.loads((self.folder / _ANSWERS).read_text(encoding="utf-8")))
        except OSError:
            return {}
        except ValueError:
            self.forget()
            return {}


def detection(cmake: Path, compiler: Compiler, cpp: Sequence[str], flags: Mapping[str, str]) -> Detection:
    """What is kept for this compiler, and for that of C++ if its command is given, where `flags`, CMake's variables,
    and the environment are these."""
    names = {"PATH", *INHERITED}
    inherited = {name: value for name, value in os.environ.items() if name in names or name.startswith("CMAKE_")}
    system = (platform.release(), platform.machine())
    beside = (*cpp, _identity(Path(cpp[0]))) if cpp else ()
    own = (_identity(compiler.path), compiler.command, compiler.version)
    key = (_identity(cmake), *own, beside, flags, inherited, system)
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()[:16]
    return Detection(cache_dir() / "compilers" / digest, (*_FILES, *_CPP_FILES) if cpp else _FILES)


def _as_json(answers: Mapping[str, str]) -> bytes:
    return json.dumps(answers, indent=1, sort_keys=True).encode()


def _identity(program: Path) -> Sequence[object]:
    """Changes when another program is installed there."""
    real = program.resolve()
    about = real.stat()
    return (str(program), str(real), about.st_size, about.st_mtime_ns)
