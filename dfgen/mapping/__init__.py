# SPDX-License-Identifier: Apache-2.0
"""From a graph to a schedule: which firings form blocks, in which order, and which core runs them.

`work.py` weighs the actors, `loop_nesting.py` builds their schedule tree, `mappers/` spread them over cores (one file a
mapper, one table), `distribute.py` joins the two to a `Schedule`. Nothing here knows of buffers.
"""
