# SPDX-License-Identifier: Apache-2.0
"""How stages that may take long say what they are at, and how long they may take."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dfgen.model.frozen import frozen

Tell: TypeAlias = Callable[[str], None]


def say_nothing(text: str) -> None:
    """For callers who do not want to hear."""


@frozen
class Effort:
    """How long a mapper that searches may take, and who hears how far it is."""

    limit_s: float = 30.0
    tell: Tell = say_nothing
