"""Whole matches through the chips give what the rules give, move by move."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from iye.record import as_data
from iye.rehearsal.from_record import script_of
from iye.rehearsal.report import Reporter
from iye.rehearsal.runner import rehearse
from iye.rehearsal.script import format_script, parse_script
from iye.rules import Match, Player, format_position
from strategies import random_match

MATCHES = 200
IN_ONE_TEST = 10


def expected_of(match: Match) -> list[tuple[object, ...]]:
    """Say by the rules alone what has to be told of a match, in order."""
    told: list[tuple[object, ...]] = []
    for number, cycle in enumerate(match.cycles, start=1):
        told.append(("cycle_began", format_position(cycle.positions[0])))
        for player, move, after in _played(cycle):
            told.append(("moved", player, move, after))
        assert cycle.end is not None
        points = None
        if cycle.end.score is not None:
            points = [cycle.end.score.points(player) for player in Player]
        told.append(("cycle_ended", number, cycle.end.reason.value, cycle.end.winner or 0, points))
    return [*told, ("match_ended", match.winner)]


def _played(cycle: Any) -> list[tuple[int, str, str]]:
    return [
        (int(before.mover), str(move), format_position(after))
        for before, move, after in zip(
            cycle.positions, cycle.moves, cycle.positions[1:], strict=False
        )
    ]


def told_of(lines: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    fields = {
        "cycle_began": ("position",),
        "moved": ("player", "move", "position"),
        "cycle_ended": ("cycle", "reason", "winner", "points"),
        "match_ended": ("winner",),
    }
    return [
        (line["event"], *(line[name] for name in fields[line["event"]]))
        for line in lines
        if line["event"] in fields
    ]


@pytest.mark.parametrize("batch", range(MATCHES // IN_ONE_TEST))
def test_rehearsed_random_matches_are_the_matches_the_rules_play(batch: int) -> None:
    for number in range(IN_ONE_TEST):
        match = random_match(Random(batch * IN_ONE_TEST + number), wins=1 + number % 3)
        lines: list[dict[str, Any]] = []
        steps = parse_script(format_script(script_of(match)))
        daemon = rehearse(steps, [Reporter(lines.append)], seed=number)
        assert told_of(lines) == expected_of(match)
        assert not [line for line in lines if line["event"] in ("rejected", "complaint")]
        assert daemon.table.match == match


def test_a_rehearsal_and_a_replay_of_the_same_record_agree() -> None:
    match = random_match(Random(77))
    lines: list[dict[str, Any]] = []
    rehearse(tuple(script_of(match)), [Reporter(lines.append)])
    replayed = json.loads(json.dumps(as_data(match)))
    ends = [line for line in lines if line["event"] == "cycle_ended"]
    assert [end["points"] for end in ends] == [c["points"] for c in replayed["cycles"]]
    assert [end["winner"] for end in ends] == [c["winner"] for c in replayed["cycles"]]
    assert lines[-1]["winner"] == replayed["winner"]


def test_a_rehearsal_gives_the_same_lines_every_time() -> None:
    steps = tuple(script_of(random_match(Random(5))))
    once: list[dict[str, Any]] = []
    again: list[dict[str, Any]] = []
    rehearse(steps, [Reporter(once.append, lights=True)], seed=3)
    rehearse(steps, [Reporter(again.append, lights=True)], seed=3)
    assert once == again


def test_a_match_left_in_the_middle_of_a_cycle_is_rehearsed_as_far_as_it_went() -> None:
    whole = random_match(Random(9))
    cut = whole.undo().undo()
    lines: list[dict[str, Any]] = []
    daemon = rehearse(tuple(script_of(cut)), [Reporter(lines.append)])
    assert daemon.table.match == cut
    assert lines[-1]["event"] != "match_ended"
