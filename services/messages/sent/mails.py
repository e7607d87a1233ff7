"""Mails for staff: search, preview, resend, retry, cancel."""

from collections.abc import Iterator
from datetime import date, datetime

from sqlalchemy import ColumnElement, Select, false, or_, select
from sqlalchemy.orm import Session

from services.core.clock import end_of_berlin_day, start_of_berlin_day
from services.core.contact_details import deliverable_address
from services.core.references import ENQUIRY, RESERVATION, parse_reference
from services.mail import outbox
from services.mail.catalogue import FIGURES, KINDS, LINK_SEED, SECRET_MEMBERS, without_secrets
from services.mail.models import IS_HELD, TO_PRINT, UNSENT, WAITING, Mail, MailState, ShownMailState
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.messages.answers import withdraw
from services.messages.errors import (
    NotFailed,
    NotForResending,
    NotHeld,
    NotWaiting,
    StillWaiting,
    UnknownMail,
)
from services.reservations.models import Reservation
from services.staff import audit
from services.staff.models import Role

_RESERVATION = "reservation:"
_TO_THE_HOUSEHOLD = "reservation_"
_LAST_CHARACTER = "\U0010ffff"
_HIDDEN = "•••"
_HIDDEN_SEED = "verborgen"
"""No seed at all, so that the address shown opens nothing."""


def matching(state: str | None, kind: str | None, reservation_id: int | None) -> Select[Mail]:
    """Mails matching the plain filters; each has an index that also gives the order by id."""
    if state == ShownMailState.TO_PRINT:
        return matching(None, kind, reservation_id).where(TO_PRINT)
    if state in (ShownMailState.HELD, ShownMailState.RETRYING):
        is_held = IS_HELD if state == ShownMailState.HELD else ~IS_HELD
        return matching(None, kind, reservation_id).where(
            Mail.state == MailState.RETRYING.value, UNSENT, WAITING, is_held
        )
    query = select(Mail) if state != ShownMailState.QUEUED else select(Mail).where(~Mail.is_letter)
    for column, value in (
        (Mail.state, state),
        (Mail.kind, kind),
        (Mail.subject_ref, None if reservation_id is None else f"{_RESERVATION}{reservation_id}"),
    ):
        query = query.where(column == value) if value is not None else query
    return query if state in (None, MailState.SENT) else query.where(UNSENT)


def created_within(first: date | None, last: date | None) -> Iterator[ColumnElement[bool]]:
    """Conditions: ordered on one of these days in Berlin, both included; None: no bound."""
    if first is not None:
        yield Mail.created_at >= start_of_berlin_day(first)
    if last is not None:
        yield Mail.created_at < end_of_berlin_day(last)


def search(session: Session, text: str) -> ColumnElement[bool]:
    """Condition: the mail is about a reference, or its address starts with the text."""
    typed = text.strip()
    prefixes = (RESERVATION, ENQUIRY)
    references = [reference for prefix in prefixes if (reference := parse_reference(typed, prefix)) is not None]
    if references:
        return Mail.subject_ref.in_([subject for reference in references for subject in _subjects(session, reference)])
    if len(typed) < 3:
        return false()
    # Addresses are stored as typed, so upper and lower case may differ from the search text.
    spellings = {typed, typed.lower(), typed.capitalize()}
    return or_(*(Mail.recipient.between(start, start + _LAST_CHARACTER) for start in sorted(spellings)))


def _subjects(session: Session, reference: str) -> list[str]:
    """`subject_ref` of the mails about this reference: a reservation or a message of the contact form."""
    reservation = session.scalar(select(Reservation.id).where(Reservation.reference == reference))
    if reservation is not None:
        return [f"{_RESERVATION}{reservation}"]
    ordered_as = Mail.dedupe_key.in_([f"{kind}:{reference}" for kind in KINDS])
    return list(session.scalars(select(Mail.subject_ref).where(ordered_as).distinct()))


def mail_of(session: Session, mail_id: int) -> Mail:
    """One mail; raises UnknownMail."""
    mail = session.get(Mail, mail_id)
    if mail is None:
        raise UnknownMail
    return mail


def preview(mail: Mail, renderer: Renderer, role: Role) -> tuple[str, str]:
    """Text and HTML as the recipient reads them, from the renderer used for sending, without secrets; empty if the row
    cannot be rendered. Figures of reports are for admins only: not every clerk may see every report, and the mail does
    not say whose it is.
    """
    values = without_secrets(mail.kind, mail.values, _HIDDEN)
    if values.get(LINK_SEED):
        values = values | {LINK_SEED: _HIDDEN_SEED}
    if role is not Role.ADMIN:
        values = values | FIGURES.get(mail.kind, {})
    leased = Leased(mail.id, mail.kind, mail.recipient, values, mail.message_id, mail.attempts, mail.created_at)
    try:
        if mail.is_letter:
            return renderer.letter_text(mail.kind, values), ""
        message = renderer.message(leased)
    except Exception:
        # The same error made it fail, and the list shows that; the rest of the page is still useful.
        return "", ""
    parts = {part.get_content_type(): part.get_content() for part in message.walk() if not part.is_multipart()}
    return parts.get("text/plain", ""), parts.get("text/html", "")


def resend(session: Session, mail_id: int, actor: str, now: datetime) -> Mail:
    """Queue the same mail once more, to the current address of its reservation.

    Refused while the mail or an earlier resend is waiting, so that a double click sends only one.
    """
    mail = _locked(session, mail_id)
    if mail.kind in SECRET_MEMBERS:
        raise NotForResending
    stem = f"resent:{mail.id}:"
    earlier = session.scalars(select(Mail.state).where(Mail.dedupe_key.between(stem, stem + _LAST_CHARACTER))).all()
    if {mail.state, *earlier} & set(outbox.DUE_STATES):
        raise StillWaiting
    key = f"{stem}{len(earlier) + 1}"
    files = outbox.attachments_of(mail)
    order = outbox.Order(
        mail.kind, recipient_today(session, mail), mail.subject_ref, key, mail.values, attachments=files
    )
    outbox.order(session, [order], now)
    repeated = session.scalars(select(Mail).where(Mail.dedupe_key == key)).one()
    details = {"kind": mail.kind, "mail": repeated.id, "about": mail.subject_ref}
    audit.append(session, [audit.Event(actor, "mail.resent", f"mail:{mail.id}", details)], now)
    return repeated


def recipient_today(session: Session, mail: Mail) -> str:
    """The address for a resend: the household's address may have been corrected since."""
    reservation_id = mail.reservation_id
    if reservation_id is None or not mail.kind.startswith(_TO_THE_HOUSEHOLD):
        return mail.recipient
    reservation = session.get(Reservation, reservation_id)
    return deliverable_address(reservation.email, reservation.email_normalized) if reservation else mail.recipient


def retry(session: Session, mail_id: int, actor: str, now: datetime) -> None:
    """Queue a failed mail again, to the current address; raises NotFailed, NotForResending."""
    mail = _locked(session, mail_id)
    if mail.kind in SECRET_MEMBERS:
        raise NotForResending
    if not outbox.retry(session, mail_id, now):
        raise NotFailed
    session.refresh(mail)
    mail.recipient = recipient_today(session, mail)
    _note(session, mail, actor, "mail.retried", now)


def release(session: Session, mail_id: int, actor: str, now: datetime) -> None:
    """Send a mail that a restore has put on hold; raises NotHeld."""
    mail = _locked(session, mail_id)
    if not outbox.release_held(session, now, Mail.id == mail_id):
        raise NotHeld
    session.refresh(mail)
    _note(session, mail, actor, "mail.released", now)


def release_all(session: Session, actor: str, now: datetime) -> int:
    """Send all mails on hold; returns how many."""
    released = outbox.release_held(session, now)
    if released:
        audit.append(session, [audit.Event(actor, "backup.mails_released", "mails", {"mails": released})], now)
    return released


def retry_all(session: Session, actor: str, now: datetime) -> int:
    """Queue every failed mail again, and those waiting for a retry, except those on hold; returns how many."""
    queued = outbox.retry_all(session, now)
    if queued:
        audit.append(session, [audit.Event(actor, "mail.all_retried", "mails", {"mails": queued})], now)
    return queued


def cancel(session: Session, mail_id: int, actor: str, now: datetime) -> None:
    """Cancel a waiting mail; raises NotWaiting, also while a worker is sending it. An answer's conversation returns to
    its state before it.
    """
    mail = mail_of(session, mail_id)
    if not withdraw.cancel(session, mail_id, actor, now):
        raise NotWaiting
    _note(session, mail, actor, "mail.cancelled", now)


def _note(session: Session, mail: Mail, actor: str, action: str, now: datetime) -> None:
    details = {"kind": mail.kind, "about": mail.subject_ref}
    audit.append(session, [audit.Event(actor, action, f"mail:{mail.id}", details)], now)


def _locked(session: Session, mail_id: int) -> Mail:
    """The mail, locked until the transaction ends; of two clerks, the second sees the first one's change."""
    mail = session.scalars(select(Mail).where(Mail.id == mail_id).with_for_update()).one_or_none()
    if mail is None:
        raise UnknownMail
    return mail
