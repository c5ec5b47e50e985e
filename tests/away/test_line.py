"""The line to a real Mosquitto: trusted by its certificate, let in by a password, by one name."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import aiomqtt
import pytest
import trustme

from broker_rig import LOOPBACK, Household, Line, Mosquitto, Weather, free_port, lines_of, until
from guarded_rig import PASSWORD, Guarded
from iye.away import away, broker, lobby, pauses
from iye.away.address import Address
from iye.away.broker import REMEMBERED, Broker, Manner
from iye.away.code import Keys, line_name
from iye.away.sealed import unseal
from iye.away.words import read_gone, read_status

QUICK = Manner(pause=0.02)
BOARD = "ab" * 8
KEYS = Keys("0" * 32, b"k" * 32)


class Ears:
    """Notes what a line tells."""

    def __init__(self, *topics: str) -> None:
        self.topics = topics
        self.attempts = 0
        self.up = False
        self.troubles: list[str] = []
        self.said: list[tuple[str, bytes]] = []

    async def connecting(self) -> tuple[str, bytes]:
        self.attempts += 1
        return f"iye/1/room/{BOARD}/status", f"gone {self.attempts}".encode()

    def taken(self, payload: bytes) -> bool:
        return payload == b"here, and newer"

    def online(self) -> None:
        self.up = True

    def offline(self, why: str) -> None:
        self.up = False
        self.troubles.append(why)

    def heard(self, topic: str, payload: bytes) -> None:
        self.said.append((topic, payload))


@contextlib.asynccontextmanager
async def line(address: Address, ears: Ears, name: str = "") -> AsyncIterator[Broker]:
    kept = Broker(address, ears, QUICK, name)
    running = asyncio.create_task(kept.run())
    try:
        yield kept
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def straight(server: Mosquitto, rng: Random) -> Line:
    """Give a line that carries everything as it is."""
    made = Line(server.port, Weather(), rng)
    made.port = server.port
    return made


@contextlib.asynccontextmanager
async def running(*brokers: Mosquitto) -> AsyncIterator[None]:
    try:
        for one in brokers:
            await one.start()
        yield
    finally:
        for one in brokers:
            one.kill()


# A guarded broker.


@contextlib.asynccontextmanager
async def two_guarded_boards(folder: Path) -> AsyncIterator[tuple[Guarded, list[Household]]]:
    guarded, rng, homes = Guarded(folder), Random(7), []
    for name in ("Ada", "Bek"):
        (folder / name).mkdir()
        homes.append(
            Household(
                name, folder / name, straight(guarded.broker, rng), rng, address=guarded.address()
            )
        )
    async with running(guarded.broker):
        try:
            for home in homes:
                await home.plug_in()
            yield guarded, homes
        finally:
            for home in homes:
                await home.unplug()


def test_two_boards_play_through_a_broker_with_tls_and_passwords(tmp_path: Path) -> None:
    async def evening() -> None:
        async with two_guarded_boards(tmp_path) as (_, homes):
            await until(lambda: all(home.over or home.table.point.moves >= 4 for home in homes))
            one, two = homes
            assert str(homes[0].away.view.broker).startswith("mqtts://")
            assert lines_of(one.table.match)[0][0] == lines_of(two.table.match)[0][0]
            assert [home.away.view.trouble for home in homes] == ["", ""]

    asyncio.run(evening())


def stranger(guarded: Guarded) -> None:
    guarded.certify(LOOPBACK, by=trustme.CA())


def elsewhere(guarded: Guarded) -> None:
    guarded.certify("elsewhere.example")


def expired(guarded: Guarded) -> None:
    guarded.certify(LOOPBACK, until=datetime(2020, 1, 1, tzinfo=UTC))


def closed(guarded: Guarded) -> None:
    guarded.let_in("another password")


def as_it_was(guarded: Guarded) -> None:
    guarded.certify(LOOPBACK)
    guarded.let_in(PASSWORD)


WRONG = pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (stranger, "by an authority that is not known here: name the file"),
        (elsewhere, f"its certificate is not for {LOOPBACK}: name the broker as"),
        (expired, "its certificate has expired: have it renewed, or set this machine's clock"),
        (closed, "it does not let the user club in: look at user and password_file here"),
    ],
)


@WRONG
def test_a_broker_that_is_not_to_be_trusted_or_trusts_not_is_said_and_mended_without_a_hand(
    wrong: Callable[[Guarded], None], sentence: str, tmp_path: Path
) -> None:
    async def evening() -> None:
        guarded, ears = Guarded(tmp_path), Ears("iye/1/room/+/status")
        wrong(guarded)
        async with running(guarded.broker), line(guarded.address(), ears):
            await until(lambda: len(ears.troubles) == 2)
            assert not ears.up
            assert all(sentence in said and "\n" not in said for said in ears.troubles)
            guarded.broker.kill()
            as_it_was(guarded)
            await guarded.broker.start()
            await until(lambda: ears.up)

    asyncio.run(evening())


def test_boards_say_what_is_wrong_on_the_page_and_once_in_the_log_and_go_on_when_it_is_right(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        async with two_guarded_boards(tmp_path) as (guarded, homes):
            await until(lambda: all(home.over or home.table.point.moves >= 2 for home in homes))
            guarded.broker.kill()
            closed(guarded)
            await guarded.broker.start()
            views = [home.away for home in homes]
            await until(lambda: all("does not let" in one.view.trouble for one in views))
            await asyncio.sleep(1.0)  # more attempts, which are no news
            refused = [one for one in caplog.messages if "does not let" in one]
            assert len(refused) == len(homes)
            assert PASSWORD not in caplog.text
            guarded.broker.kill()
            as_it_was(guarded)
            await guarded.broker.start()
            moves = homes[0].table.point.moves
            await until(lambda: homes[0].over or homes[0].table.point.moves > moves + 1)
            assert [one.view.trouble for one in views] == ["", ""]

    with caplog.at_level(logging.WARNING):
        asyncio.run(evening())


# What else may be wrong with an address.


def test_a_name_that_is_another_machines_is_said(tmp_path: Path) -> None:
    async def evening() -> None:
        guarded, ears = Guarded(tmp_path), Ears()
        async with running(guarded.broker), line(guarded.address("localhost"), ears):
            await until(lambda: ears.troubles)
        assert "its certificate is not for localhost" in ears.troubles[0]

    asyncio.run(evening())


def test_without_the_authoritys_file_a_clubs_own_authority_is_not_known(tmp_path: Path) -> None:
    async def evening() -> None:
        guarded, ears = Guarded(tmp_path), Ears()
        async with running(guarded.broker), line(guarded.address(ca=False), ears):
            await until(lambda: ears.troubles)
        assert "ca_file" in ears.troubles[0]

    asyncio.run(evening())


def test_tls_where_there_is_none_and_none_where_there_is_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broker, "PATIENCE", 0.5)

    async def evening() -> None:
        (tmp_path / "open").mkdir()
        guarded, plain = Guarded(tmp_path), Mosquitto(tmp_path / "open")
        secure = Address(LOOPBACK, plain.port, tls=guarded.address().tls)
        bare = Address(LOOPBACK, guarded.broker.port)
        one, two = Ears(), Ears()
        async with running(guarded.broker, plain), line(secure, one), line(bare, two):
            await until(lambda: one.troubles and two.troubles)
        assert f"is port {plain.port} for mqtts://?" in one.troubles[0]
        assert f"is port {guarded.broker.port} for mqtt://?" in two.troubles[0]

    asyncio.run(evening())


def test_a_port_where_nobody_is_and_a_name_of_nobody_are_said() -> None:
    async def evening() -> None:
        port, one, two = free_port(), Ears(), Ears()
        nobody = Address("nobody.invalid", 1883)
        async with line(Address(LOOPBACK, port), one), line(nobody, two):
            await until(lambda: one.troubles and two.troubles)
        assert f"nothing answers at port {port}" in one.troubles[0]
        assert "there is no machine called nobody.invalid" in two.troubles[0]

    asyncio.run(evening())


CONNACK, SUBACK_REFUSED = b"\x20\x03\x00\x00\x00", 0x87
"""MQTT 5, 3.2 and 3.9: let in, and not allowed to listen."""


def test_a_broker_that_does_not_let_the_board_listen_is_said() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1024)
        writer.write(CONNACK)
        asked = await reader.read(1024)
        if asked:
            writer.write(bytes((0x90, 4, *asked[2:4], 0, SUBACK_REFUSED)))
        await reader.read(1024)
        writer.close()

    async def evening() -> None:
        ears = Ears("iye/1/room/+/status")
        server = await asyncio.start_server(refuse, LOOPBACK, 0)
        async with server, line(Address(LOOPBACK, server.sockets[0].getsockname()[1]), ears):
            await until(lambda: ears.troubles)
        assert ears.troubles[0].startswith("it does not let this board hear what is said")

    asyncio.run(evening())


# In no room.


def test_a_board_in_no_room_is_seen_under_one_number_whenever_it_is_started(tmp_path: Path) -> None:
    async def evening() -> None:
        server, rng = Mosquitto(tmp_path), Random(3)
        home = Household("Ada", tmp_path / "Ada", straight(server, rng), rng, code="")
        home.folder.mkdir()
        async with running(server):
            for _ in range(2):
                await home.plug_in()
                await until(lambda: home.away.view.online)
                await until(lambda: home.away.view.trouble == "")
                await home.away.close()
                await home.unplug()
            kept = await retained(server, "iye/1/lobby/+/status")
        (_, farewell, _) = kept[0]
        assert len(kept) == 1
        assert b'"gone"' in farewell

    asyncio.run(evening())


def test_the_last_will_of_a_board_in_no_room_is_of_the_connection_it_spoke_in() -> None:
    """Else the club took it for an older one's, and the board for one that is there."""
    said = lobby.here(BOARD, "Ada", 7, 7_900_000_000)
    will = lobby.gone(BOARD, 7, 7_000_000_000)
    status = read_status(unseal(lobby.LOBBY.seal, said.payload).body)
    assert read_gone(unseal(lobby.LOBBY.seal, will.payload).body).life == status.life
    assert said.topic == will.topic


# By one name.


def test_a_lines_name_is_one_for_a_board_in_a_room_and_fits_every_broker() -> None:
    name = line_name(KEYS, BOARD)
    assert name == line_name(KEYS, BOARD)
    assert name.isalnum()
    assert len(name) <= 23  # MQTT 5, 3.1.3.1
    others = (line_name(KEYS, "cd" * 8), line_name(Keys(KEYS.room, b"another key"), BOARD))
    assert name not in others  # who has not the room's key cannot take the board's place


def test_of_two_programs_of_one_board_the_newer_speaks_and_the_older_says_so_and_stands_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their data folders are copies of each other; when the newer ends the older comes back."""
    monkeypatch.setattr(pauses, "FIRST_ASIDE", 1.0)

    async def evening() -> None:
        server, rng = Mosquitto(tmp_path), Random(5)
        older, newer = (
            Household(name, tmp_path / name, straight(server, rng), rng) for name in ("Ada", "Bek")
        )
        older.folder.mkdir()
        async with running(server):
            await older.plug_in()
            await until(lambda: older.away.view.online)
            newer.folder.mkdir()
            (newer.folder / "away.json").write_bytes((older.folder / "away.json").read_bytes())
            await asyncio.sleep(1.0)  # lives are counted in seconds
            await newer.plug_in()
            await until(lambda: "away.json" in older.away.view.trouble, 10)
            assert "another program has connected there as this very board" in (
                older.away.view.trouble
            )
            for _ in range(200):  # it looks again, and again, and leaves the newer in peace
                await asyncio.sleep(0.01)
                assert newer.away.view.online
                assert not older.away.view.online
            await newer.away.close()  # it says good-bye
            await until(lambda: older.away.view.online, 10)
            await newer.unplug()
            await older.unplug()

    asyncio.run(evening())


def test_a_board_that_is_told_that_its_place_is_taken_says_so_too() -> None:
    """Other brokers than Mosquitto say why they end a line: MQTT 5, 4.8.2 and 3.14."""
    up = asyncio.Event()

    async def take_over(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1024)
        writer.write(CONNACK)
        asked = await reader.read(1024)
        writer.write(bytes((0x90, 4, *asked[2:4], 0, 1)))
        await up.wait()
        writer.write(bytes((0xE0, 2, 0x8E, 0)))
        await reader.read(1024)
        writer.close()

    async def evening() -> None:
        ears = Ears("iye/1/room/+/status")
        server = await asyncio.start_server(take_over, LOOPBACK, 0)
        async with server, line(Address(LOOPBACK, server.sockets[0].getsockname()[1]), ears):
            await until(lambda: ears.up)
            up.set()
            await until(lambda: ears.troubles)
            await asyncio.sleep(0.3)  # time for many attempts, were there any
        assert "another program has connected" in ears.troubles[0]
        assert ears.attempts == 1

    asyncio.run(evening())


def test_a_last_will_never_stands_where_a_newer_status_stood(tmp_path: Path) -> None:
    """The broker does not know yet that the old connection is gone when the new one comes."""

    async def evening() -> None:
        server, old, new = Mosquitto(tmp_path), Ears(), Ears()
        name, topic = line_name(KEYS, BOARD), f"iye/1/room/{BOARD}/status"
        address = Address(LOOPBACK, server.port)
        hung = Line(server.port, Weather(), Random(1))
        await hung.open()
        async with running(server), line(Address(LOOPBACK, hung.port), old, name):
            await until(lambda: old.up)
            async with line(address, new, name) as speaking:
                await until(lambda: new.up)
                speaking.say(topic, b"here, and newer")
                await until(lambda: old.troubles)
                await speaking.all_said(5.0)
                for _ in range(20):
                    found = await retained(server, topic)
                    assert found == [(topic, b"here, and newer", REMEMBERED)]
        hung.close()

    asyncio.run(evening())


# What the broker keeps.


async def retained(server: Mosquitto, *topics: str) -> list[tuple[str, bytes, int | None]]:
    """Give what the broker has kept: topic, message, and seconds until it is forgotten, about."""
    found: list[tuple[str, bytes, int | None]] = []
    async with aiomqtt.Client(LOOPBACK, server.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        await client.subscribe([(one, 1) for one in (*topics, "end")])
        await client.publish("end", b"", 1)
        async for message in client.messages:
            if str(message.topic) == "end":
                return found
            left = getattr(message.properties, "MessageExpiryInterval", None)
            payload = message.payload
            assert isinstance(payload, bytes)
            near = left is not None and REMEMBERED - 60 < left <= REMEMBERED
            found.append((str(message.topic), payload, REMEMBERED if near else left))
    raise AssertionError("the broker has gone")


def test_the_broker_forgets_after_thirty_days_whatever_a_board_has_said(tmp_path: Path) -> None:
    async def evening() -> None:
        server, rng = Mosquitto(tmp_path), Random(3)
        async with running(server):
            homes = [
                Household(name, tmp_path / name, straight(server, rng), rng)
                for name in ("Ada", "Bek")
            ]
            for home in homes:
                home.folder.mkdir()
                await home.plug_in()
            await until(lambda: all(home.over or home.table.point.moves >= 2 for home in homes))
            kept = await retained(server, "iye/#")
            for home in homes:
                await home.unplug()
            await asyncio.sleep(0)
            wills = await retained(server, "iye/1/+/+/status")
        sorts = {topic.split("/")[4] for topic, _, _ in kept}
        assert sorts == {"status", "log", "show"}
        assert {left for _, _, left in (*kept, *wills)} == {30 * 24 * 60 * 60}

    asyncio.run(evening())


def test_a_board_that_stays_says_everything_again_before_the_broker_forgets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert away.RENEWAL < REMEMBERED / 10
    monkeypatch.setattr(away, "RENEWAL", 0.3)

    async def evening() -> None:
        server, rng = Mosquitto(tmp_path), Random(3)
        (tmp_path / "Ada").mkdir()
        home = Household("Ada", tmp_path / "Ada", straight(server, rng), rng)
        async with running(server):
            await home.plug_in()
            try:
                await until(lambda: home.away.view.online)
                async with aiomqtt.Client(LOOPBACK, server.port) as client:
                    await client.subscribe("iye/1/+/+/+", 1)
                    again: list[str] = []
                    async for message in client.messages:
                        if not message.retain:
                            again.append(str(message.topic).rsplit("/", 1)[1])
                        if again.count("status") > 1 and again.count("show") > 1:
                            break
            finally:
                await home.unplug()

    asyncio.run(evening())
