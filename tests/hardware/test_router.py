"""Tracks reach their pads and never come too near to another net's."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from circuits.grid import VIA, Board, Copper, Net, Way
from circuits.router import NoWayError, Router

SIDE = 12.0


def pad(net: str, x: float, y: float, sides: tuple[int, ...] = (0, 1)) -> Copper:
    return Copper(net, sides, x - 0.5, y - 0.5, x + 0.5, y + 0.5, box=True)


def lay(pins: dict[str, list[Copper]], walls: tuple[Copper, ...] = ()) -> list[Way]:
    fixed = [pin for net in pins.values() for pin in net] + list(walls)
    nets = [Net(name, net) for name, net in pins.items()]
    return Router(Board(SIDE, SIDE, fixed), nets).route()


def copper(way: Way) -> list[Copper]:
    lines = [
        Copper(way.net, (side,), *a, *b, way.width / 2)
        for side, points in way.tracks
        for a, b in pairwise(points)
    ]
    return lines + [Copper(way.net, (0, 1), x, y, x, y, VIA) for x, y in way.vias]


def spots(piece: Copper) -> list[tuple[float, float]]:
    """Give points along a line, near enough to find any place where it comes too close."""
    steps = max(1, math.ceil(math.hypot(piece.bx - piece.ax, piece.by - piece.ay) / 0.05))
    shares = [n / steps for n in range(steps + 1)]
    return [
        (piece.ax + t * (piece.bx - piece.ax), piece.ay + t * (piece.by - piece.ay)) for t in shares
    ]


def nearest(a: Copper, b: Copper) -> float:
    return min(b.distance(x, y) for x, y in spots(a)) - a.radius


def assert_apart(ways: list[Way], pins: dict[str, list[Copper]], least: float = 0.2) -> None:
    everything = [piece for way in ways for piece in copper(way)]
    everything += [pin for net in pins.values() for pin in net]
    for a, b in combinations(everything, 2):
        if a.net != b.net and set(a.sides) & set(b.sides) and not a.box:
            assert nearest(a, b) >= least - 1e-6, (a, b)


def assert_joined(way: Way, pins: list[Copper]) -> None:
    """Every piece hangs together with every pin, side by side or by a via."""
    groups = [{n} for n in range(len(pins) + len(copper(way)))]
    pieces = [*pins, *copper(way)]
    for (n, a), (m, b) in combinations(enumerate(pieces), 2):
        if set(a.sides) & set(b.sides) and (nearest(a, b) <= 0 or nearest(b, a) <= 0):
            one, two = (next(g for g in groups if k in g) for k in (n, m))
            if one is not two:
                groups.remove(two)
                one |= two
    assert len(groups) == 1


CROSSED = {
    "a": [pad("a", 2, 6), pad("a", 10, 6)],
    "b": [pad("b", 6, 2), pad("b", 6, 10)],
}


def test_two_nets_that_cross_do_so_on_two_sides() -> None:
    ways = lay(CROSSED)
    assert_apart(ways, CROSSED)
    for way in ways:
        assert_joined(way, CROSSED[way.net])


def test_many_nets_in_a_narrow_place_settle() -> None:
    """Eight nets whose pads are in the opposite order on the other edge."""
    ys = [1.6 + 1.2 * n for n in range(8)]
    pins = {
        f"n{n}": [pad(f"n{n}", 1.4, ys[n], (0,)), pad(f"n{n}", 10.6, ys[7 - n], (0,))]
        for n in range(8)
    }
    pins = {
        name: [Copper(p.net, p.sides, p.ax, p.ay + 0.2, p.bx, p.by - 0.2, box=True) for p in net]
        for name, net in pins.items()
    }
    ways = lay(pins)
    assert_apart(ways, pins)
    for way in ways:
        assert_joined(way, pins[way.net])


def test_a_wall_is_gone_around() -> None:
    wall = Copper("", (0, 1), 6, 0, 6, 9, 0.2)
    pins = {"a": [pad("a", 2, 2), pad("a", 10, 2)]}
    (way,) = lay(pins, (wall,))
    assert min(nearest(piece, wall) for piece in copper(way)) >= 0.2 - 1e-6
    assert_joined(way, pins["a"])


def test_a_net_walled_in_is_refused_by_name() -> None:
    wall = Copper("", (0, 1), 6, 0, 6, SIDE, 0.2)
    with pytest.raises(NoWayError, match="the net a is walled in"):
        lay({"a": [pad("a", 2, 2), pad("a", 10, 2)]}, (wall,))


def test_tracks_keep_from_the_board_s_edge() -> None:
    pins = {"a": [pad("a", 1.2, 1.2), pad("a", 10.8, 1.2)]}
    walls = (Copper("", (0, 1), 6, 1.4, 6, SIDE, 0.2),)
    (way,) = lay(pins, walls)
    for piece in copper(way):
        assert min(piece.ay, piece.by) - piece.radius >= 0.5


def test_a_ground_pad_reaches_the_plane_by_a_via_beside_it() -> None:
    pin = pad("GND", 6, 6, (0,))
    net = Net("GND", [pin], to_plane=True)
    (way,) = Router(Board(SIDE, SIDE, [pin]), [net]).route()
    ((x, y),) = way.vias
    assert pin.distance(x, y) >= VIA
    assert_joined(way, [pin])


def test_the_same_board_gives_the_same_tracks() -> None:
    assert lay(CROSSED) == lay(CROSSED)
