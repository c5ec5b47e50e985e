"""What happened at the table, in sentences for people, in their language.

The law of this module: here, at the edge, codes become sentences; every effect and every reason
has one that says what happened and what can be done. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from iye.languages import ENGLISH, Language, message
from iye.rules import CycleEnd, EndReason, Kind, Move, Player
from iye.table import (
    PEOPLE,
    Abandoned,
    Answered,
    Button,
    ChooseFirst,
    Coached,
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
    KindChosen,
    MatchBegan,
    MatchEnded,
    Moved,
    Outcome,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    Seats,
    SeveralHeld,
    SpendingChosen,
    TileLaid,
    Undone,
    Woke,
)

KIND_NAMES: Final = {
    Kind.OWL: message("Owl"),
    Kind.WATER: message("Water"),
    Kind.TREE: message("Tree"),
    Kind.HORSE: message("Horse"),
    Kind.SUN: message("Sun"),
}

REASONS: Final = {
    Reason.NO_TILE: message("There is no tile on {pad}: put the drum on a lit space."),
    Reason.OUT_OF_REACH: message("The drum cannot reach {pad}: put it on a lit space."),
    Reason.NOT_BY_THIS_KIND: message(
        "The tile you chose does not reach {pad}: land where it does, or touch its pad again."
    ),
    Reason.NOT_IN_HAND: message("You hold no tile of that kind to spend at {pad}."),
    Reason.NO_TARGET: message("Spending {pad} would reach no tile from here."),
    Reason.NOT_YOUR_PAD: message("{pad} is the opponent's pad: touch your own side."),
    Reason.NOT_A_WAY_TO_PAY: message("{pad} does not pay for this landing: touch a blinking pad."),
    Reason.DRUM_BACK_FIRST: message(
        "A move was taken back: bring the drum from {pad} to the space that pulses."
    ),
    Reason.CHOOSE_WHO_BEGINS: message("First say who begins: touch a pad on that player's side."),
    Reason.CHOOSE_KIND_FIRST: message("First touch an İye pad to say which kind lies on {pad}."),
    Reason.KIND_COMPLETE: message(
        "All tiles of that kind are laid: to correct one, touch its space again."
    ),
    Reason.NOTHING_TO_UNDO: message("There is nothing to take back."),
    Reason.HOLD_TO_ABANDON: message("Hold “new” for two seconds to abandon this match."),
    Reason.NOT_THEIR_TURN: message(
        "The other player is still thinking: put the drum back where it pulses."
    ),
    Reason.FOLLOW_ANSWER: message(
        "The other player wants the drum elsewhere than on {pad}: put it on the space that beats."
    ),
    Reason.MATCH_OVER: message("The match is over: press “new” for another one."),
}

URGENT: Final = (Rejected, SeveralHeld, PaymentWanted)
"""What a player has to act on before the game goes on."""


@dataclass(frozen=True)
class Teller:
    """Tells what happens in one language, with the players' names where they gave some."""

    language: Language = ENGLISH
    names: tuple[str, str] = ("", "")
    seats: Seats = PEOPLE

    def tell(self, effect: Effect) -> str | None:
        """Put an effect into a sentence, or give None where there is nothing to say."""
        return _SENTENCES[type(effect)](self, effect)

    def say(self, text: str, **values: object) -> str:
        """Say a message of its own."""
        return self.language.say(text, **values)

    def player(self, player: Player) -> str:
        """Name a player."""
        name, seat = self.names[player - 1], self.seats[player - 1]
        if name or not seat.level:
            return name or self.say(message("Player {number}"), number=int(player))
        return self.say(message("The board at level {level}"), level=seat.level)

    def kind(self, kind: Kind) -> str:
        """Name a kind."""
        return self.say(KIND_NAMES[kind])


def _rejected(teller: Teller, effect: Rejected) -> str:
    pad = effect.pad.value if isinstance(effect.pad, Button) else str(effect.pad)
    return teller.say(REASONS[effect.reason], pad=pad)


def _moved(teller: Teller, effect: Moved) -> str:
    move, player = effect.move, effect.player
    facts = {
        "player": teller.player(player),
        "cell": move.target,
        "taken": teller.kind(effect.taken),
        "other": teller.player(player.other),
    }
    if move.spent is None:
        return teller.say(message("{player}: drum to {cell}. {taken} goes to {other}."), **facts)
    return teller.say(
        message("{player}: drum to {cell}, spending {spent}. {taken} goes to {other}."),
        spent=teller.kind(move.spent),
        **facts,
    )


def _move_text(teller: Teller, move: Move) -> str:
    if move.spent is None:
        return str(move.target)
    text = message("{cell}, spending {kind}")
    return teller.say(text, cell=move.target, kind=teller.kind(move.spent))


def _answered(teller: Teller, effect: Answered) -> str:
    facts = {"player": teller.player(effect.player), "cell": effect.move.target}
    spent = effect.move.spent
    if spent is None:
        return teller.say(message("{player} wants the drum on {cell}: put it there."), **facts)
    text = message("{player} wants the drum on {cell} and spends {kind}: discard that tile.")
    return teller.say(text, kind=teller.kind(spent), **facts)


_COACHED: Final = {
    Outcome.WIN: message("Best: {move}. It wins the cycle, whatever the other player does."),
    Outcome.TIE: message("Best: {move}. More than a tie cannot be forced."),
    Outcome.LOSS: message("Best: {move}. The cycle is lost, if the other player sees everything."),
}


def _coached(teller: Teller, effect: Coached) -> str | None:
    advice = effect.advice
    if not advice.best:
        return None
    move, verdict = _move_text(teller, advice.best[0]), advice.of(advice.best[0])
    if verdict is None or not verdict.sure:
        return teller.say(message("Looks best: {move}. It is not proved yet."), move=move)
    return teller.say(_COACHED[verdict.outcome], move=move)


def _match_began(teller: Teller, effect: MatchBegan) -> str | None:
    levels = [seat.level for seat in effect.setup.seats if seat.level]
    if not levels:
        return None
    text = message("The board plays too, at level {level} of 10.")
    return teller.say(text, level=" / ".join(map(str, levels)))


def _payment(teller: Teller, effect: PaymentWanted) -> str:
    kinds = " / ".join(map(teller.kind, effect.kinds))
    text = message("What pays for {cell}: {kinds}? Touch one of the blinking pads.")
    return teller.say(text, cell=effect.cell, kinds=kinds)


def _choose_first(teller: Teller, effect: ChooseFirst) -> str:
    if effect.player is None:
        return teller.say(message("Who begins? Touch a pad on that player's side."))
    text = message("{player} chooses who begins: touch a pad on that player's side.")
    return teller.say(text, player=teller.player(effect.player))


def _dealt(teller: Teller, effect: Dealt) -> str:
    text = message("Cycle {cycle}: lay the tiles as lit, then put the drum on c3. {player} begins.")
    return teller.say(text, cycle=effect.cycle, player=teller.player(effect.first))


def _tile_laid(teller: Teller, effect: TileLaid) -> str:
    if effect.kind is None:
        return teller.say(message("{cell} is open again."), cell=effect.cell)
    text = message("{cell} holds {kind}.")
    return teller.say(text, cell=effect.cell, kind=teller.kind(effect.kind))


def _cycle_ended(teller: Teller, effect: CycleEnded) -> str:
    over = teller.say(message("Cycle {cycle} is over."), cycle=effect.cycle)
    return f"{over} {_why(teller, effect.end)} {_won(teller, effect.end)}"


def _why(teller: Teller, end: CycleEnd) -> str:
    if end.reason is EndReason.STUCK or end.score is None:
        return teller.say(message("There is no legal movement left."))
    one, two = (end.score.points(player) for player in Player)
    text = message("One tile is left, and the hands score {one} : {two}.")
    return teller.say(text, one=one, two=two)


def _won(teller: Teller, end: CycleEnd) -> str:
    if end.winner is None:
        return teller.say(message("Nobody wins it."))
    return teller.say(message("It is won by {player}."), player=teller.player(end.winner))


def _undone(teller: Teller, effect: Undone) -> str:
    if effect.position is None:
        return teller.say(message("That step is taken back."))
    return teller.say(message("Taken back: put the tile and the drum back as lit."))


def _hints(teller: Teller, effect: HintsSet) -> str:
    return teller.say(_HINTS[effect.hints])


_HINTS: Final = {
    Hints.OFF: message("Targets are hidden."),
    Hints.TARGETS: message("Targets are shown."),
    Hints.COACH: message("The coach colours the targets by what they lead to."),
}


def _spending(teller: Teller, effect: SpendingChosen) -> str:
    if effect.kind is None:
        return teller.say(message("Nothing is going to be spent."))
    text = message("To be spent: {kind}. Its targets are lit.")
    return teller.say(text, kind=teller.kind(effect.kind))


def _several(teller: Teller, effect: SeveralHeld) -> str:
    cells = ", ".join(map(str, effect.cells))
    return teller.say(
        message("Several spaces are held, {cells}: leave only the drum."), cells=cells
    )


def _by_player(text: str) -> Callable[[Teller, Any], str]:
    return lambda teller, effect: teller.say(text, player=teller.player(effect.player))


def _at_cell(text: str) -> Callable[[Teller, Any], str]:
    return lambda teller, effect: teller.say(text, cell=effect.cell)


def _plainly(text: str) -> Callable[[Teller, Any], str]:
    return lambda teller, _effect: teller.say(text)


def _began(teller: Teller, effect: CycleBegan) -> str:
    mover = teller.player(effect.position.mover)
    return teller.say(message("The drum sounds. It is {player}'s turn."), player=mover)


def _match_ended(teller: Teller, effect: MatchEnded) -> str:
    text = message("The match is won by {player}, the next shaman.")
    return teller.say(text, player=teller.player(effect.winner))


_SENTENCES: Final[dict[type[Effect], Callable[[Teller, Any], str | None]]] = {
    Woke: _plainly(message("The board is awake.")),
    FellAsleep: _plainly(message("The board has fallen asleep: touch it to play.")),
    MatchBegan: _match_began,
    ChooseFirst: _choose_first,
    FirstChosen: _by_player(message("{player} begins.")),
    DealWanted: lambda _teller, _effect: None,
    KindChosen: lambda _teller, _effect: None,
    TileLaid: _tile_laid,
    Dealt: _dealt,
    CycleBegan: _began,
    SpendingChosen: _spending,
    PaymentWanted: _payment,
    PaymentDropped: _at_cell(message("The landing on {cell} is taken back.")),
    Answered: _answered,
    Coached: _coached,
    Moved: _moved,
    Rejected: _rejected,
    SeveralHeld: _several,
    DrumHome: _at_cell(message("The drum is back on {cell}.")),
    Undone: _undone,
    HintsSet: _hints,
    CycleEnded: _cycle_ended,
    MatchEnded: _match_ended,
    Abandoned: _plainly(message("The match is abandoned.")),
}
