# SPDX-License-Identifier: Apache-2.0
"""The last check of every compile: the program does what the graph says, in whatever order its agents get to run.

It reads the program and the graph in it, and nothing of how either was made: `steps` and `uses` tell what each
operation touches, `tokens` which token lies there and `origins` which must, `needs` what must be over before what and
`order` whether it is, `addresses` that nothing else lies there meanwhile, `coverage` that all firings are made, and
`ends` that none comes after the program's end. Of several nodes `nodes` tells that they do not wait for each other.
"""
