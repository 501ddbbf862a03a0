# SPDX-License-Identifier: Apache-2.0
"""From the plan to the program: what each agent does, in its order.

`lower.py` translates the plan and calls `firings.py` for what surrounds a firing. `resynchronise.py` then takes away
waits that a run of the program's counters (`knowledge.py`) shows to be redundant, and `slots.py` finds slots that are.
"""
