"""Finds campaign values that name a household that came by them, for redaction in lists and aggregate reports.

A value that many share identifies nobody: `utm_source=sommer` does not reveal a household called Sommer.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.canonical import canonical
from services.core.personal_text import holds_personal_data
from services.referral_codes.codes import code_key
from services.reservations.desk.masking import NAMING, names_of
from services.reservations.models import Reservation
from services.visits.models import ReservationTouch
from services.visits.touches import TOUCH_FIELDS

FEW_HOUSEHOLDS: Final = 10
"""A value shared by more households than this identifies none of them."""
_BATCH: Final = 500


def naming_values(session: Session) -> frozenset[str]:
    """The values, in `canonical` spelling, that name one of the few households that came by them.

    Each also as a referral code is compared, without blanks and hyphens, as reports show codes.
    """
    carriers = _rare(_carriers(session))
    names = names_by_id(session, {id_ for ids in carriers.values() for id_ in ids})
    return frozenset(
        canonical(spelling)
        for value, ids in carriers.items()
        for spelling in (value, code_key(value))
        if any(holds_personal_data(value, names[id_]) for id_ in ids if id_ in names)
    )


def names_by_id(session: Session, ids: Iterable[int]) -> dict[int, frozenset[str]]:
    """The words that name these households, by reservation."""
    found, wanted = {}, sorted(ids)
    for first in range(0, len(wanted), _BATCH):
        part = wanted[first : first + _BATCH]
        for row in session.execute(select(Reservation.id, *NAMING).where(Reservation.id.in_(part))):
            found[row.id] = names_of(row)
    return found


def _carriers(session: Session) -> Mapping[str, set[int]]:
    columns: list[Any] = [getattr(ReservationTouch, name) for name in TOUCH_FIELDS]
    carriers: dict[str, set[int]] = defaultdict(set)
    for row in session.execute(select(ReservationTouch.reservation_id, *columns)):
        for value in row[1:]:
            if value and len(carriers[value]) <= FEW_HOUSEHOLDS:
                carriers[value].add(row[0])
    return carriers


def _rare(carriers: Mapping[str, set[int]]) -> dict[str, set[int]]:
    return {value: ids for value, ids in carriers.items() if len(ids) <= FEW_HOUSEHOLDS}
