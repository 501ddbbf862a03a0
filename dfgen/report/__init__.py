# SPDX-License-Identifier: Apache-2.0
"""The page that shows a program: its graph, its schedule, its memory, and what was measured of it."""
