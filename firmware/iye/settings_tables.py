"""The tables of a file of settings, each with its fields, what they take, and their defaults.

The law of this module: a table checks itself; what it is for is made of it in `iye.settings`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta, Struct

from iye.away.code import parse_code
from iye.choices import either
from iye.lights import PALETTES, LightSettings
from iye.table import Timing
from iye.thinking import MindWishes
from iye_hw.mpr121_registers import CHARGE_TIMES, charge_current, charge_time
from iye_hw.pi.lights import Backend
from iye_hw.pi.lights_pio import DEVICE
from iye_hw.touch_settings import TouchSettings

Read = TypeVar("Read")

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


class Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the file; a misspelt field is refused."""


def _about(field: str, make: Callable[..., object], **values: Any) -> None:
    """Have something checked by what is made of it. Raises ValueError, with the field in front."""
    try:
        make(**values)
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None


class BoardTable(Table, frozen=True):
    """Which board this is. Empty paths stand for what comes with the program."""

    panel: Literal["pi", "simulated", ""] = ""
    map: str = ""
    calibration: str = ""
    sound: bool = True


class LightsTable(Table, frozen=True):
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


class TouchTable(Table, frozen=True):
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


class TimingTable(Table, frozen=True):
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

    def __post_init__(self) -> None:
        if self.settle <= self.tap:
            raise ValueError(f"settle: take more than a tap, which is {self.tap:g} s")
        if self.several <= self.settle:
            raise ValueError(f"several: take more than settle, which is {self.settle:g} s")


class MindTable(Table, frozen=True):
    """The board as an opponent and as a coach. Level 0: people play, unless they choose it."""

    level: Annotated[int, Meta(ge=0, le=10)] = 0
    seconds: Annotated[float, Meta(gt=0, le=600)] = MindWishes().seconds
    coach_seconds: Annotated[float, Meta(gt=0, le=600)] = MindWishes().coach_seconds
    memory_mb: Annotated[int, Meta(ge=8, le=4096)] = MindWishes().memory_mb


class AwayTable(Table, frozen=True):
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
            _about("room", parse_code, text=self.room)
        if self.broker:
            self._check_broker()

    def _check_broker(self) -> None:
        """Raise ValueError, led by the field. Files are read when the broker is wanted."""
        from iye.away.address import AddressError, check_address  # noqa: PLC0415 - few boards need it

        try:
            self.broker_read_by(check_address)
        except AddressError as error:
            raise ValueError(f"{error.field}: {error}") from None

    def broker_read_by(self, read: Callable[..., Read]) -> Read:
        """Have the broker, and what belongs to it, read by something of `iye.away.address`."""
        return read(
            self.broker,
            user=self.user,
            password_file=self.password_file,
            ca_file=self.ca_file,
        )


class PageTable(Table, frozen=True):
    """Where the page is served, and by which names. An empty host is every address."""

    host: str = ""
    port: Port = PORT
    names: tuple[Name, ...] = ()
    code: bool = True


class RecordTable(Table, frozen=True):
    """Where the journal is kept. Empty: where systemd says, else the user's own folder."""

    folder: str = ""


class LogTable(Table, frozen=True):
    """How much is written into the log."""

    level: Literal["debug", "info", "warning", "error"] = "info"
