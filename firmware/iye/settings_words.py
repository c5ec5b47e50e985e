"""What is wrong with a file of settings, as a sentence with the line and the field.

The law of this module: it is imported when something is wrong, and not before. It puts msgspec's
complaints into the words of somebody who has never seen Python, and finds lines by reading the
file's beginning, as TOML itself does; so however a field is written, it is found.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from msgspec import inspect

from iye.choices import either
from iye_hw.toml_text import TomlError, read_toml

_UNKNOWN: Final = re.compile(r"unknown field `(.*)`")
_OURS: Final = re.compile(r"(\w+): ")


def told(text: str, name: str, complaint: str, whole: type) -> str:
    """Make a sentence of msgspec's complaint about the text of a file that should be a `whole`."""
    what, _, path = complaint.partition(" - at `$.")
    parts = [part for part in re.findall(r"[^.\[\]`]+", path.removesuffix("`")) if part]
    unknown = _UNKNOWN.search(what)
    ours = _OURS.match(what)
    if unknown:
        what = f"there is no such field: {_meant(whole, parts, unknown[1])}"
        parts = [*parts, unknown[1]]
    elif ours:  # about a field of this table
        parts = [*parts, ours[1]]
        what = what.removeprefix(ours[0])
    elif wanted := _wanted(whole, parts):
        what = f"take {wanted}"
    return at(text, name, parts, what)


def at(text: str, name: str, parts: Sequence[str], what: str) -> str:
    """Make a sentence about a field of a file."""
    line = line_of(text, parts)
    where = f"{name}, line {line}" if line else name
    return f"{where}: {'.'.join(parts)}: {what}" if parts else f"{where}: {what}"


def line_of(text: str, parts: Sequence[str]) -> int:
    """Find the line on which a field, or a table, begins; 0 when there is none."""
    lines = text.replace("\r\n", "\n").split("\n")

    def whole(count: int) -> int:
        """Give how many lines can be read, of as many or fewer."""
        while count and _read(lines[:count]) is None:
            count -= 1
        return count

    def there(count: int) -> bool:
        return _has(_read(lines[: whole(count)]), parts)

    if not parts or not there(len(lines)):
        return 0
    last = bisect_left(range(len(lines) + 1), x=True, key=there)
    return whole(last - 1) + 1


def _read(lines: Sequence[str]) -> dict[str, Any] | None:
    try:
        return read_toml("\n".join(lines))
    except TomlError:
        return None


def _has(tables: object, parts: Sequence[str]) -> bool:
    for part in parts:
        if not isinstance(tables, Mapping) or part not in tables:
            return False
        tables = tables[part]
    return True


def _type(whole: type, parts: Sequence[str]) -> inspect.Type | None:
    found: inspect.Type = inspect.type_info(whole)
    for part in parts:
        if not isinstance(found, inspect.StructType):
            return None
        fields = {field.encode_name: field.type for field in found.fields}
        if part not in fields:
            return None
        found = fields[part]
    return found


def _meant(whole: type, parts: Sequence[str], unknown: str) -> str:
    table = _type(whole, parts)
    fields = table.fields if isinstance(table, inspect.StructType) else ()
    close = get_close_matches(unknown, [field.encode_name for field in fields], 1)
    return f"is it {close[0]}?" if close else "look it up in the sample"


def _wanted(whole: type, parts: list[str]) -> str:
    """Say what a field takes; nothing where that cannot be said. Places in lists are left off."""
    while parts and (parts[-1] == "..." or parts[-1].isdigit()):
        parts.pop()
    found = _type(whole, parts)
    return "" if found is None else _words(found)


def _words(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.Metadata):
        return str((kind.extra_json_schema or {}).get("description", ""))
    return _WORDS.get(type(kind), lambda _: "")(kind)


def _range(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:g} to {kind.le:g}"
    least = "" if kind.gt is None else f" above {kind.gt:g}"
    return least + ("" if kind.le is None else f", at most {kind.le:g}")


def _text(kind: inspect.StrType) -> str:
    most = kind.max_length
    return "text in quotes" if most is None else f"text in quotes, of at most {most} letters"


_WORDS: Final[Mapping[type[inspect.Type], Callable[[Any], str]]] = {
    inspect.BoolType: lambda _: "true or false, without quotes",
    inspect.IntType: lambda kind: f"a whole number{_range(kind)}",
    inspect.FloatType: lambda kind: f"a number{_range(kind)}",
    inspect.StrType: _text,
    inspect.EnumType: lambda kind: either([member.value for member in kind.cls]),
    inspect.LiteralType: lambda kind: either(kind.values),
    inspect.VarTupleType: lambda kind: f"a list, in square brackets, of {_words(kind.item_type)}",
    inspect.StructType: lambda _: "a table: its name in square brackets, its fields below",
}
"""What each type of field takes."""
