"""The page after reserving, whose browser still knows the key of its call: it shows and corrects the address.

The key was drawn by that browser and sent nowhere else, so it proves the same as a link would, for as long as the
address is unconfirmed, and for two hours at most.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, deliverable_address, mailbox_of
from services.core.http.idempotency import find_answer
from services.household.errors import NotJustReserved, NotNow
from services.household.friends import code_of
from services.household.sign_in.send_link import may_mail
from services.mail import outbox
from services.mail.models import Mail, MailState
from services.mail.refusals import refusal_words
from services.referrals.issue import give_codes
from services.reservations.abuse.active_counts import active_reservations
from services.reservations.changes import Note, change
from services.reservations.errors import EmailLimit
from services.reservations.mails import send_confirmation
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.reservations.transitions import HOUSEHOLD
from services.settings import Settings
from services.staff import audit

SHOWN_FOR = timedelta(hours=2)


@dataclass(frozen=True, slots=True)
class JustReserved:
    """What the page shows. `referral_code`: None where the household has none, as one that gave its place back."""

    spot_number: int
    reference: str
    email: str
    is_confirmed: bool
    is_written: bool
    """Whether a mail went to the present address: beyond the daily number of mails to one mailbox none does."""
    is_refused: bool
    """Whether a mail to the present address was refused for good."""
    is_reserved: bool
    confirm_by: datetime | None
    created_at: datetime
    referral_code: str | None


def show(session: Session, route: str, key: str, now: datetime) -> JustReserved:
    """The reservation made with this key on this route. NotJustReserved."""
    return _shown(session, made_with(session, route, key, now))


def show_with_code(session: Session, route: str, key: str, now: datetime) -> JustReserved:
    """The same, once the household has its referral code, which the job would give it within a minute: the page is
    open now. NotJustReserved. A unit of work.
    """
    reservation = made_with(session, route, key, now)
    give_codes(session, [reservation.id], now)
    return _shown(session, reservation)


def _shown(session: Session, reservation: Reservation) -> JustReserved:
    return JustReserved(
        spot_number=reservation.spot_number,
        reference=reservation.reference,
        email=reservation.email,
        is_confirmed=reservation.email_confirmed_at is not None,
        is_written=outbox.is_written_to(session, _subject_of(reservation), _address_of(reservation)),
        is_refused=is_refused(session, reservation),
        is_reserved=reservation.state == ReservationState.RESERVED,
        confirm_by=reservation.confirm_by,
        created_at=reservation.created_at,
        referral_code=code_of(session, reservation.id),
    )


def correct_email(session: Session, settings: Settings, found: tuple[str, str], email: Email, now: datetime) -> None:
    """Replace a mistyped address, and send the confirmation there. `found`: route and key.

    NotJustReserved; NotNow once the address is confirmed or too many corrections were made; EmailLimit.
    """
    reservation = made_with(session, *found, now, is_locked=True)
    if reservation.email_confirmed_at is not None or reservation.state != ReservationState.RESERVED:
        raise NotNow("Diese Adresse ist schon bestätigt. Ändern können Sie sie unter „Meine Reservierung“.")
    if email.normalized == reservation.email_normalized:
        return
    mailbox = mailbox_of(email.normalized)
    mark = ("mailbox", mailbox)
    if active_reservations(session, [mark])[mark] >= settings.reservations_per_email:
        raise EmailLimit
    if not may_mail(session, settings, f"correction:{reservation.reference}", now):
        raise NotNow("Die Adresse wurde heute schon oft geändert. Bitte schreiben Sie uns.")
    columns = {"email": email.typed, "email_normalized": email.normalized}
    change(session, reservation, columns, Note(HOUSEHOLD, "correct_email"), now)
    session.flush()
    outbox.settle(session, _mails_of(reservation), HOUSEHOLD, "Adresse vom Haushalt berichtigt", now)
    if may_mail(session, settings, mailbox, now):
        send_confirmation(session, reservation, now)
    event = audit.Event(HOUSEHOLD, "reservation.correct_email", f"reservation:{reservation.id}", {})
    audit.append(session, [event], now)


def made_with(session: Session, route: str, key: str, now: datetime, *, is_locked: bool = False) -> Reservation:
    """The reservation made with this key on this route within the last two hours. NotJustReserved."""
    answer = find_answer(session, route, key, now)
    if answer is None or answer.status != 200:
        raise NotJustReserved
    query = select(Reservation).where(
        Reservation.reference == answer.body["reference"], Reservation.created_at > now - SHOWN_FOR
    )
    found = session.scalars(query.with_for_update() if is_locked else query).one_or_none()
    if found is None:
        raise NotJustReserved
    return found


def _subject_of(reservation: Reservation) -> str:
    return f"reservation:{reservation.id}"


def _address_of(reservation: Reservation) -> str:
    return deliverable_address(reservation.email, reservation.email_normalized)


def _mails_of(reservation: Reservation) -> ColumnElement[bool]:
    return Mail.subject_ref == _subject_of(reservation)


def is_refused(session: Session, reservation: Reservation) -> bool:
    """Whether the household's mailbox has refused a mail for good, and nobody has dealt with it yet."""
    is_theirs = Mail.recipient == _address_of(reservation)
    failed = (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None) & is_theirs
    answers = session.scalars(select(Mail.last_error).where(_mails_of(reservation), failed))
    return any(refusal_words(answer or "") for answer in answers)
