"""What a session wants done, in order: what is remembered stands before what may only then be said.

The law of this module: data, and nothing that acts on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from iye.away.kept import Kept
from iye.table import Event


@dataclass(frozen=True, slots=True)
class Save:
    """Remember this durably, before anything after it is done."""

    kept: Kept


@dataclass(frozen=True, slots=True)
class Publish:
    """Say this; empty to take back what was said there."""

    topic: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Post:
    """Let the table handle this."""

    event: Event


@dataclass(frozen=True, slots=True)
class Report:
    """Tell people: something is wrong with what was heard, `count` times by now."""

    code: str
    count: int


Output = Save | Publish | Post | Report
