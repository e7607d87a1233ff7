"""Edits of a reservation by staff: corrections of personal data, notes, tags and a follow-up day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import read_email, read_phone
from services.core.fields import Fields, Refused, long_text, text
from services.core.http.errors import ValidationProblem
from services.reservations import validation
from services.reservations.board.duplicates import COMPARED, flag_if_alike
from services.reservations.changes import Note, change
from services.reservations.desk.tags import replace_tags, tags_of
from services.reservations.errors import StaleReservation, UnknownReservation
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from services.staff import audit

LONGEST_TAG = 40
MOST_TAGS = 20
LONGEST_NOTES = 10_000
_MISSING = {
    "first_name": "Der Vorname fehlt.",
    "last_name": "Der Nachname fehlt.",
    "email": "Die E-Mail-Adresse fehlt.",
    "mobile_phone": "Die Mobilnummer fehlt.",
}
_FIRST_DAY, _LAST_DAY = date(2020, 1, 1), date(2099, 12, 31)


@dataclass(frozen=True, slots=True)
class Edit:
    """Valid new values: columns, and the tags if they are to change."""

    columns: Mapping[str, Any]
    tags: Sequence[str] | None


def read_edit(given: Mapping[str, Any], *, allow_test_domains: bool) -> Edit:
    """Validate the given members by the rules of the reservation call; ValidationProblem with all faults."""
    fields = Fields(given, [])
    columns: dict[str, Any] = {}
    for name in given.keys() & {"first_name", "last_name"}:
        columns[name] = fields.read(name, validation.person_name, _MISSING[name])
    if "email" in given:
        email = fields.read("email", lambda v: read_email(v, allow_test_domains), _MISSING["email"])
        columns["email"], columns["email_normalized"] = email or ("", "")
    if "mobile_phone" in given:
        phone = fields.read("mobile_phone", read_phone, _MISSING["mobile_phone"])
        columns["mobile_phone"], columns["mobile_phone_e164"] = phone or ("", "")
    if "notes" in given:
        columns["notes"] = fields.read_optional("notes", lambda v: long_text(v, 0, LONGEST_NOTES), "")
    if "follow_up_on" in given:
        columns["follow_up_on"] = fields.read_optional("follow_up_on", _day, None)
    no_tags: list[str] = []
    tags = fields.read_optional("tags", read_tags, no_tags) if "tags" in given else None
    if fields.errors:
        raise ValidationProblem(fields.errors)
    return Edit(columns, tags)


def _day(value: object) -> date:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        day = None
    if day is None:
        raise Refused("day_invalid", "Bitte geben Sie einen Tag an, zum Beispiel 24.12.2026.")
    return follow_up_day(day)


def follow_up_day(day: date) -> date:
    """The rule of a follow-up day: within plausible years."""
    if not _FIRST_DAY <= day <= _LAST_DAY:
        raise Refused("out_of_range", "Bitte geben Sie einen Tag zwischen 2020 und 2099 an.")
    return day


def read_tags(value: object) -> list[str]:
    """Tags as stored: trimmed, blanks made one, each once whatever its case, sorted."""
    if not isinstance(value, list):
        raise Refused("wrong_type", "Erwartet wird eine Liste von Merkmalen.")
    if len(value) > 10 * MOST_TAGS:
        raise Refused("too_many", f"Bitte höchstens {MOST_TAGS} Merkmale.")
    tags: dict[str, str] = {}
    for entry in value:
        tag = read_tag(entry)
        tags.setdefault(tag.casefold(), tag)
    if len(tags) > MOST_TAGS:
        raise Refused("too_many", f"Bitte höchstens {MOST_TAGS} Merkmale.")
    return sorted(tags.values())


def read_tag(value: object) -> str:
    """One tag as stored."""
    if isinstance(value, str) and not value.strip():
        raise Refused("missing", "Ein Merkmal darf nicht leer sein.")
    tag = " ".join(text(value, LONGEST_TAG).split())
    if "," in tag:
        raise Refused("comma", "Ein Merkmal darf kein Komma enthalten.")
    return tag


def save(session: Session, reservation_id: int, version: int, edit: Edit, actor: str, now: datetime) -> bool:
    """Apply an edit made on `version` (optimistic locking). False, and nothing written, if it has changed since."""
    query = select(Reservation).where(Reservation.id == reservation_id).with_for_update()
    reservation = session.scalars(query).one_or_none()
    if reservation is None:
        raise UnknownReservation
    if reservation.version != version:
        return False
    columns = dict(edit.columns)
    if columns.get("email_normalized", reservation.email_normalized) != reservation.email_normalized:
        columns["email_confirmed_at"] = None  # the confirmation was for the old address
    related = {}
    if edit.tags is not None:
        before = tags_of(session, [reservation.id]).get(reservation.id, [])
        replace_tags(session, reservation.id, before, edit.tags)
        related["tags"] = (before, list(edit.tags))
    recorded = change(session, reservation, columns, Note(actor, "edited"), now, related)
    if recorded is not None:
        details = {"fields": sorted(recorded.after)}
        audit.append(session, [audit.Event(actor, "reservation.edited", f"reservation:{reservation.id}", details)], now)
        if recorded.after.keys() & COMPARED and reservation.state in HOLDS_A_SPOT:
            flag_if_alike(session, reservation, now)
    return True


def stale(current: Mapping[str, Any]) -> StaleReservation:
    """The refusal of a stale edit, with the document as it is now."""
    return StaleReservation(current=current, version=current["version"])
