"""The journal: what was written comes back, in order, whatever disks and clocks do."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.store import Store
from iye.rules import Player
from iye.table import Hints, HintsSet, MatchSetup
from iye.table.restore import is_told
from journal_rig import Clock, essence, kept
from table_hands import DEAL, OTHER_DEAL, Hands
from table_play import People


@pytest.mark.parametrize("seed", range(12))
def test_what_was_played_comes_back_whenever_the_program_ends(seed: int, tmp_path: Path) -> None:
    people = People(seed)
    for _ in range(6):
        with kept(tmp_path) as it:
            assert it.opened.notices == ()
            assert essence(it.opened.table) == essence(people.hands.table)
            it._told = len(people.hands.effects)
            for _ in range(20):
                people.act()
                it.follow(people.hands)
        assert it.said == []
    with kept(tmp_path) as it:
        assert essence(it.opened.table) == essence(people.hands.table)


def test_what_is_durable_is_announced_on_the_loop_by_its_number(tmp_path: Path) -> None:
    hands = Hands(DEAL, OTHER_DEAL)
    with kept(tmp_path) as it:
        hands.set_match(MatchSetup(first=Player.ONE))
        hands.put("c3", "c5")
        it.follow(hands)
        written = sum(map(is_told, hands.effects))
        it.wait_for_saved(written)
        reader = sqlite3.connect(tmp_path / JOURNAL)
        assert reader.execute("SELECT count(*) FROM entries").fetchone() == (written,)
        reader.close()


def test_order_is_by_number_though_the_clock_jumps_by_years(tmp_path: Path) -> None:
    clock, hands = Clock(), Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.put("c3")
    with kept(tmp_path, clock) as it:
        for year, cell in ((1970, "c5"), (2099, "d5"), (2001, "e5")):
            clock.year = year
            it.follow(hands)
            hands.put(cell)
        it.follow(hands)
    opened = open_journal(tmp_path)
    assert essence(opened.table) == essence(hands.table)
    assert opened.store is not None
    rows = opened.store.connection.execute("SELECT number, at FROM entries").fetchall()
    opened.store.close()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    assert [at for _, at in rows] != sorted(at for _, at in rows)


def test_hints_outlast_the_matches(tmp_path: Path) -> None:
    with kept(tmp_path) as it:
        it.tell(HintsSet(Hints.OFF))
    hands = Hands(DEAL, OTHER_DEAL)
    with kept(tmp_path) as it:
        for _ in range(3):
            hands.set_match(MatchSetup(first=Player.ONE))
            it.follow(hands)
    assert open_journal(tmp_path).table.hints is Hints.OFF


def test_the_file_is_written_ahead_and_every_transaction_reaches_the_disk(tmp_path: Path) -> None:
    store = Store.open(tmp_path / JOURNAL)
    assert store.connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()
