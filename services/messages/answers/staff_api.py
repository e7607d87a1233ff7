"""Staff API for what staff write. Marketing has no access: every message is personal."""

from typing import Annotated, Final

from services.core.http.transactions import Reads, Writes
from services.core.inputs import BOOLEAN, Body, Required, RowId
from services.mail.rendering import renderer_for
from services.messages.answers import close, uploads, withdraw, write
from services.messages.answers.composer import composer, composer_for
from services.messages.answers.inputs import AnswerFileIn, AnswerIn, PreviewIn, WriteIn
from services.messages.answers.preview import preview
from services.messages.answers.schemas import AnswerFileOut, BegunOut, ComposerOut, MessagePreviewOut
from services.messages.answers.write import Clerk
from services.messages.desk.schemas import ConversationOut
from services.messages.desk.show import show
from services.messages.intake.files import LARGEST_FILE
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.call import Call, Staff

router = StaffRouter(tag="answers")
_ONE: Final = "/conversations/{conversation_id:int}"
_ANSWER: Final = f"{_ONE}/answers/{{message_id:int}}"
_FILES: Final = "/answer-files"
LARGE_BODIES: Final = {f"/api/staff{_FILES}": LARGEST_FILE * 4 // 3 + 4096}
"""A file within JSON, as base64."""
_HOUSEHOLD: Final = "/reservations/{reservation_id:int}/messages"


class CloseIn(Body):
    """Whether the conversation is done."""

    is_closed: Annotated[bool, BOOLEAN, Required()]


def _clerk(call: Call, staff: Staff) -> Clerk:
    return Clerk(staff.id, staff.name, renderer_for(call.settings).domain, call.now)


@router.get(f"{_ONE}/composer")
def get_composer(conversation_id: RowId, session: Reads, staff: ClerkOf) -> ComposerOut:
    """What is needed to answer, and the state of earlier answers."""
    return composer(session, conversation_id, staff)


@router.post(f"{_ONE}/preview")
def preview_answer(
    conversation_id: RowId, body: PreviewIn, session: Reads, call: CallOf, staff: ClerkOf
) -> MessagePreviewOut:
    """The answer as its recipient reads it."""
    reference = show(session, conversation_id).reference
    return preview(renderer_for(call.settings), body, staff.name, reference, call.now)


@router.post(f"{_ONE}/answers", status_code=201)
def answer_conversation(
    conversation_id: RowId, body: AnswerIn, session: Writes, call: CallOf, staff: ClerkOf
) -> ConversationOut:
    """Answer. The mail is sent after ten minutes, or at the chosen time."""
    write.answer(session, conversation_id, body, _clerk(call, staff))
    return show(session, conversation_id)


@router.post(f"{_ANSWER}/withdraw")
def withdraw_answer(
    conversation_id: RowId, message_id: RowId, session: Writes, call: CallOf, staff: ClerkOf
) -> ConversationOut:
    """Withdraw an answer that has not been sent."""
    withdraw.withdraw(session, conversation_id, message_id, staff.actor, call.now)
    return show(session, conversation_id)


@router.post(f"{_ANSWER}/send-now")
def hasten_answer(
    conversation_id: RowId, message_id: RowId, session: Writes, call: CallOf, staff: ClerkOf
) -> ConversationOut:
    """Send a waiting answer now."""
    withdraw.hasten(session, conversation_id, message_id, staff.actor, call.now)
    return show(session, conversation_id)


@router.post(f"{_ONE}/close")
def close_conversation(
    conversation_id: RowId, body: CloseIn, session: Writes, call: CallOf, staff: ClerkOf
) -> ConversationOut:
    """Close or reopen a conversation."""
    close.set_closed(session, conversation_id, body.is_closed, staff.actor, call.now)
    return show(session, conversation_id)


@router.post(_FILES, status_code=201)
def upload_answer_file(body: AnswerFileIn, session: Writes, call: CallOf, staff: ClerkOf) -> AnswerFileOut:
    """Upload a file for an answer; it is kept for a day."""
    return uploads.upload(session, body, staff.id, call.now)


@router.delete(f"{_FILES}/{{file_id:int}}", status_code=204)
def remove_answer_file(file_id: RowId, session: Writes, staff: ClerkOf) -> None:
    """Remove an uploaded file."""
    uploads.remove(session, file_id, staff.id)


@router.get(f"{_HOUSEHOLD}/composer")
def get_household_composer(reservation_id: RowId, session: Reads, staff: ClerkOf) -> ComposerOut:
    """What is needed to write to a household."""
    return composer_for(session, reservation_id, staff)


@router.post(f"{_HOUSEHOLD}/preview")
def preview_message(
    reservation_id: RowId, body: PreviewIn, session: Reads, call: CallOf, staff: ClerkOf
) -> MessagePreviewOut:
    """The message as the household reads it; its conversation gets a number on sending."""
    composer_for(session, reservation_id, staff)
    return preview(renderer_for(call.settings), body, staff.name, "NA-…", call.now)


@router.post(_HOUSEHOLD, status_code=201)
def write_to_household(reservation_id: RowId, body: WriteIn, session: Writes, call: CallOf, staff: ClerkOf) -> BegunOut:
    """Start a conversation with a household."""
    return BegunOut(conversation_id=write.begin(session, reservation_id, body, _clerk(call, staff)))
