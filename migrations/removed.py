"""Tables and columns that a version no longer has: what they held is written as CSV into the data folder first.

A migration calls `drop_table` and `drop_column` from here instead of Alembic's. The files lie in `removed/` of the data
folder and are never read again; the page about the state of the installation says that they are there.
"""

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import context, op

FOLDER: Final = "removed"
"""In the data folder."""
_ROWS_AT_ONCE: Final = 1_000


class NoFolder(Exception):
    """A table with rows is to be dropped, and nobody said where its rows are to be written."""


def drop_table(name: str, *, keep: bool = True, where: str = "true") -> None:
    """Write the table's rows to `removed/NAME.csv`, if it has any, and drop it.

    keep: False for what is derived from other tables, so that nothing is lost with it.
    where: a condition in SQL; leaves out rows that the migrations put in and nobody has changed.
    """
    if keep:
        table = _table(name)
        _write(name, sa.select(table).where(sa.text(where)).order_by(*table.primary_key.columns))
    op.drop_table(name)


def drop_column(table_name: str, *names: str, keep: bool = True) -> None:
    """Write the columns, with the primary key, to `removed/TABLE.COLUMN.csv` (of the first column) for the rows in
    which one of them has a value, and drop them. Indexes and constraints over them must be dropped before.
    """
    if keep:
        table = _table(table_name)
        columns = [table.c[name] for name in names]
        has_value = sa.or_(*(column.is_not(None) for column in columns))
        rows = sa.select(*table.primary_key.columns, *columns).where(has_value).order_by(*table.primary_key.columns)
        _write(f"{table_name}.{names[0]}", rows)
    for name in names:
        op.drop_column(table_name, name)


def _table(name: str) -> sa.Table:
    return sa.Table(name, sa.MetaData(), autoload_with=op.get_bind(), resolve_fks=False)


def _write(name: str, rows: sa.Select[tuple[object, ...]]) -> None:
    # Values as the database holds them: a type of SQLAlchemy's would need the code that is removed with the table.
    plain = [sa.type_coerce(column, sa.types.NullType()).label(column.name) for column in rows.selected_columns]
    # For this statement only: as an option of the connection it would send what follows through a cursor, too.
    options = {"yield_per": _ROWS_AT_ONCE}
    with op.get_bind().execute(rows.with_only_columns(*plain), execution_options=options) as found:
        first = found.fetchmany(_ROWS_AT_ONCE)
        if not first:
            return
        folder: Path | None = context.config.attributes.get("data_folder")
        if folder is None:
            raise NoFolder(name)
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(found.keys())
        writer.writerows(_cells(first))
        while more := found.fetchmany(_ROWS_AT_ONCE):
            writer.writerows(_cells(more))
    _keep(folder / FOLDER, name, text.getvalue().encode())


def _cells(rows: Iterable[Sequence[object]]) -> Iterable[list[object]]:
    return ([value.hex() if isinstance(value, bytes) else value for value in row] for row in rows)


def _keep(folder: Path, name: str, content: bytes) -> None:
    """On the disk before the migration commits. A second attempt at the same migration finds its own file again;
    another upgrade, after a way back, never overwrites what an earlier one wrote.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    number = 1
    while (path := folder / (f"{name}.csv" if number == 1 else f"{name}-{number}.csv")).exists():
        if path.read_bytes() == content:
            return
        number += 1
    being_written = path.with_suffix(".part")
    with os.fdopen(os.open(being_written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    being_written.rename(path)
