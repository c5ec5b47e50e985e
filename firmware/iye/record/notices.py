"""What the journal tells the people at the board, and what it says of errors.

The law of this module: words only, as sentences that every page can say in its own language.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from iye_hw.sentence import Sentence, sentence, sentence_of


def not_written(path: Path, error: Exception) -> Sentence:
    """Say that the journal at `path` cannot be written now."""
    return sentence(
        "the journal cannot be written ({error}): the game goes on and is kept in memory; "
        "look at {folder}",
        error=words_of(error),
        folder=path.parent,
    )


def written_again() -> Sentence:
    """Say that what could not be written is written."""
    return sentence("the journal is written again; nothing is missing from it")


def misfit(number: int) -> Sentence:
    """Say that the program wrote an entry that its own rules do not allow."""
    return sentence(
        "entry {number} of the journal does not fit those before it, which is a fault of this "
        "program: please report it; the game goes on",
        number=number,
    )


def unusable(error: Exception) -> Sentence:
    """Say why a journal cannot be gone on with; more is to follow."""
    if isinstance(error, sqlite3.Error):
        return sentence("the journal is damaged ({error})", error=error)
    return sentence("the journal does not replay: {error}", error=words_of(error))


def stays(why: Sentence, error: OSError) -> Sentence:
    """Say that an unusable journal could not even be put aside."""
    return sentence("{why}; it stays: {error}", why=why, error=words_of(error))


def begun_afresh(why: Sentence, name: str) -> Sentence:
    """Say under which name an unusable journal is kept, whose archive is not to be trusted."""
    return sentence("{why}; it is kept as {name}, and a fresh one is begun", why=why, name=name)


def begun_with_archive(why: Sentence, name: str) -> Sentence:
    """Say the same where the archive has been taken along."""
    return sentence(
        "{why}; it is kept as {name}, and a fresh one is begun with its archive",
        why=why,
        name=name,
    )


def begun_without_archive(why: Sentence, name: str, error: Exception) -> Sentence:
    """Say the same where the archive could not be taken along."""
    return sentence(
        "{why}; it is kept as {name}, and a fresh one is begun without its archive ({error})",
        why=why,
        name=name,
        error=words_of(error),
    )


def words_of(error: Exception) -> str:
    """Give what an error says, as it was made; of the system's, the words alone."""
    return getattr(error, "strerror", None) or sentence_of(error)
