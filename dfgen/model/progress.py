# SPDX-License-Identifier: Apache-2.0
"""How stages that may take long say what they are at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[[str], None]


def say_nothing(text: str) -> None:
    """For callers who do not want to hear."""
