# SPDX-License-Identifier: Apache-2.0
"""`python -m dfgen` is the same as `dfgen`."""

from __future__ import annotations

import sys

from dfgen.cli.start import main

sys.exit(main())
