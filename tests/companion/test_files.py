"""Records and touches to take away, and catalogues of languages."""

from __future__ import annotations

import json
from random import Random

from companion_rig import DEAL, Rig, served
from iye.record import read_record
from iye.rehearsal.script import parse_script
from iye.rules import legal_moves


@served()
async def test_the_record_reads_back_to_the_same_match_with_the_names(rig: Rig) -> None:
    names = ['İsmail "Ağa"\u2028', "back\\slash ı"]
    chance = Random(3)
    async with rig.page() as page:
        await page.wish("new_match", first=1, deal=DEAL, wins=1, names=names)
        await page.wish("drum_here", cell="c3")
        await page.until(lambda: page.state["phase"] == "turn")
        for count in range(1, 5):
            position = rig.board.table.position
            move = chance.choice([m for m in legal_moves(position) if m.spent is None])
            await page.wish("drum_here", cell=str(move.target))
            await page.count("said", 2 + count)
            await page.until(lambda: page.state["last_move"])
    answer = await rig.get("/record.iye")
    assert answer.status_code == 200
    record = read_record(answer.content)
    assert record.match == rig.board.table.match
    assert record.headers == (("Player1", 'İsmail "Ağa"'), ("Player2", "back\\slash ı"))


@served()
async def test_a_board_asleep_has_the_record_of_a_match_not_begun(rig: Rig) -> None:
    record = read_record((await rig.get("/record.iye")).content)
    assert record.match == rig.board.table.match
    assert record.headers == ()


@served()
async def test_the_touches_so_far_are_a_script(rig: Rig) -> None:
    assert parse_script((await rig.get("/touches.jsonl")).content.splitlines()) == ()
    async with rig.page() as page:
        await page.wish("touch", pad="b2")
        await page.until(lambda: page.state["held"])
    answer = await rig.get("/touches.jsonl")
    assert "attachment" in answer.headers["content-disposition"]
    steps = [json.loads(line) for line in answer.text.splitlines()]
    assert steps[0] == {"at": 0.0, "touch": "b2"}


@served()
async def test_a_language_without_translations_yet_is_english(rig: Rig) -> None:
    for tag in ("en", "tr", "fr", "ru", "zh-TW"):
        answer = await rig.get(f"/language/{tag}.json")
        assert answer.status_code == 200
        assert isinstance(answer.json(), dict)
