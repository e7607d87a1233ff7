"""The only way to change a reservation: new values, a version increment, and a row of history."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.edits import as_json, assign, columns_of, differing
from services.reservations.models import Reservation, ReservationChange
from services.staff.stale import Changes

UNTOLD: Final = "untold_because"
"""Name in a reservation's history: why staff did not tell the household of an operation. Free text."""


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
    """
    changes = differing(reservation, values)
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
    return recorded


def changes_of(reservation_id: int) -> Changes:
    """Moments and actors of its changes, latest first."""
    changes = select(ReservationChange.at, ReservationChange.actor)
    return changes.where(ReservationChange.reservation_id == reservation_id).order_by(ReservationChange.id.desc())


def changes_since(session: Session, reservation_id: int, version: int) -> list[ReservationChange]:
    """Changes since `version` of a reservation, latest first."""
    is_later = (ReservationChange.reservation_id == reservation_id) & (ReservationChange.version > version)
    return list(session.scalars(select(ReservationChange).where(is_later).order_by(ReservationChange.id.desc())))
