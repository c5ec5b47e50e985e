"""What a record tells once it has been played through: for people and for programs.

The law of this module: it tells what the rules found and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from iye.record.model import Record
from iye.rules import (
    Cycle,
    CycleEnd,
    EndReason,
    Kind,
    Match,
    Player,
    Score,
    format_deal,
    format_position,
)

KIND_NAMES: Final = ("Owl", "Water", "Tree", "Horse", "Sun")


def as_data(match: Match) -> dict[str, Any]:
    """Give a match as plain data for JSON.

    `{"cycles": [...], "wins": [2, 0], "winner": 1 | 2 | None}`, each cycle with its number, deal,
    first player, moves and last position as text, and how it ended: `reason` "scored" or "stuck",
    `winner` 1, 2 or 0 for a tie, and `points` of both players when scored. A cycle that has not
    ended has None for all three.
    """
    return {
        "cycles": [_cycle_data(number, cycle) for number, cycle in enumerate(match.cycles, 1)],
        "wins": list(match.wins),
        "winner": None if match.winner is None else int(match.winner),
    }


def _cycle_data(number: int, cycle: Cycle) -> dict[str, Any]:
    end = cycle.end
    return {
        "cycle": number,
        "deal": format_deal(cycle.deal),
        "first": int(cycle.first),
        "moves": [str(move) for move in cycle.moves],
        "position": format_position(cycle.position),
        "reason": None if end is None else end.reason.value,
        "winner": None if end is None else int(end.winner or 0),
        "points": None if end is None or end.score is None else list(_points(end.score)),
    }


def _points(score: Score) -> tuple[int, int]:
    return score.points(Player.ONE), score.points(Player.TWO)


def as_text(record: Record) -> str:
    """Give a record's story for a person: each cycle's end, kind by kind, then the match's."""
    names = {player: _name(record, player) for player in Player}
    match = record.match
    blocks = [f"{names[Player.ONE]} against {names[Player.TWO]}, to {_cycles(match.wins_needed)}"]
    for number, cycle in enumerate(match.cycles, 1):
        blocks.append("\n".join(_cycle_lines(number, cycle, names)))
    return "\n\n".join((*blocks, _match_line(match, names))) + "\n"


def _name(record: Record, player: Player) -> str:
    given = record.header(f"Player{player}")
    return f"{given} (player {player})" if given else f"player {player}"


def _cycles(wins: int) -> str:
    return "1 won cycle" if wins == 1 else f"{wins} won cycles"


def _cycle_lines(number: int, cycle: Cycle, names: dict[Player, str]) -> Iterator[str]:
    moves = "1 move" if len(cycle.moves) == 1 else f"{len(cycle.moves)} moves"
    yield f"Cycle {number}: {names[cycle.first]} began, {moves}"
    if cycle.end is None:
        yield f"  left here: {format_position(cycle.position)}"
        return
    if cycle.end.score is not None:
        yield from _score_lines(cycle, cycle.end.score)
    yield f"  {_end_line(cycle, cycle.end, names)}"


def _score_lines(cycle: Cycle, score: Score) -> Iterator[str]:
    """Lay out what each player held, with the points it took in brackets."""
    yield f"  {'held (points)':14}" + "".join(f"{name:>8}" for name in (*KIND_NAMES, "points"))
    for player in Player:
        held = [_holding(cycle, score, player, kind) for kind in Kind]
        row = (*held, str(score.points(player)))
        yield f"  {f'player {player}':14}" + "".join(f"{entry:>8}" for entry in row)


def _holding(cycle: Cycle, score: Score, player: Player, kind: Kind) -> str:
    count = cycle.position.hand(player).count(kind)
    return f"{count} ({kind.total})" if score.takers[kind] is player else str(count)


def _end_line(cycle: Cycle, end: CycleEnd, names: dict[Player, str]) -> str:
    if end.reason is EndReason.STUCK:
        return f"{names[cycle.position.mover]} could not move: {_won(end.winner, names)}"
    return f"one tile left: {_won(end.winner, names)}"


def _won(winner: Player | None, names: dict[Player, str]) -> str:
    return "a tie, nobody wins the cycle" if winner is None else f"{names[winner]} wins the cycle"


def _match_line(match: Match, names: dict[Player, str]) -> str:
    if match.winner is None:
        return f"The match is not decided; cycles won: {match.wins[0]} : {match.wins[1]}"
    lost = match.wins[match.winner.other - 1]
    return f"{names[match.winner]} wins the match with {_cycles(match.wins_needed)} to {lost}"
