"""What the journal tells the people at the board, and what it says of errors.

The law of this module: words only, as sentences that every page can say in its own language.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from iye_hw.sentence import Sentence, sentence, sentence_of

WRITING: Final = "the journal's writing"
"""What a notice is about that is true until writing goes on."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the people at the board; `about` and `mended` as in a panel's complaint."""

    sentence: Sentence
    about: str = ""
    mended: bool = False


def not_written(path: Path, error: Exception) -> Notice:
    """Say that the journal at `path` cannot be written now."""
    said = sentence(
        "the journal cannot be written ({error}): the game goes on and is kept in memory; "
        "look at {folder}",
        error=words_of(error),
        folder=path.parent,
    )
    return Notice(said, WRITING)


def written_again() -> Notice:
    """Say that what could not be written is written."""
    said = sentence("the journal is written again; nothing is missing from it")
    return Notice(said, WRITING, mended=True)


def taken_away(path: Path) -> Notice:
    """Say that the file at `path` is not the one any more that was being written."""
    said = sentence(
        "the journal was deleted or replaced while the board wrote it: the match under way is "
        "written anew into {path}, and what was played before is only where the old one went; "
        "stop the board before you move its data",
        path=path,
    )
    return Notice(said)


def misfit(number: int) -> Notice:
    """Say that the program wrote an entry that its own rules do not allow."""
    said = sentence(
        "entry {number} of the journal does not fit those before it, which is a fault of this "
        "program: please report it; the game goes on",
        number=number,
    )
    return Notice(said)


def unusable(error: Exception) -> Sentence:
    """Say why a journal cannot be gone on with; more is to follow."""
    if isinstance(error, sqlite3.Error):
        return sentence("the journal is damaged ({error})", error=error)
    return sentence("the journal does not replay: {error}", error=words_of(error))


def stays(why: Sentence, error: OSError) -> Notice:
    """Say that an unusable journal could not even be put aside."""
    return Notice(sentence("{why}; it stays: {error}", why=why, error=words_of(error)), WRITING)


def begun_afresh(why: Sentence, name: str) -> Notice:
    """Say under which name an unusable journal is kept, whose archive is not to be trusted."""
    said = sentence("{why}; it is kept as {name}, and a fresh one is begun", why=why, name=name)
    return Notice(said)


def begun_with_archive(why: Sentence, name: str) -> Notice:
    """Say the same where the archive has been taken along."""
    said = sentence(
        "{why}; it is kept as {name}, and a fresh one is begun with its archive",
        why=why,
        name=name,
    )
    return Notice(said)


def begun_without_archive(why: Sentence, name: str, error: Exception) -> Notice:
    """Say the same where the archive could not be taken along."""
    said = sentence(
        "{why}; it is kept as {name}, and a fresh one is begun without its archive ({error})",
        why=why,
        name=name,
        error=words_of(error),
    )
    return Notice(said)


def words_of(error: Exception) -> str:
    """Give what an error says, as it was made; of the system's, the words alone."""
    return getattr(error, "strerror", None) or sentence_of(error)
