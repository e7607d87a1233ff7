"""What helps with a setting that was refused: its requirement in German and a line that would be accepted.

Nothing here holds a value that was given: it may be a secret.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pydantic import ValidationError

from services.settings_checks import NO_SETTING, refused
from services.settings_fields import PREFIX

_WHOLE: Final = "eine ganze Zahl"
_TEXT: Final = "eine Zeile Text ohne Zeilenumbruch"
_NAMED: Final = re.compile(rf"{PREFIX}[A-Z_]+[A-Z]")

HELP: Final = MappingProxyType(
    {
        "environment": (
            "production",
            "„local“, „demo“ oder „production“; „demo“ nur mit einer Adresse dieses Rechners",
        ),
        "host": ("127.0.0.1", "die Adresse dieses Rechners, auf der Voltigo Verbindungen annimmt"),
        "port": ("8000", f"{_WHOLE} von 0 bis 65535"),
        "public_url": ("https://voltigo.example", "Schema und Name allein, ohne Pfad; Umlaute in der Form xn--"),
        "data_dir": ("/var/lib/voltigo", "ein Ordner, in den Voltigo schreiben darf"),
        "database_url": (
            "postgresql+psycopg://voltigo:PASSWORT@127.0.0.1:5432/voltigo",
            "leer oder eine Adresse mit sqlite:/// oder postgresql+psycopg://; in Name und Passwort werden @, : und / "
            "mit Prozentzeichen geschrieben (@ als %40)",
        ),
        "replica_url": (
            "postgresql+psycopg://voltigo:PASSWORT@10.0.0.2:5432/voltigo",
            "leer oder die Adresse einer Lesekopie (Hot Standby) der Datenbank, mit postgresql+psycopg:// und auf "
            "einem anderen Server als VOLTIGO_DATABASE_URL",
        ),
        "store_url": (
            "s3://voltigo/store",
            "leer, ein Ordner außerhalb von VOLTIGO_DATA_DIR, den alle Server sehen, oder ein Objektspeicher wie "
            "s3://bucket/ordner",
        ),
        "secret": ("$(openssl rand -hex 32)", "mindestens 32 zufällige Zeichen"),
        "smtp_url": (
            "smtp+starttls://NAME:PASSWORT@mail.example:587",
            "smtps://, smtp+starttls:// oder smtp:// mit Server und Port; in Name und Passwort werden @, : und / mit "
            "Prozentzeichen geschrieben",
        ),
        "mail_from": (
            "Voltigo <reservierung@voltigo.example>",
            "genau eine E-Mail-Adresse, auf Wunsch mit Namen davor",
        ),
        "imap_url": (
            "imaps://NAME:PASSWORT@mail.example:993/INBOX",
            "imaps:// mit Name, Passwort, Server und Ordner; in Name und Passwort werden @, : und / mit "
            "Prozentzeichen geschrieben",
        ),
        "costs_folder": ("/srv/kosten", "leer oder ein Ordner"),
        "cors_origins": ("https://partner.example", "Herkünfte wie https://partner.example, durch Kommas getrennt"),
        "trusted_proxies": ("127.0.0.1", "Netze der Proxys, durch Kommas getrennt, oder „none“"),
        "rate_limits": (
            "reserve=30/600,visit=300/60",
            "„on“, „off“ oder einzelne Grenzen mit Namen, durch Kommas getrennt: Aufrufe in so vielen Sekunden, oder "
            "eine Zahl wie in connections=20000",
        ),
        "reservations_per_email": ("3", f"{_WHOLE} ab 1"),
        "confirm_within_days": ("14", f"{_WHOLE} von 0 bis 365 (Tage)"),
        "scheduler": ("embedded", "„embedded“ oder „off“"),
        "duckdb_memory_limit": ("400MB", "eine Zahl mit MB, GB, MiB oder GiB"),
        "engine_url": (
            "sc://10.0.0.3:15002",
            "leer oder die Adresse eines Spark-Connect-Servers; mit einem Token auf einem anderen Rechner nur mit "
            "use_ssl=true",
        ),
        "engine_files": ("/mnt/voltigo/store", "leer oder der Ort der Auswertungsdateien, wie die Engine ihn liest"),
        "metrics_address": ("127.0.0.1:9464", "leer (aus), ein Port oder eine Adresse dieses Rechners mit Port"),
        "traces_url": (
            "http://127.0.0.1:4318/v1/traces",
            "leer oder die Adresse eines OTLP-Empfängers, ohne Name und Passwort",
        ),
        "backup_url": (
            "/srv/voltigo-backup",
            "leer, ein Ordner außerhalb von VOLTIGO_DATA_DIR oder ein Objektspeicher wie s3://bucket/ordner",
        ),
        "backup_key": ("$(voltigo backup key 2>/dev/null)", "ein Schlüssel, wie ihn „voltigo backup key“ ausgibt"),
        "backup_keep_days": ("35", f"{_WHOLE} von 1 bis 400 (Tage)"),
        "attribution_storage": ("session", "„session“ oder „memory“"),
        "instalments_offered": ("true", "„true“ oder „false“"),
        "stripe_key": ("sk_live_beispiel123", "leer oder ein Schlüssel von Stripe, sk_… oder rk_…"),
        "stripe_webhook_secret": ("whsec_beispiel123", "das Geheimnis des Webhooks bei Stripe, whsec_…"),
        "creditor_id": ("DE98ZZZ09999999999", "leer oder eine Gläubiger-Identifikationsnummer"),
        "creditor_iban": ("DE89370400440532013000", "leer oder eine IBAN"),
        "contact_widget_url": ("https://widget.example/kontakt.js", "leer oder eine Webadresse mit Pfad"),
        "booking_url": ("https://termine.example/voltigo", "eine Webadresse"),
        "credit_security": (
            "Ihre Gutschriften sichert eine Bürgschaft der Beispielbank.",
            f"{_TEXT}, ein Satz oder zwei",
        ),
        "dismantling": (
            "Den Rückbau bezahlt die Parkgesellschaft aus einer Bürgschaft.",
            f"{_TEXT}, ein Satz oder zwei",
        ),
        "contact_person": ("Vorname Nachname", f"leer oder {_TEXT}"),
        "contact_hours": ("Montag bis Freitag, 9 bis 16 Uhr", f"leer oder {_TEXT}"),
        "contact_picture": (
            "ansprechperson.webp",
            "leer oder der Name einer Datei im Datenordner, die auf .jpg, .png, .webp oder .avif endet",
        ),
        "company_name": ("Voltigo Beispiel GmbH", _TEXT),
        "company_street": ("Beispielweg 1", _TEXT),
        "company_postcode_city": ("85049 Ingolstadt", _TEXT),
        "company_email": ("kontakt@voltigo.example", "genau eine E-Mail-Adresse"),
        "company_phone": ("+49 841 000000", _TEXT),
        "company_representative": ("Vorname Nachname", _TEXT),
        "company_register_court": ("Amtsgericht Ingolstadt", _TEXT),
        "company_register_number": ("HRB 12345", _TEXT),
        "company_vat_id": ("DE123456789", "zwei große Buchstaben und 2 bis 12 Ziffern oder Buchstaben"),
    }
)
"""Of each setting: an accepted value, and what is accepted, in German."""


@dataclass(frozen=True, slots=True)
class SettingFault:
    """A refused setting as an operator reads it: the variable, what is wrong, and what would be accepted."""

    name: str
    words: str
    helps: str


def faults_of(error: ValidationError) -> Iterator[SettingFault]:
    """Each refused setting; an invalid combination is reported for the first one that its sentence names."""
    for fault in error.errors(include_input=False, include_url=False):
        if fault["loc"]:
            yield _fault(refused("_".join(str(part) for part in fault["loc"])))
        else:
            yield from map(_fault, fault["msg"].removeprefix("Value error, ").split("; "))


def _fault(said: str) -> SettingFault:
    (name,) = _NAMED.findall(said)[:1]
    if NO_SETTING in said:
        return SettingFault(name, f"{said}.", "")
    example, accepted = HELP.get(name.removeprefix(PREFIX).lower(), ("", _TEXT))
    line = f"{name}={example}" if example and " " not in example else f'{name}="{example}"'
    return SettingFault(name, f"{said}.", f"Erlaubt: {accepted}. Zum Beispiel: {line}")
