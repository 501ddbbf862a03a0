# SPDX-License-Identifier: Apache-2.0
"""Names that a program has already: those of the runtime, and functions of the C library that the runtime calls.

What dfgen generates makes way for the user's names. These cannot: a source that defines `df_wait`, or an actor whose
function is called `write`, would be called by the runtime in place of what it means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from dfgen.csource.declarations import Declarations
from dfgen.csource.objects import ObjectFile
from dfgen.csource.prototypes import RUNTIME_PREFIX
from dfgen.model.diagnostics import Diagnostic, Span, raise_if_any

# A test compares them with what the objects of the runtime leave open.
LIBRARY_FUNCTIONS = frozenset(
    """
    abort aligned_alloc atexit calloc clock_gettime close closedir dlopen dlsym exit fclose fcntl ferror fflush
    fgets fileno fopen fprintf fputc fputs free fstat ftruncate fwrite getenv getopt_long getppid getrlimit
    getrusage ioctl isatty longjmp madvise malloc memchr memcmp memcpy memfd_create memmove memset mmap mprotect
    mremap munmap open open_memstream opendir poll posix_fallocate prctl pread printf pthread_atfork
    pthread_attr_destroy pthread_attr_getstack pthread_attr_init pthread_attr_setstacksize pthread_cond_broadcast
    pthread_cond_destroy pthread_cond_init pthread_cond_wait pthread_create pthread_exit pthread_getattr_np
    pthread_join pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock pthread_once
    pthread_self pthread_setaffinity_np pthread_sigmask puts raise readdir realloc remove sched_getaffinity
    sched_getcpu sched_yield setenv sigaction sigaltstack sigdelset sigemptyset sigfillset snprintf strchr strcmp
    strcspn strerror strlen strncmp strrchr strspn strstr strtol strtoull syscall sysconf vsnprintf write
    """.split()
)

FILE_FUNCTIONS = frozenset(
    """
    access fallocate fchmod flock fsync lseek pwrite read readlink realpath rename signal stat strdup unlink
    """.split()
)
"""Those that only programs with files call."""

LIVE_FUNCTIONS = frozenset(
    """
    accept4 bind freelocale getpid getsockopt getuid listen lstat mkdir newlocale recv send shutdown socket strtod
    strtof unlink uselocale
    """.split()
)
"""Those that only programs with live parameters call."""


WORDS_OF_C = frozenset(
    """
    NULL _Bool alignas alignof and asm auto bool break case catch char class compl const constexpr continue default
    delete do double else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new not nullptr operator or private protected public register restrict return short signed sizeof
    static struct switch template this throw true try typedef typeid typename typeof union unsigned using virtual
    void volatile while xor
    """.split()
)
"""Words of C and C++ that nothing of a library's header can be called."""

SCRATCH_PREFIX = "df_scratch_"
"""How the memory is called that an init of a foreign project gets for its ports, in the function that calls it."""

SYSTEM_NAMES = frozenset("bool iconv linux mq sem shm size_t unix".split())
"""Macros of compilers, types of the standard headers, and functions of the C library such as `sem_open`."""


def refuse_reserved_names(
    declarations: Declarations,
    objects: Collection[ObjectFile],
    functions: Collection[str],
    runtime_include: Path,
    *,
    with_files: bool = False,
    with_live: bool = False,
) -> None:
    """Raise `UserError` (c-reserved) for names of headers and `objects` that the runtime has; `functions` are those
    that the graph calls."""
    called = LIBRARY_FUNCTIONS | (FILE_FUNCTIONS if with_files else set()) | (LIVE_FUNCTIONS if with_live else set())
    raise_if_any(_of_headers(declarations, runtime_include))
    raise_if_any([*_of_sources(objects, runtime_include), *_of_library(objects, called & set(functions))])


def _of_headers(declarations: Declarations, runtime_include: Path) -> Iterator[Diagnostic]:
    own = {name: span for name, span in declarations.places.items() if not _is_below(span.file, runtime_include)}
    reserved = _runtime_names(runtime_include) if own else frozenset()
    yield from (_reserved(name, span) for name, span in sorted(own.items()) if _is_reserved(name, reserved))


def _of_sources(objects: Collection[ObjectFile], runtime_include: Path) -> Iterator[Diagnostic]:
    own = {(name, each.source) for each in objects for name in each.exported if name.startswith(RUNTIME_PREFIX)}
    reserved = _runtime_names(runtime_include) if own else frozenset()
    yield from (_reserved(name, Span(source, 1, 1)) for name, source in sorted(own) if _is_reserved(name, reserved))


def _of_library(objects: Collection[ObjectFile], functions: Collection[str]) -> Iterator[Diagnostic]:
    for each in objects:
        for name in sorted(each.exported.keys() & functions):
            message = f"'{name}' is a function of the C library that the program calls, and this source defines it"
            yield Diagnostic("c-reserved", message, Span(each.source, 1, 1), "Give the actor's function another name.")


def _is_reserved(name: str, of_runtime: Collection[str]) -> bool:
    return name in of_runtime or name.startswith(SCRATCH_PREFIX)


def _reserved(name: str, span: Span) -> Diagnostic:
    hint = f"Give it another name: '{RUNTIME_PREFIX}' is how dfgen's own names begin."
    return Diagnostic("c-reserved", f"the runtime of every program has the name '{name}'", span, hint)


def _is_below(file: str, folder: Path) -> bool:
    return Path(file).absolute().is_relative_to(folder.absolute())


def _runtime_names(runtime_include: Path) -> frozenset[str]:
    """Every word of the runtime's headers and sources that begins like its names."""
    files = sorted(runtime_include.parent.rglob("*.[ch]"))
    return frozenset(word for file in files for word in re.findall(rf"\b{RUNTIME_PREFIX}\w+", file.read_text()))
