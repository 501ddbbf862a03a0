# SPDX-License-Identifier: Apache-2.0
"""Functions that are tried before what a memory script claims of them is believed."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from dfgen.csource import trial
from dfgen.csource.learn import CKnowledge, learn_from_c
from dfgen.csource.trial import FIRING, Frame, asking
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers.preesm.scripts_effect import Cutter, InPlace
from dfgen.frontend.importers.preesm.scripts_trial import TrialsByRunning
from dfgen.model.port import SlicePattern
from dfgen.paths import runtime_dir
from dfgen.pipeline import CompileOptions, compile_graph

WEAVE = Path(__file__).parent / "projects/weave"
GRAPH = """\
graph g(n = 6) {
    include "cut.h"; source "cut.c";
    actor a { fire cut(n, i, o); in i : uint8[12]; out o : uint8[24]; }
    actor r { fire give(o); out o : uint8[12]; }
    actor s { fire take(i); in i : uint8[24]; }
    r.o -> a.i; a.o -> s.i;
}
"""
HEADER = (
    "void cut(int n, unsigned char *i, unsigned char *o); void give(unsigned char *o); void take(unsigned char *i);\n"
)
OTHERS = (
    '#include <stdio.h>\nvoid give(unsigned char *o) { *o = 0; }\nvoid take(unsigned char *i) { printf("%d", *i); }\n'
)
PATTERN = SlicePattern(4, 6, -2, 4)
"""Windows -2..3, 2..7, 6..11 and 10..15 of 12 bytes."""

RIGHT = """
#include <string.h>
static unsigned char at(unsigned char *i, int k) { return k < 0 || k >= 12 ? 0 : i[k]; }
void cut(int n, unsigned char *i, unsigned char *o)
{
    for (int w = 0; w < 4; w++)
        for (int k = 0; k < n; k++)
            o[w * n + k] = at(i, w * 4 - 2 + k);
}
"""
UNWRITTEN = "#include <string.h>\nvoid cut(int n, unsigned char *i, unsigned char *o) { memcpy(o + 2, i, 4); "
UNWRITTEN += "memcpy(o + 6, i + 2, 6); memcpy(o + 12, i + 6, 6); memcpy(o + 18, i + 10, 2); }\n"


def known_of(folder: Path, code: str, graph: str = GRAPH) -> CKnowledge:
    (folder / "g.sdf").write_text(graph)
    (folder / "cut.h").write_text(HEADER)
    (folder / "cut.c").write_text(code + OTHERS)
    return learn_from_c(load_graph(folder / "g.sdf", {}), runtime_dir() / "include")


def answer(folder: Path, code: str) -> str:
    return cut_of(known_of(folder, code))


def cut_of(known: CKnowledge, frame: Frame = FIRING) -> str:
    with asking(known, frame) as ask:
        return TrialsByRunning(known, ask).cuts(Cutter(known.graph.actor("a"), PATTERN))


@pytest.mark.parametrize("code", [RIGHT, UNWRITTEN], ids=["zeros", "nothing"])
def test_what_only_cuts(tmp_path: Path, code: str) -> None:
    assert answer(tmp_path, code) == ""


WRONG: Mapping[str, tuple[str, str]] = {
    "other bytes": (RIGHT.replace("= at(i", "= 1 ^ at(i"), "does not just copy"),
    "one byte": (RIGHT.replace("- 2 + k);", "- 2 + k) ^ (w * n + k == 9);"), "does not just copy"),
    "other zeros": (RIGHT.replace("? 0 :", "? 7 :"), "does not just copy"),
    "input": (RIGHT.replace("for (int w", "i[3] ^= 1; for (int w"), "writes to its input"),
    "state": (RIGHT.replace("for (int w", "static int c; c++; for (int w"), "uses the writable static object 'c'"),
    "crash": (RIGHT.replace("for (int w", "abort(); for (int w").replace("<string.h>", "<stdlib.h>"), "did not return"),
    "unknown": (RIGHT.replace("for (int w", "rand(); for (int w").replace("<string.h>", "<stdlib.h>"), "uses 'rand'"),
}  # fmt: skip


@pytest.mark.parametrize("which", WRONG)
def test_what_does_more(tmp_path: Path, which: str) -> None:
    code, why = WRONG[which]
    assert why in answer(tmp_path, code)


def test_a_function_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dfgen.csource.trial.SECONDS_MAX", 1)
    assert "did not return" in answer(tmp_path, RIGHT.replace("for (int w", "while (n) ; for (int w"))


def test_windows_that_are_too_large_are_not_tried(tmp_path: Path) -> None:
    known = known_of(tmp_path, RIGHT)
    assert cut_of(known, replace(FIRING, bytes_max=20)) == "'cut' could not be tried"


def test_an_actor_without_a_function_is_not_tried(tmp_path: Path) -> None:
    known = known_of(tmp_path, RIGHT)
    actor = replace(known.graph.actor("a"), fire=None)
    with asking(known) as ask:
        assert TrialsByRunning(known, ask).cuts(Cutter(actor, PATTERN)) != ""


IN_PLACE: Mapping[str, tuple[str, bool | None]] = {
    "to the end first": ("for (int k = 23; k >= 0; k--) o[k] = i[k / 2];", True),
    "forwards": ("for (int k = 0; k < 24; k++) o[k] = i[k / 2];", False),
    "at once": ("memmove(o + 12, i, 12); memset(o, 1, 12);", True),
    "not all": ("for (int k = 0; k < 12; k += 3) o[k] = i[k];", True),
    "state": ("static int c; o[0] = i[0] + c++;", None),
    "crash": ("abort();", None),
    "crash in place": ("if (i == o) abort(); memset(o, 7, 24);", False),
}


@pytest.mark.parametrize("which", IN_PLACE)
def test_what_works_in_place(tmp_path: Path, which: str) -> None:
    body, right = IN_PLACE[which]
    headers = "#include <stdlib.h>\n#include <string.h>\n"
    known = known_of(tmp_path, f"{headers}void cut(int n, unsigned char *i, unsigned char *o) {{ {body} }}\n")
    with asking(known) as ask:
        found = TrialsByRunning(known, ask).in_place(InPlace(known.graph.actor("a"), (("o", "i"),)))
    assert found == (None if right is None else {"o": right})


@pytest.mark.parametrize("distance", [1 << 20, 3 << 19])
def test_large_windows_in_place(tmp_path: Path, distance: int) -> None:
    """What is drawn for them repeats, but at no distance that code has, where what is overwritten would look right."""
    size = 3 << 20
    graph = GRAPH.replace("uint8[12]", f"uint8[{size}]").replace("uint8[24]", f"uint8[{size}]")
    body = f"for (int k = 0; k < {size}; k++) o[k] = i[(k + {distance}) % {size}];"
    known = known_of(tmp_path, f"void cut(int n, unsigned char *i, unsigned char *o) {{ {body} }}\n", graph)
    with asking(known) as ask:
        assert TrialsByRunning(known, ask).in_place(InPlace(known.graph.actor("a"), (("o", "i"),))) == {"o": False}


def test_answers_of_a_project_are_kept_until_its_code_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A header that a source includes is code of it, too."""
    monkeypatch.setenv("DFGEN_CACHE", str(tmp_path / "cache"))
    shutil.copytree(WEAVE, tmp_path / "weave")
    scenario = tmp_path / "weave/Scenarios/two.scenario"
    ran: list[int] = []
    run = trial.run_program
    monkeypatch.setattr(trial, "run_program", lambda *words, **more: (ran.append(1), run(*words, **more))[1])
    first = compile_graph(scenario, CompileOptions(cores=1))
    count = len(ran)
    assert count
    assert compile_graph(scenario, CompileOptions(cores=1)) == first
    assert len(ran) == count
    header = next((tmp_path / "weave/Code/include").glob("*.h"))
    header.write_text(header.read_text() + "extern int dfgen_test;\n")
    assert compile_graph(scenario, CompileOptions(cores=1)).notes == first.notes
    assert len(ran) > count
