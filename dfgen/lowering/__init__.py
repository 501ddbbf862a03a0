# SPDX-License-Identifier: Apache-2.0
"""From the plan to the program: what each agent does, in its order."""
