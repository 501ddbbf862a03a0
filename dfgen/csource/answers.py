# SPDX-License-Identifier: Apache-2.0
"""Answers that take long to find and follow from files alone, kept for the next time in the folder of dfgen's cache."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from dfgen.model.output_files import write_atomically
from dfgen.paths import cache_dir

SCHEMA = 7
"""Of what is kept: another one where an answer's form changes, or how it is found."""

_CLOCK_STEP_S = 0.02
"""By so much the time of a file may lie before that of its change, which some systems count in steps."""


class NotNow(Exception):
    """What is asked cannot be found out now, for a reason that lies in the machine: a full disk, a process that was
    killed. Raised by those who look for an answer, none is kept."""


def kept_answer(kind: str, inputs: Sequence[bytes], find: Callable[[], Any]) -> Any:
    """What `find` gives, a JSON value, or has given for the same inputs. A cache that cannot be used is none."""
    path = _place(kind, inputs)
    with suppress(OSError, ValueError):
        return json.loads(path.read_text(encoding="utf-8"))
    answer = find()
    with suppress(OSError):
        write_atomically(path, json.dumps(answer).encode())
    return answer


def kept_reading(kind: str, inputs: Sequence[bytes], find: Callable[[], tuple[Any, Iterable[Path]]]) -> Any:
    """The same where the answer also follows from files that only `find` can name, for as long as these stay as they
    are. An answer that comes without files is not kept."""
    path = _place(kind, inputs)
    with suppress(OSError, ValueError, TypeError, LookupError):
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["files"] and all(_digest(name) == digest for name, digest in kept["files"].items()):
            return kept["answer"]
    began_s = time.time()
    answer, files = find()
    with suppress(OSError):
        names = [str(file) for file in files]
        if names and all(os.stat(name).st_mtime < began_s - _CLOCK_STEP_S for name in names):
            kept = {"files": {name: _digest(name) for name in names}, "answer": answer}
            write_atomically(path, json.dumps(kept).encode())
    return answer


def _place(kind: str, inputs: Sequence[bytes]) -> Path:
    digest = hashlib.sha256(str(SCHEMA).encode())
    for each in inputs:
        digest.update(hashlib.sha256(each).digest())
    return cache_dir() / kind / f"{digest.hexdigest()[:32]}.json"


def _digest(name: str) -> str:
    state = os.stat(name)
    return _digest_of(name, state.st_size, state.st_mtime_ns)


@lru_cache(maxsize=4096)  # headers, which many sources include
def _digest_of(name: str, _size_bytes: int, _changed_ns: int) -> str:
    return hashlib.sha256(Path(name).read_bytes()).hexdigest()
