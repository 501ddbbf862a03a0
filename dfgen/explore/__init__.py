# SPDX-License-Identifier: Apache-2.0
"""How a program behaves on caches that are not there: one run records which memory its firings access (`recording`),
and each plan is replayed with its own buffers, transfers and waits (`lists`, `replay`) on caches that are simulated in
C (`runtime/explore`). `sweep` says in which order, `tables` and `page` show what comes of it."""
