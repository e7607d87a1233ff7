"""Refused settings in German: what is wrong with each, what is accepted, and a line that would be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.settings_checks import named
from services.settings_help import SettingFault

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
