"""Reads what KiCad's rule check found, from its report.

The law of this module: text in, complaints out; it needs no KiCad, so that tests can ask it.
"""

from __future__ import annotations

import re
from typing import Final

SECTIONS: Final = ("DRC violations", "unconnected pads", "Footprint errors")
"""What a report counts, each in a line of its own; a report without all three is none."""

_FOUND: Final = re.compile(r"^\*\* Found (\d+) (.+) \*\*$", re.MULTILINE)


def complaints(report: str) -> list[str]:
    """Give a sentence for each kind of thing that was found, or was not looked for."""
    found = {what: int(count) for count, what in _FOUND.findall(report)}
    unseen = [f"KiCad did not count {what}" for what in SECTIONS if what not in found]
    return unseen + [f"KiCad found {count} {what}" for what, count in found.items() if count]
