# SPDX-License-Identifier: Apache-2.0
"""Turns ANTLR's parse tree, which mirrors the grammar, into the syntax tree of `syntax.py`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from dfgen.frontend import syntax
from dfgen.frontend._antlr.SdfParser import SdfParser
from dfgen.frontend.numbers import TOO_LONG_HINT, parts_of
from dfgen.frontend.printer import OPERATOR_RANK, UNARY_RANK, print_cpp_name
from dfgen.frontend.scanner import token_span
from dfgen.model.diagnostics import Diagnostic, Span
from dfgen.model.numerals import integer_of, too_long


class _Operator(NamedTuple):
    """An operator that waits for its right operand; `prefix` is the place of a sign before an operand."""

    sign: str
    rank: int
    prefix: Span | None = None


class SyntaxBuilder:
    """One method a grammar rule; `diagnostics` says which numbers are too long."""

    def __init__(self, file: str) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._file = file

    def _span(self, context: Any) -> Span:
        start, stop = context.start, context.stop
        return Span(self._file, start.line, start.column + 1, stop.line, stop.column + len(stop.text) + 1)

    def file(self, context: Any) -> syntax.GraphFile:
        span = Span(self._file, 1, 1)
        return syntax.GraphFile(tuple(self.item(item) for item in context.fileItem()), span)

    def item(self, context: Any) -> Any:
        """An item of a file or a statement of a graph."""
        inner = context.children[0]
        return _STATEMENTS[type(inner)](self, inner)

    def graph(self, context: Any) -> syntax.GraphDeclaration:
        statements = tuple(self.item(s) for s in context.statement())
        name, parameters = self._name(context.name()), self._parameters(context.parameters())
        annotations = tuple(self._annotation(annotation) for annotation in context.annotation())
        return syntax.GraphDeclaration(name, parameters, statements, annotations, self._span(context))

    def _name(self, context: Any) -> syntax.Identifier:
        token = context.start
        return syntax.Identifier(token.text, token_span(self._file, token))

    def _indexed(self, context: Any) -> syntax.Identifier:
        name, brackets = self._name(context.name()), context.brackets()
        return name if brackets is None else replace(name, index=self._expression(brackets.expression()))

    def _parameters(self, context: Any) -> tuple[syntax.Parameter, ...]:
        return tuple(self.parameter(p) for p in context.parameterDefault()) if context is not None else ()

    def parameter(self, context: Any) -> syntax.Parameter:
        value = context.expression()
        default = self._expression(value) if value is not None else None
        return syntax.Parameter(self._name(context.name()), default, span=self._span(context))

    def _declared_parameter(self, context: Any) -> syntax.Parameter:
        words, plain = context.typeWords(), self.parameter(context)
        type = self._type(words, None) if words is not None else None
        return replace(plain, type=type, is_live=context.word is not None)

    def _path(self, token: Any) -> syntax.PathText:
        return syntax.PathText(token.text[1:-1], token_span(self._file, token))

    def import_(self, context: Any) -> syntax.Import:
        return syntax.Import(tuple(self._path(node.symbol) for node in context.STRING()), self._span(context))

    def include(self, context: Any) -> syntax.Include:
        return syntax.Include(tuple(self._path(node.symbol) for node in context.STRING()), self._span(context))

    def source(self, context: Any) -> syntax.Source:
        paths = tuple(self._path(node.symbol) for node in context.STRING())
        annotations = tuple(self._annotation(annotation) for annotation in context.annotation())
        return syntax.Source(paths, self._span(context), annotations)

    def library(self, context: Any) -> syntax.LibraryNames:
        return syntax.LibraryNames(tuple(self._path(node.symbol) for node in context.STRING()), self._span(context))

    def type_declaration(self, context: Any) -> syntax.TypeDeclaration:
        declared = self._type(context.typeWords(), context.brackets())
        return syntax.TypeDeclaration(self._name(context.name()), declared, self._span(context))

    def object_declaration(self, context: Any) -> syntax.ObjectDeclaration:
        fields = tuple(self._object_field(field) for field in context.objectField())
        return syntax.ObjectDeclaration(self._type(context.typeWords(), None), fields, self._span(context))

    def _object_field(self, context: Any) -> syntax.ObjectFieldText:
        count = self._name(context.count) if context.count is not None else None
        word = context.word.text if context.word is not None else ""
        return syntax.ObjectFieldText(self._name(context.field), word, count, self._span(context))

    def _type(self, words: Any, brackets: Any) -> syntax.TypeUse:
        count = self._expression(brackets.expression()) if brackets is not None else None
        cpp = self._cpp_words(words.children, self._span(words))
        if cpp is None:
            return syntax.TypeUse(tuple(child.start.text for child in words.children), count, self._span(words))
        return syntax.TypeUse((*cpp.words, print_cpp_name(replace(cpp, words=()))), count, self._span(words), cpp)

    def _cpp_words(self, words: Any, span: Span) -> syntax.CppName | None:
        """The words of a type, of which the last is a C++ name; None where it is a word as the others."""
        *before, last = (self._parts(word) for word in words)
        if all(len(parts) == 1 and parts[0].arguments is None for parts in (*before, last)):
            return None
        if any(len(parts) > 1 or parts[0].arguments is not None for parts in before):
            message = "a type has one C++ name, which is its last word"
            self.diagnostics.append(Diagnostic("syntax", message, span))
        return syntax.CppName(last, tuple(parts[0].name for parts in before), span)

    def _parts(self, context: Any) -> tuple[syntax.CppPart, ...]:
        """The parts of a C++ name, from left to right."""
        parts: list[syntax.CppPart] = []
        while context is not None:
            arguments = context.templateArguments()
            inner = tuple(map(self._template_argument, arguments.templateArgument())) if arguments is not None else None
            parts.append(syntax.CppPart(context.name().start.text, inner))
            rest = context.cppName()
            context = rest[0] if isinstance(rest, list) and rest else rest or None
        return tuple(parts)

    def _template_argument(self, context: Any) -> syntax.Expression | syntax.CppName:
        name = context.className()
        if name is None:
            return self._expression(context.expression())
        span = self._span(name)
        first, *more = name.children
        if type(more[0]) is SdfParser.CppNameContext:
            last = self._parts(more[-1])
            return syntax.CppName(last, (first.start.text, *(word.start.text for word in more[:-1])), span)
        return syntax.CppName(self._parts(name), (), span)

    def port(self, context: Any) -> syntax.PortDeclaration:
        pattern = context.pattern()
        return syntax.PortDeclaration(
            context.direction.text,
            self._indexed(context.indexed()),
            self._type(context.typeWords(), None),
            tuple(self._rates(rates) for rates in context.rates()),
            self._pattern(pattern) if pattern is not None else None,
            tuple(self._clause(clause) for clause in context.clause()),
            tuple(self._annotation(annotation) for annotation in context.annotation()),
            self._span(context),
        )

    def _rates(self, context: Any) -> syntax.RateList:
        return syntax.RateList(tuple(self._rate(rate) for rate in context.rate()), self._span(context))

    def _rate(self, context: Any) -> syntax.Rate:
        value, *times = (self._expression(e) for e in context.expression())
        return syntax.Rate(value, times[0] if times else None, self._span(context))

    def _pattern(self, context: Any) -> syntax.Pattern:
        start, step = (self._expression(e) for e in context.expression())
        return syntax.Pattern(start, step, self._span(context))

    def _clause(self, context: Any) -> syntax.Clause:
        written = context.percent()
        percent = self._percent(written) if written is not None else None
        port = self._name(context.name()) if context.name() is not None else None
        size = self._size(context.size()) if context.size() is not None else None
        word = "up to" if size is not None else context.word.text
        return syntax.Clause(word, percent, port, size, self._span(context))

    def _size(self, context: Any) -> syntax.Expression | syntax.Identifier:
        return self._quantity(context) if context.QUANTITY() is not None else self._expression(context.expression())

    def _quantity(self, context: Any) -> syntax.Identifier:
        word = self._name(context)
        return replace(word, text=self._number(word.text, word.span))

    def _percent(self, context: Any) -> syntax.Percent:
        span = self._span(context)
        return syntax.Percent(self._number(context.start.text, span), span)

    def annotated_actor(self, context: Any) -> syntax.ActorDeclaration | syntax.Instance:
        annotations = tuple(self._annotation(a) for a in context.annotation())
        name, rest, span = self._indexed(context.indexed()), context.actorRest(), self._span(context)
        template = rest.name()
        if template is not None:
            arguments = rest.arguments()
            values = tuple(self.parameter(a) for a in arguments.argument()) if arguments is not None else ()
            annotations += tuple(self._annotation(a) for a in rest.annotation())
            return syntax.Instance(name, self._name(template), values, annotations, span)
        items = tuple(self._actor_item(item) for item in rest.actorItem())
        return syntax.ActorDeclaration(name, self._parameters(rest.parameters()), items, annotations, span)

    def _actor_item(self, context: Any) -> syntax.ActorItem:
        first = context.children[0]
        if type(first) is SdfParser.PortContext:
            return self.port(first)
        word, span = first.symbol.text, self._span(context)
        if word in ("init", "fire", "end"):
            return syntax.CallItem(word, self._call(context.call()), span)
        if word == "state":
            words = context.typeWords()
            if words is None:
                return syntax.StateItem(span=span)
            type_use, construction = self._type(words, context.brackets()), context.construction()
            given = tuple(map(self._expression, construction.expression())) if construction is not None else None
            return syntax.StateItem(self._name(context.name()), type_use, span, given)
        if word == "time":
            return syntax.TimeItem(tuple(self._duration(d) for d in context.duration()), span)
        if word == "period":
            return syntax.PeriodItem(self._duration(context.duration(0)), span)
        return syntax.FlagItem(word, span)

    def _duration(self, context: Any) -> syntax.Duration:
        span, name, times = self._span(context), context.name(), context.expression()
        number, rest = parts_of(self._number(context.children[0].symbol.text, span))
        unit = name.start.text if name is not None else rest
        phases = self._expression(times) if times is not None else None
        return syntax.Duration(number, unit, phases, span)

    def _call(self, context: Any) -> syntax.CallText:
        arguments = tuple(self._expression(e) for e in context.expression())
        name = context.cppName()
        cpp = self._cpp_words([name], self._span(name))
        text = name.start.text if cpp is None else print_cpp_name(cpp)
        return syntax.CallText(syntax.Identifier(text, self._span(name)), arguments, self._span(context), cpp)

    def routing(self, context: Any) -> syntax.Routing:
        ports = tuple(self.port(p) for p in context.port())
        return syntax.Routing(context.kind.text, self._indexed(context.indexed()), ports, self._span(context))

    def edge(self, context: Any) -> syntax.Edge:
        source, *targets = (self._endpoint(e) for e in context.endpoint())
        delay = context.delay()
        return syntax.Edge(
            source,
            tuple(targets),
            self._delay(delay) if delay is not None else None,
            tuple(self._annotation(a) for a in context.annotation()),
            self._span(context),
        )

    def loop(self, context: Any) -> syntax.Loop:
        first, end = (self._expression(e) for e in context.expression())
        inner = (c for c in context.children if type(c) in (SdfParser.EdgeContext, SdfParser.LoopContext))
        statements: tuple[Any, ...] = tuple(_STATEMENTS[type(c)](self, c) for c in inner)
        return syntax.Loop(self._name(context.name()), first, end, statements, self._span(context))

    def _endpoint(self, context: Any) -> syntax.Endpoint:
        node, *port = (self._indexed(n) for n in context.indexed())
        return syntax.Endpoint(node, port[0] if port else None, self._span(context))

    def _delay(self, context: Any) -> syntax.Delay:
        initial = context.initial()
        policy = context.word.text if context.word is not None else ""
        value = self._initial(initial) if initial is not None else None
        setter = self._endpoint(context.setter) if context.setter is not None else None
        getter = self._endpoint(context.getter) if context.getter is not None else None
        return syntax.Delay(self._expression(context.expression()), value, policy, setter, getter, self._span(context))

    def _initial(self, context: Any) -> syntax.Fill | syntax.ValueList | syntax.InitCall:
        span, call = self._span(context), context.call()
        if call is not None:
            return syntax.InitCall(self._call(call), span)
        values = tuple(self._expression(e) for e in context.expression())
        return syntax.ValueList(values, span) if context.start.text == "{" else syntax.Fill(values[0], span)

    def _annotation(self, context: Any) -> syntax.Annotation:
        arguments = tuple(self._annotation_argument(a) for a in context.annotationArgument())
        return syntax.Annotation(self._name(context.name()), arguments, self._span(context))

    def _annotation_argument(self, context: Any) -> syntax.AnnotationArgument:
        key, value = context.name(), context.annotationValue()
        name = self._name(key) if key is not None else None
        return syntax.AnnotationArgument(self._annotation_value(value), name, self._span(context))

    def _annotation_value(
        self, context: Any
    ) -> syntax.Expression | syntax.Percent | syntax.PathText | syntax.Identifier:
        if context.percent() is not None:
            return self._percent(context.percent())
        if context.STRING() is not None:
            return self._path(context.start)
        if context.QUANTITY() is not None:
            return self._quantity(context)
        return self._expression(context.expression())

    def _expression(self, context: Any) -> syntax.Expression:
        """The tree of a flat list of operands and operators."""
        operands: list[syntax.Expression] = []
        operators: list[_Operator] = []
        for child in context.children:
            if type(child) is SdfParser.OperandContext:
                self._push_operand(child, operands, operators)
            else:
                sign = child.symbol.text
                rank = OPERATOR_RANK[sign]
                _reduce(operands, operators, rank if sign == "**" else rank - 1)
                operators.append(_Operator(sign, rank))
        _reduce(operands, operators, 0)
        return operands[0]

    def _push_operand(self, context: Any, operands: list[syntax.Expression], operators: list[_Operator]) -> None:
        children = context.children
        index = 0
        while (symbol := getattr(children[index], "symbol", None)) is not None and symbol.text in ("-", "+"):
            operators.append(_Operator(symbol.text, UNARY_RANK, token_span(self._file, symbol)))
            index += 1
        operands.append(self._primary(context, children[index]))

    def _primary(self, context: Any, first: Any) -> syntax.Expression:
        """The operand behind its signs, where `first` is its first child."""
        if type(first) is SdfParser.NameContext:
            name = self._name(first)
            if context.children[-1] is first:
                return syntax.NameUse(name.text, name.span)
            inner = tuple(self._expression(e) for e in context.expression())
            return syntax.FunctionUse(name, inner, _join(name.span, self._span(context)))
        token = first.symbol
        if token.text == "(":
            return self._expression(context.expression(0))
        span = token_span(self._file, token)
        if token.type == SdfParser.DECIMAL:
            return syntax.Decimal(self._number(token.text, span), span)
        return syntax.Integer(self._integer(token.text, span), span)

    def _integer(self, text: str, span: Span) -> int:
        return integer_of(self._number(text, span))

    def _number(self, text: str, span: Span) -> str:
        """The digits; `0` for too many, which are reported."""
        message = too_long(text)
        if message:
            self.diagnostics.append(Diagnostic("number-too-large", message, span, TOO_LONG_HINT))
        return "0" if message else text


def _reduce(operands: list[syntax.Expression], operators: list[_Operator], rank: int) -> None:
    """Apply the operators that bind tighter than `rank`."""
    while operators and operators[-1].rank > rank:
        operator = operators.pop()
        right = operands.pop()
        if operator.prefix is not None:
            operands.append(syntax.Unary(operator.sign, right, _join(operator.prefix, right.span)))
        else:
            left = operands.pop()
            operands.append(syntax.Binary(operator.sign, left, right, _join(left.span, right.span)))


def _join(first: Span, last: Span) -> Span:
    return Span(first.file, first.line, first.column, last.end_line, last.end_column)


_STATEMENTS = {
    SdfParser.Import_Context: SyntaxBuilder.import_,
    SdfParser.IncludeContext: SyntaxBuilder.include,
    SdfParser.SourceContext: SyntaxBuilder.source,
    SdfParser.LibraryContext: SyntaxBuilder.library,
    SdfParser.ParameterContext: SyntaxBuilder._declared_parameter,
    SdfParser.TypeDeclarationContext: SyntaxBuilder.type_declaration,
    SdfParser.ObjectDeclarationContext: SyntaxBuilder.object_declaration,
    SdfParser.PortContext: SyntaxBuilder.port,
    SdfParser.AnnotatedActorContext: SyntaxBuilder.annotated_actor,
    SdfParser.RoutingContext: SyntaxBuilder.routing,
    SdfParser.EdgeContext: SyntaxBuilder.edge,
    SdfParser.LoopContext: SyntaxBuilder.loop,
    SdfParser.GraphContext: SyntaxBuilder.graph,
}
