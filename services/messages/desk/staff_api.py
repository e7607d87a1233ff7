"""Staff API for messages. Marketing has no access: every one of them is personal."""

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import Response

from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.messages.conversations import subject_ref
from services.messages.desk import assign, download, lists, mailbox
from services.messages.desk.download import ForeignFile
from services.messages.desk.schemas import (
    AssignIn,
    ConversationOut,
    ConversationsOut,
    ConversationsQuery,
    MailboxOut,
    RevealIn,
)
from services.messages.desk.show import reveal, show
from services.reservations.desk.schemas import RevealedOut
from services.reservations.listing.search_text import catch_up
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="messages")
_ONE = "/conversations/{conversation_id:int}"
_REFUSAL = "/mailbox/refusals/{refusal_id:int}"
_FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {}}, "description": "the file, to be saved"}
}


def _sent(file: ForeignFile) -> Response:
    return Response(file.content, headers=file.headers, media_type=file.media_type)


@router.get("/conversations")
def list_conversations(
    wanted: Annotated[ConversationsQuery, Query()], session: Reads, _staff: ClerkOf
) -> ConversationsOut:
    """One page, by the latest incoming message."""
    return lists.conversations(session, wanted)


@router.get(_ONE)
def get_conversation(conversation_id: RowId, call: CallOf, _staff: ClerkOf) -> ConversationOut:
    """One conversation with its messages, and with suggested reservations while it is unassigned."""
    catch_up(call.db)
    with call.db.read() as session:
        return show(session, conversation_id)


@router.post(f"{_ONE}/reveal")
def reveal_conversation(
    conversation_id: RowId, body: RevealIn, session: Writes, call: CallOf, staff: ClerkOf
) -> RevealedOut:
    """The correspondent's whole address or number; recorded in the audit log."""
    return RevealedOut(value=reveal(session, conversation_id, body.field, staff.actor, call.now))


@router.post(f"{_ONE}/assign", responses=stale(ConversationOut))
def assign_conversation(
    conversation_id: RowId, body: AssignIn, session: Writes, call: CallOf, staff: ClerkOf
) -> ConversationOut:
    """Assign it to a reservation, or to none."""
    edits = acts(subject_ref(conversation_id), assign.ASSIGNED, assign.SET_ASIDE, assign.UNASSIGNED)
    with with_current(session, lambda: show(session, conversation_id), edits):
        assign.assign(session, conversation_id, body, staff.actor, call.now)
    return show(session, conversation_id)


@router.get(f"{_ONE}/attachments/{{attachment_id:int}}", response_class=Response, responses=_FILE)
def fetch_attachment(
    conversation_id: RowId, attachment_id: RowId, session: Writes, call: CallOf, staff: ClerkOf
) -> Response:
    """Download a file as it was sent. Recorded in the audit log."""
    return _sent(download.fetch_attachment(session, conversation_id, attachment_id, staff.actor, call.now))


@router.get("/mailbox")
def get_mailbox(session: Reads, call: CallOf, _staff: ClerkOf) -> MailboxOut:
    """When the mailbox was last read, and the mails that could not be parsed."""
    return mailbox.mailbox_state(session, call.settings.mailbox_name)


@router.get(_REFUSAL, response_class=Response, responses=_FILE)
def fetch_mailbox_refusal(refusal_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> Response:
    """Download an unreadable mail. Recorded in the audit log."""
    return _sent(download.fetch_refusal(session, refusal_id, staff.actor, call.now))


@router.post(f"{_REFUSAL}/settle")
def settle_mailbox_refusal(refusal_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> MailboxOut:
    """Mark an unreadable mail as dealt with."""
    mailbox.settle_refusal(session, refusal_id, staff.actor, call.now)
    return mailbox.mailbox_state(session, call.settings.mailbox_name)
