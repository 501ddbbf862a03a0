# SPDX-License-Identifier: Apache-2.0
"""`report.json` of a generated folder: what a picture of the program needs besides the plan, as plain data.

It holds the user's graph (routing actors that dfgen has set into FIFOs are left out), the blocks of one predicted
period, and the memory over that period. Durations are in ns, sizes in bytes, counts per graph iteration.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from typing import Any

from dfgen.model.actor import Actor
from dfgen.model.decisions import Account, FifoChoice
from dfgen.model.facts import Facts
from dfgen.model.graph import Fifo, Graph
from dfgen.model.names import ends_in_graph, user_name
from dfgen.model.port import Port
from dfgen.model.program import Program
from dfgen.prediction.memory_map import Interval, is_lasting, lifetimes
from dfgen.prediction.predict import Prediction

SCHEMA = 1
"""Form: of the file."""


def record(account: Account, program: Program, facts: Facts, prediction: Prediction) -> dict[str, Any]:
    graph = program.graph
    lanes = [f"core {agent.core}" for agent in program.cores]
    guessed = frozenset(prediction.guessed)
    numbers = {lane: len(lanes) + index for index, lane in enumerate(prediction.lanes)}
    return {
        "schema": SCHEMA,
        "graph": graph.name,
        "file": graph.file,
        "actors": [_actor(program, facts, prediction, guessed, a) for a in graph.actors if not _is_set_in(graph, a)],
        "fifos": list(_fifos(graph, account, prediction)),
        "lanes": [*lanes, *prediction.lanes.values()],
        "schedule": _schedule(prediction, numbers),
        "memory": _memory(account, program, prediction),
    }


def record_bytes(account: Account, program: Program, facts: Facts, prediction: Prediction) -> bytes:
    """As it stands in the folder."""
    return (json.dumps(record(account, program, facts, prediction), separators=(",", ":")) + "\n").encode()


def _is_set_in(graph: Graph, actor: Actor) -> bool:
    """Whether dfgen has set it into a FIFO; such a routing actor is named after the port behind it."""
    return actor.is_routing and any(str(fifo.target) == actor.name for _, fifo in graph.outputs_of(actor))


def _actor(program: Program, facts: Facts, prediction: Prediction, guessed: Set[str], actor: Actor) -> dict[str, Any]:
    firings, iteration_ns = facts.firings[actor.name], prediction.actors.get(actor.name, 0.0)
    return {
        "name": actor.name,
        "kind": actor.kind.value,
        "function": actor.fire.function if actor.fire else "",
        "place": f"{actor.span.file.rpartition('/')[2]}:{actor.span.line}",
        "firings": firings,
        "time_ns": _rounded(iteration_ns / firings) if firings else 0,
        "iteration_ns": _rounded(iteration_ns),
        "guessed": actor.name in guessed,
        "cores": sorted({block.core for block in program.blocks.get(actor.name, ())}),
    }


def _fifos(graph: Graph, account: Account, prediction: Prediction) -> Iterator[dict[str, Any]]:
    choices = {choice.fifo: choice for choice in account.choices}
    for fifo in graph.fifos:
        if not _is_set_in(graph, graph.actor(fifo.target.actor)):
            yield _fifo(graph, fifo, choices, prediction)


def _fifo(graph: Graph, fifo: Fifo, choices: Mapping[str, FifoChoice], prediction: Prediction) -> dict[str, Any]:
    source, target = ends_in_graph(graph, fifo)
    name = user_name(graph, fifo)
    choice = choices[name]
    output, input_ = graph.port(source), graph.port(target)
    return {
        "name": name,
        "source": source.actor,
        "source_port": source.port,
        "target": target.actor,
        "target_port": target.port,
        "place": f"{fifo.span.file.rpartition('/')[2]}:{fifo.span.line}",
        "type": input_.type.name,
        "rates": [_rates(output), _rates(input_)],
        "delay_tokens": fifo.delay_tokens,
        "access": input_.access.value if input_.access else "",
        "trust": input_.trust.value,
        "bytes": choice.bytes_per_iteration,
        "moved_bytes": choice.moved_bytes_per_iteration,
        "strategy": choice.strategy,
        "reason": choice.reason,
        "estimates_ns": dict(choice.estimates_ns),
        "moving_ns": _rounded(prediction.transfers.get(name, 0.0)),
    }


def _rates(port: Port) -> str:
    return ", ".join(str(rate) for rate in port.rates[:4]) + (", …" if len(port.rates) > 4 else "")


def _schedule(prediction: Prediction, lanes: Mapping[int, int]) -> dict[str, Any]:
    """`blocks`: [lane, start, end, kind, name, firings], kind and name as positions in `kinds` and `names`."""
    names = list(dict.fromkeys(activity.name for activity in prediction.activities))
    kinds = list(dict.fromkeys(activity.kind.value for activity in prediction.activities))
    name_at = {name: index for index, name in enumerate(names)}
    return {
        **prediction.to_json(),
        "span_ns": _rounded(prediction.span_ns),
        "span_iterations": prediction.span_iterations,
        "names": names,
        "kinds": kinds,
        "blocks": [
            [
                lanes.get(b.lane, b.lane),
                _rounded(b.start_ns),
                _rounded(b.end_ns),
                kinds.index(b.kind.value),
                name_at[b.name],
                b.firings,
            ]
            for b in prediction.activities
        ],
    }


def _memory(account: Account, program: Program, prediction: Prediction) -> dict[str, Any]:
    lives = lifetimes(program, prediction)
    return {
        "arena_bytes": program.memory.size_bytes,
        "lower_bound_bytes": account.lower_bound_bytes,
        "unshared_bytes": account.unshared_bytes,
        "cow_worst_bytes": account.cow_worst_bytes,
        "state_bytes": program.memory.state_bytes,
        "buffers": [
            {
                "name": buffer.name,
                "offset_bytes": buffer.offset_bytes,
                "size_bytes": buffer.size_bytes,
                "slots": buffer.slots,
                "slot_bytes": buffer.slot_bytes,
                "layout": buffer.layout.value,
                "core": buffer.core,
                "lasting": is_lasting(buffer),
                "lives": [[_rounded(start), _rounded(end)] for start, end in lives[buffer.name]],
            }
            for buffer in program.memory.by_address
        ]
        + [*_arenas(program, lives)],
    }


def _arenas(program: Program, lives: Mapping[str, list[Interval]]) -> Iterator[dict[str, Any]]:
    """Those of buffers of objects, as if they were buffers; what is handed on lies in the same ones."""
    seen: set[int] = set()
    for buffer in program.memory.by_address:
        if not buffer.arenas or buffer.arenas_offset_bytes in seen:
            continue
        seen.add(buffer.arenas_offset_bytes)
        yield {
            "name": f"{buffer.name} (objects)",
            "offset_bytes": buffer.arenas_offset_bytes,
            "size_bytes": buffer.arenas * buffer.arena_bytes,
            "slots": buffer.arenas,
            "slot_bytes": buffer.arena_bytes,
            "layout": "arenas, one a token",
            "core": buffer.core,
            "lasting": is_lasting(buffer),
            "lives": [[_rounded(start), _rounded(end)] for start, end in lives[buffer.name]],
        }


def _rounded(ns: float) -> float | int:
    """A tenth of a ns is more than anybody needs."""
    tenths = round(ns, 1)
    return int(tenths) if tenths == int(tenths) else tenths
