"""Made-up reservations with all that hangs on them, in a real database: what a report has to read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from sqlalchemy import Connection, text

from analytics.bulk.origins import ALIASES, CAMPAIGNS
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from tests.bench.all_reports import DAYS, FIRST
from tests.factories import stored_details

_AT = "2026-01-01 00:00:00.000000"
_BY = "system"
_GROUP = 20_000
_TEXTS = "first_name last_name email email_normalized mobile_phone mobile_phone_e164"
_NUMBERS = (
    "nominal_interest_bp effective_interest_bp instalment_cents last_instalment_cents "
    "total_credits_cents minimum_total_cents break_even_tenth_years yearly_platform_fee_cents deposit_cents"
)
_UNREAD = {
    **dict.fromkeys(_TEXTS.split(), ""),
    **dict.fromkeys(_NUMBERS.split(), 0),
    **stored_details(),
    "version": 1,
    "updated_at": _AT,
    "deposit_state": "reserved",
    "client_figures": "{}",
    "price_mismatch": False,
    "duplicate_suspected": False,
}
"""Columns of a reservation that no report reads."""


def fill(store: Store, reservations: Path) -> None:
    """Write the reservations of a folder (`model_data.Made`) to the database and carry their touches."""
    db = Database(store.url)
    with db.engine.begin() as connection:
        _write(connection, reservations)
    # On the last day of the visits, which stays open as every day does.
    today = datetime.combine(FIRST + timedelta(days=DAYS - 1), datetime.min.time(), UTC) + timedelta(hours=12)
    StoreIngest(db, store, lambda: today).run()
    db.close()


def _write(connection: Connection, folder: Path) -> None:
    made = pq.read_table(folder / "reservations.parquet")
    park = {"location": "Bayern", "capacity_kw": 1, "households": 1, "status": "Bauphase", "timeline": ""}
    more = {**park, "invest_minimum_cents": 0, "spot_limit": len(made), "kwh_taken": 0, "version": 1}
    known = set(connection.execute(text("SELECT id FROM parks")).scalars())
    parks = sorted(set(made["park_id"].to_pylist()))
    _insert(connection, "parks", [{"id": name, "name": name, **more} for name in parks if name not in known])
    connection.execute(text("DELETE FROM spots"))
    spots = ({"park_id": park, "number": n, "state": "reserved", "changed_at": _AT} for park, n in _places(made))
    _insert(connection, "spots", spots)
    rows = ({"reference": f"VG-{row['id']}", **_UNREAD, **row} for row in _rows(made))
    _insert(connection, "reservations", rows)
    _insert(connection, "reservation_touches", _rows(pq.read_table(folder / "touches.parquet")))
    changes = _rows(pq.read_table(folder / "reservation_changes.parquet"))
    _insert(connection, "reservation_changes", (_change(row) for row in changes))
    _write_campaigns(connection)


def _write_campaigns(connection: Connection) -> None:
    made = {"landing_path": "/", "note": "", "version": 1, "created_at": _AT, "created_by": _BY}
    rows = [
        {"id": n, "name": f"Kampagne {n}", "utm_source": source, "utm_medium": medium, "utm_campaign": name, **made}
        for n, (source, medium, name) in enumerate(CAMPAIGNS, start=1)
    ]
    _insert(connection, "campaigns", rows)
    _insert(
        connection,
        "campaign_costs",
        (
            {"campaign_id": row["id"], "day": FIRST + timedelta(days=day), "cents": 12_345, "note": "", **_MADE}
            for row in rows
            for day in range(DAYS)
        ),
    )
    names = ({"field": field, "raw": raw, "canonical": canonical, **_MADE} for field, raw, canonical in ALIASES)
    _insert(connection, "campaign_aliases", names)


_MADE = {"created_at": _AT, "created_by": _BY}


def _places(made: pa.Table) -> Iterator[tuple[str, int]]:
    return zip(made["park_id"].to_pylist(), made["spot_number"].to_pylist(), strict=True)


def _rows(table: pa.Table) -> Iterator[dict[str, Any]]:
    """Moments as the text that both databases take."""
    for batch in table.to_batches(max_chunksize=_GROUP):
        columns = [
            pc.strftime(column, "%Y-%m-%d %H:%M:%S") if pa.types.is_timestamp(column.type) else column
            for column in batch.columns
        ]
        values = [column.to_pylist() for column in columns]
        for row in zip(*values, strict=True):
            yield dict(zip(batch.schema.names, row, strict=True))


def _change(row: Mapping[str, Any]) -> dict[str, Any]:
    states = {when: f'{{"state": "{row[f"state_{when}"]}"}}' for when in ("before", "after")}
    kept = {name: row[name] for name in ("id", "reservation_id", "at", "action")}
    return {**kept, **states, "actor": _BY, "version": 1, "reason": ""}


def _insert(connection: Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    """By the driver's own statement, in groups."""
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    group: list[Sequence[Any]] = []
    statement = ""
    for row in rows:
        names = ", ".join(f'"{name}"' for name in row)
        statement = f"INSERT INTO {table} ({names}) VALUES ({', '.join([mark] * len(row))})"
        group.append(tuple(row.values()))
        if len(group) == _GROUP:
            connection.exec_driver_sql(statement, group)
            group = []
    if group:
        connection.exec_driver_sql(statement, group)
