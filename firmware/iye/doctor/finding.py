"""What a check found, and how findings are printed.

The law of this module: a finding that is not fine says what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Outcome(Enum):
    """How a check ended: fine, to be known, or to be mended before the board can be played on."""

    FINE = "fine"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's table.

    Raises ValueError when something is not fine and nobody says what to do.
    """

    check: str
    outcome: Outcome
    said: str
    remedy: str = ""

    def __post_init__(self) -> None:
        if self.outcome is not Outcome.FINE and not self.remedy:
            raise ValueError(f"{self.check}: {self.said} needs a remedy")


def fine(check: str, said: str) -> Finding:
    """Give a finding of something that is as it should be."""
    return Finding(check, Outcome.FINE, said)


def note(check: str, said: str, remedy: str) -> Finding:
    """Give a finding of something that does not keep the board from being played on."""
    return Finding(check, Outcome.NOTE, said, remedy)


def wrong(check: str, said: str, remedy: str) -> Finding:
    """Give a finding of something that has to be mended."""
    return Finding(check, Outcome.WRONG, said, remedy)


def explained(check: str, sentence: str) -> Finding:
    """Make a finding of a driver's sentence, which says what is wrong, and last what to do."""
    said, colon, remedy = sentence.rpartition(": ")
    return wrong(check, said, remedy) if colon else wrong(check, sentence, "start the Pi again")


_MARKS: Final = {Outcome.FINE: "✓", Outcome.NOTE: "•", Outcome.WRONG: "✗"}


def as_text(findings: Iterable[Finding]) -> str:
    """Lay findings out as a table, remedies below what they are for."""
    found = list(findings)
    width = max((len(finding.check) for finding in found), default=0)
    lines = []
    for finding in found:
        lines.append(f"{_MARKS[finding.outcome]} {finding.check:{width}}  {finding.said}")
        if finding.remedy:
            lines.append(f"  {'':{width}}  → {finding.remedy}")
    return "\n".join([*lines, "", _summed_up(found)])


def as_data(findings: Iterable[Finding]) -> dict[str, object]:
    """Give findings as data for programs."""
    found = list(findings)
    return {
        "well": is_well(found),
        "findings": [
            {
                "check": finding.check,
                "outcome": finding.outcome.value,
                "said": finding.said,
                "remedy": finding.remedy,
            }
            for finding in found
        ],
    }


def is_well(findings: Iterable[Finding]) -> bool:
    """Tell whether nothing has to be mended."""
    return all(finding.outcome is not Outcome.WRONG for finding in findings)


def _summed_up(found: list[Finding]) -> str:
    count = sum(finding.outcome is Outcome.WRONG for finding in found)
    if count == 0:
        return "Nothing is wrong."
    return "One thing is wrong." if count == 1 else f"{count} things are wrong."
