# SPDX-License-Identifier: Apache-2.0
"""What capacities FIFOs need: to live, to keep a period, to run as fast as can be, and the trade-offs between.

`network` expands a throughput problem to the firings of one iteration, `timing` finds the cycles of firings that slow
given capacities down, `cover` the cheapest capacities that break all known ones, `search` puts them together.
"""
