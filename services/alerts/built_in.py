"""Takes the readings that alerts are based on, each from the package that owns the data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Final

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from services.alerts import kinds
from services.alerts.models import AlertRule
from services.campaigns.budgets import spendings
from services.core.clock import berlin_day
from services.core.german import listed, numeric_day
from services.core.http.callers.refusals import refused_lately
from services.core.http.callers.unlisted_proxies import was_seen
from services.core.http.errors import Abuse
from services.core.money import format_decimal, format_eur
from services.declarations.deadlines import REFUND_DAYS, alarm_from, refund_due
from services.declarations.desk.lists import refunds_due
from services.declarations.models import Declaration
from services.invariants.invariant import WORDS
from services.invariants.prove import INVARIANTS, latest_results
from services.mail.waiting import Waiting, given_up_mails, waiting_mails
from services.parks.fullness import ParkFullness, park_fullness
from services.parks.models import Park, ParkChange
from services.reservations.abuse.bursts import SPAN, concentration, origin_words, recent_callers
from services.reservations.models import Reservation
from services.schedules.recipients import NOTICE_DAYS, Addressee, unconfirmed
from services.setup_checks.checks import CHECKS
from services.setup_checks.recheck import turned_red
from services.waiting_list.sign_in.confirm_first import kept_callers

EVERY = timedelta(minutes=5)
"""Check interval."""
LATE = 3 * EVERY
"""Time without a check after which one is overdue."""
_MINUTE = timedelta(minutes=1)
_LONGEST_NAME = 60
_FEW_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading, in the unit of its kind's threshold, with the text of an alert about it.

    `subject` identifies its subject, `park:ingolstadt`; `headline` is self-contained, `words` give the figures. Both
    are stored and mailed, so they contain no personal data.
    """

    subject: str
    value: int
    headline: str
    words: str


class Unjudged(Enum):
    """Results of a reading that cannot be compared with a threshold."""

    MEANINGLESS = "meaningless"
    """The reading is meaningless at the moment: open alerts close, and waiting restarts afterwards."""
    UNKNOWN = "unknown"
    """Not known yet: open alerts stay, and none is opened."""


Readings = Sequence[Reading] | Unjudged
Source = Callable[[Session, datetime, AlertRule], Readings]
Findings = Callable[[Session, datetime], Sequence[Reading]]
"""Problems of periodic work, supplied by a package above this one."""


def capacities(session: Session, _now: datetime, _rule: AlertRule) -> Readings:
    """Each park that has been opened and not cancelled, by whichever limit is closer to full."""
    return [_capacity(found) for found in park_fullness(session) if found.fullness.is_open]


def _capacity(found: ParkFullness) -> Reading:
    park, fullness = found.park, found.fullness
    left = "Ein Platz ist noch frei." if fullness.left == 1 else f"{fullness.left} Plätze sind noch frei."
    return Reading(
        subject=f"park:{park.id}",
        value=fullness.share.percent if fullness.share else 0,
        headline=f"{park.name} ist {'voll' if fullness.is_full else 'fast voll'}",
        words=f"{fullness.sentence} {'Es ist kein Platz mehr frei.' if fullness.is_full else left}",
    )


def silence(session: Session, now: datetime, rule: AlertRule) -> Readings:
    """Minutes since the last reservation, whatever its state. No reading before the first one, nor while no reservation
    is possible because no park has a free spot.
    """
    open_parks = [
        found.park.name for found in park_fullness(session) if found.fullness.left and found.park.paused_at is None
    ]
    if not open_parks:
        return Unjudged.MEANINGLESS
    last: datetime | None = session.scalar(select(func.max(Reservation.created_at)))
    if last is None:
        return Unjudged.MEANINGLESS
    since = max(last, rule.excused_at or last)
    minutes = _minutes(now - since)
    words = f"Die letzte kam vor {kinds.lasting(_minutes(now - last))}. Frei sind Plätze in {listed(open_parks)}."
    return [Reading("reservations", minutes, f"Seit {kinds.lasting(minutes)} keine Reservierung", words)]


def bursts(session: Session, now: datetime, rule: AlertRule) -> Readings:
    """Reservations of the last ten minutes, with those that have to be confirmed first, if they look automated; also
    while a park has paused itself because of them.
    """
    callers = [*recent_callers(session, now), *kept_callers(session, now - SPAN)]
    few, count = concentration(callers), len(callers)
    paused = _paused_by_themselves(session)
    if few is None and not paused:
        return []
    origin = f", mehr als die Hälfte {origin_words(few)}" if few else ""
    of_domain = f"{few.of_domain} haben eine E-Mail-Adresse unter {_short(few.domain)}." if few and few.domains else ""
    stopped = f"Angehalten hat sich von selbst: {listed(paused)}." if paused else ""
    words = f"Gezählt sind die letzten 10 Minuten, alle Parks zusammen. {of_domain} {stopped}"
    headline = f"{count} Reservierungen in 10 Minuten{origin}"
    if paused:
        headline = f"{listed(paused)}: Reservierungen angehalten, weil zu viele auf einmal kamen"
    # A park that has stopped is told whatever the threshold, until somebody has looked at it.
    value = max(count, rule.threshold or 0) if paused else count
    return [Reading("reservations", value, headline, " ".join(words.split()))]


def _paused_by_themselves(session: Session) -> list[str]:
    """The names of the parks that are paused since the system did it."""
    by_system = (ParkChange.park_id == Park.id) & (ParkChange.action == "paused") & (ParkChange.actor == "system")
    is_paused = Park.paused_at.is_not(None) & Park.cancelled_at.is_(None)
    query = select(Park.name).where(is_paused, exists().where(by_system, ParkChange.at == Park.paused_at))
    return list(session.scalars(query.order_by(Park.id)))


def budgets(session: Session, _now: datetime, _rule: AlertRule) -> Readings:
    """Each campaign that exceeds its budget."""
    return [
        Reading(
            subject=f"campaign:{spending.campaign_id}",
            value=spending.over_cents,
            headline=f"{_short(spending.name)}: {format_eur(spending.over_cents, short=True)} über Budget",
            words=(
                f"Ausgegeben sind {format_eur(spending.cost_cents, short=True)}, vorgesehen waren "
                f"{format_eur(spending.budget_cents, short=True)}."
            ),
        )
        for spending in spendings(session)
        if spending.over_cents > 0
    ]


def waiting(session: Session, now: datetime, rule: AlertRule) -> Readings:
    """How long the oldest unsent mail has been overdue, and time since the first of many failed ones, in minutes."""
    if was_away(rule, now):
        return Unjudged.UNKNOWN
    found, given_up = waiting_mails(session, now), given_up_mails(session, now)
    readings = [_waiting(found, now)] if found else []
    if given_up:
        words = "Sehen Sie nach, woran es lag; danach lassen sich alle auf einmal erneut senden."
        minutes = _minutes(now - given_up.since)
        readings.append(Reading("mails:failed", minutes, f"{given_up.count} Mails sind gescheitert", words))
    return readings


def _waiting(found: Waiting, now: datetime) -> Reading:
    minutes = _minutes(now - found.since)
    count = "Eine Mail wartet" if found.count == 1 else f"{found.count} Mails warten"
    words = f"{count} auf den Versand, die älteste seit {kinds.lasting(minutes)}."
    if found.is_refused:
        words += " Der Mailserver weist unser Konto ab: Prüfen Sie Anmeldung und Absender in den Einstellungen."
    return Reading("mails", minutes, "Mails gehen nicht hinaus", words)


def unlisted_proxies(session: Session, now: datetime, _rule: AlertRule) -> Readings:
    """Whether a proxy missing from the settings forwards requests."""
    if not was_seen(session, now):
        return []
    words = (
        "Damit zählen alle, die über ihn kommen, für die Begrenzungen als ein einziger Anrufer: "
        "Haushalte werden abgewiesen, sobald es zusammen zu viele sind."
    )
    return [Reading("proxies", 1, "Ein unbekannter Proxy leitet Anfragen weiter", words)]


def outside_recipients(session: Session, now: datetime, _rule: AlertRule) -> Readings:
    """Each scheduled report with external addresses whose confirmation has ended or ends soon."""
    return [
        Reading(
            subject=f"report_schedule:{schedule.id}",
            value=len(due),
            headline=f"„{_short(schedule.name)}“: Adresse außerhalb zu bestätigen",
            words=_outside_words(due),
        )
        for schedule, due in unconfirmed(session, now)
    ]


def _outside_words(due: Sequence[Addressee]) -> str:
    """Without the addresses, which are personal data."""
    silent = sum(one.left_out is not None for one in due)
    soon = len(due) - silent
    sentences = []
    if silent:
        sentences.append("Eine Adresse bekommt nichts." if silent == 1 else f"{silent} Adressen bekommen nichts.")
    if soon:
        whose = "einer Adresse" if soon == 1 else f"von {soon} Adressen"
        sentences.append(f"Die Bestätigung {whose} endet in den nächsten {NOTICE_DAYS} Tagen.")
    return " ".join(sentences)


def refunds(session: Session, now: datetime, _rule: AlertRule) -> Readings:
    """Each withdrawal that arrived ten days ago or earlier and whose refund is not noted; its value is how many days
    have passed since. The words hold no name, only the declaration's own number.
    """
    today = berlin_day(now)
    return [_refund(found.declaration, today) for found in refunds_due(session, alarm_from(today))]


def _refund(declaration: Declaration, today: date) -> Reading:
    due = refund_due(declaration.received_at)
    return Reading(
        subject=f"declaration:{declaration.id}",
        value=(today - berlin_day(declaration.received_at)).days,
        headline=f"Widerruf {declaration.reference}: Erstattung fällig bis {numeric_day(due)}",
        words=f"Eingegangen ist er am {numeric_day(berlin_day(declaration.received_at))}. "
        f"Das Geld muss spätestens {REFUND_DAYS} Tage danach zurück sein.",
    )


def invariants(session: Session, _now: datetime, _rule: AlertRule) -> Readings:
    """Each check that failed when it last ran; its value is how many rows break it."""
    results = latest_results(session)
    return [
        Reading(
            subject=f"invariant:{one.name}",
            value=result.violations,
            headline=f"Nicht bestanden: {one.sentence}",
            words=f"{WORDS[one.kind]}: {', '.join(result.examples[:_FEW_EXAMPLES])}. Insgesamt {result.violations}.",
        )
        for one in INVARIANTS
        if (result := results.get(one.name)) is not None and result.violations
    ]


def setup_checks(session: Session, _now: datetime, _rule: AlertRule) -> Readings:
    """Each check of the set-up that was in order once and was not when it last ran."""
    titles = {name: check.title for name, check in CHECKS.items()}
    return [
        Reading(f"setup_check:{row.name}", 1, f"Nicht mehr in Ordnung: {titles[row.name]}", row.words)
        for row in turned_red(session)
        if row.name in titles
    ]


def refusals(session: Session, now: datetime, _rule: AlertRule) -> Readings:
    """Refused calls of the last hour, with the kinds that most of them are."""
    counts = refused_lately(session, now)
    if not counts:
        return []
    calls = sum(counts.values())
    most = list(counts.items())[:_FEW_KINDS]
    kinds_said = ", ".join(f"{_REFUSED[kind]} ({format_decimal(Decimal(count), 0)})" for kind, count in most)
    words = f"Vor allem: {kinds_said}. Gezählt sind die letzten 60 Minuten, alle Server zusammen."
    return [Reading("calls", calls, f"{format_decimal(Decimal(calls), 0)} Aufrufe in einer Stunde abgewiesen", words)]


_FEW_KINDS: Final = 3
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


SOURCES: Final[dict[str, Source]] = {
    kinds.CAPACITY: capacities,
    kinds.NO_RESERVATION: silence,
    kinds.RESERVATION_BURST: bursts,
    kinds.CAMPAIGN_BUDGET: budgets,
    kinds.MAIL_QUEUE: waiting,
    kinds.UNLISTED_PROXY: unlisted_proxies,
    kinds.REPORT_RECIPIENT: outside_recipients,
    kinds.REFUND_DUE: refunds,
    kinds.INVARIANT: invariants,
    kinds.SETUP_CHECK: setup_checks,
    kinds.MANY_REFUSALS: refusals,
}


def no_findings(_session: Session, _now: datetime) -> Sequence[Reading]:
    """No problems of periodic work."""
    return ()


def troubles(findings: Findings) -> Source:
    """Problems of periodic work."""

    def source(session: Session, now: datetime, rule: AlertRule) -> Readings:
        return Unjudged.UNKNOWN if was_away(rule, now) else findings(session, now)

    return source


def was_away(rule: AlertRule, now: datetime) -> bool:
    """Whether the check itself did not run for a while, as after a stop or while the computer slept.

    Then all periodic work was suspended too and is only now catching up: the next check can judge it.
    """
    return rule.checked_at is None or now - rule.checked_at > LATE


def _minutes(span: timedelta) -> int:
    return max(span // _MINUTE, 0)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
