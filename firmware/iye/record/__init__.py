"""Records of matches: as plain text that a person can read and write, and what it tells.

The law of this room: a record is a match and its headers, and whatever is read back is played
through the rules again. What other rooms need is named here.
"""

from iye.record.model import result_of
from iye.record.replay import as_data, as_text
from iye.record.text import Record, RecordError, format_record, parse_record, read_record

__all__ = [
    "Record",
    "RecordError",
    "as_data",
    "as_text",
    "format_record",
    "parse_record",
    "read_record",
    "result_of",
]
