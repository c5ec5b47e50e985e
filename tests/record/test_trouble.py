"""Disks that are full, folders that cannot be used, files that are broken: the game goes on."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from iye.record.archive import Wanted, find
from iye.record.check import check
from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.schema import NewerError
from iye.record.store import Store
from iye.rules import Player
from iye.table import Asleep, Effect, Hints, HintsSet, MatchEnded, MatchSetup, Table
from journal_rig import essence, kept
from table_games import WON_BY_TWO
from table_hands import DEAL, OTHER_DEAL, Hands

NOBODY = 65534


def begun(*moves: str, wins: int = 2) -> Hands:
    """Begin a match at a table of its own, and play."""
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(wins, Player.ONE))
    hands.put("c3")
    hands.play(*moves)
    return hands


def stored(folder: Path) -> Table:
    """Give the table a folder's journal tells of; everything in it has to replay."""
    with closing(Store.open(folder / JOURNAL)) as store:
        assert list(check(store)) == []
    opened = open_journal(folder)
    assert opened.store is not None
    opened.store.close()
    assert opened.notices == ()
    return opened.table


def break_fact(path: Path, number: int, fact: str) -> None:
    """Write something else into an entry."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE entries SET fact = ? WHERE number = ?", (fact, number))


def aside(folder: Path) -> list[Path]:
    """Give the journals that have been put aside."""
    return sorted(folder.glob("journal-*.sqlite3"))


# The disk


def test_on_a_full_disk_the_game_goes_on_and_everything_is_written_later_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says of a file that may not grow what it says of a full disk."""
    hands, full = begun("c5"), True

    def open_when_there_is_room(path: Path) -> Store:
        if full:
            raise sqlite3.OperationalError("database or disk is full")
        return Store.open(path)

    with kept(tmp_path) as it:
        monkeypatch.setattr(it.journal._writer, "_open_store", open_when_there_is_room)
        assert it.opened.store is not None
        it.opened.store.connection.execute("PRAGMA max_page_count = 1")
        hands.set_match(MatchSetup(1, Player.ONE, names=("Umay" * 5000, "Erlik")))
        it.follow(hands)
        it.wait_for_word("cannot be written (database or disk is full)")
        hands.put("c3")
        for move in WON_BY_TWO:
            hands.play(move)
            it.follow(hands)
        full = False
        it.wait_for_word("is written again")
    assert len(it.said) == 2
    assert essence(stored(tmp_path)) == essence(hands.table)


def test_a_folder_that_cannot_be_made_is_said_once_and_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.write_text("a file is in the way")
    hands = begun("c5")
    with kept(folder) as it:
        (notice,) = it.opened.notices
        assert notice.sentence.startswith("the journal cannot be written (")
        it.follow(hands)
        hands.play("d5")
        it.follow(hands)
        folder.unlink()
        it.wait_for_word("is written again; nothing is missing")
    assert len(it.said) == 1
    assert essence(stored(folder)) == essence(hands.table)


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user with no rights, where we are one with all of them."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_that_became_read_only_still_tells_the_match_under_way(tmp_path: Path) -> None:
    hands, folder = begun("c5"), tmp_path / "data"
    with kept(folder) as it:
        it.follow(hands)
    for parent in (tmp_path, *tmp_path.parents[:3]):
        if not parent.stat().st_mode & 0o001:  # as pytest's; the system's are open
            parent.chmod(0o711)
    (folder / JOURNAL).chmod(0o444)
    folder.chmod(0o555)
    with nobody():
        opened = open_journal(folder)
    assert opened.store is None
    assert essence(opened.table) == essence(hands.table)
    assert "the game goes on and is kept in memory" in opened.notices[0].sentence


def test_what_was_played_without_a_disk_leaves_the_match_that_was_on_it(tmp_path: Path) -> None:
    """The board could not read what is on the disk, and another match was begun meanwhile."""
    with kept(tmp_path / "data") as it:
        it.follow(begun("c5"))
    (tmp_path / "data").rename(tmp_path / "disk")
    (tmp_path / "no folder").write_text("")
    (tmp_path / "data").symlink_to(tmp_path / "no folder")
    (tmp_path / "found again").symlink_to(tmp_path / "disk")
    hands = begun("c5", "d5")
    with kept(tmp_path / "data") as it:
        it.follow(hands)
        (tmp_path / "found again").rename(tmp_path / "data")
        it.wait_for_word("is written again")
    assert essence(stored(tmp_path / "data")) == essence(hands.table)
    with closing(Store.open(tmp_path / "data" / JOURNAL)) as store:
        assert [match.state for match in find(store, Wanted())] == ["under way", "left"]


# The file


def test_a_journal_that_does_not_replay_is_put_aside_whole_and_said(tmp_path: Path) -> None:
    with kept(tmp_path) as it:
        it.follow(begun("c5", "d5"))
    with closing(Store.open(tmp_path / JOURNAL)) as store:
        last = store.last_number()
    break_fact(tmp_path / JOURNAL, last, '{"position":null}')
    before = (tmp_path / JOURNAL).read_bytes()
    opened = open_journal(tmp_path, now=lambda: "2026-03-21T20:15:00+03:00")
    assert opened.store is not None
    opened.store.close()
    assert opened.table.phase == Asleep()
    (kept_as,) = aside(tmp_path)
    assert kept_as.name == "journal-2026-03-21T20-15-00.sqlite3"
    assert kept_as.read_bytes() == before
    (notice,) = opened.notices
    assert notice.sentence.startswith("the journal does not replay: ")
    assert kept_as.name in notice.sentence
    assert stored(tmp_path).phase == Asleep()


def test_an_illegal_move_in_it_is_named_and_never_skipped_over(tmp_path: Path) -> None:
    with kept(tmp_path) as it:
        it.follow(begun("c5", "d5"))
    with closing(Store.open(tmp_path / JOURNAL)) as store:
        number, name, fact = store.connection.execute(
            "SELECT number, name, fact FROM entries WHERE name = 'moved' ORDER BY number"
        ).fetchone()
    assert name == "moved"
    break_fact(tmp_path / JOURNAL, number, fact.replace('"c5"', '"a1"'))
    opened = open_journal(tmp_path)
    assert opened.store is not None
    opened.store.close()
    assert re.search(rf"entry {number} does not fit: .*a1", opened.notices[0].sentence)


def test_two_put_aside_in_the_same_second_are_both_kept(tmp_path: Path) -> None:
    for _ in range(2):
        (tmp_path / JOURNAL).write_bytes(b"no database at all" * 300)
        opened = open_journal(tmp_path, now=lambda: "2026-03-21T20:15:00+03:00")
        assert opened.store is not None
        opened.store.close()
    assert [path.name for path in aside(tmp_path)] == [
        "journal-2026-03-21T20-15-00-2.sqlite3",
        "journal-2026-03-21T20-15-00.sqlite3",
    ]


def test_the_archive_is_taken_along_from_a_journal_that_does_not_replay(tmp_path: Path) -> None:
    with kept(tmp_path) as it:
        hands = begun(*WON_BY_TWO, wins=1)
        hands.set_match(MatchSetup(2, Player.ONE))
        hands.put("c3")
        hands.play("c5")
        it.follow(hands)
    with closing(Store.open(tmp_path / JOURNAL)) as store:
        last = store.last_number()
    break_fact(tmp_path / JOURNAL, last, "{}")
    opened = open_journal(tmp_path)
    assert opened.store is not None
    with closing(opened.store) as store:
        assert [match.result for match in find(store, Wanted())] == ["0-1"]
        assert list(check(store)) == []
    assert opened.notices[0].sentence.endswith("a fresh one is begun with its archive")


@pytest.mark.parametrize("size", [1, 100, 5000, 20000])
def test_a_damaged_file_is_put_aside_and_a_fresh_one_begun(size: int, tmp_path: Path) -> None:
    with kept(tmp_path) as it:
        it.follow(begun("c5"))
    whole = (tmp_path / JOURNAL).read_bytes()
    broken = b"\x55" * size + whole[size:]
    (tmp_path / JOURNAL).write_bytes(broken)
    opened = open_journal(tmp_path)
    assert opened.store is not None
    opened.store.close()
    assert re.match(r"the journal (is damaged \(|does not replay: )", opened.notices[0].sentence)
    assert aside(tmp_path)[0].read_bytes() == broken
    assert stored(tmp_path).phase == Asleep()


def test_a_file_damaged_during_the_game_is_put_aside_and_a_fresh_one_told_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = begun("c5")
    with kept(tmp_path) as it:
        it.tell(HintsSet(Hints.OFF))
        it.follow(hands)
        hands.play("d5")
        it.wait_for_saved(6)
        assert it.opened.store is not None

        def broken(*_: object) -> int:
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise error

        monkeypatch.setattr(it.opened.store, "append", broken)
        it.follow(hands)
        sentence = it.wait_for_word("is damaged")
    assert "a fresh one is begun" in sentence
    assert len(aside(tmp_path)) == 1
    table = stored(tmp_path)
    assert (table.match, table.hints) == (hands.table.match, Hints.OFF)


def deleted(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


def replaced(folder: Path) -> None:
    """Put a journal in its place that is as long, and of another evening."""
    deleted(folder)
    with kept(folder) as other:
        other.follow(begun("c4"))


def replaced_with_its_log(folder: Path) -> None:
    """Put one in its place whose last entries are still in the log beside it."""
    with kept(folder.with_name("other")) as other:
        other.follow(begun("c4"))
        other.wait_for_saved(4)
        deleted(folder)
        for file in folder.with_name("other").iterdir():
            shutil.copy(file, folder)


def folder_deleted(folder: Path) -> None:
    shutil.rmtree(folder)


def folder_moved(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))


@pytest.mark.parametrize(
    "takes_away", [deleted, replaced, replaced_with_its_log, folder_deleted, folder_moved]
)
def test_a_journal_taken_away_while_it_is_written_is_said_and_the_match_written_anew(
    takes_away: Callable[[Path], None], tmp_path: Path
) -> None:
    hands, folder = begun("c5"), tmp_path / "data"
    with kept(folder) as it:
        it.follow(hands)
        it.wait_for_saved(4)
        takes_away(folder)
        hands.play("d5")
        it.follow(hands)
        it.wait_for_word("deleted or replaced")
        hands.play("d4")
        it.follow(hands)
    assert len(it.said) == 1
    assert essence(stored(folder)) == essence(hands.table)


def test_the_match_in_a_journal_that_took_its_place_is_kept_as_left(tmp_path: Path) -> None:
    hands, folder = begun("c5"), tmp_path / "data"
    with kept(folder) as it:
        it.follow(hands)
        it.wait_for_saved(4)
        replaced(folder)
        hands.play("d5")
        it.follow(hands)
    with closing(Store.open(folder / JOURNAL)) as store:
        assert [match.state for match in find(store, Wanted())] == ["under way", "left"]


def test_a_journal_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    with kept(tmp_path) as it:
        it.follow(begun("c5"))
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(NewerError, match=r"written by a newer program \(version 99, this one"):
        open_journal(tmp_path)
    assert (tmp_path / JOURNAL).read_bytes() == before
    assert aside(tmp_path) == []


def test_an_effect_that_cannot_have_happened_is_written_and_said_to_be_a_fault(
    tmp_path: Path,
) -> None:
    hands = begun("c5")
    with kept(tmp_path) as it:
        it.follow(hands)
        it.tell(MatchEnded(Player.ONE))
        it.wait_for_word("a fault of this program")
        hands.set_match(MatchSetup(2, Player.TWO))
        it.follow(hands)
    opened = open_journal(tmp_path)
    assert opened.store is not None
    with closing(opened.store) as store:
        assert essence(opened.table) == essence(hands.table)
        assert [match.state for match in find(store, Wanted())] == ["left"]
        assert any("does not fit" in sentence for sentence in check(store))


def test_a_journal_that_cannot_even_be_put_aside_is_left_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / JOURNAL).write_bytes(b"no database at all" * 300)

    def refuse(*_: object) -> Path:
        raise OSError(30, "Read-only file system")

    hands = begun("c5")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refuse)
        with kept(tmp_path) as it:
            assert it.opened.notices[0].sentence.endswith("; it stays: Read-only file system")
            it.follow(hands)
    assert aside(tmp_path) == []
    with kept(tmp_path) as it:
        it.follow(hands)
    assert len(aside(tmp_path)) == 1
    assert essence(stored(tmp_path)) == essence(hands.table)


def test_whatever_else_goes_wrong_the_writer_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, broken = begun("c5"), True
    append = Store.append

    def fail_at_first(store: Store, at: str, effect: Effect) -> int:
        if broken:
            raise ZeroDivisionError("something nobody thought of")
        return append(store, at, effect)

    monkeypatch.setattr(Store, "append", fail_at_first)
    with kept(tmp_path) as it:
        it.follow(hands)
        it.wait_for_word("something nobody thought of")
        broken = False
        it.wait_for_word("is written again")
    assert essence(stored(tmp_path)) == essence(hands.table)


def test_an_end_that_cannot_be_written_is_told_to_whoever_ends_it(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file is in the way")
    with kept(tmp_path / "data") as it:
        it.follow(begun("c5"))
        assert not it.journal.close()
