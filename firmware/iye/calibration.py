"""What was measured on the empty board, kept as a file, and how far it has drifted since.

The law of this module: a file that cannot be used is a sentence, never a guess; and it is written
so that a power cut leaves the old one or the new one. What a person measured stands in it as it
was; what drift has made of it stands beside.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from iye.record.aside import write_aside
from iye_hw.board_map import BoardMap
from iye_hw.board_panel import Calibration
from iye_hw.touch_settings import TouchSettings

NAME: Final = "calibration.json"
"""The file in the data folder, unless the settings name another."""

USUAL: Final = TouchSettings().configs

Byte = Annotated[int, Meta(ge=0, le=255)]


class CalibrationError(ValueError):
    """The calibration cannot be used; the sentence says what to do."""


class Followed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What drift has made of the baselines since, and when that was last kept."""

    at: str
    baselines: dict[str, Byte]


class Measured(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What `iye calibrate` found: when, for each pad a register value, and thresholds in counts.

    `configs` are CONFIG1 and CONFIG2 by which it was measured: with another charge, pads read
    otherwise. `wiring` is `wiring_of` the board; empty in files of an older program.
    """

    board: str
    at: str
    baselines: dict[str, Byte]
    touch_threshold: Byte
    release_threshold: Byte
    configs: tuple[Byte, Byte] = USUAL
    wiring: str = ""
    followed: Followed | None = None

    def __post_init__(self) -> None:
        TouchSettings(
            touch_threshold=self.touch_threshold, release_threshold=self.release_threshold
        )

    @property
    def thresholds(self) -> tuple[int, int]:
        """To touch, and to release."""
        return self.touch_threshold, self.release_threshold

    @property
    def in_use(self) -> dict[str, int]:
        """The baselines to go on from: as far as drift has been followed."""
        return self.baselines if self.followed is None else self.followed.baselines

    def calibration(self) -> Calibration:
        """Give what the panel takes."""
        return Calibration(self.in_use)


def read_calibration(
    path: Path, board: BoardMap, configs: tuple[int, int] = USUAL
) -> Measured | None:
    """Read the file; None where there is none yet. `configs` are those the chips will have.

    Raises CalibrationError.
    """
    try:
        measured = msgspec.json.decode(path.read_bytes(), type=Measured)
    except FileNotFoundError:
        return None
    except OSError as error:
        why = f"{path} cannot be read ({error.strerror})"
        raise CalibrationError(f"{why}: {_READABLE}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path} is damaged ({error}): {_AGAIN}") from None
    missing = set(board.pads) - (set(measured.baselines) & set(measured.in_use))
    if missing or measured.board != board.name:
        what = f"lacks pad {min(missing)}" if missing else f"is of the board {measured.board}"
        raise CalibrationError(f"{path} {what}: {_AGAIN}")
    if measured.wiring and measured.wiring != wiring_of(board):
        raise CalibrationError(f"{path} was measured by another board.map: {_AGAIN}")
    if measured.configs != configs:
        raise CalibrationError(f"{path} was measured with another charge: {_AGAIN}")
    return measured


def usable_calibration(
    path: Path, board: BoardMap, configs: tuple[int, int] = USUAL
) -> Measured | None:
    """Read what was measured; None also where it cannot be used, which others say."""
    with suppress(CalibrationError):
        return read_calibration(path, board, configs)
    return None


def wiring_of(board: BoardMap) -> str:
    """Tell wirings apart: which electrode of which chip is which pad."""
    places = sorted((p.name, board.chips[p.chip], p.electrode) for p in board.places)
    return blake2b(repr(places).encode(), digest_size=8).hexdigest()


def write_calibration(path: Path, measured: Measured) -> None:
    """Keep what was measured, durably. Raises OSError; then the file is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_aside(path, msgspec.json.format(msgspec.json.encode(measured)) + b"\n")


_READABLE: Final = "run this as the user of the board (sudo -u iye), or set board.calibration"
_AGAIN: Final = "empty the board and run iye calibrate"
