"""An invited household says that it wants the contract, with the share its page shows."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.household.errors import ChangedMeanwhile, NotNow
from services.household.own import locked
from services.reservations.desk.change_share import Choice, chosen_of
from services.reservations.desk.perform import Request, perform
from services.reservations.transitions import DECIDE, HOUSEHOLD

_TOO_LATE: Final = "Das geht nur, solange die Einladung zum Vertrag gilt."


def decide(session: Session, reservation_id: int, known: Choice, now: datetime) -> None:
    """Fix the share. `known`: the one on the page. A second press changes nothing. NotNow, ChangedMeanwhile."""
    reservation = locked(session, reservation_id)
    if reservation.state not in DECIDE.from_states:
        raise NotNow(_TOO_LATE)
    if known != chosen_of(reservation):
        raise ChangedMeanwhile
    # Refused, and nothing changed, where it is fixed already
    perform(session, Request(DECIDE, (reservation_id,), HOUSEHOLD), now)
