"""Built-in kinds of alerts: roles concerned, unit and bounds of the threshold, the console page for acting on them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final, Literal
from urllib.parse import quote

from services.core.money import format_decimal, format_eur
from services.staff.models import Role

Unit = Literal["percent", "minutes", "cents", "count"]
CAPACITY: Final = "capacity"
NO_RESERVATION: Final = "no_reservation"
RESERVATION_BURST: Final = "reservation_burst"
CAMPAIGN_BUDGET: Final = "campaign_budget"
MAIL_QUEUE: Final = "mail_queue"
JOB: Final = "job"
UNLISTED_PROXY: Final = "unlisted_proxy"
REPORT_RECIPIENT: Final = "report_recipient"
REFUND_DUE: Final = "refund_due"
INVARIANT: Final = "invariant"
SETUP_CHECK: Final = "setup_check"
MANY_REFUSALS: Final = "many_refusals"
_LAST_BURST: Final = "/reservations?filter=" + quote('{"burst":"last"}', safe="")
_HOUR = 60
_MANY_HOURS, _MOST_HOURS = 10, 72
"""Hours from which minutes are left out, and from which days are counted."""
_EVERYBODY = frozenset(Role)
_CLERKS = frozenset({Role.ADMIN, Role.STAFF})
_MARKETERS = frozenset({Role.ADMIN, Role.MARKETING})


@dataclass(frozen=True, slots=True)
class Way:
    """Where to act on it in the console: link text, and path without `/admin`."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of alert. `least` and `most` bound the threshold, in the unit; without a unit there is no threshold.

    `margin` is the hysteresis: how far below the threshold a reading must fall to close the alert, so that a reading
    near the threshold does not open and close it repeatedly.
    """

    name: str
    title: str
    when: str
    """When it opens, with `{}` for the threshold."""
    advice: str
    roles: frozenset[Role]
    way: Callable[[str, Role], Way]
    """The page for acting on it, by subject key and role."""
    unit: Unit | None = None
    least: int = 0
    most: int = 0
    margin: Callable[[int], int] = lambda _threshold: 0
    mail_pause: timedelta | None = None
    """How long after a mail of this kind no other one is sent."""


def _capacity_way(park: str, role: Role) -> Way:
    if role is Role.MARKETING:
        return Way("Auslastung ansehen", "/reports/capacity")
    return Way("Park öffnen", f"/parks/{quote(park, safe='')}/show")


def _reservation_way(_key: str, role: Role) -> Way:
    if role is Role.STAFF:
        return Way("Reservierungen ansehen", "/reservations")
    return Way("Weg zum Vertrag ansehen", "/reports/funnel")


KINDS: Final = {
    kind.name: kind
    for kind in (
        Kind(
            CAPACITY,
            "Park voll oder fast voll",
            "Ein Park ist zu {} oder mehr belegt. Es zählt die Grenze, die näher ist: Plätze oder Kilowattstunden.",
            "Heben Sie die Grenze an oder öffnen Sie den nächsten Park, sonst kann bald niemand mehr reservieren.",
            _EVERYBODY,
            _capacity_way,
            unit="percent",
            least=1,
            most=100,
            margin=lambda _threshold: 2,
        ),
        Kind(
            NO_RESERVATION,
            "Keine Reservierung",
            "Seit {} hat niemand reserviert, obwohl Plätze frei sind.",
            "Reservieren Sie zur Probe auf der Website und prüfen Sie, ob die Kampagnen noch laufen.",
            _EVERYBODY,
            _reservation_way,
            unit="minutes",
            least=_HOUR,
            most=60 * 24 * _HOUR,
        ),
        Kind(
            RESERVATION_BURST,
            "Ansturm aus wenigen Quellen",
            "In 10 Minuten kommen {} oder mehr Reservierungen, mehr als die Hälfte aus höchstens drei Netzen oder mit "
            "Adressen unter höchstens zehn kleinen Domains; oder ein Park hat sich deshalb selbst angehalten.",
            "Sehen Sie die Reservierungen dieses Ansturms durch. Kommen sie von einem Programm, wählen Sie alle aus "
            "und stornieren Sie sie auf einmal; 24 Stunden lang lässt sich das zurücknehmen. Einen angehaltenen Park "
            "nehmen Sie auf seiner Seite wieder auf.",
            _CLERKS,
            lambda _key, _role: Way("Ansturm ansehen", _LAST_BURST),
            unit="count",
            least=5,
            most=1000,
            margin=lambda threshold: threshold // 2,
        ),
        Kind(
            CAMPAIGN_BUDGET,
            "Kampagne über Budget",
            "Die Kosten einer Kampagne liegen in ihrem Zeitraum {} über dem Budget.",
            "Stoppen Sie die Anzeigen oder passen Sie das Budget an.",
            _MARKETERS,
            lambda key, _role: Way("Kampagne öffnen", f"/campaigns/{key}/show"),
            unit="cents",
            most=100_000_000,
        ),
        Kind(
            MAIL_QUEUE,
            "Mails bleiben liegen",
            "Die älteste Mail wartet seit {} oder länger auf den Versand.",
            "Prüfen Sie, ob der Mailserver antwortet; was wartet, geht danach von selbst hinaus.",
            _CLERKS,
            lambda _key, _role: Way("Mails ansehen", "/mails?filter=%7B%22state%22%3A%22retrying%22%7D"),
            unit="minutes",
            least=15,
            most=7 * 24 * _HOUR,
            # Closes when the oldest waiting mail is younger than half the threshold.
            margin=lambda threshold: threshold // 2,
        ),
        Kind(
            JOB,
            "Ablauf läuft nicht",
            "Ein automatischer Ablauf ist ausgeblieben oder mehrmals hintereinander gescheitert.",
            "Lesen Sie im Verlauf, woran es lag, und starten Sie ihn von Hand.",
            frozenset({Role.ADMIN}),
            lambda key, _role: Way("Ablauf öffnen", f"/jobs/{quote(key, safe='')}"),
        ),
        Kind(
            UNLISTED_PROXY,
            "Unbekannter Proxy",
            "Anfragen kommen über einen Proxy, den die Einstellung TRUSTED_PROXIES nicht nennt.",
            "Tragen Sie das Netz des Proxys in VOLTIGO_TRUSTED_PROXIES ein und starten Sie den Server neu. Ohne Proxy "
            "heißt der Wert none.",
            frozenset({Role.ADMIN}),
            lambda _key, _role: Way("Hinweise ansehen", "/alerts"),
        ),
        Kind(
            REPORT_RECIPIENT,
            "Adresse außerhalb zu bestätigen",
            "Ein regelmäßiger Bericht geht an eine Adresse außerhalb des Teams, die nicht bestätigt ist oder deren "
            "Bestätigung in 30 Tagen endet.",
            "Bestätigen Sie die Adresse für ein weiteres Jahr, oder nehmen Sie sie aus dem Bericht.",
            frozenset({Role.ADMIN}),
            lambda key, _role: Way("Bericht öffnen", f"/reports/schedules/{key}"),
        ),
        Kind(
            REFUND_DUE,
            "Erstattung nach Widerruf fällig",
            "Seit dem Eingang eines Widerrufs sind 10 Tage vergangen, und die Erstattung ist nicht vermerkt.",
            "Entscheiden Sie über den Widerruf, zahlen Sie zurück, was gezahlt ist, und vermerken Sie die Erstattung.",
            _CLERKS,
            lambda key, _role: Way("Erklärung öffnen", f"/declarations/{key}/show"),
        ),
        Kind(
            INVARIANT,
            "Prüfung der Daten nicht bestanden",
            "Eine der nächtlichen Prüfungen hat Zeilen gefunden, die nicht zueinander passen.",
            "Sehen Sie auf der Seite „Zustand“ nach, welche Zeilen es sind, und geben Sie sie an die Technik weiter. "
            "Bitte ändern Sie daran vorher nichts.",
            frozenset({Role.ADMIN}),
            lambda _key, _role: Way("Zustand ansehen", "/state"),
        ),
        Kind(
            SETUP_CHECK,
            "Einrichtung nicht mehr in Ordnung",
            "Eine Prüfung der Einrichtung, die in Ordnung war, ist es nicht mehr.",
            "Sehen Sie auf der Seite „Zustand“ nach, was fehlt.",
            frozenset({Role.ADMIN}),
            lambda _key, _role: Way("Zustand ansehen", "/state"),
        ),
        Kind(
            MANY_REFUSALS,
            "Auffällig viele Abweisungen",
            "In einer Stunde werden {} oder mehr Aufrufe abgewiesen: zu viele von einem Anschluss, falsche Passwörter "
            "oder Codes, Aufrufe von fremden Seiten.",
            "Abgewiesen ist es schon, und meist hört es von selbst auf. Sind es Passwörter oder Codes, fragen Sie im "
            "Team nach, ob es jemand von Ihnen war. Kommt alles aus wenigen Netzen, sperren Sie sie am Proxy: Sein "
            "Protokoll nennt die Adressen.",
            frozenset({Role.ADMIN}),
            lambda _key, _role: Way("Anmeldungen im Protokoll ansehen", "/audit"),
            unit="count",
            least=5,
            most=1_000_000,
            margin=lambda threshold: threshold // 2,
            mail_pause=timedelta(hours=1),
        ),
    )
}
"""By name, in the order of the console."""


def measured(unit: Unit, value: int) -> str:
    """A reading in words: „90 %“, „48 Stunden“, „20 €“, „30“."""
    if unit == "percent":
        return f"{value} %"
    if unit == "cents":
        return format_eur(value, short=True)
    if unit == "count":
        return format_decimal(Decimal(value), 0)
    return lasting(value)


def lasting(minutes: int) -> str:
    """A duration in words, as after „seit“: „einer Stunde und 30 Minuten“, „48 Stunden“, „5 Tagen“."""
    hours, left = divmod(minutes, _HOUR)
    if hours >= _MOST_HOURS:
        days, hours = divmod(hours, 24)
        return _joined(_counted(days, "einem Tag", "Tagen"), _counted(hours, "einer Stunde", "Stunden"))
    # Minutes are irrelevant for many hours.
    minutes_left = left if hours < _MANY_HOURS else 0
    return _joined(_counted(hours, "einer Stunde", "Stunden"), _counted(minutes_left, "einer Minute", "Minuten"))


def _joined(*parts: str) -> str:
    return " und ".join(part for part in parts if part) or "weniger als einer Minute"


def _counted(count: int, one: str, many: str) -> str:
    return one if count == 1 else f"{count} {many}" if count else ""


def when_words(kind: Kind, threshold: int | None) -> str:
    """When the kind opens, with its threshold."""
    if kind.unit is None or threshold is None:
        return kind.when
    if kind.unit == "cents" and threshold == 0:
        return kind.when.replace("{} ", "")
    said = measured(kind.unit, threshold)
    return kind.when.format(f"{said} oder mehr" if kind.unit == "cents" else said)
