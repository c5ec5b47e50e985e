"""A board's place at a real Mosquitto: one name, one number, and what is kept there how long."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import aiomqtt
import pytest

from broker_rig import LOOPBACK, Household, Line, Mosquitto, Weather, until
from iye.away import away, lobby, pauses
from iye.away.address import Address
from iye.away.broker import REMEMBERED
from iye.away.code import Keys, line_name
from iye.away.sealed import unseal
from iye.away.words import read_gone, read_status
from line_rig import BOARD, GRANTED, KEYS, Ears, line, line_to, retained, running, straight, welcome

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
        await welcome(reader, writer, GRANTED)
        await up.wait()
        writer.write(bytes((0xE0, 2, 0x8E, 0)))
        await reader.read(1024)
        writer.close()

    async def evening() -> None:
        ears = Ears("iye/1/room/+/status")
        async with line_to(take_over, ears):
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
