"""What a table or column held that a migration drops lies as CSV in the data folder, and the rest is as it was."""

import csv
import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, insert

from services.core.db.db import Database
from services.schema.migrate import downgrade, migrate

pytestmark = pytest.mark.both_databases

BEFORE = "0057"
"""The last revision that had it."""

NOW = datetime(2026, 5, 1, 10, tzinfo=UTC)
Row = dict[str, Any]
CASES: dict[str, tuple[dict[str, list[Row]], dict[str, list[Row]]]] = {
    # rows by table as of BEFORE, and by file what is then kept, each value as text
    "checkpoints of the audit log": (
        {
            "audit_checkpoints": [
                {"id": 1, "at": NOW, "entries": 3, "last_hash": "ab" * 32, "sealed": "3.abab.x"},
                {"id": 2, "at": NOW, "entries": 5, "last_hash": "cd" * 32, "sealed": "5.cdcd.y"}
                | {"time_stamp": b"\x30\x82"},
            ]
        },
        {
            "audit_checkpoints.csv": [
                {"id": "1", "entries": "3", "last_hash": "ab" * 32, "sealed": "3.abab.x", "time_stamp": ""},
                {"id": "2", "entries": "5", "last_hash": "cd" * 32, "sealed": "5.cdcd.y", "time_stamp": "3082"},
            ]
        },
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_a_migration_drops_is_kept_as_csv(case: str, db: Database, tmp_path: Path) -> None:
    rows, files = CASES[case]
    downgrade(db, BEFORE)
    with db.engine.begin() as connection:
        schema = MetaData()
        schema.reflect(connection)
        for table, listed in rows.items():
            for row in listed:
                connection.execute(insert(schema.tables[table]).values(**row))
        before = content(connection)
    migrate(db, "0058", data_folder=tmp_path)
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "removed").iterdir()}
    kept = {name: list(csv.DictReader(io.StringIO(text))) for name, text in written.items()}
    assert kept.keys() == files.keys()
    for name, expected in files.items():
        found = [{column: row[column] for column in one} for row, one in zip(kept[name], expected, strict=True)]
        assert found == expected
    with db.engine.connect() as connection:
        after = content(connection)
    assert after == {
        table: [{column: row[column] for column in columns_of(after, table, row)} for row in rows]
        for table, rows in before.items()
        if table in after
    }


def content(connection: Connection) -> dict[str, list[Row]]:
    """Every row of every table but those that every migration writes."""
    schema = MetaData()
    schema.reflect(connection, only=lambda name, _: name not in ("alembic_version", "installation"))
    return {
        table.name: [
            dict(row._mapping) for row in connection.execute(table.select().order_by(*table.primary_key.columns))
        ]
        for table in schema.sorted_tables
    }


def columns_of(content: dict[str, list[Row]], table: str, row: Row) -> set[str]:
    """Those of a row that its table still has."""
    return row.keys() & content[table][0].keys() if content[table] else row.keys()
