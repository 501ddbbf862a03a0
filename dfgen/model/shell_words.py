# SPDX-License-Identifier: Apache-2.0
"""Names in messages, whatever characters they have: as a shell takes them, so that they can be copied from there."""

from __future__ import annotations

import os

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\", "'": "\\'"}


def in_quotes(text: str) -> str:
    """A word of the shell. Only characters that no terminal shows are escaped, in the form $'...' of bash and zsh."""
    if text.isprintable():
        return "'" + text.replace("'", "'\"'\"'") + "'"
    return f"$'{''.join(map(_escaped, text))}'"


def _escaped(char: str) -> str:
    if char.isprintable() and char not in _ESCAPES:
        return char
    return _ESCAPES.get(char) or "".join(f"\\x{byte:02x}" for byte in os.fsencode(char))
