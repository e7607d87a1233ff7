"""Transactional outbox: a mail is a row written in the transaction it reports on, and delivered under a lease.

A sender leases due mails, delivers each, and records the result. After a crash between the two the lease expires,
and the mail is sent again with the same Message-ID: SMTP offers no stronger guarantee.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from sqlalchemy import ColumnElement, and_, delete, func, select, true, update
from sqlalchemy.orm import Session

from services.core.db.leases import Leases
from services.core.db.rows import Insertion
from services.mail.catalogue import ON_SCREEN_ONLY, SECRET_MEMBERS, without_secrets
from services.mail.models import HELD_UNTIL, IS_HELD, WAITING, Fault, Mail, MailState

LEASE = timedelta(minutes=5)
"""Far longer than a transport takes over one mail, see `transport.py`."""
GIVEN_UP_AFTER = timedelta(days=5)
"""As SMTP itself advises: longer than a weekend without anybody who could mend a server."""
_LEASES = Leases(Mail, LEASE)
_INSERTION = Insertion(Mail.__table__)
_FIRST_DELAY = timedelta(seconds=30)
LONGEST_DELAY = timedelta(hours=2)
_NEVER = datetime(9000, 1, 1, tzinfo=UTC)
"""When a letter would be sent as a mail."""
HELD = "Nach einer Wiederherstellung angehalten: Diese E-Mail wurde vielleicht schon gesendet."
"""`last_error` of a mail on hold."""
DUE_STATES = (MailState.QUEUED.value, MailState.RETRYING.value)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to send with a mail; it is read on sending and must have this hash. `path` is below the data folder. A
    file in another room's table has its id there, `row`, and is loaded on sending (`delivery.py`).
    """

    name: str = ""
    media_type: str = ""
    path: str = ""
    sha256: str = ""
    row: int | None = None
    content: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Order:
    """A mail to be sent. `dedupe_key` names the occasion: a second order of it is a programming error.

    An empty `recipient`: the household has no mailbox, and gets a letter that a clerk prints.
    """

    kind: str
    recipient: str
    subject_ref: str
    dedupe_key: str
    values: dict[str, Any]
    not_before: datetime | None = None
    """Earliest time to send; None: at once. Until then the order can still be cancelled."""
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Leased:
    """A mail this process may deliver until the lease ends."""

    id: int
    kind: str
    recipient: str
    values: dict[str, Any]
    message_id: str
    attempts: int
    created_at: datetime
    attachments: tuple[Attachment, ...] = ()
    failing_since: datetime | None = None


def order(session: Session, orders: Sequence[Order], now: datetime) -> None:
    """Add mails to the outbox; they are sent after the commit. Decides between a mail and a letter to print."""
    rows = [
        {
            "dedupe_key": entry.dedupe_key,
            "kind": entry.kind,
            "subject_ref": entry.subject_ref,
            "recipient": entry.recipient,
            "values": entry.values,
            "message_id": uuid5(NAMESPACE_OID, entry.dedupe_key).hex,
            "state": MailState.QUEUED.value,
            "attempts": 0,
            "next_attempt_at": (entry.not_before or now) if entry.recipient else _NEVER,
            "created_at": now,
            "attachments": stored(entry.attachments),
            "is_letter": not entry.recipient,
        }
        for entry in orders
        if entry.recipient or entry.kind not in ON_SCREEN_ONLY
    ]
    _INSERTION.run(session, rows)


def stored(files: Sequence[Attachment]) -> list[dict[str, Any]] | None:
    """Attachments as stored in the row of their mail."""
    names = ("name", "media_type", "path", "sha256", "row")
    return [{name: value for name in names if (value := getattr(file, name))} for file in files] or None


def ordered(session: Session, dedupe_keys: Sequence[str]) -> set[str]:
    """Which of these mails were ever ordered."""
    return set(session.scalars(select(Mail.dedupe_key).where(Mail.dedupe_key.in_(dedupe_keys))))


def is_written_to(session: Session, subject_ref: str, recipient: str) -> bool:
    """Whether a mail about this was ordered for this recipient and not cancelled; for pages that mention it."""
    about = (Mail.subject_ref == subject_ref) & (Mail.recipient == recipient)
    query = select(Mail.id).where(about, Mail.state != MailState.CANCELLED.value, ~Mail.is_letter)
    return session.scalar(query.limit(1)) is not None


def unsent(session: Session, dedupe_keys: Sequence[str], now: datetime, *, lock: bool = False) -> set[str]:
    """Which of these mails cannot have reached a recipient: waiting, failed or cancelled, and not being sent now.

    With `lock` no sender can start before the transaction ends, so that the result stays true.
    """
    query = select(Mail.dedupe_key, Mail.state, _LEASES.is_held(now)).where(Mail.dedupe_key.in_(dedupe_keys))
    if lock:
        query = query.order_by(Mail.id).with_for_update()
    return {
        key
        for key, state, is_held in session.execute(query)
        if state != MailState.SENT and not (state in DUE_STATES and is_held)
    }


def cancel(session: Session, dedupe_keys: Sequence[str], now: datetime) -> set[str]:
    """Cancel mails that have not been sent; returns which. The others are sent or being sent."""
    taken_back = unsent(session, dedupe_keys, now, lock=True)
    still_due = Mail.dedupe_key.in_(taken_back) & Mail.state.in_(DUE_STATES)
    _LEASES.release(session, still_due, state=MailState.CANCELLED.value)
    _empty_cancelled(session, Mail.dedupe_key.in_(taken_back))
    return taken_back


def lease_due(session: Session, now: datetime, count: int) -> list[Leased]:
    """Lease up to `count` due mails without a valid lease, oldest first, and count the attempt."""
    due = (
        select(Mail.id)
        .where(Mail.state.in_(DUE_STATES), Mail.next_attempt_at <= now, _LEASES.is_free(now), ~Mail.is_letter)
        .order_by(Mail.next_attempt_at, Mail.id)
        .limit(count)
        .with_for_update(skip_locked=True)
    )
    ids = session.scalars(due).all()
    if not ids:
        return []
    _LEASES.take(session, Mail.id.in_(ids), now, attempts=Mail.attempts + 1)
    rows = session.scalars(select(Mail).where(Mail.id.in_(ids)).order_by(Mail.id))
    return [_leased(row) for row in rows]


def attachments_of(mail: Mail) -> tuple[Attachment, ...]:
    """The files that go with a mail."""
    return tuple(Attachment(**file) for file in mail.attachments or ())


def _leased(row: Mail) -> Leased:
    return Leased(
        id=row.id,
        kind=row.kind,
        recipient=row.recipient,
        values=row.values,
        message_id=row.message_id,
        attempts=row.attempts,
        created_at=row.created_at,
        attachments=attachments_of(row),
        failing_since=row.failing_since,
    )


def withdraw(session: Session, mail: Leased) -> None:
    """Cancel a mail leased by this process."""
    _settle(session, mail, state=MailState.CANCELLED.value, values=without_secrets(mail.kind, mail.values))


def readdress(session: Session, mail: Leased, recipient: str) -> None:
    """Change the recipient of a mail leased by this process."""
    session.execute(update(Mail).where(_is_ours(mail)).values(recipient=recipient))


def mark_sent(session: Session, mail: Leased, now: datetime) -> None:
    """Record delivery: the next server has accepted the mail."""
    emptied = without_secrets(mail.kind, mail.values)
    ended = {"last_error": None, "fault": None, "failing_since": None}
    _settle(session, mail, state=MailState.SENT.value, sent_at=now, values=emptied, **ended)


def mark_failed(
    session: Session, mail: Leased, reason: str, *, is_final: bool, now: datetime, fault: Fault = Fault.RECIPIENT
) -> MailState:
    """Record a failure: final if the server says so or has deferred the mail for days, else retried later.

    A failure that is not the mail's fault is never final.
    """
    counts = fault is Fault.RECIPIENT
    since = (mail.failing_since or now) if counts else None
    trouble: dict[str, Any] = {"last_error": reason[:300], "fault": fault.value, "failing_since": since}
    if counts and (is_final or (since and now - since >= GIVEN_UP_AFTER)):
        emptied = without_secrets(mail.kind, mail.values)
        _settle(session, mail, state=MailState.FAILED.value, values=emptied, **trouble)
        return MailState.FAILED
    next_attempt = now + retry_delay(mail.attempts)
    _settle(session, mail, state=MailState.RETRYING.value, next_attempt_at=next_attempt, **trouble)
    return MailState.RETRYING


def mark_posted(session: Session, mail_id: int, now: datetime) -> bool:
    """Mark a letter as posted. False: it is no letter that waits for that."""
    waits = (Mail.id == mail_id) & Mail.is_letter & (Mail.state == MailState.QUEUED.value)
    posted = update(Mail).where(waits).values(state=MailState.SENT.value, sent_at=now)
    return session.execute(posted).rowcount == 1  # type: ignore[attr-defined,no-any-return]


def mark_bounced(session: Session, mail_id: int, answer: str, now: datetime) -> bool:
    """Record that a sent mail bounced: it failed, with the reply of the server that could not deliver it. False: it was
    not sent, or is settled.
    """
    was_sent = (Mail.id == mail_id) & (Mail.state == MailState.SENT.value) & Mail.settled_at.is_(None)
    trouble: dict[str, Any] = {"last_error": answer[:300], "fault": Fault.RECIPIENT.value, "failing_since": now}
    return _changed(session, was_sent, trouble | {"state": MailState.FAILED.value}) > 0


def cancel_one(session: Session, mail_id: int, now: datetime) -> bool:
    """Cancel a waiting mail. False: it is not waiting, or a sender holds it at this moment."""
    waits = (Mail.id == mail_id) & Mail.state.in_(DUE_STATES) & _LEASES.is_free(now)
    is_cancelled = _LEASES.release(session, waits, state=MailState.CANCELLED.value)
    _empty_cancelled(session, Mail.id == mail_id)
    return is_cancelled


def hasten(session: Session, mail_id: int, now: datetime) -> bool:
    """Send a waiting mail now. False: it was sent, is being sent, or no longer waits."""
    waits = (Mail.id == mail_id) & (Mail.state == MailState.QUEUED.value) & _LEASES.is_free(now)
    return _changed(session, waits, {"next_attempt_at": now}) > 0


def requeue_cancelled(session: Session, mail_id: int) -> None:
    """Requeue a cancelled mail for its former time. Not for kinds with secrets, which are gone."""
    is_cancelled = (Mail.id == mail_id) & (Mail.state == MailState.CANCELLED.value) & Mail.kind.not_in(SECRET_MEMBERS)
    _LEASES.release(session, is_cancelled, state=MailState.QUEUED.value)


def _empty_cancelled(session: Session, condition: ColumnElement[bool]) -> None:
    """Remove the secrets from mails that will never be sent."""
    is_secret = Mail.kind.in_(SECRET_MEMBERS) & (Mail.state == MailState.CANCELLED.value)
    for id_, kind, values in session.execute(select(Mail.id, Mail.kind, Mail.values).where(condition, is_secret)).all():
        emptied = update(Mail).where(Mail.id == id_).values(values=without_secrets(kind, values))
        session.execute(emptied.execution_options(synchronize_session=False))


def retry(session: Session, mail_id: int, now: datetime) -> bool:
    """Requeue a failed mail, for another five days. False: it has not failed, or has lost its secrets."""
    has_failed = (Mail.state == MailState.FAILED.value) & Mail.kind.not_in(SECRET_MEMBERS)
    return _requeue(session, (Mail.id == mail_id) & has_failed, now) > 0


def retry_all(session: Session, now: datetime) -> int:
    """Requeue every failed mail that is not settled, and send those waiting for a retry now; returns how many. Mails on
    hold after a restore need a person.
    """
    return _requeue(session, _can_retry(now), now)


def retryable(session: Session, now: datetime) -> int:
    """How many `retry_all` would send."""
    return session.scalar(select(func.count()).select_from(Mail).where(_can_retry(now))) or 0


def _can_retry(now: datetime) -> ColumnElement[bool]:
    has_failed = (Mail.state == MailState.FAILED.value) & Mail.kind.not_in(SECRET_MEMBERS) & Mail.settled_at.is_(None)
    return has_failed | ((Mail.state == MailState.RETRYING.value) & _LEASES.is_free(now) & ~IS_HELD)


def _requeue(session: Session, which: ColumnElement[bool], now: datetime) -> int:
    begun = {"state": MailState.QUEUED.value, "attempts": 0, "next_attempt_at": now, "leased_until": None}
    begun |= {"settled_at": None, "settled_by": None, "settled_reason": None}
    return _changed(session, which, begun | {"fault": None, "failing_since": None})


def _changed(session: Session, which: ColumnElement[bool], values: Mapping[str, Any]) -> int:
    """Update the mails that meet a condition; returns how many."""
    changed = update(Mail).where(which).values(values).returning(Mail.id)
    return len(session.execute(changed.execution_options(synchronize_session=False)).all())


def try_again(session: Session, now: datetime) -> int:
    """Make every retry due at once, after the mail account was corrected; returns how many."""
    later = (Mail.state == MailState.RETRYING.value) & (Mail.next_attempt_at > now) & ~IS_HELD
    return _changed(session, later, {"next_attempt_at": now})


def hold_due(session: Session, now: datetime) -> int:
    """Hold every waiting mail that was due by now, after a restore; returns how many. Each may have been sent already,
    so it waits for a person: in the state `retrying` with a next attempt that never comes, which no bulk retry touches.
    Letters wait for a person anyway.
    """
    values: dict[str, Any] = {"state": MailState.RETRYING.value, "next_attempt_at": HELD_UNTIL, "leased_until": None}
    values |= {"fault": Fault.MACHINE.value, "last_error": HELD, "failing_since": None}
    return _changed(session, and_(WAITING, ~Mail.is_letter, Mail.next_attempt_at <= now), values)


def held(session: Session) -> int:
    """How many mails are on hold."""
    return session.scalar(select(func.count()).select_from(Mail).where(WAITING, IS_HELD)) or 0


def release_held(session: Session, now: datetime, which: ColumnElement[bool] | None = None) -> int:
    """Queue the mails on hold that meet a condition; returns how many."""
    values = {"state": MailState.QUEUED.value, "next_attempt_at": now, "last_error": None, "fault": None}
    return _changed(session, and_(WAITING, IS_HELD, true() if which is None else which), values)


def settle(session: Session, mails: ColumnElement[bool], actor: str, reason: str, now: datetime) -> list[int]:
    """Settle failed mails with a reason; returns which. They stay failed, but need no more work."""
    waits = mails & (Mail.state == MailState.FAILED.value) & Mail.settled_at.is_(None)
    noted = update(Mail).where(waits).values(settled_at=now, settled_by=actor, settled_reason=reason)
    settled = session.execute(noted.returning(Mail.id).execution_options(synchronize_session=False))
    return sorted(settled.scalars())


def unsettle(session: Session, mails: ColumnElement[bool]) -> None:
    """Undo the settling of failed mails."""
    blank = {"settled_at": None, "settled_by": None, "settled_reason": None}
    undone = update(Mail).where(mails & (Mail.state == MailState.FAILED.value)).values(**blank)
    session.execute(undone.execution_options(synchronize_session=False))


def forget(session: Session, subject_refs: Sequence[str]) -> None:
    """Delete every mail about these subjects, sent or not."""
    session.execute(delete(Mail).where(Mail.subject_ref.in_(subject_refs)))


def retry_delay(attempts: int) -> timedelta:
    """Exponential backoff: doubled each time, shortened by up to half at random (jitter) so that retries spread."""
    longest: timedelta = min(_FIRST_DELAY * 2 ** min(attempts - 1, 20), LONGEST_DELAY)
    return longest * random.uniform(0.5, 1)  # noqa: S311 - spreads load, protects nothing


def _settle(session: Session, mail: Leased, **values: Any) -> None:
    """Write the result unless another sender has leased the mail meanwhile."""
    _LEASES.release(session, _is_ours(mail), **values)


def _is_ours(mail: Leased) -> ColumnElement[bool]:
    """Each lease increments the attempts."""
    return (Mail.id == mail.id) & (Mail.attempts == mail.attempts)
