"""How long a test waits for what happens for real: in another process, thread or browser.

The law of this module: it is a limit for what hangs, however busy the machine is, and says nothing
about how long anything takes; that stands in `make bench`.
"""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 60.0
"""Seconds."""
