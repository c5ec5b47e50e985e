"""Drawings belong to the board they were drawn from, and whoever changes the board hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import outputs

SCRIPT = '''"""Draws a board."""
from pathlib import Path
INPUTS = ["board.toml#pads", "words/*.txt"]
OUTPUTS = ["drawn/*.svg"]
Path("drawn").mkdir(exist_ok=True)
Path("drawn/a.svg").write_text(Path("words/a.txt").read_text().upper())
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Lay out a small hardware folder, everything in it built."""
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "a.txt").write_text("drum")
    (tmp_path / "board.toml").write_text("[pads]\na1 = 1\n[body]\npitch = 44\n")
    (tmp_path / "draw.py").write_text(SCRIPT)
    outputs.build([], tmp_path)
    return tmp_path


def test_what_is_committed_belongs_to_this_board_and_these_scripts() -> None:
    assert outputs.out_of_date() == []


def test_what_was_just_built_is_up_to_date(folder: Path) -> None:
    assert (folder / "drawn" / "a.svg").read_text() == "DRUM"
    assert outputs.out_of_date(folder) == []


@pytest.mark.parametrize(
    ("changed", "text", "said"),
    [
        ("board.toml", "[pads]\na1 = 2\n", "board.toml#pads has changed since draw.py was run"),
        ("words/a.txt", "hand", "words/a.txt has changed since draw.py was run"),
        ("words/b.txt", "new", "words/b.txt has changed since draw.py was run"),
        ("draw.py", SCRIPT + "# more", "draw.py has changed since draw.py was run"),
        ("drawn/a.svg", "by hand", "drawn/a.svg is not as draw.py made it"),
        ("drawn/b.svg", "left over", "drawn/b.svg is not as draw.py made it"),
    ],
)
def test_a_change_is_told_by_the_file_s_name(
    folder: Path, changed: str, text: str, said: str
) -> None:
    (folder / changed).write_text(text)
    assert outputs.out_of_date(folder) == [f"{said}: make hardware"]


@pytest.mark.parametrize(
    "text",
    [
        "# a remark\n[pads]\na1 = 1\n[body]\npitch = 44\n",
        "[pads]\na1 = 1\n[body]\npitch = 50\n",
    ],
    ids=["a comment", "another table"],
)
def test_a_change_that_means_nothing_to_a_script_asks_for_nothing(folder: Path, text: str) -> None:
    (folder / "board.toml").write_text(text)
    assert outputs.out_of_date(folder) == []


def test_a_lost_output_is_told(folder: Path) -> None:
    (folder / "drawn" / "a.svg").unlink()
    assert outputs.out_of_date(folder) == ["draw.py names drawn/*.svg, but there is no such file"]


def test_a_script_that_never_ran_is_told(folder: Path) -> None:
    (folder / "more.py").write_text('INPUTS = []\nOUTPUTS = ["more.txt"]\n')
    assert outputs.out_of_date(folder) == ["more.py has never been run: make hardware"]


def test_a_script_that_is_gone_is_told(folder: Path) -> None:
    (folder / "draw.py").unlink()
    assert outputs.out_of_date(folder) == [
        "draw.py is no longer there: take it out of outputs.toml"
    ]


def test_a_script_without_outputs_is_no_generator(folder: Path) -> None:
    (folder / "measures.py").write_text("PITCH = 44\n")
    assert list(outputs.generators(folder)) == ["draw.py"]


def test_scripts_run_after_those_whose_outputs_they_take_in(folder: Path) -> None:
    (folder / "again.py").write_text('INPUTS = ["drawn/a.svg"]\nOUTPUTS = ["again.txt"]\n')
    assert list(outputs.generators(folder)) == ["draw.py", "again.py"]


def test_scripts_that_wait_for_each_other_are_refused(folder: Path) -> None:
    (folder / "egg.py").write_text('INPUTS = ["hen"]\nOUTPUTS = ["egg"]\n')
    (folder / "hen.py").write_text('INPUTS = ["egg"]\nOUTPUTS = ["hen"]\n')
    with pytest.raises(outputs.GeneratorError, match=r"each waits for the next: .*egg\.py"):
        outputs.generators(folder)


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ("OUTPUTS = [name + '.svg']", "bad.py: OUTPUTS must be written out, not computed"),
        ("OUTPUTS = 'a.svg'", "bad.py: INPUTS and OUTPUTS must be lists of paths"),
    ],
)
def test_lists_that_cannot_be_read_are_refused(folder: Path, lists: str, said: str) -> None:
    (folder / "bad.py").write_text(lists)
    with pytest.raises(outputs.GeneratorError, match=said):
        outputs.generators(folder)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('OUTPUTS = ["x"]\nraise SystemExit(3)', "bad.py ended with code 3"),
        ('OUTPUTS = ["x"]\nPYTHON = "/nowhere/python"', "bad.py needs /nowhere/python"),
        ('OUTPUTS = ["x"]', "bad.py names x, but there is no such file"),
        (
            'INPUTS = ["board.toml#lights"]\nOUTPUTS = ["x"]\nopen("x", "w").close()',
            r"bad.py takes in \[lights\], which board.toml does not have",
        ),
    ],
)
def test_a_script_that_fails_is_told_and_not_written_down(
    folder: Path, script: str, said: str
) -> None:
    (folder / "bad.py").write_text(script)
    with pytest.raises(outputs.GeneratorError, match=said):
        outputs.build(["bad.py"], folder)
    assert list(outputs.read_record(folder)) == ["draw.py"]


def test_only_the_scripts_named_are_run(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "more.py").write_text('OUTPUTS = ["more"]\nopen("more", "w").close()\n')
    (folder / "draw.py").write_text("raise SystemExit(1)\n" + SCRIPT)
    outputs.build(["sub"], folder)
    assert list(outputs.read_record(folder)) == ["draw.py", "sub/more.py"]


def test_a_name_that_stands_for_no_script_is_refused(folder: Path) -> None:
    with pytest.raises(outputs.GeneratorError, match=r"no generator daw: take one of draw\.py"):
        outputs.build(["daw"], folder)


def test_wrong_use_is_told_by_the_exit_code() -> None:
    assert outputs.main(["bild"]) == 2
    assert outputs.main(["build", "nothing-of-the-kind"]) == 1
