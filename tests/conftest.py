"""What every test shares: chance that is the same in every run, and no test quietly left out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A board's processor is some ten times slower than a desk's: a deadline would fail by weather.
settings.register_profile("same every time", deadline=None, derandomize=True)
settings.load_profile("same every time")


@pytest.fixture(autouse=True)
def _nobodys_own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test, and no program a test starts, touch the journal of whoever runs it.

    Nor read the settings of a board that is installed on this machine.
    """
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr("iye.settings.PLACE", tmp_path / "etc/iye.toml")


class NoSkips:
    """Makes a run fail in which a test was skipped; where IYE_NO_SKIPS is set, as in CI."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.skipped.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.skipped.append(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.skipped:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for name in self.skipped:
            terminalreporter.write_line(f"SKIPPED, which counts as failed here: {name}", red=True)


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("IYE_NO_SKIPS"):
        config.pluginmanager.register(NoSkips(), "no-skips")
