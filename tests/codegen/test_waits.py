# SPDX-License-Identifier: Apache-2.0
"""The generated C waits where the plan says, and nowhere else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import Compiled, CompileOptions, compile_graph
from tests.apps.applications import ALL, App
from tests.oracle.generator import random_application, write

COMMENT = r"/\* (?P<{}>[^*]*) \*/"
# Where a line is long the reason stands before it.
WAIT = re.compile(
    rf"(?:{COMMENT.format('before')} )?if \(!df_wait\(core, [^,]+, "
    rf"(?:df_since\([^;]*?, (?P<lag>\d+)\)|[^;]*? \+ 1)\)\)(?: {COMMENT.format('behind')})?"
)
CORE = re.compile(r"src/(?P<node>node_\d+/)?core_(?P<core>\d+)\.c")

_Wait = tuple[str, int, str]
"""The core, how many trips back, and why."""


def in_c(compiled: Compiled) -> Counter[_Wait]:
    found: Counter[_Wait] = Counter()
    for name, content in compiled.files.items():
        if file := CORE.fullmatch(name):
            text = in_one_line(content)
            waits = list(WAIT.finditer(text))
            assert len(waits) == text.count("df_wait("), name
            found.update(
                (f"core {file['core']}", int(wait["lag"] or 0), wait["behind"] or wait["before"]) for wait in waits
            )
    return found


def in_one_line(content: bytes) -> str:
    """Long lines are wrapped."""
    return " ".join(content.decode().split())


def in_plan(compiled: Compiled) -> Counter[_Wait]:
    plan: Any = compiled.plan
    plans = [node["plan"] for node in plan["nodes"]] if "nodes" in plan else [plan]
    return Counter((core_of(wait), wait["lag_trips"], wait["reason"]) for each in plans for wait in each["waits"])


def core_of(wait: Mapping[str, str]) -> str:
    return wait["step"].rpartition(" on ")[2]


def told(compiled: Compiled) -> int:
    """How many waits plan.txt tells of."""
    return sum(int(line.partition(": ")[2]) for line in compiled.plan_text.splitlines() if line.startswith("waits: "))


def check(compiled: Compiled) -> int:
    assert in_c(compiled) == in_plan(compiled)
    assert in_plan(compiled).total() == told(compiled)
    return told(compiled)


@pytest.mark.parametrize("cores", [1, 2, 3])
@pytest.mark.parametrize("transfers", [(), ("offload",)], ids=["", "offload"])
@pytest.mark.parametrize("app", ALL, ids=lambda app: app.name)
def test_an_application_waits_as_planned(app: App, transfers: tuple[str, ...], cores: int) -> None:
    count = check(compile_graph(app.graph, app.options(cores=cores, transfers=transfers)))
    assert count > 0 or cores == 1


@pytest.mark.parametrize("seed", range(200))
def test_a_random_graph_waits_as_planned(seed: int, tmp_path: Path) -> None:
    graph = write(random_application(seed), tmp_path)
    named = (int(core) for core in re.findall(r"@core\((\d+)\)", graph.read_text()))
    cores = max(2 + seed % 3, *(core + 1 for core in named), 2)
    check(compile_graph(graph, CompileOptions(cores=cores, transfers=("offload",) if seed % 4 == 0 else ())))


def test_a_wait_that_the_code_left_out_is_seen() -> None:
    compiled = compile_graph(ALL[0].graph, ALL[0].options(cores=2))
    name = "src/core_1.c"
    text = in_one_line(compiled.files[name])
    first = WAIT.search(text)
    assert first is not None
    less = replace(compiled, files={**compiled.files, name: text.replace(first[0], "", 1).encode()})
    assert in_c(less) != in_plan(less)
