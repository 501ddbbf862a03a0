# SPDX-License-Identifier: Apache-2.0
"""What is read of an SDF3 file comes out again, by way of dfgen's own language or directly."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings

from dfgen.export import FORMATS, format_of, read_source

from .graphs import meaning, sdf3_files

WRITERS = {known.name: known.write for known in FORMATS}


def converted(text: str, suffixes: list[str], folder: Path) -> list[object]:
    """The meaning of a file, and of what is made of it step by step."""
    found = []
    for number, suffix in enumerate(suffixes):
        file = folder / f"{number}{suffix}"
        file.write_text(text, "utf-8")
        source = read_source(file, {})
        found.append(meaning(source.graph))
        if number + 1 < len(suffixes):
            target = format_of(Path(f"next{suffixes[number + 1]}"))
            assert target is not None
            text = target.write(source, folder).text
    return found


@settings(max_examples=200, deadline=None)
@given(sdf3_files())
def test_sdf3_by_way_of_sdf(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        first, *others = converted(text, [".xml", ".sdf", ".xml", ".xml"], Path(folder))
    assert others == [first] * 3
