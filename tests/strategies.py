"""Deals, positions and matches for the tests of every room, from seeded chance.

The law of this module: everything comes about by legal play from a deal, so whatever a test is
given, a game could have led to it. Two ways in: plain functions of a `random.Random`, for loops
and benches, and hypothesis strategies, which also shrink what they find.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from iye.rules import CENSUS, Cycle, Deal, Kind, Match, Move, Player, Position, legal_moves

TILES = tuple(kind for kind in Kind for _ in range(CENSUS[kind]))
"""The game's 25 tiles, Owl to Sun."""


def random_deal(rng: Random) -> Deal:
    """Shuffle the 25 tiles."""
    return Deal(tuple(rng.sample(TILES, len(TILES))))


def random_playout(rng: Random, start: Position) -> tuple[Move, ...]:
    """Play any legal move after another until the cycle has ended; give the moves."""
    moves: list[Move] = []
    while options := legal_moves(start):
        moves.append(rng.choice(options))
        start = start.play(moves[-1])
    return tuple(moves)


def random_cycle(rng: Random, first: Player) -> Cycle:
    """Deal a cycle and play it to its end."""
    cycle = Cycle.begin(random_deal(rng), first)
    for move in random_playout(rng, cycle.position):
        cycle = cycle.play(move)
    return cycle


def random_match(rng: Random, wins: int = 2) -> Match:
    """Play a match of random cycles to its end."""
    match = Match(wins)
    while match.winner is None:
        first = match.beginner.decided or rng.choice(tuple(Player))
        match = match.begin(random_deal(rng), first)
        assert match.current is not None
        for move in random_playout(rng, match.current.position):
            match = match.play(move)
    return match


def random_positions(seed: int, count: int) -> list[Position]:
    """Collect positions from random play, every ply of a cycle alike, ended ones included."""
    rng = Random(seed)
    found: list[Position] = []
    while len(found) < count:
        found.extend(random_cycle(rng, rng.choice(tuple(Player))).positions)
    return rng.sample(found, count)


def deals() -> st.SearchStrategy[Deal]:
    """Any arrangement of the 25 tiles."""
    return st.permutations(TILES).map(lambda kinds: Deal(tuple(kinds)))


@st.composite
def cycles(draw: st.DrawFn) -> Cycle:
    """Any cycle at any stage; shrinks to fewer moves, then to the first of the legal ones."""
    cycle = Cycle.begin(draw(deals()), draw(st.sampled_from(Player)))
    for choice in draw(st.lists(st.integers(0, 255), max_size=24)):
        options = legal_moves(cycle.position)
        if not options:
            break
        cycle = cycle.play(options[choice % len(options)])
    return cycle


def positions() -> st.SearchStrategy[Position]:
    """Any position of play, from a full board to an ended cycle."""
    return cycles().map(lambda cycle: cycle.position)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Any match at any stage: one played to its end with some of its steps taken back."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    match = random_match(rng, draw(st.sampled_from((1, 2, 3))))
    steps = sum(1 + len(cycle.moves) for cycle in match.cycles)
    for _ in range(draw(st.integers(0, steps))):
        match = match.undo()
    return match
