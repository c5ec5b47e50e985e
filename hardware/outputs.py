"""Keeps what is drawn in step with what it is drawn from: `make hardware`.

    python hardware/outputs.py              say what is out of date; exit code 1 if anything is
    python hardware/outputs.py build        run every generator, and write down what came of it
    python hardware/outputs.py build NAME…  only these: wiring/draw.py, say, or all below wiring

A generator is a script below this folder with literal lists at its top, which are read without
running it:

    INPUTS = ["board.toml#pads", "wiring/*.py"]   # what it reads, itself not to be listed
    OUTPUTS = ["wiring/*.svg"]                    # what it makes; nothing else may match
    PYTHON = "/usr/bin/python3"                   # only where this interpreter will not do

Paths and globs are relative to this folder. A TOML file counts by what it says, not by its
comments; `file.toml#table` counts that one table alone. Scripts run in this folder, from which
they may import, those first whose outputs others take in. outputs.toml holds the SHA-256 of all
that was taken in and made, so that whoever has neither KiCad nor CAD can still tell whether a
drawing belongs to this board.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

HARDWARE: Final = Path(__file__).resolve().parent
RECORD: Final = "outputs.toml"
HEAD: Final = "# What was made from what, by SHA-256; written by `make hardware`, not by hand.\n"

Hashes = Mapping[str, str]


class GeneratorError(ValueError):
    """A generator, or what it names, cannot be used; the sentence says which and what to do."""


@dataclass(frozen=True, slots=True)
class Generator:
    """A script that makes files: its name is its path below the hardware folder."""

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    python: str = ""

    def makes(self, path: str) -> bool:
        """Say whether `path`, relative to the hardware folder, is one of its outputs."""
        return any(fnmatch(path, pattern) for pattern in self.outputs)


@dataclass(frozen=True, slots=True)
class Made:
    """What one generator took in and made, each with its SHA-256."""

    inputs: Hashes = field(default_factory=dict)
    outputs: Hashes = field(default_factory=dict)


def generators(folder: Path = HARDWARE) -> dict[str, Generator]:
    """Find every generator below `folder`, in the order to run them.

    Raises GeneratorError if their lists are not literal, or two wait for each other.
    """
    found = {
        script.name: script
        for path in sorted(folder.rglob("*.py"))
        if (script := _read(path, path.relative_to(folder).as_posix()))
    }
    waits = {name: _before(script, found) for name, script in found.items()}
    try:
        return {name: found[name] for name in TopologicalSorter(waits).static_order()}
    except CycleError as error:
        raise GeneratorError(f"each waits for the next: {', '.join(error.args[1])}") from None


def made_by(script: Generator, folder: Path = HARDWARE) -> Made:
    """Take the hashes of what `script` takes in and has made, as it lies there now.

    Raises GeneratorError if an entry of either list stands for no file at all.
    """
    entries = (script.name, *script.inputs)
    return Made(
        {name: digest for entry in entries for name, digest in _taken_in(entry, script, folder)},
        {
            path.relative_to(folder).as_posix(): _digest(path.read_bytes())
            for pattern in script.outputs
            for path in _files(pattern, script, folder)
        },
    )


def read_record(folder: Path = HARDWARE) -> dict[str, Made]:
    """Read what was written down when each generator last ran."""
    try:
        tables = tomllib.loads((folder / RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {name: Made(table["inputs"], table["outputs"]) for name, table in tables.items()}


def write_record(record: Mapping[str, Made], folder: Path = HARDWARE) -> None:
    """Write down what each generator took in and made."""
    text = "".join(_as_toml(name, record[name]) for name in sorted(record))
    (folder / RECORD).write_text(HEAD + text, encoding="utf-8")


def out_of_date(folder: Path = HARDWARE) -> list[str]:
    """Say in a sentence each what is not as it was when it was made; nothing if all is well."""
    scripts, record = generators(folder), read_record(folder)
    gone = [
        f"{name} is no longer there: take it out of {RECORD}" for name in record - scripts.keys()
    ]
    return gone + [
        complaint
        for name, script in scripts.items()
        for complaint in _complaints(script, record.get(name), folder)
    ]


def build(names: list[str], folder: Path = HARDWARE) -> None:
    """Run the generators named, or all, and write down what each has made.

    A name is a script's, or that of a folder above it. Raises GeneratorError.
    """
    scripts = generators(folder)
    chosen = [name for name in scripts if not names or any(_within(name, n) for n in names)]
    for wrong in (n for n in names if not any(_within(name, n) for name in scripts)):
        raise GeneratorError(f"there is no generator {wrong}: take one of {', '.join(scripts)}")
    record = {name: made for name, made in read_record(folder).items() if name in scripts}
    for name in chosen:
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
        _run(scripts[name], folder)
        record[name] = made_by(scripts[name], folder)
        write_record(record, folder)


def _run(script: Generator, folder: Path) -> None:
    try:
        subprocess.run(
            [script.python or sys.executable, script.name],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            check=True,
        )
    except FileNotFoundError:
        raise GeneratorError(f"{script.name} needs {script.python}: install it") from None
    except subprocess.CalledProcessError as error:
        raise GeneratorError(f"{script.name} ended with code {error.returncode}") from None


def _read(path: Path, name: str) -> Generator | None:
    """Read a script's lists without running it; None if it makes nothing."""
    said: dict[str, object] = {}
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=word)], value=ast.expr() as value)
                | ast.AnnAssign(target=ast.Name(id=word), value=ast.expr() as value)
            ) if word in {"INPUTS", "OUTPUTS", "PYTHON"}:
                said[word] = _literal(value, f"{name}: {word}")
    if "OUTPUTS" not in said:
        return None
    inputs, outputs = (_strings(said.get(word, []), name) for word in ("INPUTS", "OUTPUTS"))
    return Generator(name, inputs, outputs, str(said.get("PYTHON", "")))


def _strings(value: object, name: str) -> tuple[str, ...]:
    if isinstance(value, list | tuple) and all(isinstance(entry, str) for entry in value):
        return tuple(value)
    raise GeneratorError(f"{name}: INPUTS and OUTPUTS must be lists of paths")


def _literal(value: ast.expr, where: str) -> object:
    try:
        return ast.literal_eval(value)
    except ValueError:
        raise GeneratorError(f"{where} must be written out, not computed") from None


def _before(script: Generator, others: Mapping[str, Generator]) -> list[str]:
    """Name the generators whose outputs this one takes in."""
    return [
        other.name
        for other in others.values()
        if other is not script and any(_meet(entry, other) for entry in script.inputs)
    ]


def _meet(entry: str, other: Generator) -> bool:
    path = entry.partition("#")[0]
    return other.makes(path) or any(fnmatch(made, path) for made in other.outputs)


def _taken_in(entry: str, script: Generator, folder: Path) -> Iterator[tuple[str, str]]:
    pattern, _, table = entry.partition("#")
    for path in _files(pattern, script, folder):
        name = _name(path, folder)
        yield (f"{name}#{table}" if table else name), _meaning(path, table, script)


def _name(path: Path, folder: Path) -> str:
    """Name a file relative to the folder; files of the program are above it."""
    if path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    return f"../{path.relative_to(folder.parent).as_posix()}"


def _meaning(path: Path, table: str, script: Generator) -> str:
    """Hash what a file says: a TOML file without its comments, any other byte by byte."""
    if path.suffix != ".toml":
        return _digest(path.read_bytes())
    says = tomllib.loads(path.read_text(encoding="utf-8"))
    if table and table not in says:
        raise GeneratorError(f"{script.name} takes in [{table}], which {path.name} does not have")
    return _digest(json.dumps(says[table] if table else says, default=str).encode())


def _files(pattern: str, script: Generator, folder: Path) -> list[Path]:
    if pattern.startswith("../"):
        folder, pattern = folder.parent, pattern.removeprefix("../")
    found = sorted(path for path in folder.glob(pattern) if path.is_file())
    if not found:
        raise GeneratorError(f"{script.name} names {pattern}, but there is no such file")
    return found


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _complaints(script: Generator, then: Made | None, folder: Path) -> Iterator[str]:
    if then is None:
        yield f"{script.name} has never been run: make hardware"
        return
    try:
        now = made_by(script, folder)
    except GeneratorError as error:
        yield str(error)
        return
    for name in sorted(now.inputs.keys() | then.inputs.keys()):
        if now.inputs.get(name) != then.inputs.get(name):
            yield f"{name} has changed since {script.name} was run: make hardware"
    for name in sorted(now.outputs.keys() | then.outputs.keys()):
        if now.outputs.get(name) != then.outputs.get(name):
            yield f"{name} is not as {script.name} made it: make hardware"


def _within(name: str, above: str) -> bool:
    return name == above or name.startswith(f"{above.rstrip('/')}/")


def _as_toml(name: str, made: Made) -> str:
    def table(kind: str, hashes: Hashes) -> str:
        rows = (f'"{path}" = "{digest}"\n' for path, digest in sorted(hashes.items()))
        return f'\n["{name}".{kind}]\n{"".join(rows)}'

    return table("inputs", made.inputs) + table("outputs", made.outputs)


def main(arguments: list[str]) -> int:
    """Build, or say what is out of date.

    Exit codes: 0 fine, 1 out of date or failed, 2 wrong use.
    """
    try:
        match arguments:
            case []:
                complaints = out_of_date()
            case ["build", *names]:
                build(names)
                complaints = []
            case _:
                sys.stderr.write("say nothing, or `build` and which generators\n")
                return 2
    except GeneratorError as error:
        complaints = [str(error)]
    sys.stderr.writelines(f"{complaint}\n" for complaint in complaints)
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
