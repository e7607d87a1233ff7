"""Messages, as data protection sees them: what was written to us and what we answered."""

from typing import Final

from services.core.personal_data.description import (
    CONTRACT,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    table_of,
    without_person,
)
from services.messages.models import (
    AnswerFile,
    Conversation,
    MailboxPosition,
    MailboxRefusal,
    Message,
    MessageAttachment,
)
from services.messages.templates.models import AnswerTemplate

_PURPOSE: Final = "Anfragen beantworten und wissen, was besprochen wurde."


def _gone(what: str, *, is_exported: bool = True, names_others: bool = False) -> Personal:
    return Personal(what, Effect.DELETE, is_exported=is_exported, names_others=names_others)


TABLES: Final = (
    Description(
        table_of(Conversation),
        "id version contact_message_id reservation_id matched_by is_other_address",
        label="Schriftwechsel",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="messages",
        personal={
            "reference": _gone("Nummer"),
            "subject": _gone("Betreff", names_others=True),
            "correspondent_name": _gone("Name", names_others=True),
            "correspondent_email": _gone("E-Mail-Adresse", names_others=True),
            "reply_to": _gone("Adresse für Antworten", names_others=True),
            "email_normalized": _gone("E-Mail-Adresse, vergleichbar", is_exported=False, names_others=True),
            "mailbox": _gone("Postfach", is_exported=False, names_others=True),
            "state": _gone("Stand"),
            "last_inbound_at": _gone("Letzte Nachricht an uns"),
            "last_outbound_at": _gone("Letzte Antwort von uns"),
            "created_at": _gone("Begonnen am"),
        },
        leads=(Lead(Subject.CONVERSATION, "id"),),
        dated_by="created_at",
    ),
    Description(
        table_of(Message),
        "id conversation_id is_other_address fingerprint author_id created_at",
        label="Nachrichten im Schriftwechsel",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="messages",
        personal={
            "direction": _gone("Richtung"),
            "origin": _gone("Weg"),
            "kind": _gone("Art"),
            "received_at": _gone("Zeitpunkt"),
            "from_name": _gone("Name des Absenders", names_others=True),
            "from_address": _gone("Adresse des Absenders", names_others=True),
            "to_address": _gone("Adresse des Empfängers", names_others=True),
            "subject": _gone("Betreff", names_others=True),
            "body_text": _gone("Text", names_others=True),
            "reply_text": _gone("Text ohne Zitate", is_exported=False, names_others=True),
            "message_id": _gone("Kennung der Nachricht", is_exported=False),
            "in_reply_to": _gone("Antwort auf", is_exported=False),
            "references_text": _gone("Frühere Nachrichten", is_exported=False),
            "mail_id": _gone("Mail dazu", is_exported=False),
        },
        leads=(Lead(Subject.CONVERSATION, "conversation_id"),),
        dated_by="received_at",
    ),
    Description(
        table_of(MessageAttachment),
        "id message_id conversation_id",
        label="Dateien im Schriftwechsel",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="messages",
        personal={
            "filename": _gone("Name der Datei", names_others=True),
            "content_type": _gone("Art der Datei"),
            "size_bytes": _gone("Größe in Byte"),
            "sha256": _gone("Prüfsumme", is_exported=False),
            "content": _gone("Inhalt der Datei", is_exported=False),
            "refused_reason": _gone("Warum nicht angenommen"),
        },
        leads=(Lead(Subject.CONVERSATION, "conversation_id"),),
    ),
    Description(
        table_of(AnswerFile),
        "id conversation_id reservation_id account_id",
        label="Dateien zu einer Antwort, die noch geschrieben wird",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="answer_files",
        personal={
            "filename": _gone("Name der Datei", names_others=True),
            "content_type": _gone("Art der Datei"),
            "size_bytes": _gone("Größe in Byte"),
            "sha256": _gone("Prüfsumme", is_exported=False),
            "content": _gone("Inhalt der Datei", is_exported=False),
            "created_at": _gone("Angehängt am"),
        },
        leads=(Lead(Subject.CONVERSATION, "conversation_id"), Lead(Subject.RESERVATION, "reservation_id")),
        dated_by="created_at",
    ),
    without_person(AnswerTemplate, "id name topic subject text version created_at updated_at updated_by removed_at"),
    without_person(MailboxPosition, "mailbox uidvalidity last_uid checked_at last_error failing_since"),
    Description(
        table_of(MailboxRefusal),
        "id mailbox uid fingerprint size_bytes reason created_at settled_at settled_by",
        label="Unlesbare Mails",
        purpose="Eine Mail, die sich nicht lesen lässt, nicht zu verlieren.",
        basis=CONTRACT,
        rule="unreadable",
        personal={
            "raw": Personal("Die Mail, wie sie kam", Effect.DELETE, is_exported=False),
            "received_at": Personal("Eingegangen am", Effect.DELETE),
        },
        dated_by="received_at",
    ),
)
