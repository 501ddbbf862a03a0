# SPDX-License-Identifier: Apache-2.0
"""Actors in C++: a generated source gives each call a C name, by which all the rest of dfgen knows it."""
