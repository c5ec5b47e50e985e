"""What each meaning looks like: a scene and a moment in, a frame of 36 colours out.

Pure: no clock, no chance, no I/O. It knows the rules' words and nothing of how a game goes on.
"""

from iye.lights.digits import DIGITS
from iye.lights.frames import DARK, GAMMA, Frame, LightSettings, current_ma, frame, next_change
from iye.lights.pads import LIGHTS, PAD_NAMES, PADS, PLACE, SIDES, SPARE, IyePad, Pad, parse_pad
from iye.lights.palettes import CLEAR, PALETTES, PRINTED, Palette
from iye.lights.scene import Mark, Meaning, Scene

__all__ = [
    "CLEAR",
    "DARK",
    "DIGITS",
    "GAMMA",
    "LIGHTS",
    "PADS",
    "PAD_NAMES",
    "PALETTES",
    "PLACE",
    "PRINTED",
    "SIDES",
    "SPARE",
    "Frame",
    "IyePad",
    "LightSettings",
    "Mark",
    "Meaning",
    "Pad",
    "Palette",
    "Scene",
    "current_ma",
    "frame",
    "next_change",
    "parse_pad",
]
