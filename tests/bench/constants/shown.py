# SPDX-License-Identifier: Apache-2.0
"""The columns of the bench."""

from __future__ import annotations

from fractions import Fraction

HEAD = f"{'constant':<36} {'case':<20} {'factor':>6}" + "".join(
    f"  {name:>9}" for name in ("iteration", "predicted", "compiling", "CPUs", "within")
)


def begin(name: str, case: str, factor: Fraction) -> str:
    """Of a line."""
    return f"{name:<36} {case:<20} {float(factor):>6.3g}"
