"""A choice, offered in a sentence.

The law of this module: words only.
"""

from __future__ import annotations

from collections.abc import Sequence


def either(values: Sequence[object]) -> str:
    """Offer values as TOML spells them: `"a", "b" or "c"`."""
    spelt = [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
    return " or ".join((", ".join(spelt[:-1]), spelt[-1])) if len(spelt) > 1 else spelt[0]
