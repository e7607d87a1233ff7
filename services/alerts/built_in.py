"""The built-in rules: one entry each, with the function that reads its values from the room that owns the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final, Literal
from urllib.parse import quote

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from services.alerts.models import AlertRule
from services.campaigns.budgets import spendings
from services.checks.prove import INVARIANTS, latest_results
from services.checks.rules import WORDS
from services.checks.setup import NEEDS, turned_red
from services.core.clock import berlin_day
from services.core.german import listed, number, numeric_day
from services.core.http.callers.refusals import refused_lately
from services.core.http.callers.unlisted_proxies import was_seen
from services.core.http.errors import Abuse
from services.core.money import format_eur
from services.declarations.deadlines import REFUND_DAYS, alarm_from, refund_due
from services.declarations.desk.lists import refunds_due
from services.mail.waiting import given_up_mails, waiting_mails
from services.parks.fullness import park_fullness
from services.parks.models import Park, ParkChange
from services.reservations.abuse.bursts import SPAN, concentration, origin_words, recent_callers
from services.reservations.models import Reservation
from services.schedules.recipients import NOTICE_DAYS, unconfirmed
from services.staff.models import Role
from services.waiting_list.sign_in.confirm_first import kept_callers

EVERY: Final = timedelta(minutes=5)
"""Check interval."""
LATE: Final = 3 * EVERY
"""Time without a check after which one is overdue."""
EVERYBODY: Final = frozenset(Role)
CLERKS: Final = frozenset({Role.ADMIN, Role.STAFF})
MARKETERS: Final = frozenset({Role.ADMIN, Role.MARKETING})
ADMINS: Final = frozenset({Role.ADMIN})
_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = 60
_MANY_HOURS, _MOST_HOURS = 10, 72
"""Hours from which minutes are left out, and from which days are counted."""
_LONGEST_NAME: Final = 60
_FEW_EXAMPLES: Final = 5
_FEW_KINDS: Final = 3
_LAST_BURST: Final = "/reservations?filter=" + quote('{"burst":"last"}', safe="")

Unit = Literal["percent", "minutes", "cents", "count", "share_ppm", "days"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found of a subject, `park:ingolstadt`; `value` is in the unit of the threshold. `headline` is
    self-contained, `words` give the figures. Both are stored and mailed, so they contain no personal data.
    """

    subject: str
    value: int
    headline: str
    words: str


class Unjudged(Enum):
    """Results that cannot be compared with a threshold."""

    MEANINGLESS = "meaningless"
    """The reading is meaningless at the moment: open alerts close, and waiting restarts afterwards."""
    UNKNOWN = "unknown"
    """Not known yet: open alerts stay, and none is opened."""


Readings = Sequence[Reading] | Unjudged
Troubles = Callable[[Session, datetime], Sequence[Reading]]
"""Problems of periodic work, supplied by a room above this one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reading is taken from."""

    session: Session
    now: datetime
    rule: AlertRule
    troubles: Troubles

    @property
    def was_away(self) -> bool:
        """Whether the check itself did not run for a while, as after a stop or while the computer slept.

        Then all periodic work was suspended too and is only now catching up: the next check can judge it.
        """
        return self.rule.checked_at is None or self.now - self.rule.checked_at > LATE


@dataclass(frozen=True, slots=True)
class Way:
    """Where to act on it in the console: link text, and path without `/admin`."""

    label: str
    path: str


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A built-in rule. `bounds`: the threshold's unit, and the least and the most that it may be; None: there is none.

    `margin` is the hysteresis: how far below the threshold a reading must fall to close the alert, so that a reading
    near the threshold does not open and close it repeatedly.
    """

    name: str
    label: str
    when: str
    """When it opens, with `{}` for the threshold."""
    advice: str
    roles: frozenset[Role]
    way: Callable[[str, Role], Way]
    """The page for acting on it, by subject key and role."""
    read: Callable[[Asked], Readings]
    bounds: tuple[Unit, int, int] | None = None
    margin: Callable[[int], int] = lambda _threshold: 0

    @property
    def unit(self) -> Unit | None:
        """That of the threshold."""
        return self.bounds[0] if self.bounds else None


BUILT_IN: Final[dict[str, BuiltIn]] = {}
"""By name, in the order of the console."""


def _built_in(name: str, label: str, when: str, advice: str, **more: Any) -> Callable[[Any], Any]:
    def declare(read: Callable[[Asked], Readings]) -> Callable[[Asked], Readings]:
        BUILT_IN[name] = BuiltIn(name, label, when, advice, read=read, **more)
        return read

    return declare


def _to(label: str, path: str) -> Callable[[str, Role], Way]:
    """The same page for every role, with the subject's key for `{}`."""
    return lambda key, _role: Way(label, path.replace("{}", quote(key, safe="")))


def _half(threshold: int) -> int:
    return threshold // 2


def _capacity_way(park: str, role: Role) -> Way:
    if role is Role.MARKETING:
        return Way("Auslastung ansehen", "/reports/capacity")
    return Way("Park öffnen", f"/parks/{quote(park, safe='')}/show")


@_built_in(
    "capacity",
    "Park voll oder fast voll",
    "Ein Park ist zu {} oder mehr belegt. Es zählt die Grenze, die näher ist: Plätze oder Kilowattstunden.",
    "Heben Sie die Grenze an oder öffnen Sie den nächsten Park, sonst kann bald niemand mehr reservieren.",
    roles=EVERYBODY,
    way=_capacity_way,
    bounds=("percent", 1, 100),
    margin=lambda _threshold: 2,
)
def _capacities(asked: Asked) -> Readings:
    """Each park that has been opened and not cancelled, by whichever limit is closer to full."""
    readings = []
    for found in park_fullness(asked.session):
        park, fullness = found.park, found.fullness
        if not fullness.is_open:
            continue
        left = "Ein Platz ist noch frei." if fullness.left == 1 else f"{fullness.left} Plätze sind noch frei."
        headline = f"{park.name} ist {'voll' if fullness.is_full else 'fast voll'}"
        words = f"{fullness.sentence} {'Es ist kein Platz mehr frei.' if fullness.is_full else left}"
        readings.append(Reading(f"park:{park.id}", fullness.share.percent if fullness.share else 0, headline, words))
    return readings


def _reservation_way(_key: str, role: Role) -> Way:
    if role is Role.STAFF:
        return Way("Reservierungen ansehen", "/reservations")
    return Way("Weg zum Vertrag ansehen", "/reports/funnel")


@_built_in(
    "no_reservation",
    "Keine Reservierung",
    "Seit {} hat niemand reserviert, obwohl Plätze frei sind.",
    "Reservieren Sie zur Probe auf der Website und prüfen Sie, ob die Kampagnen noch laufen.",
    roles=EVERYBODY,
    way=_reservation_way,
    bounds=("minutes", _HOUR, 60 * 24 * _HOUR),
)
def _silence(asked: Asked) -> Readings:
    """Minutes since the last reservation, whatever its state. No reading before the first one, nor while no reservation
    is possible because no park has a free spot.
    """
    open_parks = [
        found.park.name
        for found in park_fullness(asked.session)
        if found.fullness.left and found.park.paused_at is None
    ]
    last: datetime | None = asked.session.scalar(select(func.max(Reservation.created_at)))
    if not open_parks or last is None:
        return Unjudged.MEANINGLESS
    minutes = _minutes(asked.now - max(last, asked.rule.excused_at or last))
    words = f"Die letzte kam vor {lasting(_minutes(asked.now - last))}. Frei sind Plätze in {listed(open_parks)}."
    return [Reading("reservations", minutes, f"Seit {lasting(minutes)} keine Reservierung", words)]


@_built_in(
    "reservation_burst",
    "Ansturm aus wenigen Quellen",
    "In 10 Minuten kommen {} oder mehr Reservierungen, mehr als die Hälfte aus höchstens drei Netzen oder mit "
    "Adressen unter höchstens zehn kleinen Domains; oder ein Park hat sich deshalb selbst angehalten.",
    "Sehen Sie die Reservierungen dieses Ansturms durch. Kommen sie von einem Programm, wählen Sie alle aus "
    "und stornieren Sie sie auf einmal; 24 Stunden lang lässt sich das zurücknehmen. Einen angehaltenen Park "
    "nehmen Sie auf seiner Seite wieder auf.",
    roles=CLERKS,
    way=_to("Ansturm ansehen", _LAST_BURST),
    bounds=("count", 5, 1000),
    margin=_half,
)
def _bursts(asked: Asked) -> Readings:
    """Reservations of the last ten minutes, with those that have to be confirmed first, if they look automated; also
    while a park has paused itself because of them.
    """
    callers = [*recent_callers(asked.session, asked.now), *kept_callers(asked.session, asked.now - SPAN)]
    few, count = concentration(callers), len(callers)
    # The names of the parks that are paused since the system did it
    by_system = (ParkChange.park_id == Park.id) & (ParkChange.action == "paused") & (ParkChange.actor == "system")
    is_paused = Park.paused_at.is_not(None) & Park.cancelled_at.is_(None)
    query = select(Park.name).where(is_paused, exists().where(by_system, ParkChange.at == Park.paused_at))
    paused = list(asked.session.scalars(query.order_by(Park.id)))
    if few is None and not paused:
        return []
    origin = f", mehr als die Hälfte {origin_words(few)}" if few else ""
    of_domain = f"{few.of_domain} haben eine E-Mail-Adresse unter {_short(few.domain)}." if few and few.domains else ""
    stopped = f"Angehalten hat sich von selbst: {listed(paused)}." if paused else ""
    words = f"Gezählt sind die letzten 10 Minuten, alle Parks zusammen. {of_domain} {stopped}"
    headline = f"{count} Reservierungen in 10 Minuten{origin}"
    if paused:
        headline = f"{listed(paused)}: Reservierungen angehalten, weil zu viele auf einmal kamen"
    # A park that paused itself is reported whatever the threshold, until somebody has looked at it.
    value = max(count, asked.rule.threshold or 0) if paused else count
    return [Reading("reservations", value, headline, " ".join(words.split()))]


@_built_in(
    "campaign_budget",
    "Kampagne über Budget",
    "Die Kosten einer Kampagne liegen in ihrem Zeitraum {} über dem Budget.",
    "Stoppen Sie die Anzeigen oder passen Sie das Budget an.",
    roles=MARKETERS,
    way=_to("Kampagne öffnen", "/campaigns/{}/show"),
    bounds=("cents", 0, 100_000_000),
)
def _budgets(asked: Asked) -> Readings:
    """Each campaign that exceeds its budget. One just used up is not exceeded."""
    return [
        Reading(
            f"campaign:{spending.campaign_id}",
            spending.over_cents,
            f"{_short(spending.name)}: {format_eur(spending.over_cents, short=True)} über Budget",
            f"Ausgegeben sind {format_eur(spending.cost_cents, short=True)}, vorgesehen waren "
            f"{format_eur(spending.budget_cents, short=True)}.",
        )
        for spending in spendings(asked.session)
        if spending.over_cents > 0
    ]


@_built_in(
    "mail_queue",
    "Mails bleiben liegen",
    "Die älteste Mail wartet seit {} oder länger auf den Versand.",
    "Prüfen Sie, ob der Mailserver antwortet; was wartet, geht danach von selbst hinaus.",
    roles=CLERKS,
    way=_to("Mails ansehen", "/mails?filter=%7B%22state%22%3A%22retrying%22%7D"),
    bounds=("minutes", 15, 7 * 24 * _HOUR),
    # Closes when the oldest waiting mail is younger than half the threshold.
    margin=_half,
)
def _mails(asked: Asked) -> Readings:
    """How long the oldest unsent mail has been overdue, and time since the first of many failed ones, in minutes."""
    if asked.was_away:
        return Unjudged.UNKNOWN
    readings = []
    if found := waiting_mails(asked.session, asked.now):
        minutes = _minutes(asked.now - found.since)
        count = "Eine Mail wartet" if found.count == 1 else f"{found.count} Mails warten"
        words = f"{count} auf den Versand, die älteste seit {lasting(minutes)}."
        if found.is_refused:
            words += " Der Mailserver weist unser Konto ab: Prüfen Sie Anmeldung und Absender in den Einstellungen."
        readings.append(Reading("mails", minutes, "Mails gehen nicht hinaus", words))
    if given_up := given_up_mails(asked.session, asked.now):
        words = "Sehen Sie nach, woran es lag; danach lassen sich alle auf einmal erneut senden."
        minutes = _minutes(asked.now - given_up.since)
        readings.append(Reading("mails:failed", minutes, f"{given_up.count} Mails sind gescheitert", words))
    return readings


@_built_in(
    "job",
    "Ablauf läuft nicht",
    "Ein automatischer Ablauf ist ausgeblieben oder mehrmals hintereinander gescheitert.",
    "Lesen Sie im Verlauf, woran es lag, und starten Sie ihn von Hand.",
    roles=ADMINS,
    way=_to("Ablauf öffnen", "/jobs/{}"),
)
def _jobs(asked: Asked) -> Readings:
    return Unjudged.UNKNOWN if asked.was_away else asked.troubles(asked.session, asked.now)


@_built_in(
    "unlisted_proxy",
    "Unbekannter Proxy",
    "Anfragen kommen über einen Proxy, den die Einstellung TRUSTED_PROXIES nicht nennt.",
    "Tragen Sie das Netz des Proxys in VOLTIGO_TRUSTED_PROXIES ein und starten Sie den Server neu. Ohne Proxy "
    "heißt der Wert none.",
    roles=ADMINS,
    way=_to("Hinweise ansehen", "/alerts"),
)
def _unlisted_proxies(asked: Asked) -> Readings:
    if not was_seen(asked.session, asked.now):
        return []
    words = (
        "Damit zählen alle, die über ihn kommen, für die Begrenzungen als ein einziger Anrufer: "
        "Haushalte werden abgewiesen, sobald es zusammen zu viele sind."
    )
    return [Reading("proxies", 1, "Ein unbekannter Proxy leitet Anfragen weiter", words)]


@_built_in(
    "report_recipient",
    "Adresse außerhalb zu bestätigen",
    "Ein regelmäßiger Bericht geht an eine Adresse außerhalb des Teams, die nicht bestätigt ist oder deren "
    "Bestätigung in 30 Tagen endet.",
    "Bestätigen Sie die Adresse für ein weiteres Jahr, oder nehmen Sie sie aus dem Bericht.",
    roles=ADMINS,
    way=_to("Bericht öffnen", "/reports/schedules/{}"),
)
def _outside_recipients(asked: Asked) -> Readings:
    """Each scheduled report with external addresses whose confirmation has ended or ends soon; without the addresses,
    which are personal data.
    """
    readings = []
    for schedule, due in unconfirmed(asked.session, asked.now):
        silent = sum(one.left_out is not None for one in due)
        sentences = []
        if silent:
            sentences.append("Eine Adresse bekommt nichts." if silent == 1 else f"{silent} Adressen bekommen nichts.")
        if soon := len(due) - silent:
            whose = "einer Adresse" if soon == 1 else f"von {soon} Adressen"
            sentences.append(f"Die Bestätigung {whose} endet in den nächsten {NOTICE_DAYS} Tagen.")
        headline = f"„{_short(schedule.name)}“: Adresse außerhalb zu bestätigen"
        readings.append(Reading(f"report_schedule:{schedule.id}", len(due), headline, " ".join(sentences)))
    return readings


@_built_in(
    "refund_due",
    "Erstattung nach Widerruf fällig",
    "Seit dem Eingang eines Widerrufs sind 10 Tage vergangen, und die Erstattung ist nicht vermerkt.",
    "Entscheiden Sie über den Widerruf, zahlen Sie zurück, was gezahlt ist, und vermerken Sie die Erstattung.",
    roles=CLERKS,
    way=_to("Erklärung öffnen", "/declarations/{}/show"),
)
def _refunds(asked: Asked) -> Readings:
    """Each withdrawal that arrived ten days ago or earlier and whose refund is not noted; its value is how many days
    have passed since. The words hold no name, only the declaration's own number.
    """
    today, readings = berlin_day(asked.now), []
    for found in refunds_due(asked.session, alarm_from(today)):
        declaration, arrived = found.declaration, berlin_day(found.declaration.received_at)
        due = numeric_day(refund_due(declaration.received_at))
        headline = f"Widerruf {declaration.reference}: Erstattung fällig bis {due}"
        words = (
            f"Eingegangen ist er am {numeric_day(arrived)}. Das Geld muss spätestens {REFUND_DAYS} Tage danach "
            "zurück sein."
        )
        readings.append(Reading(f"declaration:{declaration.id}", (today - arrived).days, headline, words))
    return readings


@_built_in(
    "invariant",
    "Prüfung der Daten nicht bestanden",
    "Eine der nächtlichen Prüfungen hat Zeilen gefunden, die nicht zueinander passen.",
    "Sehen Sie auf der Seite „Zustand“ nach, welche Zeilen es sind, und geben Sie sie an die Technik weiter. "
    "Bitte ändern Sie daran vorher nichts.",
    roles=ADMINS,
    way=_to("Zustand ansehen", "/state"),
)
def _invariants(asked: Asked) -> Readings:
    """Each check that failed when it last ran; its value is how many rows break it."""
    results = latest_results(asked.session)
    return [
        Reading(
            f"invariant:{one.name}",
            result.violations,
            f"Nicht bestanden: {one.sentence}",
            f"{WORDS[one.kind]}: {', '.join(result.examples[:_FEW_EXAMPLES])}. Insgesamt {result.violations}.",
        )
        for one in INVARIANTS
        if (result := results.get(one.name)) is not None and result.violations
    ]


@_built_in(
    "setup_check",
    "Einrichtung nicht mehr in Ordnung",
    "Eine Prüfung der Einrichtung, die in Ordnung war, ist es nicht mehr.",
    "Sehen Sie auf der Seite „Zustand“ nach, was fehlt.",
    roles=ADMINS,
    way=_to("Zustand ansehen", "/state"),
)
def _setup_checks(asked: Asked) -> Readings:
    """Each check of the set-up that was in order once and was not when it last ran."""
    return [
        Reading(f"setup_check:{row.name}", 1, f"Nicht mehr in Ordnung: {NEEDS[row.name].title}", row.words)
        for row in turned_red(asked.session)
        if row.name in NEEDS
    ]


_REFUSED: Final = {
    Abuse.RATE: "zu viele Aufrufe eines Anschlusses",
    Abuse.SIGN_IN: "falsche Passwörter und Codes",
    Abuse.CROSS_SITE: "von fremden Seiten ausgelöst",
    Abuse.HOST: "unter einem fremden Namen",
    Abuse.TOO_LARGE: "zu groß",
    Abuse.SLOW: "nicht rechtzeitig vollständig",
    Abuse.TRAP: "Formulare, wie Programme sie ausfüllen",
    Abuse.SHED: "mehr, als der Server zugleich bedient",
}


@_built_in(
    "many_refusals",
    "Auffällig viele Abweisungen",
    "In einer Stunde werden {} oder mehr Aufrufe abgewiesen: zu viele von einem Anschluss, falsche Passwörter "
    "oder Codes, Aufrufe von fremden Seiten.",
    "Abgewiesen ist es schon, und meist hört es von selbst auf. Sind es Passwörter oder Codes, fragen Sie im "
    "Team nach, ob es jemand von Ihnen war. Kommt alles aus wenigen Netzen, sperren Sie sie am Proxy: Sein "
    "Protokoll nennt die Adressen.",
    roles=ADMINS,
    way=_to("Anmeldungen im Protokoll ansehen", "/audit"),
    bounds=("count", 5, 1_000_000),
    margin=_half,
)
def _refusals(asked: Asked) -> Readings:
    """Refused calls of the last hour, with the kinds that most of them are."""
    counts = refused_lately(asked.session, asked.now)
    if not counts:
        return []
    calls = sum(counts.values())
    most = ", ".join(f"{_REFUSED[kind]} ({number(count)})" for kind, count in list(counts.items())[:_FEW_KINDS])
    words = f"Vor allem: {most}. Gezählt sind die letzten 60 Minuten, alle Server zusammen."
    return [Reading("calls", calls, f"{number(calls)} Aufrufe in einer Stunde abgewiesen", words)]


def lasting(minutes: int) -> str:
    """A duration in words, as after „seit“: „einer Stunde und 30 Minuten“, „48 Stunden“, „5 Tagen“."""
    hours, left = divmod(minutes, _HOUR)
    # Minutes are irrelevant for many hours.
    steps = [(hours, "einer Stunde", "Stunden"), (left if hours < _MANY_HOURS else 0, "einer Minute", "Minuten")]
    if hours >= _MOST_HOURS:
        steps = [(hours // 24, "einem Tag", "Tagen"), (hours % 24, "einer Stunde", "Stunden")]
    said = [one if count == 1 else f"{count} {many}" for count, one, many in steps if count]
    return " und ".join(said) or "weniger als einer Minute"


def _minutes(span: timedelta) -> int:
    return max(span // _MINUTE, 0)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
