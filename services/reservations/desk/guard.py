"""What a room above this one has against an operation: the application brings it along (`app.py`)."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from services.reservations.desk.outcomes import Refusal
from services.reservations.models import Reservation
from services.reservations.transitions import Operation

Guard = Callable[[Session, Operation, Reservation], Refusal | None]


def unguarded(_session: Session, _operation: Operation, _reservation: Reservation) -> Refusal | None:
    """No objection: what follows from a fact, or from another use case, was judged there."""
    return None
