"""Block and unblock spots, with a reason and a result for each number."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks import allocation
from services.parks.errors import ParkIsCancelled, UnknownPark
from services.parks.models import ParkChange, Spot, SpotState
from services.staff import audit

_WHY_NOT_BLOCKED = {
    SpotState.RESERVED: ("spot_taken", "Der Platz ist vergeben. Vergebene Plätze lassen sich nicht sperren."),
    SpotState.HELD: ("spot_held", "Der Platz ist vorgemerkt. Sperren können Sie ihn erst, wenn er wieder frei ist."),
    SpotState.BLOCKED: ("already_blocked", "Der Platz ist schon gesperrt."),
    SpotState.FREE: ("beyond_limit", "Der Platz liegt über der Platzgrenze des Parks und wird ohnehin nicht vergeben."),
}
_NOT_BLOCKED = ("not_blocked", "Der Platz ist nicht gesperrt.")
_UNKNOWN = ("unknown_spot", "Diesen Platz gibt es in diesem Park nicht.")


@dataclass(frozen=True, slots=True)
class SpotResult:
    """The result for one number; `code` and `detail` say why it was not changed."""

    number: int
    code: str | None = None
    detail: str | None = None


def block(
    session: Session, park: str, numbers: Sequence[int], note: tuple[str, str], now: datetime
) -> list[SpotResult]:
    """Block those that are free. `note`: actor and reason. One result per number, in the order given."""
    states = _states(session, park, numbers)
    blocked = set(allocation.block(session, park, numbers, note[1], now))
    _record(session, park, sorted(blocked), ("spots_blocked", *note), now)
    return [
        SpotResult(number)
        if number in blocked
        else SpotResult(number, *(_WHY_NOT_BLOCKED[states[number]] if number in states else _UNKNOWN))
        for number in numbers
    ]


def release(
    session: Session, park: str, numbers: Sequence[int], note: tuple[str, str], now: datetime
) -> list[SpotResult]:
    """Unblock those that are blocked. `note`: actor and reason. One result per number, in the order given."""
    states = _states(session, park, numbers)
    freed = set(allocation.unblock(session, park, numbers, now))
    _record(session, park, sorted(freed), ("spots_released", *note), now)
    return [
        SpotResult(number) if number in freed else SpotResult(number, *(_NOT_BLOCKED if number in states else _UNKNOWN))
        for number in numbers
    ]


def _states(session: Session, park: str, numbers: Sequence[int]) -> dict[int, SpotState]:
    """The states before, read under the lock so that they explain the results."""
    locked = allocation.lock_park(session, park)
    if locked is None:
        raise UnknownPark
    if locked.cancelled_at is not None:
        raise ParkIsCancelled
    rows = session.execute(select(Spot.number, Spot.state).where(Spot.park_id == park, Spot.number.in_(numbers)))
    return {row.number: SpotState(row.state) for row in rows}


def _record(session: Session, park: str, numbers: list[int], note: tuple[str, str, str], now: datetime) -> None:
    if not numbers:
        return
    action, actor, reason = note
    after = {"numbers": numbers}
    session.add(ParkChange(park_id=park, at=now, actor=actor, action=action, before={}, after=after, reason=reason))
    session.flush()
    audit.append(session, [audit.Event(actor, f"park.{action}", f"park:{park}", after)], now)
