"""Closes a park for good: none of its spots can be reserved any more."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from services.parks import allocation
from services.parks.models import Park, ParkChange
from services.staff import audit

NOT_BUILT = "Der Park wird nicht gebaut."
"""Why a spot of such a park is withheld."""


@dataclass(frozen=True, slots=True)
class Closing:
    """The actor and reason of a closing, and the number of reservations ended before it."""

    actor: str
    reason: str
    reservations: int


def close(session: Session, park: Park, closing: Closing, now: datetime) -> None:
    """Block the remaining spots of a locked park and set its limit to 0, with history and audit entry. No reservation
    may hold a spot there at this point.
    """
    allocation.block_rest(session, park.id, NOT_BUILT, now)
    before = {"spot_limit": park.spot_limit, "is_cancelled": False}
    after = {"spot_limit": 0, "is_cancelled": True}
    park.spot_limit, park.cancelled_at = 0, now
    park.version += 1
    session.add(
        ParkChange(
            park_id=park.id,
            at=now,
            actor=closing.actor,
            action="cancelled",
            before=before,
            after=after,
            reason=closing.reason,
        )
    )
    session.flush()
    details = {"before": before, "after": after, "reservations": closing.reservations}
    audit.append(session, [audit.Event(closing.actor, "park.cancelled", f"park:{park.id}", details)], now)
