"""Files that a clerk uploads while writing an answer: checked by content, kept for a day."""

import hashlib
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete
from sqlalchemy.orm import Session

from services.core.fields import Refused
from services.core.inputs import fault_of
from services.messages.answers.errors import UnknownAnswerFile
from services.messages.answers.inputs import AnswerFileIn
from services.messages.answers.schemas import AnswerFileOut
from services.messages.errors import UnknownConversation
from services.messages.intake.files import FoundFile, Refusal, judged, safe_name
from services.messages.models import AnswerFile, Conversation
from services.reservations.desk.show import find

KEPT: Final = timedelta(days=1)
WORDS: Final = {
    Refusal.TOO_LARGE: "Diese Datei ist größer als 10 MB. Bitte verkleinern Sie sie.",
    Refusal.TOGETHER: "Zusammen sind die Dateien größer als 25 MB. Bitte entfernen Sie eine.",
    Refusal.TOO_MANY: "Mehr als 10 Dateien nimmt eine Nachricht nicht auf. Bitte entfernen Sie eine.",
    Refusal.MACROS: "Diese Datei enthält Makros oder Programme. Bitte speichern Sie sie als PDF.",
    Refusal.OUTLOOK: "Outlook hat diese Datei verpackt. Bitte speichern Sie den Inhalt einzeln.",
    Refusal.UNKNOWN: "Diese Art von Datei lässt sich nicht anhängen. Bitte nehmen Sie ein PDF oder ein Bild.",
    Refusal.EMPTY: "Diese Datei ist leer.",
}
"""For the clerk who uploads the file."""


def upload(session: Session, body: AnswerFileIn, account_id: int, now: datetime) -> AnswerFileOut:
    """Store a file for an answer; macros are refused, and so is a type that does not match the content. Raises
    UnknownConversation, UnknownReservation, and an error of `content`. A unit of work.
    """
    kind = kind_of(body)
    if body.conversation_id is not None and session.get(Conversation, body.conversation_id) is None:
        raise UnknownConversation
    if body.reservation_id is not None:
        find(session, body.reservation_id)
    row = AnswerFile(
        conversation_id=body.conversation_id,
        reservation_id=body.reservation_id,
        account_id=account_id,
        filename=safe_name(body.filename),
        content_type=kind,
        size_bytes=len(body.content),
        sha256=hashlib.sha256(body.content).hexdigest(),
        content=body.content,
        created_at=now,
    )
    session.add(row)
    session.flush()
    return AnswerFileOut.model_validate(row)


def kind_of(body: AnswerFileIn) -> str:
    """The type of a file by its content; Refused."""
    kind, reason = judged(FoundFile(body.filename, "", body.content))
    with fault_of("content"):
        if reason is not None:
            raise Refused(reason.value, WORDS[reason])
    return kind


def remove(session: Session, file_id: int, account_id: int) -> None:
    """Delete an unsent file; UnknownAnswerFile, also for a colleague's. A unit of work."""
    is_it = (AnswerFile.id == file_id) & (AnswerFile.account_id == account_id)
    gone = session.execute(delete(AnswerFile).where(is_it).returning(AnswerFile.id))
    if gone.first() is None:
        raise UnknownAnswerFile


def forget_unsent(session: Session, now: datetime) -> None:
    """Delete files that were not sent within a day."""
    session.execute(delete(AnswerFile).where(AnswerFile.created_at < now - KEPT))
