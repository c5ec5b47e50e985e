"""While a board is being loaded: Python does not look for rubbish among what is there to stay.

The law of this module: it is called once in a program, by whoever loads a board for good. Looking
through everything that is loaded would take a quarter of a second on a small Pi, and hold up the
lights for as long; so what is loaded is never looked through again.
"""

from __future__ import annotations

import gc


def begin() -> None:
    """Let rubbish lie from now on."""
    gc.disable()


def done() -> None:
    """Take everything there is for what stays, and look for rubbish among what comes."""
    gc.freeze()
    gc.enable()
