"""Where the page is served: on every address a machine has, and on those alone that are named."""

from __future__ import annotations

import errno
import socket
from typing import Any

import pytest

from iye import listening


class Asked:
    """Stands for the system's sockets: notes what is asked for, and refuses what it lacks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **refused: int) -> None:
        self.addresses: list[str] = []
        self._refused = {"::": refused.get("six"), "0.0.0.0": refused.get("four")}  # noqa: S104
        monkeypatch.setattr(socket, "create_server", self.create_server)
        monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: refused.get("stack", True))

    def create_server(self, address: tuple[str, int], **wishes: Any) -> None:
        host, _port = address
        self.addresses.append(host)
        assert wishes["dualstack_ipv6"] == (host == "::")
        if refusal := self._refused.get(host):
            raise OSError(refusal, "no")


def test_without_a_host_one_socket_serves_both_families(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch)
    listening.bind(8025, "")
    assert asked.addresses == ["::"]


def test_a_machine_without_ipv6_is_served_by_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch, stack=False)
    listening.bind(8025, "")
    assert asked.addresses == ["0.0.0.0"]  # noqa: S104 - a comparison


@pytest.mark.parametrize("refusal", [errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPERM])
def test_where_ipv6_is_refused_there_is_still_ipv4(
    monkeypatch: pytest.MonkeyPatch, refusal: int
) -> None:
    asked = Asked(monkeypatch, six=refusal)
    listening.bind(8025, "")
    assert asked.addresses == ["::", "0.0.0.0"]  # noqa: S104 - a comparison


def test_a_port_that_is_taken_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch, six=errno.EADDRINUSE)
    with pytest.raises(OSError, match="no"):
        listening.bind(8025, "")
    assert asked.addresses == ["::"]


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::1", "::"])  # noqa: S104 - parameters
def test_a_host_that_is_named_is_served_alone(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    asked = Asked(monkeypatch)
    listening.bind(8025, host)
    assert asked.addresses == [host]
