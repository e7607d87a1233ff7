"""The values a list can be filtered by, as they occur, the most frequent first."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.personal_text import holds_personal_data
from services.parks.models import Park
from services.reservations import masking
from services.reservations.list_models import ListEntry, ValueCount
from services.reservations.models import Reservation
from services.staff.models import Role

MOST_VALUES = 200
_FEW_HOUSEHOLDS = 10
_OPEN = ("energy_provider", "utm_campaign", "utm_source", "referral_code")


def facets(session: Session, role: Role) -> dict[str, Any]:
    """Values by filter; marketing gets none that name somebody, no providers and no tags."""
    is_masked = role is Role.MARKETING
    choices = {name: _values(session, name) for name in _OPEN}
    if is_masked:
        choices = {name: _without_names(session, name, values) for name, values in choices.items()}
        choices["energy_provider"] = {}
    parks = session.execute(select(Park.id, Park.name).order_by(Park.id))
    return {
        **{name: list(values) for name, values in choices.items()},
        "park": [{"id": id_, "name": name} for id_, name in parks],
        "tag": [] if is_masked else list(_values(session, "tag")),
    }


def _without_names(session: Session, name: str, values: dict[str, int]) -> dict[str, int]:
    """Without addresses and numbers, and without what only a few have and one of them is called."""
    rare = [value for value, entries in values.items() if entries <= _FEW_HOUSEHOLDS]
    column = ListEntry.__table__.c[name]
    having = (
        select(column.label("value"), Reservation)
        .join(Reservation, Reservation.id == ListEntry.reservation_id)
        .where(column.in_(rare))
    )
    naming = {
        value
        for value, reservation in session.execute(having)
        if holds_personal_data(value, masking.names_of(reservation))
    }
    return {v: entries for v, entries in values.items() if v not in naming and not holds_personal_data(v)}


def _values(session: Session, name: str) -> dict[str, int]:
    """Values and how many have them."""
    is_used = (ValueCount.name == name) & (ValueCount.entries > 0) & (ValueCount.value != "")
    ordering = (ValueCount.entries.desc(), ValueCount.value)
    query = select(ValueCount.value, ValueCount.entries).where(is_used).order_by(*ordering).limit(MOST_VALUES)
    return {row.value: row.entries for row in session.execute(query)}
