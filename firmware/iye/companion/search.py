"""One search for more about a match: the program that judges, from its job to its end.

The law of this module: it is ended by ending the program, and waits whenever it is told to, between
two moves. Whoever began it goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from subprocess import DEVNULL, Popen

import msgspec

from iye.companion.beside import Program
from iye.companion.jobs import Job, Told


class Search:
    """Has a job done; `take` is handed every move that is judged, on the loop's thread."""

    def __init__(self, job: Job, take: Callable[[Job, Told], object], *, waits: bool) -> None:
        self._job = job
        self._take = take
        self._wanted = True
        self._program = Program(
            *(sys.executable, "-P", "-m", "iye.companion.judging"), stderr=DEVNULL
        )
        self._may_go_on = threading.Event()
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
        self._program.end()

    async def run(self) -> int:
        """Search to the end; give the exit code, 0 also where it was stopped. Raises OSError."""
        loop = asyncio.get_running_loop()

        def tell(told: Told) -> None:
            with contextlib.suppress(RuntimeError):  # the board has closed meanwhile
                loop.call_soon_threadsafe(self._take, self._job, told)

        try:
            _, code = await self._program.run(lambda process: self._talk(process, tell))
        except BaseException:
            self.stop()
            raise
        return code if self._wanted else 0

    def _talk(self, process: Popen[bytes], tell: Callable[[Told], object]) -> None:
        """Say the job, hear what is judged, and say when it may think on; on a thread."""
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        line = msgspec.json.encode(self._job)
        with contextlib.suppress(ConnectionError):  # it has ended; its exit code says how
            while True:
                process.stdin.write(line + b"\n")
                process.stdin.flush()
                told = process.stdout.readline()
                if not told.endswith(b"\n"):  # it was ended, maybe in the middle of a word
                    return
                tell(msgspec.json.decode(told, type=Told))
                self._may_go_on.wait()
                line = b""
