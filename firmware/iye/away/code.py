"""The code of a room, and the two keys that come of it.

The law of this module: the code is the only secret. The broker is shown a topic and a signature,
and learns the code from neither.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""No I, L, O, U, 0 or 1, which are taken for one another."""
LENGTH: Final = 12
"""Letters of a code: 30 to the 12th power are 58 bits, and each guess costs a scrypt."""
GROUP: Final = 4

_SALT: Final = b"iye room 1"


@dataclass(frozen=True, slots=True)
class Keys:
    """`room` names the room to the broker; `seal` signs what is said in it."""

    room: str
    seal: bytes


def draw_code(choose: Callable[[str], str]) -> str:
    """Make a new code: NKRT-7WPM-…; `choose` picks one letter of those it is given, by chance."""
    return _grouped([choose(LETTERS) for _ in range(LENGTH)])


def parse_code(text: str) -> str:
    """Read a code as people type it, in any case and grouping, and give it as it is spelled.

    Raises ValueError in a sentence.
    """
    letters = [letter for letter in text.upper() if letter not in "- \t"]
    strange = [letter for letter in letters if letter not in LETTERS]
    if strange:
        raise ValueError(f"{strange[0]!r} is in no room's code: read the letters again")
    if len(letters) != LENGTH:
        raise ValueError(f"a room's code has {LENGTH} letters and digits, not {len(letters)}")
    return _grouped(letters)


def keys_of(code: str) -> Keys:
    """Derive the keys of a room; takes some 50 ms on a PC, on purpose."""
    made = hashlib.scrypt(code.encode(), salt=_SALT, n=1 << 14, r=8, p=1, dklen=48)
    return Keys(made[:16].hex(), made[16:])


def line_name(keys: Keys, board: str) -> str:
    """Name a board's line to the broker: always the same in a room, and guessed by nobody outside.

    Every broker takes 23 letters and digits (MQTT 5, 3.1.3.1).
    """
    return f"iye{hmac.new(keys.seal, f'line|{board}'.encode(), hashlib.sha256).hexdigest()[:20]}"


def _grouped(letters: list[str]) -> str:
    return "-".join("".join(letters[at : at + GROUP]) for at in range(0, LENGTH, GROUP))
