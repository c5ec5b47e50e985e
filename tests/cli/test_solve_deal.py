"""`iye solve --deal`: over several sittings on the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner

from iye.cli import deals, main
from iye.mind import Progress
from iye.rules import Player, parse_deal
from iye.solving import read_unfinished
from mind_rig import START, needs_native
from patience import PATIENCE

DEAL = "HOSST/TTHSS/TWSWS/HSHSH/STWHH"
OTHER = "HSSSS/TSHSH/HSOTW/THSHH/WTWST"
SMALL = ["--memory", "64", "--threads", "2"]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    return tmp_path / "data"


class ImpatientTeller(deals.Teller):
    """Has somebody press Ctrl-C after a few words, however fast the machine is."""

    def __init__(self) -> None:
        super().__init__()
        self._heard = 0

    def __call__(self, progress: Progress) -> None:
        super().__call__(progress)
        self._heard += 1
        if self._heard == 3:
            raise KeyboardInterrupt


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "MILESTONE", 1 << 12)
    monkeypatch.setattr(deals, "Teller", ImpatientTeller)


def solved(*arguments: str) -> tuple[str, str, int]:
    result = CliRunner().invoke(main, ["solve", *SMALL, *arguments])
    return result.stdout, result.stderr, result.exit_code


@needs_native
@pytest.mark.usefixtures("interrupted")
def test_what_is_proved_is_kept_in_the_data_folder_and_gone_on_from(own_data: Path) -> None:
    stdout, stderr, code = solved("--deal", DEAL)
    assert (stdout, code) == ("", 1)
    path = own_data / "solving" / f"{DEAL.replace('/', '-')}.json"
    assert f"note: what is proved is kept in {path}: the same command goes on from there" in stderr
    before = read_unfinished(path, START)
    _, stderr, _ = solved("--deal", DEAL)
    assert stderr.startswith(
        f"note: going on from {path}: {before.nodes:,} nodes in {before.seconds:.0f} s"
        " were searched before\n"
    )
    assert set(before.proofs) < set(read_unfinished(path, START).proofs)


@needs_native
@pytest.mark.usefixtures("interrupted")
def test_another_file_may_be_named(tmp_path: Path, own_data: Path) -> None:
    path = tmp_path / "kept" / "mine.json"
    solved("--deal", DEAL, "--resume", str(path))
    assert read_unfinished(path, START).proofs
    assert not own_data.exists()


@needs_native
@pytest.mark.usefixtures("interrupted")
def test_a_file_of_another_deal_is_refused_and_afresh_takes_its_place(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    resume = ["--resume", str(path)]
    solved("--deal", DEAL, *resume)
    data = path.read_bytes()
    stdout, stderr, code = solved("--deal", OTHER, *resume)
    assert (stdout, code) == ("", 2)
    assert stderr == (
        f"error: {path} is about another deal: {DEAL} c3 1 - -;"
        " --afresh begins again in its place\n"
    )
    assert path.read_bytes() == data
    assert solved("--deal", OTHER, "--afresh", *resume)[2] == 1
    assert read_unfinished(path, parse_deal(OTHER).start(Player.ONE)).proofs


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text("nonsense", encoding="utf-8")
    stdout, stderr, code = solved("--deal", DEAL, "--resume", str(path))
    assert (stdout, code, stderr.count("\n")) == ("", 2, 1)
    assert f"{path} is damaged" in stderr
    assert path.read_text(encoding="utf-8") == "nonsense"


@needs_native
@pytest.mark.usefixtures("interrupted")
def test_where_nothing_can_be_kept_it_is_said_and_solving_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "state.json"
    stdout, stderr, code = solved("--deal", DEAL, "--afresh", "--resume", str(path))
    assert (stdout, code) == ("", 1)
    assert f"what is proved cannot be kept in {path}: " in stderr


@needs_native
def test_out_of_time_it_is_unknown_and_keeps_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    stdout, _, code = solved("--deal", DEAL, "--seconds", "0.1", "--resume", str(path))
    assert (stdout.split()[0], code) == ("unknown,", 0)


@pytest.mark.parametrize("option", [["--resume", "x.json"], ["--afresh"]])
def test_only_a_deal_is_gone_on_with(option: list[str]) -> None:
    _, stderr, code = solved(*option, "...../...../..S../..H../..... c1 1 S1 T1")
    assert "--resume and --afresh are for a deal: give --deal" in stderr
    assert code == 2


CTRL_C = """
import sys
from iye import solving
from iye.cli import deals, main
deals.MILESTONE, solving.KEEP_EVERY = 1 << 12, 0.05
main(sys.argv[1:])
"""


@needs_native
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 1), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)],
)
def test_ctrl_c_a_sigterm_and_a_terminal_that_is_gone_keep_everything_and_say_how_to_go_on(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path = tmp_path / "state.json"
    arguments = ["solve", *SMALL, "--deal", DEAL, "--resume", str(path)]
    command = [sys.executable, "-c", CTRL_C, *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        until = monotonic() + PATIENCE
        while monotonic() < until and not path.exists():
            sleep(0.01)
        child.send_signal(number)
        stdout, stderr = child.communicate(timeout=PATIENCE)
    assert (stdout, child.returncode) == ("", code)
    said = f"note: what is proved is kept in {path}: the same command goes on from there\n"
    assert stderr.endswith(said)
    assert "Traceback" not in stderr
    assert read_unfinished(path, START).proofs
