"""What staff wrote about reservations, as far as a search finds them by it: their tags and their notes.

Whatever else is written about a reservation is added here, and its writer changes the reservation in the same
transaction, which queues the entry.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reservations.models import Reservation, ReservationTag


def remarks_of(session: Session, ids: Sequence[int]) -> Mapping[int, Sequence[str]]:
    """The texts of each of these reservations; those without any are missing."""
    found: dict[int, list[str]] = defaultdict(list)
    tags = select(ReservationTag.reservation_id, ReservationTag.tag).where(ReservationTag.reservation_id.in_(ids))
    notes = select(Reservation.id, Reservation.notes).where(Reservation.id.in_(ids), Reservation.notes != "")
    for query in (tags.order_by(ReservationTag.tag), notes):
        for id_, text in session.execute(query):
            found[id_].append(text)
    return found
