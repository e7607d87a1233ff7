"""The waiting list, as data protection sees it."""

from typing import Final

from services.core.personal_data.description import CONTRACT, Description, Effect, Lead, Personal, Subject, table_of
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingKey, WaitingOffer

_PURPOSE: Final = "Einen frei gewordenen Platz der Reihe nach anbieten."
_ENTRY: Final = (Lead(Subject.WAITING, "entry_id"),)


def _gone(what: str, *, is_exported: bool = True) -> Personal:
    return Personal(what, Effect.DELETE, is_exported=is_exported)


TABLES: Final = (
    Description(
        table_of(WaitingEntry),
        "id rank passed declined_kwh is_skipped version",
        label="Warteliste",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="waiting",
        personal={
            "park_id": _gone("Solarpark"),
            "name": _gone("Name"),
            "email": _gone("E-Mail-Adresse"),
            "email_normalized": _gone("E-Mail-Adresse, vergleichbar", is_exported=False),
            "mailbox": _gone("Postfach", is_exported=False),
            "annual_kwh": _gone("Gewünschte kWh im Jahr"),
            "payment_plan": _gone("Gewünschte Zahlung"),
            "typed": _gone("Weitere Angaben für die Reservierung"),
            "request": _gone("Reservierung, die auf die Bestätigung wartet", is_exported=False),
            "privacy_version": _gone("Fassung der Datenschutzhinweise"),
            "joined_at": _gone("Eingetragen am"),
            "confirm_by": _gone("Zu bestätigen bis"),
            "confirmed_at": _gone("Bestätigt am"),
            "state": _gone("Stand"),
            "ended_at": _gone("Beendet am"),
        },
        leads=(Lead(Subject.WAITING, "id"),),
        dated_by="joined_at",
    ),
    Description(
        table_of(WaitingOffer),
        "id entry_id is_smaller reservation_id",
        label="Angebote der Warteliste",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="waiting",
        personal={
            "park_id": _gone("Solarpark"),
            "spot_number": _gone("Platz"),
            "annual_kwh": _gone("Angebotene kWh im Jahr"),
            "offered_at": _gone("Angeboten am"),
            "expires_at": _gone("Gültig bis"),
            "reminded_at": _gone("Erinnert am"),
            "answer": _gone("Antwort"),
            "answered_at": _gone("Beantwortet am"),
        },
        leads=_ENTRY,
        dated_by="offered_at",
    ),
    Description(
        table_of(WaitingEvent),
        "id entry_id actor",
        label="Verlauf der Warteliste",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="waiting",
        personal={
            "at": _gone("Zeitpunkt"),
            "action": _gone("Was geschah"),
            "details": _gone("Zahlen dazu"),
            "reason": Personal("Grund in Worten des Teams", Effect.DELETE, names_others=True),
        },
        leads=_ENTRY,
        dated_by="at",
    ),
    Description(
        table_of(WaitingKey),
        "id entry_id",
        label="Schlüssel zur Seite der Warteliste",
        purpose="Der Haushalt öffnet seinen Eintrag ohne Passwort.",
        basis=CONTRACT,
        rule="links",
        personal={
            "kind": _gone("Link oder Sitzung"),
            "sha256": _gone("Prüfsumme", is_exported=False),
            "created_at": _gone("Ausgestellt am"),
            "expires_at": _gone("Gültig bis"),
            "used_at": _gone("Benutzt am"),
        },
        leads=_ENTRY,
        dated_by="created_at",
    ),
)
