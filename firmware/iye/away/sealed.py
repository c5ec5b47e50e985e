"""The envelope of everything said in a room: who says it, its number, its match, and a seal.

The law of this module: what does not open is nobody's, whatever it says. Nothing of a message is
believed, or even looked at, before its seal is found right.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Raw, Struct

VERSION: Final = 1
LARGEST: Final = 16 * 1024
"""Bytes; a page of a log is half of that at most."""

Id = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
MatchId = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]
Number = Annotated[int, Meta(ge=0, lt=2**62)]
Sort = Literal["status", "gone", "log"]


class Envelope(Struct, frozen=True, forbid_unknown_fields=True):
    """`n` counts what `board` has said, across its restarts; `match` is empty between matches."""

    v: Literal[1]
    board: Id
    n: Number
    match: MatchId
    sort: Sort
    body: Raw
    mac: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class SealError(ValueError):
    """A message that is not what it should be: a code from `CODES`, and why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code = code
        self.why = why


CODES: Final = ("huge", "malformed", "forged")


@dataclass(frozen=True, slots=True)
class Opened:
    """A message whose seal is right; its body is still to be read."""

    board: str
    number: int
    match: str
    sort: Sort
    body: bytes


_decoder: Final = msgspec.json.Decoder(Envelope)


def seal(key: bytes, said: Opened) -> bytes:
    """Put a message into its envelope. Raises ValueError when it is too large to be read."""
    body, mac = Raw(said.body), _mac(key, said)
    envelope = Envelope(VERSION, said.board, said.number, said.match, said.sort, body, mac)
    packed = msgspec.json.encode(envelope)
    if len(packed) > LARGEST:
        raise ValueError(f"a message of {len(packed)} bytes would not be read")
    return packed


def unseal(key: bytes, packed: bytes) -> Opened:
    """Open an envelope. Raises SealError."""
    if len(packed) > LARGEST:
        raise SealError("huge", f"{len(packed)} bytes")
    try:
        envelope = _decoder.decode(packed)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise SealError("malformed", str(error)) from None
    said = Opened(envelope.board, envelope.n, envelope.match, envelope.sort, bytes(envelope.body))
    if not hmac.compare_digest(_mac(key, said), envelope.mac):
        raise SealError("forged", "the seal is not this room's")
    return said


def _mac(key: bytes, said: Opened) -> str:
    head = f"{VERSION}|{said.board}|{said.number}|{said.match}|{said.sort}|".encode()
    return hmac.new(key, head + said.body, hashlib.sha256).hexdigest()
