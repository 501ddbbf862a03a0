# SPDX-License-Identifier: Apache-2.0
"""placeholder"""
from dfgen.model.plan import Plan
def check_plan(plan: Plan) -> None:
    return None
