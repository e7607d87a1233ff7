"""Rows as CSV by RFC 4180: UTF-8, comma, CRLF, a line of names first.

An empty field without quotation marks is NULL; texts always have them, so `""` is an empty text, as PostgreSQL's COPY
has it. Python's `csv` cannot tell the two apart when it reads, and pyarrow's reader cannot read a row that is longer
than its block, which a row with a file in it is; so reading is done here.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TextIO

from services.backup.errors import Damaged
from services.portability.format.kinds import FROM_TEXT, QUOTED, TO_TEXT, Kind
from services.portability.format.tables import Layout, Row

_FIELD: Final = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)')
_END: Final = "\r\n"


def header(layout: Layout) -> bytes:
    """The line of names."""
    return (",".join(map(_quoted, layout.names)) + _END).encode()


def lines(layout: Layout, rows: Iterable[Row]) -> bytes:
    """The lines of these rows."""
    writers = [(TO_TEXT[kind], kind in QUOTED) for kind in layout.kinds]
    written = []
    for row in rows:
        fields = [
            "" if value is None else _quoted(write(value)) if is_quoted else write(value)
            for value, (write, is_quoted) in zip(row, writers, strict=True)
        ]
        written.append(",".join(fields))
    written.append("")
    return _END.join(written).encode()


def read(path: Path, layout: Layout) -> Iterator[list[Row]]:
    """The rows of a file in batches. Raises Damaged for a file of another form."""
    with path.open(encoding="utf-8", newline="") as file:
        records = _records(file, path.name)
        names = [text for text, _ in next(records, [])]
        if names != layout.names:
            raise Damaged(f"{path.name} beginnt nicht mit den Spalten, die die Beschreibung nennt.")
        batch: list[Row] = []
        for record in records:
            batch.append(_row(record, layout.kinds, path.name))
            if len(batch) >= layout.batch_rows:
                yield batch
                batch = []
        if batch:
            yield batch


def _row(record: list[tuple[str, bool]], kinds: list[Kind], name: str) -> Row:
    try:
        return tuple(
            None if text == "" and not is_quoted else FROM_TEXT[kind](text)
            for (text, is_quoted), kind in zip(record, kinds, strict=True)
        )
    except (ValueError, KeyError) as error:
        raise Damaged(f"{name} hat eine Zeile, die nicht zu den Spalten passt.") from error


def _records(file: TextIO, name: str) -> Iterator[list[tuple[str, bool]]]:
    """The fields of each record, with whether they had quotation marks."""
    waiting: list[str] = []
    is_open = False
    for line in _lines(file):
        waiting.append(line)
        is_open ^= line.count('"') % 2 == 1
        if not is_open:
            yield _fields("".join(waiting), name)
            waiting = []
    if waiting:
        raise Damaged(f"{name} ist abgeschnitten.")


def _lines(file: TextIO) -> Iterator[str]:
    """Lines that end with LF, or the end of the file; with `newline=""` a lone CR would end one, too."""
    part = ""
    for piece in file:
        part += piece
        if piece.endswith("\n"):
            yield part
            part = ""
    if part:
        yield part


def _fields(record: str, name: str) -> list[tuple[str, bool]]:
    fields, place = [], 0
    while place < len(record):
        found = _FIELD.match(record, place)
        if found is None:
            raise Damaged(f"{name} ist kein CSV, wie ein Export es schreibt.")
        quoted, plain, _ = found.groups()
        fields.append((plain, False) if quoted is None else (quoted.replace('""', '"'), True))
        place = found.end()
    return fields


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
