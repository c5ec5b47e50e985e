"""Every way in which board.toml can contradict itself is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from iye_hw.board_map import BoardMapError, load_board_map, parse_board_map

ROOT = Path(__file__).parents[2]

SMALL = """
[board]
name = "small"
pads = 2
[touch]
bus = 1
chips = [0x5A, 0x5B]
electrodes = 12
interrupt_pin = 17
[lights]
count = 3
data_pin = 10
[buttons]
undo = 5
[buzzer]
pin = 22
[power_button]
pin = 26
[pads]
a1 = { chip = 0, electrode = 0, light = 0 }
spare = { chip = 1, electrode = 11, light = 2 }
"""


def refusal(old: str, new: str) -> str:
    assert old in SMALL
    with pytest.raises(BoardMapError) as caught:
        parse_board_map(SMALL.replace(old, new))
    return str(caught.value)


def place(old: str, new: str) -> tuple[str, ...]:
    """Give the field that is named where a file is refused."""
    with pytest.raises(BoardMapError) as caught:
        parse_board_map(SMALL.replace(old, new))
    return caught.value.field


def test_the_board_has_36_pads_in_the_order_of_the_file() -> None:
    board = load_board_map()
    assert len(board.pads) == 36
    assert board.pads[0] == "a1"
    assert board.pads[12] == "c3"
    assert board.pads[-1] == "spare"


def test_the_board_names_chips_pins_and_buttons() -> None:
    board = load_board_map()
    assert board.chips == (0x5A, 0x5B, 0x5C)
    assert (board.interrupt_pin, board.light_pin, board.buzzer_pin) == (17, 10, 22)
    assert board.power_pin == 26
    assert board.buttons == (("undo", 5), ("hint", 6), ("new", 13))
    assert (board.name, board.bus, board.light_count) == ("iye-36", 1, 36)


def test_the_kernel_shuts_down_by_the_button_that_the_board_names() -> None:
    lines = (ROOT / "hardware/raspberry-pi/boot.txt").read_text(encoding="utf-8")
    assert f"gpio-shutdown,gpio_pin={load_board_map().power_pin}," in lines


def test_a_chip_knows_its_twelve_pads() -> None:
    on_second = load_board_map().on_chip(1)
    assert [place.electrode for place in on_second] == list(range(12))
    assert on_second[0].name == "c3"


def test_two_pads_on_one_electrode_are_refused() -> None:
    sentence = refusal("chip = 1, electrode = 11", "chip = 0, electrode = 0")
    assert sentence == "pads a1 and spare share electrode 0 of touch chip 0: move one"


def test_two_pads_with_one_light_are_refused() -> None:
    assert refusal("light = 2", "light = 0") == "pads a1 and spare share light 0: move one"


def test_a_light_beyond_the_chain_is_refused() -> None:
    assert refusal("light = 2", "light = 3") == "pad spare has light 3: the chain has 0 to 2"


def test_an_electrode_no_chip_has_is_refused() -> None:
    sentence = refusal("electrode = 11", "electrode = 12")
    assert sentence == "pad spare is on electrode 12: a chip has 0 to 11"


def test_a_chip_the_board_lacks_is_refused() -> None:
    sentence = refusal("chip = 1", "chip = 2")
    assert sentence == "pad spare is on touch chip 2, but the board has 2"


def test_two_chips_at_one_address_are_refused() -> None:
    sentence = refusal("[0x5A, 0x5B]", "[0x5A, 0x5A]")
    assert sentence == "two touch chips share an address: strap each ADDR pin differently"


def test_an_address_no_mpr121_has_is_refused() -> None:
    sentence = refusal("[0x5A, 0x5B]", "[0x5A, 0x5E]")
    assert sentence == "touch chip address 0x5e is not one of 0x5A to 0x5D"


@pytest.mark.parametrize(
    ("old", "new", "clash"),
    [
        ("undo = 5", "undo = 17", "pin 17 is both the touch interrupt and button undo: move one"),
        ("data_pin = 10", "data_pin = 22", "pin 22 is both the lights and the buzzer: move one"),
    ],
)
def test_two_uses_of_one_pin_are_refused(old: str, new: str, clash: str) -> None:
    assert refusal(old, new) == clash


def test_a_count_of_pads_that_does_not_add_up_is_refused() -> None:
    sentence = refusal("pads = 2", "pads = 36")
    assert sentence == "[board] promises 36 pads, [pads] lists 2: correct one"


def test_a_chip_with_other_than_twelve_electrodes_is_refused() -> None:
    assert refusal("electrodes = 12", "electrodes = 13") == (
        "[touch] electrodes is 13: an MPR121 has 12"
    )


def test_a_missing_table_is_refused() -> None:
    assert refusal("[buzzer]\npin = 22", "") == "there is no table [buzzer]: add it"
    assert refusal("[buzzer]\npin = 22", "[[buzzer]]\npin = 22") == (
        "[buzzer] has to be a table, not [{'pin': 22}]"
    )


def test_a_board_without_pads_is_refused() -> None:
    with pytest.raises(BoardMapError, match="the board has no pads"):
        parse_board_map(SMALL[: SMALL.index("a1 =")])


def test_a_missing_number_is_refused_by_the_pads_name() -> None:
    sentence = refusal(", light = 2", "")
    assert sentence == "pad spare lacks light: add it, with a whole number"
    assert refusal("chips = [0x5A, 0x5B]\n", "") == (
        "[touch] lacks chips: add it, with whole numbers in brackets"
    )


def test_a_yes_is_not_a_number() -> None:
    sentence = refusal("undo = 5", "undo = true")
    assert sentence == "[buttons] needs a whole number undo, not True"


def test_a_list_of_other_things_is_not_a_list_of_addresses() -> None:
    sentence = refusal("[0x5A, 0x5B]", '["0x5A"]')
    assert sentence == "[touch] needs a list of whole numbers chips, not ['0x5A']"


def test_a_pad_that_is_not_a_place_is_refused() -> None:
    sentence = refusal("{ chip = 1, electrode = 11, light = 2 }", "3")
    assert sentence == "pad spare needs a chip, an electrode and a light"


def test_a_file_that_is_not_toml_is_refused() -> None:
    assert refusal("[lights]", "[lights").startswith("this is not TOML: ")


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("electrode = 11, light = 2", "electrode = 12, light = 2", "pads spare electrode"),
        ("chip = 1, electrode = 11", "chip = 0, electrode = 0", "pads spare electrode"),
        ("chip = 1", "chip = 2", "pads spare chip"),
        ("light = 2", "light = 3", "pads spare light"),
        ("light = 2", "light = 0", "pads spare light"),
        (", light = 2", "", "pads spare"),
        ("light = 2 }", "light = '2' }", "pads spare light"),
        ("{ chip = 1, electrode = 11, light = 2 }", "3", "pads spare"),
        ("0x5B", "0x5A", "touch chips"),
        ("0x5B", "0x5E", "touch chips"),
        ("[0x5A, 0x5B]", "3", "touch chips"),
        ("electrodes = 12", "electrodes = 13", "touch electrodes"),
        ("bus = 1", "bus = 24", "touch bus"),
        ("interrupt_pin = 17", "interrupt_pin = 2", "touch interrupt_pin"),
        ("interrupt_pin = 17\n", "", "touch"),
        ("count = 3", "count = 0", "lights count"),
        ("data_pin = 10", "data_pin = 17", "lights data_pin"),
        ("undo = 5", "undo = 17", "buttons undo"),
        ("undo = 5", "undo = 28", "buttons undo"),
        ("pin = 22", "pin = 10", "buzzer pin"),
        ("pin = 26", "pin = 22", "power_button pin"),
        ("pads = 2", "pads = 3", "board pads"),
        ("[buzzer]\npin = 22", "", ""),
        ("[lights]", "[lights", ""),
    ],
)
def test_a_refusal_says_which_field_it_is_about(old: str, new: str, field: str) -> None:
    assert place(old, new) == tuple(field.split())


@pytest.mark.parametrize(
    ("old", "user"),
    [
        ("interrupt_pin = 17", "the touch interrupt"),
        ("data_pin = 10", "the lights"),
        ("undo = 5", "button undo"),
        ("pin = 22", "the buzzer"),
        ("pin = 26", "the power button"),
    ],
)
@pytest.mark.parametrize("pin", [-1, 28, 99, 10**12])
def test_a_pin_that_the_header_lacks_is_refused(old: str, user: str, pin: int) -> None:
    sentence = refusal(old, f"{old.partition(' = ')[0]} = {pin}")
    assert sentence.startswith(f"{user} is on pin {pin}: GPIO numbers go from 0 to 27")


@pytest.mark.parametrize("pin", [2, 3])
def test_a_pin_of_the_chips_bus_is_refused(pin: int) -> None:
    sentence = refusal("pin = 22", f"pin = {pin}")
    assert sentence == f"pin {pin} is both the touch chips' bus and the buzzer: move one"


@pytest.mark.parametrize("bus", [-1, 24, 10**12])
def test_a_bus_that_no_pi_has_is_refused(bus: int) -> None:
    assert refusal("bus = 1", f"bus = {bus}").startswith(f"[touch] bus is {bus}: it is 1 on pins")


@pytest.mark.parametrize("count", [-1, 0, 1001, 10**12])
def test_a_chain_that_cannot_be_is_refused(count: int) -> None:
    sentence = refusal("count = 3", f"count = {count}")
    assert sentence == f"[lights] count is {count}: it goes from 1 to 1000"


def test_a_file_that_windows_has_marked_is_read() -> None:
    assert parse_board_map("\ufeff" + SMALL.replace("\n", "\r\n")) == parse_board_map(SMALL)
