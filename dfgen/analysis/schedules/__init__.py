# SPDX-License-Identifier: Apache-2.0
"""Schedules of one core and the capacities they need.

A method for single-appearance schedules is a function from a flow to a schedule: one file here, one line in each table.
"""

from __future__ import annotations

from collections.abc import Mapping

from dfgen.analysis.schedules.apgan import cluster_pairs
from dfgen.analysis.schedules.dppo import loop_in_file_order
from dfgen.analysis.schedules.flow import Method
from dfgen.analysis.schedules.rpmc import partition

SINGLE_APPEARANCE: Mapping[str, Method] = {
    "apgan": cluster_pairs,
    "rpmc": partition,
    "dppo": loop_in_file_order,
}
# More actors than these are left to the other methods: the time of `dppo` grows with the cube of their number.
NODES_MAX: Mapping[str, int] = {"apgan": 1500, "rpmc": 300, "dppo": 300}
MINIMUM = "minimum"
