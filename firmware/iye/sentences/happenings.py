"""Every effect and every reason as a sentence.

The law of this module: one table of each, and nothing is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from iye.languages import message
from iye.rules import CycleEnd, EndReason, Player
from iye.sentences.coach import coached
from iye.sentences.speaker import Speaker
from iye.table import (
    Abandoned,
    Answered,
    Asked,
    Button,
    ChooseFirst,
    Coached,
    Consent,
    Consented,
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
    OtherAsked,
    OtherRefused,
    PaymentDropped,
    PaymentWanted,
    Reason,
    Rejected,
    SeveralHeld,
    SpendingChosen,
    TakenBack,
    TileLaid,
    Undone,
    Woke,
)

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
    Reason.OTHER_CHOOSES: message("The other player chooses who begins: wait for their board."),
    Reason.ASKED_ALREADY: message("The other player has been asked already and has not answered."),
    Reason.FOLLOW_ANSWER: message(
        "The other player wants the drum elsewhere than on {pad}: put it on the space that beats."
    ),
    Reason.MATCH_OVER: message("The match is over: press “new” for another one."),
}

URGENT: Final = (Rejected, SeveralHeld, PaymentWanted, OtherAsked)
"""What a player has to act on before the game goes on."""


def _rejected(teller: Speaker, effect: Rejected) -> str:
    pad = effect.pad.value if isinstance(effect.pad, Button) else str(effect.pad)
    return teller.say(REASONS[effect.reason], pad=pad)


def _moved(teller: Speaker, effect: Moved) -> str:
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


def _answered(teller: Speaker, effect: Answered) -> str:
    facts = {"player": teller.player(effect.player), "cell": effect.move.target}
    spent = effect.move.spent
    if spent is None:
        return teller.say(message("{player} wants the drum on {cell}: put it there."), **facts)
    text = message("{player} wants the drum on {cell} and spends {kind}: discard that tile.")
    return teller.say(text, kind=teller.kind(spent), **facts)


def _match_began(teller: Speaker, effect: MatchBegan) -> str | None:
    levels = [seat.level for seat in effect.setup.seats if seat.level]
    if not levels:
        return None
    text = message("The board plays too, at level {level} of 10.")
    return teller.say(text, level=" / ".join(map(str, levels)))


def _payment(teller: Speaker, effect: PaymentWanted) -> str:
    kinds = " / ".join(map(teller.kind, effect.kinds))
    text = message("What pays for {cell}: {kinds}? Touch one of the blinking pads.")
    return teller.say(text, cell=effect.cell, kinds=kinds)


def _choose_first(teller: Speaker, effect: ChooseFirst) -> str:
    if effect.player is None:
        return teller.say(message("Who begins? Touch a pad on that player's side."))
    text = message("{player} chooses who begins: touch a pad on that player's side.")
    return teller.say(text, player=teller.player(effect.player))


def _dealt(teller: Speaker, effect: Dealt) -> str:
    text = message("Cycle {cycle}: lay the tiles as lit, then put the drum on c3. {player} begins.")
    return teller.say(text, cycle=effect.cycle, player=teller.player(effect.first))


def _tile_laid(teller: Speaker, effect: TileLaid) -> str:
    if effect.kind is None:
        return teller.say(message("{cell} is open again."), cell=effect.cell)
    text = message("{cell} holds {kind}.")
    return teller.say(text, cell=effect.cell, kind=teller.kind(effect.kind))


def _cycle_ended(teller: Speaker, effect: CycleEnded) -> str:
    over = teller.say(message("Cycle {cycle} is over."), cycle=effect.cycle)
    return f"{over} {_why(teller, effect.end)} {_won(teller, effect.end)}"


def _why(teller: Speaker, end: CycleEnd) -> str:
    if end.reason is EndReason.STUCK or end.score is None:
        return teller.say(message("There is no legal movement left."))
    one, two = (end.score.points(player) for player in Player)
    text = message("One tile is left, and the hands score {one} : {two}.")
    return teller.say(text, one=one, two=two)


def _won(teller: Speaker, end: CycleEnd) -> str:
    if end.winner is None:
        return teller.say(message("Nobody wins it."))
    return teller.say(message("It is won by {player}."), player=teller.player(end.winner))


def _undone(teller: Speaker, effect: Undone) -> str:
    if effect.position is None:
        return teller.say(message("That step is taken back."))
    return teller.say(message("Taken back: put the tile and the drum back as lit."))


def _taken_back(teller: Speaker, effect: TakenBack) -> str:
    if effect.position is None:
        return teller.say(message("Both agreed: that step is taken back."))
    return teller.say(message("Both agreed: put the tiles and the drum back as lit."))


_ASKED: Final = {
    Consent.UNDO: message("The other player is asked whether your last move may be taken back."),
    Consent.ABANDON: message("The other player is asked whether to give the match up."),
    Consent.NEW: message("The other player is asked for another match."),
}
_OTHER_ASKED: Final = {
    Consent.UNDO: message(
        "The other player wants to take a move back: “undo” agrees, going on or “new” refuses."
    ),
    Consent.ABANDON: message(
        "The other player wants to give the match up: “undo” agrees, going on or “new” refuses."
    ),
    Consent.NEW: message("The other player wants another match: “undo” agrees."),
}


def _consented(teller: Speaker, effect: Consented) -> str:
    agreed, refused = message("You agree."), message("You refuse.")
    return teller.say(agreed if effect.agree else refused)


def _hints(teller: Speaker, effect: HintsSet) -> str:
    return teller.say(_HINTS[effect.hints])


_HINTS: Final = {
    Hints.OFF: message("Targets are hidden."),
    Hints.TARGETS: message("Targets are shown."),
    Hints.COACH: message("The coach colours the targets by what they lead to."),
}


def _spending(teller: Speaker, effect: SpendingChosen) -> str:
    if effect.kind is None:
        return teller.say(message("Nothing is going to be spent."))
    text = message("To be spent: {kind}. Its targets are lit.")
    return teller.say(text, kind=teller.kind(effect.kind))


def _several(teller: Speaker, effect: SeveralHeld) -> str:
    cells = ", ".join(map(str, effect.cells))
    return teller.say(
        message("Several spaces are held, {cells}: leave only the drum."), cells=cells
    )


def _by_player(text: str) -> Callable[[Speaker, Any], str]:
    return lambda teller, effect: teller.say(text, player=teller.player(effect.player))


def _at_cell(text: str) -> Callable[[Speaker, Any], str]:
    return lambda teller, effect: teller.say(text, cell=effect.cell)


def _plainly(text: str) -> Callable[[Speaker, Any], str]:
    return lambda teller, _effect: teller.say(text)


def _began(teller: Speaker, effect: CycleBegan) -> str:
    mover = teller.player(effect.position.mover)
    return teller.say(message("The drum sounds. It is {player}'s turn."), player=mover)


def _match_ended(teller: Speaker, effect: MatchEnded) -> str:
    text = message("The match is won by {player}, the next shaman.")
    return teller.say(text, player=teller.player(effect.winner))


SENTENCES: Final[dict[type[Effect], Callable[[Speaker, Any], str | None]]] = {
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
    Coached: coached,
    Moved: _moved,
    Rejected: _rejected,
    SeveralHeld: _several,
    DrumHome: _at_cell(message("The drum is back on {cell}.")),
    Undone: _undone,
    TakenBack: _taken_back,
    Asked: lambda teller, effect: teller.say(_ASKED[effect.consent]),
    Consented: _consented,
    OtherAsked: lambda teller, effect: teller.say(_OTHER_ASKED[effect.consent]),
    OtherRefused: _plainly(message("The other player refuses.")),
    HintsSet: _hints,
    CycleEnded: _cycle_ended,
    MatchEnded: _match_ended,
    Abandoned: _plainly(message("The match is abandoned.")),
}
