# SPDX-License-Identifier: Apache-2.0
"""From a program to files: `program.py` makes C of it, `generate.py` puts the files together.

`expressions.py` and `code.py` write C arithmetic and blocks; the templates only set the finished pieces in their
places.
"""
