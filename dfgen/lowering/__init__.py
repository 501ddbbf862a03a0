# SPDX-License-Identifier: Apache-2.0
"""From the plan to the program: what each agent does, in its order.

`lower.py` translates the plan and calls `firings.py` for what surrounds a firing. `resynchronise.py` then takes away
redundant waits: those that other waits for the same peer imply (`peers.py`), and those that a run of the program's
counters (`knowledge.py`) shows to be. `slots.py` finds slots that nobody would be waiting for.
"""
