"""The deal, either way round: drawn by the board, or laid by hand and told to it."""

from __future__ import annotations

import pytest

from iye.lights import Meaning
from iye.rules import Cell, Deal, Kind, Player
from iye.table import (
    Button,
    ChooseFirst,
    CycleBegan,
    DealDrawn,
    Dealt,
    DealWanted,
    DealWay,
    KindChosen,
    LayingByHand,
    LayingOut,
    MatchSetup,
    Reason,
    Rejected,
    TileLaid,
    Undone,
)
from iye.table.state import ChoosingFirst
from table_hands import DEAL, OTHER_DEAL, Hands

ONE, TWO = Player
CELLS = {kind: [cell for cell in Cell if DEAL.kinds[cell] is kind] for kind in Kind}
"""Which cells of DEAL hold each kind, a1 first."""


def drawn(*deals: Deal) -> Hands:
    """Hands at a table that shows an arrangement it has drawn."""
    hands = Hands(*(deals or (DEAL, OTHER_DEAL)))
    hands.tap("a1", "1O")
    hands.effects.clear()
    return hands


def by_hand(*kinds: Kind) -> Hands:
    """Hands at a table that is told a deal laid by hand, some kinds of it already."""
    hands = Hands(OTHER_DEAL)
    hands.set_match(MatchSetup(first=ONE, deal_way=DealWay.LAID))
    for kind in kinds:
        tell(hands, kind, *CELLS[kind])
    return hands


def tell(hands: Hands, kind: Kind, *cells: Cell) -> None:
    hands.tap(f"1{kind.letter}", *cells)


def laid_out(hands: Hands) -> Deal | None:
    phase = hands.table.phase
    return phase.deal if isinstance(phase, LayingOut) else None


# Drawn by the board


def test_every_cell_is_lit_in_its_tiles_colour_and_the_drums_stands_out() -> None:
    hands = drawn()
    lit = {mark.pad: mark.kind for mark in hands.marks() if isinstance(mark.pad, Cell)}
    assert lit == dict(zip(Cell, DEAL.kinds, strict=True))
    assert hands.where(Meaning.DRUM_ON_TILE) == {"c3"}


def test_the_drum_on_c3_begins_the_cycle() -> None:
    assert drawn().put("c3") == (CycleBegan(DEAL.start(ONE)),)


def test_laying_tiles_on_other_cells_begins_nothing() -> None:
    hands = drawn()
    assert hands.put("a1", "c4", "e5") == ()
    assert laid_out(hands) == DEAL


def test_new_draws_another_arrangement() -> None:
    hands = drawn()
    assert hands.press(Button.NEW) == (DealWanted(1), Dealt(1, OTHER_DEAL, ONE))
    hands.put("c3")
    assert hands.position == OTHER_DEAL.start(ONE)


def test_a_deal_that_comes_late_is_awaited_and_a_second_answer_changes_nothing() -> None:
    hands = Hands()
    hands.tap("a1", "1O")
    assert hands.where(Meaning.WAY_BACK) == {"c3"}
    assert hands.put("c3", "1O") == ()
    assert hands.send(DealDrawn(DEAL, hands.at)) == (Dealt(1, DEAL, ONE),)
    assert hands.send(DealDrawn(OTHER_DEAL, hands.at)) == ()
    assert laid_out(hands) == DEAL


def test_a_deal_nobody_asked_for_leaves_a_turn_alone() -> None:
    hands = drawn()
    hands.put("c3")
    before = hands.table
    hands.send(DealDrawn(OTHER_DEAL, hands.at))
    assert hands.table == before


def test_undo_goes_back_from_the_deal_to_the_choice_of_who_begins() -> None:
    hands = drawn()
    assert hands.press(Button.UNDO)[0] == Undone(None)
    assert isinstance(hands.table.phase, ChoosingFirst)
    hands.tap("2O")
    hands.put("c3")
    assert hands.position.mover is TWO


def test_undo_takes_nothing_back_where_the_first_player_was_set_from_outside() -> None:
    hands = Hands(DEAL)
    hands.set_match(MatchSetup(first=ONE))
    assert hands.press(Button.UNDO) == (Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO),)
    assert laid_out(hands) == DEAL


# Laid by hand


def test_four_kinds_told_make_the_deal_and_the_last_kind_fills_in_by_itself() -> None:
    hands = by_hand(Kind.OWL, Kind.WATER, Kind.TREE)
    tell(hands, Kind.HORSE, *CELLS[Kind.HORSE][:-1])
    assert laid_out(hands) is None
    last = CELLS[Kind.HORSE][-1]
    hands.effects.clear()
    hands.tap(last)
    assert hands.effects == [TileLaid(last, Kind.HORSE), Dealt(1, DEAL, ONE)]
    hands.put("c3")
    assert hands.position == DEAL.start(ONE)


def test_the_kinds_may_be_told_in_any_order_and_from_either_side() -> None:
    hands = by_hand()
    for side, kind in zip("1212", (Kind.SUN, Kind.HORSE, Kind.OWL, Kind.TREE), strict=True):
        hands.tap(f"{side}{kind.letter}", *CELLS[kind])
    assert laid_out(hands) == DEAL


def test_a_pad_goes_out_once_its_kind_is_complete() -> None:
    hands = by_hand()
    assert hands.where(Meaning.KIND_OPEN) == {f"{side}{kind}" for side in "12" for kind in "OWTHS"}
    hands.tap("1W", *CELLS[Kind.WATER][:2])
    assert hands.where(Meaning.KIND_CHOSEN) == {"1W", "2W"}
    assert hands.where(Meaning.LAID_NOW) == set(map(str, CELLS[Kind.WATER][:2]))
    hands.tap(CELLS[Kind.WATER][2])
    assert not {"1W", "2W"} & hands.seen().keys()
    assert hands.where(Meaning.LAID) == set(map(str, CELLS[Kind.WATER]))


def test_a_cell_before_any_kind_is_told_apart_from_a_mistake() -> None:
    assert by_hand().tap("b2") == (Rejected(Cell.b2, Reason.CHOOSE_KIND_FIRST),)


def test_a_wrong_cell_is_corrected_by_touching_it_with_another_kind() -> None:
    hands = by_hand()
    tell(hands, Kind.TREE, Cell.a1)
    assert hands.tap("1S", "a1") == (KindChosen(Kind.SUN), TileLaid(Cell.a1, Kind.SUN))
    assert [mark.kind for mark in hands.marks() if mark.pad is Cell.a1] == [Kind.SUN]


def test_a_cell_touched_again_with_the_same_kind_is_untold() -> None:
    hands = by_hand()
    tell(hands, Kind.TREE, Cell.a1)
    assert hands.tap("a1") == (TileLaid(Cell.a1, None),)
    assert "a1" not in hands.seen()


def test_a_tile_too_many_of_a_kind_is_refused() -> None:
    hands = by_hand(Kind.OWL)
    assert hands.tap("1O", "a1")[1:] == (Rejected(Cell.a1, Reason.KIND_COMPLETE),)


def test_the_same_pad_again_chooses_no_kind() -> None:
    hands = by_hand()
    hands.tap("1T", "2T")
    assert hands.tap("a1") == (Rejected(Cell.a1, Reason.CHOOSE_KIND_FIRST),)


def test_a_swapped_pair_is_corrected_even_when_all_is_told() -> None:
    """Tree and Horse of a5 and a4 told the wrong way round, noticed at the end."""
    hands = by_hand(Kind.OWL, Kind.WATER)
    assert (DEAL.kinds[Cell.a5], DEAL.kinds[Cell.a4]) == (Kind.HORSE, Kind.TREE)
    swapped = {Kind.HORSE: {Cell.a5: Cell.a4}, Kind.TREE: {Cell.a4: Cell.a5}}
    for kind in (Kind.TREE, Kind.HORSE):
        tell(hands, kind, *(swapped[kind].get(cell, cell) for cell in CELLS[kind]))
    assert laid_out(hands) not in (None, DEAL)
    tell(hands, Kind.HORSE, Cell.a4, Cell.a5)  # not here, but there
    tell(hands, Kind.TREE, Cell.a4)
    assert laid_out(hands) == DEAL


def test_a_pad_touched_by_mistake_when_all_is_told_is_taken_back_by_touching_it_again() -> None:
    hands = by_hand(*Kind)
    hands.tap("1T")
    assert laid_out(hands) is None
    hands.tap("1T")
    assert laid_out(hands) == DEAL


def test_the_finger_that_tells_c3_last_is_not_the_drum() -> None:
    hands = by_hand(Kind.OWL, Kind.WATER, Kind.TREE, Kind.HORSE)
    hands.press(Button.UNDO)  # a5, and with it the Suns that had filled in
    tell(hands, Kind.HORSE, Cell.c3)  # a mistake that completes the deal
    hands.press(Button.UNDO)
    hands.tap("1H")
    hands.touch("c3")
    hands.wait(0.05)
    assert laid_out(hands) is not None
    assert hands.wait(5.0) == ()
    hands.touch("d3")  # a sleeve
    hands.wait(1.0)
    hands.release("d3")
    assert hands.wait(5.0) == ()
    hands.release("c3")
    hands.wait(0.5)
    assert hands.put("c3")[-1] == CycleBegan(hands.position)


def test_an_iye_pad_says_that_the_players_laid_the_tiles_themselves() -> None:
    hands = drawn()
    hands.tap("2T")
    assert hands.where(Meaning.KIND_CHOSEN) == {"1T", "2T"}
    for kind in (Kind.TREE, Kind.OWL, Kind.WATER, Kind.HORSE):
        hands.tap(*([f"1{kind.letter}"] if kind is not Kind.TREE else []), *CELLS[kind])
    assert laid_out(hands) == DEAL


def test_touching_a_drawn_deals_cells_tells_nothing() -> None:
    hands = drawn()
    assert hands.tap("a1", "b2") == ()
    assert laid_out(hands) == DEAL


@pytest.mark.parametrize("way", ["the same pad again", "undo", "undo after a tile"])
def test_nothing_told_after_all_leads_back_to_the_drawn_deal(way: str) -> None:
    hands = drawn()
    hands.tap("1T")
    if way == "the same pad again":
        hands.tap("1T")
    else:
        if way == "undo after a tile":
            hands.tap("a3")
            hands.press(Button.UNDO)
        hands.press(Button.UNDO)
    assert laid_out(hands) == DEAL


def test_new_draws_an_arrangement_instead_of_one_being_told() -> None:
    hands = by_hand(Kind.OWL)
    assert hands.press(Button.NEW) == (DealWanted(1), Dealt(1, OTHER_DEAL, ONE))


def test_undo_takes_back_what_was_told_last_and_back_to_what_it_was_before() -> None:
    hands = by_hand()
    tell(hands, Kind.TREE, Cell.a1)
    tell(hands, Kind.SUN, Cell.a1)
    assert hands.press(Button.UNDO) == (Undone(None), TileLaid(Cell.a1, Kind.TREE))
    assert hands.press(Button.UNDO) == (Undone(None), TileLaid(Cell.a1, None))
    assert hands.press(Button.UNDO) == (Rejected(Button.UNDO, Reason.NOTHING_TO_UNDO),)


def test_undo_reopens_a_deal_that_was_told() -> None:
    hands = by_hand(Kind.OWL, Kind.WATER, Kind.TREE, Kind.HORSE)
    assert hands.press(Button.UNDO) == (Undone(None), TileLaid(Cell.a5, None))
    assert isinstance(hands.table.phase, LayingByHand)
    hands.tap("1H", "a5")
    assert laid_out(hands) == DEAL


def test_undo_of_an_untold_deal_asks_again_who_begins() -> None:
    hands = Hands(OTHER_DEAL)
    hands.set_match(MatchSetup(deal_way=DealWay.LAID))
    hands.tap("1O")
    assert hands.press(Button.UNDO) == (Undone(None), ChooseFirst(None))
    assert hands.table.phase == ChoosingFirst(None, relaid=True)


def test_players_who_lay_by_hand_are_asked_to_tell_the_next_cycles_deal_too() -> None:
    hands = drawn()
    for kind in (Kind.OWL, Kind.WATER, Kind.TREE, Kind.HORSE):
        tell(hands, kind, *CELLS[kind])
    assert hands.table.setup == MatchSetup(deal_way=DealWay.LAID)
    hands.press(Button.NEW)
    assert hands.table.setup == MatchSetup(deal_way=DealWay.DRAWN)
