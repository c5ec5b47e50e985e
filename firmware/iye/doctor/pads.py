"""What pads read on an empty board, and what is wrong with those that read otherwise.

The law of this module: figures in, findings out. Pads with the same trouble share a finding, so
that one bad supply is one line and not thirty-six.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from iye.doctor.finding import Finding, Outcome, fine, wrong
from iye_hw.capacitance import FULL_SCALE, MOST_COUNTS
from iye_hw.touch_settings import TouchSettings

UNLIKE: Final = 0.88
"""The share of what others read below which a bare pad is hardly bare, and the same the other way
round above which it is hardly whole: wires of one board differ by a few percent, a finger takes off
a fifth, and a wire that is cut at the copper leaves a quarter more."""
OPEN: Final = 0.9 * FULL_SCALE
"""What a wire that leads nowhere reads at least, when others are charged as full as they may be: it
fills up, and the last counts before full scale are not sure."""
FEW: Final = 4
"""Pads named one by one; of more only the number is told."""


@dataclass
class PadSamples:
    """What a pad read, in counts, and its baseline."""

    baseline: int
    readings: list[int] = field(default_factory=list)

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.readings)

    @property
    def noise(self) -> int:
        """How far readings stray from the middle, either way."""
        return round(max(abs(reading - self.middle) for reading in self.readings))


@dataclass(frozen=True, slots=True)
class _Usual:
    """What is usual on this board: the median of all pads, and the thresholds."""

    reading: float
    settings: TouchSettings


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A kind of trouble: how to know it, how bad it is, what is said, what to do."""

    has: Callable[[PadSamples, _Usual], bool]
    how_bad: Callable[[PadSamples], float]
    said: str
    remedy: str
    outcome: Outcome = Outcome.WRONG


def _broken(pad: PadSamples, usual: _Usual) -> bool:
    return pad.middle >= min(2 * usual.reading, OPEN)


def _shorted(pad: PadSamples, usual: _Usual) -> bool:
    return pad.middle <= usual.reading / 4


def _touched(pad: PadSamples, usual: _Usual) -> bool:
    return not _shorted(pad, usual) and pad.baseline - pad.middle > usual.settings.touch_threshold


def _unlike(pad: PadSamples, usual: _Usual) -> bool:
    return usual.reading / 4 < pad.middle < UNLIKE * usual.reading and not _touched(pad, usual)


def _high(pad: PadSamples, usual: _Usual) -> bool:
    return UNLIKE * pad.middle > usual.reading and not _broken(pad, usual)


def _noisy(pad: PadSamples, usual: _Usual) -> bool:
    return pad.noise >= usual.settings.release_threshold


_TROUBLES: Final = (
    _Trouble(
        _broken,
        lambda pad: pad.middle,
        "reads {worst:g} counts where others read {usual:g}",
        "mend the wire between chip and pad, which is broken; then run iye panel-test",
    ),
    _Trouble(
        _shorted,
        lambda pad: -pad.middle,
        "reads {worst:g} counts where others read {usual:g}",
        "look for a short of its wire or copper to ground, or for water",
    ),
    _Trouble(
        _touched,
        lambda pad: pad.baseline - pad.middle,
        "reads as touched, {worst:g} counts below its baseline",
        "take everything off the board and dry it; if it stays so, run iye calibrate",
    ),
    _Trouble(
        _unlike,
        lambda pad: -pad.middle,
        "reads {worst:g} counts where others read {usual:g}",
        "see that nothing lies there and that it is dry, before the board is calibrated",
        Outcome.NOTE,
    ),
    _Trouble(
        _high,
        lambda pad: pad.middle,
        "reads {worst:g} counts where others read {usual:g}",
        "see that its wire is whole up to the copper; iye panel-test tells whether it feels",
        Outcome.NOTE,
    ),
    _Trouble(
        _noisy,
        lambda pad: pad.noise,
        "strays by {worst:g} counts, and is let go at {release}",
        "try another power supply, shorten the wires, and run iye calibrate",
    ),
)


def examine_pads(samples: Mapping[str, PadSamples], settings: TouchSettings) -> Iterator[Finding]:
    """Look at what every pad read; those that could not be read are left out."""
    read = {pad: sampled for pad, sampled in samples.items() if sampled.readings}
    if not read:
        return
    usual = _Usual(median(sampled.middle for sampled in read.values()), settings)
    if usual.reading > MOST_COUNTS:
        yield _overcharged(read, usual)
        return
    found = [finding for trouble in _TROUBLES for finding in _having(trouble, read, usual)]
    yield from found or [_all_well(read)]


def _having(trouble: _Trouble, read: Mapping[str, PadSamples], usual: _Usual) -> Iterator[Finding]:
    """Give one finding about all pads that have a trouble, led by the worst."""
    having = {pad: sampled for pad, sampled in read.items() if trouble.has(sampled, usual)}
    if not having:
        return
    worst = max(having, key=lambda pad: trouble.how_bad(having[pad]))
    said = trouble.said.format(
        worst=abs(trouble.how_bad(having[worst])),
        usual=usual.reading,
        release=usual.settings.release_threshold,
    )
    others = [pad for pad in having if pad != worst]
    more = "" if not others else f" (and so do {_named(others)})"
    yield Finding("pads", trouble.outcome, f"{worst} {said}{more}", trouble.remedy)


def _overcharged(read: Mapping[str, PadSamples], usual: _Usual) -> Finding:
    """Say that the charge is too much for bare pads; nothing else can be told of them then."""
    return wrong(
        "pads",
        f"{len(read)} read about {usual.reading:g} counts, more than {MOST_COUNTS}: they are full,"
        " and a touch would hardly show",
        "see that the chips are wired to the pads, since bare ones are full at once; if they are,"
        " lower charge_current or charge_time under [touch] in the settings",
    )


def _named(pads: list[str]) -> str:
    return ", ".join(pads) if len(pads) <= FEW else f"{len(pads)} others"


def _all_well(read: Mapping[str, PadSamples]) -> Finding:
    noisiest = max(read, key=lambda pad: read[pad].noise)
    middles = [sampled.middle for sampled in read.values()]
    return fine(
        "pads",
        f"{len(read)} read {min(middles):g} to {max(middles):g} counts; the noisiest, {noisiest},"
        f" strays by {read[noisiest].noise}; whether each feels a hand, iye panel-test tells",
    )
