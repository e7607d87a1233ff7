"""Takes values that name a person out of visits, touches and codes. They come from links, which anybody can write.

A value that many households came by names none of them: `utm_source=sommer` says nothing about a household Sommer
(`reservations/naming_values.py`).
"""

from typing import Any, Final

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from services.campaigns.models import Alias
from services.core.personal_text import REDACTED, holds_personal_data
from services.referral_codes.models import ReferralUse
from services.reservations.desk.masking import names_of
from services.reservations.models import Reservation
from services.reservations.naming_values import FEW_HOUSEHOLDS
from services.visits.models import ReservationTouch, Visit
from services.visits.touches import FLAT_FIELDS, TOUCH_FIELDS

_TABLES: Final = ((ReservationTouch, TOUCH_FIELDS), (Visit, TOUCH_FIELDS), (Reservation, FLAT_FIELDS))


def redact_values(session: Session, reservation: Reservation) -> dict[str, int]:
    """Redact the values that name the household of this reservation; returns how many cells by table."""
    changed: dict[str, int] = {}
    for value in _naming_values(session, reservation):
        for model, fields in _TABLES:
            for field in fields:
                column = getattr(model, field)
                found = session.execute(
                    update(model).where(column == value).values({field: REDACTED}).execution_options(**_UNTRACKED)
                )
                _count(changed, model.__tablename__, found)
        uses = update(ReferralUse).where(ReferralUse.raw_code == value).values(raw_code=REDACTED)
        _count(changed, "referral_uses", session.execute(uses.execution_options(**_UNTRACKED)))
        alias = delete(Alias).where(Alias.raw.in_([value, value.lower()]))
        _count(changed, "campaign_aliases", session.execute(alias.execution_options(**_UNTRACKED)))
    return {table: rows for table, rows in changed.items() if rows}


_UNTRACKED: Final = {"synchronize_session": False}


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
    """How many households came by a value, in whatever field; counted no further than matters."""
    carriers: set[int] = set()
    for field in TOUCH_FIELDS:
        query = select(ReservationTouch.reservation_id).where(getattr(ReservationTouch, field) == value).distinct()
        carriers |= set(session.scalars(query.limit(FEW_HOUSEHOLDS + 1)))
    return len(carriers)


def _count(changed: dict[str, int], table: str, result: Any) -> None:
    changed[table] = changed.get(table, 0) + result.rowcount
