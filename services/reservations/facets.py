"""The values a list can be filtered by, as they occur, the most frequent first."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks.models import Park
from services.reservations import masking
from services.reservations.list_models import ValueCount
from services.staff.models import Role

MOST_VALUES = 200
_OPEN = ("energy_provider", "utm_campaign", "utm_source", "referral_code")


def facets(session: Session, role: Role) -> dict[str, Any]:
    """Values by filter; marketing gets none that look like an address or a number, and no tags."""
    found: dict[str, Any] = {name: _values(session, name) for name in _OPEN}
    is_masked = role is Role.MARKETING
    if is_masked:
        found = {
            name: [value for value in values if masking.strike_out(value) == value] for name, values in found.items()
        }
    parks = session.execute(select(Park.id, Park.name).order_by(Park.id))
    return {
        **found,
        "park": [{"id": id_, "name": name} for id_, name in parks],
        "tag": [] if is_masked else _values(session, "tag"),
    }


def _values(session: Session, name: str) -> list[str]:
    is_used = (ValueCount.name == name) & (ValueCount.entries > 0) & (ValueCount.value != "")
    ordering = (ValueCount.entries.desc(), ValueCount.value)
    return list(session.scalars(select(ValueCount.value).where(is_used).order_by(*ordering).limit(MOST_VALUES)))
