"""The places that households hand over, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import CONTRACT, Description, Effect, Lead, Personal, Subject, table_of
from services.household.hand_over.models import HandOver, HandOverLink

TABLES: Final = (
    Description(
        table_of(HandOver),
        "id reservation_id",
        label="Weitergegebene Plätze",
        purpose="Ein Haushalt bietet seinen Platz einem anderen an, der annimmt oder ablehnt.",
        basis=CONTRACT,
        rule="hand_overs",
        personal={
            "name": Personal("Name des anderen Haushalts", Effect.DELETE),
            "email": Personal("Adresse des anderen Haushalts", Effect.DELETE),
            "email_normalized": Personal("Adresse, vergleichbar", Effect.DELETE, is_exported=False),
            "mailbox": Personal("Postfach", Effect.DELETE, is_exported=False),
            "asked_at": Personal("Angeboten am", Effect.DELETE),
            "answer_by": Personal("Antwort bis", Effect.DELETE),
            "ended_at": Personal("Beendet am", Effect.DELETE),
            "answer": Personal("Antwort", Effect.DELETE),
        },
        leads=(Lead(Subject.HAND_OVER, "id"),),
        dated_by="asked_at",
    ),
    Description(
        table_of(HandOverLink),
        "id hand_over_id",
        label="Links zu weitergegebenen Plätzen",
        purpose="Der andere Haushalt sieht, was er übernähme.",
        basis=CONTRACT,
        rule="hand_overs",
        personal={
            "seed_sha256": Personal("Prüfsumme des Links", Effect.DELETE, is_exported=False),
            "created_at": Personal("Verschickt am", Effect.DELETE),
            "expires_at": Personal("Gültig bis", Effect.DELETE),
        },
        leads=(Lead(Subject.HAND_OVER, "hand_over_id"),),
        dated_by="created_at",
    ),
)
