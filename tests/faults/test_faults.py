# SPDX-License-Identifier: Apache-2.0
"""Every call of the operating system fails at least once, once or from then on. A program then writes the right bytes
all the same, or says what is wrong and ends with status 1. It never hangs, dies of a signal, or leaves anything behind.
"""

from __future__ import annotations

import errno
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from .programs import CALLS, ITERATIONS, VARIANTS, WINDOW_BYTES, Ended, Program, build, undefined_in_os_layer

# Calls of the OS layer that cannot fail as they are used, whose failure is that of another that stands in CALLS, or
# that only look whether there is something to tell.
HARMLESS = {
    "__errno_location", "__isoc99_fscanf", "__isoc99_sscanf", "__sched_cpufree", "__stack_chk_fail", "_exit",
    "_GLOBAL_OFFSET_TABLE_", "clock_gettime", "closedir", "fcntl", "free", "fstat", "getenv", "getrusage", "isatty",
    "getpid", "getppid", "memset", "open_memstream", "opendir", "poll", "prctl", "pthread_attr_destroy", "pthread_join",
    "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_self", "raise", "readdir", "sched_getcpu", "sched_yield",
    "sigdelset", "sigemptyset", "sigfillset", "snprintf", "strcmp", "strrchr", "strtol", "sysconf",
}  # fmt: skip
TRIED_OF_EACH = 3  # uses of one call in one variant: the first, the last, and between
FILES = {"out.bin", "figures.json", "trace.json", "profile.json"}


@pytest.fixture(scope="session")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("faulty_objects")


@pytest.fixture(scope="module", params=VARIANTS, ids=lambda variant: variant.name)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, objects: Path) -> Program:
    return build(request.param, tmp_path_factory.mktemp(request.param.name), objects)


def words(iteration: int, count: int = WINDOW_BYTES // 4) -> list[int]:
    """The first words that `give` gives in an iteration."""
    first = iteration * (WINDOW_BYTES // 4)
    return [(first + i) * 2654435761 % 2**32 for i in range(count)]


def expected(iterations: int = ITERATIONS) -> bytes:
    """What the file of `keep` holds."""
    found = bytearray()
    for iteration in range(iterations):
        given = words(iteration)
        for window in (given, [w ^ 1 for w in given], [(w + 3) % 2**32 for w in given]):
            found += b"".join(word.to_bytes(4, "little") for word in window)
    return bytes(found)


EXPECTED = expected()


def uses(counts: Mapping[str, int], call: str) -> Iterator[int]:
    count = counts.get(call, 0)
    if count:
        yield from sorted({1, count, *range(1, count, max(1, count // TRIED_OF_EACH))})


def complaint(ended: Ended) -> str:
    """Empty if that is a good end."""
    if ended.status == 0:
        return "" if ended.written == EXPECTED else "ended well with wrong bytes"
    if ended.status is None:
        return "did not end"
    if ended.status != 1:
        return f"ended with status {ended.status}"
    if "error: " not in ended.errors:
        return "failed without a word"
    return "" if EXPECTED.startswith(ended.written) else "failed with wrong bytes"


def test_nothing_fails_by_itself(program: Program) -> None:
    ended = program.run()
    assert ended.status == 0, ended.errors
    assert "error" not in ended.errors
    assert ended.written == EXPECTED


def test_each_call_fails(program: Program) -> None:
    counts = program.counts()
    found, tried = [], 0
    for call, errors in CALLS.items():
        for nth in uses(counts, call):
            for error, forever in ((e, f) for e in errors for f in ("0", "1")):
                case = {"FAULTY_CALL": call, "FAULTY_NTH": str(nth), "FAULTY_ERRNO": str(error)}
                ended = program.run(**case, FAULTY_FOREVER=forever)
                tried += 1
                wrong = complaint(ended)
                if not wrong and not set(ended.files) <= FILES:
                    wrong = f"left {ended.files}"
                if wrong and not excused(call, ended):
                    found.append(f"{case} forever={forever}: {wrong}: {ended.errors[:300]}")
    assert tried > 20
    assert not found, "\n".join(found)


def excused(call: str, ended: Ended) -> bool:
    """Where the call that tells of mistakes fails, none can be told."""
    return call == "write" and ended.status == 1 and EXPECTED.startswith(ended.written)


def test_a_view_that_is_opened_at_its_first_write_needs_the_handler_of_faults(objects: Path, tmp_path: Path) -> None:
    (variant,) = (variant for variant in VARIANTS if variant.name == "cow_fault")
    faulty = build(variant, tmp_path, objects)
    uses_before = faulty.counts()["sigaction"]
    told = 0
    for nth in range(1, uses_before + 1):
        ended = faulty.run(FAULTY_CALL="sigaction", FAULTY_NTH=str(nth), FAULTY_ERRNO=str(errno.EINVAL))
        assert (ended.status, ended.written) == (0, EXPECTED)
        told += "the system refuses to tell of its first write: Invalid argument" in ended.errors
    assert told == len({signal.SIGSEGV, signal.SIGBUS})  # others tell of no write


def test_every_call_of_the_os_layer_can_be_made_to_fail(objects: Path) -> None:
    called = undefined_in_os_layer(objects)
    assert called - CALLS.keys() - HARMLESS == set()
    assert len(called & CALLS.keys()) > 15


def test_every_call_is_used_by_some_program(objects: Path, tmp_path: Path) -> None:
    used: set[str] = set()
    for variant in VARIANTS:
        folder = tmp_path / variant.name
        folder.mkdir()
        used |= {name for name, count in build(variant, folder, objects).counts().items() if count}
    assert CALLS.keys() - used <= {"write"}  # of handlers of signals only
