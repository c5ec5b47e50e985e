"""The club's server at a real broker: what pages are told, and that what they say goes nowhere."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import InvalidStatus

from club_rig import Shower, finished, played, table_of, turned_back
from club_served import Looker, Served, at_a_club
from iye.away.shown import read_shown
from iye.club import window
from iye.languages import NAMES
from iye.record import parse_record
from iye.rules import format_position

ADA = Shower(1, "Ada")


def only(looker: Looker) -> dict[str, object]:
    (card,) = looker.games.values()
    return card


@at_a_club
async def test_a_page_that_comes_is_told_everything(club: Served) -> None:
    await club.say(ADA.status(), ADA.show(table_of(played(5))))
    async with club.looker() as looker:
        await looker.until(lambda: looker.games and looker.club["here"])
        card, match = only(looker), played(5)
        assert card["names"] == ["Ada", "Bek"]
        assert card["boards"] == [["Ada", True]]
        assert card["position"] == format_position(match.cycles[-1].position)
        assert (card["cycle"], card["moves"]) == (1, 4)
        assert card["mover"] == match.cycles[-1].position.mover
        (hello,) = looker.told("hello")
        assert hello["languages"] == NAMES
        assert hello["version"] == "1.2.3"


@at_a_club
async def test_what_the_broker_had_kept_is_there_after_a_start(club: Served) -> None:
    boards = [Shower(number, str(number)) for number in range(1, 300)]
    await club.say(*(word for board in boards for word in (board.status(), _shown(board))))
    async with club.looker() as looker:
        await looker.until(lambda: looker.club["here"] == 299)
        await looker.until(lambda: len(looker.games) == 299)
        club.broker.kill()
        await looker.until(lambda: not looker.club["online"])
        assert len(looker.games) == 299
        await club.broker.start()
        await looker.until(lambda: looker.club["online"])
        await club.say((ADA.show_topic, b""), (ADA.status_topic, b""), _shown(Shower(999)))
        await looker.until(lambda: any(card["at"] == 300 for card in looker.games.values()))


@at_a_club
async def test_why_the_broker_is_not_reached_is_told_until_it_is(club: Served) -> None:
    async with club.looker() as looker:
        await looker.until(lambda: looker.club["online"])
        assert "trouble" not in looker.club
        club.broker.kill()
        nothing = "nothing answers at port {port}: is the broker running, and is that its port?"
        said = {"text": nothing, "values": {"port": str(club.broker.port)}}
        await looker.until(lambda: looker.club.get("trouble") == said)
        async with club.looker() as late:
            assert late.club["trouble"] == said
        await club.broker.start()
        await looker.until(lambda: looker.club["online"])
        assert "trouble" not in looker.club


def _shown(board: Shower) -> tuple[str, bytes]:
    return board.show(table_of(played(3 + board.number % 20, seed=board.number % 5)))


@at_a_club
async def test_only_what_has_changed_is_told_after_that(club: Served) -> None:
    boards = [Shower(number, str(number)) for number in range(1, 20)]
    await club.say(*map(_shown, boards))
    async with club.looker() as looker:
        await looker.until(lambda: len(looker.games) == 19)
        before = len(looker.words)
        await club.say(boards[4].show(table_of(played(30))))
        await looker.until(lambda: len(looker.words) > before)
        word = looker.words[before]
        assert len(word["games"]) == 1
        assert "whole" not in word


@at_a_club
async def test_many_changes_are_told_together(club: Served) -> None:
    club.window._every = 0.5
    async with club.looker() as looker:
        before = len(looker.words)
        await club.say(*(ADA.show(table_of(played(steps))) for steps in range(60)))
        last = format_position(played(59).cycles[-1].position)
        await looker.until(lambda: looker.games and only(looker).get("position") == last)
        assert len(looker.words) - before < 30


@at_a_club
async def test_a_follower_is_told_every_move_and_others_are_not(club: Served) -> None:
    await club.say(ADA.show(table_of(played(5))))
    async with club.looker() as looker, club.looker() as other:
        await looker.until(lambda: looker.games)
        await looker.follow(str(only(looker)["id"]))
        await looker.until(lambda: looker.told("state"))
        await club.say(ADA.show(table_of(played(6))))
        await looker.until(lambda: len(looker.told("history")) > 1)
        cycles = looker.told("history")[-1]["cycles"]
        assert cycles[0]["moves"] == [str(move) for move in played(6).cycles[0].moves]
        state = looker.told("state")[-1]
        assert state["names"] == ["Ada", "Bek"]
        assert state["hints"] == "off"
        assert looker.told("followed")[-1]["card"]["moves"] == 5
        await looker.follow("")
        await other.until(lambda: other.games and only(other)["moves"] == 5)
        assert other.told("state") == []


@at_a_club
async def test_a_finished_match_can_be_followed_and_taken_away(club: Served) -> None:
    match = finished(seed=1)
    await club.say(ADA.show(table_of(turned_back(match))))
    async with club.looker() as looker:
        await looker.until(lambda: looker.games)
        await club.say(ADA.show(table_of(match)), ADA.show(table_of(played(2, seed=9))))
        await looker.until(lambda: looker.finished)
        (card,) = looker.finished.values()
        assert card["winner"] == match.winner
        assert card["ended"] > 1_600_000_000
        await looker.follow(card["id"])
        await looker.until(lambda: looker.told("history"))
        assert len(looker.told("history")[-1]["cycles"][0]["moves"]) == len(match.cycles[0].moves)
        record = parse_record((await club.get(f"/record/{card['id']}.iye")).text)
        assert record.match == match
        assert dict(record.headers) == {"Player1": "Ada", "Player2": "Bek"}


@at_a_club
async def test_what_is_not_there_is_said_to_be_not_there(club: Served) -> None:
    async with club.looker() as looker:
        await looker.follow("0" * 16)
        await looker.until(lambda: looker.told("followed"))
        assert looker.told("followed")[-1]["card"] is None
    assert (await club.get("/record/0.iye")).status_code == 404
    assert (await club.get("/language/xx.json")).status_code == 404
    assert (await club.get("/club/../server.py")).status_code == 404


@at_a_club
async def test_rude_pages_are_answered_and_then_let_go(club: Served) -> None:
    await club.say(ADA.show(table_of(played(5))))
    async with club.looker() as looker:
        await looker.until(lambda: looker.games)
        for word in ("", "{", "[]", '{"do":"touch","pad":"a1"}', '{"do":"follow","game":"../x"}'):
            await looker.refused(word)
        for _ in range(1_000):
            await looker.line.send("{}")
        await looker.until(lambda: looker.closed is not None)
    assert len(club.window.club.games) == 1


@at_a_club
async def test_nothing_that_a_page_says_reaches_the_broker(club: Served) -> None:
    await club.say(ADA.show(table_of(played(5))))
    async with club.looker() as looker:
        await looker.until(lambda: looker.games)
        await looker.line.send(json.dumps({"do": "publish", "topic": ADA.show_topic}))
        await looker.follow(str(only(looker)["id"]))
        await looker.until(lambda: looker.told("state"))
    kept = club.window.club.games[0].seen.told
    assert kept == read_shown(ADA.show(table_of(played(5)))[1])


@at_a_club
async def test_strangers_pages_are_not_answered(club: Served) -> None:
    answer = await club.get("/", headers={"host": "evil.example"})
    assert answer.status_code == 403
    with pytest.raises(InvalidStatus):
        async with club.connect(origin="http://evil.example"):
            pass


@at_a_club
async def test_the_page_has_the_boards_own_symbols_once(club: Served) -> None:
    answer = await club.get("/")
    assert answer.text.count('<symbol id="kind-O"') == 1
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "symbols -->" not in answer.text


@at_a_club
async def test_more_pages_than_there_is_room_for_are_told_so(club: Served) -> None:
    was, window.MOST_GUESTS = window.MOST_GUESTS, 1  # type: ignore[misc]
    try:
        async with club.looker(), club.connect() as line:
            word = json.loads(await line.recv())
            assert (word["type"], word["reason"]) == ("refused", "full")
    finally:
        window.MOST_GUESTS = was  # type: ignore[misc]
