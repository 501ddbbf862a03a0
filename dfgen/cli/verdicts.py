# SPDX-License-Identifier: Apache-2.0
"""What commands that judge a whole graph say alike: refusals and diagnostics as JSON, numbers with their noun."""

from __future__ import annotations

from typing import Any

from dfgen.model.diagnostics import Diagnostic, UserError

# Of each id that is a verdict on a whole, well-formed graph: consistent, free of deadlock (None: unknown).
_VERDICTS: dict[str, tuple[bool, bool | None]] = {
    "inconsistent": (False, False),
    "deadlock": (True, False),
    "liveness-undecided": (True, None),
}


def is_verdict(error: UserError) -> bool:
    """Whether the graph was read, and what is wrong is an answer to the question."""
    return all(diagnostic.id in _VERDICTS for diagnostic in error.diagnostics)


def refusal_json(error: UserError, schema: int) -> dict[str, Any]:
    verdicts = [_VERDICTS[diagnostic.id] for diagnostic in error.diagnostics]
    free = [deadlock_free for _, deadlock_free in verdicts]
    return {
        "schema": schema,
        "consistent": all(consistent for consistent, _ in verdicts),
        "deadlock_free": False if False in free else None,
        "repetition_vector": None,
        "repetition_sum": None,
        "errors": [diagnostic_json(diagnostic) for diagnostic in error.diagnostics],
    }


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    span = diagnostic.span
    place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
    return {"id": diagnostic.id, "message": diagnostic.message, "hint": diagnostic.hint, **place}


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
