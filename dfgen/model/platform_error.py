# SPDX-License-Identifier: Apache-2.0
"""What is wrong in a platform file, and where."""

from __future__ import annotations

from pathlib import Path

from dfgen.model.diagnostics import Span
from dfgen.model.json_places import json_places
from dfgen.model.toml_places import Key, toml_places


class PlatformError(ValueError):
    """`keys`: those that lead to it, and the numbers of members of lists. `hint`: what to do."""

    id = "syntax"

    def __init__(self, message: str, keys: Key, hint: str) -> None:
        super().__init__(message)
        self.keys, self.hint = keys, hint


def place_of(keys: Key, text: str, file: Path) -> Span:
    """Where the file, of this text, has them, or as many of them as it has."""
    places = json_places(text, str(file)) if is_json(file) else toml_places(text, str(file))
    found = (places.get(keys[:count]) for count in range(len(keys), 0, -1))
    return next((place for place in found if place), Span(str(file), 1, 1))


def is_json(file: Path) -> bool:
    """Others are TOML."""
    return file.suffix == ".json"
