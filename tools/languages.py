"""Keeps the catalogues in step with the code: `make languages`.

It collects every message from the program and the page, merges them into each language's
catalogue, compiles it, and says what is still untranslated. The compiled catalogues are kept too,
so that a board needs no tool to speak.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from iye.languages import DOMAIN, NAMES

ROOT: Final = Path(__file__).parent.parent
PROGRAM: Final = ROOT / "firmware" / "iye"
HARDWARE: Final = ROOT / "iye_hw"
PAGES: Final = (PROGRAM / "club" / "static", PROGRAM / "companion" / "static")
CATALOGUES: Final = PROGRAM / "languages"

BEGUN: Final = datetime(2026, 11, 30, tzinfo=UTC)
"""The date in every catalogue's head: the version control knows the others better."""

PAGE_WORDS: Final = {"t": None, "tn": (1, 2)}
_IN_HTML: Final = re.compile(r'data-t="([^"]+)"')

Message = str | tuple[str, ...]


def collect() -> Catalog:
    """Collect every message of the program and the page, with the files they are in."""
    catalogue = Catalog(domain=DOMAIN, project="İYE board companion", charset="utf-8")
    for place, message in sorted(_messages(), key=lambda found: (found[0], str(found[1]))):
        catalogue.add(message, locations=[(place, 0)])
    return catalogue


def merged(tag: str) -> Catalog:
    """Give a language's catalogue, with the messages that there are now."""
    path = po_path(tag)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=tag.replace("-", "_"), domain=DOMAIN)
    else:
        catalogue = Catalog(locale=tag.replace("-", "_"), domain=DOMAIN, charset="utf-8")
    catalogue.update(collect(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    _name(catalogue)
    return catalogue


def _name(catalogue: Catalog) -> None:
    """Say whose catalogue it is, and nothing that would change from one day to the next."""
    catalogue.project, catalogue.version = "İYE board companion", ""
    catalogue.last_translator = catalogue.language_team = "the project"
    catalogue.msgid_bugs_address = ""
    catalogue.header_comment = "# İYE board companion. See LICENSE."
    catalogue.creation_date = catalogue.revision_date = BEGUN


def po_path(tag: str) -> Path:
    """Say where a language's catalogue is."""
    return CATALOGUES / tag.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue as gettext reads it."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> list[str]:
    """Give the messages that a catalogue lacks a translation of."""
    return [str(entry.id) for entry in catalogue if entry.id and not all(forms(entry.string))]


def forms(said: object) -> tuple[str, ...]:
    """Give all plural forms of a message, or its only one."""
    return tuple(map(str, said)) if isinstance(said, list | tuple) else (str(said or ""),)


def _messages() -> Iterator[tuple[str, Message]]:
    for path in (*sorted(PROGRAM.rglob("*.py")), *sorted(HARDWARE.rglob("*.py"))):
        yield from ((_place(path), text) for text in _marked(path.read_text(encoding="utf-8")))
    for page in PAGES:
        yield from _on_page(page)


def _on_page(page: Path) -> Iterator[tuple[str, Message]]:
    for path in sorted(page.rglob("*.js")):
        yield from _said_by(path)
    for path in sorted(page.rglob("*.html")):
        for text in _IN_HTML.findall(path.read_text(encoding="utf-8")):
            yield _place(path), unescape(text)


def _marked(source: str) -> Iterator[str]:
    """Give every text that Python code marks by `message("…")` or makes by `sentence("…", …)`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name("message" | "sentence"), args=[ast.Constant(str(text))]):
                yield text


def _said_by(path: Path) -> Iterator[tuple[str, Message]]:
    """Give every text that a page's module says by `t("…")` or `tn("…", "…", n)`."""
    with path.open("rb") as file:
        for _line, text, _comments, _context in extract("javascript", file, keywords=PAGE_WORDS):
            yield _place(path), text


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def main() -> int:
    """Bring every catalogue up to date; 1 when a translation is missing."""
    missing = 0
    for tag in NAMES:
        if tag == "en":
            continue
        catalogue = merged(tag)
        path = po_path(tag)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue, sort_by_file=False, include_lineno=False, width=100)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        lacking = untranslated(catalogue)
        missing += len(lacking)
        print(f"{tag}: {len(catalogue) - len(lacking)} translated, {len(lacking)} missing")  # noqa: T201
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
