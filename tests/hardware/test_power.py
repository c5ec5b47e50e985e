"""Currents, drops and heat: by hand first, then what power.md says of this board."""

from __future__ import annotations

from pathlib import Path

import pytest

import power
from enclosure.measures import read_body
from iye.settings import Settings
from iye.settings_tables import LightsTable
from iye_hw.board_map import load_board_map

HARDWARE = Path(__file__).parents[2] / "hardware"
BOARD = load_board_map()


def test_full_white_is_three_colours_of_every_light() -> None:
    assert power.full_white(BOARD).amps == pytest.approx(36 * (0.001 + 3 * 0.020))


def test_the_cap_is_the_settings_own() -> None:
    settings = Settings(lights=LightsTable(cap_ma=500))
    assert power.capped(BOARD, settings).amps == pytest.approx(0.5)


def test_a_chain_fed_at_one_end_loses_more_at_every_light() -> None:
    # Two lights of 1 A, 0.1 Ω before each: 2 A through the first, 1 A through the second.
    assert power.drop_from_one_end(power.Load("", 2.0, 2), 0.1) == pytest.approx(0.2 + 0.1)


def test_a_stretch_fed_at_both_ends_loses_most_in_its_middle() -> None:
    # Five lights of 1 A, the outer ones fed. Of the three between, the middle one draws half from
    # each side: 1.5 A through the outer segment, 0.5 A through the inner one. Each feed's cable
    # carries all that lies between two feeds, at most: 5 A through 0.4 m there and back.
    cables = 5 * 2 * (0.4 * 0.0842 + 0.010)
    drop = power.drop_between_feeds(power.Load("", 5.0, 5), 0.1, feeds=2)
    assert drop == pytest.approx(0.15 + 0.05 + cables)


def test_a_segment_is_cable_two_plugs_and_a_track_there_and_back() -> None:
    assert power.segment(0.1) == pytest.approx(2 * (0.0134 + 0.020 + 0.005))


def test_two_wires_of_the_ribbon_carry_five_volts_and_eight_bring_it_back() -> None:
    one = 0.2 * 0.213 + 2 * 0.010
    assert power.drop_in_ribbon(1.0) == pytest.approx(one / 2 + one / 8)


def test_heat_goes_through_the_surface() -> None:
    body = read_body()
    assert power.surface(body) == pytest.approx(
        1.5 * 0.244 * 0.356 + 2 * (0.244 + 0.356) * body.top / 1000
    )
    assert power.warmer(8.0 * power.surface(body), body) == pytest.approx(1.0)


def test_the_supply_carries_every_pi_with_the_lights_at_the_cap() -> None:
    lights = power.capped(BOARD, Settings()).amps
    assert max(power.PI_AMPS.values()) + lights + power.REST_AMPS < power.SUPPLY_AMPS


def test_up_to_a_pi_4_full_white_blows_nothing() -> None:
    lights = power.full_white(BOARD).amps
    assert power.PI_AMPS["4"] + lights + power.REST_AMPS < power.INPUT_FUSE


def test_the_lights_fuse_carries_the_cap_for_ever_and_full_white_does_not_pass_unnoticed() -> None:
    hold, trip = power.LIGHTS_FUSE
    assert power.capped(BOARD, Settings()).amps < hold < power.full_white(BOARD).amps < trip


def test_the_ribbon_carries_what_a_pi_4_draws() -> None:
    assert power.PI_AMPS["4"] <= power.RIBBON_WIRES[0] * power.RIBBON_AMPS


def test_lights_keep_their_voltage_at_full_white() -> None:
    body = read_body()
    ohms = power.segment(power.cable(BOARD, body))
    drop = power.drop_between_feeds(power.full_white(BOARD), ohms, 3)
    assert power.VOLTS - drop > power.LOWEST_VOLTS


def test_power_md_is_of_these_settings_and_this_board() -> None:
    said = (HARDWARE / "power.md").read_text(encoding="utf-8")
    assert said == power.page(BOARD, Settings(), read_body())
