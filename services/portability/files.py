"""The files of an export: tables as CSV and as Parquet, and `SHA256SUMS`, as `sha256sum -c` reads it."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

import pyarrow as pa
import pyarrow.parquet as pq

from services.backup.errors import Damaged
from services.portability.kinds import ARROW_TYPES, FROM_TEXT, QUOTED, TO_TEXT, Kind, Layout, Row

_FIELD: Final = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)')
_END: Final = "\r\n"


def csv_header(layout: Layout) -> bytes:
    return (",".join(map(_quoted, layout.names)) + _END).encode()


def csv_lines(layout: Layout, rows: Iterable[Row]) -> bytes:
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


def read_csv(path: Path, layout: Layout) -> Iterator[list[Row]]:
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


def schema_of(layout: Layout) -> pa.Schema:
    """The schema of a table's file; the kind, which tells JSON from text, is in each field's metadata."""
    return pa.schema(
        pa.field(column.name, ARROW_TYPES[column.kind], column.is_nullable, metadata={"kind": str(column.kind)})
        for column in layout.columns
    )


class ParquetFile:
    """A file that is being written."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self._schema = schema_of(layout)
        self._writer = pq.ParquetWriter(path, self._schema, compression="zstd")

    def write(self, rows: list[Row]) -> None:
        columns = list(zip(*rows, strict=True))
        arrays = [pa.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
        self._writer.write_batch(pa.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


@contextmanager
def parquet_written(path: Path, layout: Layout) -> Iterator[ParquetFile]:
    """A new file, complete when the block ends."""
    file = ParquetFile(path, layout)
    try:
        yield file
    finally:
        file.close()


def read_parquet(path: Path, layout: Layout) -> Iterator[list[Row]]:
    """The rows of a file in batches. Raises Damaged for another schema than the description's."""
    try:
        with pq.ParquetFile(path) as file:
            if not file.schema_arrow.equals(schema_of(layout)):
                raise Damaged(f"{path.name} hat nicht die Spalten, die die Beschreibung nennt.")
            for number in range(file.num_row_groups):
                group = file.read_row_group(number)
                yield list(zip(*(column.to_pylist() for column in group.columns), strict=True))
    except pa.ArrowInvalid as error:
        raise Damaged(f"{path.name} ist keine Parquet-Datei oder ist abgeschnitten.") from error


SUMS: Final = "SHA256SUMS"
_HEX: Final = 64


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def as_text(sums: Mapping[str, str]) -> str:
    return "".join(f"{sums[path]}  {path}\n" for path in sorted(sums))


def checked(folder: Path, on_bytes: Callable[[int], object] = lambda _: None) -> set[str]:
    """The paths of all files that are named, after each was compared. Raises Damaged for the first that differs."""
    file = folder / SUMS
    if not file.is_file():
        raise Damaged(f"In {folder} liegt kein Export von Voltigo: Die Datei {SUMS} fehlt.")
    named = dict(_line(line) for line in file.read_text(encoding="utf-8").splitlines())
    for path, expected in named.items():
        found = inside(folder, path)
        if not found.is_file():
            raise Damaged(f"Die Datei {path} des Exports fehlt.")
        if sha256_of(found) != expected:
            raise Damaged(
                f"Die Datei {path} ist nicht, was exportiert wurde: Ihre Prüfsumme weicht ab. Nichts wurde geändert."
            )
        on_bytes(found.stat().st_size)
    return set(named)


def inside(folder: Path, path: str) -> Path:
    """A path in the folder. Raises Damaged for one that leads out of it."""
    found = (folder / path).resolve()
    if not found.is_relative_to(folder.resolve()):
        raise Damaged(f"Der Export nennt eine Datei außerhalb seines Ordners: {path}.")
    return found


def _line(line: str) -> tuple[str, str]:
    sha256, _, path = line.partition("  ")
    if len(sha256) != _HEX or not path:
        raise Damaged(f"{SUMS} hat eine Zeile, die keine Prüfsumme mit einem Pfad ist.")
    return path, sha256
