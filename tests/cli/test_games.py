"""`iye games`, `export`, `import` and `journal check`: what they print, and how they fail."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from iye.cli import main
from iye.record import places
from iye.record.places import JOURNAL
from iye.rules import Player
from iye.table import MatchSetup
from journal_rig import kept
from table_hands import DEAL, OTHER_DEAL, Hands

SAMPLE = Path(str(files("iye") / "samples" / "first-match.iye"))
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command on the data folder of the test."""

    def run(*args: str) -> Result:
        return CliRunner().invoke(main, [*args, "--data", str(tmp_path / "data")])

    return run


@pytest.fixture
def filled(run: Run, tmp_path: Path) -> Run:
    """One match taken in, one under way after two moves."""
    assert run("import", str(SAMPLE)).exit_code == 0
    hands = Hands(DEAL, OTHER_DEAL)
    hands.set_match(MatchSetup(1, Player.ONE, names=("Umay", "İpek")))
    hands.put("c3")
    hands.play("c5", "d5")
    with kept(tmp_path / "data") as it:
        it.follow(hands)
    return run


def test_games_lists_number_date_players_result_and_cycles(filled: Run) -> None:
    assert filled("games").stdout == (
        "number  date              players       result     cycles\n"
        "     2  2026-03-21 00:00  Umay – İpek   under way  0:0 of 1\n"
        "     1  2026-03-21        Umay – Erlik  0-1        0:2 of 3\n"
    )


def test_games_as_json_is_one_object_a_line(filled: Run) -> None:
    lines = [json.loads(line) for line in filled("games", "--json").stdout.splitlines()]
    assert lines[0] == {
        "number": 2,
        "began": "2026-03-21T00:00:00+00:00",
        "ended": None,
        "players": ["Umay", "İpek"],
        "wins_needed": 1,
        "state": "under way",
        "result": "*",
        "wins": [0, 0],
        "cycles": 1,
        "moves": 2,
    }
    assert [line["number"] for line in lines] == [2, 1]


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        (["--player", "İpek"], [2]),
        (["--unfinished"], [2]),
        (["--result", "0-1"], [1]),
        (["--since", "2026-03-22"], []),
        (["--until", "2026-03-21", "--since", "2026-03-21"], [2, 1]),
    ],
)
def test_games_are_filtered(filled: Run, options: list[str], numbers: list[int]) -> None:
    done = filled("games", "--json", *options)
    assert [json.loads(line)["number"] for line in done.stdout.splitlines()] == numbers


def test_games_says_when_there_are_more_and_when_there_are_none(filled: Run, run: Run) -> None:
    done = filled("games", "--limit", "1")
    assert done.stderr == "note: there are more: ask for them with --limit 10\n"
    assert len(done.stdout.splitlines()) == 2
    nothing = run("games", "--player", "nobody")
    assert (nothing.stdout, nothing.exit_code) == ("", 0)
    assert nothing.stderr == "note: no match is in the archive that fits\n"


def test_listing_makes_no_archive(run: Run, tmp_path: Path) -> None:
    assert run("games").exit_code == 0
    assert not (tmp_path / "data").exists()


def test_what_was_taken_in_goes_out_as_it_was(filled: Run) -> None:
    assert filled("export", "1").stdout == SAMPLE.read_text("utf-8")


def test_a_match_under_way_is_exported_as_far_as_it_has_come(filled: Run) -> None:
    assert filled("export", "2").stdout == (
        '[Date "2026-03-21"]\n[Player1 "Umay"]\n[Player2 "İpek"]\n[Wins "1"]\n\n'
        '[Cycle "1"]\n[Deal "HOSST/TTHSS/TWSWS/HSHSH/STWHH"]\n[First "1"]\n\n1. c5 d5 *\n'
    )


def test_all_matches_go_to_a_folder_and_come_back_from_it(filled: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert filled("export", "--all", "--output", str(out)).exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["match-1.iye", "match-2.iye"]
    back = CliRunner().invoke(
        main, ["import", *map(str, sorted(out.iterdir())), "--data", str(tmp_path / "other")]
    )
    assert back.stdout.splitlines() == [
        f"{out}/match-1.iye is now match 1",
        f"{out}/match-2.iye is now match 2",
    ]


def test_one_match_goes_to_the_file_named_and_overwrites_nothing(
    filled: Run, tmp_path: Path
) -> None:
    file = tmp_path / "evening.iye"
    assert filled("export", "1", "--output", str(file)).exit_code == 0
    assert file.read_bytes() == SAMPLE.read_bytes()
    again = filled("export", "1", "--output", str(file))
    assert again.stderr == f"error: {file} is there already: give another --output\n"
    assert again.exit_code == 2


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["export"], "give the numbers of matches, or --all"),
        (["export", "1", "--all"], "give the numbers of matches, or --all"),
        (["export", "1", "2"], "several matches need a folder: give --output"),
        (["export", "--all"], "several matches need a folder: give --output"),
        (["export", "7"], "there is no match 7 in the archive"),
        (["games", "--since", "yesterday"], "Invalid value for '--since': 'yesterday' does not"),
        (["games", "--result", "2-0"], "Invalid value for '--result': '2-0' is not one of"),
        (["games", "--limit", "0"], "Invalid value for '--limit'"),
    ],
)
def test_wrong_input_is_one_sentence_and_code_two(
    filled: Run, args: list[str], sentence: str
) -> None:
    done = filled(*args)
    assert done.stderr.startswith(f"error: {sentence}")
    assert (done.stdout, done.stderr.count("\n"), done.exit_code) == ("", 1, 2)


def test_a_match_that_is_not_there_is_said_before_there_is_any_archive(run: Run) -> None:
    assert run("export", "1").stderr == "error: there is no match 1 in the archive\n"


def test_each_file_is_taken_in_whole_or_not_at_all(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.iye"
    bad.write_text(SAMPLE.read_text("utf-8").replace("1. ", "1. a1 ", 1), "utf-8")
    empty = tmp_path / "empty.iye"
    empty.write_text('[Player1 "Umay"]\n', "utf-8")
    missing = tmp_path / "missing.iye"
    done = run("import", str(bad), str(empty), str(missing), str(SAMPLE), str(SAMPLE))
    assert done.stdout.splitlines() == [
        f"{SAMPLE} is now match 1",
        f"{SAMPLE} is there already as match 1",
    ]
    first, second, third = done.stderr.splitlines()
    assert first.startswith(f"error: {bad}, line 11, move 1 (a1): ")
    assert second.startswith(f"error: {empty}: no cycle of this match was begun")
    assert third.startswith(f"error: cannot read {missing}: No such file")
    assert done.exit_code == 2
    assert len(run("games", "--json").stdout.splitlines()) == 1


def test_a_sound_journal_is_checked_with_code_zero(filled: Run) -> None:
    done = filled("journal", "check")
    assert (done.stdout, done.stderr) == ("all of it replays: entries 6, matches 2\n", "")
    assert done.exit_code == 0


def test_everything_wrong_with_a_journal_is_said_with_its_place(
    filled: Run, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / JOURNAL)) as connection, connection:
        connection.execute(
            "UPDATE entries SET fact = replace(fact, '\"d5\"', '\"a1\"') WHERE name = 'moved'"
        )
        connection.execute("UPDATE records SET text = replace(text, '1. ', '1. a1 ')")
    done = filled("journal", "check")
    entry, match = done.stderr.splitlines()
    assert entry.startswith("error: entry 6 does not fit: ")
    assert match.startswith("error: match 1, line 11, move 1 (a1): ")
    assert (done.stdout, done.exit_code) == ("", 1)


def test_a_summary_that_its_record_contradicts_is_said(filled: Run, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / JOURNAL)) as connection, connection:
        connection.execute("UPDATE matches SET moves = 1 WHERE number = 1")
        connection.execute("DELETE FROM entries WHERE number = 3")
    said = filled("journal", "check").stderr.splitlines()
    assert said == [
        "error: entry 3 is missing",
        "error: match 1 is summed up differently from its record",
    ]


def test_checking_where_there_is_no_journal_is_wrong_input(run: Run) -> None:
    done = run("journal", "check")
    assert done.stderr.startswith("error: there is no journal in ")
    assert done.exit_code == 2


def test_a_file_that_is_no_journal_fails_and_stays(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / JOURNAL
    path.write_bytes(b"no database at all" * 100)
    for args in (["games"], ["journal", "check"], ["export", "1"], ["import", str(SAMPLE)]):
        done = run(*args)
        assert done.stderr == f"error: {path} cannot be used: file is not a database\n"
        assert done.exit_code == 1
    assert path.read_bytes() == b"no database at all" * 100


def test_a_newer_programs_journal_is_refused(filled: Run, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / JOURNAL)) as connection:
        connection.execute("PRAGMA user_version = 99")
    done = filled("games")
    assert "was written by a newer program (version 99" in done.stderr
    assert done.exit_code == 1


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder of a board that runs as a service on this machine, with a journal in it."""
    folder = tmp_path / "service"
    monkeypatch.setattr(places, "BOARD", folder)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "mine"))
    sample = CliRunner().invoke(main, ["import", str(SAMPLE), "--data", str(folder)])
    assert sample.exit_code == 0
    return folder


COMMANDS = pytest.mark.parametrize(
    ("args", "code"),
    [
        (["games"], 0),
        (["games", "--json"], 0),
        (["export", "1"], 2),
        (["export", "--all", "--output", "backup"], 0),
        (["journal", "check"], 2),
        (["import", str(SAMPLE)], 0),
    ],
)


@COMMANDS
def test_whoever_reads_an_archive_of_their_own_is_told_of_the_boards(
    args: list[str], code: int, board: Path, tmp_path: Path
) -> None:
    done = CliRunner().invoke(main, args, prog_name="iye")
    command = " ".join(["iye", *args[: 2 if args[0] == "journal" else 1]])
    assert done.exit_code == code
    assert done.stderr.count("\n") == 1
    own = f"; the board's own is in {board}, not in {tmp_path / 'mine'}: run sudo -u iye {command}"
    assert own in done.stderr


@COMMANDS
def test_whoever_reads_the_boards_archive_is_told_of_none(
    args: list[str], code: int, board: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").symlink_to(board)  # as the service's user finds it
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "home"))
    assert "sudo" not in CliRunner().invoke(main, args).stderr
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "mine"))
    named = CliRunner().invoke(main, [*args, "--data", str(tmp_path / "else")])
    assert (named.exit_code, "sudo" in named.stderr) == (code, False)


def test_where_no_board_runs_none_is_told_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "BOARD", tmp_path / "service")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "mine"))
    assert "sudo" not in CliRunner().invoke(main, ["games"]).stderr


def test_a_boards_folder_that_may_not_be_looked_into_is_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    assert places.board_elsewhere(tmp_path)


def test_the_boards_folder_is_the_services() -> None:
    unit = (Path(__file__).parents[2] / "systemd/iye.service").read_text(encoding="utf-8")
    assert f"StateDirectory={places.BOARD.relative_to('/var/lib')}\n" in unit
