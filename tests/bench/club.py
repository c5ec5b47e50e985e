"""A club of 10 to 500 boards at one broker: `make bench-soak`, or `python -m bench.club BOARDS…`.

It prints a Markdown table, a line a number of boards: rates, delays, and what broker and page cost.
Everything runs on this one machine, so the boards' own work is in every figure; see
`bench.club_boards` for what of a board it is that runs. It fails when boards did not get to play,
or when the club's page does not know them all.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiomqtt
import msgspec

from bench.club_boards import ON_PURPOSE, Report
from bench.figures import machine, number, resident_mb
from broker_rig import LOOPBACK, Mosquitto
from club_served import line_to

SIZES = (10, 50, 100, 250, 500)
A_PROCESS = 25
"""Matches that are played in one process."""
PAUSE = 6.0
"""Seconds from one act of a hand to the next, on average: a match makes a move in some nine."""
PATIENCE = 240.0
"""Seconds in which all matches have to have begun."""
SECONDS = 40.0
"""Seconds that are measured, at each size."""
SENT = "$SYS/broker/publish/messages/sent"
HEADINGS = (
    "boards",
    "moves/s",
    "messages/s in",
    "out",
    "delay: median",
    "99 %",
    "boards' CPU",
    "MB each",
    "broker CPU",
    "MB",
    "club's page CPU",
    "MB",
    "words/s",
    "load",
)


@dataclass
class Costs:
    """What a process has used: seconds of a processor so far, and memory now."""

    seconds: float
    megabytes: float

    @classmethod
    def of(cls, process: int) -> Costs:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return cls(ticks / os.sysconf("SC_CLK_TCK"), resident_mb(process))


class Page:
    """A page that looks at the club, and counts what it is told."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.words = self.boards = self.playing = 0

    async def look(self) -> None:
        async with line_to(f"http://{LOOPBACK}:{self._port}") as line:
            async for word in line:
                self.words += 1
                told = json.loads(word)
                self.boards = told.get("here", self.boards)


@dataclass
class Club:
    """The broker, the club's page, someone who looks at it, and the boards' processes."""

    broker: Mosquitto
    server: Process
    page: Page
    workers: list[Process]

    async def reports(self) -> list[Report]:
        """Ask every process what its boards have done."""
        return list(await asyncio.gather(*(_report(worker) for worker in self.workers)))

    async def begun(self, matches: int) -> bool:
        """Wait until all matches have begun; say whether they have."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            playing = sum(report.playing for report in await self.reports())
            if playing >= matches and self.page.boards >= 2 * matches:
                return True
            await asyncio.sleep(0.5)
        sys.stderr.write(f"{playing} of {matches} matches, {self.page.boards} boards seen\n")
        return False


async def _report(worker: Process) -> Report:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(b"?\n")
    return msgspec.json.decode(await worker.stdout.readline(), type=Report)


@asynccontextmanager
async def club(boards: int, folder: Path) -> AsyncIterator[Club]:
    """Start it all, and end it."""
    broker = Mosquitto(folder)
    with (folder / "mosquitto.conf").open("a") as settings:
        settings.write("sys_interval 1\n")
    await broker.start()
    where = f"mqtt://{LOOPBACK}:{broker.port}"
    command = ("-m", "iye", "club", "--broker", where, "--port", "0", "--no-browser")
    server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE)
    assert server.stdout is not None
    found = re.search(rb":(\d+)/", await server.stdout.readline())
    assert found is not None
    page = Page(int(found[1]))
    looking = asyncio.create_task(page.look())
    workers = [await _worker(broker.port, first, boards // 2) for first in _firsts(boards // 2)]
    try:
        yield Club(broker, server, page, workers)
    finally:
        looking.cancel()
        for process in (*workers, server):
            process.terminate()
            await process.wait()
        broker.kill()


def _firsts(matches: int) -> range:
    return range(0, matches, A_PROCESS)


async def _worker(port: int, first: int, matches: int) -> Process:
    some = min(A_PROCESS, matches - first)
    args = ("-m", "bench.club_boards", str(port), str(some), str(PAUSE), str(first))
    return await asyncio.create_subprocess_exec(
        sys.executable, *args, stdin=PIPE, stdout=PIPE, limit=1 << 24
    )


async def sent(port: int) -> int:
    """Ask the broker how many messages it has sent out."""
    async with aiomqtt.Client(LOOPBACK, port) as client:
        await client.subscribe(SENT)
        message = await anext(aiter(client.messages))
        return int(message.payload)


async def measure(boards: int) -> tuple[str, ...] | None:
    """Measure one size; None where not all got to play."""
    with tempfile.TemporaryDirectory() as folder:
        async with club(boards, Path(folder)) as all_of_it:
            if not await all_of_it.begun(boards // 2):
                return None
            return await _measured(boards, all_of_it)


async def _measured(boards: int, club: Club) -> tuple[str, ...]:
    broker, server = club.broker.pid, club.server.pid
    await club.reports()
    words, messages = club.page.words, await sent(club.broker.port)
    before, began = [Costs.of(broker), Costs.of(server)], time.monotonic()
    players = sum(Costs.of(worker.pid).seconds for worker in club.workers)
    await asyncio.sleep(SECONDS)
    reports, took = await club.reports(), time.monotonic() - began
    after = [Costs.of(broker), Costs.of(server)]
    played = [Costs.of(worker.pid) for worker in club.workers]
    out = await sent(club.broker.port) - messages
    assert not any(report.wrong for report in reports), "boards refused each other's messages"
    delays = sorted(delay for report in reports for delay in report.delays)
    row = [str(boards), number(sum(report.moves for report in reports) / took)]
    row += [number(sum(report.said for report in reports) / took), number(out / took)]
    row += [f"{number(1000 * quantile(delays, share))} ms" for share in (0.5, 0.99)]
    row.append(f"{100 * (sum(cost.seconds for cost in played) - players) / took:.0f} %")
    row.append(number(sum(cost.megabytes for cost in played) / boards))
    for old, new in zip(before, after, strict=True):
        row.append(f"{100 * (new.seconds - old.seconds) / took:.0f} %")
        row.append(number(round(new.megabytes)))
    row += [number((club.page.words - words) / took), number(os.getloadavg()[0])]
    return tuple(row)


def quantile(ordered: list[float], share: float) -> float:
    """Give the value that this share of all is not above."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def main(args: list[str]) -> int:
    """Measure and print."""
    rows, missing = [HEADINGS, ("---:",) * len(HEADINGS)], 0
    for boards in [int(arg) for arg in args] or SIZES:
        sys.stderr.write(f"{boards} boards …\n")
        row = asyncio.run(measure(boards))
        missing += row is None
        rows.append(row or (str(boards), *("**missing**",) * (len(HEADINGS) - 1)))
    sys.stdout.write(f"\nA club at one broker, on {machine()}. Delay: from a landing that counts")
    sys.stdout.write(f" ({ON_PURPOSE:.2f} s after the drum was put down) to the other's light.\n\n")
    sys.stdout.write("".join(f"| {' | '.join(row)} |\n" for row in rows))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
