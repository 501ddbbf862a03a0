# SPDX-License-Identifier: Apache-2.0
"""Regenerates the parser in `_antlr/` from `Sdf.g4`: `python -m dfgen.frontend.regenerate`.

Needs Java and the ANTLR tool of the runtime's version: the jar named by `ANTLR_JAR`, else the command `antlr4` of the
PyPI package `antlr4-tools`. `_antlr/grammar.sha256` keeps the hash of the grammar that the parser was made from.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = "4.13.2"
GRAMMAR = Path(__file__).with_name("Sdf.g4")
TARGET = Path(__file__).with_name("_antlr")
HASH_FILE = TARGET / "grammar.sha256"
GENERATED = ("SdfLexer.py", "SdfParser.py")
HEADER = "# SPDX-License-Identifier: Apache-2.0\n# mypy: ignore-errors\n# ruff: noqa\n"


def grammar_hash() -> str:
    return hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()


def _tool() -> list[str]:
    jar = os.environ.get("ANTLR_JAR")
    return ["java", "-jar", jar] if jar else ["antlr4", "-v", VERSION]


def regenerate() -> None:
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(GRAMMAR, folder)
        options = ["-Dlanguage=Python3", "-no-listener", "-no-visitor", "-Werror", GRAMMAR.name]
        subprocess.run([*_tool(), *options], cwd=folder, check=True)
        TARGET.mkdir(exist_ok=True)
        for name in GENERATED:
            (TARGET / name).write_text(HEADER + Path(folder, name).read_text("utf-8"), "utf-8")
    HASH_FILE.write_text(grammar_hash() + "\n", "utf-8")


def main() -> int:
    try:
        regenerate()
    except FileNotFoundError as error:
        print(f"cannot run {error.filename}: set ANTLR_JAR, or install antlr4-tools", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return int(error.returncode) or 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
