# SPDX-License-Identifier: Apache-2.0
"""What the machine takes for what is asked of it: all ns come from here and from the Platform."""
