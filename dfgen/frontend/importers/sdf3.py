# SPDX-License-Identifier: Apache-2.0
"""SDF3 XML: graphs of type sdf and csdf with their times, token sizes, buffer sizes and throughput constraint.

- The times of an actor are those of its default processor, of the last one if several say that they are. They have no
  unit. The throughput constraint counts iterations a unit of time.
- A token size is in bits; its C type is the array of bytes that holds it. A channel without one has `UNSIZED` tokens.
- A buffer size in tokens becomes `@capacity`, a channel's name `@channel`. A size that is a variable, such as `$B5`,
  bounds nothing; only those who ask for the sizes need its value.
- A port that no channel reaches is left out.
- Names that are no identifiers are mangled (`dfgen.frontend.mangling`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from dfgen.frontend.calls import PHASE
from dfgen.frontend.importers.imported import Imported
from dfgen.frontend.importers.sdf3_numbers import decimal, required, runs, whole
from dfgen.frontend.importers.xml_tree import Element, read_xml
from dfgen.frontend.mangling import from_identifier, to_identifier
from dfgen.frontend.problems import Problems, reject
from dfgen.frontend.syntax import (
    ActorDeclaration,
    Annotation,
    AnnotationArgument,
    Binary,
    Delay,
    Duration,
    Edge,
    Endpoint,
    Expression,
    GraphDeclaration,
    GraphFile,
    Identifier,
    Integer,
    PathText,
    PortDeclaration,
    Rate,
    RateList,
    Statement,
    TimeItem,
    TypeDeclaration,
    TypeUse,
)
from dfgen.model.diagnostics import Note, Span, fail
from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion

UNSIZED = "token"
"""The type of tokens whose size the file does not say; they have one byte."""

BODIES = ("sdf", "csdf")
_DIRECTIONS = ("in", "out")
_VARIABLE = re.compile(r"\$\w+", re.ASCII)
_READ = frozenset(
    {"applicationGraph", "actor", "port", "channel", "actorProperties", "processor", "executionTime"}
    | {"channelProperties", "tokenSize", "bufferSize", "graphProperties", "timeConstraints", "throughput"}
    | {prefix + suffix for prefix in BODIES for suffix in ("", "Properties")}
)


def read_sdf3(path: Path, parameters: Mapping[str, int | float]) -> Imported:
    """The graph of an SDF3 file. Raises `UserError` with all that is wrong."""
    root = read_xml(path)
    if parameters:
        message = f"an SDF3 graph has no parameters, so none is called '{next(iter(parameters))}'"
        raise fail("parameter-unknown", message, root.span, "Change the numbers in the file.")
    reader = _Reader(_application(root), Problems())
    syntax = reader.file()
    reader.problems.raise_if_any()
    unread = sorted(set(_unread(root)))
    notes = [f"dfgen reads no {', '.join(unread)} of SDF3 files"] if unread else []
    if reader.left_out:
        notes.append(f"no channel reaches these ports, so they are left out: {', '.join(reader.left_out)}")
    if reader.unsized:
        sizes = ", ".join(f"'{size}' of {name}" for name, size in reader.unsized.items())
        notes.append(f"buffer sizes that are variables bound nothing: {sizes}")
    return Imported(syntax, path.parent, notes=tuple(notes), unsized=tuple(reader.unsized))


def _application(root: Element) -> Element:
    if root.tag != "sdf3":
        message = f"this is <{root.tag}>, and SDF3 files begin with <sdf3>"
        raise fail("graph-missing", message, root.span, "Of XML files, dfgen reads those of SDF3.")
    kind = root.get("type")
    if kind and kind not in BODIES:
        hint = f"dfgen reads those of the types {' and '.join(BODIES)}, whose rates depend on no data and no scenario."
        raise fail("graph-missing", f"this is a graph of type '{kind}'", root.span, hint)
    applications = list(root.all("applicationGraph"))
    if not applications:
        hint = "dfgen reads <applicationGraph> with <sdf> or <csdf> inside."
        raise fail("graph-missing", "this file has no application graph", root.span, hint)
    if len(applications) > 1:
        message, note = "this file has more than one application graph", Note("the first", applications[0].span)
        raise fail("graph-missing", message, applications[1].span, "Keep one.", [note])
    return applications[0]


def _unread(element: Element) -> Iterator[str]:
    for child in element.children:
        if child.tag in _READ:
            yield from _unread(child)
        else:
            yield f"<{child.tag}>"


@frozen
class _Channel:
    """What is said of a channel besides its ends."""

    token_bits: int | None = None
    capacity: Element | None = None


@dataclass
class _Reader:
    application: Element
    problems: Problems
    channels: dict[str, _Channel] = field(default_factory=dict)
    times: dict[str, Element] = field(default_factory=dict)
    type_of: dict[tuple[str, str], str] = field(default_factory=dict)
    reached: dict[str, set[str]] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    unsized: dict[str, str] = field(default_factory=dict)

    def file(self) -> GraphFile:
        body = next((body for tag in BODIES for body in self.application.all(tag)), None)
        span = self.application.span
        if body is None:
            hint = "dfgen reads <sdf> and <csdf>."
            raise fail("graph-missing", "this application graph has no graph inside", span, hint)
        self._refuse_duplicates(body, "actor")
        self._refuse_duplicates(body, "channel")
        self._read_properties(body)
        edges = list(self._edges(body))
        actors = [actor for element in body.all("actor") for actor in self._actor(element)]
        name = self.application.get("name") or body.get("name")
        if not name:
            raise fail("format-element", "the graph has no name", span, 'Write name="..." into <applicationGraph>.')
        identifier = Identifier(to_identifier(name), span)
        statements: tuple[Statement, ...] = (*actors, *edges)
        graph = GraphDeclaration(identifier, (), statements, tuple(self._throughput()), span)
        types = (_type(name, size_bytes) for name, size_bytes in sorted(self.sizes.items(), key=lambda item: item[1]))
        return GraphFile((*types, graph), span)

    def _refuse_duplicates(self, body: Element, kind: str) -> None:
        first: dict[str, Span] = {}
        for element in body.all(kind):
            name = element.get("name")
            if name and name in first:
                note = Note("the first", first[name])
                message = f"there is {'an' if kind == 'actor' else 'a'} {kind} '{name}' already"
                self.problems.add("name-duplicate", message, element.span, "Rename one of them.", [note])
            first.setdefault(name, element.span)

    def _properties(self) -> Iterator[Element]:
        for tag in BODIES:
            yield from self.application.all(f"{tag}Properties")

    def _read_properties(self, body: Element) -> None:
        """Times, token sizes and buffer sizes, by the names of actors and channels."""
        actors = {element.get("name") for element in body.all("actor")}
        channels = {element.get("name") for element in body.all("channel")}
        for properties in self._properties():
            for element in properties.all("actorProperties"):
                with self.problems.caught():
                    name = _known(element, "actor", actors)
                    time = _time_of(element)
                    if time is not None:
                        self.times[name] = time
            for element in properties.all("channelProperties"):
                with self.problems.caught():
                    name = _known(element, "channel", channels)
                    token, buffer = element.first("tokenSize"), element.first("bufferSize")
                    bits = whole(token, "sz") if token is not None else None
                    sized = buffer if buffer is not None and buffer.get("sz") else None
                    if sized is not None and _VARIABLE.fullmatch(sized.get("sz")):
                        self.unsized[name] = sized.get("sz")
                        sized = None
                    self.channels[name] = _Channel(bits, sized)

    def _throughput(self) -> Iterator[Annotation]:
        for properties in self._properties():
            for element in properties.below("throughput"):
                with self.problems.caught():
                    value = decimal(element)
                    if value > 0:
                        argument = AnnotationArgument(_fraction(value, element.span), None, element.span)
                        yield Annotation(Identifier("throughput", element.span), (argument,), element.span)
                        return

    def _edges(self, body: Element) -> Iterator[Edge]:
        for element in body.all("channel"):
            with self.problems.caught():
                yield self._edge(element)

    def _edge(self, element: Element) -> Edge:
        name, span = element.get("name"), element.span
        said = self.channels.get(name, _Channel())
        ends = [(required(element, f"{side}Actor"), required(element, f"{side}Port")) for side in ("src", "dst")]
        type_name = self._type_name(said.token_bits)
        for end in ends:
            if end in self.type_of:
                message = f"port '{end[1]}' of '{end[0]}' has a channel already"
                raise reject("port-connected-twice", message, span, "A port has one channel; add another port.")
            self.type_of[end] = type_name
            self.reached.setdefault(end[0], set()).add(_port(end[1], span).text)
        source, target = (Endpoint(_identifier(actor, span), _port(port, span), span) for actor, port in ends)
        tokens = whole(element, "initialTokens", 0)
        delay = Delay(Integer(tokens, span), span=span) if tokens else None
        return Edge(source, (target,), delay, tuple(self._annotations(said, name, span)), span)

    def _annotations(self, said: _Channel, name: str, span: Span) -> Iterator[Annotation]:
        if said.capacity is not None:
            value = Integer(whole(said.capacity, "sz"), said.capacity.span)
            argument = AnnotationArgument(value, None, said.capacity.span)
            yield Annotation(Identifier("capacity", span), (argument,), said.capacity.span)
        arguments = [AnnotationArgument(PathText(to_text(name), span), None, span)] if name else []
        if said.token_bits is not None and (said.token_bits % 8 or not said.token_bits):
            arguments.append(AnnotationArgument(Integer(said.token_bits, span), Identifier("bits", span), span))
        if arguments:
            yield Annotation(Identifier("channel", span), tuple(arguments), span)

    def _type_name(self, token_bits: int | None) -> str:
        name = UNSIZED if token_bits is None else f"bits{token_bits}"
        self.sizes[name] = max(1, -(-(token_bits or 8) // 8))
        return name

    def _actor(self, element: Element) -> Iterator[ActorDeclaration]:
        with self.problems.caught():
            name = required(element, "name")
            ports = [port for child in element.all("port") for port in self._port(name, child)]
            time = list(self._time(name))
            kept = self._connected(name, ports, time)
            self.left_out += [f"'{port.name.text}' of {name}" for port in ports if port not in kept]
            yield ActorDeclaration(_identifier(name, element.span), (), (*kept, *time), (), element.span)

    def _connected(
        self, actor: str, ports: Sequence[PortDeclaration], time: Sequence[TimeItem]
    ) -> Sequence[PortDeclaration]:
        """The ports that channels reach; all of them where a channel names another one, which is a mistake there, and
        where without the others the actor would have fewer phases."""
        reached = self.reached.get(actor, set())
        kept = [port for port in ports if port.name.text in reached]
        phases = [_phases(port.brackets[0].rates) for port in kept] + [_phases(item.durations) for item in time]
        most = max((_phases(port.brackets[0].rates) for port in ports), default=1)
        names_are_known = reached <= {port.name.text for port in ports}
        return kept if names_are_known and most <= max(phases, default=1) else ports

    def _port(self, actor: str, element: Element) -> Iterator[PortDeclaration]:
        with self.problems.caught():
            span, name, direction = element.span, required(element, "name"), required(element, "type")
            if direction not in _DIRECTIONS:
                message = f"a port has type 'in' or 'out', not '{direction}'"
                raise reject("format-element", message, span, 'Write type="in" or type="out".')
            rates = []
            for run in runs(element, "rate"):
                if "." in run.text:
                    message = f"the rate {run.text} is not a whole number"
                    raise reject("number-not-integer", message, span, "A rate counts tokens: write a whole number.")
                times = Integer(run.count, span) if run.count is not None else None
                rates.append(Rate(Integer(int(run.text), span), times, span))
            type_name = self.type_of.get((actor, name)) or self._type_name(None)
            brackets = (RateList(tuple(rates), span),)
            yield PortDeclaration(direction, _port(name, span), TypeUse((type_name,), None, span), brackets, span=span)

    def _time(self, actor: str) -> Iterator[TimeItem]:
        element = self.times.get(actor)
        if element is None:
            return
        with self.problems.caught():
            span = element.span
            items = [
                Duration(run.text, "", Integer(run.count, span) if run.count is not None else None, span)
                for run in runs(element, "time")
            ]
            yield TimeItem(tuple(items), span)


def _known(element: Element, kind: str, names: set[str]) -> str:
    """The actor or channel that the properties are of."""
    name = required(element, kind)
    if name not in names:
        message = f"there is no {kind} '{name}' that could have properties"
        id = "actor-unknown" if kind == "actor" else "format-element"
        raise reject(id, message, element.span, suggestion(name, sorted(names), "Remove them."))
    return name


def _time_of(properties: Element) -> Element | None:
    """The execution time on the processor that counts."""
    processors = list(properties.all("processor"))
    defaults = [processor for processor in processors if processor.get("default").lower() in ("true", "1")]
    chosen = defaults[-1] if defaults else next(iter(processors), None)
    return chosen.first("executionTime") if chosen is not None else None


def _identifier(name: str, span: Span) -> Identifier:
    return Identifier(to_identifier(name), span)


def _port(name: str, span: Span) -> Identifier:
    return Identifier(to_identifier(name, {PHASE}), span)


def to_text(name: str) -> str:
    """A name as a quoted text can hold it."""
    is_plain = name.isprintable() and '"' not in name and from_identifier(name) == name
    return name if is_plain else to_identifier(name)


def _phases(runs_of: Iterable[Rate | Duration]) -> int:
    return sum(run.phases.value if isinstance(run.phases, Integer) else 1 for run in runs_of)


def _type(name: str, size_bytes: int) -> TypeDeclaration:
    count = Integer(size_bytes) if size_bytes > 1 else None
    return TypeDeclaration(Identifier(name), TypeUse(("uint8",), count))


def _fraction(value: Fraction, span: Span) -> Expression:
    above = Integer(value.numerator, span)
    if value.denominator == 1:
        return above
    return Binary("/", above, Integer(value.denominator, span), span)
