"""Adafruit's MPR121 class, loaded without what it names in type hints alone.

The law of this module: the class is Adafruit's, as it is installed. It and what it stands on ask
for `busio` and `circuitpython_typing` only to write types down; the first finds out on which of
many boards it runs, and both are most of what loading the class costs. So names without content
stand in for them while it is loaded, and are taken away again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Final

_NAMED: Final = {
    "busio": ("I2C",),
    "circuitpython_typing": ("ReadableBuffer", "WriteableBuffer"),
}
"""What is asked for, by module."""


@contextmanager
def _names_alone() -> Iterator[None]:
    """Let names stand in for modules that are not loaded, for as long as the context lasts."""
    standing_in = {name: _named(name) for name in _NAMED if name not in sys.modules}
    sys.modules.update(standing_in)
    try:
        yield
    finally:
        for name in standing_in:
            del sys.modules[name]


def _named(name: str) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(dict.fromkeys(_NAMED[name], object))
    return module


with _names_alone():
    from adafruit_mpr121 import MPR121

__all__ = ["MPR121"]
