# SPDX-License-Identifier: Apache-2.0
"""How long `dfgen check` takes to tell which names were meant, in a graph whose every edge misspells one.

    python -m tests.bench.misspelt [--actors N ...]

By kind of names: those with numbers are all alike, words are not, and words of few letters have the same ones in
another order, which is the worst.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase

KINDS: dict[str, Callable[[random.Random, int], str]] = {
    "numbered": lambda rng, number: f"stage_{number}",
    "words": lambda rng, number: "".join(rng.choices(ascii_lowercase, k=9)),
    "of few letters": lambda rng, number: "".join(rng.choices("abcd", k=12)),
}


def names_of(kind: str, count: int) -> list[tuple[str, str]]:
    """Names, each with the same misspelt: one letter is another."""
    rng = random.Random(count)
    names = dict.fromkeys(KINDS[kind](rng, number) for number in range(count))
    places = ((name, rng.randrange(len(name))) for name in names)
    return [(name, f"{name[:at]}{rng.choice('xyz')}{name[at + 1 :]}") for name, at in places]


def graph_of(kind: str, actors: int) -> str:
    """A chain of so many actors."""
    names = names_of(kind, actors)
    lines = [f"actor {name} {{ in i : uint8[1]; out o : uint8[1]; }}" for name, _ in names]
    lines += [f"{wrong}.o -> {name}.i;" for (_, wrong), (name, _) in pairwise(names)]
    return "\n".join(["graph misspelt {", *lines, "}", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actors", metavar="N", type=int, nargs="+", default=[300, 3000])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder, "misspelt.sdf")
        for kind in KINDS:
            for actors in arguments.actors:
                graph.write_text(graph_of(kind, actors))
                began_s = time.perf_counter()
                command = [sys.executable, "-m", "dfgen", "check", str(graph)]
                subprocess.run(command, capture_output=True, check=False)
                print(f"{kind:>14} {actors:>6} {time.perf_counter() - began_s:7.1f} s")


if __name__ == "__main__":
    main()
