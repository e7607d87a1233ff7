"""What a removed capability held lies as CSV in the data folder after the upgrade, and everything else is untouched."""

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import inspect, text
from starlette.testclient import TestClient

from migrations.removed import FOLDER
from services.core.db.db import Database
from services.models import metadata
from services.schema.migrate import downgrade, migrate
from tests.factories import reservation_body

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
_TOLD = {
    "asked_at": "2026-11-03 10:00:00+00:00",
    "answered_at": "2026-11-03 10:00:00+00:00",
    "has_decoy": True,
    "compared": "",
    "counted_as": "",
}
_AT = "2026-11-03 10:00:00+00:00"
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
    "the decoy and the mapping of typed words": Removal(
        rows={
            "told_texts": [
                {
                    "id": 7,
                    "raw": "energiemesse",
                    "counted_as": "Messe",
                    "created_at": "2026-11-03 10:00:00+00:00",
                    "created_by": "staff:1",
                }
            ],
            "told_origins": [
                _TOLD | {"id": 1, "reservation_id": 1, "answer": "radio", "text": ""},
                _TOLD | {"id": 2, "reservation_id": 2, "answer": "other", "text": "Energiemesse", "has_decoy": False},
            ],
        },
        files={
            "told_texts.csv": [["7", "energiemesse", "Messe", _AT, "staff:1", "", ""]],
            "told_origins.has_decoy.csv": [["1", "1"], ["2", "0"]],
        },
        left={
            "SELECT id, reservation_id, answer, text FROM told_origins ORDER BY id": [
                ["1", "1", "radio", ""],
                ["2", "2", "other", "Energiemesse"],
            ]
        },
    ),
}


@pytest.mark.parametrize("removal", REMOVALS.values(), ids=REMOVALS)
def test_what_it_held_is_written_and_the_rest_stays(
    removal: Removal, client: TestClient, db: Database, tmp_path: Path
) -> None:
    for number in range(2):
        body = reservation_body(email=f"h{number}@example.org", mobile_phone=f"0171 9876543{number}")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    downgrade(db, BEFORE)
    with db.engine.begin() as connection:
        for table, rows in removal.rows.items():
            for row in rows:
                names = ", ".join(row)
                values = ", ".join(f":{name}" for name in row)
                connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)
        for statement in removal.changes:
            connection.execute(text(statement))
    before = _rows(db)
    migrate(db, "0057", data_folder=tmp_path)
    assert _rows(db) == before
    assert {path.name: _lines(path) for path in (tmp_path / FOLDER).iterdir()} == removal.files
    with db.engine.connect() as connection:
        found = {query: [_cells(row) for row in connection.execute(text(query))] for query in removal.left}
    assert found == removal.left
    downgrade(db, BEFORE)
    with db.engine.connect() as connection:
        gone = [table for table in removal.rows if table not in metadata.tables]
        assert [connection.execute(text(f"SELECT count(*) FROM {table}")).scalar() for table in gone] == [0] * len(gone)
    migrate(db, data_folder=tmp_path)


def _rows(db: Database) -> dict[str, list[Any]]:
    """Of every table of which no removal takes anything."""
    touched = {"installation", *(table for removal in REMOVALS.values() for table in removal.rows)}
    touched |= {query.split(" FROM ")[1].split()[0] for removal in REMOVALS.values() for query in removal.left}
    with db.engine.connect() as connection:
        names = sorted({*metadata.tables} & {*inspect(connection).get_table_names()} - touched)
        return {name: [tuple(row) for row in connection.execute(text(f'SELECT * FROM "{name}"'))] for name in names}


def _lines(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [_cells(line) for line in list(csv.reader(file))[1:]]


def _cells(row: Sequence[object]) -> list[str]:
    """Alike on both databases."""
    as_said = {"True": "1", "False": "0"}
    return [as_said.get(str(value), str(value)) for value in row]
