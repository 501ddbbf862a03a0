# SPDX-License-Identifier: Apache-2.0
"""Names of a `.pi` file to identifiers, each its own."""

from __future__ import annotations

import re

RESERVED = "phase"


def identifier(text: str) -> str:
    name = re.sub(r"\W", "_", text, flags=re.ASCII) or "_"
    name = f"_{name}" if name[0].isdigit() else name
    return f"{name}_" if name == RESERVED else name


class Names:
    """The identifiers of one graph, or of one actor's ports."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._taken: set[str] = set()

    def take(self, text: str) -> str:
        """The identifier for a name that is met the first time."""
        self._given[text] = self.fresh(text)
        return self._given[text]

    def of(self, text: str) -> str:
        return self._given[text]

    def fresh(self, text: str) -> str:
        """An identifier like `text` that nothing else has."""
        name = identifier(text)
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name
