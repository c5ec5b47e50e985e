from __future__ import annotations

from collections.abc import Iterator

import pytest

from hw_rig import BoardBench, ChipBench


@pytest.fixture
def bench() -> Iterator[ChipBench]:
    """Give one chip, fresh from power-up, without noise."""
    bench = ChipBench()
    yield bench
    bench.loop.close()


@pytest.fixture
def board() -> Iterator[BoardBench]:
    """Give a whole board, started empty."""
    bench = BoardBench().start()
    yield bench
    bench.close()
