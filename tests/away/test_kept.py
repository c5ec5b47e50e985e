"""What a board remembers of a room: durable, private, and never in the way."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from iye.away.address import AddressError, parse_address
from iye.away.entries import Begin, Made
from iye.away.kept import NAME, Kept, Said, Stopped, read_kept, write_kept

KEPT = Kept(
    board="a" * 16,
    code="NKRT-7WPM-3CXA",
    life=7,
    peer="b" * 16,
    match="c" * 32,
    own=(Begin("0" * 16, 0, "Ada", 1), Made("1" * 16, 3, "Hc4")),
    before=Said("d" * 32, ()),
    stopped=Stopped("journals", 1, 4),
)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_kept(tmp_path, KEPT)
    assert read_kept(tmp_path) == KEPT


def test_nobody_else_on_the_machine_reads_the_code(tmp_path: Path) -> None:
    write_kept(tmp_path, KEPT)
    write_kept(tmp_path, KEPT)
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_where_nothing_was_kept_there_is_nothing(tmp_path: Path) -> None:
    assert read_kept(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", '{"v":2,"board":"a"}', "\xff"])
def test_what_cannot_be_read_is_put_aside_and_not_lost(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, encoding="latin-1")
    assert read_kept(tmp_path) is None
    assert not (tmp_path / NAME).exists()
    assert (tmp_path / "away.unread.json").read_text(encoding="latin-1") == text


# The broker's address.


@pytest.mark.parametrize(
    ("url", "host", "port", "tls"),
    [("mqtt://broker", "broker", 1883, False), ("mqtt://10.0.0.2:99", "10.0.0.2", 99, False),
     ("mqtts://club.example", "club.example", 8883, True), ("mqtt://[::1]:5", "::1", 5, False),
     ("mqtt://broker/", "broker", 1883, False)],
)  # fmt: skip
def test_an_address_is_read_with_its_usual_port(
    url: str, host: str, port: int, tls: bool  # noqa: FBT001 - a parameter of the test
) -> None:  # fmt: skip
    address = parse_address(url)
    assert (address.host, address.port, address.tls is not None) == (host, port, tls)


@pytest.mark.parametrize(
    ("url", "what"),
    [("broker", "say mqtt://"), ("http://broker", "say mqtt://"), ("mqtt://", "say mqtt://"),
     ("mqtt://a:99999", "no broker's address"), ("mqtt://u:p@broker", "into the settings"),
     ("mqtt://broker/topic", "says too much")],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_a_sentence(url: str, what: str) -> None:
    with pytest.raises(AddressError, match=what):
        parse_address(url)


def test_a_password_comes_from_a_file_and_is_shown_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("secret\n", encoding="utf-8")
    address = parse_address("mqtt://broker", user="ada", password_file=str(file))
    assert (address.user, address.password) == ("ada", "secret")
    assert "secret" not in str(address)


@pytest.mark.parametrize(
    ("more", "what"),
    [({"password_file": "nowhere"}, "without a user"), ({"ca_file": "x"}, "for mqtts://"),
     ({"user": "ada", "password_file": "nowhere"}, "cannot read the password")],
)  # fmt: skip
def test_what_does_not_go_with_an_address_is_said(more: dict[str, str], what: str) -> None:
    with pytest.raises(AddressError, match=what):
        parse_address("mqtt://broker", **more)


def test_certificates_that_are_none_are_said(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("no certificate", encoding="utf-8")
    with pytest.raises(AddressError, match="cannot use the certificates"):
        parse_address("mqtts://broker", ca_file=str(file))
