"""Takes values that name a person out of visits, touches and codes. They come from links, which anybody can write.

A value that many households share names none of them: `utm_source=sommer` says nothing about a household Sommer
(`reservations/desk/masking.py`).
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Delete, Update, case, delete, or_, select, update
from sqlalchemy.orm import Session

from services.campaigns.models import Alias
from services.core.db.db import Base
from services.core.personal_text import REDACTED, holds_personal_data
from services.referral_codes.models import ReferralUse
from services.reservations.desk.masking import FEW_HOUSEHOLDS, names_of
from services.reservations.models import Reservation
from services.visits.models import ReservationTouch, Visit
from services.visits.touches import FLAT_FIELDS, TOUCH_FIELDS

_TABLES: Final = ((ReservationTouch, TOUCH_FIELDS), (Visit, TOUCH_FIELDS), (Reservation, FLAT_FIELDS))


def redact_values(session: Session, reservation: Reservation) -> dict[str, int]:
    """Redact the values that name the household of this reservation; returns how many rows by table."""
    values = _naming_values(session, reservation)
    if not values:
        return {}
    statements: dict[str, Update | Delete] = {
        model.__tablename__: _redaction(model, fields, values) for model, fields in _TABLES
    }
    statements["referral_uses"] = _redaction(ReferralUse, ("raw_code",), values)
    spellings = {*values, *(value.lower() for value in values)}
    statements["campaign_aliases"] = delete(Alias).where(Alias.raw.in_(spellings))
    changed = {table: _rows_changed(session, statement) for table, statement in statements.items()}
    return {table: rows for table, rows in changed.items() if rows}


def _redaction(model: type[Base], fields: Sequence[str], values: Sequence[str]) -> Update:
    """One pass over the table for all values and fields: visits have no index on campaign values."""
    columns = [getattr(model, field) for field in fields]
    is_named = {column.key: column.in_(values) for column in columns}
    new = {column.key: case((is_named[column.key], REDACTED), else_=column) for column in columns}
    return update(model).where(or_(*is_named.values())).values(new)


def is_stored(changed: dict[str, int]) -> bool:
    """Whether the analytical store has copies of what was changed."""
    return bool(changed.keys() & {ReservationTouch.__tablename__, Visit.__tablename__})


def _naming_values(session: Session, reservation: Reservation) -> list[str]:
    """The values of the household's touches and code that name it."""
    names, values = names_of(reservation), set()
    columns = [getattr(ReservationTouch, field) for field in TOUCH_FIELDS]
    touches = select(*columns).where(ReservationTouch.reservation_id == reservation.id)
    for row in session.execute(touches):
        values |= set(row)
    values |= {getattr(reservation, field) for field in FLAT_FIELDS}
    naming = [value for value in sorted(values) if value and holds_personal_data(value, names)]
    return [value for value in naming if _carriers(session, value) <= FEW_HOUSEHOLDS]


def _carriers(session: Session, value: str) -> int:
    """How many households share a value, in any field; counted up to the relevant number."""
    carriers: set[int] = set()
    for field in TOUCH_FIELDS:
        query = select(ReservationTouch.reservation_id).where(getattr(ReservationTouch, field) == value).distinct()
        carriers |= set(session.scalars(query.limit(FEW_HOUSEHOLDS + 1)))
    return len(carriers)


def _rows_changed(session: Session, statement: Update | Delete) -> int:
    result: Any = session.execute(statement.execution_options(synchronize_session=False))
    return int(result.rowcount)
