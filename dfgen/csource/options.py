# SPDX-License-Identifier: Apache-2.0
"""Which options the user's C asks for as the program runs."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A string stays, for what looks like a comment in it is none.
_COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*")', re.DOTALL)
_ASKS = re.compile(r'\bdf_option\b(?:\s*\(\s*"([^"\\]*)"\s*\))?')


def without_comments(content: bytes) -> str:
    """C code without its comments; each was no more than a space."""
    return _COMMENT_OR_STRING.sub(lambda match: match[1] or " ", content.decode("latin-1"))


def asked_options(texts: Iterable[bytes]) -> tuple[str, ...] | None:
    """The names that code asks `df_option` for; None where it computes one, so that there may be any."""
    found: dict[str, None] = {}
    for text in texts:
        for match in _ASKS.finditer(without_comments(text)):
            if match[1] is None:
                return None
            found[match[1]] = None
    return tuple(found)
