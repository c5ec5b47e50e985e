"""An asyncio loop whose time is virtual: idle time is jumped over, or passed at a chosen pace.

The law of this module: everything that happens on the loop happens at the same virtual moments
whatever the pace, as long as nothing from outside (a file, another thread) interferes.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")

_POLL_EVERY = 64
"""How many rounds may pass before files are looked at, when only the loop's own wake-up is open."""

_ASYNCIO_WAITS_FOR = 1e-9
"""The resolution that asyncio takes from the system's clock, in seconds."""

_OWN_FILES = 1
"""The loop's own wake-up socket."""


class VirtualClock(selectors.DefaultSelector):
    """A selector whose waiting is the passing of virtual time."""

    def __init__(self, pace: float | None) -> None:
        super().__init__()
        self.now = 0.0
        self.jobs = 0
        """Jobs at work in other threads, for which time stands still when it is not paced."""
        self._pace = pace
        self._idle_rounds = 0
        self._started: float | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait until a file is ready or `timeout` virtual seconds have passed."""
        if timeout is None:
            return self._wait_for_files()
        if self._pace is None:
            return self._jump(max(0.0, timeout))
        return self._stroll(max(0.0, timeout), self._pace)

    def _wait_for_files(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Nothing is planned: only the outside can wake the loop."""
        began = time.monotonic()
        ready = super().select(None)
        if self._pace is not None:
            self._pass((time.monotonic() - began) * self._pace)
            self._started = None
        return ready

    def _pass(self, seconds: float) -> None:
        """Let time pass, to whole nanoseconds, so that rounding does not tell paces apart.

        Months on, a float is coarser than that, and asyncio would wait for ever for the
        nanosecond by which it wants a planned moment to be over; so the next float has to do.
        """
        now = round(self.now + seconds, 9)
        too_coarse = seconds > 0 and math.ulp(now) > _ASYNCIO_WAITS_FOR
        self.now = math.nextafter(now, math.inf) if too_coarse else now

    def _jump(self, timeout: float) -> list[tuple[selectors.SelectorKey, int]]:
        if self.jobs and timeout:
            return super().select(None)
        ready = super().select(0) if self._files_are_due() else []
        if not ready:
            self._pass(timeout)
        return ready

    def _files_are_due(self) -> bool:
        """Asking the kernel costs more than a whole round, so it is not done every time."""
        self._idle_rounds = (self._idle_rounds + 1) % _POLL_EVERY
        return self._idle_rounds == 0 or len(self.get_map()) > _OWN_FILES

    def _stroll(self, timeout: float, pace: float) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait in real time, but end exactly at the planned virtual moment."""
        if self._started is None:
            self._started = time.monotonic() - self.now / pace
        ends = self._started + (self.now + timeout) / pace
        ready = super().select(max(0.0, ends - time.monotonic()))
        if ready:
            passed = (time.monotonic() - self._started) * pace - self.now
            timeout = max(0.0, min(passed, timeout))
        self._pass(timeout)
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """A loop for rehearsals and tests; its time begins at 0.

    `pace` is None to run as fast as possible, 1.0 for real time, 2.0 for twice as fast. Files,
    sockets and calls from other threads are served as on any loop. Without a pace, jobs given to
    an executor take no virtual time at all: the loop waits for them.

    Raises ValueError if the pace is not above zero.
    """

    def __init__(self, *, pace: float | None = None) -> None:
        self._clock = VirtualClock(pace)
        super().__init__(self._clock)
        if pace is not None and pace <= 0:
            self.close()  # a loop that was made holds files
            raise ValueError(f"a pace must be above zero, not {pace}: 1.0 is real time")

    def time(self) -> float:
        """Give the virtual time in seconds."""
        return self._clock.now

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[*_Arguments], _Result],
        *args: *_Arguments,
    ) -> asyncio.Future[_Result]:
        """Run a job in another thread or process, as any loop does, and wait for it."""
        job = super().run_in_executor(executor, func, *args)
        self._clock.jobs += 1
        job.add_done_callback(self._job_done)
        return job

    async def shutdown_default_executor(self, *timeout: float | None) -> None:
        """Join the executor's threads; newer Pythons give a timeout, which must not be jumped."""
        self._clock.jobs += 1
        try:
            await super().shutdown_default_executor(*timeout)
        finally:
            self._clock.jobs -= 1

    def _job_done(self, _job: object) -> None:
        self._clock.jobs -= 1
