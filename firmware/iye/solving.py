"""Solving a position over several sittings: what took long to prove is kept in a file.

The law of this module: a file that is damaged, or about another position, is a sentence and stays
as it is. It is written so that a power cut leaves the old one or the new one, and adds to what
another sitting has written meanwhile. A search goes on even where it cannot be written.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw, Struct

from iye.mind import Cancel, Progress, Proof, Solution, Solver
from iye.record.aside import write_aside
from iye.rules import Deal, Position, format_deal, format_position

MILESTONE: Final = 1 << 20
"""Nodes that make a proof worth keeping: less than a second's work on a PC."""
KEEP_EVERY: Final = 10.0
"""Seconds between two writings."""
FORM: Final = 1
"""Of the file, and of what the native core means by its numbers."""


class UnfinishedError(ValueError):
    """The file cannot be gone on from; the sentence says why."""


class Unfinished(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What earlier sittings proved about a position, and what they took."""

    form: int = FORM
    position: str
    nodes: int = 0
    seconds: float = 0.0
    proofs: tuple[Proof, ...] = ()


class _Sealed(Struct):
    check: str
    body: Raw


def read_unfinished(path: Path, position: Position) -> Unfinished:
    """Read what is known of a position: nothing where there is no file.

    Raises UnfinishedError for a file that is damaged or of another position, and OSError.
    """
    about = format_position(position)
    try:
        sealed = msgspec.json.decode(path.read_bytes(), type=_Sealed)
        if _check(bytes(sealed.body)) != sealed.check:
            raise UnfinishedError(f"{path} is damaged")
        found = msgspec.json.decode(sealed.body, type=Unfinished)
    except FileNotFoundError:
        return Unfinished(position=about)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise UnfinishedError(f"{path} is damaged, or no file of a deal being solved") from None
    if found.form != FORM:
        raise UnfinishedError(f"{path} was written by another version of this program")
    if found.position != about:
        raise UnfinishedError(f"{path} is about another deal: {found.position}")
    return found


def write_unfinished(path: Path, unfinished: Unfinished) -> None:
    """Keep it, durably, in a folder that is there. Raises OSError; then the file is as it was."""
    body = msgspec.json.encode(unfinished)
    write_aside(path, msgspec.json.encode(_Sealed(_check(body), Raw(body))) + b"\n")


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Have all others wait who want to add to a file just now. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    folder = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _check(body: bytes) -> str:
    return sha256(body).hexdigest()


def place_for(deal: Deal, folder: Path) -> Path:
    """Name the file of a deal in the data folder."""
    return folder / "solving" / f"{format_deal(deal).replace('/', '-')}.json"


class Sitting:
    """One sitting at a position: it begins from what the file has, and adds to that.

    Raises UnfinishedError, and OSError where the file is there and cannot be read. `trouble` hears
    the first of both when something is to be kept.
    """

    def __init__(
        self,
        solver: Solver,
        position: Position,
        path: Path,
        trouble: Callable[[OSError | UnfinishedError], object],
        *,
        afresh: bool = False,
    ) -> None:
        self._afresh = afresh
        self._solver, self._position, self._path = solver, position, path
        self._trouble = trouble
        self._troubled = False
        self.before = self._there()
        self._proofs = dict.fromkeys(self.before.proofs)
        self._taken = Progress(0, 0, 0.0, 0.0)
        self._told = self._taken
        """What of it the file tells."""
        self.kept = len(self._proofs)
        """How many proofs the file has."""
        try:
            solver.learn(position, self.before.proofs)
        except ValueError:
            raise UnfinishedError(f"{path} is damaged") from None

    def solve(
        self,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        tell: Callable[[Progress], object] = lambda _progress: None,
    ) -> Solution:
        """Go on solving; see Solver. However it ends, what is proved is kept."""

        def hear(progress: Progress) -> None:
            self._taken = progress
            tell(progress)
            if progress.seconds - self._told.seconds >= KEEP_EVERY:
                self._keep()

        try:
            return self._solver.solve(self._position, seconds=seconds, cancel=cancel, tell=hear)
        finally:
            self._keep()

    def _there(self) -> Unfinished:
        """Read what the file has by now: nothing that counts, until one begun afresh is written.

        Raises UnfinishedError and OSError.
        """
        if self._afresh:
            return Unfinished(position=format_position(self._position))
        return read_unfinished(self._path, self._position)

    def _keep(self) -> None:
        self._proofs |= dict.fromkeys(self._solver.proofs())
        if len(self._proofs) == self.kept:
            return
        try:
            with _alone(self._path):
                self._add()
        except (OSError, UnfinishedError) as error:
            if not self._troubled:
                self._trouble(error)
            self._troubled = True

    def _add(self) -> None:
        """Add to what the file has by now. Raises UnfinishedError and OSError."""
        there = self._there()
        proofs = dict.fromkeys(there.proofs) | self._proofs
        found = Unfinished(
            position=there.position,
            nodes=there.nodes + self._taken.nodes - self._told.nodes,
            seconds=there.seconds + self._taken.seconds - self._told.seconds,
            proofs=tuple(proofs),
        )
        write_unfinished(self._path, found)
        self._proofs, self._told, self.kept = proofs, self._taken, len(proofs)
        self._afresh = False
