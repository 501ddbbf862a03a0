# SPDX-License-Identifier: Apache-2.0
"""How much of dfgen the tests reach, as a table. From the root of the repository, with the extra `test`:

    python -m tests.coverage
    python -m tests.coverage --output coverage -- tests/memory

Exit status 1 where a test fails, or less than 95 % of the compiler's lines or branches are reached. For the runtime,
see `python -m tests.coverage.c --help`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from .python import LEAST_PERCENT, is_enough, measure, table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.coverage", description=__doc__.split(". ")[0])
    parser.add_argument("--output", type=Path, metavar="FOLDER", help="where python.json and the data are left")
    parser.add_argument("tests", nargs="*", help="tests to run, and options of pytest (default: all tests)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dfgen_coverage_") as scratch:
        folder: Path = given.output or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        passed, rooms = measure(folder.resolve(), given.tests)
    print(table(rooms))
    enough = is_enough(rooms)
    if not enough:
        print(f"less than {LEAST_PERCENT:g} % of the lines or branches are reached")
    return 0 if passed and enough else 1


if __name__ == "__main__":
    sys.exit(main())
