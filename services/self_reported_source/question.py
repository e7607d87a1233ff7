"""Asks a household, on the page after reserving, how it heard of us, and keeps what it says.

The browser that holds the key of the reservation call may answer, change and take back, for two hours. Nothing is asked
before the reservation, and nothing depends on the answer.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.fields import Refused
from services.core.inputs import fault_of
from services.core.personal_text import holds_personal_data
from services.household.just_reserved import made_with
from services.reservations.desk.masking import names_of
from services.reservations.models import Reservation
from services.reservations.public_api import ROUTE
from services.self_reported_source.answers import KEYS, OTHER, AnswerKey, in_order
from services.self_reported_source.models import ToldOrigin


@dataclass(frozen=True, slots=True)
class Question:
    """What the page shows. `answer` and `text` are set in state `answered` only."""

    state: Literal["open", "answered", "withdrawn"]
    choices: list[AnswerKey]
    answer: str | None
    text: str


def look(session: Session, key: str, now: datetime) -> Question | None:
    """The question as the household was asked it; None: it has not been asked yet. NotJustReserved."""
    reservation = made_with(session, ROUTE, key, now)
    row = _row(session, reservation.id)
    return _shown(reservation, row) if row else None


def ask(session: Session, key: str, now: datetime) -> Question:
    """Note that the question is asked, once a reservation. NotJustReserved. A unit of work."""
    return ask_about(session, made_with(session, ROUTE, key, now, is_locked=True), now)


def ask_about(session: Session, reservation: Reservation, now: datetime) -> Question:
    """The same for a reservation. A unit of work."""
    return _shown(reservation, _row(session, reservation.id) or _asked(session, reservation, now))


def answer(session: Session, key: str, given: AnswerKey, text: str, now: datetime) -> Question:
    """Keep the answer of the browser that holds the key. NotJustReserved, and as `keep`. A unit of work."""
    return keep(session, made_with(session, ROUTE, key, now, is_locked=True), given, text, now)


def keep(session: Session, reservation: Reservation, given: AnswerKey, text: str, now: datetime) -> Question:
    """Keep a household's answer, or another one in its place. ValidationProblem for a text that names the
    household itself. A unit of work.
    """
    row = _row(session, reservation.id) or _asked(session, reservation, now)
    own = text if given == OTHER else ""
    with fault_of("text"):
        if own and holds_personal_data(own, names_of(reservation)):
            raise Refused("personal", "Bitte ohne Ihren Namen und Ihre Adresse. Ein, zwei Stichworte genügen.")
    row.answer, row.answered_at = given, now
    row.text = own
    session.flush()
    return _shown(reservation, row)


def withdraw(session: Session, key: str, now: datetime) -> Question:
    """Forget the answer; that it was asked stays, so that it is not asked again. NotJustReserved. A unit of work."""
    reservation = made_with(session, ROUTE, key, now, is_locked=True)
    row = _row(session, reservation.id) or _asked(session, reservation, now)
    row.answer = row.text = ""
    row.answered_at = now
    session.flush()
    return _shown(reservation, row)


def _row(session: Session, reservation_id: int) -> ToldOrigin | None:
    return session.scalars(select(ToldOrigin).where(ToldOrigin.reservation_id == reservation_id)).one_or_none()


def _asked(session: Session, reservation: Reservation, now: datetime) -> ToldOrigin:
    row = ToldOrigin(
        reservation_id=reservation.id,
        asked_at=now,
        answer="",
        answered_at=None,
        text="",
    )
    session.add(row)
    session.flush()
    return row


def _shown(reservation: Reservation, row: ToldOrigin) -> Question:
    choices = in_order(reservation.reference)
    if row.answer in KEYS:
        return Question("answered", choices, row.answer, row.text)
    return Question("withdrawn" if row.answered_at and not row.answer else "open", choices, None, "")
