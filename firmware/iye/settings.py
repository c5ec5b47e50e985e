"""Everything that can be set, read from a TOML file.

The law of this module: what is set is checked here, whole, before anything starts; a mistake is
one sentence that names the file, the line and the field. Every field stands, explained and with
its default, in samples/iye.toml.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from msgspec import Meta, Struct, ValidationError, convert

from iye.away.code import parse_code
from iye.choices import either
from iye.lights import PAD_NAMES, PALETTES, LightSettings
from iye.table import PERSON, Button, Seats, Timing, mind
from iye.thinking import MindWishes
from iye_hw.board_map import BoardMap, BoardMapError, parse_board_map
from iye_hw.mpr121_registers import CHARGE_TIMES, charge_current, charge_time, with_charge
from iye_hw.pi.lights import Backend
from iye_hw.pi.lights_pio import DEVICE
from iye_hw.pi.pi_panel import LightWishes
from iye_hw.touch_settings import Care, TouchSettings

if TYPE_CHECKING:
    from iye.away.wishes import AwayWishes

PLACE: Final = Path("/etc/iye/iye.toml")
"""Where settings are looked for when no file is named."""

PORT: Final = 8025

Byte = Annotated[int, Meta(ge=0, le=255)]
Microamperes = Annotated[int, Meta(ge=1, le=63)]
Debounce = Annotated[int, Meta(ge=0, le=7)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
HealthCheck = Annotated[float, Meta(ge=0.1, le=3)]
"""The watchdog takes touch for dead that was not looked after for `iye.watchdog.PATIENCE`."""
Drift = Annotated[float, Meta(ge=0.5, le=86_400)]
Port = Annotated[int, Meta(ge=0, le=65_535)]
Name = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9._-]+$",
        description="names in quotes, of small letters, digits, dots, dashes and underscores",
    ),
]


class SettingsError(ValueError):
    """The settings cannot be used; the sentence names the file, the line and the field."""


class _Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the file; a misspelt field is refused."""


def _about(field: str, make: Callable[..., object], **values: Any) -> None:
    """Have something checked by what is made of it. Raises ValueError, with the field in front."""
    try:
        make(**values)
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None


class BoardTable(_Table, frozen=True):
    """Which board this is. Empty paths stand for what comes with the program."""

    panel: Literal["pi", "simulated", ""] = ""
    map: str = ""
    calibration: str = ""
    sound: bool = True


class LightsTable(_Table, frozen=True):
    """How the lights are driven, and how bright they are."""

    backend: Backend = Backend.AUTO
    device: str = str(DEVICE)
    brightness: Annotated[float, Meta(ge=0, le=1)] = LightSettings().brightness
    palette: str = LightSettings().palette.name
    cap_ma: float = LightSettings().cap_ma

    def __post_init__(self) -> None:
        if self.palette not in PALETTES:
            raise ValueError(
                f"palette: there is no palette {self.palette!r}: take {either(list(PALETTES))}"
            )
        _about("cap_ma", LightSettings, cap_ma=self.cap_ma)


class TouchTable(_Table, frozen=True):
    """How pads feel. Thresholds of 0 stand for those of the calibration, or the usual ones."""

    touch_threshold: Byte = 0
    release_threshold: Byte = 0
    charge_current: Microamperes = charge_current(TouchSettings().config1)
    charge_time: float = charge_time(TouchSettings().config2 >> 5)
    touch_debounce: Debounce = TouchSettings().touch_debounce
    release_debounce: Debounce = TouchSettings().release_debounce
    health_check: HealthCheck = 1.0
    drift: Drift = 5.0

    def __post_init__(self) -> None:
        if self.charge_time not in CHARGE_TIMES:
            times = ", ".join(f"{time:g}" for time in CHARGE_TIMES)
            raise ValueError(f"charge_time: there is no {self.charge_time:g} µs: take {times}")
        chosen = {name: getattr(self, name) for name in ("touch_threshold", "release_threshold")}
        if all(chosen.values()):
            _about("release_threshold", TouchSettings, **chosen)
        elif any(chosen.values()):  # the calibration's other one need not fit it
            alone = next(name for name, threshold in chosen.items() if threshold)
            raise ValueError(f"{alone}: set both thresholds, or neither")


class TimingTable(_Table, frozen=True):
    """Seconds that make the difference between gestures; see `iye.table.Timing`."""

    tap: Seconds = Timing().tap
    settle: Seconds = Timing().settle
    several: Seconds = Timing().several
    slide: Seconds = Timing().slide
    gap: Seconds = Timing().gap
    rest: Seconds = Timing().rest
    abandon: Seconds = Timing().abandon
    spell: Seconds = Timing().spell
    calm: Seconds = Timing().calm
    sleep: Seconds = Timing().sleep


class MindTable(_Table, frozen=True):
    """The board as an opponent and as a coach. Level 0: people play, unless they choose it."""

    level: Annotated[int, Meta(ge=0, le=10)] = 0
    seconds: Annotated[float, Meta(gt=0, le=600)] = MindWishes().seconds
    coach_seconds: Annotated[float, Meta(gt=0, le=600)] = MindWishes().coach_seconds
    memory_mb: Annotated[int, Meta(ge=8, le=4096)] = MindWishes().memory_mb


class AwayTable(_Table, frozen=True):
    """Playing with another board, over an MQTT broker. Without a broker nobody is met."""

    broker: str = ""
    user: str = ""
    password_file: str = ""
    ca_file: str = ""
    room: str = ""
    name: Annotated[str, Meta(max_length=40)] = ""
    wins: Literal[1, 2, 3] = 2
    coach: bool = False
    show: bool = True

    def __post_init__(self) -> None:
        if self.room:
            try:
                parse_code(self.room)
            except ValueError as error:
                raise ValueError(f"room: {error}") from None


class PageTable(_Table, frozen=True):
    """Where the page is served, and by which names. An empty host is every address."""

    host: str = ""
    port: Port = PORT
    names: tuple[Name, ...] = ()
    code: bool = True


class RecordTable(_Table, frozen=True):
    """Where the journal is kept. Empty: where systemd says, else the user's own folder."""

    folder: str = ""


class LogTable(_Table, frozen=True):
    """How much is written into the log."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Settings(_Table, frozen=True):
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
            address = parse_address(
                away.broker,
                user=away.user,
                password_file=away.password_file,
                ca_file=away.ca_file,
            )
        except AddressError as error:
            raise SettingsError(f"the settings' table away: {error}") from None
        room = parse_code(away.room) if away.room else ""
        play = Wishes(away.name, away.wins, away.coach)
        return AwayWishes(address, room, play, show=away.show)

    def board_map(self) -> BoardMap:
        """Read which pad is where, in the game's order. Raises SettingsError, naming the file."""
        try:
            return _for_the_game(parse_board_map(self.map_text()))
        except BoardMapError as error:
            raise SettingsError(f"{self.board.map or 'the board'}: {error}") from None

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


def _for_the_game(board: BoardMap) -> BoardMap:
    """Give the board with its pads in the game's order.

    Raises BoardMapError for one whose pads or buttons are not the game's.
    """
    places = {place.name: place for place in board.places}
    known = {"pad": PAD_NAMES, "button": [button.value for button in Button]}
    for what, names in (("pad", places), ("button", dict(board.buttons))):
        for name in names:
            if name not in known[what]:
                raise BoardMapError(f"the game knows no {what} {name}: take {either(known[what])}")
    for name in PAD_NAMES:
        if name not in places:
            raise BoardMapError(f"there is no pad {name}, and no game without it: add it")
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
        settings = convert(tomllib.loads(text), Settings)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{name} is not TOML: {error}; correct that line") from None
    except ValidationError as error:
        from iye.settings_words import told  # noqa: PLC0415 - the law of that module

        raise SettingsError(told(text, name, str(error), Settings)) from None
    if settings.board.map:
        try:
            settings.board_map()
        except SettingsError as error:
            from iye.settings_words import at  # noqa: PLC0415 - the law of that module

            raise SettingsError(at(text, name, ("board", "map"), str(error))) from None
    return settings
