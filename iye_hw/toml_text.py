"""Text as TOML, whatever is in it.

The law of this module: what cannot be read is refused in one way, however Python stumbles over it.
"""

from __future__ import annotations

import tomllib
from typing import Any


class TomlError(ValueError):
    """The text is not TOML; the sentence says why, and where if that is known."""


def read_toml(text: str) -> dict[str, Any]:
    """Read the tables of a text; a mark of Unicode before it is none of it. Raises TomlError."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise TomlError(f"{error}") from None
    except RecursionError:
        raise TomlError("brackets are nested too deeply in it") from None
    except ValueError:  # Python reads no decimal number of more than 4300 digits
        raise TomlError("a number in it has too many digits") from None
