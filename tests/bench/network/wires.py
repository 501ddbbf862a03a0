# SPDX-License-Identifier: Apache-2.0
"""What lies between the processes: the memory of this machine, or a network of a known rate."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dfgen.build.launcher import Launcher, launch_command

RATE_BIT = 10**9
# Of the token bucket: some packets as the kernel hands them to a card, and what waits behind them.
BURST_BYTES, QUEUE_MS = 256 << 10, 20
NETWORK = "10.213.77"
HOSTS = tuple(f"{NETWORK}.{number}" for number in range(1, 5))
END = "wire"
"""The cable's name in each namespace."""
# The launcher of Open MPI is told by these what starts a process on another host, and which way messages go.
REMOTE: Mapping[str, str] = {
    "OMPI_MCA_plm_rsh_agent": "{agent}",
    "OMPI_MCA_pml": "ob1",
    "OMPI_MCA_btl": "tcp,self",
    "OMPI_MCA_btl_tcp_if_include": f"{NETWORK}.0/24",
    "OMPI_MCA_oob_tcp_if_include": f"{NETWORK}.0/24",
    "OMPI_MCA_orte_keep_fqdn_hostnames": "1",
}
# As ssh is called: options, a host, and words for its shell. Launchers keep files in a folder that has the host's name,
# which all namespaces share.
AGENT = """\
#!/bin/sh
while [ "${{1#-}}" != "$1" ]; do shift; done
case $1 in
{cases}
*) echo "there is no host $1" >&2; exit 1 ;;
esac
shift
mkdir -p "{folder}/$space"
TMPDIR="{folder}/$space" exec ip netns exec "$space" sh -c "$*"
"""


@dataclass(frozen=True)
class Wire:
    """`hosts`: as launchers know them; `before`: what stands before a launcher's command. `agent`: starts processes on
    hosts. `is_limited`: to `RATE_BIT`."""

    name: str
    hosts: tuple[str, ...] = ("",) * len(HOSTS)
    before: tuple[str, ...] = ()
    agent: Path | None = None
    is_limited: bool = field(default=False)

    def command(self, launcher: Launcher, program: Sequence[str], nodes: int = 2) -> list[str]:
        return [*self.before, *launch_command(launcher, program, self.hosts[:nodes])]

    def carries(self, launcher: Launcher) -> bool:
        """Processes of MPICH see that they are on one machine, and then take its memory."""
        return launcher.is_open or not self.is_limited

    @property
    def environment(self) -> dict[str, str]:
        if self.agent is None:
            return {}
        return {name: value.format(agent=self.agent) for name, value in REMOTE.items()}


MEMORY = Wire("the memory of this machine")


class NoWireError(Exception):
    """Why there can be no network."""


@contextmanager
def limited(folder: Path, count: int = 2) -> Iterator[Wire]:
    """So many network namespaces with a port of that rate each way: two are joined by a cable, more by a switch. Raises
    `NoWireError`."""
    hosts, spaces = HOSTS[:count], [f"dfgen-{os.getpid()}-{count}{end}" for end in "abcd"[:count]]
    made: list[str] = []
    try:
        for space in spaces:
            _space(space, made)
        if count == 2:
            _cable(spaces[0], END, spaces[1], END)
        else:
            _space(switch := f"dfgen-{os.getpid()}-switch", made)
            _join(switch, spaces)
        for space, host in zip(spaces, hosts, strict=True):
            _ip("-n", space, "address", "add", f"{host}/24", "dev", END)
            _ip("-n", space, "link", "set", "lo", "up")
            _limit(space, END)
        agent = folder / "on_host"
        cases = (f"{host}) space={space} ;;" for host, space in zip(hosts, spaces, strict=True))
        agent.write_text(AGENT.format(cases="\n".join(cases), folder=folder), encoding="utf-8")
        agent.chmod(0o755)
        name = f"{count} network namespaces, {RATE_BIT // 10**6} Mbit/s"
        yield Wire(name, hosts, ("ip", "netns", "exec", spaces[0]), agent, is_limited=True)
    finally:
        for space in made:
            subprocess.run(["ip", "netns", "delete", space], capture_output=True, check=False)


def _space(name: str, made: list[str]) -> None:
    _ip("netns", "add", name)
    made.append(name)


def _cable(space: str, end: str, other: str, other_end: str) -> None:
    _ip("link", "add", end, "netns", space, "type", "veth", "peer", "name", other_end, "netns", other)


def _join(switch: str, spaces: Sequence[str]) -> None:
    _ip("-n", switch, "link", "add", "switch", "type", "bridge")
    _ip("-n", switch, "link", "set", "switch", "up")
    for number, space in enumerate(spaces):
        _cable(space, END, switch, port := f"port{number}")
        _ip("-n", switch, "link", "set", port, "master", "switch")
        _limit(switch, port)


def _limit(space: str, end: str) -> None:
    """What leaves there."""
    _ip("-n", space, "link", "set", end, "up")
    limit = ("rate", str(RATE_BIT), "burst", str(BURST_BYTES), "latency", f"{QUEUE_MS}ms")
    _called("tc", "-n", space, "qdisc", "add", "dev", end, "root", "tbf", *limit)


def _ip(*words: str) -> None:
    _called("ip", *words)


def _called(*command: str) -> None:
    try:
        subprocess.run(command, capture_output=True, text=True, check=True)
    except OSError as error:
        raise NoWireError(f"'{command[0]}' cannot be started: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise NoWireError(f"'{' '.join(command)}' says: {error.stderr.strip()}") from error
