"""Run the mind's tests on a native core built with the address and undefined-behaviour sanitizers.

The law of this script: what the tests reach in the core is free of undefined behaviour, or this
fails. It needs gcc and leaves nothing behind; the core in use stays as it is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
ROOM = Path("iye/mind")
FLAGS = (
    "-g",
    "-O1",
    "-shared",
    "-fPIC",
    "-pthread",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-DPy_LIMITED_API=0x030B0000",
)
LEAVE_OUT = "not keeps_to_its_memory"
"""The sanitizer's own memory counts against a limit on memory."""


def build(folder: Path) -> None:
    """Copy the program, with a core of its own."""
    shutil.copytree(
        ROOT / "firmware" / "iye", folder / "iye", ignore=shutil.ignore_patterns("*.so")
    )
    sources = sorted((folder / ROOM / "core").glob("*.c"))
    include = f"-I{sysconfig.get_paths()['include']}"
    target = folder / ROOM / "_core.abi3.so"
    subprocess.run(["gcc", *FLAGS, include, *sources, "-o", target], check=True)


def library(name: str) -> str:
    """Find a library of gcc's that has to be there before the interpreter starts."""
    found = subprocess.run(
        ["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True
    )
    return found.stdout.strip()


def environment(folder: Path) -> dict[str, str]:
    """Let the tests find the copy first, and forgive the interpreter what it never frees."""
    return {
        **os.environ,
        "PYTHONPATH": str(folder),
        "LD_PRELOAD": f"{library('libasan.so')} {library('libubsan.so')}",
        "ASAN_OPTIONS": "detect_leaks=0",
    }


def main() -> int:
    """Build, make sure that this core is the one tested, and run the tests."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        inside = environment(folder)
        which = "import iye.mind._core as core; print(core.__file__)"
        said = subprocess.run(
            [sys.executable, "-c", which], env=inside, check=True, capture_output=True, text=True
        )
        if not said.stdout.startswith(name):
            sys.exit(f"error: the tests would run on {said.stdout.strip()}")
        tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/mind", "-k", LEAVE_OUT]
        return subprocess.run(
            [sys.executable, *tests], env=inside, cwd=ROOT, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main())
