# SPDX-License-Identifier: Apache-2.0
"""From a plan to files: `program.py` lowers the plan to C, `generate.py` puts the files together.

`expressions.py` and `code.py` write C arithmetic and blocks; the templates only set the finished pieces in their
places.
"""
