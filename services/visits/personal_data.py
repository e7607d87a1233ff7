"""Visits and touches, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    table_of,
    without_person,
)
from services.visits.models import ReservationTouch, Visit, VisitSalt

TABLES: Final = (
    Description(
        table_of(ReservationTouch),
        "id reservation_id written_in clicked_ad",
        label="Wege zur Reservierung",
        purpose="Welche Werbung oder Empfehlung zu einer Reservierung geführt hat.",
        basis=INTEREST,
        rule="over",
        personal={
            "position": Personal("Reihenfolge", Effect.STATISTIC),
            "at": Personal("Zeitpunkt", Effect.STATISTIC),
            "utm_source": Personal("Quelle", Effect.REDACT),
            "utm_medium": Personal("Medium", Effect.REDACT),
            "utm_campaign": Personal("Kampagne", Effect.REDACT),
            "utm_term": Personal("Suchwort", Effect.REDACT),
            "utm_content": Personal("Anzeige", Effect.REDACT),
            "referral_code": Personal("Empfehlungscode", Effect.REDACT),
            "referrer_host": Personal("Seite davor", Effect.REDACT),
            "landing_path": Personal("Erste Seite", Effect.REDACT),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="at",
    ),
    Description(
        table_of(Visit),
        "id written_in at day step path is_arrival clicked_ad consent is_bot is_referrer_spam",
        label="Besuche",
        purpose="Wie viele Menschen die Seiten besuchen und woher sie kommen. Niemand wird wiedererkannt.",
        basis=INTEREST,
        rule="visits",
        personal={
            "visitor": Personal("Zahl eines Tages, deren Schlüssel danach vernichtet wird", Effect.STATISTIC),
            "utm_source": Personal("Quelle", Effect.REDACT),
            "utm_medium": Personal("Medium", Effect.REDACT),
            "utm_campaign": Personal("Kampagne", Effect.REDACT),
            "utm_term": Personal("Suchwort", Effect.REDACT),
            "utm_content": Personal("Anzeige", Effect.REDACT),
            "referral_code": Personal("Empfehlungscode", Effect.REDACT),
            "referrer_host": Personal("Seite davor", Effect.REDACT),
            "landing_path": Personal("Erste Seite", Effect.REDACT),
        },
        dated_by="at",
    ),
    without_person(VisitSalt, "day salt"),
)
