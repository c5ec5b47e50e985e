"""Stopping: by time, by a wish, by Ctrl-C; and what goes on beside a search."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from threading import Thread, Timer
from time import monotonic, sleep

import pytest

from exhaustive import late_positions
from iye.mind import Cancel, Progress, Solver, Value, engine, solve
from iye.mind.engine import WIN, Engine, Native, make_engine
from iye.mind.reference import Reference
from iye.rules import legal_moves, parse_position
from mind_rig import START, needs_native
from patience import PATIENCE

SOON = 0.25
"""Seconds. Twenty milliseconds are meant; a busy machine may not give us the processor sooner."""


def test_when_time_is_up_it_says_so_and_guesses_a_legal_move(make: Callable[[], Engine]) -> None:
    solution = Solver(engine=make()).solve(START, seconds=0.2)
    assert solution.value is Value.UNKNOWN
    assert not solution.exact
    assert solution.best
    assert set(solution.best) <= set(legal_moves(START))
    assert 0.2 <= solution.seconds < 0.2 + SOON + 0.5
    assert solution.nodes > 0


def test_without_any_time_it_guesses_at_once(make: Callable[[], Engine]) -> None:
    solution = Solver(engine=make()).solve(START, seconds=0)
    assert (solution.value, bool(solution.best)) == (Value.UNKNOWN, True)


def test_after_a_stop_it_solves_the_next_position(make: Callable[[], Engine]) -> None:
    solver = Solver(engine=make())
    solver.solve(START, seconds=0.05)
    position = parse_position("...../...../..S../..H../..... c1 1 S1 T1")
    assert solver.solve(position).exact


def test_a_wish_to_cancel_stops_it_at_the_next_node(make: Callable[[], Engine]) -> None:
    """Measured in nodes: some ten thousand are a millisecond natively, and 50 ms in Python."""
    cancel, since = Cancel(), []
    engine = make()

    def ask() -> None:
        cancel.set()
        since.append(engine.nodes)

    timer = Timer(0.2, ask)
    timer.start()
    with cancel.telling(engine.stop):
        assert engine.ask(START, WIN) is None
    timer.join()
    assert engine.nodes - since[0] <= 1


def test_what_was_cancelled_before_is_not_begun(make: Callable[[], Engine]) -> None:
    cancel = Cancel()
    cancel.set()
    solution = Solver(engine=make()).solve(START, cancel=cancel)
    assert solution.value is Value.UNKNOWN
    assert solution.nodes <= 1


@needs_native
def test_other_threads_run_on_beside_the_native_core() -> None:
    """A thread that wants to wake every 5 ms does, as the lights would: nearly as it does alone."""
    alone, cancel = usual_wait(), Cancel()
    searching = Thread(target=lambda: Solver().solve(START, cancel=cancel))
    searching.start()
    beside = usual_wait()
    assert searching.is_alive()
    cancel.set()
    searching.join()
    assert beside < 4 * alone


def usual_wait() -> float:
    """Give the middle one of a hundred waits of 5 ms, as they turn out on this machine just now."""
    woke = [monotonic()]
    while len(woke) <= 100:
        sleep(0.005)
        woke.append(monotonic())
    return median(later - earlier for earlier, later in pairwise(woke))


@needs_native
def test_it_tells_how_far_it_is() -> None:
    told: list[Progress] = []
    cancel = Cancel()

    def hear(progress: Progress) -> None:
        told.append(progress)
        if len(told) == 3:
            cancel.set()

    Solver().solve(START, cancel=cancel, tell=hear)
    assert len(told) == 3
    assert told[0].nodes > 100_000
    assert all(earlier.nodes < later.nodes for earlier, later in pairwise(told))
    assert all(0 <= progress.done < 1 for progress in told)


@needs_native
def test_an_error_of_whoever_listens_ends_the_search_and_spoils_nothing() -> None:
    core = Native()

    def fail() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        core.ask(START, WIN, fail)
    for position in late_positions(seed=31, count=20, most_tiles=6):
        assert core.ask(position, WIN) is Reference().ask(position, WIN)


@needs_native
def test_a_core_takes_one_question_at_a_time() -> None:
    core = Native()
    with pytest.raises(RuntimeError, match="answering another question"):
        core.ask(START, WIN, lambda: core.ask(START, WIN))


INTERRUPTED = """
import signal, threading
from iye.mind import Solver
from iye.rules import parse_position
threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
try:
    Solver().solve(parse_position("HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -"))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_search() -> None:
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (result.stdout, result.stderr) == ("interrupted\n", "")


MEMORY = """
import resource
from iye.mind import Solver
from iye.rules import parse_position
start = parse_position("HOSST/TTHSS/TWSWS/HSHSH/STWHH c3 1 - -")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
Solver(16).solve(start, seconds=1.5)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""


@needs_native
def test_it_keeps_to_its_memory() -> None:
    result = subprocess.run(
        [sys.executable, "-c", MEMORY],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert int(result.stdout) <= 18


def test_without_the_native_core_it_says_so_once_and_answers_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    positions = late_positions(seed=32, count=50, most_tiles=7)
    expected = [(solve(p).value, solve(p).best) for p in positions]
    monkeypatch.setattr(engine, "Core", None)
    engine._say_it_is_missing.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert isinstance(make_engine(), Reference)
        assert [(solve(p).value, solve(p).best) for p in positions] == expected
    assert [record.message for record in caplog.records] == [
        "the mind's native core has not been built: it searches in Python, and far slower"
    ]
