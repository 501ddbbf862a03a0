# SPDX-License-Identifier: Apache-2.0
"""Finds the C compiler, asks what it is, and runs it; the only module that starts the compiler."""

from __future__ import annotations

import errno
import os
import re
import shlex
import shutil
import signal
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from subprocess import DEVNULL, PIPE
from types import MappingProxyType

from dfgen.csource.files import link_hint
from dfgen.model.diagnostics import Diagnostic, Span, UserError, fail
from dfgen.model.frozen import frozen
from dfgen.model.input_files import is_cpp
from dfgen.paths import runtime_dir
from dfgen.processes import SHORTAGES, run_program

_OF_HEADERS = ("-D", "-U", "-I", "-isystem", "-iquote", "-include", "-imacros")
DEFAULT_COMPILERS = ("cc", "gcc", "clang")
_CPP_PROGRAMS = {"gcc": "g++", "clang": "clang++", "cc": "c++"}

_MESSAGE = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): (?:fatal )?error: (?P<text>.*)$")
_EXPANDED = re.compile(r"^(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): note: in expansion of macro ")
_INCLUDE = re.compile(r"^.+?:\d+:\d+: note: include .*?(?P<header><[^>]+>)")
_UNDECLARED = re.compile(r"implicit declaration of function|call to undeclared ")
_HINT = "Correct the code; the compiler said this about it."
_HINT_FAILED = (
    "It names no place in the code: look at the flags that it got, and at the space for temporary files (TMPDIR)."
)
_HINT_SHORT = (
    "Look at the space for temporary files (TMPDIR), at memory, and at the limits that 'ulimit -a' lists; where "
    "nothing of this is short, the compiler has a bug."
)

# What a compiler and its parts say where the machine keeps them from working. That a name of the user's reads so does
# no harm: what failed is tried again.
_SHORTAGES = (errno.EAGAIN, errno.EDQUOT, errno.EFBIG, errno.EINTR, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM,
              errno.ENOSPC, errno.EROFS)  # fmt: skip
_SHORT = re.compile(
    "|".join(
        ["(?:with|to) signal|signal terminated|killed", "out of memory|memory exhausted", *map(os.strerror, _SHORTAGES)]
    ),
    re.IGNORECASE,
)


@frozen
class Compiler:
    """A C compiler and what it told about itself."""

    path: Path
    version: str
    include_dirs: tuple[Path, ...]
    target: str
    arguments: tuple[str, ...] = ()
    """What follows the program's name in CC, as in `CC="gcc -m32"`."""
    macros: tuple[tuple[str, str], ...] = ()
    """Predefined macros with their values, sorted by name."""

    @property
    def command(self) -> tuple[str, ...]:
        return (str(self.path), *self.arguments)

    @property
    def is_clang(self) -> bool:
        return any(name == "__clang__" for name, _ in self.macros)

    @property
    def release(self) -> str:
        """Its major version: only compilers of the same one are certain to link each other's code."""
        return dict(self.macros).get("__clang_major__" if self.is_clang else "__GNUC__", "")


@frozen
class CompilerRun:
    """How one run of the compiler ended."""

    succeeded: bool
    stdout: str
    stderr: str

    @property
    def may_succeed_later(self) -> bool:
        """Whether it failed, and not plainly because of what it was given: its parts tell errors in that."""
        return not self.succeeded and ("error: " not in self.stderr or _SHORT.search(self.stderr) is not None)


def find_compiler(environment: Mapping[str, str] | None = None) -> Compiler:
    """The compiler named by CC, else the first of cc, gcc, clang on the PATH."""
    environment = os.environ if environment is None else environment
    wanted = words_in(environment, "CC")
    search_path = environment.get("PATH", os.defpath)
    if wanted:
        path = shutil.which(wanted[0], path=search_path)
        if path is None:
            message = f"the C compiler '{wanted[0]}', which CC names, is not on this machine"
            raise _compiler_error(message, "Install it, or unset CC to use cc, gcc or clang.")
        return describe_compiler(Path(path), wanted[1:])
    for name in DEFAULT_COMPILERS:
        path = shutil.which(name, path=search_path)
        if path is not None:
            return describe_compiler(Path(path))
    message = f"no C compiler found (looked for {', '.join(DEFAULT_COMPILERS)} on the PATH)"
    raise _compiler_error(message, "Install gcc or clang, or name a C11 compiler in the environment variable CC.")


def words_in(environment: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The words of a variable, as a shell splits them."""
    try:
        return tuple(shlex.split(environment.get(name, "")))
    except ValueError as error:
        message = f"{name} holds {environment[name]!r}, which no shell would read: {str(error).lower()}"
        raise _compiler_error(message, f"Close the quotes in {name}, or unset it.") from None


def flags_of_headers(words: Sequence[str]) -> tuple[str, ...]:
    """Those among a compiler's options that make other C of a header, each in one word."""
    following = iter(words)
    joined = (word + "".join(islice(following, 1)) if word in _OF_HEADERS else word for word in following)
    return tuple(word for word in joined if word.startswith(_OF_HEADERS))


def cpp_command(compiler: Compiler, environment: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """The C++ compiler named by CXX, else the one that belongs to the C compiler: g++-13 to gcc-13, clang++ to clang,
    with what CC says behind it. Empty where it is not on this machine."""
    environment = os.environ if environment is None else environment
    search_path = environment.get("PATH", os.defpath)
    wanted = words_in(environment, "CXX")
    names = [wanted[0]] if wanted else _cpp_names(compiler)
    found = (shutil.which(name, path=search_path) for name in names)
    path = next((each for each in found if each is not None), None)
    return () if path is None else (path, *(wanted[1:] if wanted else compiler.arguments))


def _cpp_names(compiler: Compiler) -> list[str]:
    """What the C++ compiler beside a C compiler is called, and last what any is."""
    family = "clang" if compiler.is_clang else "gcc"
    folder, name = compiler.path.parent, compiler.path.name
    beside = re.sub(r"(^|-)(gcc|clang|cc)(?=$|-)", lambda m: m[1] + _CPP_PROGRAMS[m[2]], name)
    return [*([str(folder / beside)] if beside != name else []), _CPP_PROGRAMS[family], "c++"]


def find_cpp_compiler(compiler: Compiler, named_at: Span | None) -> Compiler:
    """Of the same family, release and target as the C compiler, for both link together. `named_at`: what is C++."""
    command = cpp_command(compiler)
    if not command:
        what = f"'{os.environ['CXX']}', which CXX names," if os.environ.get("CXX") else "of the C compiler's family"
        message = f"the graph has C++, and no C++ compiler {what} is on this machine"
        raise fail("c-compiler", message, named_at, "Install g++ or clang++, or name one in CXX.")
    found = describe_compiler(Path(command[0]), command[1:], "c++")
    alike = [(each.target, each.is_clang, each.release) for each in (compiler, found)]
    if alike[0] != alike[1]:
        ours, theirs = (f"'{each.path}' ({each.version}, {each.target})" for each in (compiler, found))
        message = f"the C++ compiler {theirs} is not of the family, release and target of the C compiler {ours}"
        hint = "Name both in CC and CXX: gcc with g++ of the same release, clang with clang++."
        raise fail("c-compiler", message, named_at, hint)
    return found


def describe_compiler(path: Path, arguments: tuple[str, ...] = (), language: str = "c") -> Compiler:
    """Ask the compiler for its target, version, include folders and predefined macros, in one run of it."""
    run = run_command((str(path), *arguments, "-E", "-dM", "-v", "-x", language, os.devnull))
    target = re.search(r"^Target: (\S+)$", run.stderr, re.MULTILINE)
    if not run.succeeded or target is None:
        shown = shlex.join((str(path), *arguments))
        said = next((f": {line.strip()}" for line in run.stderr.splitlines() if "error:" in line), "")
        message = f"the compiler '{shown}' does not answer as gcc and clang do{said}"
        raise _compiler_error(message, "Name gcc or clang (also one for another machine) in CC.")
    macros = dict(re.findall(r"^#define ([A-Za-z_]\w*)(?: (.*))?$", run.stdout, re.MULTILINE))
    version = macros.get("__VERSION__", "").strip('"') or "unknown"
    return Compiler(path, version, _include_dirs(run.stderr), target.group(1), arguments, tuple(sorted(macros.items())))


def run_compiler(compiler: Compiler, arguments: Sequence[str], scratch: Path | None = None) -> CompilerRun:
    """Run the compiler with untranslated messages that hold one line each, its parts side by side. `scratch`: a folder
    for what it hands from one part to the next, and leaves behind where it is killed; not needed with `-c`."""
    command = (*compiler.command, "-pipe", "-fdiagnostics-color=never", *arguments)
    return run_command(command, {} if scratch is None else {"TMPDIR": str(scratch)})


def run_command(command: Sequence[str], variables: Mapping[str, str] = MappingProxyType({})) -> CompilerRun:
    """`variables`: of its environment, beside those of this one."""
    environment = {**os.environ, **variables, "LC_ALL": "C"}
    try:
        done = run_program(
            command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE, text=True, errors="replace", env=environment
        )
    except OSError as error:
        if error.errno in SHORTAGES:
            raise
        raise _compiler_error(f"cannot start the C compiler '{command[0]}': {error.strerror}", "Check CC.") from error
    return CompilerRun(done.returncode == 0, done.stdout, done.stderr + _killed(done.returncode))


def _killed(status: int) -> str:
    """What a program that a signal has ended could not say itself."""
    return f"\nit was killed: {signal.strsignal(-status)}" if status < 0 else ""


def compile_diagnostics(run: CompilerRun, id: str, file: Path) -> list[Diagnostic]:
    """The errors that a failed run on `file` printed, each once; at least one.

    Where a file is no C but the path of one, or a struct is not announced, what else the compiler says comes from that.
    """
    found: list[Diagnostic] = []
    causes: list[int] = []
    language = "C++" if is_cpp(file) else "C"
    for line in run.stderr.splitlines():
        match, expanded, include = _MESSAGE.match(line), _EXPANDED.match(line), _INCLUDE.match(line)
        if match:
            text = match["text"]
            cause = link_hint(Path(match["file"])) or _object_hint(text)
            causes += [len(found)] if cause else []
            hint = cause or _undeclared_hint(text) or _HINT
            found.append(Diagnostic(id, f"the {language} compiler says: {text}", _place(match), hint))
        elif expanded and found and found[-1].span and runtime_dir() in Path(found[-1].span.file).parents:
            found[-1] = replace(found[-1], span=_place(expanded))  # who uses a macro of ours has made the mistake
        elif include and found:
            found[-1] = replace(found[-1], hint=f"Include {include['header']}, which declares it.")
    if not found:
        found.append(_failure(run, id, language, Span(str(file), 1, 1)))
    return list(dict.fromkeys([found[index] for index in causes] or found))


def _failure(run: CompilerRun, id: str, language: str, span: Span) -> Diagnostic:
    """A run that names no place. What kept the compiler from working stands ahead of where to report that."""
    said = run.stderr.strip().splitlines() or ["it gave no message"]
    short = next((line for line in said if _SHORT.search(line)), None)
    if short is not None:
        return Diagnostic(id, f"the {language} compiler was kept from working: {short}", span, _HINT_SHORT)
    line = next((line for line in said if "error:" in line), said[-1])
    return Diagnostic(id, f"the {language} compiler failed: {line}", span, _HINT_FAILED)


def _place(match: re.Match[str]) -> Span:
    return Span(match["file"], int(match["line"]), int(match["column"]))


def _object_hint(text: str) -> str:
    """Where code makes objects of a struct that it has not announced, or names something else than a struct."""
    undeclared = re.search(r"'df_struct_(\w+)'", text)
    if not undeclared:
        return ""
    tag = undeclared[1]
    if tag == "struct":
        return "df_new and its kin want the tag of a struct second, without 'struct'."
    return (
        f"If there is a struct {tag}, write 'DF_OBJECT({tag});' in the header: df_new and its kin want its tag second."
    )


def _undeclared_hint(text: str) -> str:
    return "Include the header that declares it." if _UNDECLARED.search(text) else ""


def listed_files(rule: str) -> list[str]:
    """The files that a rule of make, as compilers write it for what a source includes, names behind the colon."""
    names = re.split(r"(?<!\\)\s+", rule.replace("\\\n", " ").strip())[1:]
    return [re.sub(r"\\([ \t#])|\$(\$)", lambda found: found[1] or found[2], name) for name in names]


def _include_dirs(verbose: str) -> tuple[Path, ...]:
    listed = re.search(r"#include <\.\.\.> search starts here:\n(.*?)End of search list", verbose, re.DOTALL)
    lines = listed.group(1).splitlines() if listed else []
    return tuple(Path(line.strip()) for line in lines if line.strip() and "(framework directory)" not in line)


def _compiler_error(message: str, hint: str) -> UserError:
    return fail("c-compiler", message, None, hint)
