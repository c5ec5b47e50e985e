"""On the simple board nothing that is drilled, glued or soldered is in another's way."""

from __future__ import annotations

import math
import re
import zlib
from itertools import combinations
from pathlib import Path

import pytest

from enclosure.measures import Spot, read_body
from simple.places import (
    LIGHT_HOLE,
    PRINTED,
    STRIP,
    TAPE,
    WIRE_HOLE,
    light_spot,
    sheets,
    wire_spot,
)

BODY = read_body()
HARDWARE = Path(__file__).parents[2] / "hardware"
LIGHT = 10.0
"""Across the small circuit that a WS2812B on wires is on: it is glued below its hole."""
POINTS = 72 / 25.4


@pytest.mark.parametrize("name", BODY.faces)
def test_every_light_and_wire_is_reached_from_below_beside_the_strips(name: str) -> None:
    x, y = (half - STRIP for half in BODY.half)
    light, wire = light_spot(BODY, name), wire_spot(BODY.faces[name])
    for spot, around in ((light, LIGHT / 2), (wire, 3.0)):
        assert abs(spot[0]) + around <= x
        assert abs(spot[1]) + around <= y


def test_no_two_lights_want_the_same_place() -> None:
    for one, other in combinations(BODY.faces, 2):
        assert math.dist(light_spot(BODY, one), light_spot(BODY, other)) >= LIGHT, (one, other)


@pytest.mark.parametrize("name", BODY.faces)
def test_a_light_s_hole_is_in_no_copper_and_below_no_tile(name: str) -> None:
    x, y = light_spot(BODY, name)
    for pad, (left, up) in BODY.faces.items():
        beside = abs(x - left) - TAPE / 2, abs(y - up) - BODY.tile / 2
        assert max(beside) >= LIGHT_HOLE / 2, pad


@pytest.mark.parametrize("name", BODY.faces)
def test_a_pad_s_wire_comes_up_in_its_own_copper(name: str) -> None:
    x, y = BODY.faces[name]
    wire = wire_spot((x, y))
    assert abs(wire[0] - x) + WIRE_HOLE[0] / 2 + 2 <= TAPE / 2
    assert abs(wire[1] - y) + WIRE_HOLE[0] / 2 + 2 <= BODY.tile / 2


def test_the_parts_list_has_tape_strips_and_plywood_of_these_widths() -> None:
    parts = (HARDWARE / "parts.csv").read_text(encoding="utf-8")
    assert f"copper tape {TAPE:g} mm wide" in parts
    width, length = (2 * half for half in BODY.half)
    assert f"plywood 3 mm {width:g} × {length:g} mm" in parts
    found = re.search(r"wood strips (\d+) × \d+ mm, ([\d.]+) m", parts)
    assert found
    assert float(found[1]) == STRIP
    assert 2 * length + 2 * (width - 2 * STRIP) <= 1000 * float(found[2])


def test_the_sheets_cover_the_board_and_are_joined_through_no_hole_and_no_cross() -> None:
    corners = list(sheets(BODY))
    for corner in ((i * BODY.half[0], j * BODY.half[1]) for i in (-1, 1) for j in (-1, 1)):
        assert any(on_sheet(sheet, corner, 0) for sheet in corners), corner
    for name, at in BODY.faces.items():
        for spot, around in (
            (at, 3.0),
            (light_spot(BODY, name), LIGHT_HOLE / 2 + 1),
            (wire_spot(at), WIRE_HOLE[0] / 2 + 1),
        ):
            assert [on_sheet(sheet, spot, around) for sheet in corners].count(True) == 1, name
    assert len(corners) == 4


def on_sheet(corner: Spot, spot: Spot, around: float) -> bool:
    """Say whether a spot, and so much around it, is within a sheet."""
    places = zip(corner, spot, PRINTED, strict=True)
    return all(low + around <= at <= low + part - around for low, at, part in places)


def pages() -> list[str]:
    """Give what is drawn on each sheet of the template."""
    data = (HARDWARE / "simple" / "template.pdf").read_bytes()
    found = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    drawn = []
    for stream in found:
        try:
            text = zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
        if " re" in text or " l" in text:
            drawn.append(text)
    return [text for text in drawn if "BT" in text]


def test_the_template_is_a4_at_full_size() -> None:
    data = (HARDWARE / "simple" / "template.pdf").read_bytes()
    boxes = re.findall(rb"/MediaBox \[ ?([\d. ]+?) ?\]", data)
    assert boxes
    for box in boxes:
        _, _, width, height = map(float, box.split())
        assert (width / POINTS, height / POINTS) == pytest.approx((210, 297), abs=0.1)


def test_squares_of_copper_are_drawn_as_large_as_they_are() -> None:
    """Rectangles are drawn as four corners; those of copper are 40 × 38 mm."""
    corner = r"([-\d.]+) ([-\d.]+)"
    shape = re.compile(rf"{corner} m\s+{corner} l\s+{corner} l\s+{corner} l\s+{corner} l\s+h")
    sizes = set()
    for page in pages():
        for points in shape.findall(page):
            xs, ys = [float(x) for x in points[0::2]], [float(y) for y in points[1::2]]
            size = (max(xs) - min(xs)) / POINTS, (max(ys) - min(ys)) / POINTS
            sizes.add((round(size[0], 1), round(size[1], 1)))
    assert (TAPE, BODY.tile) in sizes
