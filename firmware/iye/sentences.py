"""What happened at the table, in English sentences for people.

The law of this module: here, at the edge, codes become sentences; every effect and every reason
has one that says what happened and what can be done. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from iye.rules import CycleEnd, EndReason, Kind, Player
from iye.table import (
    Abandoned,
    Button,
    ChooseFirst,
    CycleBegan,
    CycleEnded,
    Dealt,
    DealWanted,
    DrumHome,
    Effect,
    FellAsleep,
    FirstChosen,
    Hints,
    HintsSet,
    MatchEnded,
    Moved,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    SeveralHeld,
    SpendingChosen,
    TileLaid,
    Undone,
    Woke,
)

KIND_NAMES: Final = {
    Kind.OWL: "Owl",
    Kind.WATER: "Water",
    Kind.TREE: "Tree",
    Kind.HORSE: "Horse",
    Kind.SUN: "Sun",
}

REASONS: Final = {
    Reason.NO_TILE: "There is no tile on {pad}: put the drum on a lit space.",
    Reason.OUT_OF_REACH: "The drum cannot reach {pad}: put it on a lit space.",
    Reason.NOT_BY_THIS_KIND: "The tile you chose does not reach {pad}: land where it does,"
    " or touch its pad again.",
    Reason.NOT_IN_HAND: "You hold no tile of that kind to spend at {pad}.",
    Reason.NO_TARGET: "Spending {pad} would reach no tile from here.",
    Reason.NOT_YOUR_PAD: "{pad} is the opponent's pad: touch your own side.",
    Reason.NOT_A_WAY_TO_PAY: "{pad} does not pay for this landing: touch a blinking pad.",
    Reason.DRUM_BACK_FIRST: "A move was taken back: bring the drum from {pad} to the space that"
    " pulses.",
    Reason.CHOOSE_WHO_BEGINS: "First say who begins: touch a pad on that player's side.",
    Reason.CHOOSE_KIND_FIRST: "First touch an İye pad to say which kind lies on {pad}.",
    Reason.KIND_COMPLETE: "All tiles of that kind are laid: to correct one, touch its space again.",
    Reason.NOTHING_TO_UNDO: "There is nothing to take back.",
    Reason.HOLD_TO_ABANDON: "Hold “new” for two seconds to abandon this match.",
    Reason.MATCH_OVER: "The match is over: press “new” for another one.",
}


def sentence(effect: Effect) -> str | None:
    """Put an effect into a sentence, or give None where there is nothing to say."""
    return _SENTENCES[type(effect)](effect)


def player_name(player: Player) -> str:
    """Name a player where no names were given."""
    return f"Player {player:d}"


def _rejected(effect: Rejected) -> str:
    pad = effect.pad.value if isinstance(effect.pad, Button) else str(effect.pad)
    return REASONS[effect.reason].format(pad=pad)


def _moved(effect: Moved) -> str:
    move, player = effect.move, player_name(effect.player)
    spent = "" if move.spent is None else f", spending {KIND_NAMES[move.spent]}"
    return (
        f"{player} moves to {move.target}{spent}:"
        f" {KIND_NAMES[effect.taken]} goes to {player_name(effect.player.other)}."
    )


def _payment(effect: PaymentWanted) -> str:
    kinds = " or ".join(KIND_NAMES[kind] for kind in effect.kinds)
    return f"{effect.cell} can be paid for with {kinds}: touch the pad of the one to spend."


def _choose_first(effect: ChooseFirst) -> str:
    if effect.player is None:
        return "Who begins? Touch a pad on that player's side."
    return f"{player_name(effect.player)} chooses who begins: touch a pad on that player's side."


def _dealt(effect: Dealt) -> str:
    return (
        f"Cycle {effect.cycle}: lay the tiles as lit, then put the drum on c3;"
        f" {player_name(effect.first)} begins."
    )


def _tile_laid(effect: TileLaid) -> str:
    if effect.kind is None:
        return f"{effect.cell} is open again."
    return f"{effect.cell} holds {KIND_NAMES[effect.kind]}."


def _cycle_ended(effect: CycleEnded) -> str:
    return f"Cycle {effect.cycle} is over: {_why(effect.end)} {_won(effect.end)}"


def _why(end: CycleEnd) -> str:
    if end.reason is EndReason.STUCK or end.score is None:
        return "there is no legal movement left."
    one, two = (end.score.points(player) for player in Player)
    return f"one tile is left, and the hands score {one} to {two}."


def _won(end: CycleEnd) -> str:
    return "Nobody wins it." if end.winner is None else f"{player_name(end.winner)} wins it."


def _undone(effect: Undone) -> str:
    if effect.position is None:
        return "That step is taken back."
    return "Taken back: put the tile and the drum back as lit."


def _hints(effect: HintsSet) -> str:
    return "Targets are hidden." if effect.hints is Hints.OFF else "Targets are shown."


def _spending(effect: SpendingChosen) -> str:
    if effect.kind is None:
        return "Nothing is going to be spent."
    return f"{KIND_NAMES[effect.kind]} is going to be spent: its targets are lit."


_SENTENCES: Final[dict[type[Effect], Callable[[Any], str | None]]] = {
    Woke: lambda _: "The board is awake.",
    FellAsleep: lambda _: "The board has fallen asleep: touch it to play.",
    ChooseFirst: _choose_first,
    FirstChosen: lambda e: f"{player_name(e.player)} begins.",
    DealWanted: lambda _: None,
    TileLaid: _tile_laid,
    Dealt: _dealt,
    CycleBegan: lambda e: f"The drum sounds: {player_name(e.position.mover)} moves.",
    SpendingChosen: _spending,
    PaymentWanted: _payment,
    PaymentDropped: lambda e: f"The landing on {e.cell} is taken back.",
    Moved: _moved,
    Rejected: _rejected,
    SeveralHeld: lambda e: f"Hands on {', '.join(map(str, e.cells))}: leave only the drum.",
    DrumHome: lambda e: f"The drum is back on {e.cell}.",
    Undone: _undone,
    HintsSet: _hints,
    CycleEnded: _cycle_ended,
    MatchEnded: lambda e: f"{player_name(e.winner)} wins the match and is the next shaman.",
    Abandoned: lambda _: "The match is abandoned.",
}
