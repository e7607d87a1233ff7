"""Saved views and export links of the console, as data protection sees them."""

from typing import Final

from services.console.exports.models import ExportLink
from services.console.live.models import RecordViewer
from services.console.views.models import SavedView
from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Personal,
    remark,
    table_of,
    without_person,
)

TABLES: Final = (
    Description(
        table_of(SavedView),
        "id owner_id resource is_team version created_at updated_at",
        label="Gespeicherte Ansichten",
        purpose="Eine Liste so wiedersehen, wie jemand sie eingestellt hat.",
        basis=INTEREST,
        rule="remarks",
        personal={"name": remark("Name der Ansicht"), "definition": remark("Filter, auch nach Namen")},
        dated_by="created_at",
    ),
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
    without_person(RecordViewer, "id account_id tab reservation_id is_typing seen_at"),
)
