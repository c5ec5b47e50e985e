"""Ten whole deals solved: `make bench-deals`. It takes a quarter of an hour on two cores.

They are the first that `iye simulate --seed 1` deals, chosen by nobody. Every deal is begun with an
empty memory of a gigabyte and searched by all processors until it is proved what it is worth to
whoever begins. It prints a table: what that is, nodes, seconds as the clock and the processors have
them. Arguments: numbers of deals, 1 to 10, for some of them.
"""

from __future__ import annotations

import sys
from time import monotonic, process_time

from iye.chance import Dealer
from iye.cli.thinking import processors
from iye.mind.engine import TIE, WIN, make_engine
from iye.rules import Deal, Player, format_deal

DEALS, SEED, MEMORY_MB = 10, 1, 1024
VALUES = {WIN: "win", TIE: "tie", -1: "loss"}
HEADING = "| | deal | value | nodes, millions | seconds | of them by the processors |"


def drawn() -> list[Deal]:
    """Give the deals."""
    dealer = Dealer(seed=SEED)
    return [dealer.draw() for _ in range(DEALS)]


def row(number: int, deal: Deal) -> str:
    """Solve one, and give its row of the table."""
    engine, start = make_engine(MEMORY_MB, threads=processors()), deal.start(Player.ONE)
    began, used = monotonic(), process_time()
    value = next((goal for goal in (WIN, TIE) if engine.ask(start, goal)), -1)
    took, spent = monotonic() - began, process_time() - used
    figures = f"{engine.nodes / 1e6:.0f} | {took:.0f} | {spent:.0f}"
    return f"| {number} | {format_deal(deal)} | {VALUES[value]} | {figures} |"


def main() -> None:
    """Solve and print."""
    wanted = {int(argument) for argument in sys.argv[1:]} or range(1, DEALS + 1)
    print(HEADING, "|---" * 6 + "|", sep="\n", flush=True)  # noqa: T201 - what this is run for
    for number, deal in enumerate(drawn(), 1):
        if number in wanted:
            print(row(number, deal), flush=True)  # noqa: T201 - the same


if __name__ == "__main__":
    main()
