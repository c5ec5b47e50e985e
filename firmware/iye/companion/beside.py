"""A program of its own beside this one: begun, spoken with, and ended whenever nobody wants it.

The law of this module: it is spoken with on a thread, so that ending it needs no loop's help: at
any moment, also while it is being begun or the loop is being closed, it and the thread end soon.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from subprocess import PIPE, Popen
from typing import TypeVar

Said = TypeVar("Said")


class Program:
    """A program to be run once; `stderr` and `env` are as for Popen."""

    def __init__(
        self, *command: str, stderr: int = PIPE, env: Mapping[str, str] | None = None
    ) -> None:
        self._command = command
        self._stderr = stderr
        self._env = env
        self._wanted = True
        self._process: Popen[bytes] | None = None

    async def run(self, talk: Callable[[Popen[bytes]], Said]) -> tuple[Said, int]:
        """Begin it, and give what `talk` made of it on a thread, and its exit code.

        Whoever is cancelled meanwhile has ended it. Raises OSError where it cannot be begun.
        """
        try:
            return await asyncio.get_running_loop().run_in_executor(None, self._run, talk)
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End it now, or as soon as it has begun; from any thread."""
        self._wanted = False  # before the look: of two threads, one sees what the other has done
        if self._process is not None:
            self._process.kill()

    def _run(self, talk: Callable[[Popen[bytes]], Said]) -> tuple[Said, int]:
        process = Popen(  # noqa: S603 - our own interpreter
            self._command, stdin=PIPE, stdout=PIPE, stderr=self._stderr, env=self._env
        )
        self._process = process
        if not self._wanted:
            process.kill()
        try:
            said = talk(process)
        except BaseException:
            process.kill()
            raise
        finally:
            _let_go(process)
        return said, process.returncode


def _let_go(process: Popen[bytes]) -> None:
    """Close the pipes and wait for the end; what it no longer wants to read is lost."""
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
    process.wait()
