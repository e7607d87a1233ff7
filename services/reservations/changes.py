"""The only way to change a reservation: new values, a version increment, and a row of history. Its tags are rows of
their own, recorded with its changes as sorted lists of words.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address
from services.core.db.edits import as_json, assign, columns_of, differing
from services.household_links.links import end_ways_in
from services.reservations.mails import NAMES, correct_names, redirect
from services.reservations.models import Reservation, ReservationChange, ReservationTag
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import TAKEN_BACK_BY_HOUSEHOLD
from services.staff.stale import Changes

UNTOLD: Final = "untold_because"
"""Name in a reservation's history: why staff did not tell the household of an operation. Free text."""
WITHHELD: Final = "withheld_mails"
"""Name in it: the kinds of the mails that were withheld, because the household lost its place while they waited."""

FOLLOWED_UP: Final[Mapping[str, Any]] = {"follow_up_on": None, "follow_up_subject": None}
"""Of a reservation without a follow-up."""


@dataclass(frozen=True, slots=True)
class Note:
    """The actor, action, reason and operation of a change."""

    actor: str
    action: str
    reason: str = ""
    operation_id: int | None = None


def change(
    session: Session,
    reservation: Reservation,
    values: Mapping[str, Any],
    note: Note,
    now: datetime,
    related: Mapping[str, tuple[Any, Any]] | None = None,
) -> ReservationChange | None:
    """Set columns of a loaded and locked reservation and record the change; None if nothing would differ.

    `values` maps column names to new values. `related` holds changes in other tables that belong to the reservation,
    before and after: `{"tags": (["Presse"], ["Presse", "Umzug"])}`. The version grows by one. The
    caller writes the audit entry, which names the changed fields only.

    Another address of the household ends all that the former one opens: see `_leave_address`. A mail that waits to be
    sent gets a corrected name. What gives the place up ends its follow-up, which answers what was asked before the end,
    and, unless the household can take it back, every way in that was sent before: the mail about it has its own.
    """
    is_new_address = values.get("email_normalized", reservation.email_normalized) != reservation.email_normalized
    former = deliverable_address(reservation.email, reservation.email_normalized)
    implied = dict(FOLLOWED_UP if _gives_up(values) else {})
    if is_new_address:
        implied |= _unconfirmed(reservation)
    changes = differing(reservation, {**implied, **values})
    beside = {name: pair for name, pair in (related or {}).items() if pair[0] != pair[1]}
    if not changes and not beside:
        return None
    recorded = ReservationChange(
        reservation_id=reservation.id,
        at=now,
        actor=note.actor,
        action=note.action,
        version=reservation.version + 1,
        before=as_json(columns_of(reservation, changes)) | {name: before for name, (before, _) in beside.items()},
        after=as_json(changes) | {name: after for name, (_, after) in beside.items()},
        reason=note.reason,
        operation_id=note.operation_id,
    )
    assign(reservation, changes)
    reservation.version += 1
    reservation.updated_at = now
    session.add(recorded)
    if names := {name: recorded.before[name] for name in NAMES if name in changes}:
        correct_names(session, reservation, names)
    if is_new_address or (_gives_up(values) and note.action not in TAKEN_BACK_BY_HOUSEHOLD):
        session.flush()
        end_ways_in(session, reservation.id, reservation.email if is_new_address else "")
    if is_new_address:
        # The former one may be a stranger's: nothing more is sent there
        redirect(session, reservation, former, now)
    return recorded


def _gives_up(values: Mapping[str, Any]) -> bool:
    return values.get("state", HOLDS_A_SPOT[0]) not in HOLDS_A_SPOT


def _unconfirmed(reservation: Reservation) -> dict[str, Any]:
    """What a new address begins with, unless its own link confirms it. A place whose former address was confirmed has
    no deadline any more: it would be over already, and staff answer for the address.
    """
    deadline = reservation.confirm_by if reservation.email_confirmed_at is None else None
    return {"email_confirmed_at": None, "confirm_by": deadline}


def changes_of(reservation_id: int) -> Changes:
    """Moments and actors of its changes, latest first."""
    changes = select(ReservationChange.at, ReservationChange.actor)
    return changes.where(ReservationChange.reservation_id == reservation_id).order_by(ReservationChange.id.desc())


def changes_since(session: Session, reservation_id: int, version: int) -> list[ReservationChange]:
    """Changes since `version` of a reservation, latest first."""
    is_later = (ReservationChange.reservation_id == reservation_id) & (ReservationChange.version > version)
    return list(session.scalars(select(ReservationChange).where(is_later).order_by(ReservationChange.id.desc())))


def tags_of(session: Session, ids: Sequence[int]) -> dict[int, list[str]]:
    """The tags of each of these reservations, sorted; those without any are missing."""
    found: dict[int, list[str]] = defaultdict(list)
    query = select(ReservationTag.reservation_id, ReservationTag.tag).where(ReservationTag.reservation_id.in_(ids))
    for id_, tag in session.execute(query.order_by(ReservationTag.tag)):
        found[id_].append(tag)
    return dict(found)


def replace_tags(session: Session, id_: int, before: Sequence[str], after: Sequence[str]) -> None:
    """Make the rows those of `after`."""
    if gone := set(before) - set(after):
        one = (ReservationTag.reservation_id == id_) & ReservationTag.tag.in_(gone)
        session.execute(delete(ReservationTag).where(one).execution_options(synchronize_session=False))
    session.add_all(ReservationTag(tag=word, reservation_id=id_) for word in sorted(set(after) - set(before)))
