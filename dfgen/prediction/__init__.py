# SPDX-License-Identifier: Apache-2.0
"""What a plan will come to, before it has run: its period, what each core does in it, and what lies in memory."""
