# SPDX-License-Identifier: Apache-2.0
"""Platform files, as text."""

ENGINE = """
name = "measured"
cores = 2
[engines.{name}]
give_ns = 200
first_ns = 400
cold_ns_per_byte = [[4096, 0.08]]
dirty_ns_per_byte = [[4096, 0.06]]
writer_ns_per_byte = [[4096, 0.0]]
reader_ns_per_byte = [[4096, 0.0]]
"""
"""Two cores and one engine, whose costs have been measured."""
