"""What a table or column held that a migration drops lies as CSV in the data folder, and the rest is as it was."""

import csv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, insert

from services.core.db.db import Database
from services.schema.migrate import downgrade, migrate

pytestmark = pytest.mark.both_databases

MOMENT = datetime(2026, 5, 1, 10, tzinfo=UTC)
Row = dict[str, Any]
CASES: dict[str, tuple[str, str, dict[str, list[Row]], dict[str, list[Row]]]] = {
    # the revisions before and after, rows by table, and by file what is then kept, each value as text
    "experiments": (
        "0055",
        "0056",
        {
            "experiments": [
                {"id": 1, "kind": "page", "question": "Welcher Knopf, „A“ oder B?", "measure": "form_starts"}
                | {"slot": "home_reserve", "text": "Platz sichern", "effect_percent": 60, "version": 2}
                | {"created_at": MOMENT, "created_by": "staff:1", "plan": {"needed": 316}},
                {"id": 2, "kind": "regions", "question": "Bringt die Kampagne etwas?", "measure": "contracts"}
                | {"effect_percent": 20, "version": 1, "created_at": MOMENT, "created_by": "staff:2"},
            ],
            "variant_views": [
                {"experiment_id": 1, "day": MOMENT.date(), "visitor": -(2**62), "arm": "b", "at": MOMENT},
            ],
        },
        {
            "experiments.csv": [
                {"id": "1", "question": "Welcher Knopf, „A“ oder B?", "text": "Platz sichern", "campaign_id": ""},
                {"id": "2", "question": "Bringt die Kampagne etwas?", "text": "", "measure": "contracts"},
            ],
            "variant_views.csv": [
                {"experiment_id": "1", "day": "2026-05-01", "visitor": str(-(2**62)), "arm": "b"},
            ],
        },
    ),
    "checkpoints of the audit log": (
        "0057",
        "0058",
        {
            "audit_checkpoints": [
                {"id": 1, "at": MOMENT, "entries": 3, "last_hash": "ab" * 32, "sealed": "3.abab.x"},
                {"id": 2, "at": MOMENT, "entries": 5, "last_hash": "cd" * 32, "sealed": "5.cdcd.y"}
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
    before_it, after_it, rows, files = CASES[case]
    downgrade(db, before_it)
    with db.engine.begin() as connection:
        schema = MetaData()
        schema.reflect(connection)
        for table, listed in rows.items():
            for row in listed:
                connection.execute(insert(schema.tables[table]).values(**row))
        before = content(connection)
    migrate(db, after_it, data_folder=tmp_path)
    kept = {
        path.name: list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(keepends=True)))
        for path in (tmp_path / "removed").iterdir()
    }
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
