"""Referral codes and their uses, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import (
    CONTRACT,
    INTEREST,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    remark,
    table_of,
)
from services.referral_codes.models import ReferralCode, ReferralUse

TABLES: Final = (
    Description(
        table_of(ReferralCode),
        "id reservation_id kind created_by",
        label="Empfehlungscodes",
        purpose="Ein Haushalt empfiehlt uns weiter. Der Code ist Zufall und nennt niemanden.",
        basis=CONTRACT,
        rule="over",
        personal={
            "code": Personal("Code", Effect.PSEUDONYM),
            "created_at": Personal("Vergeben am", Effect.STATISTIC),
            "disabled_at": Personal("Gesperrt am", Effect.STATISTIC),
            "partner_name": remark("Name eines Partners"),
            "note": remark("Notiz des Teams"),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
    ),
    Description(
        table_of(ReferralUse),
        "reservation_id code_id",
        label="Benutzte Empfehlungscodes",
        purpose="Ob ein Haushalt auf Empfehlung kam.",
        basis=INTEREST,
        rule="over",
        personal={
            "raw_code": Personal("Code, wie er ankam", Effect.REDACT),
            "verdict": Personal("Urteil", Effect.STATISTIC),
            "checked_at": Personal("Geprüft am", Effect.STATISTIC),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="checked_at",
    ),
)
