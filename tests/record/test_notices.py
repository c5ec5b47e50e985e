"""What the journal tells people reaches every page in its own language, whatever went wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from iye.languages import language
from iye.record.opening import open_journal
from iye.record.places import JOURNAL
from iye.record.schema import NewerError
from iye.record.store import Store
from iye.rules import Player
from iye.table import MatchEnded, MatchSetup
from iye_hw.sentence import Sentence, sentence_of
from journal_rig import kept
from sentences_rig import OTHERS, patterns, written_in
from table_hands import DEAL, Hands

Trouble = Callable[[Path, pytest.MonkeyPatch], list[str]]


def play(folder: Path) -> None:
    """Keep the journal of a match that has begun."""
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(2, Player.ONE))
    hands.put("c3")
    hands.play("c5")
    with kept(folder) as it:
        it.follow(hands)


def change(folder: Path, statement: str) -> None:
    """Have somebody else write into a journal."""
    with closing(sqlite3.connect(folder / JOURNAL)) as connection, connection:
        connection.execute(statement)


def opened(folder: Path) -> list[str]:
    """Give what a start says of the journal that is there."""
    found = open_journal(folder)
    if found.store is not None:
        found.store.close()
    return [notice.sentence for notice in found.notices]


def damaged(folder: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    (folder / JOURNAL).write_bytes(b"no database at all" * 300)
    return opened(folder)


def stays(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    def refuse(*_: object) -> Path:
        raise OSError(30, "Read-only file system")

    patch.setattr(Path, "rename", refuse)
    return damaged(folder, patch)


def unreplayable(folder: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    play(folder)
    change(folder, "UPDATE entries SET fact = replace(fact, '\"c5\"', '\"a1\"')")
    return opened(folder)


def without_archive(folder: Path, patch: pytest.MonkeyPatch) -> list[str]:
    open_store = Store.open

    def open_the_old_one(path: Path) -> Store:
        if not path.exists():
            raise sqlite3.OperationalError("database or disk is full")
        return open_store(path)

    play(folder)
    change(folder, "UPDATE entries SET name = 'danced' WHERE name = 'moved'")
    patch.setattr(Store, "open", open_the_old_one)
    return opened(folder)


def unreadable(folder: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    play(folder)
    change(folder, "UPDATE entries SET fact = '{'")
    return opened(folder)


def unwritable(folder: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    (folder / "data").write_text("a file is in the way")
    with kept(folder / "data") as it:
        it.tell(MatchEnded(Player.ONE))
        (folder / "data").unlink()
        it.wait_for_word("is written again")
        return [*(notice.sentence for notice in it.opened.notices), *it.said]


def taken_away(folder: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    with kept(folder) as it:
        it.tell(MatchEnded(Player.ONE))
        it.wait_for_saved(1)
        (folder / JOURNAL).unlink()
        it.tell(MatchEnded(Player.ONE))
        it.wait_for_word("deleted or replaced")
        return it.said


def newer(folder: Path, _patch: pytest.MonkeyPatch) -> list[str]:
    play(folder)
    change(folder, "PRAGMA user_version = 99")
    with pytest.raises(NewerError) as refused:
        open_journal(folder)
    return [sentence_of(refused.value)]


TROUBLES: Final[tuple[Trouble, ...]] = (
    damaged,
    stays,
    unreplayable,
    without_archive,
    unreadable,
    unwritable,
    taken_away,
    newer,
)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_whatever_is_wrong_with_the_journal_is_said_in_every_language(
    trouble: Trouble, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = trouble(tmp_path, monkeypatch)
    assert said
    assert [each for each in said if not isinstance(each, Sentence)] == []
    for tag in OTHERS:
        known = language(tag).catalogue()
        assert [one for each in said for one in patterns(each) if one not in known] == []
        assert [each for each in said if language(tag).repeat(each) == each] == []


def test_each_of_the_journals_sentences_has_been_met_here(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """One that is added has to be brought about above, or it might reach pages in English."""
    met: set[str] = set()
    for trouble in TROUBLES:
        with pytest.MonkeyPatch.context() as patch:
            said = trouble(tmp_path_factory.mktemp("data"), patch)
        met.update(one for each in said for one in patterns(each))
    written = written_in("firmware/iye/record/")
    assert len(written) >= 10
    assert written - met == set()


def test_a_journal_that_does_not_replay_says_so_to_a_turkish_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [notice] = unreplayable(tmp_path, monkeypatch)
    said = language("tr").repeat(notice)
    assert said.startswith("oyun günlüğü baştan oynatılamıyor: ")
    assert "kayıt uymuyor: Moved (oyuncu 1, a1, sonra " in said
    assert said.endswith("arşiviyle birlikte yenisine başlandı")
