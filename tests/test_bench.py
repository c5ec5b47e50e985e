"""The benches' table: what was measured, what missed its target, and what is missing."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from bench.__main__ import BENCHES, main, measured
from bench.figures import Figure, markdown, number


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (9_694_977.4, "9,694,977"),
        (48.56, "48.6"),
        (3.0, "3"),
        (0.581, "0.58"),
        (0.0067, "0.0067"),
        (0.0, "0"),
    ],
)
def test_numbers_have_the_digits_that_are_worth_reading(value: float, written: str) -> None:
    assert number(value) == written


def test_the_table_says_targets_and_what_missed_them() -> None:
    table = markdown(
        [
            Figure("light", 0.94, "ms", at_most=1.0, peer="the wire: 0.36 ms", machine="a Pi"),
            Figure("late", 4.5, "ms", at_most=3.0),
            Figure("leaves", 1e6, "leaves/s", at_least=2e6),
            Figure("plain", 7.0),
            Figure("broken", None, at_most=1.0),
        ]
    )
    assert table.splitlines() == [
        "| figure | measured | target | peer | machine |",
        "| --- | ---: | ---: | --- | --- |",
        "| light | 0.94 ms | ≤ 1 ms | the wire: 0.36 ms | a Pi |",
        "| late | **4.5 ms**, missed | ≤ 3 ms |  |  |",
        "| leaves | **1,000,000 leaves/s**, missed | ≥ 2,000,000 leaves/s |  |  |",
        "| plain | 7 |  |  |  |",
        "| broken | **missing** | ≤ 1 |  |  |",
    ]


def bench_of(monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], measure: object) -> None:
    bench = ModuleType("bench.made_up")
    bench.NAMES, bench.measure = names, measure  # type: ignore[attr-defined] # a module's own
    monkeypatch.setitem(sys.modules, "bench.made_up", bench)


def test_a_bench_that_breaks_down_leaves_what_it_had_and_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure() -> object:
        yield Figure("one", 1.0)
        raise OSError("the disk is full")

    bench_of(monkeypatch, ("one", "two"), measure)
    figures = list(measured("made_up"))
    assert [(figure.name, figure.value) for figure in figures] == [("one", 1.0), ("two", None)]
    assert "Python" in figures[0].machine
    assert "the disk is full" in capsys.readouterr().err


def test_only_a_missing_figure_fails_a_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    late, missing = Figure("late", 9.0, at_most=1.0), Figure("missing", None)
    for given, code in (([late], 0), ([late, missing], 1)):
        monkeypatch.setattr("bench.__main__.apart", lambda _name, given=given: iter(given))
        assert main(["perft"]) == code
    assert "late" in capsys.readouterr().out


def test_a_bench_nobody_knows_is_named_and_wrong_input(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["perft", "dance"]) == 2
    assert "no bench is called dance" in capsys.readouterr().err


def test_no_figure_is_named_twice() -> None:
    from importlib import import_module  # noqa: PLC0415 - some are heavy

    names = [name for bench in BENCHES for name in import_module(f"bench.{bench}").NAMES]
    assert len(names) == len(set(names))
