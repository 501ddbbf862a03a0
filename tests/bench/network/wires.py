# SPDX-License-Identifier: Apache-2.0
"""What lies between the two processes: the memory of this machine, or a network of a known rate."""

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
HOSTS = (f"{NETWORK}.1", f"{NETWORK}.2")
END = "wire"
"""The cable's name in either namespace."""
# The launcher of Open MPI is told by these what starts a process on another host, and which way messages go.
REMOTE: Mapping[str, str] = {
    "OMPI_MCA_plm_rsh_agent": "{agent}",
    "OMPI_MCA_pml": "ob1",
    "OMPI_MCA_btl": "tcp,self",
    "OMPI_MCA_btl_tcp_if_include": f"{NETWORK}.0/24",
    "OMPI_MCA_oob_tcp_if_include": f"{NETWORK}.0/24",
    "OMPI_MCA_orte_keep_fqdn_hostnames": "1",
}
# As ssh is called: options, a host, and words for its shell.
AGENT = """\
#!/bin/sh
while [ "${{1#-}}" != "$1" ]; do shift; done
case $1 in
{0}) space={2} ;;
{1}) space={3} ;;
*) echo "there is no host $1" >&2; exit 1 ;;
esac
shift
exec ip netns exec "$space" sh -c "$*"
"""


@dataclass(frozen=True)
class Wire:
    """`hosts`: as launchers know them; `before`: what stands before a launcher's command. `agent`: starts processes on
    hosts. `is_limited`: to `RATE_BIT`."""

    name: str
    hosts: tuple[str, str] = ("", "")
    before: tuple[str, ...] = ()
    agent: Path | None = None
    is_limited: bool = field(default=False)

    def command(self, launcher: Launcher, program: Sequence[str]) -> list[str]:
        return [*self.before, *launch_command(launcher, program, self.hosts)]

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
def limited(folder: Path) -> Iterator[Wire]:
    """Two network namespaces, and between them a cable of that rate each way. Raises `NoWireError`."""
    spaces = tuple(f"dfgen-{os.getpid()}-{end}" for end in "ab")
    made: list[str] = []
    try:
        for space in spaces:
            _ip("netns", "add", space)
            made.append(space)
        _ip("link", "add", END, "netns", spaces[0], "type", "veth", "peer", "name", END, "netns", spaces[1])
        for space, host in zip(spaces, HOSTS, strict=True):
            _ip("-n", space, "address", "add", f"{host}/24", "dev", END)
            _ip("-n", space, "link", "set", END, "up")
            _ip("-n", space, "link", "set", "lo", "up")
            limit = ("rate", str(RATE_BIT), "burst", str(BURST_BYTES), "latency", f"{QUEUE_MS}ms")
            _called("tc", "-n", space, "qdisc", "add", "dev", END, "root", "tbf", *limit)
        agent = folder / "on_host"
        agent.write_text(AGENT.format(*HOSTS, *spaces), encoding="utf-8")
        agent.chmod(0o755)
        name = f"two network namespaces, {RATE_BIT // 10**6} Mbit/s"
        yield Wire(name, HOSTS, ("ip", "netns", "exec", spaces[0]), agent, is_limited=True)
    finally:
        for space in made:
            subprocess.run(["ip", "netns", "delete", space], capture_output=True, check=False)


def _ip(*words: str) -> None:
    _called("ip", *words)


def _called(*command: str) -> None:
    try:
        subprocess.run(command, capture_output=True, text=True, check=True)
    except OSError as error:
        raise NoWireError(f"'{command[0]}' cannot be started: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise NoWireError(f"'{' '.join(command)}' says: {error.stderr.strip()}") from error
