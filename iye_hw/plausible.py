"""What a chip's status bits are worth: a short is no hand, and a restart is no release.

The law of this module: a pad counts as touched only if its reading could be a hand's; and one that
was touched before its chip was set up anew stays so while its reading says that something is
still there, even if the chip, which needs more to feel a pad than to keep feeling it, does not.

By hand: a bare pad reads 275 counts, a hand 225, a palm with a drum under it 180; a wire shorted
to ground reads 0. A quarter of the baseline, 69, is far from both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from iye_hw.chip_wiring import ChipWiring
from iye_hw.host import Host
from iye_hw.sentence import sentence
from iye_hw.touch_settings import COUNTS_A_BASELINE, TouchSettings

_Readings = Sequence[int]


class Plausible:
    """The pads of one chip; `mask` has a bit for each that counts as touched."""

    def __init__(self, wiring: ChipWiring, settings: TouchSettings, host: Host) -> None:
        self.mask = 0
        self.carried = 0
        """Touched before the chip was set up anew; not felt by it, but not let go of either."""
        self.baselines: Sequence[int] = ()
        self._wiring = wiring
        self._settings = settings
        self._host = host
        self._shorted = 0
        self._found: set[str] = set()

    def weigh(
        self, touched: int, before: int, read: Callable[[], _Readings], *, restarted: bool
    ) -> None:
        """Bring `mask` up to date from the status bits, now and before; what is new is weighed.

        Reads the filtered data only where they matter. Raises OSError if they cannot be read;
        then nothing has changed.
        """
        fresh = touched & ~before
        doubtful = self.mask & ~touched if restarted else 0
        filtered = read() if fresh or doubtful else ()
        shorted = self._shorted & touched | _bits(fresh, lambda e: self._is_short(filtered, e))
        carried = self.carried & ~touched | _bits(doubtful, lambda e: self._is_held(filtered, e))
        self._tell_shorts(shorted)
        self._shorted, self.carried = shorted, carried
        self.mask = touched & ~shorted | carried

    def let_go(self, filtered: _Readings) -> None:
        """Let go of carried pads on which nothing is any more."""
        self.carried = _bits(self.carried, lambda electrode: self._is_held(filtered, electrode))

    def tell_findings(self, findings: Mapping[str, str]) -> None:
        """Say what a self-test has found, a sentence a pad, and what it finds no more."""
        for pad, said in findings.items():
            if pad not in self._found:
                self._host.complain(said, f"self-test of pad {pad}", pads=(pad,))
        for pad in self._found - set(findings):
            self._host.complain(
                sentence("pad {pad} works again: nothing is to be done", pad=pad),
                f"self-test of pad {pad}",
                mended=True,
            )
        self._found = set(findings)

    def _below(self, filtered: _Readings, electrode: int) -> int:
        return self.baselines[electrode] * COUNTS_A_BASELINE - filtered[electrode]

    def _is_held(self, filtered: _Readings, electrode: int) -> bool:
        return self._below(filtered, electrode) >= self._settings.release_threshold

    def _is_short(self, filtered: _Readings, electrode: int) -> bool:
        return filtered[electrode] < self.baselines[electrode]  # the register is a quarter of it

    def _tell_shorts(self, shorted: int) -> None:
        for electrode in _electrodes(shorted ^ self._shorted):
            pad = self._wiring.pads.get(electrode, f"electrode {electrode}")
            if shorted >> electrode & 1:
                self._host.complain(
                    sentence(
                        "pad {pad} is shorted to ground: look for a bridge of solder or water "
                        "between its wire on {chip} and ground",
                        pad=pad,
                        chip=self._wiring.name,
                    ),
                    f"short of pad {pad}",
                    pads=(pad,),
                )
            else:
                self._host.complain(
                    sentence("pad {pad} is free of its short: nothing is to be done", pad=pad),
                    f"short of pad {pad}",
                    mended=True,
                )


def _electrodes(mask: int) -> list[int]:
    return [electrode for electrode in range(mask.bit_length()) if mask >> electrode & 1]


def _bits(mask: int, holds: Callable[[int], bool]) -> int:
    """Keep the bits of `mask` for which something holds."""
    return sum(1 << electrode for electrode in _electrodes(mask) if holds(electrode))
