"""Adafruit's class is loaded as it is, and nothing that it only names for types."""

from __future__ import annotations

import subprocess
import sys

import adafruit_mpr121

from iye_hw.adafruit import MPR121
from iye_hw.touch_chip import TouchChip


def seen_by_a_fresh_python(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.split()


def test_the_class_is_adafruits_own() -> None:
    assert MPR121 is adafruit_mpr121.MPR121
    assert issubclass(TouchChip, adafruit_mpr121.MPR121)


def test_nothing_that_stood_in_stays() -> None:
    program = "import iye_hw.adafruit, sys; print(*sys.modules)"
    loaded = seen_by_a_fresh_python(program)
    assert "adafruit_mpr121" in loaded
    assert not {"busio", "circuitpython_typing", "adafruit_blinka"} & set(loaded)


def test_whoever_wants_blinkas_bus_after_it_gets_it() -> None:
    program = "import iye_hw.adafruit, busio; print(busio.I2C.__mro__[1].__name__)"
    assert seen_by_a_fresh_python(program) == ["Lockable"]


def test_blinkas_bus_that_is_there_already_is_left_alone() -> None:
    program = "import busio, sys, iye_hw.adafruit; print(sys.modules['busio'] is busio)"
    assert seen_by_a_fresh_python(program) == ["True"]
