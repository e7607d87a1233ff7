"""The outbox, as data protection sees it."""

from typing import Final

from services.core.personal_data.description import (
    CONTRACT,
    Description,
    Effect,
    Hold,
    Lead,
    Personal,
    Subject,
    table_of,
)
from services.mail.models import Mail

_GONE: Final = Effect.DELETE

TABLES: Final = (
    Description(
        table_of(Mail),
        "id attempts next_attempt_at leased_until fault failing_since settled_at settled_by is_letter",
        label="Mails",
        purpose="Was wir einem Haushalt geschrieben haben, und ob es angekommen ist.",
        basis=CONTRACT,
        rule="letters",
        personal={
            "kind": Personal("Art der Mail", _GONE, Hold.LETTERS),
            "recipient": Personal("Empfänger", _GONE, Hold.LETTERS),
            "state": Personal("Stand", _GONE, Hold.LETTERS),
            "created_at": Personal("Geschrieben am", _GONE, Hold.LETTERS),
            "sent_at": Personal("Gesendet am", _GONE, Hold.LETTERS),
            "subject_ref": Personal("Worum es geht", _GONE, Hold.LETTERS, is_exported=False),
            "dedupe_key": Personal("Anlass", _GONE, Hold.LETTERS, is_exported=False),
            "message_id": Personal("Kennung der Nachricht", _GONE, Hold.LETTERS, is_exported=False),
            "values": Personal(
                "Angaben, aus denen der Text entsteht", _GONE, Hold.LETTERS, is_exported=False, names_others=True
            ),
            "attachments": Personal("Anhänge", _GONE, Hold.LETTERS, is_exported=False),
            "settled_reason": Personal("Warum erledigt, in Worten des Teams", _GONE, Hold.LETTERS, names_others=True),
            "last_error": Personal("Antwort des Mailservers", _GONE, Hold.LETTERS, is_exported=False),
        },
        leads=tuple(Lead(subject, "subject_ref", is_reference=True) for subject in Subject),
        dated_by="created_at",
    ),
)
