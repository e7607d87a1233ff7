"""What households tell us about how they heard of us, as data protection sees it."""

from typing import Final

from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    remark,
    table_of,
)
from services.told_origins.models import ToldOrigin, ToldText

TABLES: Final = (
    Description(
        table_of(ToldOrigin),
        "id reservation_id has_decoy",
        label="Wie jemand von uns erfahren hat",
        purpose="Eine freiwillige Frage nach der Reservierung: Sie zeigt, welche Werbung ankommt.",
        basis=INTEREST,
        rule="over",
        personal={
            "asked_at": Personal("Gefragt am", Effect.DELETE),
            "answer": Personal("Antwort", Effect.DELETE),
            "answered_at": Personal("Zuletzt geantwortet am", Effect.DELETE),
            "text": Personal("Eigene Worte", Effect.DELETE, names_others=True),
            "compared": Personal("Eigene Worte, vergleichbar", Effect.DELETE, is_exported=False, names_others=True),
            "counted_as": Personal("Zählt als", Effect.DELETE),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="asked_at",
    ),
    Description(
        table_of(ToldText),
        "id counted_as created_at created_by undone_at undone_by",
        label="Zugeordnete Antworten",
        purpose="Was Haushalte in eigenen Worten schreiben, zählt als eine gemeinsame Antwort.",
        basis=INTEREST,
        rule="remarks",
        personal={"raw": remark("Eigene Worte, wie sie verglichen werden")},
        dated_by="created_at",
    ),
)
