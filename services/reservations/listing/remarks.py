"""What staff wrote about reservations, as far as a search finds them by it: their tags and their notes.

Whatever else is written about a reservation is added here, and writing it queues the entry: by a change of the
reservation in the same transaction, or by a trigger of its own, as notes have.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reservations.models import ReservationTag
from services.reservations.notes.notes import written_about


def remarks_of(session: Session, ids: Sequence[int]) -> Mapping[int, Sequence[str]]:
    """The texts of each of these reservations; those without any are missing."""
    found: dict[int, list[str]] = defaultdict(list)
    tags = select(ReservationTag.reservation_id, ReservationTag.tag).where(ReservationTag.reservation_id.in_(ids))
    for id_, tag in session.execute(tags.order_by(ReservationTag.tag)):
        found[id_].append(tag)
    for id_, notes in written_about(session, ids).items():
        found[id_] += notes
    return found
