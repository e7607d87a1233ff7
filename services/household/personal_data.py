"""The sessions of households, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import CONTRACT, Description, Effect, Lead, Personal, Subject, table_of
from services.household.sign_in.models import HouseholdSession

TABLES: Final = (
    Description(
        table_of(HouseholdSession),
        "id reservation_id",
        label="Geöffnete eigene Seiten",
        purpose="Eine Stunde lang weiß der Server, wessen Seite in diesem Browser offen ist.",
        basis=CONTRACT,
        rule="sessions",
        personal={
            "token_sha256": Personal("Prüfsumme des Schlüssels", Effect.DELETE, is_exported=False),
            "created_at": Personal("Geöffnet am", Effect.DELETE),
            "expires_at": Personal("Offen bis", Effect.DELETE),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
    ),
)
