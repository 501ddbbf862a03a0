# SPDX-License-Identifier: Apache-2.0
"""Prints the texts of all diagnostics on one page, to be read as a whole:

    python -m tests.documents.messages [ID ...]

from the root of the repository. By id: each place of dfgen that says it, the message, and the hint behind `->`. What is
filled in when it is said stands in braces; `...` is what no constant of the code says.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dfgen.model.diagnostics import IDS

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN = "..."


@dataclass(frozen=True)
class Said:
    """One place where code says a diagnostic."""

    id: str
    place: str
    message: str
    hint: str


def all_said() -> list[Said]:
    """In the order of the table of ids."""
    found = [said for path in sorted((ROOT / "dfgen").rglob("*.py")) for said in _said_in(path)]
    order = list(IDS)
    return sorted(found, key=lambda said: order.index(said.id))


def _said_in(path: Path) -> Iterator[Said]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for function in functions or [tree]:
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                yield from _said_by(node, function, str(path.relative_to(ROOT)))


def _said_by(call: ast.Call, function: ast.AST, file: str) -> Iterator[Said]:
    """A call whose first constant argument is an id; the texts are those that follow it, the message first."""
    places = [n for n, argument in enumerate(call.args) if isinstance(argument, ast.Constant) and argument.value in IDS]
    if not places:
        return
    id = str(call.args[places[0]].value)
    rest = [*call.args[places[0] + 1 :], *(each.value for each in call.keywords if each.arg == "hint")]
    spoken = [each for each in rest if not (isinstance(each, ast.Name) and each.id == "place")]
    texts = [text for text in (_text(argument, function, call.lineno) for argument in spoken) if text]
    if texts:
        hint = next((text for text in texts[1:] if " " in text), "")
        yield Said(id, f"{file}:{call.lineno}", texts[0], hint)


def _text(node: ast.expr, function: ast.AST, before: int) -> str:
    """What an expression says; empty if it is no text. Of a name that is the last value that it got before."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_part(part) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return "".join(_text(side, function, before) or UNKNOWN for side in (node.left, node.right))
    if isinstance(node, ast.IfExp):
        return " | ".join(_text(side, function, before) or UNKNOWN for side in (node.body, node.orelse))
    if isinstance(node, ast.Name):
        values = [
            each.value
            for each in ast.walk(function)
            if isinstance(each, ast.Assign)
            and each.lineno < before
            and any(isinstance(target, ast.Name) and target.id == node.id for target in each.targets)
        ]
        unknown = UNKNOWN if node.id == "message" else ""  # one that is handed on
        last = max(values, key=lambda value: value.lineno, default=None)
        return _text(last, function, last.lineno) if last is not None else unknown
    if isinstance(node, ast.Call) and node.args:  # such as suggestion(name, known, otherwise)
        return _text(node.args[-1], function, before)
    return ""


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    return f"{{{ast.unparse(part.value)}}}"


def main(ids: list[str]) -> int:
    said = [each for each in all_said() if not ids or each.id in ids]
    for id in dict.fromkeys(each.id for each in said):
        print(f"\n[{id}] {IDS[id]}")
        for each in said:
            if each.id == id:
                print(f"  {each.message}{f'  -> {each.hint}' if each.hint else ''}    ({each.place})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
