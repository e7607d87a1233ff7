"""Staff API for mails: sent and waiting ones, letters to print, and a sample of every kind."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import Path, Query
from pydantic import BaseModel, Field
from starlette.responses import Response

from services.core.http.answers import Answer, Extended
from services.core.http.dependencies import ClockOf, SettingsOf
from services.core.http.errors import ValidationProblem
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Body, Day, RowId, RowIdIn
from services.mail import outbox
from services.mail.catalogue import SECRET_MEMBERS
from services.mail.models import Mail, MailState, ShownMailState
from services.mail.rendering import renderer_for
from services.messages.sent import letters, mails
from services.messages.sent.samples import SAMPLES, MailTemplateOut, MailTemplateRowOut, row_of, shown
from services.reservations.desk.masking import mask_email
from services.reservations.desk.perform import MOST_ROWS
from services.settings import Settings
from services.staff.access import ClerkOf, StaffRouter
from services.staff.call import Staff

router = StaffRouter(tag="mails")

_DEEPEST = 10_000
_PDF: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"application/pdf": {}}, "description": "the letters"}}
MailIds = Annotated[list[RowId], Field(min_length=1, max_length=letters.MOST)]


class MailQuery(ListQuery):
    """`q`: the reference of a reservation or enquiry, or how the recipient's address begins (three characters)."""

    sort: Literal["created_at"] = "created_at"
    order: Literal["asc", "desc"] = "desc"
    state: ShownMailState | None = None
    kind: str | None = Field(None, max_length=60)
    created_from: Day | None = None
    created_to: Day | None = None
    reservation_id: RowId | None = None
    q: str | None = Field(None, max_length=320)


class MailOut(Answer):
    """A mail in the list. `reservation_id` is null for mails about something else."""

    id: int
    kind: str
    subject: str
    recipient: str
    state: ShownMailState
    is_letter: bool
    """The household has no mailbox, so a clerk prints it."""
    attempts: int
    last_error: str | None
    created_at: datetime
    sent_at: datetime | None
    next_attempt_at: datetime | None
    """null unless another attempt is planned."""
    reservation_id: int | None
    reference: str | None


class MailShowOut(MailOut):
    """With the rendered mail, without one-time links. Resent, it would go to `recipient_today`: the household's address
    may have been corrected since.
    """

    text: str
    html: str
    can_resend: bool
    can_retry: bool
    can_cancel: bool
    can_release: bool
    """On hold since a restore, because it may have been sent already."""
    recipient_today: str
    enclosures: list[str]
    """Names of the files that go with it, as far as they are known before they are loaded."""


class MailsOut(BaseModel):
    data: list[MailOut]
    has_next: bool
    total: int | None


class RetriedOut(BaseModel):
    """How many mails were queued."""

    queued: int


class LettersIn(Body):
    """Whose letters; null: all that wait to be printed."""

    reservation_ids: Annotated[list[RowIdIn], Field(min_length=1, max_length=MOST_ROWS)] | None = None


class LetterRemarkOut(BaseModel):
    """What a clerk has to know before printing, and the households that it is about."""

    sentence: str
    people: list[str]


class LettersOut(BaseModel):
    """The letters that can be printed, the oldest first. `later`: how many wait beyond one document."""

    mail_ids: list[int]
    later: int
    remarks: list[LetterRemarkOut]


class LettersPostedIn(Body):
    """Letters that were put in the post."""

    mail_ids: Annotated[list[RowIdIn], Field(min_length=1, max_length=letters.MOST)]


class PostedOut(BaseModel):
    """How many were marked."""

    posted: int


class UnsentOut(BaseModel):
    """Mails that can be sent together: those on hold after a restore, and those that failed or wait for their next
    attempt. `to_print`: letters that wait to be printed.
    """

    held: int
    retryable: int
    to_print: int


def _source(mail: Mail) -> Extended:
    """What a row is read from."""
    reference = mail.values.get("reference")
    is_planned = mail.state in outbox.DUE_STATES and not (mail.is_letter or mail.is_held)
    return Extended(
        mail,
        state=mail.shown_state,
        recipient=mask_email(mail.recipient),
        next_attempt_at=mail.next_attempt_at if is_planned else None,
        reference=reference if isinstance(reference, str) else None,
    )


def _show(mail: Mail, recipient_today: str, settings: Settings, staff: Staff) -> MailShowOut:
    text, html = mails.preview(mail, renderer_for(settings), staff.role)
    waits = mail.state in outbox.DUE_STATES
    source = Extended(
        _source(mail),
        text=text,
        html=html,
        can_resend=not waits and mail.kind not in SECRET_MEMBERS,
        can_retry=mail.state == MailState.FAILED.value and mail.kind not in SECRET_MEMBERS,
        can_cancel=waits,
        can_release=mail.is_held,
        recipient_today=mask_email(recipient_today),
        enclosures=[file.name for file in outbox.attachments_of(mail) if file.name],
    )
    return MailShowOut.model_validate(source)


@router.get("/mails")
def list_mails(session: Reads, _staff: ClerkOf, wanted: Annotated[MailQuery, Query()]) -> MailsOut:
    """Mails, the latest first. Without a total: there are several per reservation."""
    if wanted.page * wanted.per_page > _DEEPEST:
        message = "So weit hinten lässt sich nicht blättern. Bitte grenzen Sie die Liste ein."
        raise ValidationProblem([{"field": "page", "code": "too_deep", "message": message}])
    query = mails.matching(wanted.state, wanted.kind, wanted.reservation_id)
    query = query.where(*mails.created_within(wanted.created_from, wanted.created_to))
    if wanted.q and wanted.q.strip():
        query = query.where(mails.search(session, wanted.q))
    rows, has_next = page_of(session, query, wanted, (Mail.id,))
    return MailsOut(data=[MailOut.model_validate(_source(row)) for row in rows], has_next=has_next, total=None)


@router.get("/mails/unsent")
def count_unsent_mails(session: Reads, clock: ClockOf, _staff: ClerkOf) -> UnsentOut:
    """How many mails "send all again" and "send all on hold" would send, and how many letters wait."""
    retryable = outbox.retryable(session, clock())
    return UnsentOut(held=outbox.held(session), retryable=retryable, to_print=letters.count_waiting(session))


@router.post("/mails/letters/preview")
def preview_letters(session: Reads, settings: SettingsOf, body: LettersIn, _staff: ClerkOf) -> LettersOut:
    """Which letters can be printed together, and what a clerk has to know before; nothing changes."""
    found = letters.batch(session, renderer_for(settings), body.reservation_ids)
    remarks = [LetterRemarkOut(sentence=one.sentence, people=one.people) for one in found.remarks]
    return LettersOut(mail_ids=found.ids, later=found.later, remarks=remarks)


@router.get("/mails/letters.pdf", response_class=Response, responses=_PDF)
def print_letters(
    session: Writes, clock: ClockOf, settings: SettingsOf, mail: Annotated[MailIds, Query()], staff: ClerkOf
) -> Response:
    """Letters as one PDF, each beginning on a new page. That they were printed is put on record."""
    name, content = letters.print_all(session, renderer_for(settings), mail, staff.actor, clock())
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(content, headers=headers, media_type="application/pdf")


@router.post("/mails/letters/posted")
def note_letters_posted(session: Writes, clock: ClockOf, body: LettersPostedIn, staff: ClerkOf) -> PostedOut:
    """Mark letters as posted; those that somebody has marked before stay as they are."""
    return PostedOut(posted=letters.note_all_posted(session, body.mail_ids, staff.actor, clock()))


@router.get("/mails/{mail}")
def get_mail(session: Reads, settings: SettingsOf, mail: RowId, staff: ClerkOf) -> MailShowOut:
    """One mail as its recipient reads it."""
    found = mails.mail_of(session, mail)
    recipient_today = mails.recipient_today(session, found)
    return _show(found, recipient_today, settings, staff)


@router.post("/mails/{mail}/resend")
def resend_mail(session: Writes, clock: ClockOf, settings: SettingsOf, mail: RowId, staff: ClerkOf) -> MailShowOut:
    """Resend a mail; returns the new one."""
    sent = mails.resend(session, mail, staff.actor, clock())
    return _show(sent, sent.recipient, settings, staff)


@router.post("/mails/{mail}/retry")
def retry_mail(session: Writes, clock: ClockOf, settings: SettingsOf, mail: RowId, staff: ClerkOf) -> MailShowOut:
    """Queue a failed mail again."""
    mails.retry(session, mail, staff.actor, clock())
    return get_mail(session, settings, mail, staff)


@router.post("/mails/retry")
def retry_mails(session: Writes, clock: ClockOf, staff: ClerkOf) -> RetriedOut:
    """Queue all failed mails and those waiting for their next attempt; not those on hold."""
    return RetriedOut(queued=mails.retry_all(session, staff.actor, clock()))


@router.post("/mails/release")
def release_mails(session: Writes, clock: ClockOf, staff: ClerkOf) -> RetriedOut:
    """Send all mails that a restore has put on hold."""
    return RetriedOut(queued=mails.release_all(session, staff.actor, clock()))


@router.post("/mails/{mail}/release")
def release_mail(session: Writes, clock: ClockOf, settings: SettingsOf, mail: RowId, staff: ClerkOf) -> MailShowOut:
    """Send a mail that a restore has put on hold."""
    mails.release(session, mail, staff.actor, clock())
    return get_mail(session, settings, mail, staff)


@router.post("/mails/{mail}/cancel")
def cancel_mail(session: Writes, clock: ClockOf, settings: SettingsOf, mail: RowId, staff: ClerkOf) -> MailShowOut:
    """Cancel a waiting mail."""
    mails.cancel(session, mail, staff.actor, clock())
    return get_mail(session, settings, mail, staff)


@router.get("/mails/{mail}/letter.pdf", response_class=Response, responses=_PDF)
def print_letter(session: Writes, clock: ClockOf, settings: SettingsOf, mail: RowId, staff: ClerkOf) -> Response:
    """A letter as a PDF, for a window envelope. That it was printed is put on record."""
    return print_letters(session, clock, settings, [mail], staff)


@router.post("/mails/{mail}/posted")
def note_letter_posted(
    session: Writes, clock: ClockOf, settings: SettingsOf, mail: RowId, staff: ClerkOf
) -> MailShowOut:
    """Mark a letter as posted."""
    letters.note_posted(session, mail, staff.actor, clock())
    return get_mail(session, settings, mail, staff)


@router.get("/mail-templates")
def list_mail_templates(_staff: ClerkOf) -> list[MailTemplateRowOut]:
    """Every kind of mail, those to households first."""
    return [row_of(sample) for sample in SAMPLES.values()]


@router.get("/mail-templates/{kind}")
def get_mail_template(
    kind: Annotated[str, Path(max_length=60)], settings: SettingsOf, _staff: ClerkOf
) -> MailTemplateOut:
    """A kind of mail, rendered with sample data as real mails are."""
    return shown(kind, renderer_for(settings))
