# SPDX-License-Identifier: Apache-2.0
"""Figures of the documents: what was measured is kept in `docs/figures`, with date and machine, and drawn from there.

    python -m tests.documents.figures                    says which pictures and passages are stale
    python -m tests.documents.figures --write            makes them from the kept figures, and counts anew
    python -m tests.documents.figures --measure NAME     measures one of chain, broadcast, stereo on this machine

from the root of the repository. A passage stands between `<!-- figures: NAME -->` and `<!-- end of figures -->`. The
status is 1 if something is stale.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dfgen.pipeline import CompileOptions, compile_graph
from tests.documents.blocks import PAGES
from tests.documents.charts import Chart, chart_as_svg
from tests.documents.measuring import MEASUREMENTS, STEREO, measured

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "docs" / "figures"
PICTURES = ROOT / PAGES / "figures"
DOCUMENTS = (ROOT / "README.md", *(ROOT / PAGES / name for name in ("performance.md", "strategies.md")))
WIDTH = 120
PASSAGE = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

CHARTS: Mapping[str, Chart] = {
    "chain": Chart("A chain of eight small actors on one core", "items a token", "ns a firing of all eight", bars=True),
    "broadcast": Chart("9 MiB to 19 readers on one core", "share of its window that each writes", "ms an iteration"),
}


def kept(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    return content


def origin(figures: Mapping[str, Any]) -> str:
    return f"Measured on {figures['date']} by `{figures['command']}` on {figures['machine']}."


def chart(name: str) -> str:
    """The picture, and what it shows as numbers."""
    figures, drawn = kept(name), CHARTS[name]
    places = list(dict.fromkeys(place for points in figures["series"].values() for place in points))
    rows = [[drawn.across, *figures["series"]], ["---", *("---:" for _ in figures["series"])]]
    for place in places:
        rows.append(
            [place, *(f"{points[place]:.3g}" if place in points else "" for points in figures["series"].values())]
        )
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    return f"![{drawn.title}](figures/{name}.svg)\n\n{table}\n\n{drawn.up}. {origin(figures)}\n"


def stereo() -> str:
    """Counts are those of the compiler, times those that are kept."""
    plan, copying = (compile_graph(STEREO, CompileOptions(cores=2, transfers=each)).plan for each in ((), ("memcpy",)))
    moved, all_moved = (sum(fifo["moved_bytes_per_iteration"] for fifo in each["fifos"]) for each in (plan, copying))
    copied = sum(fifo["moved_bytes_per_iteration"] > 0 for fifo in plan["fifos"])
    ms = {name: f"{value / 1e6:.0f} ms" for name, value in kept("stereo")["ns"].items()}
    width, height = (plan["parameters"][name] for name in ("width", "height"))
    are = "one is" if copied == 1 else f"{copied} are"
    text = (
        f"Of its {len(plan['fifos'])} FIFOs {are} copied, {moved / 1e6:.1f} MB an iteration; all others are read where "
        f"they were written. An iteration of {sum(plan['firings'].values())} firings, on images of {width} x {height} "
        f"pixels, took {ms['1']} on one core and {ms['2']} on two; with a copy on every FIFO ({all_moved / 1e9:.1f} GB "
        f"an iteration) {ms['1 memcpy']} and {ms['2 memcpy']}. {origin(kept('stereo'))}"
    )
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) + "\n"


PASSAGES: Mapping[str, Callable[[], str]] = {
    "stereo": stereo,
    **{name: lambda name=name: chart(name) for name in CHARTS},
}


def made() -> Iterator[tuple[Path, str]]:
    """The files that hold figures, and what they should be."""
    for name, drawn in CHARTS.items():
        yield PICTURES / f"{name}.svg", chart_as_svg(drawn, kept(name)["series"])
    for page in DOCUMENTS:
        text = page.read_text(encoding="utf-8")
        yield page, PASSAGE.sub(lambda found: f"{found[1]}{PASSAGES[found[2]]()}{found[3]}", text)


def stale() -> list[tuple[Path, str]]:
    return [(path, text) for path, text in made() if not path.is_file() or path.read_text(encoding="utf-8") != text]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.documents.figures", description="Figures of the documents.")
    parser.add_argument("--write", action="store_true", help="make what is stale anew")
    parser.add_argument("--measure", choices=MEASUREMENTS, action="append", default=[], help="measure this anew")
    arguments = parser.parse_args()
    for name in arguments.measure:
        (KEPT / f"{name}.json").write_text(json.dumps(measured(name), indent=1) + "\n", encoding="utf-8")
    found = stale()
    for path, text in found:
        print(f"{path.relative_to(ROOT)}: {'made anew' if arguments.write else 'stale'}")
        if arguments.write:
            path.write_text(text, encoding="utf-8")
    return int(bool(found) and not arguments.write)


if __name__ == "__main__":
    sys.exit(main())
