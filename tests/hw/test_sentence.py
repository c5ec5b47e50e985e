"""Sentences of the hardware remember how they were made, whatever goes wrong."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import iye_hw
from hw_rig import BoardBench
from iye_hw.panel import Complaint
from iye_hw.sentence import Sentence, sentence, sentence_of
from iye_hw.simulated.faults import Faults
from iye_hw.touch_settings import Care, TouchSettings

HARDWARE = Path(inspect.getfile(iye_hw)).parent
SAID_TO_PEOPLE = {"LightChainError", "TouchChipError"}
"""The errors whose sentences reach the page."""


def test_a_sentence_is_its_pattern_filled_in() -> None:
    said = sentence("pad {pad} reads {counts}", pad="c3", counts=275)
    assert said == "pad c3 reads 275"
    assert (said.pattern, said.values) == (
        "pad {pad} reads {counts}",
        {"pad": "c3", "counts": 275},
    )


def test_a_sentence_within_a_sentence_is_kept_as_one() -> None:
    chip = sentence("touch chip {address}", address="0x5B")
    said = sentence("{chip} does not answer", chip=chip)
    assert said == "touch chip 0x5B does not answer"
    assert said.values["chip"] is chip


def test_an_error_gives_its_sentence_back_as_it_was_made() -> None:
    said = sentence("check its wires")
    assert sentence_of(OSError(said)) is said


@pytest.mark.parametrize("error", [OSError(121, "Remote I/O error"), OSError(), ValueError("no")])
def test_any_other_error_gives_its_own_words(error: Exception) -> None:
    assert sentence_of(error) == str(error)


@pytest.mark.parametrize("fault", [fault for fault in Faults.names if fault != "slow_bus"])
def test_whatever_goes_wrong_is_said_in_sentences_that_can_be_translated(fault: str) -> None:
    board = BoardBench(settings=TouchSettings(care=Care(health_check=1.0, drift=5.0))).start()
    faults = Faults(board.panel)
    for pad in ("c3", "spare"):
        faults.begin(fault, pad)
        for number in range(40 if fault == "wet_pad" else 10):  # that long it is no hand
            board.panel.show(bytes([number]) * 108)
            board.touch("a1")
            board.run_for(1.1)
            board.release("a1")
            board.run_for(1.1)
        board.run_for(200 if fault == "dead_pad" else 10)  # the spare pad's is told late
        faults.end(fault)
        board.run_for(200 if fault == "dead_pad" else 10)
    said = [event.sentence for event in board.events if isinstance(event, Complaint)]
    board.close()
    assert said or fault == "noise", fault
    assert [each for each in said if not isinstance(each, Sentence)] == []


def made(tree: ast.AST) -> list[ast.Call]:
    """Give every error made in a module whose sentence reaches people."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [
        call for call in calls if isinstance(call.func, ast.Name) and call.func.id in SAID_TO_PEOPLE
    ]


def test_no_error_that_reaches_people_is_made_of_plain_text() -> None:
    """Plain text would be English on every page."""
    errors = [
        (path.name, call)
        for path in sorted(HARDWARE.rglob("*.py"))
        for call in made(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert len(errors) >= 10
    plain = [
        f"{name}:{call.lineno}"
        for name, call in errors
        if isinstance(call.args[0], ast.Constant | ast.JoinedStr | ast.BinOp)
    ]
    assert plain == []
