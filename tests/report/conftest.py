# SPDX-License-Identifier: Apache-2.0
"""A real browser without a window, and pages in it. Without one, tests that need it are skipped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dfgen.report.content import Content, SeveralNodes
from dfgen.report.page import render_page

PATIENCE_S = 60.0


class Page:
    """A page in the browser."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def run(self, script: str, *arguments: object) -> Any:
        return self.driver.execute_script(script, *arguments)

    def texts(self, selector: str) -> list[str]:
        found: list[str] = self.run(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector
        )
        return found

    def click(self, selector: str) -> None:
        """On elements of HTML and of SVG alike."""
        event = "new MouseEvent('click', {bubbles: true})"
        self.run(f"document.querySelector(arguments[0]).dispatchEvent({event})", selector)

    def press(self, *keys: str, into: str = "body") -> None:
        self.run("document.querySelector(arguments[0]).focus()", into)
        script = """const event = new KeyboardEvent("keydown", {key: arguments[0], bubbles: true, cancelable: true});
                    (document.activeElement ?? document.body).dispatchEvent(event)"""
        for key in keys:
            self.run(script, key)

    def until(self, condition: str, *arguments: object) -> Any:
        """What the condition gives once it is true."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            found = self.run(f"return {condition}", *arguments)
            if found:
                return found
            time.sleep(0.02)
        raise AssertionError(f"never came true: {condition}")

    def frame(self) -> None:
        """Until what was asked for has been drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
        )

    def complaints(self) -> list[str]:
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[[Content | SeveralNodes], Page]]:
    """Opens the page of some content and waits for its graph. A test fails if the browser complains of the page."""
    page = Page(browser)

    def open_page(content: Content | SeveralNodes) -> Page:
        file = tmp_path / "page.html"
        file.write_text(render_page(content), encoding="utf-8")
        browser.get(file.as_uri())
        page.until("document.documentElement.dataset.ready")
        page.until("document.getElementById('graph-canvas').dataset.nodes")
        return page

    page.complaints()
    yield open_page
    assert page.complaints() == []
