# SPDX-License-Identifier: Apache-2.0
"""The site of the documents: built strictly, it opens from its files, loads nothing from elsewhere, and is searched."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

LOADED = re.compile(r"""<(?:script|img|iframe)[^>]*\bsrc="?([^"\s>]+)|<link[^>]*\bhref="?([^"\s>]+)""")
WAIT_S = 20


@pytest.fixture(scope="module")
def site(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="mkdocs-material is not installed")
    folder = tmp_path_factory.mktemp("site")
    settings = repository / "docs" / "mkdocs.yml"
    # Not --quiet: then it would not count its warnings.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings), "-d", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    pages = sorted(site.glob("*.html"))
    addresses = {one or other for page in pages for one, other in LOADED.findall(page.read_text(encoding="utf-8"))}
    assert any(address.endswith("iframe-worker.js") for address in addresses)
    assert [address for address in addresses if re.match(r"(?:https?:)?//", address)] == []


def test_it_can_be_searched_without_a_server(site: Path, browser: Any) -> None:
    browser.get((site / "index.html").as_uri())
    browser.find_element("css selector", "[data-md-toggle=search]")
    browser.execute_script("document.querySelector('[data-md-toggle=search]').click()")
    browser.find_element("css selector", "input.md-search__input").send_keys("roundbuffer")
    latest, found = time.monotonic() + WAIT_S, ""
    while "Language" not in found and time.monotonic() < latest:
        found = " ".join(each.text for each in browser.find_elements("css selector", ".md-search-result__item"))
        time.sleep(0.1)
    assert "Language" in found
