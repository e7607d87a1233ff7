"""Links to downloads, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import INTEREST, Description, Effect, Personal, remark, table_of
from services.exports.models import ExportLink

TABLES: Final = (
    Description(
        table_of(ExportLink),
        "id session_id role expires_at",
        label="Links zum Herunterladen",
        purpose="Eine Datei wird einmal abgeholt.",
        basis=INTEREST,
        rule="sessions",
        personal={
            "token_hash": Personal("Prüfsumme", Effect.LEGAL_HOLD, is_exported=False),
            "wish": remark("Auswahl, auch nach Namen"),
            "created_at": Personal("Angefordert am", Effect.LEGAL_HOLD),
        },
        dated_by="created_at",
    ),
)
