"""What keeps the line from being had, as a sentence that says what to do."""

from __future__ import annotations

import socket

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from iye.away.address import parse_address
from iye.away.trouble import trouble


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


def test_a_line_that_ends_without_a_word_was_lost() -> None:
    """MQTT 5, 2.4: 0x80 is “unspecified error”, which is what paho makes of silence."""
    silent = aiomqtt.MqttCodeError(ReasonCode(PacketTypes.DISCONNECT, identifier=0x80))
    assert trouble(silent, parse_address("mqtt://broker.example")).why == "the connection was lost"
