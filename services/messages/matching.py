"""Finds the reservation of a message, from its content and sender: `MESSAGES.md`.

A match proves nothing, since any sender address can be forged: it is shown to staff and changes nothing.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.references import references_in
from services.messages.models import MatchedBy
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT

_SEARCHED: Final = 50_000
"""Characters of a text in which references are looked for."""


@dataclass(frozen=True, slots=True)
class Match:
    """A reservation and how it was found, or neither. `is_other_address`: the mailbox is not the reservation's."""

    reservation_id: int | None = None
    by: MatchedBy | None = None
    is_other_address: bool = False


NO_MATCH: Final = Match()


def match_of(session: Session, mailbox: str, *texts: str) -> Match:
    """By a reference in the texts, else by the mailbox if exactly one household with a place has it."""
    named = [one for text in texts for one in references_in(text[:_SEARCHED])]
    return by_reference(session, mailbox, named) or _by_mailbox(session, mailbox) or NO_MATCH


def by_reference(session: Session, mailbox: str, references: list[str]) -> Match | None:
    """Match by the references in a message: prefers one of the sender's mailbox, else takes the first."""
    if not references:
        return None
    query = select(Reservation).where(Reservation.reference.in_(references), Reservation.erased_at.is_(None))
    rows = sorted(session.scalars(query), key=lambda row: references.index(row.reference))
    own = [row for row in rows if row.mailbox == mailbox]
    return matched(next(iter(own or rows)), mailbox, MatchedBy.REFERENCE) if rows else None


def matched(reservation: Reservation, mailbox: str, by: MatchedBy) -> Match:
    """This reservation, and whether the mailbox is another one."""
    return Match(reservation.id, by, is_other_address=reservation.mailbox != mailbox)


def _by_mailbox(session: Session, mailbox: str) -> Match | None:
    if not mailbox:
        return None
    query = select(Reservation).where(Reservation.mailbox == mailbox, Reservation.state.in_(HOLDS_A_SPOT))
    rows = session.scalars(query.limit(2)).all()
    return matched(rows[0], mailbox, MatchedBy.ADDRESS) if len(rows) == 1 else None
