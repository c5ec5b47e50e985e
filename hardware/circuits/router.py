"""Finds ways for tracks on a grid, on both sides of a board, around whatever is there already.

The law of this module: no two nets ever come closer than the clearance, and the same board gives
the same tracks. It knows no KiCad.

A search (A*) takes steps straight or at 45°, and vias. Where other tracks are in the way it may
cross them at a price; those are then taken up and laid again, and every time a place is fought
over it becomes dearer, so that the nets settle (after McMurchie and Ebeling, PathFinder, 1995).
Pads and keep-outs are never crossed.

Lengths are millimetres.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Final

from circuits.grid import (
    GRID,
    VIA,
    Board,
    Copper,
    Net,
    Node,
    Way,
    apart,
    bounds,
    core,
    mm,
    runs,
    vias,
)

STEPS: Final = tuple(
    (dx, dy, math.hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy
)
VIA_COST: Final = 12.0
BACK_COST: Final = 1.3
"""What a step costs on the back, whose copper is to stay one ground plane."""

TURN_COST: Final = 0.4
CROSSING: Final = 40.0
GAVE_WAY: Final = 15.0
UNWELCOME: Final = 3.0


class NoWayError(ValueError):
    """A net cannot be laid; the sentence names it."""


class Router:
    """Lays nets on a board, taking up and laying again until all have their place."""

    def __init__(self, board: Board, nets: Sequence[Net]) -> None:
        """Take a board and what is to be laid on it; nothing is laid yet."""
        self.board = board
        self.nets = {net.name: net for net in nets}
        self.columns = round(board.width / GRID) + 1
        self.rows = round(board.height / GRID) + 1
        self.size = self.columns * self.rows
        self.numbers = {name: n for n, name in enumerate(self._names(), start=1)}
        self.radii = sorted({net.width / 2 for net in nets} | {VIA})
        self.walls = {radius: self._walls(radius) for radius in self.radii}
        self.tracks: dict[float, list[set[str] | None]] = {
            radius: [None] * (4 * self.size) for radius in self.radii
        }
        self.dear = [0.0] * (4 * self.size)
        self.busy = {node: c.net for c in board.busy for node in self._near(c, GRID)}
        self.ways: dict[str, list[list[Node]]] = {}

    def route(self, most: int = 400) -> list[Way]:
        """Lay every net. Raises NoWayError if one cannot be laid, or they never settle."""
        waiting = list(self.nets)
        for _ in range(most + len(waiting)):
            if not waiting:
                return [self._way(name) for name in self.nets]
            name = waiting.pop(0)
            waiting += self._lay(name)
        raise NoWayError(f"the nets {', '.join(waiting)} find no place: give them more room")

    def plane_vias(self, net: str, apart: float) -> Iterator[tuple[float, float]]:
        """Give where vias of a plane's net fit, on a grid this far apart, once all is laid."""
        step = round(apart / GRID)
        for row in range(step // 2, self.rows, step):
            for column in range(step // 2, self.columns, step):
                spots = [side * self.size + row * self.columns + column for side in (0, 1)]
                if not any(self._taken(spot, net) for spot in spots):
                    yield mm(column), mm(row)

    def _taken(self, index: int, net: str) -> bool:
        others = (self.tracks[VIA][index] or set()) - {net}
        return bool(others or self.walls[VIA][index] or index in self.busy)

    def _names(self) -> list[str]:
        return sorted({copper.net for copper in self.board.fixed} | set(self.nets))

    def _walls(self, radius: float) -> list[int]:
        """Give for every node whose copper is too near for a track of this half width.

        0: nobody's; a net's number: only that net's; -1: several nets', or the board's edge.
        """
        walls = [0] * (4 * self.size)
        margin = math.ceil((self.board.edge + radius) / GRID)
        for row in range(self.rows):
            for column in range(self.columns):
                inside = margin <= column < self.columns - margin
                if not (inside and margin <= row < self.rows - margin):
                    walls[row * self.columns + column] = -1
                    walls[self.size + row * self.columns + column] = -1
        for copper in self.board.fixed:
            number = self.numbers[copper.net] if copper.net else -1
            if radius == VIA and len(copper.sides) == 1 and copper.box:
                number = -1  # a via in a pad would drink its solder
            for node in self._near(copper, radius + self.board.clearance):
                walls[node] = number if walls[node] in (0, number) else -1
        return walls

    def _near(self, copper: Copper, reach: float) -> Iterator[int]:
        """Give the nodes, and the middles between four of them, nearer than `reach` to copper.

        A slanting step goes through such a middle, and is nearest to a corner there.
        """
        out = reach + copper.radius
        left = max(0, math.floor((min(copper.ax, copper.bx) - out) / GRID))
        right = min(self.columns - 1, math.ceil((max(copper.ax, copper.bx) + out) / GRID))
        top = max(0, math.floor((min(copper.ay, copper.by) - out) / GRID))
        bottom = min(self.rows - 1, math.ceil((max(copper.ay, copper.by) + out) / GRID))
        for row, column, half in product(range(top, bottom + 1), range(left, right + 1), (0, 1)):
            x, y = (column + half / 2) * GRID, (row + half / 2) * GRID
            if copper.distance(x, y) < reach - 1e-6:
                for side in copper.sides:
                    yield (side + 2 * half) * self.size + row * self.columns + column

    def _lay(self, name: str) -> list[str]:
        """Lay one net; give those that had to be taken up for it."""
        net = self.nets[name]
        paths: list[list[Node]] = []
        for pins in self._trips(net):
            paths.append(self._search(net, paths, *pins))
        self.ways[name] = paths
        for path in paths:
            self._mark(name, path, put=True)
        return self._give_way(name)

    def _trips(self, net: Net) -> Iterator[tuple[list[Copper], list[Copper]]]:
        """Give from where to where to search, one after the other."""
        if net.to_plane:
            yield from (([pin], []) for pin in net.pins)
            return
        done, left = [net.pins[0]], net.pins[1:]
        while left:
            nearest = min(left, key=lambda pin: min(apart(pin, other) for other in done))
            yield list(done), [nearest]
            done.append(nearest)
            left.remove(nearest)

    def _give_way(self, name: str) -> list[str]:
        """Take up what is now too near to a net, and make that ground dearer."""
        net = self.nets[name]
        losers: set[str] = set()
        for path in self.ways[name]:
            for node, radius in self._steps(path, net.width / 2):
                others = (self.tracks[radius][node] or set()) - {name}
                if others:
                    losers |= others
                    self.dear[node] += GAVE_WAY
        for loser in sorted(losers):
            for path in self.ways.pop(loser):
                self._mark(loser, path, put=False)
        return sorted(losers)

    def _steps(self, path: list[Node], radius: float) -> Iterator[tuple[int, float]]:
        for before, node in zip([path[0], *path], path, strict=False):
            yield self._index(node), radius
            if before[1] != node[1] and before[2] != node[2]:
                yield self._middle(before, node), radius
            if before[0] != node[0]:
                yield self._index(node), VIA
                yield self._index(before), VIA

    def _mark(self, name: str, path: list[Node], *, put: bool) -> None:
        """Note, or forget, that a path's surroundings belong to a net."""
        for copper in self._copper(self.nets[name], path):
            for radius in self.radii:
                for node in self._near(copper, radius + self.board.clearance):
                    owners = self.tracks[radius][node]
                    if put:
                        self.tracks[radius][node] = (owners or set()) | {name}
                    elif owners:
                        self.tracks[radius][node] = (owners - {name}) or None

    def _copper(self, net: Net, path: list[Node]) -> Iterator[Copper]:
        for side, points in runs(path):
            for (ax, ay), (bx, by) in pairwise(points):
                yield Copper(net.name, (side,), ax, ay, bx, by, net.width / 2)
        for x, y in vias(path):
            yield Copper(net.name, (0, 1), x, y, x, y, VIA)

    def _search(
        self, net: Net, paths: list[list[Node]], sources: list[Copper], targets: list[Copper]
    ) -> list[Node]:
        """Find the cheapest way from what is joined already to a target, or to the plane."""
        starts = {node for pin in sources for node in self._inside(pin)}
        if not net.to_plane:
            starts |= {node for path in paths for node in path}
        goals = {node for pin in targets for node in self._inside(pin)}
        box = bounds(goals)
        came: dict[Node, Node | None] = {}
        best = dict.fromkeys(starts, 0.0)
        queue = [(self._guess(node, box), 0.0, node, node) for node in sorted(starts)]
        heapq.heapify(queue)
        while queue:
            _, cost, node, before = heapq.heappop(queue)
            if node in came:
                continue
            came[node] = None if before == node else before
            if self._arrived(net, node, goals, came[node]):
                return _back(node, came)
            for onward, price in self._onward(net, node, came[node]):
                total = cost + price
                if onward not in came and total < best.get(onward, math.inf):
                    best[onward] = total
                    heapq.heappush(queue, (total + self._guess(onward, box), total, onward, node))
        raise NoWayError(f"the net {net.name} is walled in: move the parts around it")

    @staticmethod
    def _arrived(net: Net, node: Node, goals: set[Node], before: Node | None) -> bool:
        if net.to_plane:
            return node[0] == 1 and before is not None
        return node in goals

    def _onward(self, net: Net, node: Node, before: Node | None) -> Iterator[tuple[Node, float]]:
        side, column, row = node
        radius = net.width / 2
        for dx, dy, length in STEPS:
            onward = (side, column + dx, row + dy)
            price = self._price(net, self._index(onward), radius)
            if price is not None and dx and dy:
                halfway = self._price(net, self._middle(node, onward), radius)
                price = None if halfway is None else max(price, halfway)
            if price is None:
                continue
            turned = before is not None and (column - before[1], row - before[2]) != (dx, dy)
            scale = BACK_COST if side else 1.0
            yield onward, length * scale + price + (TURN_COST if turned else 0.0)
        through = (1 - side, column, row)
        here, there = (self._price(net, self._index(end), VIA) for end in (node, through))
        if here is not None and there is not None:
            yield through, VIA_COST + here + there

    def _price(self, net: Net, index: int, radius: float) -> float | None:
        """Give what it costs to be at a node besides the step there; None if it cannot be."""
        wall = self.walls[radius][index]
        if wall and wall != self.numbers[net.name]:
            return None
        others = self.tracks[radius][index]
        price = UNWELCOME if self.busy.get(index, net.name) != net.name else 0.0
        if others and others != {net.name}:
            return price + CROSSING + self.dear[index]
        return price + self.dear[index] * 0.1

    def _inside(self, pin: Copper) -> Iterator[Node]:
        """Give the nodes well within a pad, and the one nearest its middle in any case."""
        middle = (round((pin.ax + pin.bx) / 2 / GRID), round((pin.ay + pin.by) / 2 / GRID))
        for side in pin.sides:
            yield (side, *middle)
            for index in self._near(core(pin, side), 0.02):
                if index < 2 * self.size:
                    spot = index % self.size
                    yield (side, spot % self.columns, spot // self.columns)

    def _index(self, node: Node) -> int:
        return node[0] * self.size + node[2] * self.columns + node[1]

    def _middle(self, a: Node, b: Node) -> int:
        row, column = min(a[2], b[2]), min(a[1], b[1])
        return (a[0] + 2) * self.size + row * self.columns + column

    @staticmethod
    def _guess(node: Node, box: tuple[int, int, int, int] | None) -> float:
        if box is None:
            return 0.0
        dx = max(box[0] - node[1], 0, node[1] - box[2])
        dy = max(box[1] - node[2], 0, node[2] - box[3])
        return max(dx, dy) + (math.sqrt(2) - 1) * min(dx, dy)

    def _way(self, name: str) -> Way:
        paths = self.ways[name]
        tracks = tuple((side, points) for path in paths for side, points in runs(path))
        holes = {via for path in paths for via in vias(path)}
        return Way(name, self.nets[name].width, tracks, tuple(sorted(holes)))


def _back(node: Node, came: dict[Node, Node | None]) -> list[Node]:
    path = [node]
    while (before := came[path[-1]]) is not None:
        path.append(before)
    return path[::-1]
