"""What helps with a setting that was refused, in German: what is wrong, what is accepted, and a line that would be."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pydantic import ValidationError

from services.settings_checks import PREFIX, named

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
        "contact_widget_url": ("https://widget.example/kontakt.js", "leer oder eine Webadresse mit Pfad"),
        "booking_url": ("https://termine.example/voltigo", "eine Webadresse"),
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
    """A setting that was refused. `said` is the English sentence, with the setting's name and without its value."""

    name: str
    said: str

    @property
    def line(self) -> str:
        """A line for the environment or `.env` that would be accepted."""
        example = _help(self.name)[0]
        return f"{named(self.name)}={example}" if example and " " not in example else f'{named(self.name)}="{example}"'

    @property
    def requirement(self) -> str:
        """What is accepted, in German."""
        return _help(self.name)[1]

    @property
    def sentence(self) -> str:
        """One line for an operator at the start."""
        return f"{self.said}. Example: {self.line}"


def faults_of(error: ValidationError) -> Iterator[SettingFault]:
    """Each refused setting; a combination of several is told under the first that its sentence names."""
    for fault in error.errors(include_input=False, include_url=False):
        said = fault["msg"].removeprefix("Value error, ")
        if fault["loc"]:
            name = "_".join(str(part) for part in fault["loc"])
            yield SettingFault(name, f"{named(name)}: {said}")
            continue
        for sentence in said.split("; "):
            found = _NAMED.search(sentence)
            yield SettingFault(found[0].removeprefix(PREFIX).lower() if found else "environment", sentence)


def _help(name: str) -> tuple[str, str]:
    return HELP.get(name, ("", _TEXT))


_REASONS: Final = (
    ("is missing", "fehlt"),
    ("is shorter than", "ist zu kurz"),
    ("repeats the same", "ist nicht zufällig genug"),
    ("empty or still holds", "ist leer oder steht noch auf einer Musterangabe"),
    ("is still a placeholder", "steht noch auf einer Musterangabe"),
    ("must be https", "muss mit https:// beginnen"),
    ("is empty: mails", "ist leer: Mails würden zu Dateien, die niemand bekommt"),
    ("password in clear", "schickt das Passwort unverschlüsselt; nehmen Sie smtps:// oder smtp+starttls://"),
    ("must be on", "muss hier „on“ sein"),
    ("lets every site call", "lässt jede fremde Website zu"),
    ("is too wide", "ist zu weit gefasst: Anrufer darin könnten sich jede Adresse geben"),
    (
        "alone says how long",
        "sagt jetzt allein, wie lange Sicherungen bleiben: Monatsstände würden entfernt. Löschen Sie "
        "die Zeile mit VOLTIGO_BACKUP_KEEP_MONTHS",
    ),
    ("is no setting", "ist keine Einstellung"),
    ("control character", "enthält einen Zeilenumbruch oder ein anderes Steuerzeichen"),
    ("listens on loopback only", "verträgt sich nicht mit VOLTIGO_HOST: Die Vorführung gibt es nur auf diesem Rechner"),
)
"""A part of the English sentence, which `settings_checks` words, and the German one."""
_OTHERWISE: Final = "hat einen Wert, der nicht angenommen wird"


@dataclass(frozen=True, slots=True)
class ToldSetting:
    """A refused setting as an operator reads it; never its value."""

    name: str
    words: str
    helps: str


def told(faults: Sequence[SettingFault]) -> list[ToldSetting]:
    """Each refused setting in German, in the order in which they were found."""
    return [_told(fault) for fault in faults]


def misspelt_words(said: str) -> str:
    """A variable that is no setting, in German."""
    return f"{said.split(' ', 1)[0]} ist keine Einstellung. {_nearest(said)}".strip()


def _nearest(said: str) -> str:
    nearest = said.partition(": ")[2].removesuffix(" is")
    return f"Gemeint ist vielleicht {nearest}." if nearest else ""


def _told(fault: SettingFault) -> ToldSetting:
    reason = next((german for english, german in _REASONS if english in fault.said), _OTHERWISE)
    name = fault.said.split(" ", 1)[0] if "is no setting" in fault.said else named(fault.name)
    if "is no setting" in fault.said:
        return ToldSetting(name, f"{name} {reason}.", _nearest(fault.said))
    return ToldSetting(name, f"{name} {reason}.", f"Erlaubt: {fault.requirement}. Zum Beispiel: {fault.line}")
