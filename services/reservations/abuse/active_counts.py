"""Counts the active reservations of mailboxes and telephone numbers."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from sqlalchemy import func, literal, select, union_all
from sqlalchemy.orm import Session

from services.core.db.rows import given_texts
from services.reservations.models import ACTIVE, Reservation

Mark = tuple[str, str]
"""What a household is counted by: `mailbox` or `phone`, and the value."""
_RESERVATIONS = Reservation.__table__


def _active_query(kind: str, column_: Any, wanted: Any) -> Any:
    """A count for each value, by one index lookup each: a planner without statistics scans the whole table
    when given many values at once. All values are passed as one JSON value, so that the statement's text is fixed.
    """
    count = select(func.count()).where(column_ == wanted.c.value, ACTIVE)
    return select(literal(kind), wanted.c.value, count.scalar_subquery())


def _active_of_households_query(dialect: str) -> Any:
    columns = {"mailbox": _RESERVATIONS.c.mailbox, "phone": _RESERVATIONS.c.mobile_phone_e164}
    return union_all(*(_active_query(kind, columns[kind], given_texts(dialect, kind)) for kind in columns))


_ACTIVE_OF_HOUSEHOLDS = {dialect: _active_of_households_query(dialect) for dialect in ("sqlite", "postgresql")}


def active_reservations(session: Session, marks: Iterable[Mark]) -> Counter[Mark]:
    """How many active reservations each mailbox and each telephone number already has; those with none are left
    out, and so is the empty value, which is no mark of anybody.
    """
    wanted: dict[str, set[str]] = {"mailbox": set(), "phone": set()}
    for kind, value in marks:
        if value:
            wanted[kind].add(value)
    if not any(wanted.values()):
        return Counter()
    connection = session.connection()
    given = {kind: json.dumps(sorted(values)) for kind, values in wanted.items()}
    rows = connection.execute(_ACTIVE_OF_HOUSEHOLDS[connection.dialect.name], given)
    return Counter({(kind, value): active for kind, value, active in rows if active})
