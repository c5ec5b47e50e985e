"""Judges the cycles of a match, as a program of its own: `python -m iye.companion.judging`.

The law of this module: a job comes in as one line, and every judged move goes out as one, from a
cycle's last to its first. After each it waits for a line, so that whoever gave the job says when
it may think on; when nobody does any more, it ends. It gives way to everything else.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from iye.companion.jobs import Job, Told
from iye.companion.messages import JudgedMove
from iye.mind import Judged, Solver, Value, analyse
from iye.rules import Cycle, Player, parse_deal, parse_move

KINDLY: Final = 19
"""How far below everything else it stands in the queue for a processor."""

ENOUGH: Final = 3
"""So many positions unknown in a row, and earlier ones would take longer still."""


def judge(job: Job) -> Iterator[Told]:
    """Judge every cycle from its end, as far as the time for a position leads."""
    solver = Solver(job.memory_mb)
    for wanted in job.cycles:
        cycle = Cycle.begin(parse_deal(wanted.deal), Player(wanted.first))
        for move in wanted.moves:
            cycle = cycle.play(parse_move(move))
        unknown = 0
        for judged in analyse(cycle, solver, seconds=job.seconds):
            yield Told(wanted.number, _move(judged))
            unknown = unknown + 1 if judged.before is Value.UNKNOWN else 0
            if unknown == ENOUGH:
                break
        yield Told(wanted.number, None)


def _move(judged: Judged) -> JudgedMove:
    before, after = judged.values(Player.ONE)
    return JudgedMove(
        judged.ply,
        str(judged.move),
        1 if judged.mover is Player.ONE else 2,
        _WINNERS[before],
        _WINNERS[after],
        judged.mistake,
        judged.only,
        None if judged.best is None else [str(move) for move in judged.best],
    )


_WINNERS: Final[dict[Value, Literal[0, 1, 2] | None]] = {
    Value.WIN: 1,
    Value.TIE: 0,
    Value.LOSS: 2,
    Value.UNKNOWN: None,
}
"""By player 1's value."""


def main() -> None:
    """Read a job, write what is judged; end when nobody waits for more."""
    with contextlib.suppress(OSError):
        os.nice(KINDLY)
    encode = msgspec.json.Encoder().encode
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=Job)
    for told in judge(job):
        sys.stdout.buffer.write(encode(told) + b"\n")
        sys.stdout.buffer.flush()
        if not sys.stdin.buffer.readline():
            return


if __name__ == "__main__":
    main()
