"""What keeps the line from being had, as a sentence that says what to do."""

from __future__ import annotations

import socket
import ssl

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from iye.away.address import Address, parse_address
from iye.away.trouble import (
    NOT_AUTHORISED,
    TAKEN_OVER,
    Trouble,
    ended,
    not_heard,
    not_taken,
    taken_over,
    trouble,
)
from iye.languages import language
from sentences_rig import OTHERS, patterns, written_in


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(1, "Operation not permitted"), "systemd/broker-outside.conf"),
        (ConnectionRefusedError(111, "Connection refused"), "nothing answers at port 1883"),
        (socket.gaierror(-2, "Name or service not known"), "no machine called broker.example"),
        (TimeoutError(110, "Connection timed out"), "is broker.example switched on"),
        (ConnectionResetError(104, "Connection reset by peer"), "hangs up at once"),
        (OSError(101, "Network is unreachable"), "Network is unreachable"),
    ],
)
def test_every_way_not_to_reach_a_broker_has_its_sentence(error: OSError, said: str) -> None:
    told = trouble(error, parse_address("mqtt://broker.example"))
    assert said in told.why
    assert "Errno" not in told.why
    assert not told.taken_over


def refused(code: int) -> Exception:
    """Refuse a connection, or end one, as MQTT 5, 2.4 has the codes for either."""
    packet = PacketTypes.DISCONNECT if code in (0x8B, TAKEN_OVER) else PacketTypes.CONNACK
    return aiomqtt.MqttCodeError(ReasonCode(packet, identifier=code))


def uncertified(code: int) -> Exception:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_code, error.verify_message = code, "of a sort nobody thought of"
    return error


def insecure(reason: str) -> Exception:
    error = ssl.SSLError(1, "no")
    error.reason = reason
    return error


ERRORS = (
    *(error("no") for error in (ssl.SSLEOFError, BrokenPipeError, PermissionError, TimeoutError)),
    *(error("no") for error in (socket.gaierror, ConnectionRefusedError, ConnectionResetError)),
    *map(uncertified, (9, 10, 18, 19, 20, 21, 62, 64, 99)),
    *map(insecure, ("WRONG_VERSION_NUMBER", "NO_PROTOCOLS_AVAILABLE")),
    *map(refused, (0x80, 0x81, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8B, TAKEN_OVER)),
    aiomqtt.MqttCodeError(None),
)


def of_no_error(at: Address) -> tuple[Trouble, ...]:
    """Give what is said where nothing was raised."""
    refused = ReasonCode(PacketTypes.PUBACK, identifier=NOT_AUTHORISED)
    return taken_over(at), not_heard(at), not_taken(at, refused), ended()


@pytest.mark.parametrize("user", ["", "club"])
def test_every_sentence_is_said_in_every_language(user: str) -> None:
    at = parse_address("mqtt://broker.example", user=user)
    troubles = [trouble(error, at) for error in ERRORS]
    met = {one for each in troubles for one in patterns(each.why)}
    met |= {one for each in of_no_error(at) for one in patterns(each.why)}
    unsaid = {"the user {name}"} if not user else {"this program"}
    assert met == written_in("firmware/iye/away/trouble.py") - unsaid
    for tag in OTHERS:
        assert met <= language(tag).catalogue().keys()


def test_a_line_that_ends_without_a_word_was_lost() -> None:
    """MQTT 5, 2.4: 0x80 is “unspecified error”, which is what paho makes of silence."""
    silent = aiomqtt.MqttCodeError(ReasonCode(PacketTypes.DISCONNECT, identifier=0x80))
    assert trouble(silent, parse_address("mqtt://broker.example")).why == "the connection was lost"
