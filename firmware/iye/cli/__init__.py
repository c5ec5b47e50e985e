"""The command line `iye`: a thin edge between a shell and the rooms.

The law of this room: a command reads arguments, calls a room and prints what that gives. Each
imports what it needs when it runs, so that none pays for another.
"""

from __future__ import annotations

import click

from iye.cli.analyses import analyse
from iye.cli.boards import simulate
from iye.cli.clubs import club
from iye.cli.edge import Edge
from iye.cli.games import export, games, import_, journal
from iye.cli.minds import solve
from iye.cli.on_board import doctor, run
from iye.cli.positions import moves, perft
from iye.cli.records import replay
from iye.cli.rehearsals import rehearse
from iye.cli.tournaments import tournament
from iye.cli.workbench import calibrate, panel_test


@click.group(
    name="iye",
    cls=Edge,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="iye-board", prog_name="iye")
def main() -> None:
    """Run the companion of an İYE board, or ask about rules and records of the game.

    A position is written 'BOARD DRUM MOVER HAND1 HAND2': the board from rank 5 to rank 1 with
    letters O W T H S and '.', the drum's cell, the player to move, and both hands like O1W2 or -.
    Put it in quotes, since it has spaces.
    """


BOARDS = (simulate, run, club, doctor, calibrate, panel_test)
GAMES = (
    moves,
    perft,
    solve,
    analyse,
    tournament,
    replay,
    rehearse,
    games,
    export,
    import_,
    journal,
)

for command in (*GAMES, *BOARDS):
    main.add_command(command)
