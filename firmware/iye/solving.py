"""Solving a position over several sittings: what took long to prove is kept in a file.

The law of this module: a file that is damaged, or about another position, is a sentence and stays
as it is. It is written so that a power cut leaves the old one or the new one, and a search goes on
even where it cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable
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
    """Keep it, durably. Raises OSError; then the file is as it was."""
    body = msgspec.json.encode(unfinished)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_aside(path, msgspec.json.encode(_Sealed(_check(body), Raw(body))) + b"\n")


def _check(body: bytes) -> str:
    return sha256(body).hexdigest()


def place_for(deal: Deal, folder: Path) -> Path:
    """Name the file of a deal in the data folder."""
    return folder / "solving" / f"{format_deal(deal).replace('/', '-')}.json"


class Sitting:
    """One sitting at a position: it begins from what the file has, and adds to that.

    Raises UnfinishedError, and OSError where the file is there and cannot be read. `trouble` hears
    the first OSError of writing.
    """

    def __init__(
        self,
        solver: Solver,
        position: Position,
        path: Path,
        trouble: Callable[[OSError], object],
        *,
        afresh: bool = False,
    ) -> None:
        about = format_position(position)
        self.before = Unfinished(position=about) if afresh else read_unfinished(path, position)
        self._solver, self._position, self._path = solver, position, path
        self._trouble = trouble
        self._troubled = False
        self._proofs = dict.fromkeys(self.before.proofs)
        self._taken = Progress(0, 0, 0.0, 0.0)
        self._written = (0.0, len(self._proofs))
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
            if progress.seconds - self._written[0] >= KEEP_EVERY:
                self._keep()

        try:
            return self._solver.solve(self._position, seconds=seconds, cancel=cancel, tell=hear)
        finally:
            self._keep()

    @property
    def kept(self) -> int:
        """How many proofs the file has."""
        return self._written[1]

    def _keep(self) -> None:
        self._proofs |= dict.fromkeys(self._solver.proofs())
        if len(self._proofs) == self._written[1]:
            return
        found = Unfinished(
            position=self.before.position,
            nodes=self.before.nodes + self._taken.nodes,
            seconds=self.before.seconds + self._taken.seconds,
            proofs=tuple(self._proofs),
        )
        try:
            write_unfinished(self._path, found)
        except OSError as error:
            if not self._troubled:
                self._trouble(error)
            self._troubled = True
            return
        self._written = (self._taken.seconds, len(self._proofs))
