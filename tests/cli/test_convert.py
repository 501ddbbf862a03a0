# SPDX-License-Identifier: Apache-2.0
"""`dfgen convert` between files, and what it says besides."""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from dfgen.cli.main import main
from dfgen.frontend.elaborate import load_graph
from dfgen.frontend.importers import import_file
from dfgen.frontend.parse import parse_text
from dfgen.frontend.printer import print_file
from dfgen.frontend.sidecar import sidecar_of
from dfgen.model.graph import Fifo

GRAPH = """graph top(n = 2) @throughput(1000) {
    include "code/a.h";
    actor src { fire a(o); state; time 3us; out o : int8[2 * n]; }
    actor part = filter();
    actor dst { in i : int8[1, 2]; in j : struct pair[1]; time 5us, 6us; }
    actor two { out p : struct pair[1]; }
    src.o -> { part.x, all.i } @channel("both");
    part.y -> dst.i delay 6 @capacity(9);
    two.p -> dst.j;
    actor all { in i : int8[4]; }
}
graph filter {
    in x : int8[1];
    out y : int8[1];
    broadcast twice { in i : int8[1]; out o : int8[1]; }
    x -> twice.i;
    twice.o -> y;
}
"""


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    (tmp_path / "code").mkdir()
    (tmp_path / "code/a.h").write_text("struct pair { short first, second; };\nvoid a(signed char *o);\n", "utf-8")
    file = tmp_path / "top.sdf"
    file.write_text(GRAPH, "utf-8")
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> tuple[str, str]:
    assert main(["convert", *map(str, arguments)]) == status
    printed = capsys.readouterr()
    return printed.out, printed.err


def test_sdf_to_sdf3_and_back(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    xml, back = graph.with_name("top.xml"), graph.with_name("back.sdf")
    _, err = run(capsys, graph, xml)
    assert "note: times are numbers of ns in the new file" in err
    assert "note: SDF3 has no place for C functions and sources" in err
    assert "top.xml" in err
    run(capsys, xml, back)
    found = load_graph(back, {})
    assert [(a.name, a.times, a.phases) for a in found.actors] == [
        ("src", (3000,), 1),
        ("part_x2f_twice", (0,), 1),
        ("dst", (5000, 6000), 2),
        ("two", (), 1),
        ("all", (), 1),
    ]

    def said(fifo: Fifo) -> tuple[str, str, int, int | None, int]:
        return (
            str(fifo.source),
            fifo.channel,
            fifo.delay_tokens,
            fifo.capacity_tokens,
            found.port(fifo.source).type.size_bytes,
        )

    assert [said(fifo) for fifo in found.fifos] == [
        ("src.o", "both", 0, None, 1),
        ("src.o_2", "both_2", 0, None, 1),
        ("part_x2f_twice.o", "ch", 6, 9, 1),
        ("two.p", "ch_2", 0, None, 4),
        ("src.order_out", "order", 1, None, 1),
    ]
    assert found.throughput is not None
    assert (found.time_unit, found.throughput * 10**6) == (None, 1)


def test_firings_stay_in_order_whatever_the_actor_hands_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A FIFO from an actor to itself with many tokens lets firings overlap, and its state does not."""
    source, target = tmp_path / "source.sdf", tmp_path / "target.xml"
    ports = "out o : uint8[1]; in i : uint8[1];"
    loops = f"actor one {{ {ports} state; }} actor many {{ {ports} state; }} actor free {{ {ports} }}"
    edges = "one.o -> one.i delay 1; many.o -> many.i delay 2; free.o -> free.i delay 1;"
    source.write_text(f"graph g {{ {loops} {edges} }}", "utf-8")
    run(capsys, source, target)
    found = [(str(fifo.source), fifo.delay_tokens) for fifo in load_graph(target, {}).fifos]
    assert found == [("one.o", 1), ("many.o", 2), ("free.o", 1), ("many.order_out", 1)]


def test_a_constraint_that_is_no_decimal_number(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph.write_text(GRAPH.replace("@throughput(1000)", "@throughput(1000 / 3)"), "utf-8")
    out, err = run(capsys, graph, "-", "--to", "sdf3")
    assert "note: the throughput constraint is rounded" in err
    assert f"<throughput>{float(Fraction(1, 3_000_000))!r}</throughput>" in out


def test_sdf_to_sdf_keeps_hierarchy_and_expressions(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = graph.with_name("elsewhere") / "new.sdf"
    _, err = run(capsys, graph, target, status=1)
    assert f"cannot write it: there is no folder '{target.parent}'" in err
    target.parent.mkdir()
    run(capsys, graph, target)
    expected = parse_text(GRAPH.replace("code/a.h", "../code/a.h"))
    assert target.read_text("utf-8") == print_file(expected)
    assert load_graph(target, {"n": 3}).actor("src").port("o").rates == (6,)


def test_a_preesm_graph_becomes_a_graph_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = Path(__file__).parents[1] / "frontend/importers/projects/frames"
    target = tmp_path / "frames.sdf"
    _, err = run(capsys, project / "Scenarios/frames.scenario", target)
    assert "note: the project's C sources are not listed in the new file" in err
    first, second = load_graph(project / "Scenarios/frames.scenario", {}), load_graph(target, {})
    assert [(a.name, a.ports, a.times, a.fire) for a in second.actors] == [
        (a.name, a.ports, a.times, a.fire) for a in first.actors
    ]
    scripts = [actor.script for actor in second.actors if actor.script is not None]
    assert scripts
    for script in scripts:
        assert (target.parent / script.file).is_file()
    for include in second.includes:
        assert (target.parent / include).is_file()


def test_parameters_become_the_defaults(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = graph.with_name("new.sdf")
    run(capsys, graph, target, "-p", "n=5")
    assert import_file(target, {}).syntax == parse_text(GRAPH.replace("n = 2", "n = 5"))


def test_fractions_become_the_defaults(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = graph.with_name("new.sdf")
    run(capsys, graph, target, "-p", "n=2.0")
    assert import_file(target, {}).syntax == parse_text(GRAPH.replace("n = 2", "n = 2.0"))


def test_standard_output(graph: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(graph.parent)
    out, err = run(capsys, graph, "-", "--to", "sdf")
    assert (out, err) == (print_file(parse_text(GRAPH)), "")


def test_dot(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = run(capsys, graph, "-", "--to", "dot")
    assert '"src" [label="src\\n3 us"];' in out
    assert '"dst" [label="dst\\n5 us, 6 us"];' in out
    assert 'subgraph "cluster_part" {' in out
    assert '"part/twice" [label="twice", shape=cds, tooltip="broadcast"];' in out
    edge = '"part/twice" -> "dst" [taillabel="1", headlabel="1, 2", label="6", style=dashed, '
    assert edge in out


def test_dot_counts_equal_phases(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "g.sdf"
    file.write_text("graph g { actor a { out o : int8[1, 0 for 7]; in i : int8[2, 2, 3]; } a.o -> a.i delay 9; }")
    out, _ = run(capsys, file, "-", "--to", "dot")
    assert 'taillabel="1, 0*7", headlabel="2, 2, 3", label="9"' in out


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_draws_it(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = graph.with_name("top.gv")
    run(capsys, graph, target)
    drawn = subprocess.run(["dot", "-Tsvg", str(target)], capture_output=True, text=True, check=False)
    assert (drawn.returncode, drawn.stderr) == (0, "")
    assert drawn.stdout.count('class="edge"') == 4
    assert drawn.stdout.count('class="cluster"') == 1


def test_a_sidecar_is_not_converted(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph.with_name("top.sdf.fifos.toml").write_text('["two.p"]\ntransfer = "memcpy"\n', "utf-8")
    _, err = run(capsys, graph, graph.with_name("top.xml"))
    assert "note: what top.sdf.fifos.toml says of FIFOs and actors, except times, is not in the new file" in err


def test_wrong_usage(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, what in (
        (["top.pdf"], "names no format"),
        (["-"], "names no format"),
        (["x.sdf", "--to", "pdf"], "there is no format 'pdf'"),
        ([str(graph)], "OUT is IN"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["convert", str(graph), *arguments])
        assert ended.value.code == 2
        assert what in capsys.readouterr().err


@pytest.mark.parametrize("name", ["code/a.h", "a.c", "part.sdf"])
def test_what_the_graph_needs_is_not_written_over(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code/a.h").write_text("void a(unsigned char *o);\n")
    (tmp_path / "a.c").write_text('#include "code/a.h"\nvoid a(unsigned char *o) { *o = 1; }\n')
    (tmp_path / "part.sdf").write_text("actor end { in i : uint8[1]; }\n")
    graph, needed = tmp_path / "g.sdf", tmp_path / name
    code = 'include "code/a.h"; source "a.c"; actor a { fire a(o); out o : uint8[1]; }'
    graph.write_text(f'import "part.sdf"; graph g {{ {code} actor b = end(); a.o -> b.i; }}\n')
    before = needed.read_text()
    _, err = run(capsys, graph, needed, "--to", "sdf", status=1)
    assert f"{needed}: error[file-unwritable]: cannot write it: it is needed for the graph" in err
    assert needed.read_text() == before


def test_a_file_that_cannot_be_written(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, err = run(capsys, graph, graph / "x.xml", status=1)
    assert "error[file-unwritable]" in err


def test_a_wrong_graph_is_not_written(graph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph.write_text(GRAPH.replace("two.p", "three.p"), "utf-8")
    _, err = run(capsys, graph, graph.with_name("x.dot"), status=1)
    assert "error[actor-unknown]" in err
    assert not graph.with_name("x.dot").exists()


def test_annotations_of_actors_come_along(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "new").mkdir()
    (tmp_path / "scripts/c.bsh").write_text("")
    reader = '@core(1) actor c @script("scripts/c.bsh", n = 2) { in i : int8[1]; }'
    text = f"graph g {{ actor p {{ out o : int8[1]; }} {reader} p.o -> c.i; }}"
    (tmp_path / "g.sdf").write_text(text)
    run(capsys, tmp_path / "g.sdf", tmp_path / "new/h.sdf")
    actor = load_graph(tmp_path / "new/h.sdf", {}).actor("c")
    assert actor.core == 1
    assert actor.script is not None
    assert (actor.script.file, actor.script.values) == ("../scripts/c.bsh", (("n", 2),))


def test_the_cores_of_a_project_are_not_in_a_graph_file(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = repository / "tests/frontend/importers/projects/weave"
    _, err = run(capsys, project / "Scenarios/two.scenario", tmp_path / "two.sdf")
    cores = len(load_graph(project / "Scenarios/two.scenario", {}).core_names)
    assert f"the new file names no platform: the project's has {cores} cores" in err


BARE = """\
graph bare @throughput(1 / 20) {
    actor a { time 3, 4; out o : int8[1, 1]; }
    actor b { time 5; period 40; in i : int8[1]; }
    a.o -> b.i;
}
"""


def test_times_without_a_unit_get_the_one_that_the_user_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.sdf").write_text(BARE)
    run(capsys, tmp_path / "a.sdf", tmp_path / "a.xml")
    for name in ("a.sdf", "a.xml"):
        run(capsys, tmp_path / name, tmp_path / "b.sdf", "--time-unit", "us")
        new = load_graph(tmp_path / "b.sdf", {})
        assert (new.time_unit, new.throughput) == ("ns", 50_000)
        assert [actor.times for actor in new.actors] == [(3000, 4000), (5000,)]


SCENARIO = "Scenarios/two.scenario"


@pytest.fixture
def weave(repository: Path, tmp_path: Path) -> Path:
    """A project's scenario that may be written beside."""
    project = tmp_path / "weave"
    shutil.copytree(repository / "tests/frontend/importers/projects/weave", project)
    return project / SCENARIO


def test_a_scenario_is_written_with_the_unit_of_its_times(weave: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, plain = run(capsys, weave, weave.with_name("ns.sdf"))
    _, err = run(capsys, weave, weave.with_name("us.sdf"), "--time-unit", "us")
    assert "times come without a unit and are written as ns; --time-unit says another" in plain
    assert "without a unit" not in err
    ns, us = (load_graph(weave.with_name(f"{unit}.sdf"), {}) for unit in ("ns", "us"))
    assert any(actor.times for actor in ns.actors)
    assert [tuple(1000 * t for t in actor.times) for actor in ns.actors] == [actor.times for actor in us.actors]


@pytest.mark.parametrize("suffix", ["sdf", "xml"])
def test_times_of_the_sidecar_come_along(weave: Path, capsys: pytest.CaptureFixture[str], suffix: str) -> None:
    timed = next(actor.name for actor in load_graph(weave, {}).actors if actor.times)
    sidecar_of(weave).write_text(f'schema = 1\n["{timed}"]\ntime = "77us"\n')
    new = weave.with_name(f"new.{suffix}")
    _, err = run(capsys, weave, new, "--time-unit", "ms")
    found = [time for actor in load_graph(new, {}).actors for time in actor.times if time]
    assert [time for time in found if time % 10**6] == [77_000]
    assert len(found) > 1
    assert "fifos.toml" not in err


def test_one_of_the_times_by_type_of_core_is_told(weave: Path, capsys: pytest.CaptureFixture[str]) -> None:
    timed = next(actor.name for actor in load_graph(weave, {}).actors if actor.times)
    sidecar_of(weave).write_text(f'schema = 1\n["{timed}"]\ntime = {{ big = "7us", little = "9us" }}\n')
    _, err = run(capsys, weave, weave.with_name("new.sdf"))
    assert f"for {timed}" in err
    assert "note: times by type of core: the new file has" in err


def test_a_declaration_has_one_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.sdf"
    path.write_text(
        "graph g { actor a[2] { time 1us; out o : int8[1]; } actor b { in i : int8[1]; in j : int8[1]; }\n"
        "a[0].o -> b.i; a[1].o -> b.j; }\n"
    )
    sidecar_of(path).write_text('schema = 1\n["a[1]"]\ntime = "2us"\n[b]\ntime = "3us"\n')
    _, err = run(capsys, path, tmp_path / "new.sdf")
    assert "the sidecar's times of a[1] are left out" in err
    new = load_graph(tmp_path / "new.sdf", {})
    assert [actor.times for actor in new.actors if not actor.is_routing] == [(1000,), (1000,), (3000,)]
