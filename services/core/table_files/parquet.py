"""Parquet export for further analysis: every value as stored, with its real type.

Field names and codes as in the API, texts unchanged. Moments are UTC to the microsecond; a decimal is
decimal128(12, places) unless its column keeps the stored integer. Notes on the file and its columns are in the
metadata.
"""

import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import IO, Any

from services.core.table_files.table import Column, Kind, Table

_CHUNK = 256 * 1024
_GROUP = 5_000
"""Rows of a row group, and how many are in memory at once."""


class Parquet:
    """Apache Parquet, compressed with zstd."""

    media_type = "application/vnd.apache.parquet"
    extension = "parquet"

    def chunks(self, table: Table, folder: Path) -> Generator[bytes]:
        """The finished file in pieces, out of a file without a name that disappears with its last reader."""
        with tempfile.TemporaryFile(dir=folder) as file:
            _write(table, file)
            file.seek(0)
            while piece := file.read(_CHUNK):
                yield piece


def _write(table: Table, file: IO[bytes]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    fields = [pa.field(c.field, _arrow_type(pa, c), metadata=dict(c.field_notes)) for c in table.columns]
    schema = pa.schema(fields, metadata=dict(table.notes))
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for rows in _groups(table):
            columns = zip(*rows, strict=True)
            arrays = [pa.array(list(c), field.type) for c, field in zip(columns, schema, strict=True)]
            writer.write_batch(pa.record_batch(arrays, schema=schema), row_group_size=_GROUP)


def _groups(table: Table) -> Iterator[list[list[object]]]:
    """The batches, gathered to row groups."""
    group: list[list[object]] = []
    for batch in table.cells(in_words=False):
        group += batch
        if len(group) >= _GROUP:
            yield group
            group = []
    if group:
        yield group


def _arrow_type(pa: Any, column: Column) -> Any:
    match column.field_kind:
        case Kind.TEXT:
            return pa.string()
        case Kind.INTEGER:
            return pa.int64()
        case Kind.BOOLEAN:
            return pa.bool_()
        case Kind.DAY | Kind.MONTH:
            return pa.date32()
        case Kind.MOMENT:
            return pa.timestamp("us", tz="UTC")
        case Kind.MONEY | Kind.DECIMAL | Kind.PERCENT:
            return pa.decimal128(12, column.places)


PARQUET = Parquet()
