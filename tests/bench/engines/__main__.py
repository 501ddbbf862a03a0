# SPDX-License-Identifier: Apache-2.0
"""One copy engine beside what papers found for theirs.

    python -m tests.bench.engines --engine NAME [--row NAME ...] [--repeats N] [--quick]

Rows are called after the figures and tables of Lee et al. 2018 (a GPU as a bulk copy engine) and Zhao et al. 2007 (a
hardware copy engine). Variants take turns; printed are medians with the least and the most, beside the papers' numbers.
Theirs are of other machines: what compares is the shape.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from dfgen.memory.strategies.engines import ENGINES
from tests.bench.engines.rows import ROWS, Bench, UnusableError

QUICK_ROWS = ("lee 7", "lee 9", "not measured")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.engines", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", choices=ENGINES, default="thread", help="(default: thread)")
    parser.add_argument("--row", nargs="+", choices=ROWS, metavar="NAME", help=f"only these, of {', '.join(ROWS)}")
    parser.add_argument("--repeats", type=int, default=9, metavar="N", help="of each variant (default: 9)")
    parser.add_argument("--quick", action="store_true", help="few and short runs: shows that all works")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder:
        bench = Bench(Path(folder), given.engine, 2 if given.quick else given.repeats, given.quick)
        try:
            for name in given.row or (QUICK_ROWS if given.quick else ROWS):
                print(f"{name}: {ROWS[name].__doc__}")
                for line in ROWS[name](bench):
                    print(f"  {line}", flush=True)
        except UnusableError as error:
            print(f"skipped: engine '{given.engine}' cannot be used here: {error}")
        finally:
            bench.close()
    print(f"took {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
