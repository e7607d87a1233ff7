"""Submit a contact message: row, both mails, audit entry and stored answer, in one transaction."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from services.contact.models import ContactMessage, MessageStatus
from services.contact.topics import PAYMENT_NAMES, TOPIC_NAMES
from services.contact.validation import ContactRequest
from services.core.contact_details import deliverable_address
from services.core.http import idempotency
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.errors import IdempotencyMismatch
from services.core.http.idempotency import Answer, Call, Earlier
from services.core.http.outcome import Outcome, refused
from services.core.references import ENQUIRY, new_reference
from services.mail import outbox
from services.mail.acknowledgements import Acknowledgements
from services.mail.catalogue import ContactForwarded, ContactReceived, MailKind, to_values
from services.parks.names import park_labels
from services.staff import audit

Follower = Callable[[Session, ContactMessage, datetime], None]
"""What a room above makes of a stored message, in its transaction; the app names them (`app.py`). It may write into the
audit log, whose chain has one end, so it is called when all other rows are written."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One valid call with its identity and the recipient of the message."""

    request: ContactRequest
    call: Call
    recipient: str
    answers: Acknowledgements
    followers: Sequence[Follower] = ()


def submit(session: Session, submission: Submission, now: datetime) -> Outcome:
    """The outcome of one call; to be run by `Database.write`, which commits."""
    call = submission.call
    claim = idempotency.claim(session, [call], now)[call.key_hash]
    if isinstance(claim, Earlier):
        answer = claim.answer_to(call)
        return Outcome(answer.status, answer.body, is_replay=True) if answer else refused(IdempotencyMismatch())
    reference = _store(session, submission, now)
    outcome = Outcome(200, {"success": True, "reference": reference})
    idempotency.remember(session, [(call, Answer(outcome.status, outcome.body))], now)
    return outcome


def submit_counted(session: Session, submission: Submission, limit: Limit, bucket: str, now: datetime) -> Outcome:
    """As `submit`, for callers whose calls are limited. A refused call stays counted."""
    problem = check_call(session, limit, bucket, now)
    return refused(problem) if problem else submit(session, submission, now)


def _store(session: Session, submission: Submission, now: datetime) -> str:
    """Write every row of the message; returns its reference. The audit entry is last because its chain has a single
    end.
    """
    request, id_, reference = submission.request, uuid4(), new_reference(ENQUIRY)
    row = ContactMessage(**asdict(request), id=id_, reference=reference, status=MessageStatus.NEW.value, created_at=now)
    session.add(row)
    session.flush()
    parks = park_labels(session)
    project = parks[request.project].name if request.project else ""
    orders = [_forwarded(submission, id_, reference, project)]
    if not request.suspected_spam and submission.answers.allow(session, [request.email_normalized], now)[0]:
        orders.append(_acknowledged(submission, id_, reference))
    outbox.order(session, orders, now)
    for follow in submission.followers:
        follow(session, row, now)
    details = {"topic": request.topic, "suspected_spam": request.suspected_spam}
    audit.append(session, [audit.Event("household", "contact.received", subject_ref(id_), details)], now)
    return reference


def subject_ref(message_id: UUID) -> str:
    """How mails and the audit log name a message."""
    return f"contact:{message_id}"


def _forwarded(submission: Submission, id_: UUID, reference: str, project: str) -> outbox.Order:
    """The message to us."""
    request = submission.request
    forwarded = ContactForwarded(
        reference=reference,
        topic=TOPIC_NAMES[request.topic],
        suspected_spam=request.suspected_spam,
        name=request.name,
        email=deliverable_address(request.email, request.email_normalized),
        phone=request.phone or "",
        reservation_reference=request.reservation_reference or "",
        project=project,
        amount_cents=request.amount_cents,
        payment_method=PAYMENT_NAMES.get(request.payment_method or "", ""),
        message=request.message,
    )
    return _order(forwarded, submission.recipient, id_, reference)


def _acknowledged(submission: Submission, id_: UUID, reference: str) -> outbox.Order:
    """The mail to the sender; left out for suspected bots and for mailboxes that have reached their daily limit."""
    request = submission.request
    sender = deliverable_address(request.email, request.email_normalized)
    return _order(ContactReceived(reference=reference, topic=TOPIC_NAMES[request.topic]), sender, id_, reference)


def _order(mail: MailKind, recipient: str, id_: UUID, reference: str) -> outbox.Order:
    return outbox.Order(
        kind=mail.kind,
        recipient=recipient,
        subject_ref=subject_ref(id_),
        dedupe_key=f"{mail.kind}:{reference}",
        values=to_values(mail),
    )
