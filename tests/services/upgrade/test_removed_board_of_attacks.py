"""What a removed capability held lies as CSV in the data folder after the upgrade, and everything else is untouched."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Table, text

from migrations.removed import FOLDER
from services.core.db.db import Database
from services.models import metadata
from services.schema.migrate import downgrade, migrate

pytestmark = pytest.mark.both_databases

BEFORE = "0056"
"""The last revision that had it."""


class Removal(NamedTuple):
    """Rows of the version before, by table, and what lies in which file afterwards."""

    rows: Mapping[str, Sequence[Mapping[str, Any]]]
    files: Mapping[str, Sequence[Sequence[str]]]
    changes: Sequence[str] = ()
    """Statements that put more in."""
    left: Mapping[str, Sequence[Sequence[str]]] = {}
    """Queries of the version after, and what they give."""


_ALERT = {
    "threshold": 20,
    "words": "Gezählt sind die letzten 60 Minuten.",
    "opened_at": "2026-11-03 10:00:00+00:00",
    "seen_at": "2026-11-03 10:30:00+00:00",
    "subject": "calls",
}
REMOVALS = {
    "the board of attacks": Removal(
        rows={
            "refused_counts": [{"span": 60, "starts_at": 1_762_164_000, "kind": "rate", "name": "visit", "calls": 7}],
            "refused_callers": [{"day": "2026-11-03", "kind": "rate", "name": "visit", "caller": "abc"}],
            "policy_violations": [
                {
                    "day": "2026-11-03",
                    "page": "/faqs",
                    "directive": "img-src",
                    "blocked": "https://tracker.example",
                    "browser": "Chrome",
                    "from_extension": False,
                    "calls": 2,
                }
            ],
            "alerts": [
                _ALERT | {"id": 901, "kind": "sign_in_attack", "headline": "20 Anmeldungen", "value": 20},
                _ALERT | {"id": 902, "kind": "many_refusals", "headline": "300 Aufrufe", "value": 300},
            ],
        },
        changes=["UPDATE alert_rules SET threshold = 50, version = 2 WHERE kind = 'foreign_calls'"],
        files={
            "refused_counts.csv": [["60", "1762164000", "rate", "visit", "7"]],
            "refused_callers.csv": [["2026-11-03", "rate", "visit", "abc"]],
            "policy_violations.csv": [
                ["2026-11-03", "/faqs", "img-src", "https://tracker.example", "Chrome", "0", "2"]
            ],
            "alert_rules.rows.csv": [["foreign_calls", "1", "50", "1", "[]", "", "", "[]", "2", "", "", "", ""]],
        },
        left={
            "SELECT kind, count(*) FROM alert_rules WHERE kind IN "
            "('sign_in_attack', 'many_refusals', 'foreign_calls', 'policy_violations') GROUP BY kind": [
                ["many_refusals", "1"]
            ],
            "SELECT id, kind, closed_at IS NULL FROM alerts ORDER BY id": [
                ["901", "many_refusals", "0"],
                ["902", "many_refusals", "1"],
            ],
        },
    ),
}


@pytest.mark.parametrize("removal", REMOVALS.values(), ids=REMOVALS)
def test_what_it_held_is_written_and_the_rest_stays(removal: Removal, db: Database, tmp_path: Path) -> None:
    downgrade(db, BEFORE)
    with db.engine.begin() as connection:
        for table, rows in removal.rows.items():
            for row in rows:
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        for statement in removal.changes:
            connection.execute(text(statement))
    touched = {*removal.rows, *(query.split(" FROM ")[1].split()[0] for query in removal.left)}
    before = _rows(db, touched)
    migrate(db, "0057", data_folder=tmp_path)
    assert _rows(db, touched) == before
    assert {path.name: _lines(path) for path in (tmp_path / FOLDER).iterdir()} == removal.files
    with db.engine.connect() as connection:
        found = {query: [_cells(row) for row in connection.execute(text(query))] for query in removal.left}
    assert found == removal.left
    downgrade(db, BEFORE)
    with db.engine.connect() as connection:
        gone = removal.rows.keys() - metadata.tables.keys()
        assert [connection.execute(text(f"SELECT count(*) FROM {table}")).scalar() for table in gone] == [0] * len(gone)
    migrate(db)


def _rows(db: Database, touched: set[str]) -> dict[str, list[Any]]:
    """Of every table that stays and is no part of what goes."""
    tables: list[Table] = [table for name, table in metadata.tables.items() if name not in {*touched, "installation"}]
    with db.engine.connect() as connection:
        return {one.name: [tuple(row) for row in connection.execute(one.select())] for one in tables}


def _lines(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [_cells(line) for line in list(csv.reader(file))[1:]]


def _cells(row: Sequence[object]) -> list[str]:
    """Alike on both databases."""
    as_said = {"True": "1", "False": "0"}
    return [as_said.get(str(value), str(value)) for value in row]
