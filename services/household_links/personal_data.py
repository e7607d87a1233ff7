"""The ways into a household's own page, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import CONTRACT, Description, Effect, Lead, Personal, Subject, table_of
from services.household_links.models import HouseholdLink, HouseholdSession

TABLES: Final = (
    Description(
        table_of(HouseholdLink),
        "id reservation_id",
        label="Links zur eigenen Seite",
        purpose="Der Haushalt bestätigt seine Adresse und öffnet seine Seite ohne Passwort.",
        basis=CONTRACT,
        rule="links",
        personal={
            "email": Personal("An welche Adresse", Effect.DELETE),
            "purpose": Personal("Wozu", Effect.DELETE),
            "created_at": Personal("Verschickt am", Effect.DELETE),
            "expires_at": Personal("Gültig bis", Effect.DELETE),
            "used_at": Personal("Benutzt am", Effect.DELETE),
            "seed_sha256": Personal("Prüfsumme des Links", Effect.DELETE, is_exported=False),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
    ),
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
