# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from dfgen.model.shell_words import in_quotes

NAMES = [
    "a b",
    "größe",
    "it's",
    'a"b',
    "back\\slash",
    "$x",
    "*",
    "a\nb",
    "'\n'",
    "\t\r\\'",
    "\x1b[1m1",
    "caf\udce9",
    "\u2028",
]


def test_a_name_looks_as_it_is() -> None:
    assert in_quotes("größe \\ 1") == "'größe \\ 1'"
    assert in_quotes("a\nö") == "$'a\\nö'"
    assert in_quotes("caf\udce9") == "$'caf\\xe9'"


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize("name", NAMES)
def test_a_shell_takes_it_for_the_name(name: str) -> None:
    script = os.fsencode(f"printf %s {in_quotes(name)}")
    assert subprocess.run(["bash", "-c", script], capture_output=True, check=True).stdout == os.fsencode(name)
