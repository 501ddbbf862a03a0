# SPDX-License-Identifier: Apache-2.0
"""Projects of PREESM: graphs (`.pi`), scenarios (`.scenario`), architectures (`.slam`), memory scripts (`.bsh`)."""
