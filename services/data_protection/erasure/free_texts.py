"""Takes the words that name a person out of the texts that staff wrote elsewhere: reasons, labels, saved searches."""

from typing import Any, Final

from sqlalchemy import JSON, Column, String, select, update
from sqlalchemy.orm import Session

from services.core.personal_data.description import Description, Effect
from services.data_protection.erasure.naming import Naming
from services.data_protection.registry import PERSONAL
from services.reservations.models import ReservationChange, StaffOperation

_BY_VALUE: Final = frozenset(
    {
        "visits",
        "reservation_touches",
        "reservations",
        "referral_uses",
        "campaign_aliases",
        "reservation_entries",
        "reservation_value_counts",
    }
)
"""Whose texts come out of links (`campaign_values.py`), or are copies that follow their reservation."""
_UNIQUE: Final = frozenset({"name", "name_key"})
"""Two names without the person may be the same; each gets its number."""


def redact_texts(session: Session, naming: Naming) -> dict[str, int]:
    """Redact every free text that names the person; returns how many rows by table."""
    changed = {}
    for described in PERSONAL:
        columns = [described.table.c[name] for name, column in described.personal.items()
                   if column.effect is Effect.REDACT]  # fmt: skip
        if columns and described.name not in _BY_VALUE and (rows := _redact_table(session, described, columns, naming)):
            changed[described.name] = rows
    return changed


def _redact_table(session: Session, described: Description, columns: list[Column[Any]], naming: Naming) -> int:
    table, key = described.table, list(described.table.primary_key)
    rows = 0
    for row in session.execute(select(*key, *columns)).all():
        keys, values = row[: len(key)], row[len(key) :]
        new = {
            column.name: redacted
            for column, value in zip(columns, values, strict=True)
            if value and (redacted := _redacted(column, value, keys[0], naming)) != value
        }
        if not new:
            continue
        rows += 1
        is_row = [column == value for column, value in zip(key, keys, strict=True)]
        session.execute(update(table).where(*is_row).values(new))
        if table is StaffOperation.__table__:
            _redact_copies(session, keys[0], new["reason"])
    return rows


def _redacted(column: Column[Any], value: Any, id_: Any, naming: Naming) -> Any:
    if isinstance(column.type, JSON):
        return naming.redacted_json(value)
    redacted = naming.redacted(value)
    if redacted == value or column.name not in _UNIQUE:
        return redacted
    longest = column.type.length if isinstance(column.type, String) else None
    return f"{redacted[: (longest or 80) - 25]} ({id_})"


def _redact_copies(session: Session, operation_id: int, reason: str) -> None:
    """The reason of an operation on many stands in the history of each of them."""
    copies = update(ReservationChange).where(ReservationChange.operation_id == operation_id)
    session.execute(copies.where(ReservationChange.reason != "").values(reason=reason))
