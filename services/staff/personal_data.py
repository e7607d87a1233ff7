"""Accounts of the people who work here and the audit log, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import (
    LEGAL_DUTY,
    STAFF,
    Description,
    Effect,
    Personal,
    table_of,
    without_person,
)
from services.staff.models import (
    Account,
    AuditEntry,
    RecordViewer,
    RecoveryCode,
    SetupLink,
    StaffSession,
)
from services.staff.passkeys.models import Passkey, PasskeyChallenge

_KEPT: Final = Effect.LEGAL_HOLD

TABLES: Final = (
    Description(
        table_of(AuditEntry),
        "id previous_hash hash",
        label="Änderungsprotokoll",
        purpose="Nachweis, wer wann was getan hat. Es nennt Vorgänge und Konten mit ihrer Nummer, nie Namen.",
        basis=LEGAL_DUTY,
        rule="audit",
        personal={
            "at": Personal("Zeitpunkt", _KEPT),
            "actor": Personal("Wer, als Nummer eines Kontos", _KEPT),
            "action": Personal("Was", _KEPT),
            "subject": Personal("Woran, als Nummer", _KEPT),
            "details": Personal("Tatsachen ohne Namen", _KEPT),
        },
        dated_by="at",
    ),
    Description(
        table_of(Account),
        "id role state version second_factor_waived totp_last_counter",
        label="Konten des Teams",
        purpose="Anmeldung an der Konsole. Ein Konto wird gesperrt und nicht gelöscht, weil das Protokoll es nennt.",
        basis=STAFF,
        rule="staff",
        personal={
            "email": Personal("E-Mail-Adresse", _KEPT),
            "email_normalized": Personal("E-Mail-Adresse, vergleichbar", _KEPT),
            "name": Personal("Name", _KEPT),
            "password_hash": Personal("Prüfsumme des Passworts", _KEPT, is_exported=False),
            "totp_seed": Personal("Zweiter Faktor", _KEPT, is_exported=False),
            "created_at": Personal("Angelegt am", _KEPT),
            "last_seen_at": Personal("Zuletzt da", _KEPT),
            "code_failures": Personal("Falsche Codes", _KEPT),
            "code_wait_until": Personal("Gesperrt bis", _KEPT),
        },
        dated_by="created_at",
    ),
    Description(
        table_of(StaffSession),
        "id account_id stage pending_totp_seed",
        label="Anmeldungen des Teams",
        purpose="Wer an der Konsole angemeldet ist, und womit.",
        basis=STAFF,
        rule="sessions",
        personal={
            "token_hash": Personal("Prüfsumme des Schlüssels", _KEPT, is_exported=False),
            "created_at": Personal("Angemeldet am", _KEPT),
            "last_seen_at": Personal("Zuletzt da", _KEPT),
            "expires_at": Personal("Gilt bis", _KEPT),
            "confirmed_until": Personal("Bestätigt bis", _KEPT),
            "device": Personal("Gerät", _KEPT),
        },
        dated_by="created_at",
    ),
    without_person(SetupLink, "id purpose account_id token_hash created_at expires_at"),
    without_person(RecoveryCode, "id account_id code_hash"),
    Description(
        table_of(Passkey),
        "id account_id sign_count transports",
        label="Passkeys des Teams",
        purpose="Anmeldung an der Konsole ohne Passwort. Ein Passkey wird gelöscht, sobald er entfernt wird.",
        basis=STAFF,
        rule="staff",
        personal={
            "name": Personal("Wie die Person den Passkey nennt", _KEPT),
            "credential_id": Personal("Kennung des Passkeys", _KEPT, is_exported=False),
            "public_key": Personal("Öffentlicher Schlüssel", _KEPT, is_exported=False),
            "user_handle": Personal("Zufallszahl, unter der Geräte das Konto kennen", _KEPT, is_exported=False),
            "created_at": Personal("Eingerichtet am", _KEPT),
            "last_used_at": Personal("Zuletzt benutzt", _KEPT),
        },
        dated_by="created_at",
    ),
    without_person(RecordViewer, "id account_id tab reservation_id is_typing seen_at"),
    without_person(PasskeyChallenge, "id challenge_hash purpose session_id user_handle expires_at"),
)
