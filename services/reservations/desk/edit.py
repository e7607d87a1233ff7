"""Edits of a reservation by staff: corrections of personal data, tags and a follow-up day.

An edit is refused where another changed one of the same members after its clerk had read the reservation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.contact_details import refuse_test_domain
from services.core.db.edits import as_json, columns_of, differing
from services.core.inputs import fault_of
from services.reservations.changes import Note, change, changes_since, replace_tags, tags_of
from services.reservations.desk.duplicates import COMPARED, flag_if_alike
from services.reservations.desk.inputs import ReservationEditIn
from services.reservations.desk.masking import mask_change
from services.reservations.desk.perform import Request, lock_one, record
from services.reservations.desk.schemas import EditConflictOut
from services.reservations.mails import write_to_new_address
from services.reservations.models import FIELDS, Reservation, ReservationChange
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import EDIT
from services.staff import audit
from services.staff.actor_names import actor_names
from services.staff.errors import Stale

_MEMBERS: Final = {one.column: one.name for one in FIELDS}
"""Members of an edit, by column."""
_BESIDE: Final = frozenset({"email_normalized", "mobile_phone_e164"})
"""Derived from other members, and reported under their names."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Valid new values: columns, and the tags if they are to change."""

    columns: Mapping[str, Any]
    tags: Sequence[str] | None


def edit_of(body: ReservationEditIn, *, allow_test_domains: bool) -> Edit:
    """The columns that the members sent would set. ValidationProblem for an address at a domain kept for tests."""
    given = body.given("version", "tags")
    if (email := given.pop("email", None)) is not None:
        with fault_of("email"):
            refuse_test_domain(email, allow_test_domains)
        given |= {"email": email.typed, "email_normalized": email.normalized}
    if (phone := given.pop("mobile_phone", None)) is not None:
        given |= {"mobile_phone": phone.typed, "mobile_phone_e164": phone.e164}
    given |= {column: given.pop(name) for column, name in _MEMBERS.items() if name in given}
    return Edit(given, body.given().get("tags"))


def save(session: Session, reservation_id: int, version: int, edit: Edit, actor: str, now: datetime) -> None:
    """Apply an edit made on `version`. Raises UnknownReservation; Stale where a member was changed since by another
    else, and then nothing is saved: half an edit would leave its clerk to find out which half.

    A new address is written to, with a link that confirms it.
    """
    reservation = lock_one(session, reservation_id)
    tags = tags_of(session, [reservation.id]).get(reservation.id, [])
    columns = dict(edit.columns)
    wanted = columns if edit.tags is None else {**columns, "tags": list(edit.tags)}
    if version > reservation.version:
        raise Stale("diese Reservierung", reservation.version, conflicts=[])
    if conflicts := conflicts_of(session, reservation, version, wanted, tags):
        raise Stale("diese Reservierung", reservation.version, conflicts=conflicts)
    if columns.get("follow_up_on", reservation.follow_up_on) is None:
        columns["follow_up_subject"] = None
    related = {}
    if edit.tags is not None:
        replace_tags(session, reservation.id, tags, edit.tags)
        related["tags"] = (tags, list(edit.tags))
    request = Request(EDIT, (reservation.id,), actor)
    is_different = bool(differing(reservation, columns)) or any(before != after for before, after in related.values())
    performed = record(session, request, now) if is_different else None
    note = Note(actor, EDIT.name, operation_id=performed.id if performed else None)
    recorded = change(session, reservation, columns, note, now, related)
    if recorded is not None:
        if "email_normalized" in recorded.after:
            write_to_new_address(session, reservation, now)
        details = {"fields": sorted(recorded.after)}
        audit.append(session, [audit.Event(actor, "reservation.edited", f"reservation:{reservation.id}", details)], now)
        if recorded.after.keys() & COMPARED and reservation.state in HOLDS_A_SPOT:
            flag_if_alike(session, reservation, now)


def conflicts_of(
    session: Session, reservation: Reservation, version: int, wanted: Mapping[str, Any], tags: Sequence[str]
) -> list[dict[str, Any]]:
    """The members of `wanted`, columns and `tags`, that differ from what is stored now, and no longer are what they
    were at `version`, as members of `EditConflictOut`. One that was changed and changed back is no conflict.
    """
    if version == reservation.version:
        return []
    changes = changes_since(session, reservation.id, version)
    stored = {**as_json(columns_of(reservation, wanted.keys() - {"tags"})), "tags": list(tags)}
    found = list(_overtaken(changes, as_json(wanted), stored))
    names = actor_names(session, {change.actor for _, change in found})
    told = mask_change(stored)
    return [_conflict(name, told[name], change, names).model_dump(mode="json") for name, change in found]


def _overtaken(
    changes: Sequence[ReservationChange], wanted: Mapping[str, Any], stored: Mapping[str, Any]
) -> Iterator[tuple[str, ReservationChange]]:
    """Each member with the latest change of it."""
    for name, value in wanted.items():
        of_it = [change for change in changes if name in change.after]
        if name in _BESIDE or not of_it:
            continue
        if stored[name] not in (value, of_it[-1].before[name]):
            yield name, of_it[0]


def _conflict(name: str, value: Any, change: ReservationChange, names: Mapping[str, str]) -> EditConflictOut:
    field = _MEMBERS.get(name, name)
    return EditConflictOut(field=field, value=value, at=change.at, by_name=names.get(change.actor))
