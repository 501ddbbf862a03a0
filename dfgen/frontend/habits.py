# SPDX-License-Identifier: Apache-2.0
"""What is written out of habit from C, or misspelt, and how it is written here: better words for syntax errors than the
grammar's.

A habit is a function from a `Mistake` to a message and a hint, or to None where it is another mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set

from dfgen.frontend.habit_forms import advice_by_form
from dfgen.frontend.scopes import SCALARS, numbered
from dfgen.model.frozen import frozen
from dfgen.model.likeness import suggestion
from dfgen.model.port import Access

Advice = tuple[str, str]


@frozen
class Mistake:
    """Where the parser stops. `statement`: the words around, from one end of a statement to the next; `at`: the one
    that has no place; `rules`: those of the grammar that it is in."""

    statement: tuple[str, ...]
    at: int
    rules: Set[str]
    reserved: frozenset[str]
    """The words of the language."""

    @property
    def word(self) -> str:
        return self.statement[self.at]

    @property
    def before(self) -> str:
        return self.statement[self.at - 1] if self.at else ""


def mistake_at(texts: Sequence[str], at: int, rules: Set[str], reserved: frozenset[str]) -> Mistake:
    first = at
    while first > 0 and texts[first - 1] not in (";", "{", "}"):
        first -= 1
    end = at
    while end < len(texts) - 1 and texts[end] not in (";", "{", "}"):
        end += 1
    return Mistake(tuple(texts[first : end + 1]), at - first, rules, reserved)


def advice_for(mistake: Mistake) -> Advice | None:
    return next((found for habit in HABITS if (found := habit(mistake)) is not None), None)


def _loop_in_brackets(mistake: Mistake) -> Advice | None:
    if (mistake.before, mistake.word) != ("for", "("):
        return None
    return "a loop counts over a range", "Write 'for i in 0..n { ... }', without brackets."


_RANGES = (
    re.compile(r"for (?P<name>\w+) (?:in|=|:) range \( (?:(?P<first>[^,]+) , )?(?P<end>[^,]+) \) {"),
    re.compile(
        r"for (?P<name>\w+) (?:in|=|:) (?P<first>[^.:]+?) (?:\.\. \.|\.\. =|\.\.|:|to) (?P<end>[^.:]+?)(?: do)? {"
    ),
    re.compile(r"for (?P<name>\w+) (?:in|=|:)(?P<first>) (?P<end>[^.:,]+?)(?: do)? {"),
)


def _loop_of_other_languages(mistake: Mistake) -> Advice | None:
    text = " ".join(mistake.statement)
    found = next((found for form in _RANGES if (found := form.fullmatch(text)) is not None), None)
    if found is None:
        return None
    hint = f"Write 'for {found['name']} in {found['first'] or 0}..{found['end']} {{ ... }}'; the end is exclusive."
    return "a loop counts over a range", hint


def _call_in_braces(mistake: Mistake) -> Advice | None:
    if mistake.word != "{" or mistake.before not in ("init", "fire", "end") or "call" not in mistake.rules:
        return None
    return f"'{mistake.before}' names one function of C", f"Write '{mistake.before} name(arguments);', without braces."


def _live_first(mistake: Mistake) -> Advice | None:
    if mistake.statement[:2] != ("live", "param") or mistake.at != 1 or mistake.statement[-1] != ";":
        return None
    declaration = " ".join(mistake.statement[1:-1])
    typed = declaration if " : " in declaration else declaration.replace(" =", " : float =", 1)
    return "'live' stands at the end of a parameter, which has a type then", f"Write '{typed} live;'."


_FACTORS = {
    "B": "", "KiB": " * 1024", "MiB": " * 1024 ** 2", "GiB": " * 1024 ** 3",
    "kB": " * 1000", "KB": " * 1000", "MB": " * 1000 ** 2", "GB": " * 1000 ** 3",
    "Hz": "", "kHz": " * 1000", "MHz": " * 1000 ** 2",
}  # fmt: skip
_WITH_UNIT = re.compile(r"(?P<number>[\d.]+) ?(?P<unit>[A-Za-z]+)")
_SIZES = frozenset({"B", "KiB", "MiB", "GiB"})


def _number_with_unit(mistake: Mistake) -> Advice | None:
    is_apart = mistake.word in _FACTORS
    found = _WITH_UNIT.fullmatch(f"{mistake.before} {mistake.word}" if is_apart else mistake.word)
    if found is None or found["unit"] not in _FACTORS:
        return None
    number, unit = found.groups()
    if is_apart and mistake.statement[: mistake.at - 1][-2:] == ("up", "to") and unit in _SIZES:
        return "a number and its unit are one word", f"Write '{number}{unit}'."
    return "a number has no unit here", f"Write '{number}{_FACTORS[unit]}'."


_C_TYPE = r"(?:(?:static|const|constexpr|unsigned|signed|long|short|struct) )*(?P<type>\w+)"
_VARIABLE = re.compile(_C_TYPE + r"(?: \*)* (?P<name>\w+) = (?P<value>.+) ;")


def _variable(mistake: Mistake) -> Advice | None:
    found = _VARIABLE.fullmatch(" ".join(mistake.statement))
    if found is None or found["type"] in mistake.reserved or found["name"] in mistake.reserved:
        return None
    if "actorItem" not in mistake.rules and "actorRest" not in mistake.rules:
        return (
            "a constant is declared by 'param', and without a type",
            f"Write 'param {found['name']} = {found['value']};'.",
        )
    hint = f"Write 'state {found['name']} : {numbered(found['type'])};', which is zero until 'init' or 'fire' set it."
    return "what an actor remembers is its state", hint


def _parameter_with_type(mistake: Mistake) -> Advice | None:
    if "parameters" not in mistake.rules:
        return None
    name = mistake.before if mistake.word == ":" else mistake.word
    if mistake.word == ":" or (numbered(mistake.before) in SCALARS and re.fullmatch(r"\w+", name)):
        return "a parameter is a number without a type", f"Write '{name}' or '{name} = 1', without a type."
    return None


_OTHER_ARROW = re.compile(r"(?P<left>[^<>=-]+?) (?P<arrow>< -|= >|< =|- - >|- ->|- >) (?P<right>[^<>=-]+) ;")


def _other_arrow(mistake: Mistake) -> Advice | None:
    found = _OTHER_ARROW.fullmatch(" ".join(mistake.statement))
    if found is None:
        return None
    ends = [found[side].replace(" ", "") for side in ("left", "right")]
    source, target = reversed(ends) if found["arrow"].startswith("<") else ends
    return "an edge is written with '->', from an output to an input", f"Write '{source} -> {target};'."


def _actor_in_loop(mistake: Mistake) -> Advice | None:
    if "loop" not in mistake.rules or mistake.before != "actor":
        return None
    name = mistake.word
    hint = f"Declare 'actor {name}[n]' before the loop, whose edges name '{name}[i]'."
    return "a loop holds edges and loops, and no actors", hint


def _element_of_array(mistake: Mistake) -> Advice | None:
    if "call" not in mistake.rules or mistake.word != "[":
        return None
    name = mistake.before
    return f"'{name}' is handed over without a number", f"An array of ports is passed whole: '{name}'."


_WITH_QUOTES = {"include": "file", "source": "file", "import": "file", "library": "library"}


def _name_without_quotes(mistake: Mistake) -> Advice | None:
    words = mistake.statement
    if mistake.at != 1 or words[0] not in _WITH_QUOTES or not re.fullmatch(r"[\w<]+", words[1]):
        return None
    name = "".join(word for word in words[1:] if word not in "<>;{}")
    return f"the name of a {_WITH_QUOTES[words[0]]} stands in quotes", f"Write '{words[0]} \"{name}\";'."


def _options_in_brackets(mistake: Mistake) -> Advice | None:
    """As the command line has them: `@transfer(graphcopy(map = hash))`."""
    words = mistake.statement[: mistake.at]
    if mistake.word != "=" or words[-6:-4] != ("@", "transfer") or (words[-4], words[-2]) != ("(", "("):
        return None
    strategy, option = words[-3], words[-1]
    value = next(iter(mistake.statement[mistake.at + 1 :]), "value")
    message = f"the options of '{strategy}' stand beside it"
    return message, f"Write '@transfer({strategy}, {option} = {value})'."


_DECLARATION = re.compile(
    r"(?:(?P<kind>in|out|inout|state) )?(?P<type>\w+(?: \w+)*?)(?: \*)* (?P<name>[A-Za-z_]\w*)(?P<count> \[ .+ \])? ;"
)


def _type_first(mistake: Mistake) -> Advice | None:
    found = _DECLARATION.fullmatch(" ".join(mistake.statement))
    if found is None or (found["kind"] is None and "actorRest" not in mistake.rules):
        return None
    if found["name"] in SCALARS or not mistake.reserved.isdisjoint((*found["type"].split(), found["name"])):
        return None  # it is a colon or a semicolon that is missing
    kind = found["kind"] or "state"
    count = (found["count"] or "").replace("[ ", "[").replace(" ]", "]")
    count = count.strip() or ("" if kind == "state" else "[1]")
    what = "state" if kind == "state" else "port"
    message = f"the name of a {what} stands before its type"
    return message, f"Write '{kind} {found['name']} : {found['type']}{count};'."


def _other_form(mistake: Mistake) -> Advice | None:
    words = mistake.statement
    return advice_by_form(" ".join(words[: mistake.at]), " ".join(words[mistake.at :]))


def _brace_too_many(mistake: Mistake) -> Advice | None:
    if mistake.word != "}" or not mistake.rules <= {"file"}:
        return None
    return "this '}' closes nothing", "Remove it, or one too many before it."


_USES = (*(mode.value for mode in Access), "partial", "overlays")


def _misspelt_use(mistake: Mistake) -> Advice | None:
    """`readonly` behind the rate of a port."""
    if "port" not in mistake.rules or mistake.before != "]" or not re.fullmatch(r"\w+", mistake.word):
        return None
    hint = suggestion(mistake.word, _USES)
    return (f"'{mistake.word}' says nothing of a port", hint) if hint else None


_OF_GRAPHS = frozenset({"actor", "broadcast", "fork", "graph", "include", "join", "library", "param", "source", "type"})


def _part_of_a_graph(mistake: Mistake) -> Advice | None:
    if mistake.at > 0 or "actorRest" not in mistake.rules or mistake.word not in _OF_GRAPHS:
        return None
    hint = "Close the actor with '}' before it; what holds actors and edges begins with 'graph'."
    return f"'{mistake.word}' has no place in an actor", hint


_OTHER_WORDS = {"input": "in", "output": "out", "parameter": "param", "const": "param", "node": "actor"}

_BEGINNINGS = (
    (re.compile(r'".*'), ("include", "source", "import", "library")),
    (re.compile(r"\w+ :.*"), ("in", "out", "inout", "state", "param")),
    (re.compile(r"\w+ =.*"), ("param", "type", "actor")),
    (re.compile(r"\w+ \(.*"), ("init", "fire", "end", "actor", "graph")),
    (re.compile(r"\w+ [{\[@].*"), (
        "actor", "graph", "in", "out", "inout", "broadcast", "roundbuffer", "fork", "join", "slice",
    )),
)  # fmt: skip
"""The words that begin a statement, by what follows them."""


def _misspelt_beginning(mistake: Mistake) -> Advice | None:
    word, *after = mistake.statement
    if mistake.at > 1 or word in mistake.reserved:
        return None
    text = " ".join(after)
    words = next((words for form, words in _BEGINNINGS if form.fullmatch(text)), ())
    meant = _OTHER_WORDS.get(word.lower(), "")
    hint = f"Did you mean '{meant}'?" if meant in words else suggestion(word, words)
    return (f"'{word}' begins no statement", hint) if hint else None


HABITS: tuple[Callable[[Mistake], Advice | None], ...] = (
    _loop_in_brackets,
    _loop_of_other_languages,
    _other_arrow,
    _call_in_braces,
    _live_first,
    _number_with_unit,
    _parameter_with_type,
    _actor_in_loop,
    _element_of_array,
    _name_without_quotes,
    _options_in_brackets,
    _type_first,
    _misspelt_use,
    _brace_too_many,
    _part_of_a_graph,
    _other_form,
    _misspelt_beginning,
    _variable,
)
