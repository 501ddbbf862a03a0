# SPDX-License-Identifier: Apache-2.0
"""What documents name exists, and what they say of dfgen's tables is what these hold. Pages that are made from dfgen
itself are written anew by `--update-golden`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dfgen.memory.strategies import STRATEGIES
from tests.documents import figures
from tests.documents.blocks import PAGES
from tests.documents.command_pages import commands_page, messages_page

LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def documents(repository: Path) -> list[Path]:
    return [*sorted(repository.glob("*.md")), *sorted((repository / PAGES).glob("*.md"))]


def sections(page: Path) -> dict[str, str]:
    return dict(section.split("\n", 1) for section in page.read_text(encoding="utf-8").split("\n## ")[1:])


def test_links_lead_somewhere(repository: Path) -> None:
    links = [(page, link) for page in documents(repository) for link in LINK.findall(page.read_text(encoding="utf-8"))]
    assert (repository / "README.md", "apps/stereo/stereo.png") in links
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_the_site_has_all_pages(repository: Path) -> None:
    """`mkdocs build --strict` refuses a page that is named and not there, but only notes one that is not named."""
    settings = (repository / PAGES).with_name("mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"^  - (?:[^:\n]+: )?(\S+\.md)$", settings.split("\nnav:\n")[1], re.MULTILINE)
    assert sorted(named) == sorted(page.name for page in (repository / PAGES).glob("*.md"))


@pytest.mark.parametrize(("page", "section"), [("internals.md", "Where things are")])
def test_tables_name_folders_that_exist(repository: Path, page: str, section: str) -> None:
    first_cells = re.findall(r"^\| (`.*?) \|", sections(repository / PAGES / page)[section], re.MULTILINE)
    folders = [folder for cell in first_cells for folder in re.findall(r"`([^`]+)`", cell)]
    assert folders
    assert [folder for folder in folders if not (repository / folder).exists()] == []


def test_the_table_of_strategies_is_complete(repository: Path) -> None:
    text = sections(repository / PAGES / "strategies.md")["The strategies"]
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(STRATEGIES)


@pytest.mark.parametrize(("name", "made"), [("commands.md", commands_page), ("messages.md", messages_page)])
def test_pages_are_as_made(repository: Path, update_golden: bool, name: str, made: Callable[[], str]) -> None:
    page = repository / PAGES / name
    if update_golden:
        page.write_text(made(), encoding="utf-8")
    assert page.read_text(encoding="utf-8") == made()


def test_figures_are_as_kept_and_counted(update_golden: bool) -> None:
    """Times are kept with their date; counts are those of the compiler of today."""
    for path, text in figures.stale():
        if update_golden:
            path.write_text(text, encoding="utf-8")
    assert [str(path) for path, _ in figures.stale()] == []
