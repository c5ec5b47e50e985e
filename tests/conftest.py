"""What every test shares: chance that is the same in every run, and no test quietly left out."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A board's processor is some ten times slower than a desk's: a deadline would fail by weather.
settings.register_profile("same every time", deadline=None, derandomize=True)
settings.load_profile("same every time")


@pytest.fixture(autouse=True, scope="session")
def nobodys_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test away from the games of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patched.delenv("STATE_DIRECTORY", raising=False)
        yield


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
