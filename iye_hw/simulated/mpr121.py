"""An MPR121 at the register level: what the bus writes and reads, and what the electrodes feel.

The law of this module: the chip knows its data sheet and a timeline, and nobody who uses it. It
never steps through quiet updates: it catches up when it is read, written or touched, and plans a
wake-up only for the first update at which a status bit may change.

Simulated: reset values, stop and run mode, auto-increment, soft reset, touch and out-of-range
status, filtered data, baselines and their tracking, thresholds, debounce, charge settings,
auto-configuration, over-current, brown-out, the interrupt output. Not simulated: the proximity
channel (reads zero) and the GPIO outputs (their registers only hold what is written).

Where the data sheet is silent or brief, this chip: clears the touch status on leaving run mode,
without an interrupt; raises the interrupt on over-current; counts a debounce of n as n further
updates that agree; starts its updates anew with every write of a running ECR. The baseline filter
and the search of auto-configuration are readings of the application notes (see `tracking`,
`auto_config`).
"""

from __future__ import annotations

from collections.abc import Callable

from iye_hw.mpr121_registers import (
    ELECTRODES,
    OVCF,
    SOFT_RESET_KEY,
    CalibrationLock,
    Register,
)
from iye_hw.panel import Timeline
from iye_hw.simulated.ranging import RangeKeeper
from iye_hw.simulated.registers import MODE_BITS, RegisterFile
from iye_hw.simulated.run_mode import RunMode
from iye_hw.simulated.sensing import Electrode, Surroundings
from iye_hw.simulated.wake import WakeUp

_LOAD_MASKS = {CalibrationLock.LOAD_FIVE_BITS: 0x3E0, CalibrationLock.LOAD_TEN_BITS: 0x3FF}
_DATA_END = Register.FILTERED_DATA + 2 * ELECTRODES
_BASELINE_END = Register.BASELINE + ELECTRODES
_STATUS = (Register.TOUCH_STATUS_L, Register.TOUCH_STATUS_H)


class SimulatedMPR121:
    """One chip. `interrupt` is told True when the chip pulls its output low, False when not."""

    def __init__(
        self,
        timeline: Timeline,
        surroundings: Surroundings,
        interrupt: Callable[[bool], None] = lambda _low: None,
    ) -> None:
        self._timeline = timeline
        self._interrupt = interrupt
        self._pulling = False
        self._pointer = 0
        self._over_current = False
        self._run: RunMode | None = None
        self._wake = WakeUp(timeline, self.catch_up)
        self.registers = RegisterFile()
        self.electrodes = tuple(Electrode(n, surroundings) for n in range(ELECTRODES))
        self._range = RangeKeeper(self.registers)

    # The wire.

    def write(self, data: bytes) -> None:
        """Take a write from the bus: a register address, then values for it and the next ones."""
        if not data:
            return
        self._pointer = data[0]
        for value in data[1:]:
            self._write_register(self._pointer, value)
            self._advance()

    def read(self, count: int) -> bytes:
        """Answer a read from the bus, from the register pointed at and upwards."""
        self.catch_up()
        answer = bytearray()
        for _ in range(count):
            answer.append(self._read_register(self._pointer))
            self._advance()
        return bytes(answer)

    def _advance(self) -> None:
        self._pointer = (self._pointer + 1) & 0xFF

    # The world.

    def feel(self, electrode: int, picofarads: float) -> None:
        """Put a capacitance on an electrode, from now on."""
        self.catch_up()
        taken = self._run.samples_taken(self._timeline.time()) if self._run else 0
        self.electrodes[electrode].feel(picofarads, self._timeline.time(), taken)
        self.look_again()

    def brown_out(self) -> None:
        """Let the supply dip: all is as after power-up, and nothing tells the host."""
        self._leave_run_mode()
        self._over_current = False
        self._pointer = 0
        self.registers.reset()
        self._range.clear()
        for electrode in self.electrodes:
            electrode.power_off()
        self._pull(low=False)

    def over_current(self) -> None:
        """Let too much current flow from REXT (data sheet 5.2).

        Status, outputs and the mode bits of ECR clear, and the interrupt is raised.
        """
        self._leave_run_mode()
        self._over_current = True
        self.registers[Register.ECR] &= ~MODE_BITS & 0xFF
        self._range.clear()
        for electrode in self.electrodes:
            electrode.power_off()
        self._pull(low=True)

    # Time.

    def catch_up(self) -> None:
        """Take every update due by now."""
        if self._run is None:
            return
        if self._run.catch_up(self._timeline.time()):
            self._pull(low=True)
        self._wake.plan(self._run.next_possible_change())

    def look_again(self) -> None:
        """Judge anew how long all stays calm, after something outside has changed."""
        if self._run is not None:
            self._run.judge(self._timeline.time())
            self._wake.plan(self._run.next_possible_change())

    # Registers.

    def _write_register(self, register: int, value: int) -> None:
        if register == Register.SOFT_RESET:
            self._soft_reset(value)
        elif register == Register.TOUCH_STATUS_H:
            self._clear_over_current(value)
        elif register == Register.ECR:
            self._write_ecr(value)
        elif self.registers.accepts(register):
            self._store(register, value)

    def _store(self, register: int, value: int) -> None:
        self.registers[register] = value
        if Register.BASELINE <= register < _BASELINE_END:
            self.electrodes[register - Register.BASELINE].baseline = value << 2

    def _read_register(self, register: int) -> int:
        if register in _STATUS:
            self._pull(low=False)
            return self._status() >> 8 * register & 0xFF
        if Register.FILTERED_DATA <= register < _DATA_END:
            return self._filtered_byte(register - Register.FILTERED_DATA)
        if Register.BASELINE <= register < _BASELINE_END:
            return self.electrodes[register - Register.BASELINE].baseline >> 2
        return self.registers[register] if register < Register.SOFT_RESET else 0

    def _status(self) -> int:
        if self._over_current:
            return OVCF << 8
        return sum(e.touched << e.number for e in self.electrodes)

    def _filtered_byte(self, place: int) -> int:
        electrode = self.electrodes[place // 2]
        data = self._run.data(electrode) if self._run else electrode.data
        return data >> 8 * (place % 2) & 0xFF

    # Modes.

    def _soft_reset(self, value: int) -> None:
        if value == SOFT_RESET_KEY:
            pointer = self._pointer
            self.brown_out()
            self._pointer = pointer

    def _clear_over_current(self, value: int) -> None:
        if value & OVCF:
            self._over_current = False

    def _write_ecr(self, value: int) -> None:
        if self._over_current and value & MODE_BITS:
            return
        self._leave_run_mode()
        self.registers[Register.ECR] = value
        if value & MODE_BITS:
            self._enter_run_mode()

    def _leave_run_mode(self) -> None:
        """Stop sensing. The last data and the baselines stay readable, no pad counts as touched."""
        self._wake.cancel()
        if self._run is None:
            return
        self._run.stop(self._timeline.time())
        self._run = None

    def _enter_run_mode(self) -> None:
        settings = self.registers.settings()
        active = self.electrodes[: settings.electrodes]
        now = self._timeline.time()
        if settings.auto.configure and self._range.configure(active, now, settings.auto):
            self._pull(low=True)
        for electrode in active:
            electrode.begin(
                self.registers.charge(electrode.number),
                self.registers.thresholds(electrode.number),
                _LOAD_MASKS.get(settings.lock, 0),
            )
        self._run = RunMode(settings, active, now, self._range)
        self.look_again()

    def _pull(self, *, low: bool) -> None:
        if low != self._pulling:
            self._pulling = low
            self._interrupt(low)
