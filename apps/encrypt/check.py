# SPDX-License-Identifier: Apache-2.0
"""Check the encrypt application: encrypt the input with the command `openssl` and compare every byte.

`python apps/encrypt/check.py in.bin out.bin [--mode ctr|cbc] [--key HEX] [--iv HEX]`
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

KEY = bytes(range(32)).hex()
IV = bytes(range(16)).hex()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--mode", choices=("ctr", "cbc"), default="ctr")
    parser.add_argument("--key", default=KEY)
    parser.add_argument("--iv", default=IV)
    given = parser.parse_args()
    command = ["openssl", "enc", f"-aes-256-{given.mode}", "-K", given.key, "-iv", given.iv]
    with given.input.open("rb") as source:
        expected = subprocess.run(command, stdin=source, capture_output=True, check=True).stdout
    if expected == given.output.read_bytes():
        print(f"{len(expected)} bytes as openssl has them")
        return 0
    print("the output is not what openssl makes of the input", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
