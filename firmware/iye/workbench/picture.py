"""What all pads read, as a picture for a terminal.

The law of this module: it draws figures where the pads lie on the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from iye_hw.panel import PadReading

_ROWS: Final = (
    ("2S", "2H", "2T", "2W", "2O"),
    *(tuple(f"{file}{rank}" for file in "abcde") for rank in (5, 4, 3, 2, 1)),
    ("1O", "1W", "1T", "1H", "1S"),
)
_BARS: Final = " ▁▂▃▄▅▆▇█"


WIDTH: Final = 48
"""Columns of a picture; a narrow one has 40."""


def picture(readings: Mapping[str, PadReading], columns: int = WIDTH) -> str:
    """Draw each pad with how far it is below its baseline, in counts, and as a bar.

    A bar is full at twice the touch threshold; a pad that cannot be read is a dash.
    """
    between = "  " if columns >= WIDTH else ""
    return "\n".join(between.join(_pad(pad, readings.get(pad)) for pad in row) for row in _ROWS)


def _pad(pad: str, reading: PadReading | None) -> str:
    if reading is None:
        return f"{pad}    – "
    depth = reading.baseline - reading.filtered
    share = depth / (2 * reading.touch_threshold)
    bar = _BARS[max(0, min(len(_BARS) - 1, round(share * (len(_BARS) - 1))))]
    return f"{pad} {depth:4d}{bar}"
