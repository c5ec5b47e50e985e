"""What happened at the table, in sentences for people, in their language.

The law of this room: here, at the edge, codes become sentences; every effect and every reason has
one that says what happened and what can be done. It decides nothing.
"""

from __future__ import annotations

from iye.sentences.happenings import SENTENCES, URGENT
from iye.sentences.speaker import KIND_NAMES, Speaker
from iye.table import Effect

__all__ = ["KIND_NAMES", "URGENT", "Speaker", "Teller"]


class Teller(Speaker):
    """Tells what happens in one language."""

    def tell(self, effect: Effect) -> str | None:
        """Put an effect into a sentence, or give None where there is nothing to say."""
        return SENTENCES[type(effect)](self, effect)
