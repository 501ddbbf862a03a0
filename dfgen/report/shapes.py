# SPDX-License-Identifier: Apache-2.0
"""The parts of a folder's files that the page's advice and lanes read: `dfgen compile` writes the first two, `dfgen
profile` the third."""

from __future__ import annotations

from typing import Any

from dfgen.model.shape import Shape, list_of, maybe, number, record_of, row_of, text, truth, where_member, whole

_ONE_PLAN = record_of({}, {"platform": record_of({}, {"name": maybe(text), "cores": list_of(record_of({}))})})
_NODE = record_of({"node": whole, "name": text, "host": text, "period_ns": number, "plan": _ONE_PLAN})
_LINK = record_of({"link": whole, "fifo": text, "source": text, "target": text})
_SEVERAL = record_of({"graph": text, "nodes": list_of(_NODE), "transfers": list_of(_LINK)})
PLAN: Shape = where_member("nodes", _SEVERAL, _ONE_PLAN)


_SCHEDULE = record_of(
    {
        "guessed": list_of(text),
        "is_guess": truth,
        "period_ns": number,
        "cores": list_of(record_of({"waiting_ns": number})),
        "names": list_of(text),
        "kinds": list_of(text),
        "blocks": list_of(row_of(whole, number, number, whole, whole, whole)),
    }
)
_FIFO = record_of(
    {
        "name": text, "moving_ns": number, "moved_bytes": number, "strategy": text, "reason": text, "access": text,
        "trust": text,
    }
)  # fmt: skip
_MEMORY = record_of({"arena_bytes": number, "lower_bound_bytes": number, "cow_worst_bytes": number})
_RECORD = record_of({"graph": text, "schedule": _SCHEDULE, "fifos": list_of(_FIFO), "memory": _MEMORY})

_ITERATION = record_of({}, {"period_ns": maybe(number), "predicted_run_ns": maybe(number)})
_WAIT = record_of({"fifo": text, "waiting_ns": number, "asleep_ns": number})
_CORE = record_of({"waiting_ns": number, "asleep_ns": number, "wall_ns": number, "waits": list_of(_WAIT)})
_TIMELINE = record_of(
    {
        "lost_events": number,
        "names": list_of(record_of({"kind": text, "name": text})),
        "blocks": list_of(row_of(whole, whole, number, number, number)),
    }
)
_OF_ONE = record_of({}, {"iteration": maybe(_ITERATION), "cores": maybe(list_of(_CORE)), "timeline": maybe(_TIMELINE)})


def _with_names(shape: Shape, member: str, lists: dict[str, int]) -> Shape:
    """The same, where the member's blocks name by position what stands in its other lists."""

    def check(value: Any) -> str:
        wrong = shape(value)
        inner = None if wrong else value.get(member)
        if inner is None:
            return wrong
        for name, column in lists.items():
            most = len(inner[name])
            if any(block[column] >= most for block in inner["blocks"]):
                return f".{member}.blocks: one of {name} is not there"
        return ""

    return check


RECORD = _with_names(_RECORD, "schedule", {"kinds": 3, "names": 4})
_PROFILE = _with_names(_OF_ONE, "timeline", {"names": 1})
_PROFILES = record_of({"nodes": list_of(record_of({"node": whole, "profile": _PROFILE}))})
PROFILE: Shape = where_member("nodes", _PROFILES, _PROFILE)
