"""What pages may wish for, and what becomes of it."""

from __future__ import annotations

import asyncio

import pytest

from companion_rig import DEAL, Rig, run, served
from iye.rules import parse_deal
from iye.table import LayingOut


async def begin(rig: Rig, **wishes: object) -> None:
    """Begin a match with the usual deal and put the drum on c3."""
    async with rig.page() as page:
        await page.wish("new_match", **{"first": 1, "deal": DEAL, **wishes})
        await page.wish("drum_here", cell="c3")
        await page.until(lambda: page.state["phase"] == "turn")


@served()
async def test_a_touch_goes_through_the_chips(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("touch", pad="b2")
        await page.until(lambda: page.state["held"] == ["b2"])
        assert rig.panel.sense.hand.pads == {"b2"}
        await page.until(lambda: page.state["phase"] == "choosing_first")  # it has woken the board
        await page.wish("release", pad="b2")
        await page.until(lambda: page.state["held"] == [])


@served()
async def test_a_touch_on_a_pad_without_a_wire_is_not_felt(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("fault", name="dead_pad", pad="b2", on=True)
        await page.wish("touch", pad="b2")
        await page.wish("touch", pad="c2")
        await page.until(lambda: page.state["held"])
        assert page.state["held"] == ["c2"]


@served()
async def test_a_page_that_goes_lets_go_of_what_it_held(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("touch", pad="b2")
        await page.wish("touch", pad="hint")
        await page.until(lambda: page.state["held"] == ["b2"])
    await rig.until(lambda: not rig.board.table.contact.held)
    await rig.until(lambda: rig.board.table.hint_held_since is None)


@served()
async def test_a_page_that_is_torn_away_lets_go_too(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("touch", pad="b2")
        await page.until(lambda: page.state["held"] == ["b2"])
        page.line.transport.abort()
        await rig.until(lambda: not rig.board.table.contact.held)


@pytest.mark.parametrize("leaves", [False, True])
def test_a_pad_held_by_two_pages_is_let_go_with_the_second(leaves: bool) -> None:  # noqa: FBT001
    async def scene(rig: Rig) -> None:
        async with rig.page() as two:
            async with rig.page() as one:
                for page in (one, two):
                    await page.wish("touch", pad="b2")
                    await page.wish("touch", pad="b2")  # twice is once
                    await page.answered()
                if not leaves:
                    await one.wish("release", pad="b2")
                    await one.wish("release", pad="b2")
                    await one.answered()
            await two.answered()
            assert rig.panel.sense.hand.pads == {"b2"}
            await two.wish("release", pad="b2")
            await rig.until(lambda: not rig.panel.sense.hand.pads)

    run(scene)


@served()
async def test_what_is_no_pad_is_refused(rig: Rig) -> None:
    async with rig.page() as page:
        for pad in ("z9", "undoo", "\x00\x00", "1X"):
            assert await page.refusal("touch", pad=pad) == "no_pad"
            assert await page.refusal("release", pad=pad) == "no_pad"
            assert await page.refusal("tap", pad=pad) == "no_pad"
            assert await page.refusal("drum_here", cell=pad) == "no_pad"
        assert await page.refusal("tap", pad="spare") == "no_pad"
        assert await page.refusal("drum_here", cell="2H") == "no_cell"


@served(real=True)
async def test_a_real_board_is_touched_by_hand_alone(rig: Rig) -> None:
    async with rig.page() as page:
        assert page.words[0]["simulated"] is False
        assert page.words[0]["faults"] == []
        assert await page.refusal("touch", pad="b2") == "not_simulated"
        assert await page.refusal("release", pad="b2") == "not_simulated"
        assert await page.refusal("fault", name="noise", on=True) == "not_simulated"
        await page.wish("drum_here", cell="c3")
        await page.until(lambda: page.state["phase"] == "choosing_first")


@served()
async def test_a_page_in_one_seat_cannot_move_for_the_other(rig: Rig) -> None:
    await begin(rig)
    async with rig.page() as page:
        await page.wish("sit", seat=2)
        await page.until(lambda: page.told("hello")[-1]["seat"] == 2)
        for do, field in (("drum_here", "cell"), ("tap", "pad"), ("touch", "pad")):
            assert await page.refusal(do, **{field: "c5"}) == "not_your_turn"
        assert await page.refusal("tap", pad="1H") == "not_your_turn"
        await page.wish("touch", pad="undo")  # buttons are everybody's
        await page.until(lambda: page.state["phase"] == "laying_out")
        await page.wish("release", pad="undo")
        await page.wish("drum_here", cell="c3")
        await page.until(lambda: page.state["phase"] == "turn")
        assert page.said("Moved") == []


@served()
async def test_a_page_moves_for_its_own_seat_and_one_without_for_both(rig: Rig) -> None:
    await begin(rig)
    async with rig.page() as page:
        await page.wish("sit", seat=1)
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: len(page.said("Moved")) == 1)
        await page.wish("sit", seat=None)
        await page.wish("drum_here", cell="c4")
        await page.until(lambda: page.said("Moved")[1:] or page.said("Rejected"))


@served()
async def test_a_payment_is_not_made_from_the_other_seat(rig: Rig) -> None:
    await begin(rig)
    async with rig.page() as page:
        await page.wish("sit", seat=2)
        for do in ("tap", "touch"):
            assert await page.refusal(do, pad="1O") == "not_your_turn"


@served()
async def test_buttons_pressed_on_a_page_act_as_on_the_board(rig: Rig) -> None:
    await begin(rig)
    async with rig.page() as page:
        await page.wish("press", button="hint")
        await page.until(lambda: page.state["hints"] == "coach")
        await page.wish("press", button="hint")
        await page.until(lambda: page.state["hints"] == "off")
        await page.wish("press", button="undo")
        await page.until(lambda: page.state["phase"] == "laying_out")
        tiles = page.state["tiles"]
        await page.wish("press", button="new")
        await page.until(lambda: page.state["tiles"] != tiles)
        assert await page.refusal("press", button="power") == "bad_message"


@served()
async def test_names_are_trimmed_and_come_back_letter_for_letter(rig: Rig) -> None:
    await begin(rig, names=["  İsmail Işık ", 'ırmak\t"q"\\ \u202eevil\u202c\nx'])
    async with rig.page() as page:
        assert page.state["names"] == ["İsmail Işık", 'ırmak "q"\\ evil x']
        await page.wish("drum_here", cell="c5")
        await page.until(lambda: page.said("Moved"))
        assert page.said("Moved")[0].startswith("İsmail Işık: drum to c5")


@served()
async def test_names_are_at_most_forty_characters(rig: Rig) -> None:
    async with rig.page() as page:
        assert await page.refusal("new_match", names=["x" * 41, ""]) == "bad_message"
        assert page.state["phase"] == "asleep"
        await page.wish("new_match", first=1, names=["İ" * 40, "\u200d"])
        await page.until(lambda: page.state["names"] == ["İ" * 40, ""])


@served()
async def test_a_given_deal_is_the_next_matchs_first_and_no_other(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("new_match", deal=DEAL)  # who begins is asked, so nothing is drawn yet
        await page.wish("new_match", first=2)
        await page.until(lambda: page.state["phase"] == "laying_out")
        phase = rig.board.table.phase
        assert isinstance(phase, LayingOut)
        assert phase.deal != parse_deal(DEAL)
        for deal in ("OOOOO/OOOOO/OOOOO/OOOOO/OOOOO", ""):
            assert await page.refusal("new_match", deal=deal) == "bad_deal"
        await page.wish("new_match", first=2, deal=DEAL)
        await page.until(lambda: page.state["tiles"] == "STWHHHSHSHTWSWSTTHSSHOSST")


@served()
async def test_a_match_is_abandoned_from_a_page(rig: Rig) -> None:
    await begin(rig)
    async with rig.page() as page:
        await page.wish("abandon")
        await page.until(lambda: page.said("Abandoned"))
        assert page.said("Abandoned") == ["The match is abandoned."]
        assert page.state["phase"] == "asleep"
        await page.wish("abandon")  # a second one abandons nothing
        await page.answered()
        assert len(page.said("Abandoned")) == 1


@served()
async def test_tiles_laid_by_hand_are_told_by_tapping(rig: Rig) -> None:
    async with rig.page() as page:
        await page.wish("new_match", first=1, laid=True)
        await page.wish("tap", pad="1O")
        await page.wish("tap", pad="b5")
        await page.until(lambda: page.said("TileLaid"))
        assert page.state["tiles"] == "." * 21 + "O..."
        assert page.state["telling"] is None  # the only Owl is laid


@served()
async def test_lights_are_set_for_all_pages(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        assert await page.refusal("tune", palette="mauve", brightness=0.1) == "no_palette"
        await page.wish("tune", brightness=0)
        await other.until(lambda: other.told("tuning")[-1]["brightness"] == 0)
        await other.until(lambda: other.frames[-1] == bytes(108))
        await other.wish("tune", palette="clear")
        await page.until(lambda: page.told("tuning")[-1]["palette"] == "clear")
        assert page.told("tuning")[-1]["brightness"] == 0  # what is absent stays as it is
        for brightness in (1.01, -0.1, "1"):
            assert await page.refusal("tune", brightness=brightness) == "bad_message"


@served()
async def test_faults_are_named_and_shown_to_all_pages(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        assert set(page.words[0]["faults"]) >= {
            "dead_pad",
            "chip_gone",
            "short_pad",
            "wet_pad",
            "over_current",
            "brown_out",
            "noise",
            "burst",
            "slow_bus",
            "disturbed_bus",
            "hung_bus",
            "cut_line",
            "short_line",
            "dead_lights",
        }
        await page.wish("fault", name="noise", on=True)
        await other.until(lambda: other.told("tuning")[-1]["faults"] == ["noise"])
        await other.wish("fault", name="noise", on=False)
        await page.until(lambda: page.told("tuning")[-1]["faults"] == [])
        assert await page.refusal("fault", name="fire", on=True) == "no_fault"
        assert await page.refusal("fault", name="fire", on=False) == "no_fault"
        assert await page.refusal("fault", name="dead_pad", pad="z9", on=True) == "no_fault"


@served()
async def test_pages_that_come_and_go_with_hands_full_leave_no_hand_behind(rig: Rig) -> None:
    pads = ("a1", "b2", "c3", "2H", "undo", "spare")

    async def visit(number: int) -> None:
        async with rig.page() as page:
            for pad in pads[number % 3 :]:
                await page.wish("touch", pad=pad)
            await page.answered()
            if number % 2:
                page.line.transport.abort()

    async with asyncio.TaskGroup() as visits:
        for number in range(12):
            visits.create_task(visit(number))
    await rig.until(lambda: not rig.panel.sense.hand.pads and not rig.board.table.contact.held)
    assert not rig.companion.house.grips
