"""Whether a household had a contract, when it ended, and how long the law requires its data to be kept."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.personal_data import Hold
from services.declarations.desk.matching import concluded_at
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import ReservationState

YEARS: Final = {Hold.BOOKS: 10, Hold.VOUCHERS: 8, Hold.LETTERS: 6}
"""Full years after the end of the year in which the contract ended; letters count from their own year
(§ 147 AO, § 257 HGB)."""
RUNNING: Final = (ReservationState.CONTRACTED, ReservationState.ACTIVE)
ENDED: Final = (ReservationState.ENDED, ReservationState.WITHDRAWN)
ENDINGS: Final = (
    *("end", "withdraw", "cancel", "expire", "merge", "give_up", "lapse", "lapse_invitation", "cancel_park"),
    *("take_back_import", "transfer"),
)
"""Actions of changes after which a reservation is over."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract that was concluded; `ended_on` is None while it runs."""

    ended_on: date | None

    def kept_until(self, hold: Hold) -> date | None:
        """The last day of a hold; None while the contract runs."""
        return date(self.ended_on.year + YEARS[hold], 12, 31) if self.ended_on else None

    def holds(self, hold: Hold, today: date) -> bool:
        """Whether data under this hold must still be kept."""
        until = self.kept_until(hold)
        return until is None or today <= until


def contract_of(session: Session, reservation: Reservation) -> Contract | None:
    """The contract of a reservation; None if there was none."""
    if reservation.state in RUNNING:
        return Contract(None)
    if reservation.state not in ENDED and concluded_at(session, reservation) is None:
        return None
    of_it = (ReservationChange.reservation_id == reservation.id) & ReservationChange.action.in_(ENDINGS)
    ended = session.scalar(select(func.max(ReservationChange.at)).where(of_it))
    return Contract(berlin_day(ended or reservation.updated_at))
