# SPDX-License-Identifier: Apache-2.0
"""The language reference has an example of every rule of the grammar, and all of them compile.

A comment before an example, `<!-- rules: port rate -->`, says which rules it is of.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from antlr4 import CommonTokenStream, InputStream, ParserRuleContext

from dfgen.checking import check_graph
from dfgen.frontend._antlr.SdfLexer import SdfLexer
from dfgen.frontend._antlr.SdfParser import SdfParser
from tests.documents.blocks import PAGES, blocks

EXAMPLE = re.compile(r"^<!-- rules: ([\w ]+) -->\n```c\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGE = Path(__file__).resolve().parents[2] / PAGES / "language.md"
EXAMPLES = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))


def test_every_rule_has_an_example() -> None:
    shown = {rule for rules, _ in EXAMPLES for rule in rules.split()}
    assert shown == set(SdfParser.ruleNames)


def rules_of(text: str) -> set[str]:
    """The rules that the parse tree of a text has."""
    waiting = [SdfParser(CommonTokenStream(SdfLexer(InputStream(text)))).file_()]
    found = set()
    while waiting:
        context = waiting.pop()
        found.add(SdfParser.ruleNames[context.getRuleIndex()])
        waiting += [child for child in context.getChildren() if isinstance(child, ParserRuleContext)]
    return found


@pytest.mark.parametrize(("rules", "text"), EXAMPLES, ids=[rules.replace(" ", "-") for rules, _ in EXAMPLES])
def test_examples_compile(tmp_path: Path, rules: str, text: str) -> None:
    for block in blocks(PAGE.read_text(encoding="utf-8")):
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    graph = tmp_path / "example.sdf"
    graph.write_text(text, encoding="utf-8")
    assert set(rules.split()) <= rules_of(text)
    assert check_graph(graph, {}).facts is not None
