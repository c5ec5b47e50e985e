"""Solving over several sittings: stopped anywhere it goes on; what it cannot go on from it says."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

import msgspec
import pytest

from iye import solving
from iye.mind import Cancel, Progress, Proof, Solution, Solver, Value
from iye.mind.engine import Native
from iye.rules import Cell, Hand, Kind, Player, Position, format_position, legal_moves
from iye.solving import Sitting, UnfinishedError, read_unfinished
from mind_rig import START, needs_native
from patience import PATIENCE
from strategies import random_cycle

pytestmark = needs_native

MILESTONE = 1 << 10
"""Nodes: small, so that small positions have milestones."""


def positions(tiles: int, count: int) -> list[Position]:
    """Give positions of random play with so many tiles left."""
    rng, found = Random(tiles), list[Position]()
    while len(found) < count:
        position = random_cycle(rng, Player.ONE).positions[25 - tiles]
        if legal_moves(position):
            found.append(position)
    return found


def sit_down(position: Position, path: Path, *, afresh: bool = False) -> Sitting:
    def fail(error: OSError | UnfinishedError) -> None:
        raise error

    return Sitting(Solver(milestone=MILESTONE), position, path, fail, afresh=afresh)


def sit_a_moment(sitting: Sitting) -> Solution:
    """Stop the first time it tells how far it is, which is after 131,072 nodes."""
    cancel = Cancel()
    return sitting.solve(cancel=cancel, tell=lambda _progress: cancel.set())


def told(solution: Solution) -> tuple[Value, tuple[str, ...]]:
    return solution.value, tuple(map(str, solution.best))


def test_what_was_solved_is_known_at_once_the_next_time(tmp_path: Path) -> None:
    for number, position in enumerate(positions(17, 4)):
        path = tmp_path / f"{number}.json"
        first = sit_down(position, path).solve()
        again = sit_down(position, path).solve()
        assert told(again) == told(first)
        assert again.nodes < first.nodes / 3


def test_stopped_again_and_again_it_comes_to_the_same_answer(tmp_path: Path) -> None:
    position, path = positions(19, 1)[0], tmp_path / "state.json"
    whole = Solver().solve(position)
    assert whole.exact
    sittings, solution = 0, Solution(Value.UNKNOWN, (), 0, 0.0)
    while not solution.exact:
        sitting = sit_down(position, path)
        before = len(sitting.before.proofs)
        solution = sit_a_moment(sitting)
        assert sitting.kept > before or solution.exact
        sittings += 1
    assert told(solution) == told(whole)
    assert sittings > 2


def test_the_file_adds_up_what_all_sittings_took(tmp_path: Path) -> None:
    position, path = positions(19, 1)[0], tmp_path / "state.json"
    taken = [read_unfinished(path, position)]
    for _ in range(2):
        sit_a_moment(sit_down(position, path))
        taken.append(read_unfinished(path, position))
    assert [found.nodes > 100_000 * sitting for sitting, found in enumerate(taken)] == [
        False,
        True,
        True,
    ]
    assert taken[0].seconds < taken[1].seconds < taken[2].seconds


def test_what_two_sittings_at_once_prove_is_kept_of_both(tmp_path: Path) -> None:
    position, path = positions(19, 1)[0], tmp_path / "state.json"
    early = sit_down(position, path)
    for _ in range(2):
        sit_a_moment(sit_down(position, path))
    others = read_unfinished(path, position)
    sit_a_moment(early)
    both = read_unfinished(path, position)
    assert set(both.proofs) == set(others.proofs) | set(early._solver.proofs())
    assert both.nodes > others.nodes + 100_000
    assert early.kept == len(both.proofs)


def test_a_file_that_another_position_has_taken_meanwhile_is_left_alone(tmp_path: Path) -> None:
    (position, other), path = positions(19, 2), tmp_path / "state.json"
    troubles: list[OSError | UnfinishedError] = []
    sitting = Sitting(Solver(milestone=MILESTONE), position, path, troubles.append)
    sit_a_moment(sit_down(other, path))
    theirs = path.read_bytes()
    sit_a_moment(sitting)
    assert path.read_bytes() == theirs
    assert [str(error) for error in troubles] == [
        f"{path} is about another deal: {format_position(other)}"
    ]
    assert sitting.kept == 0


def test_an_error_on_the_way_loses_nothing(tmp_path: Path) -> None:
    position, path = positions(19, 1)[0], tmp_path / "state.json"

    def fail(_progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sit_down(position, path).solve(tell=fail)
    assert read_unfinished(path, position).proofs


def test_afresh_it_begins_from_nothing(tmp_path: Path) -> None:
    position, path = positions(17, 1)[0], tmp_path / "state.json"
    first = sit_down(position, path).solve()
    again = sit_down(position, path, afresh=True).solve()
    assert (told(again), again.nodes) == (told(first), first.nodes)


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Position, Path]:
    position, path = positions(17, 1)[0], tmp_path / "state.json"
    sit_down(position, path).solve()
    return position, path


def test_a_damaged_file_is_refused_wherever_it_is_damaged_and_left_alone(
    kept: tuple[Position, Path],
) -> None:
    position, path = kept
    sound = path.read_bytes()
    rng = Random(81)
    damaged = [
        b"",
        b"{}",
        b"[]",
        b"\xff\xfe",
        sound[:-10],
        sound[: len(sound) // 2],
        *(
            sound[:at] + bytes([sound[at] ^ 1 << rng.randrange(8)]) + sound[at + 1 :]
            for at in rng.sample(range(len(sound) - 1), 200)
        ),
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(UnfinishedError, match="is damaged"):
            sit_down(position, path)
        assert path.read_bytes() == data


def test_a_file_of_another_position_is_refused_and_says_whose_it_is(
    kept: tuple[Position, Path],
) -> None:
    position, path = kept
    with pytest.raises(UnfinishedError) as refused:
        sit_down(START, path)
    assert str(refused.value) == f"{path} is about another deal: {format_position(position)}"


def rewrite(path: Path, **changes: object) -> None:
    """Change what a file says, with a check that fits."""
    body = {**json.loads(path.read_bytes())["body"], **changes}
    raw = msgspec.json.encode(body)
    sealed = {"check": solving._check(raw), "body": msgspec.Raw(raw)}
    path.write_bytes(msgspec.json.encode(sealed))


def test_a_file_of_another_form_is_refused(kept: tuple[Position, Path]) -> None:
    position, path = kept
    rewrite(path, form=solving.FORM + 1)
    with pytest.raises(UnfinishedError, match="another version of this program"):
        sit_down(position, path)


@pytest.mark.parametrize(
    "proof",
    [
        [1 << 25, 0, 1, True, 0, 9],
        [0, 0, 1, True, 0, 9],
        [1, 25, 1, True, 0, 9],
        [1, 0, 2, True, 0, 9],
        [1, 0, 1, True, 1 << 44, 9],
        [1, 0, 1, True, (1 << 44) - 1, 9],
    ],
)
def test_a_proof_that_can_be_none_is_refused(
    kept: tuple[Position, Path], proof: list[object]
) -> None:
    position, path = kept
    rewrite(path, proofs=[proof])
    with pytest.raises(UnfinishedError, match="is damaged"):
        sit_down(position, path)


def test_where_nothing_can_be_written_it_is_said_once_and_solved_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(solving, "write_aside", full)
    monkeypatch.setattr(solving, "KEEP_EVERY", 0.0)
    position, troubles = positions(19, 1)[0], list[OSError | UnfinishedError]()
    solver = Solver(milestone=MILESTONE)
    sitting = Sitting(solver, position, tmp_path / "state.json", troubles.append)
    assert told(sitting.solve()) == told(Solver().solve(position))
    assert [getattr(error, "errno", None) for error in troubles] == [errno.ENOSPC]
    assert sitting.kept == 0


KILLED = """
import sys
from pathlib import Path
from iye import solving
from iye.mind import Solver
from iye.rules import parse_position
solving.KEEP_EVERY = 0.05
position = parse_position(sys.argv[1])
solving.Sitting(Solver(milestone=1 << 14, threads=2), position, Path(sys.argv[2]), print).solve()
"""


def killed_while_keeping(path: Path) -> None:
    """Solve a deal elsewhere, writing every 50 ms; end that at some moment after it has begun."""
    command = [sys.executable, "-c", KILLED, format_position(START), str(path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
        until = monotonic() + PATIENCE
        while monotonic() < until and not path.exists():
            sleep(0.01)
        sleep(0.13)
        child.kill()


def with_other_hands(rng: Random, proof: Proof) -> Position:
    """Lay a proof's tiles, with any hands that there can be with them."""
    layout = tuple(
        kind if proof.tiles >> cell & 1 else None for cell, kind in enumerate(START.layout)
    )
    free = [kind.total - layout.count(kind) for kind in Kind]
    first = [rng.randint(0, count) for count in free]
    second = [rng.randint(0, count - held) for count, held in zip(free, first, strict=True)]
    hands = Hand.of(*first), Hand.of(*second)
    return Position(layout, proof.tiles, Cell(proof.drum), Player.ONE, *hands)


def test_killed_in_the_middle_what_was_kept_is_sound_and_true(tmp_path: Path) -> None:
    path, rng = tmp_path / "state.json", Random(82)
    killed_while_keeping(path)
    kept = read_unfinished(path, START).proofs
    assert kept
    engine = Native()
    engine.learn(START, kept)
    late = [proof for proof in kept if proof.tiles.bit_count() <= 16]
    for proof in rng.sample(late, min(20, len(late))):
        position = with_other_hands(rng, proof)
        asked = engine.ask(position, proof.goal)
        assert asked is Native().ask(position, proof.goal), format_position(position)


def test_killed_in_the_middle_it_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    killed_while_keeping(path)
    before = read_unfinished(path, START)
    sitting = sit_down(START, path)
    assert not sit_a_moment(sitting).exact
    after = read_unfinished(path, START)
    assert set(before.proofs) < set(after.proofs)
    assert after.nodes > before.nodes > 0
