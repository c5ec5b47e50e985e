"""Does in order what is to be kept and what is to be said: nothing is said before it is kept.

The law of this module: it decides nothing. The disk has a thread of its own, so that nothing here
holds up a light.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

from iye.away.kept import Kept, write_kept
from iye.away.outputs import Publish, Save

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Carrier:
    """Carries what is put in, while `run` runs; without a `folder` nothing is remembered.

    `say` says something at the broker, `tell` tells people a sentence.
    """

    def __init__(
        self, folder: Path | None, say: Callable[[str, bytes], None], tell: Callable[[str], None]
    ) -> None:
        self._folder, self._say, self._tell = folder, say, tell
        self._waiting: asyncio.Queue[Save | Publish] = asyncio.Queue()
        self._disk = ThreadPoolExecutor(1, "away")
        self._unsaved = False

    def put(self, output: Save | Publish) -> None:
        """Have this done after everything before it."""
        self._waiting.put_nowait(output)

    async def run(self) -> None:
        """Carry, one after the other, until cancelled."""
        while True:
            output = await self._waiting.get()
            try:
                if isinstance(output, Save):
                    await self._save(output.kept)
                else:
                    self._say(output.topic, output.payload)
            finally:
                self._waiting.task_done()

    async def all_done(self, patience: float | None = None) -> None:
        """Wait until all has been carried, or for so many seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._waiting.join(), patience)

    async def apart(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Do something slow on the disk's thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._disk, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """End when the disk has written what it was given."""
        self._disk.shutdown()

    async def _save(self, kept: Kept) -> None:
        if self._folder is None:
            return
        try:
            await self.apart(write_kept, self._folder, kept)
            self._unsaved = False
        except OSError as error:
            if not self._unsaved:
                self._tell(f"what is said to the other board cannot be kept: {error.strerror}")
            self._unsaved = True
