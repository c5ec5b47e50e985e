"""What pages are told: all of it when they come, and all alike from then on."""

from __future__ import annotations

import asyncio
from functools import partial

from companion_rig import DEAL, Page, Rig, served
from iye.lights import PAD_NAMES, PALETTES
from iye_hw.panel import Complaint, PadReading


async def begin(page: Page, **wishes: object) -> None:
    """Begin a match with the usual deal and put the drum on c3."""
    await page.wish("new_match", first=1, deal=DEAL, **wishes)
    await page.wish("drum_here", cell="c3")
    await page.until(lambda: page.state["phase"] == "turn")


@served()
async def test_a_page_that_comes_is_told_everything_once(rig: Rig) -> None:
    async with rig.page() as page:
        kinds = [word["type"] for word in page.words]
        assert kinds == ["hello", "state", "history", "tuning"]
        hello = page.words[0]
        assert hello["version"] == "1.2.3"
        assert hello["pads"] == list(PAD_NAMES)
        assert (hello["simulated"], hello["joined"], hello["seat"]) == (True, True, None)
        assert hello["palettes"] == list(PALETTES)
        assert page.state["phase"] == "asleep"
        assert page.told("tuning")[0]["faults"] == []


@served()
async def test_frames_are_those_the_chain_is_sent_also_while_nothing_happens(rig: Rig) -> None:
    async with rig.page() as page:
        await page.until(lambda: len(page.frames) >= 3)  # the sleeping board's drum beats
        assert all(len(frame) == 3 * 36 for frame in page.frames)
        c3 = list(PAD_NAMES).index("c3")
        light = rig.panel.board.places[c3].light
        shown = {bytes(state.colours[light]) for state in rig.panel.chain.history}
        assert {frame[3 * c3 : 3 * c3 + 3] for frame in page.frames} <= shown
        assert len(set(page.frames)) > 1


@served()
async def test_two_pages_are_in_step(rig: Rig) -> None:
    async with rig.page() as one, rig.page() as two:
        await begin(one)
        await one.wish("drum_here", cell="c5")
        await two.until(lambda: two.said("Moved"))
        await one.until(lambda: one.said("Moved"))
        assert one.state == two.state
        assert one.told("history")[-1] == two.told("history")[-1]
        assert one.told("history")[-1]["cycles"][0]["moves"] == ["c5"]


@served()
async def test_a_page_that_comes_back_finds_the_board_as_it_is_by_then(rig: Rig) -> None:
    async with rig.page() as page:
        await begin(page)
        before = page.state
    rig.panel.touch("a1")
    await rig.until(lambda: rig.board.table.contact.held)
    async with rig.page() as page:
        assert page.state["held"] == ["a1"]
        rig.panel.release("a1")
        # What the last page of all was told before this one came is news to this one.
        await page.until(lambda: page.state == {**before, "wrong": page.state["wrong"]})
        assert page.state["held"] == []


@served()
async def test_a_page_is_told_in_its_browsers_language_or_the_one_it_asks_for(rig: Rig) -> None:
    headers = {"Accept-Language": "tr-TR,tr;q=0.9,en;q=0.5"}
    async with rig.page(additional_headers=headers) as page:
        assert page.words[0]["language"] == "tr"
        await page.wish("speak", language="fr")
        await page.until(lambda: page.told("hello")[-1]["language"] == "fr")
        assert await page.refusal("speak", language="tlh") == "no_language"
    async with rig.connect() as line:
        assert '"language":"en"' in str(await line.recv())


@served()
async def test_what_is_wrong_is_told_and_to_those_who_come_later_until_it_is_right(
    rig: Rig,
) -> None:
    async with rig.page() as early:
        await early.wish("fault", name="chip_gone", on=True)
        await early.until(lambda: early.said("Complaint"))
        assert "does not answer" in early.said("Complaint")[0]
        async with rig.page() as late:
            await late.until(lambda: late.said("Complaint"))
            assert late.said("Complaint") == early.said("Complaint")
        await early.wish("fault", name="chip_gone", on=False)
        await early.until(lambda: len(early.said("Complaint")) == 2)
        assert "works again" in early.said("Complaint")[1]
        urgent = [word["urgent"] for word in early.told("said") if word["event"] == "Complaint"]
        assert urgent == [True, False]
    async with rig.page() as late:
        await late.answered()
        assert late.said("Complaint") == []


@served()
async def test_what_is_wrong_is_told_in_every_pages_language(rig: Rig) -> None:
    async with rig.page() as english, rig.page(path="/ws?language=ru") as russian:
        await english.wish("fault", name="chip_gone", on=True)
        for page in (english, russian):
            await page.until(partial(page.said, "Complaint"))
        assert english.said("Complaint")[0].startswith("touch chip 0x5A does not answer: ")
        assert russian.said("Complaint")[0].startswith("сенсорный чип 0x5A не отвечает: ")
        async with rig.page(path="/ws?language=ru") as late:
            await late.until(partial(late.said, "Complaint"))
            assert late.said("Complaint") == russian.said("Complaint")


@served()
async def test_a_complaint_about_no_part_stays(rig: Rig) -> None:
    rig.board._sense(Complaint("pad a1 has no wire", 0.0))
    for _ in range(2):
        async with rig.page() as page:
            await page.until(partial(page.said, "Complaint"))
            assert page.said("Complaint") == ["pad a1 has no wire"]


@served()
async def test_pads_are_read_while_somebody_looks_and_no_longer(rig: Rig) -> None:
    async with rig.page() as page, rig.page() as other:
        await page.wish("watch_pads", on=True)
        await page.until(lambda: len(page.told("pads")) >= 2)
        readings = page.told("pads")[0]["readings"]
        assert set(readings) == set(PAD_NAMES)
        assert all(r["baseline"] - r["filtered"] <= r["touch"] for r in readings.values())
        await page.wish("watch_pads", on=False)
        await rig.until(lambda: rig.companion._watching is None)
        assert other.told("pads") == []
        await other.wish("watch_pads", on=True)
        await other.until(lambda: other.told("pads"))


@served()
async def test_a_panel_that_cannot_be_read_is_read_again_when_somebody_looks_again(
    rig: Rig,
) -> None:
    readings, rig.board.readings = rig.board.readings, _fails  # type: ignore[method-assign]
    async with rig.page() as page:
        await page.wish("watch_pads", on=True)
        await rig.until(lambda: rig.companion._watching is None)
        rig.board.readings = readings  # type: ignore[method-assign]
        await page.wish("watch_pads", on=True)
        await page.until(lambda: page.told("pads"))


def _fails() -> dict[str, PadReading]:
    raise asyncio.CancelledError
