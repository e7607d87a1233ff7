"""Pauses reservations in a park, for example during a script attack or until staff have checked something."""

from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from services.parks.allocation import lock_park
from services.parks.errors import ParkIsCancelled, UnknownPark
from services.parks.models import Park, ParkChange
from services.staff import audit


def pause(session: Session, park_id: str, actor: str, reason: str, now: datetime) -> None:
    """Pause reservations in this park. If already paused, the original time is kept. UnknownPark."""
    park = _locked(session, park_id)
    if park.paused_at is None:
        park.paused_at = now
        _record(session, park_id, "paused", (actor, reason), now)


def resume(session: Session, park_id: str, actor: str, reason: str, now: datetime) -> None:
    """Resume reservations. UnknownPark."""
    park = _locked(session, park_id)
    if park.paused_at is not None:
        park.paused_at = None
        _record(session, park_id, "resumed", (actor, reason), now)


def _locked(session: Session, park_id: str) -> Park:
    locked = lock_park(session, park_id)
    if locked is None:
        raise UnknownPark
    if locked.cancelled_at is not None:
        raise ParkIsCancelled
    return session.get_one(Park, park_id, populate_existing=True)


def _record(
    session: Session, park_id: str, action: Literal["paused", "resumed"], note: tuple[str, str], now: datetime
) -> None:
    actor, reason = note
    is_paused = action == "paused"
    before, after = {"is_paused": not is_paused}, {"is_paused": is_paused}
    session.add(
        ParkChange(park_id=park_id, at=now, actor=actor, action=action, before=before, after=after, reason=reason)
    )
    session.flush()
    audit.append(session, [audit.Event(actor, f"park.{action}", f"park:{park_id}")], now)
