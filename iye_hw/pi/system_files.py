"""What the system says of itself in files, of which any may be missing.

The law of this module: it reads. A file that cannot be read says nothing.
"""

from __future__ import annotations

from pathlib import Path


def read_or_nothing(path: Path) -> bytes:
    """Read a file; nothing where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
