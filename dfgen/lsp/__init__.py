# SPDX-License-Identifier: Apache-2.0
"""The language server: what an editor asks about a graph file. `server.py` alone knows the protocol."""
