"""Answers about card checks."""

from datetime import datetime
from typing import Final, Literal, Self

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.http.answers import Answer
from services.payments.models import CardCheck
from services.payments.states import Cause, CheckState
from services.reservations.errors import UnknownReservation
from services.reservations.models import Reservation

CAUSE: Final = {
    Cause.NONE: "",
    Cause.REFUSED: "Die Bank hat die Karte abgelehnt.",
    Cause.AUTHENTICATION: "Die Bestätigung bei der Bank hat nicht geklappt.",
    Cause.FUNDS: "Die Bank meldet, dass die Deckung nicht reicht.",
    Cause.EXPIRED_CARD: "Die Karte ist abgelaufen.",
}


class CardCheckShownOut(Answer):
    """The latest check as the household sees it. `why_not`: why there can be no further one; empty: there can."""

    state: Literal["open", "held", "released", "failed", "expired"] | None
    cause: str
    why_not: str


class CardCheckBegunOut(Answer):
    """Where the household gives its card: a page of the payment provider."""

    address: str


class CardCheckOut(Answer):
    """A check as staff see it. `look_at`: when the provider is asked next; `can_end`: whether something is open."""

    id: int
    attempt: int
    provider: Literal["simulated", "stripe"]
    reference: str | None
    state: Literal["open", "held", "released", "failed", "expired"]
    cause: str
    begun_at: datetime
    held_at: datetime | None
    ended_at: datetime | None
    seen_at: datetime | None
    look_at: datetime | None
    can_end: bool

    @classmethod
    def of(cls, check: CardCheck) -> Self:
        """A row of the table."""
        return cls(
            id=check.id,
            attempt=check.attempt,
            provider="stripe" if check.provider == "stripe" else "simulated",
            reference=check.reference,
            state=CheckState(check.state).value,
            cause=CAUSE[Cause(check.cause)],
            begun_at=check.begun_at,
            held_at=check.held_at,
            ended_at=check.ended_at,
            seen_at=check.seen_at,
            look_at=check.look_at,
            can_end=check.ended_at is None,
        )


class CardChecksOut(Answer):
    """All checks of a reservation, the newest first. `is_offered`: whether the household can begin one here."""

    data: list[CardCheckOut]
    is_offered: bool

    @classmethod
    def of(cls, session: Session, reservation_id: int, *, is_offered: bool) -> Self:
        """Of one reservation. UnknownReservation."""
        if session.get(Reservation, reservation_id) is None:
            raise UnknownReservation
        query = select(CardCheck).where(CardCheck.reservation_id == reservation_id)
        checks = session.scalars(query.order_by(CardCheck.attempt.desc()))
        return cls(data=[CardCheckOut.of(check) for check in checks], is_offered=is_offered)
