"""Who a household may already be, while a clerk still types: equal marks first, then whom the search finds."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of, read_email, read_phone
from services.core.fields import Refused
from services.reservations.desk.duplicates import alike_of
from services.reservations.desk_entry.inputs import AlikeIn
from services.reservations.listing.find import find
from services.reservations.models import ACTIVE, Reservation

MOST: Final = 5
_BECAUSE: Final = {
    "mailbox": "gleiche E-Mail-Adresse",
    "phone": "gleiche Telefonnummer",
    "name": "gleicher Name und gleiche Postleitzahl",
}
_SIMILAR: Final = "ähnlicher Name"


@dataclass(frozen=True, slots=True)
class Alike:
    """An active reservation, and in words what it has in common with what was typed."""

    reservation: Reservation
    because: str
    is_same: bool


def alike_people(session: Session, typed: AlikeIn) -> list[Alike]:
    """The active reservations of what may be the same household, the surest first. What was typed is not logged."""
    name = (typed.last_name, typed.first_name, typed.postcode)
    same = alike_of(session, _mailbox(typed.email), _phone(typed.mobile_phone), name)
    because: dict[int, list[str]] = {}
    for what, words in _BECAUSE.items():
        for id_ in same.get(what, []):
            because.setdefault(id_, []).append(words)
    told = {id_: " und ".join(words) for id_, words in because.items()}
    similar = _similar(session, typed) if len(told) < MOST else []
    told |= {id_: _SIMILAR for id_ in similar if id_ not in told}
    rows = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(told), ACTIVE))}
    found = [Alike(rows[id_], words, id_ in because) for id_, words in told.items() if id_ in rows]
    return found[:MOST]


def _similar(session: Session, typed: AlikeIn) -> list[int]:
    """By first and last name together: one alone is borne by too many."""
    if not (typed.first_name and typed.last_name):
        return []
    return [hit.row.id for hit in find(session, f"{typed.first_name} {typed.last_name}").best]


def _mailbox(typed: str) -> str:
    try:
        return mailbox_of(read_email(typed, allow_test_domains=True).normalized) if typed else ""
    except Refused:
        return ""  # not finished yet


def _phone(typed: str) -> str:
    try:
        return read_phone(typed).e164 if typed else ""
    except Refused:
        return ""
