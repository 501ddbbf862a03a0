# SPDX-License-Identifier: Apache-2.0
"""The syntax tree of a graph file: what the text says, before anything is evaluated.

Every node knows its place (`span`), which does not take part in comparisons: two trees are equal if they say the same.
"""

from __future__ import annotations

from dataclasses import field

from dfgen.model.diagnostics import Span
from dfgen.model.frozen import frozen
from dfgen.model.port import NOWHERE


@frozen
class Identifier:
    """A name as written. `index` is what brackets behind it hold: how many are declared, or which of them is meant."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)
    index: Expression | None = None


@frozen
class Integer:
    value: int
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Decimal:
    """A number with a point or an exponent, as written."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class NameUse:
    text: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Unary:
    operator: str
    operand: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Binary:
    operator: str
    left: Expression
    right: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class FunctionUse:
    function: Identifier
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


Expression = Integer | Decimal | NameUse | Unary | Binary | FunctionUse


@frozen
class CppPart:
    """A name between the `::` of a C++ name. `arguments`: what stands between its angle brackets, if it has some."""

    name: str
    arguments: tuple[Expression | CppName, ...] | None = None


@frozen
class CppName:
    """A name with what only C++ has: `::`, or arguments of a template. `words` of C may stand before it."""

    parts: tuple[CppPart, ...]
    words: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class PathText:
    """A quoted path, or name of a library."""

    text: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Import:
    """`import "filters.sdf";`: other graph files, whose items come along."""

    paths: tuple[PathText, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Include:
    paths: tuple[PathText, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Source:
    paths: tuple[PathText, ...]
    span: Span = field(default=NOWHERE, compare=False)
    annotations: tuple[Annotation, ...] = ()


@frozen
class LibraryNames:
    """`library "crypto";`: libraries to link, as the linker knows them."""

    names: tuple[PathText, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Parameter:
    """`name = value`: a parameter (its default may be missing), a derived constant, or an argument of an instance.
    `gain : float = 1.0 live` starts with that value and may be set while the program runs."""

    name: Identifier
    value: Expression | None
    type: TypeUse | None = None
    is_live: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class TypeUse:
    """The words of a type (`uint8`, `struct point`), and in brackets how many of it make one token or state.

    `cpp`: what the words say, where only C++ has such a name.
    """

    words: tuple[str, ...]
    count: Expression | None = None
    span: Span = field(default=NOWHERE, compare=False)
    cpp: CppName | None = None


@frozen
class TypeDeclaration:
    name: Identifier
    type: TypeUse
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class ObjectFieldText:
    """What C does not say of a field of objects: `word` is `transient` or `external`, or empty where the field `count`
    tells how many there are."""

    name: Identifier
    word: str = ""
    count: Identifier | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class ObjectDeclaration:
    """`object struct message { items[count]; cache transient; }`"""

    type: TypeUse
    fields: tuple[ObjectFieldText, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Rate:
    """The rate of one phase, or of a run of `phases`."""

    value: Expression
    phases: Expression | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class RateList:
    rates: tuple[Rate, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Pattern:
    """`from start step step`: where the windows of a slice begin."""

    start: Expression
    step: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Percent:
    number: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Clause:
    """An access mode, `unused`, `partial`, `overlays` with the name of a port, or `up to` with a size (a quantity as
    `64KiB`, or an expression in bytes), behind a port's rates."""

    word: str
    written: Percent | None = None
    port: Identifier | None = None
    size: Expression | Identifier | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class PortDeclaration:
    """A port of an actor, or an interface of a graph. Slices have two brackets, everything else one."""

    direction: str
    name: Identifier
    type: TypeUse
    brackets: tuple[RateList, ...]
    pattern: Pattern | None = None
    clauses: tuple[Clause, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def marks(self) -> tuple[Clause | Annotation, ...]:
        """All that is said of the port behind its rates."""
        return (*self.clauses, *self.annotations)


@frozen
class CallText:
    """`cpp`: the function's name, where only C++ has such a one."""

    function: Identifier
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)
    cpp: CppName | None = None


@frozen
class CallItem:
    """`init`, `fire` or `end` and what it calls. `has_scratch`: ports that an `init` names are memory for that call
    alone, which only foreign formats can say."""

    word: str
    call: CallText
    span: Span = field(default=NOWHERE, compare=False)
    has_scratch: bool = False


@frozen
class StateItem:
    """A state with name and type, or a bare `state`. `construction`: the arguments of its constructor, if it has a
    list of them."""

    name: Identifier | None = None
    type: TypeUse | None = None
    span: Span = field(default=NOWHERE, compare=False)
    construction: tuple[Expression, ...] | None = None


@frozen
class FlagItem:
    word: str
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Duration:
    """The time of one phase, or of a run of `phases`. `unit` may be empty."""

    number: str
    unit: str
    phases: Expression | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class TimeItem:
    """`by_type`: of a firing on cores of a type, which importers of formats that know such types say."""

    durations: tuple[Duration, ...]
    span: Span = field(default=NOWHERE, compare=False)
    by_type: tuple[tuple[str, Duration], ...] = ()


@frozen
class PeriodItem:
    """The time between the starts of firings."""

    duration: Duration
    span: Span = field(default=NOWHERE, compare=False)


ActorItem = PortDeclaration | CallItem | StateItem | FlagItem | TimeItem | PeriodItem


@frozen
class AnnotationArgument:
    """`value` or `key = value`; a value may be a quoted text, a percentage, a quantity (`64KiB`) or an expression."""

    value: Expression | Percent | PathText | Identifier
    key: Identifier | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Annotation:
    name: Identifier
    arguments: tuple[AnnotationArgument, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class ActorDeclaration:
    """An actor of a graph; at file level, or with parameters, a template."""

    name: Identifier
    parameters: tuple[Parameter, ...]
    items: tuple[ActorItem, ...]
    annotations: tuple[Annotation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Instance:
    """`actor name = template(arguments);`"""

    name: Identifier
    template: Identifier
    arguments: tuple[Parameter, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Routing:
    kind: str
    name: Identifier
    ports: tuple[PortDeclaration, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Endpoint:
    """`actor.port`, or an interface of the graph alone (`port` is None)."""

    node: Identifier
    port: Identifier | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Fill:
    """Every scalar has this value."""

    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class ValueList:
    """One value a scalar."""

    values: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class InitCall:
    """A C function writes the initial tokens."""

    call: CallText
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Delay:
    """`policy` is `keep`, `reset` or empty (which means keep, but for a delay with a setter or a getter).

    At each firing of the graph around it, a delay with a `setter` takes its tokens from there, and one with a `getter`
    gives there what is left in the end.
    """

    count: Expression
    initial: Fill | ValueList | InitCall | None = None
    policy: str = ""
    setter: Endpoint | None = None
    getter: Endpoint | None = None
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Edge:
    source: Endpoint
    targets: tuple[Endpoint, ...]
    delay: Delay | None = None
    annotations: tuple[Annotation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@frozen
class Loop:
    """`for variable in first..end { ... }`: its edges once for each number, the end excluded."""

    variable: Identifier
    first: Expression
    end: Expression
    statements: tuple[Edge | Loop, ...]
    span: Span = field(default=NOWHERE, compare=False)


Statement = (
    Include
    | Source
    | LibraryNames
    | Parameter
    | TypeDeclaration
    | ObjectDeclaration
    | PortDeclaration
    | ActorDeclaration
    | Instance
    | Routing
    | Edge
    | Loop
)


@frozen
class GraphDeclaration:
    name: Identifier
    parameters: tuple[Parameter, ...]
    statements: tuple[Statement, ...]
    annotations: tuple[Annotation, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


FileItem = (
    Import
    | Include
    | Source
    | LibraryNames
    | Parameter
    | TypeDeclaration
    | ObjectDeclaration
    | GraphDeclaration
    | ActorDeclaration
    | Instance
)


@frozen
class GraphFile:
    """A whole file, its items in the order of the text."""

    items: tuple[FileItem, ...]
    span: Span = field(default=NOWHERE, compare=False)
