"""What the electrodes should read, worked out from the cell's measures and the body's.

It writes sensing.md. Formulas are those of plates and of strips side by side; whatever is assumed
is in the table of assumptions, and nothing has been measured on a board yet.
"""

from __future__ import annotations

import math
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]

from circuits.cell import electrode
from iye_hw.capacitance import ADC_STEPS, MOST_COUNTS, SUPPLY_VOLTS, charge_for, reading_of
from iye_hw.mpr121_registers import CHARGE_TIMES
from wiring.clean import PAD_WIRE

INPUTS = [
    "board.toml#body",
    "circuits/cell/electrode.py",
    "wiring/clean.py",
    "../iye_hw/capacitance.py",
    "../iye_hw/mpr121_registers.py",
]
OUTPUTS = ["circuits/sensing.md"]

EPSILON: Final = 8.854e-3
"""Of empty space, in pF/mm."""

GUIDE: Final = 2.9
WOOD: Final = 2.5
BOARD: Final = 3.0
"""Relative permittivities: the light guide, dry wood, and the circuit with the air below it."""

BODY: Final = 100.0
"""A person against the earth, in pF."""
WIRE: Final = 40.0
"""One wire in a bundle of others, in pF/m."""
WIRE_LENGTH: Final = PAD_WIRE / 1000
NEAREST: Final = 50
"""How many mm of wire would do for the pad above the carrier's plugs."""
CHIP: Final = 6.0
"""The chip's pin, the track to it and the two plugs, in pF."""

SETTINGS: Final = ((16, 0.5), (63, 0.5), (63, 1.0))
"""Charges to compare: the current in µA, and for how many µs."""
STRONGEST: Final = 63
"""The most that the chip charges with, in µA."""
HEADROOM: Final = 0.7
"""What the chip leaves below its supply, in V."""
FULL: Final = (SUPPLY_VOLTS - HEADROOM) * ADC_STEPS / SUPPLY_VOLTS
"""Counts of a pad that charges no further."""


@dataclass(frozen=True, slots=True)
class Felt:
    """One pad's capacitances in pF: bare, and what the drum adds alone and under a hand."""

    bare: float
    drum: float
    hand: float


def felt(body: dict[str, float]) -> Felt:
    """Work out a pad's capacitances from the measures under [body]."""
    side = body["cell_board"]
    pad, ground = electrode.areas_under(body["drum_copper"], side)
    apart = body["guide"] / GUIDE + body["tile_height"] / WOOD
    to_pad, to_ground = EPSILON * pad / apart, EPSILON * ground / apart
    itself = 8 * EPSILON * body["drum_copper"] / 2
    bare = strips(side) + WIRE * WIRE_LENGTH + CHIP
    floating = to_ground + itself
    return Felt(bare, in_row(to_pad, floating), in_row(to_pad, floating + BODY))


def strips(side: float) -> float:
    """Give the capacitance in pF of the electrode's fingers against the ground between them.

    Each gap lies between half a finger and half a ground finger: two strips side by side, of
    which K(k')/K(k) pF per mm and ε0·ε, with K the complete elliptic integral of the first kind.
    """
    a, b, g = electrode.FINGER / 2, electrode.GROUND / 2, electrode.GAP
    k = math.sqrt(g * (a + b + g) / ((a + g) * (b + g)))
    mean = (GUIDE + BOARD) / 2
    return EPSILON * mean * _elliptic(math.sqrt(1 - k * k)) / _elliptic(k) * electrode.edge(side)


def in_row(a: float, b: float) -> float:
    """Give the capacitance of two in a row."""
    return a * b / (a + b)


def counts(microamperes: float, microseconds: float, picofarads: float) -> float:
    """Give the chip's reading of a charge on a capacitance, up to where it no longer charges."""
    return min(reading_of(microamperes * microseconds, picofarads), FULL)


def most_charge(picofarads: float) -> tuple[int, float]:
    """Give the largest charge, as current and time, that leaves a bare pad below the most counts.

    Of several that are as large, the shortest.
    """
    limit = charge_for(MOST_COUNTS, picofarads)
    fitting = [
        (current, time)
        for time in CHARGE_TIMES
        if (current := min(STRONGEST, math.floor(limit / time)))
    ]
    return max(fitting, key=lambda charge: (charge[0] * charge[1], -charge[1]))


def _elliptic(k: float) -> float:
    """Give K(k) by the arithmetic-geometric mean."""
    a, b = 1.0, math.sqrt(1 - k * k)
    while abs(a - b) > 1e-12:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


def _row(current: float, time: float, pad: Felt) -> str:
    bare = counts(current, time, pad.bare)
    drum = bare - counts(current, time, pad.bare + pad.drum)
    hand = bare - counts(current, time, pad.bare + pad.hand)
    return f"| {current:g} µA for {time:g} µs | {bare:.0f} | {drum:.0f} | {hand:.0f} |"


TEXT: Final = """# What the electrodes should read

Written by `sensing.py`, from the cell's measures and `[body]` in `board.toml`. **Nothing here has been
measured**: build one cell first, measure it, and compare.

## Capacitances

The drum's conductive base ({drum:g} mm across) over the middle of a cell covers {pad:.0f} mm² of
electrode and {ground:.0f} mm² of ground. Between them are a light guide of {guide:g} mm and a tile of
{tile:g} mm: as much as {apart:.2f} mm of air.

| | formula | pF |
|---|---|---|
| electrode against its ground fingers | strips side by side: ε0·ε·K(k′)/K(k)·length | {strips:.1f} |
| wire, {length:g} m | {wire:g} pF/m in a bundle | {wired:.1f} |
| chip, track, plugs | assumed | {chip:.1f} |
| **bare pad** | sum | **{bare:.1f}** |
| drum's base and electrode | plates: ε0·area/Σ(thickness/ε) | {to_pad:.2f} |
| drum's base and ground fingers | plates | {to_ground:.2f} |
| drum's base and the room | disc: 8·ε0·radius | {itself:.2f} |
| **drum alone adds** | electrode in a row with ground and room | **{alone:.2f}** |
| **drum and hand add** | electrode in a row with ground, room and a person's {body:g} pF | **{hand:.2f}** |

Assumed: ε = {eguide:g} for the light guide, {ewood:g} for wood, {eboard:g} for what is below the copper.
Damp wood has more, a gap of air under the tile takes away: 0.5 mm of air is as much as
{air:.1f} mm of wood.

## Counts

The chip reads CDC × CDT × {steps} / ({supply:g} V × C), and charges to {most:.1f} V at most.

| charge | bare pad | drum alone takes away | drum and hand take away |
|---|---|---|---|
{rows}

With the usual charge, in the first row, the drum stays below the usual threshold of 12 counts. So
put the last row into `/etc/iye/iye.toml`, as `charge_current` and `charge_time` under `[touch]`: the most
charge that leaves bare pads below {full_at} counts. Then let `iye calibrate` propose the thresholds.

All pads get the same charge, so all their wires are {wire_mm:g} mm long, as the furthest pad's must be: with
{near_mm:g} mm, enough for the nearest, a pad has {near:.0f} pF, which the last row would fill beyond what the
chip can read. Lay them loosely: apart from each other they have half of a bundle's capacitance, and with
as much charge as that allows the drum is felt by {gain:.0f} % more.

## To be measured

| what | how | expect |
|---|---|---|
| bare pad, wire off | capacitance meter from PAD to GND at J3 of one cell | {strips:.0f} pF, within a third |
| bare pad, wire on | the same, at the carrier's plug with the chip off | {with_wire:.0f} pF, within a third |
| bare pads' reading | `iye calibrate`, board empty | as in the table; no pad 0 or at {full:.0f} |
| a hand on the drum | `iye panel-test`, on every pad | within half and twice the table |
| drum alone, hand gone | the same; leave it for ten minutes | {share:.0f} % of the drum with a hand |
| neighbouring pads | drum on c3, look at b3, d3, c2, c4 | less than a quarter of c3's |
| noise | calibrate twice, lights dark and lights at full | less than 2 counts between them |
"""  # noqa: E501  a row of a table is one line


def main() -> None:
    """Write what to expect."""
    toml = (HERE.parent / "board.toml").read_text(encoding="utf-8")
    body = {name: x for name, x in tomllib.loads(toml)["body"].items() if type(x) is float}
    pad = felt(body)
    area, ground = electrode.areas_under(body["drum_copper"], body["cell_board"])
    apart = body["guide"] / GUIDE + body["tile_height"] / WOOD
    loose = WIRE * WIRE_LENGTH / 2
    text = TEXT.format(
        drum=body["drum_copper"],
        pad=area,
        ground=ground,
        guide=body["guide"],
        tile=body["tile_height"],
        apart=apart,
        strips=strips(body["cell_board"]),
        length=WIRE_LENGTH,
        wire=WIRE,
        wired=WIRE * WIRE_LENGTH,
        chip=CHIP,
        bare=pad.bare,
        to_pad=EPSILON * area / apart,
        to_ground=EPSILON * ground / apart,
        itself=8 * EPSILON * body["drum_copper"] / 2,
        alone=pad.drum,
        hand=pad.hand,
        body=BODY,
        eguide=GUIDE,
        ewood=WOOD,
        eboard=BOARD,
        air=0.5 * WOOD,
        steps=ADC_STEPS,
        supply=SUPPLY_VOLTS,
        most=SUPPLY_VOLTS - HEADROOM,
        rows="\n".join(_row(*charge, pad) for charge in (*SETTINGS, most_charge(pad.bare))),
        full=FULL,
        full_at=MOST_COUNTS,
        wire_mm=PAD_WIRE,
        near_mm=NEAREST,
        near=pad.bare - WIRE * (PAD_WIRE - NEAREST) / 1000,
        gain=100 * ((pad.bare + pad.hand) / (pad.bare + pad.hand - loose) - 1),
        with_wire=strips(body["cell_board"]) + WIRE * WIRE_LENGTH,
        share=100 * pad.drum / pad.hand,
    )
    (HERE / "sensing.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
