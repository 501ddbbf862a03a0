# SPDX-License-Identifier: Apache-2.0
"""`dfgen report` on graphs and on folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dfgen.cli.main import main


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.h").write_text("void give(unsigned char *out);\nvoid take(const unsigned char *in);\n")
    (tmp_path / "g.c").write_text(
        '#include "g.h"\nvoid give(unsigned char *out) { *out = 1; }\n'
        "void take(const unsigned char *in) { (void)in; }\n"
    )
    (tmp_path / "g.sdf").write_text(
        """graph g { include "g.h"; source "g.c";
        actor give { fire give(o); time 1us; state; out o : uint8[1]; }
        actor take { fire take(i); time 2us; in i : uint8[1]; }
        give.o -> take.i; }"""
    )
    return tmp_path / "g.sdf"


def shown(page: Path) -> Any:
    """The data in a page."""
    text = page.read_text(encoding="utf-8")
    start = text.index('<script type="application/json" id="data">')
    return json.loads(text[text.index(">", start) + 1 : text.index("</script>", start)])


def test_of_a_graph(graph: Path, tmp_path: Path, capsys: Any) -> None:
    assert main(["report", str(graph), "--cores", "1"]) == 0
    data = shown(tmp_path / "report.html")
    assert data["plan"]["cores"] == 1
    assert data["record"]["schedule"]["period_ns"] == 3000
    assert [actor["name"] for actor in data["record"]["actors"]] == ["give", "take"]
    assert data["profile"] is None
    assert "wrote report.html" in capsys.readouterr().err
    assert not list(tmp_path.glob("report.html?*"))


def test_of_a_folder(graph: Path, tmp_path: Path) -> None:
    assert main(["compile", str(graph), "-o", "out"]) == 0
    assert main(["report", "out"]) == 0
    assert main(["report", "out", "-o", "elsewhere.html"]) == 0
    assert (tmp_path / "elsewhere.html").read_bytes() == (tmp_path / "out/report.html").read_bytes()
    plan = json.loads((tmp_path / "out/plan.json").read_text())
    assert plan["prediction"]["period_ns"] == shown(tmp_path / "elsewhere.html")["record"]["schedule"]["period_ns"]
    # The page is the user's: compiling again leaves it alone.
    assert main(["compile", str(graph), "-o", "out", "--cores", "1"]) == 0
    assert (tmp_path / "out/report.html").exists()


def test_what_cannot_be(graph: Path, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["report", "empty"]) == 1
    assert "error[file-unreadable]" in capsys.readouterr().err
    assert main(["compile", str(graph), "-o", "out"]) == 0
    with pytest.raises(SystemExit) as usage:
        main(["report", "out", "--cores", "1"])
    assert usage.value.code == 2
    (tmp_path / "file").write_text("")
    assert main(["report", str(graph), "-o", "file/page.html"]) == 1
    assert "error[file-unwritable]" in capsys.readouterr().err
