"""The line to a real Mosquitto: trusted by its certificate, let in by a password."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest
import trustme

from broker_rig import LOOPBACK, Household, Mosquitto, free_port, lines_of, until
from guarded_rig import PASSWORD, Guarded
from iye.away import broker
from iye.away.address import Address
from line_rig import (
    BOARD,
    NOT_ALLOWED,
    Ears,
    line,
    line_to,
    running,
    straight,
    taken_with,
    welcome,
)

STATUS = f"iye/1/room/{BOARD}/status"

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


def mute(guarded: Guarded) -> None:
    guarded.allow("topic read #")


def as_it_was(guarded: Guarded) -> None:
    guarded.certify(LOOPBACK)
    guarded.let_in(PASSWORD)
    guarded.allow("topic readwrite #")


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


@pytest.mark.parametrize(
    ("wrong", "said"), [(closed, "does not let"), (mute, "does not take what the user club says")]
)
def test_boards_say_what_is_wrong_on_the_page_and_once_in_the_log_and_go_on_when_it_is_right(
    wrong: Callable[[Guarded], None], said: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def evening() -> None:
        async with two_guarded_boards(tmp_path) as (guarded, homes):
            await until(lambda: all(home.over or home.table.point.moves >= 2 for home in homes))
            guarded.broker.kill()
            wrong(guarded)
            await guarded.broker.start()
            views = [home.away for home in homes]
            await until(lambda: all(said in one.view.trouble for one in views))
            await asyncio.sleep(1.0)  # more attempts, which are no news
            refused = [one for one in caplog.messages if said in one]
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


# What a broker does not take.


def test_what_a_broker_does_not_take_is_said_until_it_takes_it(tmp_path: Path) -> None:
    async def evening() -> None:
        guarded, ears = Guarded(tmp_path), Ears(STATUS)
        mute(guarded)
        async with running(guarded.broker), line(guarded.address(), ears) as kept:
            await until(lambda: ears.up)
            kept.say(STATUS, b"here")
            await until(lambda: len(ears.troubles) == 3)
            assert set(ears.troubles) == {
                "it does not take what the user club says: look at the rights given there"
            }
            assert ears.ups == 1  # a board that cannot speak is not there
            guarded.broker.kill()
            as_it_was(guarded)
            await guarded.broker.start()
            await until(lambda: ears.up)
            assert ears.ups == 2
            await until(lambda: (STATUS, b"here") in ears.said)

    asyncio.run(evening())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (0x83, "it says “Implementation specific error”: its own log may say more"),
        (0x87, "it does not take what this program says: look at the rights given there"),
        (0x97, "it says “Quota exceeded”: its own log may say more"),
    ],
)
def test_every_refusal_of_what_is_said_has_its_sentence(answer: int, said: str) -> None:
    async def evening() -> None:
        ears = Ears()
        async with line_to(partial(taken_with, answer=answer), ears) as kept:
            await until(lambda: ears.up)
            kept.say(STATUS, b"here")
            await until(lambda: ears.troubles)
        assert ears.troubles[0] == said

    asyncio.run(evening())


@pytest.mark.parametrize("answer", [0x00, 0x10])  # taken; taken, though nobody listens
def test_what_a_broker_takes_is_said(answer: int) -> None:
    async def evening() -> None:
        ears = Ears()
        async with line_to(partial(taken_with, answer=answer), ears) as kept:
            await until(lambda: ears.up)
            kept.say(STATUS, b"here")
            await kept.all_said(30.0)
            assert kept._said.is_set()
            assert (ears.up, ears.troubles) == (True, [])

    asyncio.run(evening())


def test_boards_that_may_not_be_shown_play_all_the_same_and_say_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def unshown() -> list[str]:
        return [one for one in caplog.messages if "be shown" in one]

    async def evening() -> None:
        async with two_guarded_boards(tmp_path) as (guarded, homes):
            guarded.broker.kill()
            guarded.allow("topic readwrite iye/1/+/+/status", "topic readwrite iye/1/+/+/log/+/+")
            await guarded.broker.start()
            await until(lambda: len(unshown()) == len(homes))
            moves = homes[0].table.point.moves
            await until(lambda: homes[0].over or homes[0].table.point.moves > moves + 1)
            assert [home.away.view.trouble for home in homes] == ["", ""]
        assert len(unshown()) == len(homes)

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


def test_a_broker_that_does_not_let_the_board_listen_is_said() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await welcome(reader, writer, NOT_ALLOWED)
        await reader.read(1024)
        writer.close()

    async def evening() -> None:
        ears = Ears("iye/1/room/+/status")
        async with line_to(refuse, ears):
            await until(lambda: ears.troubles)
        assert ears.troubles[0].startswith("it does not let this program hear what is said")

    asyncio.run(evening())
