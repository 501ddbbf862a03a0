# SPDX-License-Identifier: Apache-2.0
"""The parser that ANTLR generated from `Sdf.g4`; never edited by hand."""
