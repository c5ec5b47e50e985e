"""Where everything in the body is, in millimetres, worked out from board.toml.

The law of this module: it knows no CAD, so that tests can ask it. x goes to player 1's right, y
to player 2, z up from the underside of the base; the middle of c3 is at x = y = 0.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, ValidationError, convert

BOARD: Final = Path(__file__).resolve().parents[1] / "board.toml"

Spot = tuple[float, float]
"""x and y."""
Length = Annotated[float, Meta(gt=0)]

PLAY: Final = 0.2
"""Between a part and the pocket it drops into, on every side."""
SEAM: Final = 0.1
"""What each of two neighbouring quarters stays short of their seam."""
TILE_PLAY: Final = 0.4
"""Around a tile in its light guide, on every side: wood swells."""

COLUMN: Final = 10.0
"""Diameter of a column of the base with a screw in it, and of one that only bears the tray:"""
REST: Final = 8.0

PI: Final = (85.0, 56.0)
"""A Raspberry Pi of the full size; a Zero fits on the same two front holes."""
PI_OVER: Final = 3.0
"""How far a Pi's USB sockets stand out over its end, and the microSD card over the other."""
PI_SUPPLY: Final = 11.2
"""How far the socket for a Pi's own supply is from the end with the microSD card."""
PI_HOLE: Final = 3.5
"""From a Pi's edges to its mounting holes, and"""
PI_HOLES: Final = (58.0, 49.0, 23.0)
"""how far they are apart: along its length, across it, and across a Zero."""
PINS: Final = (48.26, 2.54)
"""From pin 1 of a Pi's header to pin 40, along and across; it is midway between two holes."""


@dataclass(frozen=True)
class Body:
    """The measures under [body] in board.toml; each is explained there."""

    pitch: Length
    cell_board: Length
    cell_hole: Length
    tile: Length
    tile_height: Length
    iye_gap: Length
    drum: Length
    drum_height: Length
    drum_copper: Length
    bed: Length
    margin: Length
    partition: Length
    shell: Length
    side: Length
    room: Length
    behind: Length
    circuit: Length
    guide: Length
    rim: Length
    window: Length
    window_depth: Length
    carrier: tuple[Length, Length]
    carrier_holes: tuple[Spot, ...]
    button_hole: Length
    pads: tuple[str, ...]
    buttons: tuple[str, ...]

    @property
    def row(self) -> float:
        """The y of player 2's İye pads."""
        return 3 * self.pitch + self.iye_gap

    @property
    def half(self) -> Spot:
        """Half the body's width and length."""
        return (
            2.5 * self.pitch + self.margin,
            self.row + self.pitch / 2 + self.margin,
        )

    @property
    def under_floor(self) -> float:
        """The z of the tray's underside: the base reaches up to it."""
        return self.shell + self.room

    @property
    def on_floor(self) -> float:
        """The z of the tray's floor."""
        return self.under_floor + self.shell

    @property
    def under_circuit(self) -> float:
        """The z of a cell's circuit's underside."""
        return self.on_floor + self.behind

    @property
    def under_cell(self) -> float:
        """The room below a cell's circuit for its plugs, in the tray and on its stands."""
        return self.shell + self.behind

    @property
    def under_guide(self) -> float:
        """The z of the electrodes, on which the light guides lie."""
        return self.under_circuit + self.circuit

    @property
    def under_tile(self) -> float:
        """The z of what tiles lie on."""
        return self.under_guide + self.guide

    @property
    def top(self) -> float:
        """The z of the tray's face, and of the light guides' rims."""
        return self.under_tile + self.rim

    @property
    def pocket(self) -> float:
        """The side of a pad's pocket."""
        return self.pitch - self.partition

    @property
    def tray_seam(self) -> Spot:
        """Where the tray is cut into quarters: between columns c and d, and rows 3 and 4."""
        return (self.pitch / 2, self.pitch / 2)

    @property
    def base_seam(self) -> Spot:
        """Where the base is cut: elsewhere than the tray, so that each holds the other."""
        return (0.0, 0.0)

    @cached_property
    def faces(self) -> Mapping[str, Spot]:
        """Where the middle of every pad on the face is; the spare one is inside."""
        cells = {
            f"{file}{rank}": ((column - 2) * self.pitch, (rank - 3) * self.pitch)
            for rank in range(1, 6)
            for column, file in enumerate("abcde")
        }
        kinds = [name[1] for name in self.pads if name.startswith("1")]
        near = {f"1{kind}": ((n - 2) * self.pitch, -self.row) for n, kind in enumerate(kinds)}
        far = {f"2{name[1]}": (-x, -y) for name, (x, y) in near.items()}
        return {name: ({**cells, **near, **far})[name] for name in self.pads if name != "spare"}

    @property
    def crossings(self) -> Iterator[Spot]:
        """Where four cells meet."""
        steps = (-1.5, -0.5, 0.5, 1.5)
        return ((x * self.pitch, y * self.pitch) for y in steps for x in steps)

    @property
    def screws(self) -> tuple[Spot, ...]:
        """Where screws go up through the base's columns into the tray.

        None inside the right near quarter: the ribbon from carrier to Pi passes there.
        """
        x, y = self.half[0] - 6, self.half[1] - 6
        strip = self.row - (self.pitch + self.iye_gap) / 2
        cell, across, beside = 1.5 * self.pitch, self.pitch / 6, 2.25 * self.pitch
        corners = [(i * x, j * y) for i in (-1, 1) for j in (-1, 1)]
        sides = [(i * x, j) for i in (-1, 1) for j in (-beside, self.pitch / 4, beside)]
        ends = [(across, -y), (across, y), (cell, -y), (cell, y), (-cell, -y), (-cell, y)]
        strips = [(-cell, -strip), (-cell, strip), (cell, strip), (across, strip)]
        return (*corners, *sides, *ends, *strips, *self.inside)

    @property
    def inside(self) -> tuple[Spot, ...]:
        """Where screws go up between cells."""
        cell = 1.5 * self.pitch
        return ((-cell, -cell), (-cell, cell), (cell, cell))

    @property
    def rests(self) -> tuple[Spot, ...]:
        """Where columns only bear the tray: under its seams."""
        seam, cell = self.pitch / 2, 1.5 * self.pitch
        return ((seam, -cell), (seam, cell), (seam, seam), (cell, seam), (-cell, seam))

    @property
    def dowels(self) -> tuple[tuple[Spot, str], ...]:
        """Where dowels hold the tray's quarters level, and the axis each lies along."""
        seam, strip = self.pitch / 2, self.row - (self.pitch + self.iye_gap) / 2
        x, y = self.half[0] - 6, self.half[1] - 6
        along_x = [((seam, at), "x") for at in (-y, -strip, strip, y)]
        return (*along_x, ((-x, seam), "y"), ((x, seam), "y"))

    @property
    def bolts(self) -> tuple[tuple[Spot, str], ...]:
        """Where bolts join the base's quarters, and the axis each lies along."""
        along_x = [((0.0, y), "x") for y in (-150.0, -75.0, 75.0, 150.0)]
        return (*along_x, *(((x, 0.0), "y") for x in (-108.0, -45.0, 108.0)))

    @property
    def feet(self) -> tuple[Spot, ...]:
        """Where feet close the holes of screws: around, and in the middle, where hands press."""
        x, y, beside = self.half[0] - 6, self.half[1] - 6, 2.25 * self.pitch
        around = [(i * x, j * at) for i in (-1, 1) for j in (-1, 1) for at in (y, beside)]
        return (*around, *self.inside)

    @property
    def pi(self) -> Spot:
        """The middle of the Pi, turned round so that its header is towards the carrier's.

        So pin 1 of both is on the same side, and a plain ribbon joins them, past the column that
        bears the tray's seam between them.
        """
        return (self.pitch / 2 + 28, 32.5 - 1.5 * self.pitch)

    @property
    def pi_supply(self) -> Spot:
        """Where the edge of a Pi is at the socket for its own supply; only a Pi 5 needs that."""
        return (self.pi[0] + PI[0] / 2 - PI_SUPPLY, self.pi[1] + PI[1] / 2)

    @property
    def pi_stands(self) -> Iterator[tuple[Spot, float]]:
        """Where a Pi is screwed on, and by how much a stand is lower than the others.

        A Zero's own two are so low that they touch nothing below a larger Pi.
        """
        right = self.pi[0] + PI[0] / 2 - PI_HOLE
        front = self.pi[1] - PI[1] / 2 + PI_HOLE
        along, across, zero = PI_HOLES
        for x in (right, right - along):
            yield (x, front), 0
            yield (x, front + across), 0
            yield (x, front + zero), 2

    @property
    def pi_pins(self) -> tuple[Spot, Spot]:
        """Pins 1 and 40 of the Pi's header; pin 1 is in the row further in."""
        x = self.pi[0] + PI[0] / 2 - PI_HOLE - PI_HOLES[0] / 2
        return _pins((x, self.pi[1] - PI[1] / 2 + PI_HOLE))

    @property
    def carrier_pins(self) -> tuple[Spot, Spot]:
        """Pins 1 and 40 of the carrier's header, which is between two of its holes."""
        (left, y), (right, _) = self.carrier_holes[-2:]
        return _pins((self.carrier_at[0] - (left + right) / 2, self.carrier_at[1] - y))

    @property
    def carrier_at(self) -> Spot:
        """The middle of the carrier, turned round so that its header is towards the Pi."""
        return (self.pitch / 2 + 36, -60 - 1.5 * self.pitch)

    @property
    def carrier_stands(self) -> Iterator[Spot]:
        """Where the carrier is screwed on."""
        return ((self.carrier_at[0] - x, self.carrier_at[1] - y) for x, y in self.carrier_holes)

    @property
    def spare_at(self) -> Spot:
        """The middle of the spare pad: on the base's bottom, under the middle of the board."""
        return (-30.0, 40.0)

    @property
    def openings(self) -> Mapping[str, float]:
        """The y of each round opening in the right-hand wall; all are button_hole across."""
        buttons = {name: 32.0 + 24.0 * n for n, name in enumerate(self.buttons)}
        return {"5 V": -76.0, "power": -33.0, **buttons}

    @property
    def notch(self) -> float:
        """The y of the notch in the right-hand wall that a Pi 5's own cable leaves by."""
        return 115.0

    @property
    def grille(self) -> float:
        """The y of the grille in the right-hand wall, beside the carrier with its buzzer."""
        return self.carrier_at[1]


def _pins(middle: Spot) -> tuple[Spot, Spot]:
    """Give pins 1 and 40 of a header that is seen with its odd pins above, pin 1 at the right."""
    x, y = PINS[0] / 2, PINS[1] / 2
    return (middle[0] + x, middle[1] + y), (middle[0] - x, middle[1] - y)


def read_body(path: Path = BOARD) -> Body:
    """Read the body's measures and pads from a board.toml.

    Raises ValueError if one is missing or no length.
    """
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    names = {"pads": list(tables["pads"]), "buttons": list(tables["buttons"])}
    try:
        return convert({**tables["body"], **names}, Body)
    except ValidationError as error:
        raise ValueError(f"board.toml, [body]: {error}: give it in millimetres") from None
