# SPDX-License-Identifier: Apache-2.0
"""The page in a real browser: it shows the figures, and folds, sorts, searches and zooms without complaints."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dfgen.cli.main import main
from dfgen.report.content import Content, SeveralNodes, read_folder
from dfgen.report.page import render_page

from .conftest import Page
from .contents import PICTURE, content_of, profile_of, write_program

Show = Callable[[Content | SeveralNodes], Page]


@pytest.fixture
def content(tmp_path: Path) -> Content:
    return content_of(PICTURE, tmp_path)


def rows(page: Page, table: str) -> list[str]:
    return page.run(
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((r) => r.dataset.key)", table
    )


def figures(page: Page) -> dict[str, str]:
    script = "return [...document.querySelectorAll('[data-figure]')].map((e) => [e.dataset.figure, e.dataset.value])"
    return dict(page.run(script))


def nodes(page: Page) -> int:
    return int(page.run("return document.getElementById('graph-canvas').dataset.nodes"))


def test_the_overview_shows_what_is_predicted(content: Content, show: Show) -> None:
    page = show(content)
    shown = figures(page)
    record = content.record
    assert page.texts("#title") == ["picture"]
    assert float(shown["Predicted period"]) == record["schedule"]["period_ns"]
    assert int(shown["Memory"]) == record["memory"]["arena_bytes"]
    assert int(shown["Moved per iteration"]) == sum(fifo["moved_bytes"] for fifo in record["fifos"]) > 0
    assert "Measured period" not in shown
    assert any("no stated time" in text for text in page.texts("#advice li"))
    assert len(rows(page, "#actor-table")) == len(record["actors"])
    assert len(rows(page, "#fifo-table")) == len(record["fifos"])


def test_groups_fold_and_unfold(content: Content, show: Show) -> None:
    page = show(content)
    assert nodes(page) == len(content.record["actors"])
    page.click("[data-group='left']")
    page.until("document.getElementById('graph-canvas').dataset.nodes === '5'")
    assert page.texts(".node.folded") == ["▸ left2 actors"]
    page.press("f")
    page.until("document.getElementById('graph-canvas').dataset.nodes === '4'")
    page.run("document.querySelector(\"[data-group='right']\").focus()")
    page.press("Enter", into="[data-group='right']")
    page.until("document.querySelector(\"[data-name='right/first']\")")
    page.press("u")
    page.until(
        "document.getElementById('graph-canvas').dataset.nodes === arguments[0]", str(len(content.record["actors"]))
    )


def test_choosing_an_actor_unfolds_and_shows_it(content: Content, show: Show) -> None:
    page = show(content)
    page.press("f")
    page.until("document.getElementById('graph-canvas').dataset.nodes === '4'")
    page.click("#actor-table [data-key='left/inner/second'] .linklike")
    page.until("document.querySelector(\".node.chosen[data-name='left/inner/second']\")")
    assert page.texts("#details h3") == ["left/inner/second"]
    assert "a guess" in page.texts("#details")[0]
    page.press("Escape")
    assert page.texts("#details h3") == []


def test_keys_go_from_actor_to_actor_from_either_end(content: Content, show: Show) -> None:
    page = show(content)
    drawn = page.run("return [...document.querySelectorAll('.node')].map((node) => node.dataset.name)")
    for keys, place in ((("n",), 0), (("p",), -1), (("n", "n"), 1), (("p", "n"), 0), (("n", "p"), -1)):
        page.press("Escape", *keys)
        assert page.texts("#details h3") == [drawn[place]], keys


def test_keys_may_come_before_the_graph_is_laid_out(content: Content, tmp_path: Path, browser: Any) -> None:
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}))"
    early = f"<script>for (const key of 'npwgfu') {press}</script></body>"
    file = tmp_path / "early.html"
    file.write_text(render_page(content).replace("</body>", early), encoding="utf-8")
    page = Page(browser)
    browser.get(file.as_uri())
    page.until("document.getElementById('graph-canvas').dataset.nodes")
    assert "Width: bytes passed" in page.texts("#graph-tools button")
    assert page.complaints() == []


def test_a_fifo_tells_its_reason_and_its_estimates(content: Content, show: Show) -> None:
    page = show(content)
    copied = next(fifo for fifo in content.record["fifos"] if fifo["moved_bytes"])
    page.click(f"#fifo-table [data-key='{copied['name']}']")
    (details,) = page.texts("#details")
    assert copied["reason"] in details
    assert all(strategy in details for strategy in copied["estimates_ns"])


def test_tables_sort_and_search(content: Content, show: Show) -> None:
    page = show(content)
    page.click("#actor-table th:nth-child(1) button")
    names = sorted(actor["name"] for actor in content.record["actors"])
    assert rows(page, "#actor-table") == names
    page.click("#actor-table th:nth-child(1) button")
    assert rows(page, "#actor-table") == names[::-1]
    page.click("#actor-table th:nth-child(7) button")
    by_time = {actor["name"]: actor["iteration_ns"] for actor in content.record["actors"]}
    shown = [by_time[name] for name in rows(page, "#actor-table")]
    assert shown == sorted(shown, reverse=True)
    page.press("/")
    assert page.run("return document.activeElement.id") == "search"
    page.run("const s = document.getElementById('search'); s.value = 'second'; s.dispatchEvent(new Event('input'))")
    assert sorted(rows(page, "#actor-table")) == ["left/inner/second", "right/inner/second"]
    assert page.run("return document.querySelectorAll('.node.found').length") == 2


def test_pictures_zoom_and_move(content: Content, show: Show) -> None:
    page = show(content)
    scale = "return Number(document.getElementById('graph-canvas').dataset.scale)"
    before = page.run(scale)
    page.press("+", into="#graph-canvas")
    assert page.run(scale) > before
    page.press("0", into="#graph-canvas")
    assert page.run(scale) == pytest.approx(before, abs=1e-3)
    stretch = "const c = document.getElementById('predicted').dataset; return [Number(c.start), Number(c.end)]"
    start, end = page.run(stretch)
    assert (start, end) == (0, content.record["schedule"]["span_ns"])
    page.press("+", "ArrowRight", into="#predicted")
    page.frame()
    nearer = page.run(stretch)
    assert nearer[1] - nearer[0] == pytest.approx((end - start) / 1.5)
    assert (nearer[0] + nearer[1]) / 2 > (start + end) / 2


def test_a_graph_is_printed_whole_however_wide_the_paper_is(content: Content, show: Show) -> None:
    page = show(content)
    page.press("+", "+", "+", into="#graph-canvas")
    view = "const c = document.getElementById('graph-canvas'); return [c.dataset.scale, c.querySelector('g').outerHTML]"
    before = page.run(view)
    is_whole = """
        window.dispatchEvent(new Event("beforeprint"));
        const canvas = document.getElementById("graph-canvas");
        canvas.style.width = "200px";
        const box = canvas.getBoundingClientRect();
        const inside = (r) => r.left >= box.left - 1 && r.right <= box.right + 1;
        const whole = [...canvas.querySelectorAll(".node")].every((node) => inside(node.getBoundingClientRect()));
        canvas.style.width = "";
        window.dispatchEvent(new Event("afterprint"));
        return whole;
    """
    assert page.run(is_whole)
    assert page.run(view) == before


def test_the_heads_of_printed_tables_are_no_buttons(content: Content, show: Show) -> None:
    """Which are drawn on the first of several pages alone."""
    page = show(content)
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        seen, printed = page.run("""
            const heads = [...document.querySelectorAll("#actor-table th, #fifo-table th")];
            return [heads.map((head) => head.querySelector("button").offsetWidth),
                    heads.map((head) => getComputedStyle(head, "::before").content)]""")
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    titles = page.texts("#actor-table th, #fifo-table th")
    assert titles
    assert not any(seen)
    assert printed == [f'"{title}"' for title in titles]


def test_dark_and_light(content: Content, show: Show) -> None:
    page = show(content)
    ground = "return getComputedStyle(document.body).backgroundColor"
    before = page.run(ground)
    page.press("t")
    assert page.run(ground) != before
    page.press("?")
    assert page.run("return document.getElementById('keys').open")


def test_the_page_shows_the_numbers_of_the_profile(content: Content, show: Show) -> None:
    profile = profile_of(content)
    page = show(Content(content.plan, content.record, profile))
    shown = figures(page)
    assert int(shown["Measured period"]) == profile["iteration"]["period_ns"]
    assert float(shown["Iterations per second"]) == pytest.approx(1e9 / profile["iteration"]["period_ns"])
    assert int(shown["Page faults"]) == profile["page_faults"]["minor"]
    wanted = {"Measured": "median_ns", "99 %": "p99_ns", "In the run": "time_ns", "Share": "share"}
    assert_column(page, "#actor-table", wanted, {actor["name"]: actor for actor in profile["actors"]})
    wanted = {
        "Moving in the run": "exposed_ns",
        "Per second": "bytes_per_s",
        "Waited in the run": "waiting_ns",
        "Filled": "depth_high_tokens",
    }
    assert_column(page, "#fifo-table", wanted, {fifo["name"]: fifo for fifo in profile["fifos"]})
    assert "12.3 ms" in page.texts("[data-figure='Measured period']")[0]
    assert any("×1.5" in text for text in page.texts("#compare-panels"))
    assert any("not legal anywhere" in text for text in page.texts("#compare-panels"))


def test_the_page_of_a_program_that_was_measured(tmp_path: Path, show: Show, capsys: Any) -> None:
    """The same by the real commands: what profile --json prints is what the page shows."""
    folder = tmp_path / "out"
    arguments = ["-o", str(folder), "--cores", "2", "-n", "20000", "--runs", "2", "--json"]
    assert main(["profile", str(write_program(tmp_path)), *arguments]) == 0
    printed = json.loads(capsys.readouterr().out)
    content = read_folder(folder)
    page = show(content)
    shown = figures(page)
    assert float(shown["Measured period"]) == printed["iteration"]["period_ns"]
    assert float(shown["Predicted period"]) == printed["iteration"]["predicted_ns"]
    assert float(shown["Page faults"]) == printed["page_faults"]["minor"]
    wanted = {"Measured": "median_ns", "In the run": "time_ns"}
    assert_column(page, "#actor-table", wanted, {actor["name"]: actor for actor in printed["actors"]})
    assert_column(
        page, "#fifo-table", {"Waited in the run": "waiting_ns"}, {fifo["name"]: fifo for fifo in printed["fifos"]}
    )
    assert page.texts(".lanes header b") == ["Predicted", "Measured"]


def assert_column(page: Page, table: str, columns: dict[str, str], wanted: dict[str, dict[str, float]]) -> None:
    titles = page.texts(f"{table} th")
    script = """return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) =>
        [row.dataset.key, [...row.cells].map((cell) => cell.dataset.value)])"""
    found = dict(page.run(script, table))
    assert found.keys() == wanted.keys()
    for title, key in columns.items():
        position = titles.index(title)
        for name, values in wanted.items():
            assert float(found[name][position]) == values[key], (name, title)


def test_measured_blocks_stand_below_the_predicted_ones(content: Content, show: Show) -> None:
    profile = profile_of(content)
    page = show(Content(content.plan, content.record, profile))
    assert page.texts(".lanes header b") == ["Predicted", "Measured"]
    buttons = "[...document.querySelectorAll('#schedule-tools button')]"
    page.run(f"{buttons}.find((button) => button.textContent === 'Whole run').click()")
    page.frame()
    drawn = "const c = document.getElementById('measured').dataset; return Number(c.end) - Number(c.start)"
    assert page.run(drawn) == pytest.approx(max(block[3] for block in profile["timeline"]["blocks"]))
    assert painted(page, "measured") > 100


def test_what_happens_beside_blocks_is_shown_and_told(content: Content, show: Show) -> None:
    """Page faults below the blocks of their core, sleeps within waits, copies of the engine in a lane of their own."""
    profile = profile_of(content, iterations=1)
    timeline, span = profile["timeline"], profile["timeline"]["blocks"][-1][3]
    first = len(timeline["names"])
    kinds = ("faults", "minor page faults"), ("sleep", "asleep"), ("engine", "copy for core 0")
    timeline["names"] += [{"kind": kind, "name": name} for kind, name in kinds]
    timeline["blocks"] += [[0, first, 0, span, 12], [0, first + 1, 0, span, 1], [2, first + 2, 0, span, 64]]
    page = show(Content(content.plan, content.record, profile))
    page.run("[...document.querySelectorAll('#schedule-tools button')].at(-1).click()")
    page.frame()
    hover = """const canvas = document.getElementById('measured'); const box = canvas.getBoundingClientRect();
        const at = {clientX: box.left + 0.6 * box.width, clientY: box.top + arguments[0]};
        canvas.dispatchEvent(new PointerEvent('pointermove', {...at, bubbles: true}));
        return document.getElementById('tooltip').textContent"""
    lane = 30
    assert page.run(hover, 0.95 * lane).startswith("12 minor page faults")
    assert page.run(hover, 0.7 * lane).startswith("asleep")
    assert page.run(hover, 2.5 * lane).startswith("copy for core 0")
    assert "64 KiB" in page.run(hover, 2.5 * lane)
    assert page.run(hover, 2.5 * lane).endswith("copy thread")


def painted(page: Page, canvas: str) -> int:
    """How many different colours a canvas has in its upper half."""
    script = """const c = document.getElementById(arguments[0]); const seen = new Set();
        const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height >> 1);
        let coloured = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128) coloured++;
        return coloured"""
    return int(page.run(script, canvas))


def test_what_is_shown_of_a_run_is_a_whole_pass(content: Content, show: Show) -> None:
    """A run ends while some cores have begun what would be the next pass."""
    profile = profile_of(content, iterations=1)
    whole = painted(show(Content(content.plan, content.record, profile)), "measured")
    names, blocks = profile["timeline"]["names"], profile["timeline"]["blocks"]
    end = max(block[3] for block in blocks)
    begun = [[lane, name, end, end + 1, n] for lane, name, _, _, n in blocks if names[name]["kind"] == "actor"]
    profile["timeline"]["blocks"] = [*blocks, *begun]
    assert painted(show(Content(content.plan, content.record, profile)), "measured") > 0.9 * whole


def test_names_are_only_ever_text(content: Content, show: Show) -> None:
    evil = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>\"&\u2028"
    record = dict(content.record)
    record["graph"] = evil
    record["actors"] = [{**actor, "function": evil, "place": evil} for actor in record["actors"]]
    record["fifos"] = [{**fifo, "reason": evil, "type": evil} for fifo in record["fifos"]]
    page = show(Content(content.plan, record, None))
    page.click("#fifo-table tbody tr")
    assert page.texts("#title") == [evil]
    assert evil in page.texts("#details")[0]
    assert page.run("return window.hacked") is None
    assert page.run("return document.querySelectorAll('img').length") == 0


def test_a_thousand_actors_and_a_hundred_thousand_blocks(tmp_path: Path, show: Show) -> None:
    rng = random.Random(5)
    lines = ["graph many { actor a0 { fire give(o); time 1us; out o : uint8[64] unused; }"]
    for index in range(1, 1000):
        source = rng.randrange(max(0, index - 30), index)
        ports = "in i : uint8[64]; out o : uint8[64] unused;"
        lines.append(f"actor a{index} {{ fire pass(i, o); time 1us; {ports} }} a{source}.o -> a{index}.i;")
    content = content_of("\n".join([*lines, "}"]), tmp_path, cores=4)
    profile = profile_of(content, iterations=100_000 // len(content.record["schedule"]["blocks"]) + 1)
    assert len(profile["timeline"]["blocks"]) >= 100_000
    page = show(Content(content.plan, content.record, profile))
    assert nodes(page) == 1000
    page.press("-", "-", "-", "-", into="#measured")
    page.frame()
    assert painted(page, "measured") > 1000
    assert len(rows(page, "#actor-table")) == 200
    page.click("#actor-table .table-tools .linklike")
    assert len(rows(page, "#actor-table")) == 1000
    page.click("#actor-table [data-key='a777'] .linklike")
    page.until("document.querySelector(\".node.chosen[data-name='a777']\")")


def test_of_several_nodes_one_is_shown_and_leads_to_the_others(tmp_path: Path, show: Show) -> None:
    graph = write_program(tmp_path)
    assert main(["compile", str(graph), "-o", str(tmp_path / "out"), "--nodes", "2"]) == 0
    page = show(read_folder(tmp_path / "out"))
    assert rows(page, "#actor-table") == ["give", "send0@1"]
    assert sorted(rows(page, "#node-table")) == ["node0", "node1"]
    assert rows(page, "#link-table") == ["0"]
    for table in ("#node-table", "#link-table"):
        page.click(f"{table} tbody tr")
    assert "Choose an actor" in page.texts("#details")[0]
    page.run("location.assign(document.querySelector('#node-table a[href]').href)")
    page.until("location.search === '?node=1' && document.documentElement.dataset.ready")
    assert sorted(rows(page, "#actor-table")) == ["receive0@0", "take"]
    assert "node node1" in page.texts("#nodes-note")[0]
