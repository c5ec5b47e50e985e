"""Several threads at one question: the same answers, stopped as soon, and no more memory."""

from __future__ import annotations

from threading import Timer

import pytest

from exhaustive import late_positions, value
from iye.mind import Cancel, Solver
from iye.mind.engine import TIE, WIN, Native
from mind_rig import START, needs_native

pytestmark = needs_native


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_they_answer_like_one_on_positions_that_are_shared(threads: int) -> None:
    alone, team = Solver(), Solver(threads=threads)
    for position in late_positions(seed=91 + threads, count=12, most_tiles=16, least_tiles=14):
        ours, theirs = team.solve(position), alone.solve(position)
        assert (ours.value, ours.best) == (theirs.value, theirs.best), str(position)


def test_they_answer_right_with_so_little_memory_that_proofs_are_lost() -> None:
    alone, team = Native(64), Native(8, threads=4)
    for position in late_positions(seed=96, count=3, most_tiles=18, least_tiles=18):
        for goal in (WIN, TIE):
            assert team.ask(position, goal) is alone.ask(position, goal), str(position)


def test_a_team_answers_late_positions_too() -> None:
    team = Native(threads=4)
    for position in late_positions(seed=97, count=300, most_tiles=6):
        assert team.ask(position, WIN) is (value(position) == 1), str(position)


def nodes_after_cancelling(team: Native) -> int:
    """Ask, cancel that a little later, and count what is searched after the cancelling."""
    cancel, nodes = Cancel(), list[int]()

    def stop() -> None:
        cancel.set()
        nodes.append(team.nodes)

    timer = Timer(0.1, stop)
    timer.start()
    with cancel.telling(team.stop):
        assert team.ask(START, WIN) is None
    timer.join()
    team.resume()
    return team.nodes - nodes[0]


def test_a_wish_to_cancel_stops_all_of_them_within_a_few_nodes() -> None:
    """Each looks at every node; some are on their way already, and a thread searches millions."""
    team = Native(threads=4)
    assert max(nodes_after_cancelling(team) for _ in range(3)) <= 4 * 25


def test_an_error_of_whoever_listens_ends_all_of_them() -> None:
    team = Native(threads=3)

    def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        team.ask(START, WIN, fail)
    nodes = team.nodes
    for position in late_positions(seed=98, count=20, most_tiles=6):
        assert team.ask(position, WIN) is (value(position) == 1)
    assert team.nodes < nodes + 20_000


@pytest.mark.parametrize("threads", [0, -1, 65])
def test_there_are_1_to_64_threads(threads: int) -> None:
    with pytest.raises(ValueError, match=f"the mind searches in 1 to 64 threads, not {threads}"):
        Native(threads=threads)


def test_milestones_are_what_took_that_many_nodes_and_are_given_once() -> None:
    position = late_positions(seed=99, count=1, most_tiles=17, least_tiles=17)[0]
    core = Native(threads=2, milestone=1 << 10)
    core.ask(position, WIN)
    proofs = core.proofs()
    assert proofs
    assert all(proof.nodes >= 1 << 10 for proof in proofs)
    assert all(not proof.tiles & ~position.tiles for proof in proofs)
    assert core.proofs() == []
    assert Native().proofs() == []


def test_a_core_takes_no_proof_while_it_answers() -> None:
    core = Native(milestone=1)
    with pytest.raises(RuntimeError, match="answering a question"):
        core.ask(START, WIN, lambda: core.learn(START, core.proofs()))
