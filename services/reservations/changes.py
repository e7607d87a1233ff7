"""One way to change a reservation: new values, a raised version, and a row with who, when, before and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reservations.models import Reservation, ReservationChange


@dataclass(frozen=True, slots=True)
class Note:
    """Why something is changed: by whom, as what, in which operation."""

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
    """Set columns of a loaded and locked reservation and record it; None when nothing would differ.

    `values` maps column names to new values. `related` names what hangs on the reservation in other tables, as it was
    before and as the caller makes it: `{"tags": (["Presse"], ["Presse", "Umzug"])}`. The version grows by one. The
    caller writes the audit entry, which names the changed fields only.
    """
    differing = {name: value for name, value in values.items() if getattr(reservation, name) != value}
    beside = {name: pair for name, pair in (related or {}).items() if pair[0] != pair[1]}
    if not differing and not beside:
        return None
    recorded = ReservationChange(
        reservation_id=reservation.id,
        at=now,
        actor=note.actor,
        action=note.action,
        version=reservation.version + 1,
        before={name: _plain(getattr(reservation, name)) for name in differing} | {n: p[0] for n, p in beside.items()},
        after={name: _plain(value) for name, value in differing.items()} | {n: p[1] for n, p in beside.items()},
        reason=note.reason,
        operation_id=note.operation_id,
    )
    for name, value in differing.items():
        setattr(reservation, name, value)
    reservation.version += 1
    reservation.updated_at = now
    session.add(recorded)
    return recorded


def changes_since(session: Session, reservation_id: int, version: int) -> list[ReservationChange]:
    """What was changed after somebody read a reservation at `version`, the latest first."""
    is_later = (ReservationChange.reservation_id == reservation_id) & (ReservationChange.version > version)
    return list(session.scalars(select(ReservationChange).where(is_later).order_by(ReservationChange.id.desc())))


def _plain(value: object) -> object:
    """As JSON can hold it."""
    return value.isoformat() if isinstance(value, date | datetime) else value
