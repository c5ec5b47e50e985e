"""Why a broker is not reached, in one sentence that a person can act on, whatever they speak.

The law of this module: from an error to words; what is done about it is the line's to decide.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import aiomqtt
from paho.mqtt.client import error_string
from paho.mqtt.reasoncodes import ReasonCode

from iye.away.address import Address
from iye_hw.sentence import Sentence, sentence

Words = Callable[[Address], Sentence]

TAKEN_OVER: Final = 0x8E
"""MQTT 5, 3.14.2.1: somebody else has connected by the same name."""
NOT_AUTHORISED: Final = 0x87
"""MQTT 5, 2.4: of a connection, a wish to listen, or a message."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """How a line ended; whether because another program took the board's place."""

    why: str
    taken_over: bool = False


def _unknown(_at: Address) -> Sentence:
    return sentence(
        "its certificate is by an authority that is not known here: name the file with that "
        "authority's certificate as ca_file"
    )


def _elsewhere(at: Address) -> Sentence:
    return sentence(
        "its certificate is not for {host}: name the broker as its certificate does", host=at.host
    )


_CERTIFICATES: Final[Mapping[int, Words]] = {  # by OpenSSL's numbers, X509_V_ERR_…
    9: lambda _: sentence(
        "its certificate is not valid yet: wait for it, or set this machine's clock right"
    ),
    10: lambda _: sentence(
        "its certificate has expired: have it renewed, or set this machine's clock right"
    ),
    18: _unknown,
    19: _unknown,
    20: _unknown,
    21: _unknown,
    62: _elsewhere,
    64: _elsewhere,
}


def _not_let_in(at: Address) -> Sentence:
    return sentence(
        "it does not let {who} in: look at user and password_file here, and at the rights given "
        "there",
        who=_who(at),
    )


def _lost(_at: Address) -> Sentence:
    return sentence("the connection was lost")


_REASONS: Final[Mapping[int, Words]] = {  # by MQTT 5's reason codes, 2.4
    0x80: _lost,  # unspecified: paho says so when nothing was said at the end
    0x84: lambda _: sentence(
        "it does not speak MQTT 5: it has to be renewed, or another broker taken"
    ),
    0x86: _not_let_in,
    NOT_AUTHORISED: _not_let_in,
    0x88: lambda _: sentence("it is not ready: it is tried again"),
    0x89: lambda _: sentence("it has too much to do: it is tried again"),
    0x8A: lambda at: sentence("it has banned {who}: ask whoever keeps it", who=_who(at)),
    0x8B: lambda _: sentence("it has been shut down: it is tried again"),
    TAKEN_OVER: lambda _: sentence(
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


def taken_over(address: Address) -> Trouble:
    """Say that another program speaks in this one's place."""
    return Trouble(_REASONS[TAKEN_OVER](address), taken_over=True)


def ended() -> Trouble:
    """Say that the broker has ended the line, and not why."""
    return Trouble(sentence("the broker has ended it"))


def not_heard(address: Address) -> Trouble:
    """Say that the broker does not let the board listen."""
    return Trouble(
        sentence(
            "it does not let {who} hear what is said: look at the rights given there",
            who=_who(address),
        )
    )


def not_taken(address: Address, code: ReasonCode) -> Trouble:
    """Say that the broker does not take what the board says."""
    if code.value != NOT_AUTHORISED:
        return Trouble(_by_its_name(code))
    return Trouble(
        sentence(
            "it does not take what {who} says: look at the rights given there", who=_who(address)
        )
    )


def _who(address: Address) -> Sentence:
    if address.user is None:
        return sentence("this program")
    return sentence("the user {name}", name=address.user)


def _refusal(code: object, address: Address) -> Trouble:
    if not isinstance(code, ReasonCode):
        return Trouble(error_string(code) if isinstance(code, int) else _lost(address))
    if code.value in _REASONS:
        return Trouble(_REASONS[code.value](address), code.value == TAKEN_OVER)
    return Trouble(_by_its_name(code))


def _by_its_name(code: ReasonCode) -> Sentence:
    return sentence("it says “{code}”: its own log may say more", code=code)


def _hangs_up(at: Address) -> Sentence:
    return sentence(
        "it hangs up at once: is port {port} for {sort}://?", port=at.port, sort=_sort(at)
    )


_FAILURES: Final[Mapping[type[OSError], Words]] = {
    ssl.SSLEOFError: _hangs_up,
    ConnectionResetError: _hangs_up,
    BrokenPipeError: _hangs_up,
    socket.gaierror: lambda at: sentence(
        "there is no machine called {host}: look at the address and the network", host=at.host
    ),
    ConnectionRefusedError: lambda at: sentence(
        "nothing answers at port {port}: is the broker running, and is that its port?", port=at.port
    ),
    PermissionError: lambda at: sentence(
        "this machine does not let the program reach {host}: for a broker outside of the house see "
        "systemd/broker-outside.conf",
        host=at.host,
    ),
    TimeoutError: lambda at: sentence(
        "no answer in time: is {host} switched on, and is port {port} for {sort}://?",
        host=at.host,
        port=at.port,
        sort=_sort(at),
    ),
}


def _sort(at: Address) -> str:
    return "mqtt" if at.tls is None else "mqtts"


def _failure(error: OSError, address: Address) -> str:
    for failed, said in _FAILURES.items():
        if isinstance(error, failed):
            return said(address)
    if isinstance(error, ssl.SSLError):
        return _insecure(error, address)
    return error.strerror or str(error) or type(error).__name__


def _insecure(error: ssl.SSLError, address: Address) -> Sentence:
    if isinstance(error, ssl.SSLCertVerificationError):
        if error.verify_code in _CERTIFICATES:
            return _CERTIFICATES[error.verify_code](address)
        return sentence(
            "its certificate is not accepted, {error}: have it renewed", error=error.verify_message
        )
    if error.reason == "WRONG_VERSION_NUMBER":
        return sentence(
            "it has no TLS at port {port}: give the port that has, or say mqtt://",
            port=address.port,
        )
    return sentence("TLS fails, {error}: its own log may say more", error=error.reason or error)
