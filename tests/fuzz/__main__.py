# SPDX-License-Identifier: Apache-2.0
"""Fuzzes one of the readers, led by coverage (atheris, of the extra `fuzz`), from the root of the repository:

    python -m tests.fuzz sdf --seconds 600

What is found goes on from run to run in the corpus folder; an input that breaks the reader is left there as `crash-...`
or `timeout-...`, and the exit status tells. `--replay FILE` gives one input to the reader again.
"""

from __future__ import annotations

import argparse
import atexit
import sys
from pathlib import Path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split(":\n")[0])
    parser.add_argument(
        "target", help="sdf, sidecar, header, sdf3, pi, scenario, slam, plan, report, profile, trace or figures"
    )
    parser.add_argument("--seconds", type=int, default=60, help="how long to go on (default: 60)")
    parser.add_argument("--corpus", type=Path, default=Path("fuzz_corpus"), help="where inputs are kept")
    parser.add_argument("--replay", metavar="FILE", type=Path, help="only read this input again")
    given = parser.parse_args()
    if given.replay:
        from .targets import TARGETS

        TARGETS[given.target].read(given.replay.read_bytes())
        return 0
    return _fuzz(given.target, given.seconds, given.corpus / given.target)


def _fuzz(name: str, seconds: int, corpus: Path) -> int:
    import atheris

    with atheris.instrument_imports(include=["dfgen", "antlr4", "tomlkit", "tomli"]):
        from .targets import TARGETS, clean_up
    atexit.register(clean_up)
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(TARGETS[name].seeds()):
        (corpus / f"seed_{number}").write_bytes(seed)
    limits = ["-timeout=20", "-rss_limit_mb=2048", "-max_len=20000"]  # instrumented code takes four times its time
    left = [f"-artifact_prefix={corpus}/", f"-max_total_time={seconds}", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], str(corpus), *limits, *left], TARGETS[name].read)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
