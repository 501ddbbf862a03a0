# SPDX-License-Identifier: Apache-2.0
"""How long the language server takes to tell what is wrong after a keystroke.

    python -m tests.bench.editing [--actors N ...] [--strokes N]

A client types into a graph file whose actors are all written out, and waits for the diagnostics of what it typed: every
other text has a mistake. Printed are the median, and the least and most of all strokes.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from lsprotocol import types
from pygls.lsp.client import LanguageClient

MOST_MS = {100: 150, 1000: 500}
"""What a user does not wait for, by the number of actors."""


def graph_of(actors: int) -> str:
    """A chain of so many actors."""
    lines = ["graph long {"]
    for number in range(actors):
        ports = ["out o : float[4];"] if number < actors - 1 else []
        ports += ["in i : float[4];"] if number else []
        lines.append(f"    actor a{number} {{ {' '.join(ports)} }}")
    lines += [f"    a{number}.o -> a{number + 1}.i;" for number in range(actors - 1)]
    return "\n".join([*lines, "}", ""])


async def strokes_ms(actors: int, count: int, folder: Path) -> list[float]:
    """The time of each stroke."""
    right = graph_of(actors)
    wrong = right.replace("a1.o ->", "a1.x ->")
    client = LanguageClient("bench", "1")
    told: asyncio.Queue[int] = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _on_diagnostics(found: types.PublishDiagnosticsParams) -> None:
        told.put_nowait(len(found.diagnostics))

    path = folder / "long.sdf"
    path.write_text(right, encoding="utf-8")
    await client.start_io(sys.executable, "-m", "dfgen", "lsp")
    await client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
    item = types.TextDocumentItem(path.as_uri(), "sdf", 1, right)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await told.get()
    found = []
    for number in range(count + 1):
        text = right if number % 2 else wrong
        document = types.VersionedTextDocumentIdentifier(number + 2, path.as_uri())
        change = types.TextDocumentContentChangeWholeDocument(text)
        begun = time.perf_counter()
        client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        if bool(await told.get()) is (text is right):
            raise RuntimeError("the server told something else of this text")
        found.append(1e3 * (time.perf_counter() - begun))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    return found[1:]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.editing", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    sizes = list(MOST_MS)
    parser.add_argument("--actors", type=int, nargs="+", default=sizes, metavar="N", help="of graphs (100 and 1000)")
    parser.add_argument("--strokes", type=int, default=9, metavar="N", help="for each (default: 9)")
    given = parser.parse_args(arguments)
    for actors in given.actors:
        with tempfile.TemporaryDirectory(prefix="dfgen-bench-") as folder:
            found = asyncio.run(strokes_ms(actors, given.strokes, Path(folder)))
        most = MOST_MS.get(actors)
        verdict = "" if most is None else f"  at most {most}: {'holds' if median(found) <= most else 'EXCEEDS'}"
        print(f"{actors:6} actors {median(found):8.1f} ms  ({min(found):.1f} to {max(found):.1f}){verdict}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
