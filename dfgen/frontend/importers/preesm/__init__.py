# SPDX-License-Identifier: Apache-2.0
"""Projects of PREESM: graphs (`.pi`), scenarios (`.scenario`), architectures (`.slam`), memory scripts (`.bsh`).

Read: hierarchy with interfaces and config ports, parameters and expressions, special actors, delays of all levels with
setter, getter and init function, prototypes of `init` and `loop`, annotations of ports, types of FIFOs; of a scenario
the graph, the architecture, parameter values, constraints, times (a unit of them stands for a nanosecond) and sizes of
types in bits or bytes; of an architecture its cores.

Special cases: a roundbuffer with several inputs is a join and a roundbuffer. A delay with setter or getter starts anew
at each firing of its graph, as one of level `none` does; in the main graph a firing is an iteration. A delay of level
`local` is kept by the graph around. FIFOs that never carry a token vanish between special actors.

An actor without `<loop>` has the only function of its header whose arguments are named as its ports. Small outputs that
are read before they are written keep their bytes from firing to firing.

Left aside, with a note: tables in spreadsheets, arguments that are fractions (they are rounded). Without one:
what is about communication, energy and the other tasks of PREESM. Refused: parameters that actors set, C++ refinements,
graphs that PREESM has transformed and written out, refined architectures.
"""
