"""What a developer's page may ask of a board beyond the game, whoever does it.

The law of this module: promises only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass


class RehearsalError(Exception):
    """A script that cannot be played, as a message with what it leaves open."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text)
        self.text = text
        self.values = values


@dataclass(frozen=True)
class Workshop:
    """The touches so far as a script, and a script played apart.

    `rehearse` takes a script and a language's tag, and gives JSON; it raises RehearsalError, and
    stops when it is cancelled.
    """

    touches: Callable[[], str]
    rehearse: Callable[[bytes, str], Awaitable[bytes]] | None = None
