"""Staff API for what staff write. Marketing has no access: every message is personal."""

from typing import Annotated, Final

from services.core.http.openapi import problems
from services.core.inputs import A_FLAG, Body, Needed, RowId
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
_READ: Final = problems(401, 403, 404, 422, 503)
_CHANGE: Final = problems(401, 403, 404, 409, 422, 503)


class CloseIn(Body):
    """Whether the conversation is done."""

    is_closed: Annotated[bool, A_FLAG, Needed()]


def _clerk(call: Call, staff: Staff) -> Clerk:
    return Clerk(staff.id, staff.name, renderer_for(call.settings).domain, call.now)


def _shown(call: Call, conversation_id: int) -> ConversationOut:
    with call.db.read() as session:
        return show(session, conversation_id)


@router.get(f"{_ONE}/composer", operation_id="get_composer", responses=_READ)
def get_composer(conversation_id: RowId, call: CallOf, staff: ClerkOf) -> ComposerOut:
    """What is needed to answer, and where earlier answers stand."""
    with call.db.read() as session:
        return composer(session, conversation_id, staff)


@router.post(f"{_ONE}/preview", operation_id="preview_answer", responses=_READ)
def preview_answer(conversation_id: RowId, body: PreviewIn, call: CallOf, staff: ClerkOf) -> MessagePreviewOut:
    """The answer as its recipient reads it."""
    reference = _shown(call, conversation_id).reference
    return preview(renderer_for(call.settings), body, staff.name, reference, call.now)


@router.post(f"{_ONE}/answers", status_code=201, operation_id="answer_conversation", responses=_CHANGE)
def answer_conversation(conversation_id: RowId, body: AnswerIn, call: CallOf, staff: ClerkOf) -> ConversationOut:
    """Answer. It leaves after ten minutes, or at the moment that was chosen."""
    call.db.write(lambda session: write.answer(session, conversation_id, body, _clerk(call, staff)))
    return _shown(call, conversation_id)


@router.post(f"{_ANSWER}/withdraw", operation_id="withdraw_answer", responses=_CHANGE)
def withdraw_answer(conversation_id: RowId, message_id: RowId, call: CallOf, staff: ClerkOf) -> ConversationOut:
    """Take an answer back that has not left."""
    which = conversation_id, message_id
    call.db.write(lambda session: withdraw.withdraw(session, *which, staff.actor, call.now))
    return _shown(call, conversation_id)


@router.post(f"{_ANSWER}/send-now", operation_id="hasten_answer", responses=_CHANGE)
def hasten_answer(conversation_id: RowId, message_id: RowId, call: CallOf, staff: ClerkOf) -> ConversationOut:
    """Let an answer leave now."""
    which = conversation_id, message_id
    call.db.write(lambda session: withdraw.hasten(session, *which, staff.actor, call.now))
    return _shown(call, conversation_id)


@router.post(f"{_ONE}/close", operation_id="close_conversation", responses=_READ)
def close_conversation(conversation_id: RowId, body: CloseIn, call: CallOf, staff: ClerkOf) -> ConversationOut:
    """Say that it is done, or take it up again."""
    call.db.write(lambda session: close.set_closed(session, conversation_id, body.is_closed, staff.actor, call.now))
    return _shown(call, conversation_id)


@router.post(
    _FILES, status_code=201, operation_id="upload_answer_file", responses=problems(401, 403, 404, 413, 422, 503)
)
def upload_answer_file(body: AnswerFileIn, call: CallOf, staff: ClerkOf) -> AnswerFileOut:
    """Attach a file to an answer that is being written; it waits a day for being sent."""
    return call.db.write(lambda session: uploads.upload(session, body, staff.id, call.now))


@router.delete(f"{_FILES}/{{file_id:int}}", status_code=204, operation_id="remove_answer_file", responses=_READ)
def remove_answer_file(file_id: RowId, call: CallOf, staff: ClerkOf) -> None:
    """Take a file out of an answer that was not sent."""
    call.db.write(lambda session: uploads.remove(session, file_id, staff.id))


@router.get(f"{_HOUSEHOLD}/composer", operation_id="get_household_composer", responses=_READ)
def get_household_composer(reservation_id: RowId, call: CallOf, staff: ClerkOf) -> ComposerOut:
    """What is needed to write to a household first."""
    with call.db.read() as session:
        return composer_for(session, reservation_id, staff)


@router.post(f"{_HOUSEHOLD}/preview", operation_id="preview_message", responses=_READ)
def preview_message(reservation_id: RowId, body: PreviewIn, call: CallOf, staff: ClerkOf) -> MessagePreviewOut:
    """The message as the household reads it; the number of its conversation comes with sending."""
    with call.db.read() as session:
        composer_for(session, reservation_id, staff)
    return preview(renderer_for(call.settings), body, staff.name, "NA-…", call.now)


@router.post(_HOUSEHOLD, status_code=201, operation_id="write_to_household", responses=_CHANGE)
def write_to_household(reservation_id: RowId, body: WriteIn, call: CallOf, staff: ClerkOf) -> BegunOut:
    """Write to a household first: begins a conversation."""
    clerk = _clerk(call, staff)
    begun = call.db.write(lambda session: write.begin(session, reservation_id, body, clerk))
    return BegunOut(conversation_id=begun)
