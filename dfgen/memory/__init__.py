# SPDX-License-Identifier: Apache-2.0
"""From a schedule to a plan: where every token lies, which bytes still move, who waits for whom.

`binding.py` resolves routing actors to views and decides what is shared and what is copied, `buffers.py` sizes what is
left, `sync.py` finds the waits, `arena.py` the addresses; `plan_memory.py` calls them in this order.
"""
