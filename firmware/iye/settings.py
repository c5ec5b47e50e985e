"""Everything that can be set, read from a TOML file.

The law of this module: what is set is checked here, whole, before anything starts; a mistake is
one sentence that names the file, the line and the field. Every field stands, explained and with
its default, in samples/iye.toml.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import ValidationError, convert

from iye.away.code import parse_code
from iye.choices import either
from iye.lights import PAD_NAMES, PALETTES, LightSettings
from iye.settings_tables import (
    AwayTable,
    BoardTable,
    LightsTable,
    LogTable,
    MindTable,
    PageTable,
    RecordTable,
    Table,
    TimingTable,
    TouchTable,
)
from iye.table import PERSON, Button, Seats, Timing, mind
from iye.thinking import MindWishes
from iye_hw.board_map import BoardMap, BoardMapError, parse_board_map
from iye_hw.mpr121_registers import with_charge
from iye_hw.pi.pi_panel import LightWishes
from iye_hw.toml_text import TomlError, read_toml
from iye_hw.touch_settings import Care, TouchSettings

if TYPE_CHECKING:
    from iye.away.wishes import AwayWishes

PLACE: Final = Path("/etc/iye/iye.toml")
"""Where settings are looked for when no file is named."""


class SettingsError(ValueError):
    """The settings cannot be used; the sentence names the file, the line and the field."""


class Settings(Table, frozen=True, dict=True):
    """All settings; what is left out is as in the sample."""

    board: BoardTable = BoardTable()
    lights: LightsTable = LightsTable()
    touch: TouchTable = TouchTable()
    timing: TimingTable = TimingTable()
    mind: MindTable = MindTable()
    away: AwayTable = AwayTable()
    page: PageTable = PageTable()
    record: RecordTable = RecordTable()
    log: LogTable = LogTable()

    def light_settings(self) -> LightSettings:
        """Give how frames are painted."""
        lights = self.lights
        return LightSettings(PALETTES[lights.palette], lights.brightness, lights.cap_ma)

    def light_wishes(self) -> LightWishes:
        """Give which way the lights are driven."""
        return LightWishes(self.lights.backend, Path(self.lights.device))

    def touch_settings(self, thresholds: tuple[int, int] | None = None) -> TouchSettings:
        """Give how pads sense; `thresholds`, to touch and to release, are the calibration's."""
        touch = self.touch
        chosen = (touch.touch_threshold, touch.release_threshold)
        usual = TouchSettings()
        feel, let_go = (
            chosen
            if any(chosen)
            else thresholds or (usual.touch_threshold, usual.release_threshold)
        )
        config1, config2 = with_charge(
            usual.config1, usual.config2, touch.charge_current, touch.charge_time
        )
        return TouchSettings(
            touch_threshold=feel,
            release_threshold=let_go,
            config1=config1,
            config2=config2,
            touch_debounce=touch.touch_debounce,
            release_debounce=touch.release_debounce,
            care=Care(health_check=touch.health_check, drift=touch.drift),
        )

    def timing_of_gestures(self) -> Timing:
        """Give the seconds that the table judges by."""
        timing = self.timing
        return Timing(**{name: getattr(timing, name) for name in timing.__struct_fields__})

    def mind_wishes(self) -> MindWishes:
        """Give how the mind thinks."""
        mind = self.mind
        return MindWishes(mind.seconds, mind.coach_seconds, mind.memory_mb)

    def seats(self) -> Seats | None:
        """Give who plays where nobody has chosen; None: people, unless they choose."""
        return (PERSON, mind(self.mind.level)) if self.mind.level else None

    def away_wishes(self) -> AwayWishes | None:
        """Give where another board is met; None for nowhere. Raises SettingsError."""
        away = self.away
        if not away.broker:
            return None
        from iye.away.address import AddressError, parse_address  # noqa: PLC0415 - few boards need it
        from iye.away.wishes import AwayWishes, Wishes  # noqa: PLC0415 - the same

        try:
            address = away.broker_read_by(parse_address)
        except AddressError as error:
            raise SettingsError(f"the settings' away.{error.field}: {error}") from None
        room = parse_code(away.room) if away.room else ""
        play = Wishes(away.name, away.wins, away.coach)
        return AwayWishes(address, room, play, show=away.show)

    @cached_property
    def board_map(self) -> BoardMap:
        """Which pad is where, in the game's order; read when it is first asked for.

        Raises SettingsError, naming the file, the line and the field.
        """
        text = self.map_text()
        try:
            return _for_the_game(parse_board_map(text))
        except BoardMapError as error:
            from iye.settings_words import at  # noqa: PLC0415 - the law of that module

            said = at(text, self.board.map or "board.toml", error.field, str(error))
            raise SettingsError(said) from None

    def map_text(self) -> str:
        """Give the text of the board's map. Raises SettingsError, naming the file."""
        if not self.board.map:
            return resources.files("iye_hw").joinpath("board.toml").read_text(encoding="utf-8")
        try:
            return Path(self.board.map).read_text(encoding="utf-8-sig")
        except OSError as error:
            why = f"cannot read {self.board.map} ({error.strerror})"
            raise SettingsError(f"{why}: write the map's place, or nothing for the usual") from None
        except UnicodeDecodeError:
            raise SettingsError(f"{self.board.map} is not UTF-8 text: write it anew") from None
        except ValueError:  # a NUL in it
            raise SettingsError(f"no file is called {self.board.map!r}: write its place") from None


def _for_the_game(board: BoardMap) -> BoardMap:
    """Give the board with its pads in the game's order.

    Raises BoardMapError for one whose pads or buttons are not the game's.
    """
    places = {place.name: place for place in board.places}
    known = {"pad": PAD_NAMES, "button": [button.value for button in Button]}
    for what, names in (("pad", places), ("button", dict(board.buttons))):
        for name in names:
            if name not in known[what]:
                said = f"the game knows no {what} {name}: take {either(known[what])}"
                raise BoardMapError(said, f"{what}s", name)
    for name in PAD_NAMES:
        if name not in places:
            said = f"there is no pad {name}, and no game without it: add it"
            raise BoardMapError(said, "pads")
    return replace(board, places=tuple(places[name] for name in PAD_NAMES))


def read_settings(path: Path | None) -> Settings:
    """Read the file at `path`, or at the usual place, where it may be missing.

    Raises SettingsError.
    """
    try:
        text = (path or PLACE).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        if path is None:
            return Settings()
        raise SettingsError(f"there is no file {path}: name another with --settings") from None
    except OSError as error:
        why = f"cannot read {path or PLACE} ({error.strerror})"
        raise SettingsError(f"{why}: see that it is a file this user may read") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path or PLACE} is not UTF-8 text: write it anew") from None
    return parse_settings(text, str(path or PLACE))


def parse_settings(text: str, name: str = "the settings") -> Settings:
    """Read settings from the text of a file called `name`. Raises SettingsError."""
    try:
        settings = convert(read_toml(text), Settings)
    except TomlError as error:
        raise SettingsError(f"{name} is not TOML: {error}; correct that line") from None
    except ValidationError as error:
        from iye.settings_words import told  # noqa: PLC0415 - the law of that module

        raise SettingsError(told(text, name, str(error), Settings)) from None
    if settings.board.map:
        try:
            _ = settings.board_map  # read now, so that what is wrong with it is said now
        except SettingsError as error:
            from iye.settings_words import at  # noqa: PLC0415 - the law of that module

            raise SettingsError(at(text, name, ("board", "map"), str(error))) from None
    return settings
