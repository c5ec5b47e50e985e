"""Players' names as pages give them, made fit for a line of text.

The law of this module: what is seen of a name stays, letter for letter; what would break a line or
turn it around goes.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_JOINERS: Final = "\u200c\u200d"
"""Some scripts cannot do without them."""
_BREAKS: Final = ("Cc", "Zl", "Zp")
_UNSEEN: Final = ("Cf", "Cs")
"""Unicode's categories: controls and line breaks; then formats (such as bidi overrides)."""


def clean_name(text: str) -> str:
    """Give a name without controls, formats and needless spaces; empty if nothing is to be seen."""
    name = " ".join("".join(map(_kept, text)).split())
    return name if name.strip(_JOINERS + " ") else ""


def _kept(letter: str) -> str:
    category = unicodedata.category(letter)
    if category in _BREAKS:
        return " "
    return "" if category in _UNSEEN and letter not in _JOINERS else letter
