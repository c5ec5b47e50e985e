"""One search for more about a match: the program that judges, from its job to its end.

The law of this module: it is ended by ending the program, and waits whenever it is told to, between
two moves. Whoever began it goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable

import msgspec

from iye.companion.jobs import Job, Told


class Search:
    """Has a job done; `take` is handed every move that is judged."""

    def __init__(self, job: Job, take: Callable[[Job, Told], object], *, waits: bool) -> None:
        self._job = job
        self._take = take
        self._wanted = True
        self._killed = False
        self._process: Process | None = None
        self._may_go_on = asyncio.Event()
        self.wait(waits=waits)

    def wait(self, *, waits: bool) -> None:
        """Think on, or not for now; a move that is being judged is judged to its end."""
        if waits and self._wanted:
            self._may_go_on.clear()
        else:
            self._may_go_on.set()

    def stop(self) -> None:
        """End it now."""
        self._wanted = False
        self._may_go_on.set()
        self._kill()

    async def run(self) -> int:
        """Search to the end; give the exit code, 0 also where it was stopped. Raises OSError."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "iye.companion.judging"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
        )
        if not self._wanted:  # it was stopped before it had begun
            self._kill()
        try:
            await self._hear(self._process)
        except BaseException:
            self.stop()
            raise
        code = await self._process.wait()
        return code if self._wanted else 0

    async def _hear(self, process: Process) -> None:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        line = msgspec.json.encode(self._job)
        with contextlib.suppress(ConnectionError):  # it has ended; its exit code says how
            while True:
                process.stdin.write(line + b"\n")
                await process.stdin.drain()
                told = await process.stdout.readline()
                if not told:
                    return
                self._take(self._job, msgspec.json.decode(told, type=Told))
                await self._may_go_on.wait()
                line = b""

    def _kill(self) -> None:
        """Kill the program, but once: a second look at a dead one takes its exit from asyncio."""
        if self._process is not None and not self._killed and self._process.returncode is None:
            self._killed = True
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
