"""What it is to be something in its place in the body."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from build123d import Part


class Stuff(Enum):
    """What something is made of, which says how it looks."""

    SHELL = "shell"
    CLEAR = "clear"
    WOOD = "wood"
    CIRCUIT = "circuit"
    SOFT = "soft"
    METAL = "metal"
    COPPER = "copper"


@dataclass(frozen=True)
class Placed:
    """Something in its place: its name, its solid, its stuff, and its layer from below."""

    name: str
    solid: Part
    stuff: Stuff
    layer: int
