# SPDX-License-Identifier: Apache-2.0
"""Builds a generated folder with CMake and Ninja, in its subfolder `build`."""

from __future__ import annotations

import errno
import importlib
import json
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dfgen.build.detection import INHERITED, detection
from dfgen.build.folder import is_whole
from dfgen.build.fused import has_fused_products
from dfgen.build.origin import in_own_sources, kept_sources
from dfgen.build.refused_flags import TRIAL_FAILED, refused_flags
from dfgen.build.reporter import SILENCE, Reporter
from dfgen.build.undefined import undefined_functions
from dfgen.csource.files import as_argument, not_for_cmake
from dfgen.csource.toolchain import (
    Compiler,
    CompilerRun,
    compile_diagnostics,
    cpp_command,
    find_compiler,
    words_in,
)
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail, raise_if_any
from dfgen.model.frozen import frozen
from dfgen.model.output_files import is_generated, write_atomically
from dfgen.model.shell_words import in_quotes
from dfgen.processes import program

NO_FLAGS: Mapping[str, str] = {}
NO_SOURCES: Mapping[str, Path] = {}
_HINT_BUILD = "remove the folder 'build' there, or name another folder with -o"
_SETTINGS = "dfgen-settings.json"
_WITHOUT_FMA = "DF_WITHOUT_FMA"
_UNLIKE_COMPILERS = ("CMAKE_BUILD_TYPE", "CMAKE_MAKE_PROGRAM", "DF_NATIVE", "DF_SANITIZE", _WITHOUT_FMA)
"""Options on which nothing depends that CMake finds out about the compiler."""
OPEN_FILES_MIN = 64
"""Runtime: CMake, Ninja, and a compiler on each of a few processors have about so many files open."""
_PROGRAM = "program.txt"
_NINJA_STATUS = re.compile(r"^\[(\d+)/(\d+)\] ")
# As templates/CMakeLists.txt.j2 says it, once the lines of CMake's message are one.
_LACKING = re.compile(r"CMake Error at [^ ]+ \(message\): T(he (?:program|actors) [^()]+) \(on Debian: ([^)]+)\)")
_FAILED_OBJECT = re.compile(r"^FAILED: (?:\[code=\d+\] )?CMakeFiles/[^/]+\.dir/(.+)\.o *$", re.MULTILINE)
_FAILED_SOURCE = re.compile(r"(?:^|/)user/.+:\d+:\d+: (?:fatal )?error: ", re.MULTILINE)


@frozen
class Tools:
    cmake: Path
    ninja: Path


def find_tools() -> Tools:
    """CMake and Ninja of this Python's own packages, else those on the PATH."""
    return Tools(_find_tool("cmake", "CMAKE_BIN_DIR"), _find_tool("ninja", "BIN_DIR"))


def build_folder(
    folder: Path,
    *,
    native: bool,
    build_type: str = "Release",
    compiler: Compiler | None = None,
    sanitize: str | None = None,
    flags: Mapping[str, str] = NO_FLAGS,
    sources: Mapping[str, Path] = NO_SOURCES,
    reporter: Reporter = SILENCE,
) -> Path:
    """Build the generated `folder` and give the path of the program.

    `native` allows the instructions of this machine, without those in which gcc has fused what it was told not to.
    `sanitize` is `address`, `undefined`, both with a comma between
    them, or `thread`. `flags` are values of more CMake variables, such as `CMAKE_C_FLAGS`.
    `sources` are the files of which the folder holds copies, which mistakes are told in, where nothing is kept of them.
    """
    require_buildable(folder)
    _require_open_files()
    if not (folder / "CMakeLists.txt").is_file():
        place = Span(str(folder / "CMakeLists.txt"), 0, 0)
        hint = f"Compile a graph into it first: dfgen compile GRAPH -o {shlex.quote(as_argument(folder))}"
        raise fail("file-unreadable", f"'{folder}' is not a generated folder: it has no CMakeLists.txt", place, hint)
    if is_generated(folder) and not is_whole(folder):
        message = f"what wrote '{folder}' was ended before its last file, so it may hold files of two programs"
        hint = f"Compile the graph again: dfgen compile GRAPH -o {shlex.quote(as_argument(folder))}"
        raise fail("folder-unfinished", message, Span(str(folder), 0, 0), hint)
    tools = find_tools()
    compiler = compiler or find_compiler()
    options = {
        "CMAKE_BUILD_TYPE": build_type,
        "CMAKE_MAKE_PROGRAM": str(tools.ninja),
        "DF_NATIVE": "ON" if native else "OFF",
        "DF_SANITIZE": sanitize or "",
        **flags,
    }
    build = folder.absolute() / "build"

    def make(options: Mapping[str, str], reporter: Reporter) -> Path:
        _configure(build, options, tools, compiler, reporter)
        reporter.step("building")
        _run((str(tools.ninja), "-C", str(build)), {}, folder, reporter)
        return Path((build / _PROGRAM).read_text(encoding="utf-8").strip())

    try:
        learnt = _learnt(build, options)
        program = make({**options, **learnt}, reporter)
        if learnt or not native or not _may_lack_fma(folder) or not has_fused_products(program):
            return program
        reporter.step(
            "building again, without instructions that fuse what must not be fused (--fp-contract fast keeps them)"
        )
        try:
            return make({**options, _WITHOUT_FMA: "ON"}, SILENCE)
        except UserError:
            reporter.step("building as before, for the sources name such instructions")
            return make({**options, _WITHOUT_FMA: "OFF"}, reporter)
    except UserError as error:
        raise in_own_sources(error, folder, sources or kept_sources(folder)) from error
    except OSError as error:
        where = error.filename or str(build)
        raise fail("file-unwritable", f"cannot build with '{where}': {error.strerror}", None, _HINT_BUILD) from error


def _require_open_files() -> None:
    """CMake fails with fewer, and some versions wait for ever."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < OPEN_FILES_MIN:
        message = f"{allowed} files may be open at once, which are too few for CMake and Ninja"
        raise fail("machine-short", message, None, "Allow this shell more: ulimit -n 1024.")


def require_buildable(folder: Path) -> None:
    """Raise `UserError` where no program could be built in `folder`, whatever is generated there."""
    where = folder.absolute()
    wrong = not_for_cmake(str(where))
    if wrong:
        message = f"CMake cannot build in a folder with {in_quotes(wrong)} in its path"
        raise fail("folder-name", message, Span(str(where), 0, 0), "Name another folder with -o, or in DFGEN_CACHE.")
    build = folder / "build"
    if os.path.lexists(build) and not build.is_dir():
        message = f"'{build}' is not a folder, and there the program is built"
        raise fail("folder-foreign", message, Span(str(build), 0, 0), "Move it away, or name another folder with -o.")


def _configure(build: Path, options: Mapping[str, str], tools: Tools, compiler: Compiler, reporter: Reporter) -> None:
    """Run CMake unless the last run had the same settings; Ninja itself sees a changed CMakeLists.txt."""
    words = {name: words_in(os.environ, name) for name in ("CFLAGS", "CXX", "CXXFLAGS", "LDFLAGS")}
    inherited = {**{name: os.environ.get(name, "") for name in INHERITED}, **words}
    settings = {"options": options, "compiler": [*compiler.command, compiler.version], "build": str(build), **inherited}
    content = json.dumps(settings, indent=1, sort_keys=True).encode()
    record = build / _SETTINGS
    if record.is_file() and record.read_bytes() == content and (build / "build.ninja").is_file():
        return
    reporter.step(f"configuring with {compiler.path.name} ({compiler.version})")
    # CMake cannot change the compiler or the generator of a build folder that it has configured before.
    record.unlink(missing_ok=True)
    (build / "CMakeCache.txt").unlink(missing_ok=True)
    shutil.rmtree(build / "CMakeFiles", ignore_errors=True)
    cpp = cpp_command(compiler)
    asked = {name: options[name] for name in options if name not in _UNLIKE_COMPILERS}
    known = detection(tools.cmake, compiler, cpp if _has_cpp(build.parent) else (), asked)
    defines = (*(f"-D{name}={value}" for name, value in options.items()), *known.restore(build))
    command = (str(tools.cmake), "-G", "Ninja", "-S", str(build.parent), "-B", str(build), *defines)
    try:
        compilers = {"CC": shlex.join(compiler.command), **({"CXX": shlex.join(cpp)} if cpp else {})}
        _run(command, compilers, build.parent, reporter)
    except UserError:
        known.forget()
        raise
    known.keep(build)
    write_atomically(record, content)


def _learnt(build: Path, options: Mapping[str, str]) -> dict[str, str]:
    """What an earlier build with these options found out about the need to do without fused multiply-adds."""
    try:
        last = json.loads((build / _SETTINGS).read_bytes())["options"]
    except (OSError, ValueError, KeyError):
        return {}
    learnt = {name: last[name] for name in last if name == _WITHOUT_FMA}
    return learnt if last == {**options, **learnt} else {}


def _may_lack_fma(folder: Path) -> bool:
    """Whether fused multiply-adds are unwanted: the graph was not compiled with `--fp-contract`."""
    return f"option({_WITHOUT_FMA} " in (folder / "CMakeLists.txt").read_text(encoding="utf-8")


def _has_cpp(folder: Path) -> bool:
    """Whether the project of a compiled folder has C++ sources."""
    return "LANGUAGES C CXX)" in (folder / "CMakeLists.txt").read_text(encoding="utf-8")


def _run(command: tuple[str, ...], environment: Mapping[str, str], folder: Path, reporter: Reporter) -> None:
    reporter.command(command)
    lines: list[str] = []
    # Ninja takes back what it has begun when it gets this signal.
    with program(
        command,
        ended_by=signal.SIGTERM,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env={**os.environ, **environment, "NINJA_STATUS": "[%f/%t] "},
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            reporter.output(line.rstrip("\n"))
            done = _NINJA_STATUS.match(line)
            if done:
                reporter.progress(int(done[1]), int(done[2]))
    if process.returncode != 0:
        _fail(command, lines, environment, folder, reporter)


def _fail(
    command: tuple[str, ...], lines: list[str], compilers: Mapping[str, str], folder: Path, reporter: Reporter
) -> None:
    """Show what the failed program said, without Ninja's account of what went well, and raise."""
    text = "".join(line for line in lines if not _NINJA_STATUS.match(line) and not line.startswith("ninja: "))
    lacking = _LACKING.search(" ".join(text.split()))
    if lacking:
        id = "library-missing" if lacking[1].startswith("he actors") else "tool-missing"
        raise fail(id, f"t{lacking[1]}", None, f"Install it, for example by '{lacking[2]}'.")
    undefined = undefined_functions(text, folder)
    if undefined:
        raise undefined
    _require_writable(folder)
    refused = refused_flags(compilers) if TRIAL_FAILED in text else None
    if refused:
        raise refused
    raise_if_any(_wrong_sources(text, folder))
    reporter.failure(text)
    if _FAILED_SOURCE.search(text):
        hint = "Correct the sources, of which 'user' in that folder holds copies, and compile the graph again."
    else:
        hint = "The message is above; if it is not about your C code or your C compiler, please report it."
    message = f"{Path(command[0]).name} could not build '{folder}'"
    raise fail("c-compile", message, None, hint)


def _wrong_sources(text: str, folder: Path) -> list[Diagnostic]:
    """What the compiler has against the user's sources; nothing if something else has failed as well."""
    _, *parts = _FAILED_OBJECT.split(text)
    failed = list(zip(map(Path, parts[::2]), parts[1::2], strict=True))
    if not all(source.parts[0] == "user" and _FAILED_SOURCE.search(said) for source, said in failed):
        return []
    runs = [(source, CompilerRun(succeeded=False, stdout="", stderr=said)) for source, said in failed]
    found = [told for source, run in runs for told in compile_diagnostics(run, "c-compile", source)]
    return [replace(told, span=told.span and _in_folder(told.span, folder)) for told in found]


def _in_folder(span: Span, folder: Path) -> Span:
    """Build tools name files by whole paths, or as they are seen from where they work."""
    whole = folder.absolute()
    path = Path(os.path.normpath(whole / "build" / span.file))
    return replace(span, file=str(folder / path.relative_to(whole) if path.is_relative_to(whole) else path))


def _require_writable(folder: Path) -> None:
    """Asked only once something has failed: what is built already can be run from a folder that nobody may write to."""
    build = folder / "build"
    place = build if build.is_dir() else folder
    if not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, "it is write-protected", str(place))


def _find_tool(name: str, attribute: str) -> Path:
    try:
        packaged = Path(getattr(importlib.import_module(name), attribute)) / name
    except (ImportError, AttributeError):
        packaged = None
    if packaged is not None and packaged.is_file():
        return packaged
    found = shutil.which(name)
    if found is None:
        hint = f"Install it, for example with 'pip install {name}'."
        raise fail("tool-missing", f"'{name}' is not on this machine", None, hint)
    return Path(found)
