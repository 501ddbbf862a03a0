# SPDX-License-Identifier: Apache-2.0
"""What is read of the files of a generated folder, and of what its program writes (`--json`, `--profile`)."""

from __future__ import annotations

from typing import Any

from dfgen.model.shape import Shape, list_of, maybe, number, record_of, row_of, text, where_member, whole

_PLAN = record_of(
    {
        "graph": text,
        "transfers": list_of(
            record_of({"fifo": text, "when": text, "strategy": text, "bytes_per_iteration": whole})
        ),
        "fifos": list_of(record_of({"name": text, "strategy": text, "bytes_per_iteration": whole})),
        "memory": record_of({"arena_bytes": whole, "lower_bound_bytes": whole, "cow_worst_bytes": whole}),
    },
    {"iterations_per_pass": whole, "prediction": record_of({}, {"period_ns": maybe(number), "fill_ns": number})},
)  # fmt: skip
_NODES = record_of(
    {
        "graph": text,
        "nodes": list_of(record_of({"node": whole, "name": text, "host": text, "plan": _PLAN})),
        "transfers": list_of(record_of({"link": whole, "source": text, "target": text})),
        "prediction": record_of({"period_ns": number}),
    }
)  # fmt: skip
PLAN: Shape = where_member("nodes", _NODES, _PLAN)
RECORD = record_of(
    {
        "fifos": list_of(
            record_of(
                {"name": text, "source": text, "target": text, "rates": row_of(text, text), "delay_tokens": whole}
            )
        )
    },
    {"actors": list_of(record_of({"name": text, "function": text}))},
)  # fmt: skip

_POINT = record_of(
    {
        "kind": text, "name": text, "detail": text, "peer": whole, "ns": number, "asleep_ns": number, "count": whole,
        "singles": whole, "blocks": whole, "least_ns": number, "most_ns": number,
        "histogram": list_of(row_of(number, number, whole)),
    }
)  # fmt: skip
_EVENTS = list_of(row_of(whole, number, number, whole))
_CORE_FIGURES = record_of(
    {
        "core": whole, "wall_ns": number, "sleeps": whole, "wakes": whole, "page_faults_minor": whole,
        "page_faults_major": whole, "points": list_of(_POINT), "events_lost": whole, "events": _EVENTS,
    },
    {
        "engine_copies": list_of(
            record_of(
                {
                    "fifo": text, "engine": text, "engine_bytes": whole, "taken_over_bytes": whole, "busy_ns": number,
                    "taken_over_ns": number,
                }
            )
        )
    },
)  # fmt: skip


def _core(value: Any) -> str:
    wrong = _CORE_FIGURES(value)
    if wrong:
        return wrong
    points = len(value["points"])
    return ".events: one is of no point" if any(event[0] >= points for event in value["events"]) else ""


_TRACE = {"iterations": whole, "clock": text, "resident_bytes": whole, "cores": list_of(_core)}
_TRACE_MORE = {
    "engines_busy_ns": number, "engine_events_lost": whole, "engine_events": _EVENTS,
    "copies": list_of(record_of({"actor": text, "bytes": number})),
}  # fmt: skip
TRACE: Shape = record_of(_TRACE, {**_TRACE_MORE, "nodes": list_of(record_of(_TRACE, _TRACE_MORE))})

_VIEW = record_of({"name": text, "written_fraction": maybe(number), "copied_bytes": whole, "pages_written": whole})
_FIGURES = {
    "iterations": whole, "elapsed_ns": whole, "cores": whole, "page_faults_minor": whole, "page_faults_major": whole,
}  # fmt: skip
_FIGURES_MORE = {
    "cow_worst_bytes": whole,
    "fifos": list_of(_VIEW),
    "engines": list_of(record_of({"name": text, "copies": whole, "engine_bytes": whole})),
    "arenas": list_of(record_of({"buffer": text, "arenas": whole, "up_to_bytes": whole, "most_used_bytes": whole})),
}
FIGURES: Shape = record_of(_FIGURES, {**_FIGURES_MORE, "nodes": list_of(record_of(_FIGURES, _FIGURES_MORE))})
