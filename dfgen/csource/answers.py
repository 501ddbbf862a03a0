# SPDX-License-Identifier: Apache-2.0
"""Answers that take long to find and follow from files alone, kept for the next time in the folder of dfgen's cache."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dfgen.paths import cache_dir

SCHEMA = 1


def kept_answer(kind: str, inputs: Sequence[bytes], find: Callable[[], Any]) -> Any:
    """What `find` gives, a JSON value, or has given for the same inputs. A cache that cannot be used is none."""
    digest = hashlib.sha256(str(SCHEMA).encode())
    for each in inputs:
        digest.update(hashlib.sha256(each).digest())
    path = cache_dir() / kind / f"{digest.hexdigest()[:32]}.json"
    with suppress(OSError, ValueError):
        return json.loads(path.read_text(encoding="utf-8"))
    answer = find()
    with suppress(OSError):
        _keep(path, json.dumps(answer))
    return answer


def _keep(path: Path, text: str) -> None:
    """No reader sees a half-written file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".new")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, path)
