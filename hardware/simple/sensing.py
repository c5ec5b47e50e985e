"""What pads should read, empty, touched, and under the drum, from the chip's own formula.

It writes sensing.md, whose words are in templates/. Capacitances are estimates from plates and
lengths, good to a factor of two; a board's own are measured by what the program prints.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from enclosure.measures import COPPER, Body, read_body
from iye_hw.touch_settings import TouchSettings

INPUTS: Final = [
    "board.toml#body",
    "enclosure/measures.py",
    "templates/sensing.md",
    "../iye_hw/touch_settings.py",
]
OUTPUTS: Final = ["sensing.md"]

HERE: Final = Path(__file__).parent
TEMPLATE: Final = HERE / "templates" / "sensing.md"

EPSILON: Final = 8.854
"""pF per metre of nothing."""
SUPPLY: Final = 3.3
STEPS: Final = 1024
HIGHEST_VOLTS: Final = SUPPLY - 0.7
"""The chip regulates its charge only up to here (AN3889)."""

WOOD: Final = 2.5
PLASTIC: Final = 3.2
CARD: Final = 3.0
"""Permittivities, of dry wood across the grain, PETG, and paper."""
CARD_HIGH: Final = 0.3
"""Thickness of the card over the copper of the simple board, in mm."""
FINGER: Final = 12.0
"""Diameter of a fingertip lying flat, in mm."""
BODY: Final = 100.0
"""pF from a person to ground, in series with every touch."""


@dataclass(frozen=True)
class Way:
    """A way to build a pad: what its electrode has by itself, and what lies on it.

    `empty` in pF with its wire and its chip; `share` is the part of its area that is electrode and
    not ground; `cover` in mm of air that are as much as what covers the electrode.
    """

    name: str
    empty: float
    share: float
    cover: float


def ways(body: Body) -> tuple[Way, Way]:
    """Give the simple way and the clean one."""
    simple = Way("simple", empty=3.0 + 6.0 + 6.0, share=1.0, cover=CARD_HIGH / CARD)
    clean = Way("clean", empty=12.0 + 12.0 + 7.0, share=0.6, cover=body.guide / PLASTIC)
    return simple, clean


def charge(settings: TouchSettings) -> float:
    """Give the charge in pC of each measurement: CDC in µA, times CDT in µs."""
    microamperes = settings.config1 & 0x3F
    microseconds = 2.0 ** ((settings.config2 >> 5) - 2)
    return microamperes * microseconds


def counts(picofarads: float, picocoulombs: float) -> float:
    """Give what the chip reads: Q / C as a part of its supply, in 1024 steps."""
    return picocoulombs / picofarads * STEPS / SUPPLY


def fall(empty: float, more: float, picocoulombs: float) -> float:
    """Give the counts by which a pad's reading falls when `more` pF come to it."""
    return counts(empty, picocoulombs) - counts(empty + more, picocoulombs)


def plate(diameter: float, cover: float, share: float) -> float:
    """Give the pF between a disc and an electrode, `cover` in mm of air between them."""
    return EPSILON * share * math.pi / 4 * diameter**2 / cover / 1000


def held(picofarads: float) -> float:
    """Give the pF that a pad feels of something that a person holds."""
    return picofarads * BODY / (picofarads + BODY)


def standing(picofarads: float, share: float) -> float:
    """Give the pF that a pad feels of a drum that nobody holds.

    Its copper only bridges from electrode to the ground beside it; without any there is nothing
    to bridge to.
    """
    whole = picofarads / share
    return picofarads * (whole - picofarads) / whole


def best_charge(empty: float) -> float:
    """Give the pC that bring an empty pad to four fifths of what the chip can regulate."""
    return 0.8 * HIGHEST_VOLTS * empty


def page(body: Body, settings: TouchSettings) -> str:
    """Write sensing.md."""
    now = charge(settings)
    rows, better = [], []
    for way in ways(body):
        tile = way.cover + body.tile_height / WOOD
        felt = {
            "finger on an İye pad": held(plate(FINGER, way.cover, way.share)),
            "finger on a tile": held(plate(FINGER, tile, way.share)),
            "drum on a tile, held": held(plate(COPPER, tile, way.share)),
            "drum on a tile, let go": standing(plate(COPPER, tile, way.share), way.share),
        }
        best = best_charge(way.empty)
        rows += [
            f"| {way.name} | {what} | {more:.2f} | {fall(way.empty, more, now):.0f} |"
            f" {fall(way.empty, more, best):.0f} |"
            for what, more in felt.items()
        ]
        better.append(
            f"| {way.name} | {way.empty:.0f} | {counts(way.empty, now):.0f} | {best:.0f} |"
            f" {counts(way.empty, best):.0f} |"
        )
    return TEMPLATE.read_text(encoding="utf-8").format(
        now=now, rows="\n".join(rows), better="\n".join(better), supply=SUPPLY, steps=STEPS,
        constant=now * STEPS / SUPPLY, touch=settings.touch_threshold,
        release=settings.release_threshold, wood=WOOD, plastic=PLASTIC, tile=body.tile_height,
        guide=body.guide, finger=FINGER, copper=COPPER, bridge=BODY,
    )  # fmt: skip


def main() -> int:
    """Write sensing.md beside this script."""
    text = page(read_body(), TouchSettings())
    (HERE / OUTPUTS[0]).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
