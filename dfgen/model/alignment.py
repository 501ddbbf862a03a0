# SPDX-License-Identifier: Apache-2.0
"""What memory is laid out on."""

from __future__ import annotations

PAGE_BYTES = 4096
"""Form: what arenas are laid out for, so that plans do not depend on the system that a program runs on."""


def align(value: int, unit: int) -> int:
    """The next multiple of `unit`, or `value` itself if it is one."""
    return -(-value // unit) * unit
