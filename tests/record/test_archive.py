"""The archive: what of a match it holds at each moment, and how matches are found in it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from iye.record.archive import Wanted, find, record_text, take_in
from iye.record.check import check
from iye.record.model import Record
from iye.record.places import JOURNAL, data_folder
from iye.record.store import Store
from iye.record.summary import Summary
from iye.record.text import parse_record
from iye.rules import Cell, Kind, Match, Move, Player
from iye.table import PERSON, Awaiting, Button, Following, MatchSetup, mind
from journal_rig import kept
from strategies import random_match
from table_games import TIED, WON_BY_TWO
from table_hands import DEAL, OTHER_DEAL, Hands
from table_play import People


def begun(*moves: str, wins: int = 1, names: tuple[str, str] = ("", "")) -> Hands:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(wins, Player.ONE, names=names))
    hands.put("c3")
    hands.play(*moves)
    return hands


def archived(folder: Path, hands: Hands) -> list[Summary]:
    """Write down what has happened at a table by now, and give what the archive has of it."""
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        file.unlink()
    with kept(folder) as it:
        it.follow(hands)
    with closing(Store.open(folder / JOURNAL)) as store:
        assert list(check(store)) == []
        return find(store, Wanted())


def test_a_match_is_there_from_its_first_cycle_on(tmp_path: Path) -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(1, Player.ONE, names=("Umay", "Erlik")))
    assert archived(tmp_path / "data", hands) == []
    hands.put("c3")
    hands.play("c5")
    (match,) = archived(tmp_path / "data", hands)
    assert (match.state, match.result, match.cycles, match.moves) == ("under way", "*", 1, 1)
    assert (match.player1, match.player2, match.ended) == ("Umay", "Erlik", "")


def test_a_finished_match_has_its_result_and_its_record(tmp_path: Path) -> None:
    (match,) = archived(tmp_path / "data", begun(*WON_BY_TWO))
    assert (match.state, match.result, match.wins1, match.wins2) == ("finished", "0-1", 0, 1)
    assert (match.moves, match.ended > match.began) == (24, True)


def test_a_last_move_taken_back_is_not_in_the_archive_any_more(tmp_path: Path) -> None:
    """On other boards the saved game still held the move taken back."""
    hands = begun(*WON_BY_TWO)
    hands.press(Button.UNDO)
    (match,) = archived(tmp_path / "data", hands)
    assert (match.state, match.result, match.moves, match.ended) == ("under way", "*", 23, "")
    hands.put(hands.position.drum, WON_BY_TWO[-1])
    (match,) = archived(tmp_path / "data", hands)
    assert (match.state, match.result, match.moves) == ("finished", "0-1", 24)


def test_a_match_taken_back_to_before_its_beginning_is_not_there(tmp_path: Path) -> None:
    hands = begun("c5")
    hands.press(Button.UNDO)
    hands.press(Button.UNDO)
    assert archived(tmp_path / "data", hands) == []


def test_an_abandoned_match_never_comes_back_and_its_record_stays(tmp_path: Path) -> None:
    """On other boards a saved game that could not be abandoned kept coming back."""
    hands = begun(*TIED[:5])
    with kept(tmp_path) as it:
        it.follow(hands)
    with kept(tmp_path) as it:
        assert it.opened.table.playing
        count = len(hands.effects)
        hands.hold(Button.NEW, 2.5)
        it.tell(*hands.effects[count:])
    with kept(tmp_path) as it:
        assert not it.opened.table.playing
        assert it.opened.table.match.cycles == ()
    with closing(Store.open(tmp_path / JOURNAL)) as store:
        (match,) = find(store, Wanted())
        assert (match.state, match.result, match.moves) == ("left", "*", 5)
        assert parse_record(record_text(store, match.number)).match.cycles[0].moves


@pytest.mark.parametrize("seed", range(10))
def test_whatever_people_do_the_archive_agrees_with_what_is_written(
    seed: int, tmp_path: Path
) -> None:
    people = People(seed)
    for _ in range(120):
        people.act()
    archived(tmp_path / "data", people.hands)


def test_the_mind_is_named_by_its_level_in_archive_and_record(tmp_path: Path) -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    setup = MatchSetup(1, Player.ONE, names=("Umay", ""), seats=(PERSON, mind(3)))
    hands.set_match(setup)
    hands.put("c3")
    hands.play(*WON_BY_TWO)
    (match,) = archived(tmp_path / "data", hands)
    assert (match.player1, match.player2) == ("Umay", "mind 3")
    assert (match.result, match.moves) == ("0-1", 24)
    with closing(Store.open(tmp_path / "data" / JOURNAL)) as store:
        assert find(store, Wanted(player="mind 3")) == [match]
        record = parse_record(record_text(store, match.number))
    assert ("Player2", "mind 3") in record.headers
    assert record.match == hands.table.match


def test_an_answer_waited_for_is_waited_for_when_the_journal_is_opened_again(
    tmp_path: Path,
) -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(1, Player.ONE, seats=(PERSON, mind(3))))
    hands.put("c3")
    hands.play("c5")
    for phase in (Awaiting(), Following(Move(Cell.a5, Kind.SUN))):
        archived(tmp_path / "data", hands)
        with kept(tmp_path / "data") as it:
            assert it.opened.notices == ()
            assert it.opened.table.phase == phase
            assert it.opened.table.setup == hands.table.setup
        hands.answer("Sa5")


def test_a_name_that_no_record_could_hold_is_written_as_well_as_it_can_be(tmp_path: Path) -> None:
    hands = begun(*WON_BY_TWO, names=("Umay\nhan", "\x07"))
    (match,) = archived(tmp_path / "data", hands)
    assert (match.player1, match.player2) == ("Umay han", "")


# Finding


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Six matches on three days: Umay won the first three, player 2 the others; İpek was late."""
    store = Store.open(tmp_path / JOURNAL)
    matches = sorted(
        (random_match(Random(seed), 1) for seed in range(40)), key=lambda match: match.winner or 0
    )
    chosen = matches[:3] + matches[-3:]
    for place, match in enumerate(chosen):
        other = "İpek" if place == 5 else "Erlik"
        day = f"2026-03-{21 + place // 2}"
        headers = (("Date", day), ("Player1", "Umay"), ("Player2", other))
        assert take_in(store, Record(headers, match)).number == place + 1
    return store


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        (Wanted(), [6, 5, 4, 3, 2, 1]),
        (Wanted(limit=2), [6, 5]),
        (Wanted(player="Umay", limit=1), [6]),
        (Wanted(player="İpek"), [6]),
        (Wanted(player="ipek"), []),
        (Wanted(since="2026-03-22"), [6, 5, 4, 3]),
        (Wanted(until="2026-03-22"), [4, 3, 2, 1]),
        (Wanted(since="2026-03-22", until="2026-03-22"), [4, 3]),
        (Wanted(result="1-0"), [3, 2, 1]),
        (Wanted(result="0-1", player="Erlik"), [5, 4]),
        (Wanted(unfinished=True), []),
    ],
)
def test_matches_are_found_the_latest_first(
    store: Store, wanted: Wanted, numbers: list[int]
) -> None:
    with closing(store):
        assert [match.number for match in find(store, wanted)] == numbers


def test_a_record_comes_in_once_and_goes_out_as_it_came(store: Store) -> None:
    with closing(store):
        record = parse_record(record_text(store, 3))
        again = take_in(store, Record((("Event", "another"),), record.match))
        assert (again.number, again.known) == (3, True)
        assert len(find(store, Wanted())) == 6
        assert record.header("Player1") == "Umay"


def test_a_record_without_a_cycle_is_nothing_to_keep(store: Store) -> None:
    with closing(store), pytest.raises(ValueError, match="nothing to keep"):
        take_in(store, Record((), Match(2)))


# Where


def test_the_folder_is_the_one_given_then_systemds_then_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert data_folder(tmp_path) == tmp_path
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/iye:/var/lib/other")
    assert data_folder() == Path("/var/lib/iye")
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "iye-board"
