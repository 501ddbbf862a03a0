# SPDX-License-Identifier: Apache-2.0
"""Fetches the libraries of package-lock.json with npm and puts the files that pages inline beside this script, with
their licences and the sums that tests check: python templates/report/vendor/update.py"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = {
    "elk-api.js": "elkjs/lib/elk-api.js",
    "elk-worker.min.js": "elkjs/lib/elk-worker.min.js",
    "elkjs-LICENSE.txt": "elkjs/LICENSE.md",
}
SUMS = "sha256sums.txt"


def main() -> None:
    with tempfile.TemporaryDirectory() as work:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, work)
        subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=work, check=True)
        for name, source in FILES.items():
            (HERE / name).write_bytes((Path(work) / "node_modules" / source).read_bytes())
    lines = [f"{hashlib.sha256((HERE / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(FILES)]
    (HERE / SUMS).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
