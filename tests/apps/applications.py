# SPDX-License-Identifier: Apache-2.0
"""The applications of `apps/`, small enough for many runs: how to compile, run and check each."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.pipeline import CompileOptions

APPS = Path(__file__).resolve().parent.parent.parent / "apps"


@dataclass(frozen=True)
class App:
    """`arguments` let the program write `outputs`, which the checker with its arguments accepts."""

    name: str
    arguments: tuple[str, ...]
    outputs: tuple[str, ...]
    checker_arguments: tuple[str, ...]
    parameters: Mapping[str, int] = field(default_factory=dict)

    @property
    def graph(self) -> Path:
        return APPS / self.name / f"{self.name}.sdf"

    def options(self, **changes: object) -> CompileOptions:
        return CompileOptions(parameters=self.parameters, **changes)  # type: ignore[arg-type]

    def written(self, folder: Path) -> dict[str, bytes]:
        """What the program wrote into the folder; the files are gone afterwards."""
        contents = {name: (folder / name).read_bytes() for name in self.outputs}
        for name in self.outputs:
            (folder / name).unlink()
        return contents

    def verdict(self, contents: Mapping[str, bytes], folder: Path) -> subprocess.CompletedProcess[str]:
        """What the application's own checker says to these outputs."""
        for name, content in contents.items():
            (folder / name).write_bytes(content)
        command = [sys.executable, str(APPS / self.name / "check.py"), *self.checker_arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


WIDTH, HEIGHT = 352, 288
_VIDEOS = tempfile.TemporaryDirectory(prefix="dfgen-videos-")


def video(frames: int) -> str:
    """A file of so many frames: a bright slope over stripes, which moves."""
    path = Path(_VIDEOS.name) / f"{frames}.gray"
    with path.open("wb") as file:
        for frame in range(frames):
            for line in range(HEIGHT):
                left = (line * 2 + frame * 17) % (WIDTH - 60)
                dark, bright = bytes([40 + line // 9 * 3]), bytes([150 + (line + frame) % 90])
                file.write(dark * left + bright * 60 + dark * (WIDTH - 60 - left))
    return str(path)


def edges_of(frames: int) -> App:
    path = video(frames)
    return App("edges", (f"read={path}", "write=out.gray"), ("out.gray",), (path, "out.gray"))


EDGES = edges_of(7)
CD2DAT = App("cd2dat", ("seconds=0.2", "output=out.wav"), ("out.wav",), ("out.wav", "--snr", "80"))
# Three pairs, so that the map kept by the delay has to be begun anew.
STEREO = App(
    "stereo", ("repeat=3", "disparity=out.pfm"), ("out.pfm",), ("out.pfm", "--disparities", "16"),
    {"width": 120, "height": 80, "disparities": 16},
)  # fmt: skip
STABILIZATION = App(
    "stabilization",
    ("save_input=in.yuv", "truth=truth.txt", "motion=motion.txt", "output=out.yuv", "frames=7"),
    ("in.yuv", "truth.txt", "motion.txt", "out.yuv"),
    ("in.yuv", "out.yuv", "--motion", "motion.txt", "--truth", "truth.txt", "--width", "160", "--height", "96"),
    {"width": 160, "height": 96, "slices": 3, "bands": 2, "reach": 10},
)
# Actors in C and C++. Both live parameters change, at the 20th and the 30th of 300 blocks of 1 ms.
FM = App(
    "fm", ("seconds=0.3", "volume=0.5@20", "frequency=-300000@30", "output=out.wav"), ("out.wav",),
    ("out.wav", "--begin", "0.03", "--tone", "3000", "--level", "-12.04"),
)  # fmt: skip
HAS_CPP = shutil.which("c++") is not None
"""Without it the tests of FM are skipped by name (test_fm.py), and of all applications it is left out."""
ALL = (EDGES, CD2DAT, STEREO, STABILIZATION, *([FM] if HAS_CPP else []))


def with_cores(app: App, folder: Path, cores: int) -> Path:
    """The graph of a copy of the application in which each actor is bound to a core, in turns."""
    shutil.copytree(APPS / app.name, folder)
    graph = folder / f"{app.name}.sdf"
    number = -1

    def bind(match: re.Match[str]) -> str:
        nonlocal number
        number += 1
        return f"{match[0]} @core({number % cores})"

    text = graph.read_text(encoding="utf-8")
    graph.write_text(re.sub(r"^ *actor \w+(\[.*?\])?", bind, text, flags=re.M), encoding="utf-8")
    assert number > 1
    return graph
