# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest

from dfgen.csource.declarations import Declarations
from dfgen.csource.match import CallFacts, called_functions, match_calls
from dfgen.csource.prototypes import read_prototypes
from dfgen.csource.toolchain import find_compiler
from dfgen.model.actor import Actor, ActorKind, Argument, ArgumentKind, Call, InitialTokens, State
from dfgen.model.diagnostics import Diagnostic, Span
from dfgen.model.graph import Fifo, Graph, LiveParameter, PortRef
from dfgen.model.port import Access, Direction, Port, TokenType

HEADER = """\
#include <stdint.h>
#include <stdbool.h>
typedef struct point_s { float x, y; } point;
typedef struct { int n; } memory;
typedef enum { RED, GREEN } colour;
void good(int n, const uint8_t *in, uint8_t *out);
void with_state(memory *m, const uint8_t *in, uint8_t *out);
void with_constants(const memory *m, const uint8_t *in, uint8_t *out);
void over(const uint8_t *in, uint8_t *restrict out); void under(const uint8_t *restrict in, uint8_t *out);
void loose(const uint8_t *in, uint8_t *in_again, uint8_t *out);
void constant_out(const uint8_t *in, const uint8_t *out);
void tiny(int8_t n); void flag(bool b); void natural(unsigned n); void real(float x); void wide(uint64_t n);
void pick(colour c); void indirect(uint8_t **p); void callback(void (*f)(void)); void by_record(point p);
void varies(const char *format, ...);
void old_style();
void nothing(void);
void u8(uint8_t *p); void s8(signed char *p); void c8(char *p); void any(const void *p); void u16(uint16_t *p);
void s16(int16_t *p); void f32(float *p); void f64(double *p); void i32(int *p); void points(point *p);
void tagged(struct point_s *p); void ll(long long *p); void ul(unsigned long *p); void colours(colour *p);
void gather(const uint8_t *const x[2]); void spread(uint8_t *const y[]); void scribble(uint8_t **x);
void gather_twice(const uint8_t *const x[2], uint8_t *const *again); void gather_any(const void *const x[]);
void booleans(bool *p); void grid(float p[4][8]); void memories(memory *p); void cf(float _Complex *p);
"""

UINT8 = TokenType("uint8", "uint8_t", 1, 1)
HERE = Span("g.sdf", 7, 20)
CALL = Span("g.sdf", 7, 10)


@pytest.fixture(scope="module")
def declared(tmp_path_factory: pytest.TempPathFactory) -> Declarations:
    header = tmp_path_factory.mktemp("headers") / "actors.h"
    header.write_text(HEADER)
    return read_prototypes([header], [], find_compiler())


def value(number: int) -> Argument:
    return Argument(ArgumentKind.PARAMETER, f"n = {number}", value=number, span=HERE)


def window(name: str) -> Argument:
    return Argument(ArgumentKind.PORT, name, port=name, span=HERE)


def state() -> Argument:
    return Argument(ArgumentKind.STATE, "memory", span=HERE)


def graph(
    function: str, *arguments: Argument, token: TokenType = UINT8, access: Access | None = None, rates: int = 1
) -> Graph:
    """A graph of one actor `act` with the ports in and out, which fires the call."""
    ports = (
        Port("in", Direction.INPUT, token, (1,) * rates, access=access),
        Port("out", Direction.OUTPUT, token, (1,)),
    )
    memory = State("memory", TokenType("memory", "memory", 4, 4))
    actor = Actor("act", ActorKind.CODE, ports, fire=Call(function, arguments, CALL), state=memory)
    return Graph("g", (), (actor,), ())


def complaint(facts: CallFacts) -> Diagnostic:
    [diagnostic] = facts.diagnostics
    return diagnostic


def line_of(text: str) -> int:
    return next(index for index, line in enumerate(HEADER.splitlines(), start=1) if text in line)


def test_a_good_call_proves_its_input(declared: Declarations) -> None:
    """A state that it does not get may be dfgen's, for outputs that are kept."""
    facts = match_calls(graph("good", value(3), window("in"), window("out")), declared)
    assert facts == CallFacts({("act", "in"): True}, frozenset(), ())


def test_a_good_call_with_state(declared: Declarations) -> None:
    facts = match_calls(graph("with_state", state(), window("in"), window("out")), declared)
    assert facts == CallFacts({("act", "in"): True}, frozenset(), ())


def test_one_pointer_without_const_proves_nothing(declared: Declarations) -> None:
    facts = match_calls(graph("loose", window("in"), window("in"), window("out")), declared)
    assert facts == CallFacts({("act", "in"): False}, frozenset(), ())


def test_a_state_of_const_is_constant(declared: Declarations) -> None:
    facts = match_calls(graph("with_constants", state(), window("in"), window("out")), declared)
    assert facts == CallFacts({("act", "in"): True}, frozenset({"act"}), ())


def test_window_that_is_not_handed_over_cannot_be_written(declared: Declarations) -> None:
    assert match_calls(graph("nothing"), declared).proven_const == {("act", "in"): True}


def test_unknown_function_names_similar_ones(declared: Declarations) -> None:
    facts = match_calls(graph("with_sate"), declared)
    found = complaint(facts)
    assert (found.id, found.span) == ("call-unknown", CALL)
    assert "fire of actor 'act'" in found.message
    assert "'with_state'" in found.hint
    assert found.notes[0].span is not None
    assert found.notes[0].span.line == line_of("with_state")
    assert facts.proven_const == {("act", "in"): False}


def test_unknown_function_like_no_other(declared: Declarations) -> None:
    found = complaint(match_calls(graph("zzzzzz"), declared))
    assert found.notes == ()
    assert "Include the header" in found.hint


def test_wrong_number_of_arguments(declared: Declarations) -> None:
    facts = match_calls(graph("good", value(3), window("in")), declared)
    found = complaint(facts)
    assert (found.id, found.span) == ("call-count", CALL)
    assert "2 arguments, but its prototype has 3" in found.message
    assert "'const uint8_t *' in" in found.hint
    assert found.notes[0].span is not None
    assert found.notes[0].span.line == line_of("void good")
    assert facts.proven_const == {("act", "in"): False}


@pytest.mark.parametrize(
    ("function", "argument", "part"),
    [
        ("varies", window("in"), "variable number"),
        ("old_style", value(1), "without its arguments"),
        ("indirect", window("in"), "a pointer to pointers"),
        ("callback", window("in"), "a pointer to a function"),
        ("by_record", value(1), "a struct or union by value"),
    ],
)
def test_unsupported_forms(function: str, argument: Argument, part: str, declared: Declarations) -> None:
    found = complaint(match_calls(graph(function, argument), declared))
    assert found.id == "call-unsupported"
    assert part in found.message
    assert found.notes[0].span is not None
    assert found.notes[0].span.line == line_of(f"void {function}(")


def test_old_style_declaration_without_arguments_is_fine(declared: Declarations) -> None:
    assert match_calls(graph("old_style"), declared).diagnostics == ()


@pytest.mark.parametrize(
    ("function", "argument", "part"),
    [
        ("u8", value(1), "is a value, but the prototype has a pointer"),
        ("tiny", window("in"), "is a pointer to the port, but the prototype has a value"),
        ("tiny", state(), "is a pointer to the state, but the prototype has a value"),
    ],
)
def test_value_against_pointer(function: str, argument: Argument, part: str, declared: Declarations) -> None:
    found = complaint(match_calls(graph(function, argument), declared))
    assert (found.id, found.span) == ("call-kind", HERE)
    assert part in found.message


FITTING = [("tiny", -128), ("tiny", 127), ("flag", 1), ("natural", 2**32 - 1), ("real", 2**40), ("wide", 2**64 - 1)]
NOT_FITTING = [("tiny", 128), ("tiny", -129), ("flag", 2), ("natural", -1), ("natural", 2**32), ("pick", -1)]


@pytest.mark.parametrize(("function", "number"), FITTING)
def test_parameter_within_range(function: str, number: int, declared: Declarations) -> None:
    assert match_calls(graph(function, value(number)), declared).diagnostics == ()


@pytest.mark.parametrize(("function", "number"), NOT_FITTING)
def test_parameter_out_of_range(function: str, number: int, declared: Declarations) -> None:
    found = complaint(match_calls(graph(function, value(number)), declared))
    assert (found.id, found.span) == ("call-range", HERE)
    assert str(number) in found.message
    assert found.notes[0].span is not None
    assert found.notes[0].span.line == line_of(f"void {function}(")


def overlaid(function: str) -> Graph:
    """A graph whose actor's output may lie over its input."""
    plain = graph(function, window("in"), window("out"))
    [actor] = plain.actors
    ports = (actor.ports[0], replace(actor.ports[1], overlays="in"))
    return replace(plain, actors=(replace(actor, ports=ports),))


@pytest.mark.parametrize("function", ["over", "under"])
def test_restrict_forbids_an_overlay(function: str, declared: Declarations) -> None:
    found = complaint(match_calls(overlaid(function), declared))
    assert (found.id, found.span) == ("call-restrict", HERE)
    assert "out, may lie over 'in'" in found.message
    assert match_calls(graph(function, window("in"), window("out")), declared).diagnostics == ()


@pytest.mark.parametrize(
    ("function", "type", "wrong"),
    [
        ("real", "float", None),
        ("real", "int32_t", None),
        ("wide", "uint8_t", None),
        ("tiny", "int8_t", None),
        ("tiny", "uint8_t", "call-type"),
        ("natural", "int8_t", "call-type"),
        ("real", "double", "call-type"),
        ("tiny", "float", "call-type"),
        ("u8", "uint8_t", "call-kind"),
    ],
)
def test_what_a_live_parameter_may_become_fits(
    function: str, type: str, wrong: str | None, declared: Declarations
) -> None:
    live = LiveParameter("gain", TokenType(type.removesuffix("_t"), type, 0, 0), 1)
    given = Argument(ArgumentKind.LIVE, "gain", parameter="gain", span=HERE)
    found = match_calls(replace(graph(function, given), live=(live,)), declared).diagnostics
    assert [(each.id, each.span) for each in found] == ([(wrong, HERE)] if wrong else [])


def test_an_overlay_without_restrict(declared: Declarations) -> None:
    call = Call("loose", (window("in"), window("in"), window("out")), CALL)
    actor = replace(overlaid("over").actors[0], fire=call)
    assert match_calls(Graph("g", (), (actor,), ()), declared).diagnostics == ()


def test_a_plain_number_that_does_not_fit_is_told_once(declared: Declarations) -> None:
    number = Argument(ArgumentKind.PARAMETER, "200", value=200, span=HERE)
    found = complaint(match_calls(graph("tiny", number), declared))
    assert (found.id, found.message.count("200")) == ("call-range", 1)
    assert ", 200, does not fit 'int8_t' (-128 to 127)" in found.message


def test_phase_must_fit_too(declared: Declarations) -> None:
    phase = Argument(ArgumentKind.PHASE, "phase", span=HERE)
    assert match_calls(graph("flag", phase, rates=2), declared).diagnostics == ()
    found = complaint(match_calls(graph("flag", phase, rates=3), declared))
    assert found.id == "call-range"


COMPATIBLE = [
    ("uint8_t", "u8"), ("uint8_t", "s8"), ("uint8_t", "c8"), ("int8_t", "u8"), ("char", "u8"), ("uint8_t", "any"),
    ("uint16_t", "u16"), ("float", "f32"), ("float", "grid"), ("double", "f64"), ("int32_t", "i32"),
    ("point", "points"), ("point", "tagged"), ("struct point_s", "points"), ("int64_t", "ll"), ("uint64_t", "ul"),
    ("colour", "colours"), ("int32_t", "colours"), ("bool", "booleans"), ("float _Complex", "cf"), ("memory", "any"),
]  # fmt: skip
INCOMPATIBLE = [
    ("uint8_t", "u16"), ("uint16_t", "s16"), ("float", "i32"), ("double", "f32"), ("uint64_t", "ll"),
    ("point", "memories"), ("uint8_t", "booleans"), ("float _Complex", "f64"), ("int32_t", "memories"),
]  # fmt: skip


@pytest.mark.parametrize(("c_name", "function"), COMPATIBLE)
def test_compatible_types(c_name: str, function: str, declared: Declarations) -> None:
    token = TokenType(c_name, c_name, 0, 0)
    assert match_calls(graph(function, window("in"), token=token), declared).diagnostics == ()


@pytest.mark.parametrize(("c_name", "function"), INCOMPATIBLE)
def test_incompatible_types(c_name: str, function: str, declared: Declarations) -> None:
    token = TokenType(c_name, c_name, 0, 0)
    found = complaint(match_calls(graph(function, window("in"), token=token), declared))
    assert (found.id, found.span) == ("call-type", HERE)
    assert f"points to '{c_name}'" in found.message
    assert found.notes[0].span is not None
    assert found.notes[0].span.line == line_of(f"void {function}(")


def test_type_that_c_does_not_know(declared: Declarations) -> None:
    token = TokenType("strange", "strange", 4, 4)
    assert complaint(match_calls(graph("u8", window("in"), token=token), declared)).id == "c-type"


def test_state_of_another_type(declared: Declarations) -> None:
    found = complaint(match_calls(graph("points", state()), declared))
    assert found.id == "call-type"
    assert "the state and the C argument" in found.hint


@pytest.mark.parametrize("order", [(1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0)])
def test_arguments_in_another_order_are_one_mistake(declared: Declarations, order: tuple[int, ...]) -> None:
    right = (value(3), window("in"), window("out"))
    found = complaint(match_calls(graph("good", *(right[place] for place in order)), declared))
    assert found.hint == "In the prototype's order they fit: good(n = 3, in, out)."
    assert not match_calls(graph("good", *right), declared).diagnostics


def test_const_output(declared: Declarations) -> None:
    found = complaint(match_calls(graph("constant_out", window("in"), window("out")), declared))
    assert (found.id, found.span) == ("call-const", HERE)
    assert "is an output" in found.message


@pytest.mark.parametrize(
    ("access", "is_wrong"),
    [(Access.READ_WRITE, True), (Access.READ_MOSTLY, True), (Access.READ_ONLY, False), (Access.UNUSED, False)],
)
def test_const_input_against_its_access(access: Access, is_wrong: bool, declared: Declarations) -> None:
    facts = match_calls(graph("good", value(1), window("in"), window("out"), access=access), declared)
    assert [each.id for each in facts.diagnostics] == (["call-const"] if is_wrong else [])
    if is_wrong:
        assert f"is declared {access.value}" in complaint(facts).message
        assert complaint(facts).notes[0].span is not None


def test_init_and_end_are_compared_too(declared: Declarations) -> None:
    base = graph("nothing")
    actor = replace(base.actors[0], init=Call("absent_1", (), CALL), end=Call("absent_2", (), CALL))
    whole = replace(base, actors=(actor,))
    messages = [each.message for each in match_calls(whole, declared).diagnostics]
    assert [message.split(":")[0] for message in messages] == ["init of actor 'act'", "end of actor 'act'"]
    assert called_functions(whole) == {"nothing", "absent_1", "absent_2"}


def filled_by(function: str) -> Graph:
    """The actor's output feeds its input, with an initial token that `function` writes."""
    base = graph("good", value(1), window("in"), window("out"))
    delay = InitialTokens(1, init=Call(function, (window("tokens"),), CALL))
    return replace(base, fifos=(Fifo(PortRef("act", "out"), PortRef("act", "in"), delay),))


def test_functions_that_fill_initial_tokens(declared: Declarations) -> None:
    assert match_calls(filled_by("u8"), declared).diagnostics == ()
    assert complaint(match_calls(filled_by("u16"), declared)).id == "call-type"
    assert complaint(match_calls(filled_by("any"), declared)).id == "call-const"
    assert complaint(match_calls(filled_by("absent"), declared)).message.startswith(
        "initial tokens of 'act.out:act.in'"
    )


def test_functions_that_fill_reset_tokens(declared: Declarations) -> None:
    tokens = InitialTokens(1, init=Call("u16", (window("tokens"),), CALL))
    ports = (Port("in", Direction.INPUT, UINT8, (1,)), Port("out", Direction.OUTPUT, UINT8, (1,)))
    whole = Graph("g", (), (Actor("again", ActorKind.RESET, ports, reset_tokens=tokens),), ())
    found = complaint(match_calls(whole, declared))
    assert found.message.startswith("reset tokens of 'again'")
    assert match_calls(whole, declared).proven_const == {}


def array_graph(function: str, *, outputs: bool = False, twice: bool = False) -> Graph:
    """A graph whose actor hands the two ports of an array to `function`."""
    direction = Direction.OUTPUT if outputs else Direction.INPUT
    ports = tuple(Port(f"x[{number}]", direction, UINT8, (1,)) for number in range(2))
    array = Argument(ArgumentKind.PORTS, "x", span=HERE, elements=("x[0]", "x[1]"))
    call = Call(function, (array, array) if twice else (array,), CALL)
    return Graph("g", (), (Actor("act", ActorKind.CODE, ports, fire=call),), ())


@pytest.mark.parametrize(("function", "is_const"), [("gather", True), ("spread", False), ("scribble", False)])
def test_array_of_ports(function: str, is_const: bool, declared: Declarations) -> None:
    facts = match_calls(array_graph(function), declared)
    assert facts.diagnostics == ()
    assert facts.proven_const == {("act", "x[0]"): is_const, ("act", "x[1]"): is_const}
    assert match_calls(array_graph("spread", outputs=True), declared).diagnostics == ()


@pytest.mark.parametrize(
    ("function", "outputs", "id", "part"),
    [
        ("u8", False, "call-kind", "is an array of ports"),
        ("tiny", False, "call-kind", "is an array of ports"),
        ("gather", True, "call-const", "is an output"),
        ("gather_any", False, "call-type", "lead to 'void'"),
    ],
)
def test_array_of_ports_that_does_not_fit(
    function: str, outputs: bool, id: str, part: str, declared: Declarations
) -> None:
    found = complaint(match_calls(array_graph(function, outputs=outputs), declared))
    assert (found.id, found.span) == (id, HERE)
    assert part in found.message


def test_array_of_ports_of_another_size(declared: Declarations) -> None:
    called = array_graph("gather")
    ports = (*called.actors[0].ports, Port("x[2]", Direction.INPUT, UINT8, (1,)))
    array = Argument(ArgumentKind.PORTS, "x", span=HERE, elements=("x[0]", "x[1]", "x[2]"))
    actor = replace(called.actors[0], ports=ports, fire=Call("gather", (array,), CALL))
    found = complaint(match_calls(replace(called, actors=(actor,)), declared))
    assert "has 3 ports, but the prototype's array has 2" in found.message
    assert "'const uint8_t *const x[3]'" in found.hint


def test_array_of_ports_handed_over_twice(declared: Declarations) -> None:
    facts = match_calls(array_graph("gather_twice", twice=True), declared)
    assert [found.id for found in facts.diagnostics] == ["call-kind", "call-kind"]
    assert all("handed over twice" in found.message for found in facts.diagnostics)
