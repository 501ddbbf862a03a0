# SPDX-License-Identifier: Apache-2.0
"""The macros that code sees which includes the user's headers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from dfgen.csource.toolchain import Compiler, run_compiler

_DEFINED = re.compile(r"^#define (\w+)(?:\([^)]*\))? ?(.*)$", re.MULTILINE)
_WRITTEN = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)

# What the standard headers make of the words that generated code uses; the user's may say the same.
STANDARD_MACROS = {"NULL": "((void *)0)", "bool": "_Bool", "false": "0", "true": "1"}


def read_macros(headers: Sequence[Path], compiler: Compiler, flags: Sequence[str]) -> dict[str, str]:
    """All that are defined behind the headers, with their values."""
    included = [word for header in headers for word in ("-include", str(header))]
    run = run_compiler(compiler, ["-E", "-dM", *flags, *included, "-x", "c", os.devnull])
    return dict(_DEFINED.findall(run.stdout))


def unusual_macros(defined: Mapping[str, str], texts: Iterable[bytes]) -> frozenset[str]:
    """The names of those that mean something else than a standard header's, or may do so: `texts`, the contents of the
    user's headers, also define some under other settings than those of now, such as `NDEBUG`."""
    usual = {name for name, value in defined.items() if STANDARD_MACROS.get(name) == value}
    written = {name.decode() for text in texts for name in _WRITTEN.findall(text)}
    return frozenset((defined.keys() | written) - usual)
