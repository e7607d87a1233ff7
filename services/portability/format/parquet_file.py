"""Rows as Parquet: one row group a batch, compressed with Zstandard."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from services.backup.errors import Damaged
from services.portability.format.kinds import ARROW_TYPES
from services.portability.format.tables import Layout, Row


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
        """Add rows."""
        columns = list(zip(*rows, strict=True))
        arrays = [pa.array(values, field.type) for values, field in zip(columns, self._schema, strict=True)]
        self._writer.write_batch(pa.record_batch(arrays, schema=self._schema))

    def close(self) -> None:
        """End the file."""
        self._writer.close()


@contextmanager
def written(path: Path, layout: Layout) -> Iterator[ParquetFile]:
    """A new file, complete when the block ends."""
    file = ParquetFile(path, layout)
    try:
        yield file
    finally:
        file.close()


def read(path: Path, layout: Layout) -> Iterator[list[Row]]:
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
