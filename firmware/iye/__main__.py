"""Run as `python -m iye`, where the command `iye` is not on the path."""

from iye.cli import main

main(prog_name="iye")
