"""Why a broker is not reached, in one sentence that a person can act on.

The law of this module: from an error to words; what is done about it is the line's to decide.
"""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
from typing import Final

import aiomqtt
from paho.mqtt.client import error_string
from paho.mqtt.reasoncodes import ReasonCode

from iye.away.address import Address

TAKEN_OVER: Final = 0x8E
"""MQTT 5, 3.14.2.1: somebody else has connected by the same name."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """How a line ended; whether because another program took the board's place."""

    why: str
    taken_over: bool = False


_CLOCK: Final = "or set this machine's clock right"
_UNKNOWN: Final = (
    "its certificate is by an authority that is not known here: name the file with that "
    "authority's certificate as ca_file"
)
_ELSEWHERE: Final = "its certificate is not for {host}: name the broker as its certificate does"
_CERTIFICATES: Final = {  # by OpenSSL's numbers, X509_V_ERR_…
    9: f"its certificate is not valid yet: wait for it, {_CLOCK}",
    10: f"its certificate has expired: have it renewed, {_CLOCK}",
    18: _UNKNOWN,
    19: _UNKNOWN,
    20: _UNKNOWN,
    21: _UNKNOWN,
    62: _ELSEWHERE,
    64: _ELSEWHERE,
}

_NOT_LET_IN: Final = (
    "it does not let {who} in: look at user and password_file here, and at the rights given there"
)
_LOST: Final = "the connection was lost"
_REASONS: Final = {  # by MQTT 5's reason codes, 2.4
    0x80: _LOST,  # unspecified: paho says so when nothing was said at the end
    0x84: "it does not speak MQTT 5: it has to be renewed, or another broker taken",
    0x86: _NOT_LET_IN,
    0x87: _NOT_LET_IN,
    0x88: "it is not ready: the board tries again",
    0x89: "it has too much to do: the board tries again",
    0x8A: "it has banned {who}: ask whoever keeps it",
    0x8B: "it has been shut down: the board tries again",
    TAKEN_OVER: (
        "another program has connected there as this very board: end one of the two, and if the "
        "data folder was copied from another board, remove away.json from it"
    ),
}


def trouble(error: Exception, address: Address) -> Trouble:
    """Say why a line ended, or could not be had."""
    causes = error.__cause__, error, error.__context__  # aiomqtt has it in any of them
    for cause in causes:
        if isinstance(cause, aiomqtt.MqttCodeError):
            return _refusal(cause.rc, address)
        if isinstance(cause, OSError):
            return Trouble(_failure(cause, address))
    return Trouble(str(error))


def taken_over() -> Trouble:
    """Say that another program speaks in this one's place."""
    return Trouble(_REASONS[TAKEN_OVER], taken_over=True)


def not_heard(address: Address) -> Trouble:
    """Say that the broker does not let the board listen."""
    return Trouble(
        f"it does not let {_who(address)} hear what is said: look at the rights given there"
    )


def _who(address: Address) -> str:
    return "this board" if address.user is None else f"the user {address.user}"


def _refusal(code: object, address: Address) -> Trouble:
    if isinstance(code, ReasonCode):
        known = _REASONS.get(code.value, f"it says “{code}”: its own log may say more")
        return Trouble(known.format(who=_who(address)), code.value == TAKEN_OVER)
    return Trouble(error_string(code) if isinstance(code, int) else _LOST)


_HANGS_UP: Final = "it hangs up at once: is port {port} for {sort}://?"
_FAILURES: Final[dict[type[OSError], str]] = {
    ssl.SSLEOFError: _HANGS_UP,
    ConnectionResetError: _HANGS_UP,
    BrokenPipeError: _HANGS_UP,
    socket.gaierror: ("there is no machine called {host}: look at the address and the network"),
    ConnectionRefusedError: (
        "nothing answers at port {port}: is the broker running, and is that its port?"
    ),
    PermissionError: (
        "this machine does not let the board reach {host}: for a broker outside of the house see "
        "systemd/broker-outside.conf"
    ),
    TimeoutError: ("no answer in time: is {host} switched on, and is port {port} for {sort}://?"),
}


def _failure(error: OSError, address: Address) -> str:
    sort = "mqtt" if address.tls is None else "mqtts"
    for failed, said in _FAILURES.items():
        if isinstance(error, failed):
            return said.format(host=address.host, port=address.port, sort=sort)
    if isinstance(error, ssl.SSLError):
        return _insecure(error, address)
    return error.strerror or str(error) or type(error).__name__


def _insecure(error: ssl.SSLError, address: Address) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        said = f"its certificate is not accepted, {error.verify_message}: have it renewed"
        return _CERTIFICATES.get(error.verify_code, said).format(host=address.host)
    if error.reason == "WRONG_VERSION_NUMBER":
        return f"it has no TLS at port {address.port}: give the port that has, or say mqtt://"
    return f"TLS fails, {error.reason or error}: its own log may say more"
