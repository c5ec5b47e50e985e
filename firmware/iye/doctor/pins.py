"""The pins of buttons and buzzer, and the power button's, which is the kernel's.

The law of this module: a pin is taken for a moment to see that it is free, and let go of. The power
button is read by the kernel, as the boot file tells it to; so there a taken pin is a good sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from gpiozero import DigitalInputDevice

from iye.doctor.finding import Finding, fine, note, wrong
from iye_hw.board_map import BoardMap
from iye_hw.pi.boot_file import BootFile

_OVERLAY: Final = "gpio-shutdown"
_USUAL_PIN: Final = "3"
"""Where the overlay looks for its button unless told otherwise (its entry in overlays/README)."""


def examine_pins(board: BoardMap, factory: Any, boot: BootFile | None = None) -> Iterator[Finding]:
    """See that pins are free and not held low, and that the boot file knows the power button.

    `boot` is the boot file of a Pi; None for a simulated board, on which nobody has taken it.
    """
    pins = {f"button {name}": pin for name, pin in board.buttons} | {"buzzer": board.buzzer_pin}
    if boot is None:
        pins["power button"] = board.power_pin
    found = [finding for what, pin in pins.items() for finding in _pin(what, pin, factory)]
    yield from found or [fine("pins", f"GPIO {', '.join(map(str, pins.values()))} are free")]
    if boot is not None:
        yield _power(board, factory, boot)


def _pin(what: str, pin: int, factory: Any) -> Iterator[Finding]:
    try:
        device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
    except Exception as error:  # noqa: BLE001 - gpiozero and lgpio have their own
        yield wrong("pins", f"GPIO {pin} ({what}) is taken ({error})", "end what uses it")
        return
    if device.is_active and what != "buzzer":
        yield wrong(
            "pins", f"{what} reads as pressed", f"let it go, or look for a short on GPIO {pin}"
        )
    device.close()


def _power(board: BoardMap, factory: Any, boot: BootFile) -> Finding:
    wanted = board.power_pin
    line = f"dtoverlay={_OVERLAY},gpio_pin={wanted},active_low=1,gpio_pull=up"
    overlays = boot.overlays(_OVERLAY)
    told = [overlay.parameters.get("gpio_pin", _USUAL_PIN) for overlay in overlays]
    if not told:
        return note(
            "power button",
            f"the boot file has no line for GPIO {wanted}",
            f"put {line} into it and start the Pi again",
        )
    if str(wanted) not in told:
        return wrong(
            "power button",
            f"the boot file has it on GPIO {told[-1]}, and board.toml on GPIO {wanted}",
            f"put {line} into the boot file in place of that line and start the Pi again",
        )
    if _is_free(wanted, factory):
        return note(
            "power button",
            f"the kernel does not listen to GPIO {wanted} yet, though the boot file says so",
            "start the Pi again",
        )
    return fine("power button", f"the kernel listens to GPIO {wanted}")


def _is_free(pin: int, factory: Any) -> bool:
    try:
        DigitalInputDevice(pin, pull_up=True, pin_factory=factory).close()
    except Exception:  # noqa: BLE001 - gpiozero and lgpio have their own
        return False
    return True
