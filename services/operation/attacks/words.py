"""German words of the board: what each block is about, what the product does by itself, and what helps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.attacks.kinds import Group, Kind


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the board."""

    title: str
    quiet: str
    """While nothing was counted within a day."""
    means: str
    does: str
    """What the product does by itself."""
    helps: str


BLOCKS: Final[Mapping[Group, Block]] = {
    Group.SIGN_INS: Block(
        "Gescheiterte Anmeldungen",
        "Niemand hat ein falsches Passwort oder einen falschen Code eingegeben.",
        "Ein Vertippen hier und da ist normal. Viele Versuche an einem Konto deuten darauf, dass jemand das Passwort "
        "errät; viele an unbekannten Konten auf ein Programm, das Adressen durchprobiert.",
        "Jeder Versuch wird gebremst, nach fünf falschen Codes verdoppelt sich die Wartezeit. Gesperrt wird kein "
        "Konto: In einem Browser, in dem sich jemand schon einmal angemeldet hat, und mit einem Passkey geht es ohne "
        "Wartezeit weiter. In einem neuen Browser kann die Anmeldung warten müssen, solange die Versuche andauern.",
        "Fragen Sie nach, ob die Person es selbst war. Wenn nicht, soll sie ihr Passwort ändern.",
    ),
    Group.REFUSALS: Block(
        "Zu viele Aufrufe",
        "Kein Anschluss kam an eine Grenze.",
        "Ein Anschluss hat öfter aufgerufen, als Menschen es tun. Hinter einem gemeinsamen Anschluss, etwa einer "
        "Hochschule, können auch echte Haushalte stehen.",
        "Weitere Aufrufe werden mit der Bitte zu warten abgewiesen; alle anderen merken nichts davon.",
        "Trifft es echte Haushalte, heben Sie die Grenze an. Kommt alles aus wenigen Netzen, sperren Sie sie am "
        "Proxy: Sein Protokoll nennt die Adressen.",
    ),
    Group.FOREIGN: Block(
        "Fremde und übergroße Aufrufe",
        "Nichts kam von fremden Seiten oder unter einem fremden Namen.",
        "Programme suchen auf jedem Server nach Lücken. Aufrufe von fremden Seiten können der Versuch sein, eine "
        "angemeldete Person etwas auslösen zu lassen.",
        "Alles hier ist abgewiesen worden, bevor es gelesen wurde.",
        "Meist nichts. Häufen sich fremde Namen, prüfen Sie, ob `VOLTIGO_PUBLIC_URL` die Adresse Ihrer Website nennt.",
    ),
    Group.VIOLATIONS: Block(
        "Verstöße gegen die Regeln der Seiten",
        "Kein Browser hat etwas gemeldet.",
        "Jede Seite sagt dem Browser, was sie laden und ausführen darf. Er meldet, was er deshalb verhindert hat. "
        "Melden kann jeder, auch etwas Erfundenes.",
        "Was gemeldet wird, hat der Browser verhindert. Meldungen, die von Erweiterungen der Browser kommen, zählen "
        "nicht mit.",
        "Steht hier eine eigene Seite mit einem unbekannten Rechner, sehen Sie sich die letzte Änderung der Seite an.",
    ),
    Group.SHED: Block(
        "Überlastung",
        "Es waren immer genug Verbindungen frei.",
        "Es kamen mehr Verbindungen oder Abfragen der Konsole, als der Server zugleich bedienen soll.",
        "Wartende Verbindungen werden getrennt, überzählige Abfragen auf später verwiesen. Reservierungen gehen vor.",
        "Kommt es öfter vor, heben Sie `VOLTIGO_CONNECTIONS` an, oder betreiben Sie einen zweiten Server.",
    ),
    Group.RESERVE: Block(
        "Ansturm auf die Plätze",
        "Heute wurde noch nicht reserviert.",
        "Gezählt sind alle Aufrufe, die einen Platz wollen, auch die abgewiesenen. Nach einer Aktion sind es viele; "
        "ohne Anlass kann es ein Programm sein.",
        "Ein Anschluss bekommt nur wenige Plätze am Tag, unbestätigte Plätze werden wieder frei, und warten viele auf "
        "Bestätigung, muss jeder Browser für seinen Platz rechnen.",
        "Sehen Sie die neuen Reservierungen durch. Kommen sie von einem Programm, halten Sie den Park an.",
    ),
}
"""In the order of the page."""

LIMITS: Final[Mapping[str, tuple[str, str | None]]] = {
    "visit": ("Seitenaufrufe", "RATE_LIMIT_VISIT"),
    "reserve": ("Reservierungen eines Anschlusses", "RATE_LIMIT_RESERVE"),
    "reserve-refused": ("Ungültige Reservierungen", "RATE_LIMIT_RESERVE_REFUSED"),
    "reserved-address": ("Plätze eines Anschlusses", "RATE_LIMIT_RESERVED_ADDRESS"),
    "reserved-repeats": ("Weitere Plätze vielbenutzter Anschlüsse", "RATE_LIMIT_RESERVED_REPEATS"),
    "reserved-network": ("Plätze eines Netzes", "RATE_LIMIT_RESERVED_NETWORK"),
    "reserved-wide": ("Plätze eines großen Netzes", "RATE_LIMIT_RESERVED_WIDE"),
    "reserved-block": ("Plätze eines Adressblocks", "RATE_LIMIT_RESERVED_BLOCK"),
    "reserved-domain": ("Plätze mit Adressen einer Domain", "RATE_LIMIT_RESERVED_DOMAIN"),
    "outcome": ("Nachfragen nach einer Reservierung", "RATE_LIMIT_OUTCOME"),
    "contact": ("Kontaktformular", "RATE_LIMIT_CONTACT"),
    "household": ("Links der Haushalte", "RATE_LIMIT_HOUSEHOLD"),
    "household-mail": ("Mails auf Wunsch eines Haushalts", "RATE_LIMIT_HOUSEHOLD_MAIL"),
    "machine": ("Andere Programme mit Schlüssel", "RATE_LIMIT_MACHINE"),
    "report-link": ("Links zu Berichten", "RATE_LIMIT_REPORT_LINK"),
    "staff-login": ("Passwörter an einem Konto", "RATE_LIMIT_STAFF_LOGIN"),
    "staff-address": ("Anmeldungen eines Anschlusses", "RATE_LIMIT_STAFF_ADDRESS"),
    "staff-account": ("Anmeldungen an einem Konto von überall", "RATE_LIMIT_STAFF_ACCOUNT"),
    "staff-code": ("Codes an einem Konto", "RATE_LIMIT_STAFF_CODE"),
    "staff-codes": ("Codes an einem Konto von überall", None),
    "staff-passkey": ("Passkeys an einem Konto", "RATE_LIMIT_STAFF_CODE"),
    "staff-passkey-page": ("Anmeldeseiten eines Anschlusses", None),
    "staff-code-wait": ("Wartezeit nach falschen Codes", None),
    "connections": ("Verbindungen eines Anschlusses", "CONNECTIONS_PER_ADDRESS"),
    "policy-report": ("Meldungen von Browsern", None),
    "setup-test-mail": ("Testmails der Einrichtung", None),
    "state-check": ("Gründliche Prüfungen des Zustands", None),
}
"""Each limit by its name: what it is about, and the setting that raises it."""

NAMES: Final[Mapping[tuple[str, str], str]] = {
    (Kind.CROSS_SITE, "cross_site"): "Von einer fremden Seite ausgelöst",
    (Kind.HOST, ""): "Unter einem fremden Namen aufgerufen",
    (Kind.TOO_LARGE, "too_large"): "Inhalt zu groß",
    (Kind.TOO_LARGE, "head_too_large"): "Kopfzeilen zu lang",
    (Kind.TOO_LARGE, "url_too_long"): "Adresse zu lang",
    (Kind.SLOW, "request_timeout"): "Nicht rechtzeitig vollständig",
    (Kind.TRAP, "too_fast"): "Formular ausgefüllt wie von einem Programm",
    (Kind.SHED, "connections"): "Verbindungen getrennt oder abgewiesen",
    (Kind.SHED, "busy"): "Abfragen der Konsole auf später verwiesen",
}

UNKNOWN_ACCOUNTS: Final = "Unbekannte Konten"
ANY_PAGE: Final = "andere Adresse"
_BLOCKED: Final[Mapping[str, str]] = {
    "inline": "Skript oder Stil in der Seite selbst",
    "eval": "Code aus einem Text",
    "trusted-types-sink": "Markup oder Skript aus einem Text",
    "trusted-types-policy": "eine eigene Richtlinie für solche Texte",
    "other": "etwas anderes",
}


def label_of(kind: str, name: str) -> tuple[str, str | None]:
    """What a row is called, and the setting that is about it; a name that we have no words for as it is."""
    if kind == Kind.RATE.value:
        return LIMITS.get(name, (name, None))
    return NAMES.get((kind, name), name), None


def violation_label(page: str, directive: str, blocked: str) -> str:
    """`/faqs: https://tracker.example (img-src)`."""
    return f"{page or ANY_PAGE}: {_BLOCKED.get(blocked, blocked)} ({directive})"
