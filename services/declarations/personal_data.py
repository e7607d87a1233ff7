"""Withdrawals and notices, as data protection sees them. The law keeps them; triggers refuse to delete them earlier."""

from typing import Final

from services.core.personal_data.description import (
    LEGAL_DUTY,
    Description,
    Effect,
    Hold,
    Lead,
    Personal,
    Subject,
    table_of,
)
from services.declarations.models import Declaration, DeclarationCase, DeclarationChange

_PURPOSE: Final = "Widerrufe und Kündigungen bearbeiten und nachweisen, dass und wann sie eingegangen sind."


def _held(what: str, *, is_exported: bool = True) -> Personal:
    return Personal(what, Effect.LEGAL_HOLD, Hold.DECLARATIONS, is_exported)


TABLES: Final = (
    Description(
        table_of(Declaration),
        "id once",
        label="Erklärungen",
        purpose=_PURPOSE,
        basis=LEGAL_DUTY,
        rule="declarations",
        personal={
            "reference": _held("Nummer der Erklärung"),
            "kind": _held("Art"),
            "received_at": _held("Eingegangen"),
            "received_berlin": _held("Eingegangen, in Worten", is_exported=False),
            "name": _held("Name"),
            "contract": _held("Bezeichnung des Vertrags"),
            "email": _held("E-Mail-Adresse"),
            "email_normalized": _held("E-Mail-Adresse, vergleichbar", is_exported=False),
            "remark": _held("Bemerkung"),
            "notice_kind": _held("Art der Kündigung"),
            "reason": _held("Grund"),
            "wished_end": _held("Gewünschtes Ende"),
            "wording": _held("Wortlaut"),
            "sha256": _held("Prüfsumme des Wortlauts"),
            "keep_until": _held("Aufbewahrt bis"),
        },
        leads=(Lead(Subject.DECLARATION, "id"),),
        dated_by="received_at",
    ),
    Description(
        table_of(DeclarationCase),
        "declaration_id version updated_at is_mailed reservation_id",
        label="Bearbeitung der Erklärungen",
        purpose=_PURPOSE,
        basis=LEGAL_DUTY,
        rule="declarations",
        personal={
            "state": _held("Stand"),
            "refund_due_on": _held("Erstattung fällig am"),
            "decided_at": _held("Entschieden am"),
            "words": Personal("Unsere Worte dazu", Effect.REDACT),
            "ends_on": _held("Vertrag endet am"),
            "refunded_at": _held("Erstattet am"),
        },
        leads=(Lead(Subject.DECLARATION, "declaration_id"),),
        dated_by="updated_at",
    ),
    Description(
        table_of(DeclarationChange),
        "id declaration_id actor version",
        label="Schritte der Erklärungen",
        purpose=_PURPOSE,
        basis=LEGAL_DUTY,
        rule="declarations",
        personal={
            "at": _held("Zeitpunkt"),
            "action": _held("Schritt"),
            "before": Personal("Vorher", Effect.REDACT),
            "after": Personal("Nachher", Effect.REDACT),
        },
        leads=(Lead(Subject.DECLARATION, "declaration_id"),),
        dated_by="at",
    ),
)
