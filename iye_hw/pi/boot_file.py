"""The Pi's boot file, config.txt, as the firmware of one model reads it.

The law of this module: text in, settings out. Conditional filters are those of Raspberry Pi's
documentation: filters of one type replace each other, those of different types have to hold
together, and `[all]` ends them. Of a filter that is not about the model (a serial number, a screen,
a pin's level) nobody here knows whether it holds: what stands below it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_FILTER: Final = re.compile(r"\[([^\]]*)\]")
_OF_A_MODEL: Final = re.compile(r"pi\d+[a-z+]*|cm\d+[a-z+]*|board-type=.*|none")
_DEEPEST: Final = 4
"""Files within files that are followed; a file that includes itself has an end."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """An overlay that is loaded, and its parameters."""

    name: str
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BootFile:
    """The lines that hold on this Pi, in order, without remarks and filters."""

    lines: tuple[str, ...] = ()

    def value(self, key: str) -> str | None:
        """Give what a setting is in the end; None where it is not set."""
        return dict(_pair(line) for line in self.lines).get(key)

    def parameter(self, name: str) -> str | None:
        """Give what a parameter of the device tree is in the end; None where it is not set."""
        found: dict[str, str] = {}
        for line in self.lines:
            key, value = _pair(line)
            if key == "dtparam":
                found |= _parameters(value)
        return found.get(name)

    def brings(self, line: str) -> bool:
        """Tell whether what a line asks for is asked for, by it or by others like it."""
        key, value = _pair(line)
        if key == "dtparam":
            return all(self.parameter(n) == v for n, v in _parameters(value).items())
        if key != "dtoverlay":
            return self.value(key) == value
        name, _, rest = value.partition(",")
        wanted = _parameters(rest).items()
        return any(wanted <= overlay.parameters.items() for overlay in self.overlays(name))

    def overlays(self, name: str) -> tuple[Overlay, ...]:
        """Give every loading of an overlay; parameters may stand on lines of their own below."""
        found: list[Overlay] = []
        for line in self.lines:
            key, value = _pair(line)
            if key == "dtoverlay":
                called, _, parameters = value.partition(",")
                found.append(Overlay(called, _parameters(parameters)))
            elif key == "dtparam" and found:
                last = found.pop()
                found.append(Overlay(last.name, {**last.parameters, **_parameters(value)}))
        return tuple(overlay for overlay in found if overlay.name == name)


def read_boot_file(
    name: str, read: Callable[[str], str], model: Collection[str] | None = None
) -> BootFile:
    """Read the boot file called `name`, and what it includes, by `read`, as a model reads it.

    `model` has the filters that hold on it, without brackets; None reads every model's lines.
    """
    lines = []
    holding: dict[str, bool] = {}
    for line in _lines(name, read, _DEEPEST):
        found = _FILTER.fullmatch(line)
        if found is None:
            if all(holding.values()):
                lines.append(line)
        elif found[1] == "all":
            holding = {}
        elif _OF_A_MODEL.fullmatch(found[1]):
            holding["model"] = found[1] != "none" and (model is None or _is(found[1], model))
        else:
            holding["something else"] = False
    return BootFile(tuple(lines))


def _lines(name: str, read: Callable[[str], str], depth: int) -> Iterator[str]:
    for line in map(str.strip, read(name).splitlines()):
        included = re.fullmatch(r"include\s+(\S+)", line)
        if included is not None:
            if depth:
                yield from _lines(included[1], read, depth - 1)
        elif line and not line.startswith("#"):
            yield line


def _is(wanted: str, model: Collection[str]) -> bool:
    """Tell whether a filter of models holds; board types are numbers, however they are written."""
    kind, _, number = wanted.partition("=")
    if kind != "board-type":
        return wanted in model
    try:
        return f"board-type={int(number, 0):#x}" in model
    except ValueError:
        return False


def _pair(line: str) -> tuple[str, str]:
    key, _, value = line.partition("=")
    return key.strip(), value.strip()


def _parameters(text: str) -> dict[str, str]:
    """Read `a=1,b` as parameters; one without a value is switched on."""
    pairs = (part.partition("=") for part in text.split(",") if part)
    return {name.strip(): value.strip() if equals else "on" for name, equals, value in pairs}
