# SPDX-License-Identifier: Apache-2.0
"""What the user's C says: prototypes, sizes of types, and which functions keep no state.

`toolchain` finds the compiler, `prototypes` reads headers, `sizes` probes types, `purity` reads compiled sources, and
`match` compares a graph's calls with the prototypes.
"""
