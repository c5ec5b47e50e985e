"""What a test of the panel has found: which electrode answers for a pad, and whose light it has.

The law of this module: answers in; sentences, and a corrected board.toml, out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from iye_hw.board_map import BoardMap, PadPlace, parse_board_map

FEW: Final = 6
"""Lights named one by one; where more are elsewhere it is the chain that goes another way."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """For each pad asked for, in order, the pad whose electrode answered; None for none.

    `lit` has for each pad, by the map, whose light was lit, the pad at which it was seen; None for
    one that nobody saw. `dark` says why lights could not be tested at all. `troubles` are the
    panel's own complaints, and `silent` the pads that could not answer because of them.
    """

    felt: Mapping[str, str | None]
    lit: Mapping[str, str | None] = field(default_factory=dict)
    dark: str = ""
    troubles: tuple[str, ...] = ()
    silent: frozenset[str] = frozenset()

    @property
    def dead(self) -> tuple[str, ...]:
        """The pads that nobody could touch so that they were felt, though their chip works."""
        return tuple(pad for pad in _missing(self.felt) if pad not in self.silent)

    @property
    def swapped(self) -> dict[str, str]:
        """The pads at which another one answered, and which."""
        return _elsewhere(self.felt)

    @property
    def restless(self) -> dict[str, tuple[str, ...]]:
        """The pads that answered where several were asked for, and for which."""
        asked: dict[str, tuple[str, ...]] = {}
        for pad, answer in self.felt.items():
            if answer is not None:
                asked[answer] = (*asked.get(answer, ()), pad)
        return {answer: pads for answer, pads in asked.items() if len(pads) > 1}

    @property
    def unlit(self) -> tuple[str, ...]:
        """The pads whose light nobody saw."""
        return _missing(self.lit)

    @property
    def moved(self) -> dict[str, str]:
        """The pads whose light was seen at another one, and at which."""
        return _elsewhere(self.lit)

    @property
    def is_well(self) -> bool:
        """Whether every pad is itself, and lit by its own light."""
        return not (
            any((self.dead, self.swapped, self.unlit, self.moved, self.dark))
            or self.troubles
            or self.silent
        )

    def sentences(self) -> Iterator[str]:
        """Say what is wrong, and what to do."""
        yield from self.troubles
        for pad in self.dead:
            yield f"{pad} is dead: check its wire, and that its copper touches the wood"
        for answer, pads in self.restless.items():
            yield (
                f"{answer} answered when {', '.join(pads)} were asked for: keep other hands off, "
                "mend what iye doctor finds, and test again"
            )
        for pad, answer in self.swapped.items():
            if answer not in self.restless:
                yield f"{pad} answers as {answer}: swap their wires, or write the corrected map"
        yield from self._of_the_lights()
        if self.is_well:
            by_light = ", and by their own light" if self.lit else ""
            yield f"all {len(self.felt)} pads answer as themselves{by_light}"

    def _of_the_lights(self) -> Iterator[str]:
        if self.dark:
            yield f"the lights were not tested, since {self.dark}"
        for pad in self.unlit:
            yield f"the light of {pad} was not seen: check it and the joint before it in the chain"
        if len(self.moved) > FEW:
            yield (
                f"{len(self.moved)} lights are at other pads than the map says, the first at "
                f"{next(iter(self.moved.values()))}: write the corrected map"
            )
            return
        for pad, seen in self.moved.items():
            yield f"the light of {pad} is at {seen}: write the corrected map"


def corrected_map(text: str, verdict: Verdict) -> str:
    """Rewrite a board.toml so that every pad has the electrode and the light found for it.

    Raises BoardMapError when the answers contradict each other, ValueError when a pad's line is
    not where it is looked for.
    """
    before = parse_board_map(text)
    for place in _corrected(before, verdict):
        line = re.compile(
            rf"^({place.name}\s*=\s*\{{\s*chip\s*=\s*)\d+(\s*,\s*electrode\s*=\s*)\d+"
            r"(\s*,\s*light\s*=\s*)\d+",
            re.MULTILINE,
        )
        numbers = rf"\g<1>{place.chip}\g<2>{place.electrode}\g<3>{place.light}"
        text, found = line.subn(numbers, text)
        if found != 1:
            raise ValueError(
                f"board.toml has no line of its own for pad {place.name}: correct it by hand"
            )
    if parse_board_map(text).pads != before.pads:
        raise ValueError("the corrected board.toml would have other pads: correct it by hand")
    return text


def _corrected(board: BoardMap, verdict: Verdict) -> Iterator[PadPlace]:
    """Give the places that are otherwise than the map says."""
    places = {place.name: place for place in board.places}
    lights = {seen: places[pad].light for pad, seen in verdict.moved.items()}
    for place in board.places:
        wired = places[verdict.swapped.get(place.name, place.name)]
        light = lights.get(place.name, place.light)
        corrected = PadPlace(place.name, wired.chip, wired.electrode, light)
        if corrected != place:
            yield corrected


def _missing(answers: Mapping[str, str | None]) -> tuple[str, ...]:
    return tuple(pad for pad, answer in answers.items() if answer is None)


def _elsewhere(answers: Mapping[str, str | None]) -> dict[str, str]:
    return {pad: other for pad, other in answers.items() if other is not None and other != pad}
