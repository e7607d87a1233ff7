"""Who a household may already be: while a clerk types, and as warnings when the entry is saved.

What speaks against an entry is never a refusal, and never passed over in silence.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of, read_email, read_phone
from services.core.fields import Refused
from services.core.german import counted
from services.core.http.answers import Extended
from services.reservations.desk.duplicates import alike_of
from services.reservations.desk_entry.entry import Household
from services.reservations.desk_entry.inputs import AlikeIn
from services.reservations.desk_entry.schemas import AlikeOut, WarningOut
from services.reservations.listing.find import find
from services.reservations.models import ACTIVE, Reservation
from services.settings import Settings

MOST: Final = 5
_BECAUSE: Final = {
    "mailbox": "gleiche E-Mail-Adresse",
    "phone": "gleiche Telefonnummer",
    "name": "gleicher Name und gleiche Postleitzahl",
}
_SIMILAR: Final = "ähnlicher Name"


def alike_people(session: Session, typed: AlikeIn) -> list[AlikeOut]:
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
    found = [
        AlikeOut.model_validate(Extended(rows[id_], because=words, is_same=id_ in because))
        for id_, words in told.items()
        if id_ in rows
    ]
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


def warnings_of(session: Session, household: Household, settings: Settings) -> list[WarningOut]:
    """Other reservations of what may be the same household, and limits that the public form would refuse by."""
    mailbox = mailbox_of(household.email.normalized)
    name = (household.last_name, household.first_name, household.details["postcode"])
    alike = alike_of(session, mailbox, household.phone.e164, name)
    return list(_warnings(alike, settings))


def _warnings(alike: dict[str, list[int]], settings: Settings) -> Iterator[WarningOut]:
    limits = {"mailbox": settings.reservations_per_email, "phone": settings.rate_limits.reservations_per_phone}
    same = {"mailbox": "mit dieser E-Mail-Adresse", "phone": "mit dieser Telefonnummer"}
    for what, words in same.items():
        ids = alike.get(what, [])
        if not ids:
            continue
        held = counted(len(ids), "Reservierung", "Reservierungen")
        yield WarningOut(code=f"same_{what}", message=f"Es gibt schon {held} {words}.", ids=ids)
        if len(ids) >= limits[what]:
            most = f"Auf der Website wären {words} höchstens {limits[what]} möglich."
            yield WarningOut(code=f"{what}_limit", message=most, ids=ids)
    if ids := alike["name"]:
        held = counted(len(ids), "Reservierung", "Reservierungen")
        message = f"Es gibt schon {held} mit diesem Namen und dieser Postleitzahl."
        yield WarningOut(code="same_name", message=message, ids=ids)
