# SPDX-License-Identifier: Apache-2.0
"""Which macros of the user's headers the generated code must not see: those that have a name of its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_NO_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|^#(?:include|error)[^\n]*', re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_OF_RUNTIME = "DF_"


def undefined_macros(texts: Iterable[bytes], macros: Collection[str], wanted: Collection[str]) -> tuple[str, ...]:
    """Those of `macros` that stand as words in the C `texts`, but for those `wanted` there, in order."""
    words = {word for text in texts for word in _WORD.findall(_NO_CODE.sub(" ", text.decode()))}
    return tuple(sorted(word for word in words & set(macros) - set(wanted) if not word.startswith(_OF_RUNTIME)))
