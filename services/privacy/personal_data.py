"""Consents, and the texts that were shown, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import (
    LEGAL_DUTY,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    table_of,
    without_person,
)
from services.privacy.models import Consent, KeptText

TABLES: Final = (
    Description(
        table_of(Consent),
        "id reservation_id taken_by",
        label="Einwilligungen und Bestätigungen",
        purpose="Nachweis, welchem Text wann zugestimmt und dass die Adresse bestätigt wurde.",
        basis=LEGAL_DUTY,
        rule="over",
        personal={
            "purpose": Personal("Wozu", Effect.STATISTIC),
            "text_version": Personal("Fassung des Textes", Effect.STATISTIC),
            "text_sha256": Personal("Prüfsumme des Textes", Effect.STATISTIC),
            "source": Personal("Wodurch erklärt", Effect.STATISTIC),
            "given_at": Personal("Erklärt am", Effect.STATISTIC),
            "asked_at": Personal("Gefragt am", Effect.STATISTIC),
            "received_on": Personal("Tag des Schreibens oder der Messe", Effect.STATISTIC),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="given_at",
    ),
    without_person(KeptText, "kind version sha256 content kept_at"),
)
