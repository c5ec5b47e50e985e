"""A chip that is reset, cuts out or goes at any moment of the start feels its pads afterwards.

Supplies dip when everything is switched on at once; a board that is not calibrated is measured just
then, and a chip that was reset reads zeros, of which no baseline may be made.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hw_rig import BoardBench
from iye_hw.touch_settings import Care, TouchSettings

SECOND_CHIP = 0x5B  # c3 is on it
WATCHED = TouchSettings(care=Care(health_check=1.0))
Fault = Callable[[BoardBench], None]


def brown_out(bench: BoardBench) -> None:
    bench.panel.chips[SECOND_CHIP].brown_out()


def over_current(bench: BoardBench) -> None:
    bench.panel.chips[SECOND_CHIP].over_current()


def goes_for_a_second(bench: BoardBench) -> None:
    bench.panel.unplug(SECOND_CHIP)
    bench.loop.call_later(1.0, bench.panel.plug, SECOND_CHIP)


def started(fault: Fault, transaction: int) -> tuple[BoardBench, int]:
    """Start a board to which something happens before a transaction; give how many there were."""
    bench, count = BoardBench(settings=WATCHED), 0
    lock = bench.panel.bus.try_lock

    def counted() -> bool:
        nonlocal count
        count += 1
        if count == transaction:
            fault(bench)
        return lock()

    bench.panel.bus.try_lock = counted  # type: ignore[method-assign]  # each transaction begins so
    bench.start()
    return bench, count


@pytest.mark.parametrize(
    ("fault", "step"), [(brown_out, 5), (over_current, 25), (goes_for_a_second, 25)]
)
def test_its_pads_are_felt_afterwards(fault: Fault, step: int) -> None:
    untouched, transactions = started(fault, 0)
    untouched.close()
    assert transactions > 200
    for transaction in range(1, transactions, step):
        bench, _ = started(fault, transaction)
        bench.run_for(15)
        bench.touch("c3")
        bench.run_for(0.1)
        bench.release("c3")
        bench.run_for(0.1)
        assert bench.story() == ["+c3", "-c3"], transaction
        bench.close()
