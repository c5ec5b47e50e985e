"""The mind as an opponent and as a coach, as pages see it."""

from __future__ import annotations

import pytest

from companion_rig import DEAL, Page, Rig, run, served
from iye.companion.view import state_of
from iye.rules import Cell, Kind, Move, Player, parse_deal
from iye.table import (
    PEOPLE,
    PERSON,
    Advice,
    Advised,
    Button,
    ButtonPressed,
    ButtonReleased,
    Hints,
    MatchSet,
    MatchSetup,
    MoveAnswered,
    Outcome,
    Verdict,
    mind,
)
from table_hands import Hands


async def begin(page: Page, **wishes: object) -> None:
    """Begin a match with the usual deal and put the drum on c3."""
    await page.wish("new_match", **{"first": 1, "deal": DEAL, **wishes})
    await page.wish("drum_here", cell="c3")
    await page.until(lambda: page.state["drum"] == "c3")


AGAINST_THE_BOARD = {"seats": ["person", "mind 1"]}


@served()
async def test_a_page_chooses_who_plays(rig: Rig) -> None:
    async with rig.page() as page:
        assert page.state["seats"] == ["person", "person"]
        await begin(page, seats=["mind 7", "person"], names=["nobody", "Ayşe"])
        assert page.state["seats"] == ["mind 7", "person"]
        assert page.state["names"] == ["", "Ayşe"]  # the mind goes by its level
        await page.until(lambda: page.said("MatchBegan"))
        assert page.said("MatchBegan") == ["The board plays too, at level 7 of 10."]
        for seats in (["mind 11", "person"], ["mind", "person"], ["cat", "person"]):
            assert await page.refusal("new_match", seats=seats) == "bad_seat"
        assert await page.refusal("new_match", seats=["person", "elsewhere"]) == "nobody_elsewhere"
        assert page.state["drum"] == "c3"  # nothing has changed


@served()
async def test_the_mind_is_waited_for_and_its_move_is_made_by_any_hand(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        await begin(page, **AGAINST_THE_BOARD)
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: page.state["phase"] == "awaiting")
        await page.until(lambda: page.state["phase"] == "following")
        answer = page.state["answer"]
        assert page.state["mover"] == 2
        assert page.state["targets"] == {answer["target"]: answer["spent"] or ""}
        await page.until(lambda: page.said("Answered"))
        assert answer["target"] in page.said("Answered")[0]
        await other.wish("sit", seat=1)
        await other.wish("drum_here", cell=answer["target"])
        await page.until(lambda: page.state["phase"] == "turn")
        assert (page.state["mover"], page.state["answer"]) == (1, None)


@served()
async def test_a_drum_put_elsewhere_while_following_changes_nothing(rig: Rig) -> None:
    async with rig.page() as page:
        await begin(page, **AGAINST_THE_BOARD)
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: page.state["phase"] == "following")
        answer = page.state["answer"]
        wrong = next(str(cell) for cell in Cell if str(cell) not in (answer["target"], "c5"))
        await page.wish("drum_here", cell=wrong)
        await page.until(lambda: page.state["wrong"] == wrong)
        assert page.state["answer"] == answer
        await page.until(lambda: page.said("Rejected"))
        assert wrong in page.said("Rejected")[-1]


@served()
async def test_undo_while_it_thinks_and_while_it_is_followed(rig: Rig) -> None:
    async with rig.page() as page:
        await begin(page, seats=["person", "mind 10"])
        await page.wish("drum_here", cell="c5")
        await page.wish("press", button="undo")  # it has not answered by then
        await page.until(lambda: page.said("Undone"))
        assert (page.state["phase"], page.state["mover"]) == ("turn", 1)
        assert page.said("Answered") == []
        await page.wish("drum_here", cell="c3")
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: page.state["phase"] == "following")
        await page.wish("press", button="undo")
        await page.until(lambda: page.state["phase"] == "turn")
        await page.until(lambda: page.told("history")[-1]["cycles"][0]["moves"] == [])


@served()
async def test_a_page_in_the_minds_seat_moves_nothing_and_is_told_why(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("sit", seat=2)
        await begin(page, **AGAINST_THE_BOARD)
        for do, field in (("drum_here", "cell"), ("tap", "pad"), ("touch", "pad")):
            assert await page.refusal(do, **{field: "c5"}) == "not_here"
        assert "Nobody plays from this seat here" in page.told("refused")[-1]["text"]
        await page.wish("sit", seat=None)
        assert await page.refusal("sit", seat=2) == "not_here"
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: page.said("Moved"))


@served()
async def test_the_opponent_is_changed_until_the_first_cycle_is_dealt(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("new_match", names=["Ece", "Can"], **AGAINST_THE_BOARD)
        await page.until(lambda: page.state["reseatable"])
        await page.wish("seat", seats=["person", "mind 9"])
        await page.until(lambda: page.state["seats"] == ["person", "mind 9"])
        await page.wish("seat", seats=["person", "person"])
        await page.until(lambda: page.state["seats"] == ["person", "person"])
        assert page.state["names"] == ["Ece", ""]
        assert await page.refusal("seat", seats=["person", "mind 0"]) == "bad_seat"
        await begin(page)
        assert not page.state["reseatable"]
        assert await page.refusal("seat", seats=["person", "mind 2"]) == "too_late"


@pytest.mark.parametrize("wanted", ["off", "targets", "coach"])
def test_hints_are_set_to_what_is_wanted(wanted: str) -> None:
    async def scene(rig: Rig) -> None:
        async with rig.page() as page:
            await page.wish("new_match")
            assert await page.refusal("hint", hints=wanted) == "not_yet"  # nobody begins yet
            await begin(page)
            for before in ("off", "targets", "coach"):
                await page.wish("hint", hints=before)
                await page.until(lambda before=before: page.state["hints"] == before)  # type: ignore[misc] # mypy cannot infer a lambda's default
                await page.wish("hint", hints=wanted)
                await page.until(lambda: page.state["hints"] == wanted)
            assert await page.refusal("hint", hints="all") == "bad_message"

    run(scene)


@served()
async def test_a_coach_that_the_match_does_not_allow_is_not_offered_and_refused(rig: Rig) -> None:
    async with rig.page() as page:
        await page.until(lambda: page.state["hints_allowed"] == ["off", "targets", "coach"])
        rig.board.post(MatchSet(rig.board.now(), MatchSetup(first=Player.ONE, coach=False)))
        await page.until(lambda: page.state["hints_allowed"] == ["off", "targets"])
        assert await page.refusal("hint", hints="coach") == "no_coach"
        assert page.state["hints"] == "targets"


@served()
async def test_the_coach_is_heard_in_every_pages_language_and_by_those_who_come_later(
    rig: Rig,
) -> None:
    async with rig.page() as page, rig.page(path="/ws?language=tr") as turkish:
        await begin(page)
        await page.wish("hint", hints="coach")
        await page.until(lambda: page.told("coach"))
        await turkish.until(lambda: turkish.told("coach"))
        advice = page.state["advice"]
        best = [cell for cell, said in advice["landings"].items() if said["best"]]
        assert len(best) == 1
        assert set(advice["landings"]) == set(page.state["targets"])
        assert set(advice["moves"]) == set(page.state["targets"])  # the first moves are natural
        async with rig.page() as late:
            await late.until(lambda: late.told("coach"))
            assert "est: " in late.told("coach")[-1]["text"]
        assert "Looks best: " in page.told("coach")[0]["text"]
        assert "En iyi görünen: " in turkish.told("coach")[0]["text"]
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: page.state["mover"] == 2)
        await page.until(lambda: page.told("coach")[-1]["text"] == "" or page.state["advice"])


def test_advice_is_shown_by_cell_and_by_move() -> None:
    """By hand: d1 is reached naturally and by the Sun's corners not; e1 by Sun alone."""
    hands = Hands(parse_deal(DEAL))
    hands.set_match(MatchSetup(first=Player.ONE))
    hands.play("c3")
    hands.play("c5")  # player 2 takes a Sun
    position = hands.position
    natural, sun = Move(Cell.d5), Move(Cell.e1, Kind.SUN)
    verdicts = (Verdict(natural, Outcome.WIN, sure=True), Verdict(sun, Outcome.LOSS, sure=False))
    for _ in range(3):
        if hands.table.hints is not Hints.COACH:
            hands.send(ButtonPressed(Button.HINT, hands.at))
            hands.send(ButtonReleased(Button.HINT, hands.at))
    hands.send(Advised(Advice(position, verdicts, (natural,)), hands.at))
    advice = state_of(hands.table).advice
    assert advice is not None
    assert advice.landings["d5"] == advice.moves["d5"]
    assert (advice.landings["d5"].outcome, advice.landings["d5"].best) == ("win", True)
    assert (advice.moves["Se1"].outcome, advice.moves["Se1"].sure) == ("loss", False)
    assert advice.landings["e1"] == advice.moves["Se1"]
    assert advice.line == []
    hands.play("d5")
    assert state_of(hands.table).advice is None


def test_an_answer_is_shown_with_what_it_spends() -> None:
    hands = Hands(parse_deal(DEAL))
    hands.set_match(MatchSetup(first=Player.ONE, seats=(PERSON, mind(1))))
    hands.play("c3")
    hands.play("c5")
    waiting = state_of(hands.table)
    assert (waiting.phase, waiting.targets, waiting.answer) == ("awaiting", {}, None)
    hands.send(MoveAnswered(hands.position, Move(Cell.e1, Kind.SUN), hands.at))
    following = state_of(hands.table)
    assert following.phase == "following"
    assert following.answer is not None
    assert (following.answer.target, following.answer.spent) == ("e1", "S")
    assert following.targets == {"e1": "S"}


def test_seats_are_shown_by_their_text_forms() -> None:
    hands = Hands(parse_deal(DEAL))
    assert hands.table.setup.seats == PEOPLE
    assert state_of(hands.table).seats == ("person", "person")
    hands.set_match(MatchSetup(seats=(mind(10), PERSON)))
    state = state_of(hands.table)
    assert (state.seats, state.reseatable) == (("mind 10", "person"), True)
