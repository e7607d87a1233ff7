"""How long personal data is kept: one table of rules for the nightly job, the dry run and the console's page.

Periods end by days in Berlin: what is due on a day goes in the night in which the day begins, so never later than the
period says. Legal minimums end with a year: what is kept until 31 December goes in the first night of January.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from types import MappingProxyType
from typing import Final

from services.core.personal_data import Description, Hold
from services.core.schedules import AtTime
from services.data_protection.erasure.contract import YEARS

JOB: Final = "apply-retention"
AT: Final = AtTime(time(3, 20))
"""At night, and after midnight UTC, since the database compares UTC days (`declarations.keep_until`)."""
OVER_MONTHS: Final = 12
MESSAGE_MONTHS: Final = 12
"""Of each message after its arrival, as the privacy notice says."""
WAITING_DAYS: Final = 180
_MESSAGES: Final = (
    f"{MESSAGE_MONTHS} Monate nach dem Eingang jeder Nachricht, "
    f"zu einem Vertrag {YEARS[Hold.LETTERS]} volle Jahre nach dem Jahr der Nachricht"
)
_AS_THE_NOTICE_SAYS: Final = "So steht es in der Datenschutzerklärung; Briefe zu einem Vertrag hält das Gesetz."
_BY_LAW: Final = "§ 147 AO, § 257 HGB"


@dataclass(frozen=True, slots=True)
class Rule:
    """`period` and `because` are German. `job`: what deletes the data; empty: it is deleted with its owner."""

    name: str
    period: str
    because: str
    job: str = JOB


def _by_law(hold: Hold, what: str) -> Rule:
    return Rule(hold.value, f"{YEARS[hold]} volle Jahre {what}", f"Gesetzliche Aufbewahrung, {_BY_LAW}.")


_ALL: Final = (
    Rule(
        "unconfirmed",
        "14 Tage ohne Bestätigung der Adresse (einstellbar)",
        "Ein Platz wird nicht für eine Adresse gehalten, die niemand bestätigt.",
        "watch-confirmations",
    ),
    Rule(
        "over",
        f"{OVER_MONTHS} Monate nach dem Ende der Reservierung, dann ohne Personenbezug",
        "Rückfragen zu einer Stornierung kommen in den ersten Monaten.",
    ),
    _by_law(Hold.BOOKS, "nach dem Jahr, in dem er endete, dann ohne Personenbezug"),
    _by_law(Hold.VOUCHERS, "nach dem Jahr, in dem er endete"),
    _by_law(Hold.LETTERS, "nach dem Jahr der Mail, ohne Vertrag mit dem, worum es in ihr geht"),
    Rule(
        "waiting",
        f"{WAITING_DAYS} Tage nach dem Ende des Eintrags",
        "Ein offener Eintrag wartet weiter: Wer auf der Liste steht, will den Platz.",
    ),
    Rule("contact", _MESSAGES, _AS_THE_NOTICE_SAYS),
    Rule("messages", _MESSAGES, _AS_THE_NOTICE_SAYS),
    Rule(
        "answer_files", "1 Tag", "Eine Antwort wird am selben Tag gesendet; danach liegt die Datei bei ihr.", "forget"
    ),
    Rule("unreadable", "90 Tage", "So lange lässt sich nachfragen, was darin stand.", "fetch-messages"),
    Rule(
        "declarations",
        "bis zum Ende des dritten Jahres nach dem Eingang",
        "So lange kann aus einem Widerruf oder einer Kündigung noch jemand Ansprüche haben (§§ 195, 199 BGB).",
    ),
    Rule("abuse", "7 Tage", "Eine Zählung nützt nur während ihres Fensters.", "forget"),
    Rule("answers", "48 Stunden", "Ein zweiter Versuch kommt nicht später.", "forget"),
    Rule("sessions", "bis die Sitzung endet", "Danach öffnet der Schlüssel nichts mehr.", "forget"),
    Rule("links", "30 Tage nach dem Ablauf", "So lange schickt ein abgelaufener Link noch einen neuen.", "forget"),
    Rule("hand_overs", "30 Tage nach dem Ende der Weitergabe", "So lange sehen beide, wie sie ausging.", "forget"),
    Rule(
        "card_checks",
        "die Nummer beim Zahlungsdienst 30 Tage nach dem Ende der Prüfung; Stand und Zeiten bleiben ohne Personenbezug",
        "So lange lässt sich klären, warum eine Bank die Vormerkung noch zeigt.",
        "forget",
    ),
    Rule("account_changes", "48 Stunden, dann muss es neu angegeben werden", "So lange gilt der Link.", "forget"),
    Rule(
        "bank_files",
        f"{YEARS[Hold.BOOKS]} volle Jahre nach dem Jahr, in dem sie entstanden",
        f"Gesetzliche Aufbewahrung, {_BY_LAW}.",
        "forget",
    ),
    Rule("deliveries", "30 Tage", "So lange lässt sich eine Zustellung wiederholen.", "forget"),
    Rule(
        "visits",
        "der Schlüssel eines Tages bis zum nächsten",
        "Ohne ihn führt kein Besuch zu einem Menschen.",
        "forget-salts",
    ),
    Rule("lists", "bis sie eingetragen ist, höchstens 30 Tage", "Ein unterbrochenes Einlesen geht weiter.", "forget"),
    Rule("remarks", "bis jemand gelöscht wird, den sie nennen", "Texte des Teams nennen selten Haushalte.", ""),
    Rule("audit", "unbegrenzt", "Nennt nur Nummern. Es weist nach, dass gelöscht wurde.", ""),
    Rule("staff", "solange das Konto oder der Plan besteht", "Das Protokoll nennt Konten mit ihrer Nummer.", ""),
)

RULES: Final[Mapping[str, Rule]] = MappingProxyType({rule.name: rule for rule in _ALL})


def period_of(described: Description) -> str:
    """How long rows of a table are kept, with what a contract adds."""
    return "; mit Vertrag ".join(rule.period for rule in _rules_of(described))


def reason_of(described: Description) -> str:
    """The reason for the period."""
    return " ".join(rule.because for rule in _rules_of(described))


def _rules_of(described: Description) -> list[Rule]:
    held = {column.hold.value for column in described.personal.values() if column.hold} - {described.rule}
    return [RULES[name] for name in (described.rule, *sorted(held))]
