"""The doctor knocks at the broker of the settings, and looks whether the service may go there."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from broker_rig import LOOPBACK, free_port
from guarded_rig import USER, Guarded
from iye.doctor import Finding, Outcome, broker
from iye.doctor.broker import examine_broker
from iye.settings import Settings
from iye.settings_tables import AwayTable

DROP_IN = Path(__file__).parents[2] / "systemd" / "broker-outside.conf"


def knocked(root: Path, url: str, user: str = "", password: str = "", ca: str = "") -> Finding:
    away = AwayTable(broker=url, user=user, password_file=password, ca_file=ca)
    [finding] = examine_broker(Settings(away=away), root)
    assert finding.check == "broker"
    return finding


def test_without_a_broker_there_is_nothing_to_find(tmp_path: Path) -> None:
    assert examine_broker(Settings(), tmp_path) == []


def test_one_that_answers_is_fine(tmp_path: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        url = f"mqtt://{LOOPBACK}:{server.getsockname()[1]}"
        found = knocked(tmp_path, url)
    assert (found.outcome, found.said) == (Outcome.FINE, f"{url} answers")


def test_one_that_does_not_is_named_with_what_to_do(tmp_path: Path) -> None:
    port = free_port()
    found = knocked(tmp_path, f"mqtt://{LOOPBACK}:{port}")
    assert found.outcome is Outcome.WRONG
    assert found.said == (
        f"mqtt://{LOOPBACK}:{port} is not reached, nothing answers at port {port}"
    )
    assert found.remedy == "is the broker running, and is that its port?"


def test_a_password_that_cannot_be_read_is_a_finding_too(tmp_path: Path) -> None:
    missing = tmp_path / "password"
    found = knocked(tmp_path, "mqtt://club.example", USER, str(missing))
    assert found.outcome is Outcome.WRONG
    assert f"away.password_file: cannot read the password in {missing}" in (
        f"{found.said}: {found.remedy}"
    )


def test_a_guarded_one_has_to_be_known_by_its_certificate(tmp_path: Path) -> None:
    guarded = Guarded(tmp_path)

    def look(ca: str) -> Finding:
        url = f"mqtts://{LOOPBACK}:{guarded.broker.port}"
        return knocked(tmp_path, url, USER, str(guarded.password_file), ca)

    asyncio.run(guarded.broker.start())
    try:
        assert look(str(guarded.ca_file)).outcome is Outcome.FINE
        stranger = look("")
        assert stranger.outcome is Outcome.WRONG
        assert "ca_file" in stranger.remedy
    finally:
        guarded.broker.kill()


@pytest.mark.parametrize(
    ("answers", "installed", "let_out", "outcome"),
    [
        ("9.9.9.9", True, False, Outcome.WRONG),
        ("2620:fe::fe", True, False, Outcome.WRONG),
        ("9.9.9.9", True, True, Outcome.FINE),
        ("9.9.9.9", False, False, Outcome.FINE),
        ("192.168.1.7", True, False, Outcome.FINE),
        ("fd00::7", True, False, Outcome.FINE),
        ("fe80::7", True, False, Outcome.FINE),
    ],
)
def test_the_service_has_to_be_let_out_to_a_broker_outside_of_the_house(  # noqa: PLR0917
    answers: str,
    installed: bool,  # noqa: FBT001 - a row of the table
    let_out: bool,  # noqa: FBT001 - the same
    outcome: Outcome,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    units = tmp_path / "etc/systemd/system"
    (units / "iye.service.d/no-file.conf").mkdir(parents=True)
    (units / "iye.service.d/of-somebody.conf").write_bytes(b"# caf\xe9\n")
    if installed:
        (units / "iye.service").touch()
    if let_out:
        (units / "iye.service.d/broker.conf").write_text(DROP_IN.read_text(encoding="utf-8"))
    monkeypatch.setattr(broker, "_answers_from", lambda _address: answers)
    found = knocked(tmp_path, "mqtt://club.example")
    assert found.outcome is outcome
    assert ("broker-outside.conf" in found.remedy) is (outcome is Outcome.WRONG)
