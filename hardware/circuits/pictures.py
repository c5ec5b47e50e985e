"""Draws both sides of each circuit as they would come from the maker, from the Gerber files.

The law of this module: it reads what is ordered and nothing else, with another reader than wrote
it, so a picture that looks right is a file that is right.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Final

from gerbonara import LayerStack

INPUTS = ["circuits/*/gerbers/*"]
OUTPUTS = ["circuits/*/top.svg", "circuits/*/bottom.svg"]

HERE: Final = Path(__file__).resolve().parent
FOLDERS: Final = ("cell", "carrier")
SIDES: Final = ("top", "bottom")


def main() -> None:
    """Draw the pictures of both circuits."""
    for folder in FOLDERS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # KiCad's drill files say G90 twice
            stack = LayerStack.open(HERE / folder / "gerbers")
            drawings = {side: str(stack.to_pretty_svg(side=side, margin=1)) for side in SIDES}
        for side, drawing in drawings.items():
            (HERE / folder / f"{side}.svg").write_text(_steady(drawing), encoding="utf-8")


def _steady(drawing: str) -> str:
    """Give every number three digits behind the point: a micrometre, the same everywhere."""
    lines = (line.strip() for line in drawing.splitlines())
    short = re.sub(r"\d+\.\d{4,}", lambda number: f"{float(number[0]):.3f}", "\n".join(lines))
    return f"{short}\n"


if __name__ == "__main__":
    main()
