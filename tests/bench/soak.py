"""Boards killed three thousand times over one journal: `make bench-soak`.

It prints a Markdown table, and fails when a board came back different from what was announced.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from kill_rig import kill_often

KILLS = 3000


def main() -> int:
    """Kill and print."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        seen = kill_often(Path(folder), KILLS, seed=int(began))
        took = time.monotonic() - began
    rows = (
        ("boards killed over one journal", "figure", "target"),
        ("---", "---:", "---:"),
        ("killed", f"{seen.kills}", f"{KILLS}"),
        ("came back and said so", f"{seen.restarts}", ""),
        ("entries announced as durable, in lots", f"{seen.announced}", ""),
        ("came back with more than had been announced", f"{seen.one_event_more}", ""),
        ("came back with less, or with another table", f"{len(seen.wrong)}", "0"),
        ("seconds", f"{took:.0f}", ""),
    )
    sys.stdout.write("\n" + "".join(f"| {' | '.join(row)} |\n" for row in rows))
    sys.stdout.writelines(f"{sentence}\n" for sentence in seen.wrong)
    return 1 if seen.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
