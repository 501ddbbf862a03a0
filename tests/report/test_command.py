# SPDX-License-Identifier: Apache-2.0
"""`dfgen report` on graphs and on folders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dfgen.cli.main import main

from .contents import write_program


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_program(tmp_path)


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


def test_what_the_graph_needs_is_not_written_over(graph: Path, tmp_path: Path, capsys: Any) -> None:
    source = next(tmp_path.glob("*.c"))
    for needed in (graph, source):
        before = needed.read_text()
        for command in (["report", str(graph), "-o"], ["compile", str(graph), "-o", "out", "--depfile"]):
            assert main([*command, str(needed)]) == 1
            assert "error[file-unwritable]: cannot write it: it is needed for the graph" in capsys.readouterr().err
            assert needed.read_text() == before


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


def test_of_several_nodes(graph: Path, tmp_path: Path) -> None:
    """A page for all of them, from the graph or from a folder."""
    assert main(["compile", str(graph), "-o", "out", "--nodes", "2"]) == 0
    assert main(["report", "out"]) == 0
    data = shown(tmp_path / "out/report.html")
    assert [(node["name"], [actor["name"] for actor in node["record"]["actors"]]) for node in data["nodes"]] == [
        ("node0", ["give", "send0@1"]), ("node1", ["take", "receive0@0"])
    ]  # fmt: skip
    assert [(link["fifo"], link["source"], link["target"]) for link in data["links"]] == [
        ("give.o:take.i", "node0", "node1")
    ]
    assert "link 0 to node 1" in data["nodes"][0]["record"]["lanes"]
    assert not any(node["record"]["schedule"]["guessed"] for node in data["nodes"])
    assert main(["report", str(graph), "--nodes", "2"]) == 0
    assert shown(tmp_path / "report.html")["links"] == data["links"]


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
