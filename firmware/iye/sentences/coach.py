"""What the coach says of a position, in sentences: where the best move leads, and why.

The law of this module: what is not proved is never said as if it were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from iye.languages import message
from iye.rules import CENSUS
from iye.sentences.speaker import Speaker
from iye.table import Coached, Decides, Outcome, Why

_LEADS: Final = {
    Outcome.WIN: message("Best: {move}. It wins the cycle, whatever the other player does."),
    Outcome.TIE: message("Best: {move}. It ties the cycle, and more cannot be forced."),
    Outcome.LOSS: message("Best: {move}. The cycle is lost, if the other player sees everything."),
}


def coached(speaker: Speaker, effect: Coached) -> str | None:
    """Say which move is best and what comes of it; nothing where there is none."""
    advice = effect.advice
    if not advice.best:
        return None
    best = advice.of(advice.best[0])
    if best is None or not best.sure:
        text = message("Looks best: {move}. It is not proved yet.")
        return speaker.say(text, move=speaker.move(advice.best[0]))
    leads = speaker.say(_LEADS[best.outcome], move=speaker.move(best.move))
    return leads if advice.why is None else f"{leads} {why_text(speaker, advice.why)}".rstrip()


def why_text(speaker: Speaker, why: Why) -> str:
    """Say what the line of best play comes to; empty where its end is not known."""
    decides = _DECIDES[why.decides](speaker, why)
    if not decides or len(why.line) < 2:
        return decides
    line = " ".join(map(str, why.line[1:]))
    return f"{decides} {speaker.say(message('Expected: {line}.'), line=line)}"


def _stuck(speaker: Speaker, why: Why) -> str:
    assert why.winner is not None  # noqa: S101 - whoever is stuck has lost
    text = message("In the end {player} has no legal movement left.")
    return speaker.say(text, player=speaker.player(why.winner.other))


def _majority(speaker: Speaker, why: Why) -> str:
    assert why.winner is not None  # noqa: S101 - a majority is somebody's
    assert why.kind is not None  # noqa: S101 - and of some kind
    text = message("{kind} decides it: {points} points for {player}.")
    return speaker.say(
        text,
        kind=speaker.kind(why.kind),
        points=CENSUS[why.kind],
        player=speaker.player(why.winner),
    )


def _points(speaker: Speaker, why: Why) -> str:
    one, two = why.points or (0, 0)
    return speaker.say(message("In the end the hands score {one} : {two}."), one=one, two=two)


_DECIDES: Final[dict[Decides, Callable[[Speaker, Why], str]]] = {
    Decides.STUCK: _stuck,
    Decides.MAJORITY: _majority,
    Decides.POINTS: _points,
    Decides.LEVEL: _points,
    Decides.UNKNOWN: lambda _speaker, _why: "",
}
