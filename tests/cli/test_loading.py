"""While a board is loaded nothing is looked through for rubbish, and what is there stays unseen."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from patience import PATIENCE

PROBE = """
import gc, json, sys
import iye.on_board, iye.simulate
from iye.cli import main

seen = []

def look():
    seen.append((gc.isenabled(), gc.get_freeze_count()))

async def board(wishes, *_):
    look()
    wishes.ready("somewhere")
    look()
    cycle = []
    cycle.append(cycle)
    del cycle
    seen.append(gc.collect() > 0)

iye.simulate.simulate = iye.on_board.run_board = board
look()
try:
    main(sys.argv[1:])
finally:
    sys.stderr.write(json.dumps(seen))
"""


@pytest.mark.parametrize(
    "command", [["simulate", "--no-browser"], ["run", "--panel", "simulated", "--port", "0"]]
)
def test_rubbish_lies_until_the_board_is_ready_and_is_collected_from_then_on(
    command: list[str],
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *command, "--no-journal"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    before, loading, ready, collected = json.loads(done.stderr)
    assert before == [True, 0]
    assert loading == [False, 0]
    assert ready[0]
    assert ready[1] > 10_000  # all that is loaded
    assert collected
