"""What every pad reads, one by one, to be noted down while a board is built.

The law of this module: it lays out what was measured, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Final

from iye.doctor.pads import PadSamples
from iye_hw.board_map import BoardMap
from iye_hw.capacitance import charge, picofarads_of
from iye_hw.touch_settings import TouchSettings


@dataclass(frozen=True, slots=True)
class PadRead:
    """One pad: where it is wired to, its reading and how far that strays, its baseline, in counts.

    `picofarads` is what the reading says of the pad's capacitance; None for a reading of 0.
    """

    pad: str
    chip: str
    electrode: int
    counts: int
    strays: int
    baseline: int
    picofarads: float | None


def pads_read(
    board: BoardMap, samples: Mapping[str, PadSamples], settings: TouchSettings
) -> Iterator[PadRead]:
    """Give what each pad read, in the board's order; those that could not be read are left out."""
    picocoulombs = charge(*settings.configs)
    for place in board.places:
        sampled = samples.get(place.name)
        if sampled is None or not sampled.readings:
            continue
        middle = sampled.middle
        yield PadRead(
            place.name,
            f"0x{board.chips[place.chip]:02X}",
            place.electrode,
            round(middle),
            sampled.noise,
            sampled.baseline,
            round(picofarads_of(picocoulombs, middle), 1) if middle else None,
        )


_HEADER: Final = ("pad", "chip", "electrode", "counts", "strays", "baseline", "pF")


def pads_as_text(pads: Iterable[PadRead]) -> str:
    """Lay the pads out as a table, figures to the right."""
    rows = [_HEADER, *map(_row, pads)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join((*_words(row, widths), *_figures(row, widths))).rstrip() for row in rows
    )


def pads_as_data(pads: Iterable[PadRead]) -> list[dict[str, object]]:
    """Give the pads as data for programs."""
    return [asdict(pad) for pad in pads]


_WORDS: Final = 2
"""Columns of words, which come first; the rest are figures."""


def _row(pad: PadRead) -> tuple[str, ...]:
    capacitance = "–" if pad.picofarads is None else f"{pad.picofarads:.1f}"
    figures = (pad.electrode, pad.counts, pad.strays, pad.baseline, capacitance)
    return (pad.pad, pad.chip, *map(str, figures))


def _words(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    return map(str.ljust, row[:_WORDS], widths)


def _figures(row: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    return map(str.rjust, row[_WORDS:], widths[_WORDS:])
