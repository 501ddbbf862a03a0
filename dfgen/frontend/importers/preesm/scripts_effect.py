# SPDX-License-Identifier: Apache-2.0
"""What memory scripts change in a graph: outputs that lie over inputs, and actors that need not run.

A script claims that ranges of an actor's windows may be one memory; the actor's code still runs there, where a copy
comes to a copy onto itself. Two sorts of claims are used:

- One range, from the beginning of an input and of an output, over the whole of the smaller one: the actor works in
  place, so the output may lie over the input, as `out o overlays i` says in a `.sdf` file. Public projects have scripts
  that are wrong about it (a conversion of 3 bytes to 4 that goes forwards), so this is tried, too: the outputs have to
  be the same as with windows apart. Where it cannot be tried, the script is believed of outputs no longer than their
  input: element by element, those never get ahead of what is still to be read.
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
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from dfgen.csource.trial import call_of
from dfgen.frontend.importers.preesm.scripts import Buffer, Match, run_script
from dfgen.model.actor import Actor, ActorKind, MemoryScript
from dfgen.model.diagnostics import fail
from dfgen.model.frozen import frozen
from dfgen.model.graph import Graph
from dfgen.model.input_files import read_text
from dfgen.model.port import SlicePattern


@frozen
class Cutter:
    """An actor of one input and one output that seems to give `pattern` of its input's tokens."""

    actor: Actor
    pattern: SlicePattern


@frozen
class InPlace:
    """An actor whose outputs seem to survive to lie `over` inputs: (output, input)."""

    actor: Actor
    over: tuple[tuple[str, str], ...]


class Trials(Protocol):
    """What is found out by running the functions of actors; asked from several threads."""

    def cuts(self, cutter: Cutter) -> str:
        """Why the actor's function does something else, empty if it does just that."""

    def in_place(self, claim: InPlace) -> dict[str, bool] | None:
        """By output, whether the function gives the same where it lies over that input. None: it cannot be tried."""


def apply_scripts(graph: Graph, trials: Trials) -> Graph:
    """The graph with its scripts' effects, which its notes tell. Raises `UserError` for scripts that cannot be read."""
    scripts = _Scripts(Path(graph.base), {})
    claims = {actor.name: scripts.claim(actor, actor.script) for actor in graph.actors if actor.script}
    found = _tried(claims.values(), trials)
    notes: list[str] = []

    def applied(actor: Actor) -> Actor:
        claim = claims.get(actor.name)
        if claim is None:
            return actor
        if isinstance(claim, str):
            said, changed = [f"its memory script is not used{claim}"], actor
        else:
            said, changed = found[_key(claim)](actor)
        notes.extend(f"'{actor.name}': {each}" for each in said)
        return changed

    actors = tuple(map(applied, graph.actors))
    return replace(graph, actors=actors, notes=(*graph.notes, *notes))


_Effect = Callable[[Actor], tuple[list[str], Actor]]
"""What is said of an actor, and the actor after it."""


@frozen
class _Scripts:
    base: Path
    texts: dict[str, str]

    def claim(self, actor: Actor, script: MemoryScript) -> Cutter | InPlace | str:
        """What the script claims of the actor; or, with the sign before it, why that is not used."""
        if actor.phases > 1 or actor.is_routing:
            return ", for it fires in phases"
        path = self.base / script.file
        matches = run_script(self._text(script, path), os.path.normpath(path), _buffers(actor), dict(script.values))
        if not matches:
            return ": it matches nothing here"
        pattern = _pattern(actor, matches)
        if pattern is not None:
            return Cutter(actor, pattern)
        over = tuple(_overlays(actor, matches))
        return InPlace(actor, over) if over else ": its ranges make neither an overlay nor a cut"

    def _text(self, script: MemoryScript, path: Path) -> str:
        if script.file not in self.texts:
            if not os.path.isfile(path):
                message = f"the memory script '{script.file}' does not exist"
                raise fail("path-missing", message, script.span, f"It is looked for in '{self.base.absolute()}'.")
            self.texts[script.file] = read_text(path)
        return self.texts[script.file]


def _key(claim: Cutter | InPlace) -> tuple[object, ...]:
    """What is equal of two claims if they are both true or both false: the call, and what is claimed of it."""
    return (*call_of(claim.actor), replace(claim, actor=_NOBODY))


_NOBODY = Actor("", ActorKind.CODE, ())


def _tried(claims: Iterable[Cutter | InPlace | str], trials: Trials) -> dict[tuple[object, ...], _Effect]:
    """The effects of the claims, side by side: most of a trial is to wait for the compiler, and for a program."""
    different = {_key(claim): claim for claim in claims if not isinstance(claim, str)}

    def effect(claim: Cutter | InPlace) -> _Effect:
        return _cut(claim, trials) if isinstance(claim, Cutter) else _overlaid(claim, trials)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(different, pool.map(effect, different.values()), strict=True))


def _cut(cutter: Cutter, trials: Trials) -> _Effect:
    reason = trials.cuts(cutter)

    def effect(actor: Actor) -> tuple[list[str], Actor]:
        if reason:
            return [f"its memory script is not used, for {reason}"], actor
        return ["it only cuts its input, as its memory script says, and need not run"], _as_slice(actor, cutter.pattern)

    return effect


def _overlaid(claim: InPlace, trials: Trials) -> _Effect:
    alike, why = trials.in_place(claim), "other tokens would come out then"
    if alike is None:
        size = {port.name: port.window_bytes for port in claim.actor.ports}
        alike = {output: size[output] <= size[input] for output, input in claim.over}
        why = "it is longer, and the function cannot be tried alone"
    over = {output: input for output, input in claim.over if alike[output]}
    said = [
        f"'{output}' is not written over '{input}', as its memory script wants: {why}"
        for output, input in claim.over
        if output not in over
    ]

    def effect(actor: Actor) -> tuple[list[str], Actor]:
        ports = (replace(p, overlays=over[p.name]) if p.name in over and not p.overlays else p for p in actor.ports)
        return said, replace(actor, ports=tuple(ports))

    return effect


def _buffers(actor: Actor) -> Iterator[Buffer]:
    for port in actor.ports:
        yield Buffer(port.name, port.is_input, port.rate(0), port.type.size_bytes)


def _overlays(actor: Actor, matches: tuple[Match, ...]) -> Iterator[tuple[str, str]]:
    """(output, input) for each pair that nothing but one whole range connects."""
    for output in actor.outputs:
        of_output = [match for match in matches if match.output == output.name]
        if len(of_output) != 1 or output.partial:
            continue
        match = of_output[0]
        alone = sum(other.input == match.input for other in matches) == 1
        least = min(output.window_bytes, actor.port(match.input).window_bytes)
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
    if not regular or not whole_tokens or len(pieces) * length != target.window_bytes:
        return None
    pattern = SlicePattern(len(pieces), length // token, start // token, step // token)
    return None if len(pieces) == 1 and start == 0 and length == source.window_bytes else pattern


def _as_slice(actor: Actor, pattern: SlicePattern) -> Actor:
    source, target = actor.inputs[0], actor.outputs[0]
    ports = (replace(source, access=None, overlays=""), replace(target, pattern=pattern, access=None))
    return Actor(actor.name, ActorKind.SLICE, ports, span=actor.span)


def window_of(cutter: Cutter, number: int, given: bytes, outside: int) -> bytes:
    """That window of the slice for the bytes of its input, with the byte `outside` where it lies outside of it."""
    token = cutter.actor.inputs[0].type.size_bytes
    pattern = cutter.pattern
    start, length, step = (n * token for n in (pattern.start_tokens, pattern.length_tokens, pattern.step_tokens))
    first = start + number * step
    inside = given[max(first, 0) : max(first + length, 0)]
    return inside.rjust(min(length, len(inside) + max(-first, 0)), bytes((outside,))).ljust(length, bytes((outside,)))
