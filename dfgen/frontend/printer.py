# SPDX-License-Identifier: Apache-2.0
"""Writes a syntax tree as canonical text: reading it again gives the same tree. Comments are not in the tree."""

from __future__ import annotations

from collections.abc import Iterable

from dfgen.frontend.deep import deeply
from dfgen.frontend.syntax import (
    ActorDeclaration,
    ActorItem,
    Annotation,
    AnnotationArgument,
    Binary,
    CallItem,
    CallText,
    Clause,
    CppName,
    CppPart,
    Decimal,
    Delay,
    Duration,
    Edge,
    Endpoint,
    Expression,
    FileItem,
    Fill,
    FlagItem,
    FunctionUse,
    GraphDeclaration,
    GraphFile,
    Identifier,
    Import,
    Include,
    InitCall,
    Instance,
    Integer,
    LibraryNames,
    Loop,
    NameUse,
    ObjectDeclaration,
    ObjectFieldText,
    Parameter,
    PathText,
    Percent,
    PeriodItem,
    PortDeclaration,
    Rate,
    Routing,
    Source,
    StateItem,
    Statement,
    TimeItem,
    TypeDeclaration,
    TypeUse,
    Unary,
    ValueList,
)

INDENT = "    "

UNARY_RANK = 3
OPERATOR_RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "**": 4}
"""How tightly an operator binds; a sign (`UNARY_RANK`) binds looser than `**`, as in mathematics."""


def print_file(file: GraphFile) -> str:
    return deeply(lambda: "\n".join(_lines_of_items(file.items)) + "\n", file.span.file) if file.items else ""


def print_expression(expression: Expression) -> str:
    return _expression(expression, 0)


def _expression(expression: Expression, rank: int) -> str:
    """`expression`, in parentheses where its own operator binds looser than `rank`."""
    if isinstance(expression, Integer):
        return str(expression.value)
    if isinstance(expression, (Decimal, NameUse)):
        return expression.text
    if isinstance(expression, FunctionUse):
        return f"{expression.function.text}({_comma(expression.arguments)})"
    if isinstance(expression, Unary):
        text, own = expression.operator + _expression(expression.operand, UNARY_RANK), UNARY_RANK
    else:
        text, own = _binary(expression), OPERATOR_RANK[expression.operator]
    return f"({text})" if own < rank else text


def _binary(expression: Binary) -> str:
    rank = OPERATOR_RANK[expression.operator]
    if expression.operator == "**":  # groups to the right, and may have a signed exponent
        return f"{_expression(expression.left, rank + 1)} ** {_expression(expression.right, UNARY_RANK)}"
    return f"{_expression(expression.left, rank)} {expression.operator} {_expression(expression.right, rank + 1)}"


def _comma(expressions: Iterable[Expression]) -> str:
    return ", ".join(print_expression(e) for e in expressions)


def _lines_of_items(items: Iterable[FileItem]) -> list[str]:
    lines: list[str] = []
    for item in items:
        lines += _graph(item) if isinstance(item, GraphDeclaration) else _statement(item)
    return lines


def _graph(graph: GraphDeclaration) -> list[str]:
    body = [INDENT + line for statement in graph.statements for line in _statement(statement)]
    annotations = "".join(f" {_annotation(a)}" for a in graph.annotations)
    return [f"graph {graph.name.text}{_parameters(graph.parameters)}{annotations} {{", *body, "}"]


def _parameters(parameters: tuple[Parameter, ...]) -> str:
    return "(" + ", ".join(_assignment(p) for p in parameters) + ")" if parameters else ""


def _assignment(parameter: Parameter) -> str:
    type = f" : {_type(parameter.type)}" if parameter.type is not None else ""
    value = f" = {print_expression(parameter.value)}" if parameter.value is not None else ""
    return parameter.name.text + type + value


def _statement(statement: Statement | Import) -> list[str]:
    if isinstance(statement, (Import, Include)):
        word = "import" if isinstance(statement, Import) else "include"
        return [f"{word} {_paths(statement.paths)};"]
    if isinstance(statement, Source):
        return [" ".join([f"source {_paths(statement.paths)}", *map(_annotation, statement.annotations)]) + ";"]
    if isinstance(statement, LibraryNames):
        return [f"library {_paths(statement.names)};"]
    if isinstance(statement, Parameter):
        return [f"param {_assignment(statement)}{' live' if statement.is_live else ''};"]
    if isinstance(statement, TypeDeclaration):
        return [f"type {statement.name.text} = {_type(statement.type)};"]
    if isinstance(statement, ObjectDeclaration):
        fields = " ".join(map(_object_field, statement.fields))
        return [f"object {_type(statement.type)} {{ {fields} }}" if fields else f"object {_type(statement.type)} {{}}"]
    if isinstance(statement, PortDeclaration):
        return [_port(statement)]
    if isinstance(statement, ActorDeclaration):
        return _actor(statement)
    if isinstance(statement, Instance):
        head = f"{_annotations_before(statement.annotations)}actor {_indexed(statement.name)}"
        return [f"{head} = {statement.template.text}{_parameters(statement.arguments)};"]
    if isinstance(statement, Routing):
        return [f"{statement.kind} {_indexed(statement.name)} {{", *(INDENT + _port(p) for p in statement.ports), "}"]
    return _loop(statement) if isinstance(statement, Loop) else [_edge(statement)]


def _loop(loop: Loop) -> list[str]:
    first = print_expression(loop.first)
    gap = " " if first.endswith(".") else ""  # a number as `2.` would take the first point of the two
    head = f"for {loop.variable.text} in {first}{gap}..{print_expression(loop.end)} {{"
    return [head, *(INDENT + line for statement in loop.statements for line in _statement(statement)), "}"]


def _indexed(name: Identifier) -> str:
    return name.text + (f"[{print_expression(name.index)}]" if name.index is not None else "")


def _object_field(item: ObjectFieldText) -> str:
    return f"{item.name.text}[{item.count.text}];" if item.count is not None else f"{item.name.text} {item.word};"


def _paths(paths: Iterable[PathText]) -> str:
    return ", ".join(map(_quoted, paths))


def _quoted(path: PathText) -> str:
    return f'"{path.text}"'


def print_cpp_name(name: CppName) -> str:
    return " ".join([*name.words, "::".join(map(_cpp_part, name.parts))])


def _cpp_part(part: CppPart) -> str:
    if part.arguments is None:
        return part.name
    return f"{part.name}<{', '.join(map(_template_argument, part.arguments))}>"


def _template_argument(argument: Expression | CppName) -> str:
    return print_cpp_name(argument) if isinstance(argument, CppName) else print_expression(argument)


def _type(use: TypeUse) -> str:
    return " ".join(use.words) + (f"[{print_expression(use.count)}]" if use.count is not None else "")


def _port(port: PortDeclaration) -> str:
    brackets = "".join("[" + ", ".join(_rate(r) for r in part.rates) + "]" for part in port.brackets)
    text = f"{port.direction} {_indexed(port.name)} : {_type(port.type)}{brackets}"
    if port.pattern is not None:
        text += f" from {print_expression(port.pattern.start)} step {print_expression(port.pattern.step)}"
    marks = [*map(_clause, port.clauses), *map(_annotation, port.annotations)]
    return " ".join([text, *marks]) + ";"


def _rate(rate: Rate) -> str:
    times = f" for {print_expression(rate.phases)}" if rate.phases is not None else ""
    return print_expression(rate.value) + times


def _clause(clause: Clause) -> str:
    if clause.port is not None:
        return f"{clause.word} {clause.port.text}"
    if clause.size is not None:
        size = clause.size
        return f"{clause.word} {size.text if isinstance(size, Identifier) else print_expression(size)}"
    return f"{clause.word}(written = {clause.written.number}%)" if clause.written else clause.word


def _actor(actor: ActorDeclaration) -> list[str]:
    head = f"{_annotations_before(actor.annotations)}actor {_indexed(actor.name)}{_parameters(actor.parameters)} {{"
    return [head, *(INDENT + _actor_item(item) for item in actor.items), "}"]


def _actor_item(item: ActorItem) -> str:
    if isinstance(item, PortDeclaration):
        return _port(item)
    if isinstance(item, CallItem):
        return f"{item.word} {_call(item.call)};"
    if isinstance(item, StateItem):
        return _state(item)
    if isinstance(item, TimeItem):
        return f"time {', '.join(map(_duration, item.durations))};"
    if isinstance(item, PeriodItem):
        return f"period {_duration(item.duration)};"
    assert isinstance(item, FlagItem)
    return f"{item.word};"


def _state(state: StateItem) -> str:
    if state.name is None or state.type is None:
        return "state;"
    given = f"({_comma(state.construction)})" if state.construction is not None else ""
    return f"state {state.name.text} : {_type(state.type)}{given};"


def _duration(duration: Duration) -> str:
    times = f" for {print_expression(duration.phases)}" if duration.phases is not None else ""
    return f"{duration.number}{duration.unit}{times}"


def _call(call: CallText) -> str:
    return f"{call.function.text}({_comma(call.arguments)})"


def _edge(edge: Edge) -> str:
    targets = ", ".join(print_endpoint(target) for target in edge.targets)
    text = f"{print_endpoint(edge.source)} -> " + (f"{{ {targets} }}" if len(edge.targets) > 1 else targets)
    if edge.delay is not None:
        text += f" delay {_delay(edge.delay)}"
    return text + "".join(" " + _annotation(a) for a in edge.annotations) + ";"


def print_endpoint(endpoint: Endpoint) -> str:
    return _indexed(endpoint.node) + (f".{_indexed(endpoint.port)}" if endpoint.port else "")


def _delay(delay: Delay) -> str:
    text = print_expression(delay.count)
    if isinstance(delay.initial, Fill):
        text += f" = {print_expression(delay.initial.value)}"
    elif isinstance(delay.initial, ValueList):
        text += f" = {{{_comma(delay.initial.values)}}}"
    elif isinstance(delay.initial, InitCall):
        text += f" = init {_call(delay.initial.call)}"
    text += f" {delay.policy}" if delay.policy else ""
    text += f" from {print_endpoint(delay.setter)}" if delay.setter is not None else ""
    return text + (f" to {print_endpoint(delay.getter)}" if delay.getter is not None else "")


def _annotations_before(annotations: tuple[Annotation, ...]) -> str:
    return "".join(_annotation(a) + " " for a in annotations)


def _annotation(annotation: Annotation) -> str:
    arguments = ", ".join(_annotation_argument(a) for a in annotation.arguments)
    return f"@{annotation.name.text}" + (f"({arguments})" if arguments else "")


def _annotation_argument(argument: AnnotationArgument) -> str:
    text = print_annotation_value(argument)
    return f"{argument.key.text} = {text}" if argument.key else text


def print_annotation_value(argument: AnnotationArgument) -> str:
    value = argument.value
    if isinstance(value, Percent):
        return f"{value.number}%"
    if isinstance(value, PathText):
        return _quoted(value)
    return value.text if isinstance(value, Identifier) else print_expression(value)
