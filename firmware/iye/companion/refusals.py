"""How a wish is refused: with a code for the page and a sentence for its reader.

The law of this module: whoever refuses has changed nothing yet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


class RefusedError(Exception):
    """A wish that is not granted: a code, and a message with what it leaves open."""

    def __init__(self, reason: str, text: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.text = text
        self.values = values


def tried(deed: Callable[[str], Result], text: str, reason: str) -> Result:
    """Read what a page said; what a ValueError says is wrong with it is what it is refused with."""
    try:
        return deed(text)
    except ValueError as error:
        raise RefusedError(reason, "{error}", error=error) from error
