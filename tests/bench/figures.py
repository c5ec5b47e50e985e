"""What a bench gives: figures with their targets, and the table they make.

The law of this module: a slow machine is no error. A figure that misses its target is said to, in
the table; only one that was not measured at all fails the run.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HEADINGS: Final = ("figure", "measured", "target", "peer", "machine")
MISSING: Final = "**missing**"


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured, in `unit`; `value` is None where that did not work.

    `peer` says beside what it was measured, in the same run, and what that gave.
    """

    name: str
    value: float | None
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None
    peer: str = ""
    machine: str = ""

    @property
    def missed(self) -> bool:
        """Whether it was measured and is not as good as its target."""
        if self.value is None:
            return False
        too_much = self.at_most is not None and self.value > self.at_most
        return too_much or (self.at_least is not None and self.value < self.at_least)

    def row(self) -> tuple[str, ...]:
        """Give the cells of its line in the table."""
        return (self.name, self._measured(), self._target(), self.peer, self.machine)

    def _measured(self) -> str:
        if self.value is None:
            return MISSING
        said = f"{number(self.value)} {self.unit}".rstrip()
        return f"**{said}**, missed" if self.missed else said

    def _target(self) -> str:
        if self.at_most is not None:
            return f"≤ {number(self.at_most)} {self.unit}".rstrip()
        if self.at_least is not None:
            return f"≥ {number(self.at_least)} {self.unit}".rstrip()
        return ""


def number(value: float) -> str:
    """Write a number with as many digits as are worth reading."""
    if value == round(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2g}"


def markdown(figures: Iterable[Figure]) -> str:
    """Give the table."""
    rows = (HEADINGS, ("---", "---:", "---:", "---", "---"), *(one.row() for one in figures))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def machine() -> str:
    """Say on what is measured just now, and what else it has to do."""
    load = os.getloadavg()[0]
    return (
        f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"load {load:.1f}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0].replace("(R)", "") if named else platform.machine()


def resident_mb(process: int | str = "self") -> float:
    """Give the memory that a process has in use (RSS), in MB of a million bytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
