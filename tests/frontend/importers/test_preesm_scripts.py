# SPDX-License-Identifier: Apache-2.0
"""Memory scripts: what they may say, what they may not and where that is told, and what becomes of their matches."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from dfgen.frontend import deep
from dfgen.frontend.importers.preesm.scripts import Buffer, Match, run_script
from dfgen.frontend.importers.preesm.scripts_effect import Cutter, InPlace, apply_scripts, window_of
from dfgen.model.actor import Actor, ActorKind, Argument, ArgumentKind, Call, MemoryScript
from dfgen.model.diagnostics import Diagnostic, UserError
from dfgen.model.graph import Graph
from dfgen.model.port import Direction, Port, SlicePattern, TokenType

FILE = "Code/x.bsh"
BUFFERS = (Buffer("a", True, 12, 4), Buffer("b", True, 100, 1), Buffer("o", False, 12, 4), Buffer("p", False, 48, 1))
BYTE = TokenType("uint8", "uint8_t", 1, 1)
WORD = TokenType("int32", "int32_t", 4, 4)


def matches(text: str, values: Mapping[str, int] | None = None) -> list[tuple[str, int, str, int, int]]:
    found = run_script(text, FILE, BUFFERS, values or {})
    return [(m.input, m.input_byte, m.output, m.output_byte, m.size_bytes) for m in found]


def computed(expression: str, values: Mapping[str, int] | None = None) -> int:
    """The value of an expression, seen through a match."""
    ((_, first, _, _, _),) = matches(f"x = {expression};\ni_b.byteMatchWith(x, o_p, 0, 1000000);", values)
    return first


def refusal(text: str, values: Mapping[str, int] | None = None) -> Diagnostic:
    with pytest.raises(UserError) as error:
        run_script(text, FILE, BUFFERS, values or {})
    (found,) = error.value.diagnostics
    assert found.span is not None
    assert found.span.file == FILE
    assert found.hint
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("o_o.matchWith(2, i_a, 3, 4);", [("a", 12, "o", 8, 16)]),
        ("i_a.matchWith(3, o_o, 2, 4);", [("a", 12, "o", 8, 16)]),
        ("i_a.byteMatchWith(3, o_p, 2, 4);", [("a", 3, "p", 2, 4)]),
        ("i_a.bitMatchWith(16, o_p, 8, 32);", [("a", 2, "p", 1, 4)]),
        ("outputs.get(1).matchWith(0, inputs.get(1), 0, 5)", []),
        ("outputs.get(1).matchWith(-3, inputs[1], 0, 5);", [("b", 0, "p", -3, 5)]),
        ("for (p : outputs) i_b.byteMatchWith(0, p, 0, p.getNbTokens() * p.getTokenSize());",
         [("b", 0, "o", 0, 48), ("b", 0, "p", 0, 48)]),
        ("int i; for (i = 0; i < 2; i++) { o_o.matchWith(i * 2, i_a, i, 1); }",
         [("a", 0, "o", 0, 4), ("a", 4, "o", 8, 4)]),
        ("n = 0; while (n < 2) { o_o.matchWith(n, i_a, n, 1); n += 1; }", [("a", 0, "o", 0, 4), ("a", 4, "o", 4, 4)]),
        ("n = 2; do { --n; o_o.matchWith(n, i_a, n, 1); } while (n > 0);", [("a", 4, "o", 4, 4), ("a", 0, "o", 0, 4)]),
        ("if (w == 3 && !(w != 3)) o_o.matchWith(0, i_a, 0, 1); else o_o.matchWith(1, i_a, 1, 1);",
         [("a", 0, "o", 0, 4)]),
        ("/* none */ // at all\n;", []),
        ("o_o.setUnaligned(true); i_b.byteMatchWith(0, o_p, 0, 1);", [("b", 0, "p", 0, 1)]),
    ],
)  # fmt: skip
def test_matches(text: str, found: list[tuple[str, int, str, int, int]]) -> None:
    if not found and not text.endswith(";"):
        assert refusal(text).id == "script-syntax"
        return
    assert matches(text, {"w": 3}) == found


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2", 3), ("-7 / 2", -3), ("7 / -2", -3), ("-7 / -2", 3), ("-7 % 3", -1), ("7 % -3", 1), ("7 - 2 - 1", 4),
        ("2 + 3 * 4", 14), ("(2 + 3) * 4", 20), ("-(-3)", 3), ("1 < 2", 1), ("2 <= 1", 0), ("3 > 2 == true", 1),
        ("0 || 2", 1), ("0 && 1 / 0", 0), ("1 || 1 / 0", 1), ("w > 4 ? 10 : 20", 10),
        ("w > 5 ? 10 : w == 5 ? 30 : 40", 30),
        ("Math.max(w, 7)", 7), ("Math.min(w, 7)", 5), ("Math.abs(-w)", 5), ("inputs.size()", 2),
        ("parameters.get(0)", 5),
        ("i_a.getNbTokens()", 12), ("i_a.getTokenSize()", 4), ("i_a.getTokenSizeInBit()", 32), ("10L", 10),
    ],
)  # fmt: skip
def test_arithmetic_is_that_of_java(expression: str, value: int) -> None:
    assert computed(expression, {"w": 5}) == value


def test_arithmetic_against_python() -> None:
    source = random.Random(7)
    for _ in range(300):
        a, b, c = (source.randint(-40, 40) or 1 for _ in range(3))
        quotient = int(a / b)
        expected = {
            f"{a} / {b} + {c}": quotient + c,
            f"{a} % {b} * {c}": (a - quotient * b) * c,
            f"({a} - {b}) * ({c} + {a})": (a - b) * (c + a),
        }
        for text, value in expected.items():
            if -1000000 < value < 100:
                assert computed(text) == value, text


@pytest.mark.parametrize("rest", ["-1+1", "&&1", "*1"])
def test_an_expression_may_be_long(rest: str) -> None:
    assert computed("1" + rest * 3000) == 1


def test_an_expression_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deep, "FRAMES_MAX", 2000)
    found = refusal(f"x = 1{'+1' * 3000};")
    assert (found.id, found.span.line if found.span else 0) == ("graph-too-large", 1)


@pytest.mark.parametrize(
    ("text", "id", "line", "column"),
    [
        ("import java.util.List;", "script-syntax", 1, 1),
        ("x = 1;\n y = new Foo();", "script-syntax", 2, 6),
        ("x = 1.5;", "script-syntax", 1, 5),
        ("x = \"a\";", "script-syntax", 1, 5),
        ("x = 1", "script-syntax", 1, 6),
        ("{ x = 1;", "script-syntax", 1, 9),
        ("x + 1;", "script-syntax", 1, 1),
        ("throw x;", "script-syntax", 1, 1),
        ("x = y;", "script-name", 1, 5),
        ("o_x.matchWith(0, i_a, 0, 1);", "script-name", 1, 1),
        ("o_o.foo();", "script-syntax", 1, 5),
        ("o_o.matchWith(0, i_a, 0);", "script-syntax", 1, 5),
        ("o_o.matchWith(0, 3, 0, 1);", "script-syntax", 1, 18),
        ("o_o.matchWith(i_a, i_a, 0, 1);", "script-syntax", 1, 15),
        ("w.size();", "script-syntax", 1, 3),
        ("inputs.add(1);", "script-syntax", 1, 8),
        ("Math.min(1);", "script-syntax", 1, 6),
        ("for (p : w) ;", "script-syntax", 1, 1),
        ("x = inputs.get(2);", "script-range", 1, 12),
        ("x = 1 / (w - 5);", "script-range", 1, 7),
        ("x = 9223372036854775807 + 1;", "script-range", 1, 25),
        ("x = 9223372036854775808;", "script-range", 1, 5),
        ("x = " + "1" * 5000 + ";", "script-range", 1, 5),
        ("x = 010;", "script-syntax", 1, 5),
        ("x = 00L;", "script-syntax", 1, 5),
        ("o_o.matchWith(0, i_b, 0, 1);", "script-range", 1, 5),
        ("o_o.matchWith(12, i_a, 0, 1);", "script-range", 1, 5),
        ("o_o.matchWith(0, i_a, -1, 1);", "script-range", 1, 5),
        ("o_o.matchWith(0, i_a, 0, 0);", "script-range", 1, 5),
        ("o_p.byteMatchWith(0, o_o, 0, 1);", "script-range", 1, 5),
        ("o_p.bitMatchWith(0, i_a, 0, 3);", "script-range", 1, 5),
        ("\n\nwhile (true) { x = 1; }", "script-endless", 3, 1),
        ("(" * 200 + "1", "script-syntax", 1, 100),
        ("{" * 200, "script-syntax", 1, 101),
    ],
)  # fmt: skip
def test_what_is_refused_and_where(text: str, id: str, line: int, column: int) -> None:
    found = refusal(text, {"w": 5})
    assert found.span is not None
    assert (found.id, found.span.line) == (id, line)
    assert found.span.column == column or text.startswith(("while", "\n\nwhile", "(", "{"))


def test_each_sort_of_mistake_has_its_id() -> None:
    assert refusal("x = 1 / 0;").id == "script-range"
    assert refusal("x = y;").id == "script-name"
    assert refusal("while (true) ;").id == "script-endless"
    assert refusal("x").id == "script-syntax"


def complaints(text: str) -> list[str]:
    try:
        run_script(text, FILE, BUFFERS, {"x": 1})
    except UserError as error:
        return [diagnostic.id for diagnostic in error.diagnostics]
    return []


def test_no_text_hangs_or_fails_otherwise() -> None:
    source = random.Random(3)
    words = ["x", "i_a", "o_o", "=", "+", "(", ")", "{", "}", ";", "for", "if", "while", "1", "0", ".", "matchWith",
             ",", "inputs", ":", "do", "else", "<", "++", "\n", "[", "]", "?", "!"]  # fmt: skip
    for _ in range(2000):
        assert all(
            id.startswith("script-") for id in complaints(" ".join(source.choices(words, k=source.randint(1, 25))))
        )


# --- effects ---------------------------------------------------------------------------------------------------------


def actor_of(inputs: Mapping[str, int], outputs: Mapping[str, int], type: TokenType = BYTE) -> Actor:
    ports = [Port(name, Direction.INPUT, type, (rate,)) for name, rate in inputs.items()]
    ports += [Port(name, Direction.OUTPUT, type, (rate,)) for name, rate in outputs.items()]
    arguments = tuple(Argument(ArgumentKind.PORT, p.name, port=p.name) for p in ports)
    return Actor("act", ActorKind.CODE, tuple(ports), fire=Call("f", arguments))


@dataclass
class Answers:
    """What trials find, and the actors that were tried."""

    cut: str = ""
    alike: bool | None = True
    tried: list[str] = field(default_factory=list)

    def cuts(self, cutter: Cutter) -> str:
        self.tried.append(cutter.actor.name)
        return self.cut

    def in_place(self, claim: InPlace) -> dict[str, bool] | None:
        self.tried.append(claim.actor.name)
        return None if self.alike is None else {output: self.alike for output, _ in claim.over}


def effect(tmp_path: Path, actor: Actor, text: str, answers: Answers | None = None) -> tuple[Actor, tuple[str, ...]]:
    (tmp_path / "x.bsh").write_text(text)
    actor = replace(actor, script=MemoryScript("x.bsh", (("n", 4), ("w", 10))))
    graph = apply_scripts(Graph("g", (), (actor,), (), base=str(tmp_path)), answers or Answers())
    return graph.actor("act"), graph.notes


@pytest.mark.parametrize("text", ["o_o.matchWith(0, i_i, 0, 8);", "i_i.byteMatchWith(0, o_o, 0, 30);"])
def test_a_whole_range_is_an_overlay(tmp_path: Path, text: str) -> None:
    actor, notes = effect(tmp_path, actor_of({"i": 8}, {"o": 20}), text)
    assert actor.port("o").overlays == "i"
    assert not notes


@pytest.mark.parametrize(("alike", "why"), [(False, "other tokens"), (None, "cannot be tried")])
def test_an_overlay_that_is_not_shown_to_be_right_is_none(tmp_path: Path, alike: bool | None, why: str) -> None:
    script = "o_o.matchWith(0, i_i, 0, 8);"
    actor, notes = effect(tmp_path, actor_of({"i": 8}, {"o": 20}), script, Answers(alike=alike))
    assert not actor.port("o").overlays
    assert len(notes) == 1
    assert notes[0].startswith("'act': 'o' is not written over 'i'")
    assert why in notes[0]


def test_an_output_no_longer_than_the_input_is_believed(tmp_path: Path) -> None:
    script = "o_o.matchWith(0, i_i, 0, 8);"
    actor, notes = effect(tmp_path, actor_of({"i": 8}, {"o": 8}), script, Answers(alike=None))
    assert actor.port("o").overlays == "i"
    assert not notes


@pytest.mark.parametrize(
    "text",
    [
        "o_o.matchWith(0, i_i, 0, 7);",
        "o_o.matchWith(1, i_i, 0, 8);",
        "o_o.matchWith(0, i_i, 1, 8);",
        "o_o.matchWith(0, i_i, 0, 8); o_o.matchWith(0, i_j, 0, 8);",
        "o_o.matchWith(0, i_i, 0, 8); o_p.matchWith(0, i_i, 0, 8);",
    ],
)
def test_what_is_no_overlay(tmp_path: Path, text: str) -> None:
    actor, notes = effect(tmp_path, actor_of({"i": 8, "j": 8}, {"o": 20, "p": 20}), text)
    assert not any(port.overlays for port in actor.outputs)
    assert len(notes) == 1
    assert "not used" in notes[0]


def test_a_script_that_matches_nothing(tmp_path: Path) -> None:
    _, notes = effect(tmp_path, actor_of({"i": 8}, {"o": 8}), "if (n == 1) o_o.matchWith(0, i_i, 0, 8);")
    assert notes == ("'act': its memory script is not used: it matches nothing here",)


def test_mistakes_are_told_with_the_place_of_the_script(tmp_path: Path) -> None:
    with pytest.raises(UserError) as error:
        effect(tmp_path, actor_of({"i": 8}, {"o": 8}), "o_o.matchWith(0, i_other, 0, 8);")
    (found,) = error.value.diagnostics
    assert found.span is not None
    assert (found.span.file, found.span.line) == (str(tmp_path / "x.bsh"), 1)


SPLIT = "for (k = 0; k < n; k++) o_o.matchWith(k * 40, i_i, (k * 2 - 1) * w, 4 * w);"


def test_slices_that_pass_the_trial_are_a_view(tmp_path: Path) -> None:
    actor, notes = effect(tmp_path, actor_of({"i": 80}, {"o": 160}), SPLIT)
    assert (actor.kind, actor.fire) == (ActorKind.SLICE, None)
    assert actor.port("o").pattern == SlicePattern(4, 40, -10, 20)
    assert len(notes) == 1
    assert "need not run" in notes[0]


def test_slices_that_fail_it_stay_code(tmp_path: Path) -> None:
    actor, notes = effect(tmp_path, actor_of({"i": 80}, {"o": 160}), SPLIT, Answers(cut="it also sings"))
    assert actor.kind is ActorKind.CODE
    assert actor.fire is not None
    assert len(notes) == 1
    assert notes[0].endswith("it also sings")


@pytest.mark.parametrize(
    "text",
    [
        "for (k = 0; k < n; k++) o_o.matchWith(k * 40, i_i, k * k * 5, 4 * w);",  # no equal distances
        "for (k = 0; k < 3; k++) o_o.matchWith(k * 40, i_i, k * 2 * w, 4 * w);",  # not the whole output
        "o_o.matchWith(0, i_i, 0, 40); o_o.matchWith(40, i_i, 10, 50); o_o.matchWith(90, i_i, 20, 70);",
    ],
)
def test_other_ranges_are_no_view(tmp_path: Path, text: str) -> None:
    actor, notes = effect(tmp_path, actor_of({"i": 80}, {"o": 160}), text)
    assert actor.kind is ActorKind.CODE
    assert "neither" in notes[0]


def test_slices_cut_whole_tokens(tmp_path: Path) -> None:
    words = actor_of({"i": 20}, {"o": 40}, WORD)
    whole, _ = effect(tmp_path, words, "for (k = 0; k < n; k++) o_o.matchWith(k * 10, i_i, k * 4 - 2, 10);")
    assert whole.port("o").pattern == SlicePattern(4, 10, -2, 4)
    part, _ = effect(tmp_path, words, "for (k = 0; k < n; k++) o_o.byteMatchWith(k * 40, i_i, k * 10, 40);")
    assert part.kind is ActorKind.CODE


def test_slices_cut_tokens_of_one_type(tmp_path: Path) -> None:
    actor = actor_of({"i": 80}, {"o": 160})
    signed = replace(actor.port("o"), type=TokenType("int8", "int8_t", 1, 1))
    other, notes = effect(tmp_path, replace(actor, ports=(actor.port("i"), signed)), SPLIT)
    assert other.kind is ActorKind.CODE
    assert "neither" in notes[0]


def test_an_actor_of_phases_keeps_its_code(tmp_path: Path) -> None:
    port = Port("i", Direction.INPUT, BYTE, (1, 2))
    actor, notes = effect(tmp_path, replace(actor_of({}, {"o": 3}), ports=(port, *actor_of({}, {"o": 3}).ports)), SPLIT)
    assert actor.kind is ActorKind.CODE
    assert notes == ("'act': its memory script is not used, for it fires in phases",)


def test_equal_instances_are_tried_once(tmp_path: Path) -> None:
    (tmp_path / "x.bsh").write_text(SPLIT)
    actor = replace(actor_of({"i": 80}, {"o": 160}), script=MemoryScript("x.bsh", (("n", 4), ("w", 10))))
    answers = Answers()
    actors = (actor, replace(actor, name="again"))
    graph = apply_scripts(Graph("g", (), actors, (), base=str(tmp_path)), answers)
    assert [each.kind for each in graph.actors] == [ActorKind.SLICE] * 2
    assert len(answers.tried) == 1


def test_a_call_with_its_ports_in_another_order_is_another_call(tmp_path: Path) -> None:
    (tmp_path / "x.bsh").write_text("o_o.matchWith(0, i_p, 0, 8);")
    actor = replace(actor_of({"p": 8, "q": 8}, {"o": 8}), script=MemoryScript("x.bsh", (("n", 4), ("w", 10))))
    assert actor.fire is not None
    p, q, o = actor.fire.arguments
    other = replace(actor, name="other", fire=replace(actor.fire, arguments=(q, p, o)))
    answers = Answers()
    apply_scripts(Graph("g", (), (actor, other), (), base=str(tmp_path)), answers)
    assert sorted(answers.tried) == ["act", "other"]


def test_a_script_that_is_not_there(tmp_path: Path) -> None:
    actor = replace(actor_of({"i": 8}, {"o": 8}), script=MemoryScript("absent.bsh"))
    with pytest.raises(UserError) as error:
        apply_scripts(Graph("g", (), (actor,), (), base=str(tmp_path)), Answers())
    assert [d.id for d in error.value.diagnostics] == ["path-missing"]


def test_windows_of_a_cut() -> None:
    cutter = Cutter(actor_of({"i": 6}, {"o": 12}), SlicePattern(3, 4, -1, 2))
    assert [window_of(cutter, number, b"abcdef", 0) for number in range(3)] == [b"\0abc", b"bcde", b"def\0"]
    assert window_of(cutter, 0, b"abcdef", ord("x")) == b"xabc"
    wide = Cutter(cutter.actor, SlicePattern(6, 4, -6, 4))
    assert [window_of(wide, number, b"ab", ord("x")) for number in (0, 1, 2)] == [b"xxxx", b"xxab", b"xxxx"]
    over = Cutter(cutter.actor, SlicePattern(1, 5, -2, 0))
    assert window_of(over, 0, b"ab", ord("x")) == b"xxabx"


def test_matches_remember_their_place() -> None:
    (match,) = run_script("\n  o_p.byteMatchWith(0, i_b, 0, 1);", FILE, BUFFERS, {})
    assert isinstance(match, Match)
    assert (match.span.line, match.span.column) == (2, 7)
