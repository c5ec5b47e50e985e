"""Games on a board that fails: no game is lost, no move is made up, and it recovers alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from fault_rig import CARE, Story, play, what_is_wrong
from iye.chance import Dealer
from iye.daemon import Daemon
from iye.lights import Frame, parse_pad
from iye.rules import Kind, Player, parse_deal
from iye.table import (
    CycleBegan,
    Effect,
    Event,
    MatchSet,
    MatchSetup,
    Moved,
    PadDeclared,
    Rejected,
    SpendingChosen,
    Table,
)
from iye_hw.board_map import load_board_map
from iye_hw.panel import Complaint
from iye_hw.simulated.faults import Faults
from iye_hw.simulated.simulated_panel import SimulatedPanel
from iye_hw.simulated.virtual_time import VirtualTimeLoop
from iye_hw.touch_settings import TouchSettings

MATCHES = 15
DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"


@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_match_with_faults_at_random_ends_as_the_rules_say(seed: int) -> None:
    story: Story = play(seed, wins=1)
    assert what_is_wrong(story) == []
    assert story.faults, "nothing happened"


class AtTable:
    """A board with the drum on c3 and player 1 to move, and what it tells."""

    def __init__(self, panel: SimulatedPanel, daemon: Daemon) -> None:
        self.panel = panel
        self.daemon = daemon
        self.effects: list[Effect] = []
        self.complaints: list[Complaint] = []

    def sensed(self, event: Event) -> None:
        """Nothing is made of it."""

    def stands(self, table: Table, frame: Frame, at: float) -> None:
        """Nothing is made of it."""

    def happened(self, effect: Effect, _at: float) -> None:
        self.effects.append(effect)

    def complained(self, complaint: Complaint) -> None:
        self.complaints.append(complaint)

    async def hold(self, pad: str, seconds: float = 0.6) -> None:
        self.panel.touch(pad)
        await asyncio.sleep(seconds)
        self.panel.release(pad)
        await asyncio.sleep(0.4)

    def of(self, *kinds: type[Effect]) -> list[Effect]:
        return [effect for effect in self.effects if isinstance(effect, kinds)]


def begun(scene: Callable[[AtTable], Coroutine[None, None, None]], seed: int = 0) -> None:
    """Play a scene at a table on which a cycle has just begun."""

    async def perform() -> None:
        loop = asyncio.get_running_loop()
        panel = SimulatedPanel(load_board_map(), loop, seed=seed, settings=TouchSettings(care=CARE))
        daemon = Daemon(panel, loop, dealer=Dealer([parse_deal(DEAL)]), animated=False)
        table = AtTable(panel, daemon)
        daemon.subscribe(table)
        await daemon.start()
        daemon.post(MatchSet(daemon.now(), MatchSetup(first=Player.ONE)))
        await table.hold("c3")
        assert table.of(CycleBegan)
        table.effects.clear()
        await scene(table)
        daemon.close()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(perform())


@pytest.mark.parametrize("noise", [10.0, 13.0, 16.0, 20.0, 30.0, 60.0, 120.0])
def test_bursts_of_noise_make_no_landing_up(noise: float) -> None:
    async def scene(table: AtTable) -> None:
        for _burst in range(3):
            table.panel.sense.set_noise(noise)
            await asyncio.sleep(4.0)
            table.panel.sense.set_noise(0.5)
            await asyncio.sleep(2.0)
        assert table.of(Moved, Rejected) == []
        await table.hold("c5")
        assert len(table.of(Moved)) == 1

    begun(scene)


LINES: dict[str, Callable[[SimulatedPanel], object]] = {
    "works": lambda panel: panel.lines.mend(panel.board.interrupt_pin),
    "cut": lambda panel: panel.lines.cut(panel.board.interrupt_pin),
    "short": lambda panel: panel.lines.pull(panel.board.interrupt_pin, "a short", low=True),
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("noise", "seed"), [(18.0, 4), (20.0, 5), (25.0, 3), (40.0, 0)])
def test_bursts_of_noise_choose_nothing_to_be_spent(noise: float, seed: int, line: str) -> None:
    async def scene(table: AtTable) -> None:
        for cell in ("c5", "c4"):  # player 1 holds a Horse now, and player 2 a Sun
            await table.hold(cell)
        assert len(table.of(Moved)) == 2
        LINES[line](table.panel)
        for burst in range(6):
            table.panel.sense.set_noise(noise)
            await asyncio.sleep(0.7 + burst / 70)
            table.panel.sense.set_noise(0.5)
            await asyncio.sleep(1.5)
        assert table.of(SpendingChosen, Rejected) == []
        await table.hold("1H")
        assert len(table.of(SpendingChosen)) == 1

    begun(scene, seed)


@pytest.mark.parametrize("lasting", [0.05, 1.0])
@pytest.mark.parametrize("after", [0.1, 0.3, 0.45, 0.6])
@pytest.mark.parametrize("noise", [25.0, 40.0])
def test_a_finger_that_stays_through_a_burst_has_chosen_once(
    noise: float, after: float, lasting: float
) -> None:
    async def scene(table: AtTable) -> None:
        await table.hold("c5")
        table.panel.touch("2S")
        await asyncio.sleep(after)
        table.panel.sense.set_noise(noise)
        await asyncio.sleep(lasting)
        table.panel.sense.set_noise(0.5)
        await asyncio.sleep(1.5)
        table.panel.release("2S")
        await asyncio.sleep(0.5)
        assert table.of(SpendingChosen) == [SpendingChosen(Kind.SUN)]

    begun(scene)


@pytest.mark.parametrize("fault", ["burst", "chip_gone", "hung_bus"])
def test_a_finger_that_the_board_feels_after_the_page_was_told_has_chosen_once(fault: str) -> None:
    async def scene(table: AtTable) -> None:
        await table.hold("c5")
        faults = Faults(table.panel)
        faults.begin(fault, "2S")
        await asyncio.sleep(1.0)
        table.panel.touch("2S")
        await asyncio.sleep(3.0)
        assert table.of(SpendingChosen) == []
        table.daemon.post(PadDeclared(parse_pad("2S"), table.daemon.now()))
        await asyncio.sleep(0.5)
        faults.end(fault)
        await asyncio.sleep(12.0)  # a bus that hung is left alone for ten seconds
        assert parse_pad("2S") in table.daemon.table.contact.held
        assert table.of(SpendingChosen) == [SpendingChosen(Kind.SUN)]
        table.panel.release("2S")
        await asyncio.sleep(0.5)
        await table.hold("2S")
        assert table.of(SpendingChosen)[1:] == [SpendingChosen(None)]

    begun(scene)


def test_a_hand_that_stays_through_a_burst_has_landed_when_it_is_over() -> None:
    async def scene(table: AtTable) -> None:
        table.panel.sense.set_noise(40.0)
        await asyncio.sleep(1.0)
        table.panel.touch("c5")
        await asyncio.sleep(3.0)
        assert table.of(Moved) == []
        table.panel.sense.set_noise(0.5)
        await asyncio.sleep(1.0)
        assert [str(moved.move) for moved in table.of(Moved)] == ["c5"]  # type: ignore[union-attr]

    begun(scene)


@pytest.mark.parametrize("pad", ["c5", "c4", "1O", "spare"])
def test_a_wire_that_shorts_to_ground_is_no_move(pad: str) -> None:
    async def scene(table: AtTable) -> None:
        table.panel.sense.short(pad)
        await asyncio.sleep(30.0)
        assert table.of(Moved, Rejected) == []
        if pad != "spare":
            assert [complaint.pads for complaint in table.complaints] == [(pad,)]
        table.panel.sense.part(pad)
        await asyncio.sleep(0.5)
        await table.hold("c5")
        assert len(table.of(Moved)) == 1

    begun(scene)


@pytest.mark.parametrize("address", load_board_map().chips)
def test_a_chip_that_forgets_everything_in_the_middle_of_a_landing_makes_it_once(
    address: int,
) -> None:
    async def scene(table: AtTable) -> None:
        table.panel.touch("c5")
        await asyncio.sleep(0.15)
        table.panel.chips[address].brown_out()
        await asyncio.sleep(4.0)
        table.panel.release("c5")
        await asyncio.sleep(4.0)
        assert [str(moved.move) for moved in table.of(Moved)] == ["c5"]  # type: ignore[union-attr]

    begun(scene)


def test_a_game_with_no_chip_left_goes_on_and_is_felt_again_when_they_are_back() -> None:
    async def scene(table: AtTable) -> None:
        for address in table.panel.chips:
            table.panel.unplug(address)
        await table.hold("c5", 10.0)
        assert table.of(Moved, Rejected) == []
        assert len(table.complaints) == 3
        for address in table.panel.chips:
            table.panel.plug(address)
        await asyncio.sleep(2.0)
        await table.hold("c5")
        assert len(table.of(Moved)) == 1

    begun(scene)
