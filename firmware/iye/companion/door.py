"""Who may act: pages that know the six digits that the board shows.

The law of this module: everyone may watch; to act, one has to have stood at the board. Digits are
compared in constant time and tries are limited, so that guessing takes days.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Final

from iye.companion.guest import Bucket

DIGITS: Final = 6
TRIES_AT_ONCE: Final = 10
SECONDS_A_TRY: Final = 30.0
"""Tries of all pages together: ten, then one every half minute; all million take a year."""


def draw_code() -> str:
    """Draw six digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class Door:
    """Lets pages join; with no code every page is joined from the first."""

    def __init__(self, code: str | None) -> None:
        self.code = code
        self._tries = Bucket(rate=1 / SECONDS_A_TRY, size=TRIES_AT_ONCE)

    @property
    def open(self) -> bool:
        """Whether pages are joined without a code."""
        return self.code is None

    def opens_for(self, digits: str, now: float) -> bool | None:
        """Tell whether the digits are right; None when there have been too many tries."""
        if self.code is None:
            return True
        if not self._tries.take(now):
            return None
        said = "".join(digits.split()).encode()
        return hmac.compare_digest(said, self.code.encode())
