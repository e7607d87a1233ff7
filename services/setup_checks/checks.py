"""Every check of the set-up, in the order of the page."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.setup_checks import facts, mail_server, mailbox, public_address
from services.setup_checks.result import IN_CONSOLE, Check, CheckName

_CHECKS: Final = (
    Check(
        "company",
        "Firma",
        "VOLTIGO_COMPANY_…",
        "Tragen Sie die Angaben des Unternehmens in die Einstellungen des Servers ein und starten Sie neu. Sie stehen "
        "im Impressum, in den Rechtstexten und unter jeder Mail.",
        facts.company,
    ),
    Check(
        "mail_server",
        "Postausgang",
        "VOLTIGO_SMTP_URL, VOLTIGO_MAIL_FROM",
        "Ohne Postausgang bekommen Haushalte weder Bestätigung noch Einladung. Tragen Sie ihn in die Einstellungen des "
        "Servers ein und starten Sie neu. Danach schicken Sie sich hier eine Testmail.",
        mail_server.look,
        probe=mail_server.probe,
        fingerprint=mail_server.fingerprint,
    ),
    Check(
        "mailbox",
        "Postfach",
        "VOLTIGO_IMAP_URL",
        "Aus diesem Postfach kommen die Mails der Haushalte in die Konsole. Tragen Sie es in die Einstellungen des "
        "Servers ein und starten Sie neu. Er liest es nur: Nichts darin wird geändert oder gelöscht.",
        mailbox.look,
        probe=mailbox.probe,
        fingerprint=mailbox.fingerprint,
    ),
    Check(
        "public_address",
        "Öffentliche Adresse",
        "VOLTIGO_PUBLIC_URL",
        "Unter dieser Adresse muss die Website verschlüsselt erreichbar sein: Alle Links in Mails beginnen mit ihr. "
        "Der Server ruft sie selbst auf, so wie es Besucher tun.",
        public_address.look,
        probe=public_address.probe,
        fingerprint=public_address.fingerprint,
    ),
    Check(
        "second_admin",
        "Zweite Administration",
        IN_CONSOLE,
        "Laden Sie eine zweite Person mit der Rolle Administration ein, die den Zugang verwalten kann, wenn Sie es "
        "nicht können.",
        facts.second_admin,
        path="/accounts",
    ),
    Check(
        "backup",
        "Sicherung",
        IN_CONSOLE,
        "Setzen Sie VOLTIGO_BACKUP_URL auf einen Ort außerhalb dieses Servers und VOLTIGO_BACKUP_KEY auf einen "
        "Schlüssel (`voltigo backup key`), den Sie auch anderswo aufbewahren: Voltigo sichert dann jede halbe Minute. "
        "Sichern Sie auf anderem Weg, spielen Sie die Sicherung zur Probe zurück, und bestätigen Sie es hier. Das gilt "
        "90 Tage.",
        facts.backup,
    ),
    Check(
        "backup_key",
        "Schlüssel der Sicherungen",
        "VOLTIGO_BACKUP_KEY",
        "Fällt der Server aus, öffnet nur dieser Schlüssel die Sicherungen. Bewahren Sie ihn deshalb auch anderswo "
        "auf, zum Beispiel im Passwortspeicher des Unternehmens. Zur Probe geben Sie die letzten sechs Zeichen Ihrer "
        "Abschrift ein, nicht die vom Server.",
        facts.backup_key,
        fingerprint=facts.backup_key_fingerprint,
    ),
    Check(
        "legal_texts",
        "Rechtstexte",
        IN_CONSOLE,
        "Lesen Sie AGB, Datenschutzhinweise und Impressum auf der Website, lassen Sie sie rechtlich prüfen, und "
        "bestätigen Sie es hier. Ändert sich ein Text, wird neu gefragt.",
        facts.legal_texts,
        fingerprint=facts.legal_fingerprint,
    ),
    Check(
        "park",
        "Park geöffnet",
        IN_CONSOLE,
        "Geben Sie einem Park Plätze, und öffnen Sie ihn für Reservierungen.",
        facts.park,
        path="/parks",
    ),
)
CHECKS: Final[Mapping[CheckName, Check]] = MappingProxyType({check.name: check for check in _CHECKS})
CONFIRMED_BY_WORD: Final[tuple[CheckName, ...]] = ("backup", "backup_key", "legal_texts")
"""What an administrator confirms without a code."""
