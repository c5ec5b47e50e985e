"""Strangers' pages do not reach the board, and its own page runs nothing that is not its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from companion_rig import Rig, run, served
from iye.companion.guard import Hosts, same_origin

STRICT = "default-src 'none'"


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("127.0.0.1:8025", True),
        ("127.0.0.1", True),
        ("127.8.8.8:1", True),
        ("localhost:8025", True),
        ("LOCALHOST", True),
        ("[::1]:8025", True),
        ("[::1]", True),
        ("", False),
        ("evil.example:8025", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1:8025.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("evil.example:80@127.0.0.1", False),
        ("192.168.1.7:8025", False),
        ("[2001:db8::1]:8025", False),
        ("[::1", False),
        ("[", False),
        ("::1", False),
        ("0x7f.1", False),
        ("127.1", False),
        ("127.0.0.1:", False),
        ("127.0.0.1:x", False),
        ("127.0.0.1:123456", False),
        ("127.0.0.1 ", False),
        ("127.0.0.١", False),
    ],
)
def test_on_loopback_only_this_machine_is_answered_for(host: str, welcome: bool) -> None:  # noqa: FBT001
    assert Hosts(loopback_only=True).welcome(host) is welcome


@pytest.mark.parametrize(
    ("host", "welcome"),
    [
        ("192.168.1.7:8025", True),
        ("[fe80::1]:8025", True),
        ("10.0.0.2", True),
        ("127.0.0.1", True),
        ("raspberry", True),
        ("raspberry.local:8025", True),
        ("Raspberry.Local", True),
        ("raspberry.local.evil.example", False),
        ("other.local", False),
        ("evil.example", False),
        ("", False),
        (".local", False),
    ],
)
def test_on_a_network_addresses_and_the_machines_own_name_are_answered_for(
    host: str,
    welcome: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Raspberry.lan")
    assert Hosts(loopback_only=False).welcome(host) is welcome


@pytest.mark.parametrize(
    ("origin", "same"),
    [
        (None, True),
        ("http://127.0.0.1:8025", True),
        ("http://127.0.0.1:8026", False),
        ("http://127.0.0.1", False),
        ("https://127.0.0.1:8025", False),
        ("ftp://127.0.0.1:8025", False),
        ("http://localhost:8025", False),
        ("http://127.0.0.1:8025.evil.example", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("http://127.0.0.1:8025/", False),
    ],
)
def test_a_browsers_origin_is_the_host_itself(origin: str | None, same: bool) -> None:  # noqa: FBT001
    assert same_origin(origin, "127.0.0.1:8025") is same


@served()
async def test_strangers_are_refused_over_http(rig: Rig) -> None:
    for headers in (
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"host": f"localhost:{rig.port}", "origin": rig.address},
    ):
        for method, path in (("GET", "/touches.jsonl"), ("POST", "/rehearse"), ("GET", "/")):
            answer = await rig.get(path, method=method, headers=headers)
            assert answer.status_code == 403
            assert answer.headers["content-security-policy"].startswith(STRICT)


@served()
async def test_a_request_without_a_host_is_refused(rig: Rig) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
    writer.write(b"GET /touches.jsonl HTTP/1.0\r\n\r\n")
    head = await reader.readline()
    assert b" 403 " in head
    writer.close()


@served()
async def test_strangers_are_refused_over_the_websocket(rig: Rig) -> None:
    for origin in ("http://evil.example", "null", f"http://localhost:{rig.port}", "http://["):
        with pytest.raises(InvalidStatus) as refused:
            await rig.connect(origin=origin)
        response = refused.value.response
        assert response.status_code == 403
        assert response.headers["content-security-policy"].startswith(STRICT)
    async with rig.connect(origin=None) as line:  # no browser
        await line.recv()


@served()
async def test_a_websocket_elsewhere_is_refused(rig: Rig) -> None:
    for path in ("/", "/ws/", "/record.iye"):
        with pytest.raises(InvalidStatus) as refused:
            await rig.connect(path=path)
        assert refused.value.response.status_code == 403


def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    (tmp_path / "page.css").write_text("", encoding="utf-8")

    async def scene(rig: Rig) -> None:
        asked = {
            ("GET", "/"): 200,
            ("HEAD", "/"): 200,
            ("GET", "/static/page.css"): 200,
            ("GET", "/static/nothing.css"): 404,
            ("GET", "/nothing"): 404,
            ("POST", "/"): 405,
            ("DELETE", "/static/page.css"): 405,
            ("GET", "/rehearse"): 405,
            ("PUT", "/record.iye"): 405,
            ("GET", "/ws"): 404,
            ("GET", "/record.iye"): 200,
            ("GET", "/touches.jsonl"): 200,
            ("GET", "/language/tr.json"): 200,
            ("GET", "/language/xx.json"): 404,
            ("POST", "/rehearse"): 422,
        }
        for (method, path), status in asked.items():
            content = b"{" if status == 422 else b""
            answer = await rig.get(path, method=method, content=content)
            assert (path, answer.status_code) == (path, status)
            policy = answer.headers["content-security-policy"]
            assert policy.startswith(STRICT)
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert "server" not in answer.headers

    run(scene, static=tmp_path)


def test_no_path_leads_out_of_the_static_files(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / "static" / "link").symlink_to(tmp_path / "secret")

    async def scene(rig: Rig) -> None:
        for path in (
            "../secret",
            "%2e%2e/secret",
            "..%2fsecret",
            "%2e%2e%2fsecret",
            "..%5csecret",
            f"/{tmp_path}/secret",
            f"%2f{tmp_path}/secret",
            "link",
            "%00",
            "x%00/../secret",
            "x" * 5000,
            "%ff%fe",
            "",
        ):
            answer = await raw(rig, f"/static/{path}")
            assert answer.startswith(b"HTTP/1.1 404"), path
            assert b"secret" not in answer

    run(scene, static=tmp_path / "static")


async def raw(rig: Rig, path: str) -> bytes:
    """Ask for a path just as it is written, as no well-behaved client does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{rig.port}\r\nConnection: close\r\n\r\n"
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    return answer
