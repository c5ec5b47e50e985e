"""Run the mind's tests on native cores built with gcc's sanitizers.

The law of this script: what the tests reach in the core is free of undefined behaviour, and what
several threads reach is free of data races, or this fails. It needs gcc and leaves nothing behind;
the core in use stays as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOM = Path("iye/mind")
FLAGS = (
    "-g",
    "-O1",
    "-shared",
    "-fPIC",
    "-pthread",
    "-fno-sanitize-recover=all",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-DPy_LIMITED_API=0x030B0000",
)


class Sanitizer(NamedTuple):
    """What to watch, the libraries that takes, their options, and the tests to run under it."""

    watches: str
    libraries: tuple[str, ...]
    options: dict[str, str]
    tests: tuple[str, ...]


SANITIZERS = (
    # Its own memory counts against a limit on memory, and the interpreter never frees all of its.
    Sanitizer(
        "address,undefined",
        ("libasan.so", "libubsan.so"),
        {"ASAN_OPTIONS": "detect_leaks=0"},
        ("tests/mind", "-k", "not keeps_to_its_memory"),
    ),
    Sanitizer(
        "thread",
        ("libtsan.so",),
        {"TSAN_OPTIONS": "exitcode=66"},
        ("tests/mind/test_threads.py", "tests/mind/test_stopping.py", "-k", "not keeps_to"),
    ),
)


def build(folder: Path, watches: str) -> None:
    """Copy the program, with a core of its own."""
    shutil.copytree(
        ROOT / "firmware" / "iye", folder / "iye", ignore=shutil.ignore_patterns("*.so")
    )
    sources = sorted((folder / ROOM / "core").glob("*.c"))
    include = f"-I{sysconfig.get_paths()['include']}"
    target = folder / ROOM / "_core.abi3.so"
    subprocess.run(
        ["gcc", *FLAGS, f"-fsanitize={watches}", include, *sources, "-o", target], check=True
    )


def library(name: str) -> str:
    """Find a library of gcc's that has to be there before the interpreter starts."""
    found = subprocess.run(
        ["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True
    )
    return found.stdout.strip()


def environment(folder: Path, sanitizer: Sanitizer) -> dict[str, str]:
    """Let the tests find the copy first, and load what watches it before all else."""
    return {
        **os.environ,
        **sanitizer.options,
        "PYTHONPATH": str(folder),
        "LD_PRELOAD": " ".join(map(library, sanitizer.libraries)),
    }


def run(sanitizer: Sanitizer) -> int:
    """Build, make sure that this core is the one tested, and run the tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        build(folder, sanitizer.watches)
        inside = environment(folder, sanitizer)
        which = "import iye.mind._core as core; print(core.__file__)"
        said = subprocess.run(
            [sys.executable, "-c", which], env=inside, check=True, capture_output=True, text=True
        )
        if not said.stdout.startswith(name):
            sys.exit(f"error: the tests would run on {said.stdout.strip()}")
        tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *sanitizer.tests]
        return subprocess.run(
            [sys.executable, *tests], env=inside, cwd=ROOT, check=False
        ).returncode


def main() -> int:
    """Run under each sanitizer; give 0 when none found anything."""
    return max(run(sanitizer) for sanitizer in SANITIZERS)


if __name__ == "__main__":
    sys.exit(main())
