# SPDX-License-Identifier: Apache-2.0
"""What a further part of `analyze` gives back."""

from __future__ import annotations

from typing import Any

from dfgen.model.frozen import frozen


@frozen
class Section:
    """`content` goes into the JSON under `key`, `text` below the table. `interrupted`: it is what Ctrl-C has left."""

    key: str
    content: Any
    text: str
    interrupted: bool = False
