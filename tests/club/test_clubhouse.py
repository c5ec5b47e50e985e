"""The club as it stands, whatever comes over the broker and in whatever order."""

from __future__ import annotations

import sys
from random import Random

import pytest

from club_rig import HERE, ROOM, Shower, altered, finished, played, table_of, turned_back
from iye.away.sealed import LARGEST
from iye.club.clubhouse import Clubhouse, Finished, Game
from iye.rules import Match, Player
from iye.table import Table

SHARED = "f" * 32


def at_one(match: Match) -> Table:
    """Lay out player 1's board, of two."""
    return table_of(match, seats=HERE[Player.ONE], shared=SHARED)


def at_two(match: Match) -> Table:
    return table_of(match, seats=HERE[Player.TWO], shared=SHARED)


def club(**most: int) -> Clubhouse:
    return Clubhouse(**most)


def tell(house: Clubhouse, *said: tuple[str, bytes], at: float = 0.0) -> None:
    for topic, payload in said:
        house.hear(topic, payload, at)


def only_game(house: Clubhouse) -> Game:
    (game,) = house.games
    return game


def ends(house: Clubhouse) -> list[Finished]:
    return list(house.finished.values())


def test_a_board_is_there_with_its_name_and_its_match() -> None:
    house, board = club(), Shower(1, "Ada")
    tell(house, board.status(), board.show(table_of(played(5))))
    game = only_game(house)
    assert (house.boards, house.here) == (1, 1)
    assert [(one.name, one.here) for one in game.boards] == [("Ada", True)]
    assert game.seen.match == played(5)


def test_it_does_not_matter_which_of_both_comes_first() -> None:
    house, board = club(), Shower(1, "Ada")
    tell(house, board.show(table_of(played(5))))
    assert [one.here for one in only_game(house).boards] == [False]
    tell(house, board.status())
    assert [one.here for one in only_game(house).boards] == [True]


def test_a_board_that_goes_stays_in_sight_as_one_that_is_not_there() -> None:
    house, board = club(), Shower(1, "Ada")
    tell(house, board.status(), board.show(table_of(played(5))), board.gone())
    assert (house.boards, house.here) == (1, 0)
    assert [(one.name, one.here) for one in only_game(house).boards] == [("Ada", False)]


def test_the_end_of_a_connection_that_was_replaced_is_not_the_end_of_the_board() -> None:
    house, board = club(), Shower(1, "Ada")
    tell(house, board.status())
    again = Shower(1, "Ada", life=2)
    tell(house, again.status(), board.gone())
    assert house.here == 1
    tell(house, again.gone())
    assert (house.boards, house.here) == (0, 0)


def test_a_board_that_takes_back_what_it_showed_shows_nothing() -> None:
    house, board = club(), Shower(1)
    tell(house, board.status(), board.show(table_of(played(5))), (board.show_topic, b""))
    assert house.games == []
    tell(house, (board.status_topic, b""))
    assert house.boards == 0


def test_two_boards_that_play_with_each_other_are_one_game() -> None:
    house, ada, bek = club(), Shower(9, "Ada", ROOM), Shower(2, "Bek", ROOM)
    tell(
        house, ada.status(), ada.show(at_one(played(5))), bek.status(), bek.show(at_two(played(5)))
    )
    game = only_game(house)
    assert [board.name for board in game.boards] == ["Ada", "Bek"]
    assert not game.apart


def test_players_are_in_their_order_whoever_is_heard_first() -> None:
    house, ada, bek = club(), Shower(9, "Ada", ROOM), Shower(2, "Bek", ROOM)
    tell(
        house, bek.status(), bek.show(at_two(played(5))), ada.status(), ada.show(at_one(played(5)))
    )
    assert [board.name for board in only_game(house).boards] == ["Ada", "Bek"]


def test_boards_that_stand_apart_are_said_to_and_the_latest_is_shown() -> None:
    house, ada, bek = club(), Shower(9, "Ada", ROOM), Shower(2, "Bek", ROOM)
    tell(house, ada.show(at_one(played(5))), bek.show(at_two(played(5))))
    tell(house, ada.show(at_one(played(6))))
    game = only_game(house)
    assert game.apart
    assert game.seen.match == played(6)
    tell(house, bek.show(at_two(played(6))))
    assert not only_game(house).apart


def test_a_third_board_that_claims_the_match_is_a_game_of_its_own() -> None:
    house, ada, bek = club(), Shower(9, "Ada", ROOM), Shower(2, "Bek", ROOM)
    tell(house, ada.show(at_one(played(5))), bek.show(at_two(played(5))))
    tell(house, Shower(3, "Eve", ROOM).show(at_one(played(8))))
    games = house.games
    assert [len(game.boards) for game in games] == [2, 1]
    assert games[0].seen.match == played(5)


def test_the_same_name_of_a_match_in_another_room_is_another_match() -> None:
    house = club()
    tell(house, Shower(1, room=ROOM).show(at_one(played(5))))
    tell(house, Shower(2, room="e" * 32).show(at_two(played(5))))
    assert [len(game.boards) for game in house.games] == [1, 1]


def test_a_board_that_leaves_a_match_leaves_its_game() -> None:
    house, ada, bek = club(), Shower(9, "Ada", ROOM), Shower(2, "Bek", ROOM)
    tell(house, ada.show(at_one(played(5))), bek.show(at_two(played(5))))
    tell(house, bek.show(table_of(played(3, seed=8))))
    assert [len(game.boards) for game in house.games] == [1, 1]


def test_a_match_that_is_won_is_among_the_finished_with_its_time() -> None:
    house, board, match = club(), Shower(1), finished(seed=1)
    tell(house, board.show(table_of(turned_back(match))), at=10.0)
    tell(house, board.show(table_of(match)), at=20.0)
    assert [(end.told.winner, end.at) for end in ends(house)] == [(match.winner, 20.0)]


def test_when_a_match_ended_that_nobody_saw_end_is_not_known() -> None:
    house, board, match = club(), Shower(1), finished(seed=1)
    tell(house, board.show(table_of(match)), at=20.0)
    assert [end.at for end in ends(house)] == [None]


def test_when_a_match_ended_while_the_broker_was_out_of_reach_is_not_known() -> None:
    house, board, match = club(), Shower(1), finished(seed=1)
    tell(house, board.show(table_of(turned_back(match))), at=10.0)
    house.lose_sight()
    tell(house, board.show(table_of(match)), at=20.0)
    assert [end.at for end in ends(house)] == [None]


def test_a_match_on_two_boards_ends_once() -> None:
    house, ada, bek = club(), Shower(9, room=ROOM), Shower(2, room=ROOM)
    match = finished(seed=1)
    tell(house, ada.show(at_one(match)), bek.show(at_two(match)), ada.show(at_one(match)))
    assert len(ends(house)) == 1


def test_the_next_match_on_the_same_board_leaves_the_finished_one() -> None:
    house, board = club(), Shower(1)
    for seed in (1, 2, 3):
        tell(
            house, board.show(table_of(finished(seed))), board.show(table_of(played(4, seed + 50)))
        )
    assert len(ends(house)) == 3


def test_a_last_move_that_is_taken_back_takes_the_end_back() -> None:
    house, board, match = club(), Shower(1), finished(seed=1)
    tell(house, board.show(table_of(match)), board.show(table_of(turned_back(match))))
    assert ends(house) == []
    tell(house, board.show(table_of(match)))
    assert len(ends(house)) == 1


def test_what_is_wrong_changes_nothing_and_is_counted() -> None:
    house, board = club(), Shower(1, "Ada")
    tell(house, board.status(), board.show(table_of(played(5))))
    before, topic = house.take(), board.show_topic
    show = board.show(table_of(played(6)))[1]
    tell(
        house,
        ("iye/1/lobby/show", show),
        (topic, b"x" * (LARGEST + 1)),
        (topic, b"x"),
        (topic, altered(show, board="0" * 16)),
        (topic, altered(show, position=None)),
        (topic, altered(show, cycles=[])),
        (board.status_topic, b"{}"),
    )
    assert before.games
    assert house.take().games == set()
    assert only_game(house).seen.match == played(5)
    assert house.dropped == {
        "strange_topic": 1,
        "huge": 1,
        "malformed": 2,
        "forged": 1,
        "untrue": 2,
    }


def test_news_are_of_what_has_changed_and_told_once() -> None:
    house, board = club(), Shower(1, "Ada")
    tell(house, board.status(), board.show(table_of(played(5))))
    assert house.take().games == {only_game(house).name}
    assert house.take().games == set()
    tell(house, board.status())
    assert house.take().games == set()
    tell(house, board.gone())
    assert house.take().games == {only_game(house).name}


def test_a_board_that_is_gone_makes_room_for_another() -> None:
    house = club(most_boards=2)
    first, second, third = (Shower(number, str(number)) for number in (1, 2, 3))
    for board in (first, second):
        tell(house, board.status(), board.show(table_of(played(5))))
    tell(house, first.gone(), third.status(), third.show(table_of(played(5))))
    assert [[one.name for one in game.boards] for game in house.games] == [["2"], ["3"]]
    assert house.dropped == {}


def test_boards_that_are_there_are_not_pushed_out_by_others() -> None:
    house = club(most_boards=2)
    for number in (1, 2, 3):
        tell(house, Shower(number, str(number)).status())
    assert (house.boards, house.dropped) == (2, {"crowd": 1})


def test_of_finished_matches_the_oldest_are_dropped() -> None:
    house, board = club(most_finished=3), Shower(1)
    for seed in range(5):
        tell(
            house, board.show(table_of(finished(seed))), board.show(table_of(played(2, 70 + seed)))
        )
    decks = [finished(seed).cycles[0].moves for seed in (2, 3, 4)]
    assert [len(end.told.cycles[0].moves.split()) for end in ends(house)] == list(map(len, decks))
    assert len(house.take().finished) == 5


@pytest.mark.parametrize("seed", range(3))
def test_a_flood_of_anything_leaves_the_club_as_it_was_and_small(seed: int) -> None:
    rng, house = Random(seed), club(most_boards=20, most_finished=5)
    honest = Shower(1, "Ada")
    tell(house, honest.status(), honest.show(table_of(played(9))))
    payloads = [
        *(Shower(1, "Eve").show(table_of(finished(number)))[1] for number in range(4)),
        Shower(3).status()[1],
        b"",
        b"{}",
        b"x" * 20_000,
    ]
    for _ in range(3_000):
        payload = bytearray(rng.choice(payloads))
        for _ in range(rng.randrange(3)):
            if payload:
                payload[rng.randrange(len(payload))] = rng.randrange(256)
        number = rng.randrange(2, 60)
        board = Shower(number, room=rng.choice(("lobby", ROOM)))
        topic = rng.choice((board.show_topic, board.status_topic, "iye/1/x", board.id))
        house.hear(topic, bytes(payload), 0.0)
    assert house.boards <= 20
    assert len(house.finished) <= 5
    assert sum(house.dropped.values()) > 1_000
    honests = [game for game in house.games if game.boards[0].name == "Ada"]
    assert [game.seen.match for game in honests] == [played(9)]
    assert sys.getsizeof(house.dropped) < 10_000
