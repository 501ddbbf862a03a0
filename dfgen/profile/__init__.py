# SPDX-License-Identifier: Apache-2.0
"""Measuring programs: from a graph and its candidates to runs, and from runs to what is better."""
