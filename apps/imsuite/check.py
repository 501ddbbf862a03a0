# SPDX-License-Identifier: Apache-2.0
"""Check what a kernel of distributed algorithms printed: is it an answer for the network that it printed, too?

dfgen run imsuite_4.sdf -p kernel=2 | python apps/imsuite/check.py
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Edge = tuple[int, int]


@dataclass
class Output:
    """What the program printed. `weights` and `tree` have the smaller node first; `nodes`: result and parent."""

    kernel: str = ""
    count: int = 0
    rounds: int = 0
    root: int = 0
    ids: dict[int, int] = field(default_factory=dict)
    weights: dict[Edge, int] = field(default_factory=dict)
    nodes: dict[int, tuple[int, int]] = field(default_factory=dict)
    tree: set[Edge] = field(default_factory=set)
    letters: int = 0


def read(lines: Iterable[str]) -> Output:
    output = Output()
    for line in lines:
        match line.split():
            case ["kernel", kernel, "nodes", count, "rounds", rounds]:
                output.kernel, output.count, output.rounds = kernel, int(count), int(rounds)
            case ["root", node]:
                output.root = int(node)
            case ["id", node, identity]:
                output.ids[int(node)] = int(identity)
            case ["edge", a, b, weight]:
                output.weights[int(a), int(b)] = int(weight)
            case ["node", node, result, parent]:
                output.nodes[int(node)] = int(result), int(parent)
            case ["tree", a, b]:
                output.tree.add((int(a), int(b)))
            case ["place", _, "letters", letters]:
                output.letters += int(letters)
            case _:
                raise ValueError(f"a line that means nothing: {line.rstrip()}")
    return output


def neighbours(output: Output) -> list[set[int]]:
    found: list[set[int]] = [set() for _ in range(output.count)]
    for a, b in output.weights:
        found[a].add(b)
        found[b].add(a)
    return found


def check_leader(output: Output) -> str:
    largest = max(output.ids.values())
    wrong = [node for node, (result, _) in output.nodes.items() if result != largest]
    return f"nodes {wrong} have another leader than {largest}" if wrong else ""


def check_distances(output: Output) -> str:
    near = neighbours(output)
    distance = {output.root: 0}
    front = [output.root]
    while front:
        reached = sorted({other for node in front for other in near[node]} - distance.keys())
        distance.update((node, distance[front[0]] + 1) for node in reached)
        front = reached
    for node, (result, parent) in output.nodes.items():
        before = [other for other in near[node] if distance[other] == distance[node] - 1]
        nearest = min(before, default=output.root)
        if result != distance[node] or parent != nearest:
            return f"node {node} is {result} far by {parent}, not {distance[node]} by {nearest}"
    return ""


def check_agreement(output: Output) -> str:
    honest = {result for result, is_traitor in output.nodes.values() if not is_traitor}
    return "" if len(honest) == 1 else f"honest nodes say {sorted(honest)}"


def check_independent(output: Output) -> str:
    inside = {node for node, (result, _) in output.nodes.items() if result == 1}
    for node, near in enumerate(neighbours(output)):
        if (node in inside) == bool(near & inside):
            return f"node {node} and its neighbours: {sorted(near & inside)} of them are in the set"
    return ""


def check_tree(output: Output) -> str:
    """Kruskal's, with edges of the same weight in the order of their ends."""
    fragment = list(range(output.count))
    wanted = set()
    for edge in sorted(output.weights, key=lambda edge: (output.weights[edge], edge)):
        a, b = (fragment[node] for node in edge)
        if a != b:
            wanted.add(edge)
            fragment = [a if name == b else name for name in fragment]
    return "" if wanted == output.tree else f"other edges than those of the tree: {sorted(wanted ^ output.tree)}"


CHECKS: dict[str, Callable[[Output], str]] = {
    "LCR": check_leader,
    "HS": check_leader,
    "BF": check_distances,
    "BY": check_agreement,
    "MIS": check_independent,
    "MST": check_tree,
}


def mistake(output: Output) -> str:
    """What is wrong, or nothing."""
    if output.kernel not in CHECKS:
        return "no kernel has printed this"
    if sorted(output.nodes) != list(range(output.count)) or len(output.ids) != output.count:
        return "nodes are missing"
    return CHECKS[output.kernel](output)


def main() -> int:
    output = read(sys.stdin)
    wrong = mistake(output)
    if wrong:
        print(f"{output.kernel}: {wrong}", file=sys.stderr)
        return 1
    print(f"{output.kernel}: right, {output.count} nodes, {output.rounds} rounds, {output.letters} letters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
