# SPDX-License-Identifier: Apache-2.0
"""What memory scripts change in a graph: outputs that lie over inputs, and actors that need not run.

A script claims that ranges of an actor's windows may be one memory; the actor's code still runs there, where a copy
comes to a copy onto itself. Two sorts of claims are used:

- One range, from the beginning of an input and of an output, over the whole of the smaller one: the actor works in
  place, so the output may lie over the input, as `out o overlays i` says in a `.sdf` file.
- Ranges of equal length and equal distance that make up the whole output, in the order of the output: the actor may
  only cut or gather (a split into slices that overlap, a merge that drops the overlap). Then it would be a `slice`, a
  view that costs nothing. The script alone does not prove it, for an actor that changes what it hands on in place has
  the same script. So such actors are tried (`Cutter`): on several inputs the function has to give exactly what the
  slice gives, also zeros where ranges lie outside of the input, and leave the input alone. A function that keeps state
  or calls what is unknown is not tried.

All other claims are left unused, and the actor's code runs with windows of its own, which is right in any case.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dfgen.frontend.importers.preesm.scripts import Buffer, Match, run_script
from dfgen.model.diagnostics import fail
from dfgen.model.graph import Actor, ActorKind, Graph, MemoryScript, Port, SlicePattern
from dfgen.model.input_files import read_text


@dataclass(frozen=True)
class Cutter:
    """An actor of one input and one output that seems to give `pattern` of its input's tokens."""

    actor: Actor
    pattern: SlicePattern


Trial = Callable[[Cutter], str]
"""Why the actor's function does something else, empty if it does just that."""


def apply_scripts(graph: Graph, trial: Trial) -> Graph:
    """The graph with its scripts' effects, which its notes tell. Raises `UserError` for scripts that cannot be read."""
    work = _Scripts(Path(graph.base), trial, {}, {}, {})
    actors = tuple(work.applied(actor) if actor.script else actor for actor in graph.actors)
    return replace(graph, actors=actors, notes=(*graph.notes, *work.notes))


@dataclass
class _Scripts:
    base: Path
    trial: Trial
    texts: dict[str, str]
    notes: dict[str, None]
    tried: dict[tuple[object, ...], str]

    def applied(self, actor: Actor) -> Actor:
        assert actor.script is not None
        if actor.phases > 1 or actor.is_mover:
            self.notes[f"'{actor.name}': its memory script is not used, for it fires in phases"] = None
            return actor
        matches = run_script(self._text(actor.script), actor.script.file, _buffers(actor), dict(actor.script.values))
        pattern = _pattern(actor, matches)
        if pattern is not None:
            cutter = Cutter(actor, pattern)
            reason = self._why_not(cutter)
            if not reason:
                self.notes[f"'{actor.name}' only cuts its input, as its memory script says: it need not run"] = None
                return _as_slice(cutter)
            self.notes[f"'{actor.name}': its memory script is not used, for {reason}"] = None
            return actor
        return self._overlaid(actor, matches)

    def _text(self, script: MemoryScript) -> str:
        if script.file not in self.texts:
            path = self.base / script.file
            if not os.path.isfile(path):
                message = f"the memory script '{script.file}' does not exist"
                raise fail("path-missing", message, script.span, f"It is looked for in '{self.base.absolute()}'.")
            self.texts[script.file] = read_text(path)
        return self.texts[script.file]

    def _why_not(self, cutter: Cutter) -> str:
        """The trial's answer; instances of one actor with equal parameters are tried once."""
        actor = cutter.actor
        call = (actor.fire.function, tuple(a.value for a in actor.fire.arguments)) if actor.fire else ()
        key = (*call, cutter.pattern, *(p.rates for p in actor.ports), *(p.type for p in actor.ports))
        if key not in self.tried:
            self.tried[key] = self.trial(cutter)
        return self.tried[key]

    def _overlaid(self, actor: Actor, matches: tuple[Match, ...]) -> Actor:
        over = dict(_overlays(actor, matches))
        if not over:
            self.notes[
                f"'{actor.name}': its memory script is not used: its ranges make neither an overlay nor a cut"
            ] = None
        ports = (replace(p, overlays=over[p.name]) if p.name in over and not p.overlays else p for p in actor.ports)
        return replace(actor, ports=tuple(ports))


def _buffers(actor: Actor) -> Iterator[Buffer]:
    for port in actor.ports:
        yield Buffer(port.name, port.is_input, port.rate(0), port.type.size_bytes)


def _size_bytes(port: Port) -> int:
    return port.rate(0) * port.type.size_bytes


def _overlays(actor: Actor, matches: tuple[Match, ...]) -> Iterator[tuple[str, str]]:
    """(output, input) for each pair that nothing but one whole range connects."""
    for output in actor.outputs:
        of_output = [match for match in matches if match.output == output.name]
        if len(of_output) != 1 or output.partial:
            continue
        match = of_output[0]
        alone = sum(other.input == match.input for other in matches) == 1
        least = min(_size_bytes(output), _size_bytes(actor.port(match.input)))
        if alone and match.input_byte == match.output_byte == 0 and match.size_bytes >= least:
            yield output.name, match.input


def _pattern(actor: Actor, matches: tuple[Match, ...]) -> SlicePattern | None:
    """The windows of the only input that make up the only output, if they do; not of what may work in place."""
    if len(actor.inputs) != 1 or len(actor.outputs) != 1 or not matches or actor.init or actor.end:
        return None
    source, target = actor.inputs[0], actor.outputs[0]
    token = source.type.size_bytes
    if (source.type.c_name, source.type.count) != (target.type.c_name, target.type.count) or target.partial:
        return None
    pieces = sorted({(match.output_byte, match.input_byte, match.size_bytes) for match in matches})
    length = pieces[0][2]
    step = pieces[1][1] - pieces[0][1] if len(pieces) > 1 else 0
    start = pieces[0][1]
    regular = all(piece == (index * length, start + index * step, length) for index, piece in enumerate(pieces))
    whole_tokens = all(value % token == 0 for value in (length, step, start))
    if not regular or not whole_tokens or len(pieces) * length != _size_bytes(target):
        return None
    pattern = SlicePattern(len(pieces), length // token, start // token, step // token)
    return None if len(pieces) == 1 and start == 0 and length == _size_bytes(source) else pattern


def _as_slice(cutter: Cutter) -> Actor:
    source, target = cutter.actor.inputs[0], cutter.actor.outputs[0]
    ports = (replace(source, access=None, overlays=""), replace(target, pattern=cutter.pattern, access=None))
    return Actor(cutter.actor.name, ActorKind.SLICE, ports, span=cutter.actor.span)


def windows_of(cutter: Cutter, given: bytes, outside: int) -> list[bytes]:
    """The windows of the slice for the bytes of its input, with the byte `outside` where they lie outside of it."""
    token = cutter.actor.inputs[0].type.size_bytes
    pattern = cutter.pattern
    start, length, step = (n * token for n in (pattern.start_tokens, pattern.length_tokens, pattern.step_tokens))
    margin = bytes((outside,)) * (abs(start) + pattern.count * abs(step) + length)
    wide, first = margin + given + margin, len(margin) + start
    return [wide[first + i * step : first + i * step + length] for i in range(pattern.count)]
