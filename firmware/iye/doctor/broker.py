"""The broker where another board is met: whether it answers, and whether the service gets there.

The law of this module: it knocks and goes away again; nobody is told who was there.
"""

from __future__ import annotations

import socket
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from iye.doctor.finding import Finding, explained, fine, wrong
from iye.settings import Settings, SettingsError
from iye_hw.pi.system_files import read_or_nothing

if TYPE_CHECKING:
    from iye.away.address import Address

PATIENCE: Final = 5.0
"""Seconds in which a broker has to answer."""
LET_OUT: Final = "IPAddressDeny="
"""The line of systemd/broker-outside.conf that does it."""

_UNITS: Final = Path("etc/systemd/system")


def examine_broker(settings: Settings, root: Path) -> list[Finding]:
    """Knock at the broker, if the settings name one; takes up to `PATIENCE`."""
    try:
        wishes = settings.away_wishes()
    except SettingsError as error:
        return [explained("broker", str(error).removeprefix("the settings' "))]
    return [] if wishes is None else [_knock(wishes.address, root)]


def _knock(address: Address, root: Path) -> Finding:
    from iye.away.trouble import trouble  # noqa: PLC0415 - few boards need it

    try:
        found = _answers_from(address)
    except OSError as error:
        why, _, remedy = trouble(error, address).why.partition(": ")
        remedy = remedy or "look at this machine's network, and whether the broker runs"
        return wrong("broker", f"{address} is not reached, {why}", remedy)
    outside = ip_address(found).is_global
    if outside and not _let_out(root):
        said = f"{address} is outside of the house, and the service reaches none but those in it"
        return wrong("broker", said, "do as systemd/broker-outside.conf says")
    return fine("broker", f"{address} answers")


def _answers_from(address: Address) -> str:
    """Give the address that answers, TLS included. Raises OSError."""
    with closing(socket.create_connection((address.host, address.port), PATIENCE)) as line:
        found: str = line.getpeername()[0]
        if address.tls is not None:
            address.tls.wrap_socket(line, server_hostname=address.host).close()
        return found.partition("%")[0]


def _let_out(root: Path) -> bool:
    """Whether there is no service here, or one that may reach any address."""
    if not (root / _UNITS / "iye.service").exists():
        return True
    drop_ins = (root / _UNITS / "iye.service.d").glob("*.conf")
    return any(LET_OUT.encode() in read_or_nothing(one).splitlines() for one in drop_ins)
