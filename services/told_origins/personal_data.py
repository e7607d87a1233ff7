"""What households tell us about how they heard of us, as data protection sees it."""

from typing import Final

from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    table_of,
)
from services.told_origins.models import ToldOrigin

TABLES: Final = (
    Description(
        table_of(ToldOrigin),
        "id reservation_id",
        label="Wie jemand von uns erfahren hat",
        purpose="Eine freiwillige Frage nach der Reservierung: Sie zeigt, welche Werbung ankommt.",
        basis=INTEREST,
        rule="over",
        personal={
            "asked_at": Personal("Gefragt am", Effect.DELETE),
            "answer": Personal("Antwort", Effect.DELETE),
            "answered_at": Personal("Zuletzt geantwortet am", Effect.DELETE),
            "text": Personal("Eigene Worte", Effect.DELETE, names_others=True),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="asked_at",
    ),
)
