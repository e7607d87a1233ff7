"""The figures that staff make rules on: a closed list, and their daily values, read from where the reports read them.

Values go up to the last day that can be judged: today is not over.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.alerts.built_in import CLERKS, EVERYBODY, MARKETERS, Unit
from services.alerts.judging import ONE_DAY, WEEK, WEEKS, Comparison, Data, Series, days_between, series_of
from services.alerts.models import AlertRule
from services.campaigns.campaigns import origin_of
from services.campaigns.models import Campaign, CampaignCost
from services.core.clock import berlin_day
from services.mail.models import Mail, MailState
from services.reports.daily import campaign_cost_days, described, marketing_days, park_days
from services.reports.period import Period
from services.reports.run import ReportContext
from services.staff.models import Role
from services.waiting_list.models import WaitingEntry

Source = Literal["marketing", "park", "campaign_costs", "cost_files", "waiting_list", "mails"]
Scope = Literal["all", "campaign", "source", "channel_group", "park"]
Row = Mapping[str, Any]

_ORIGINS: Final[tuple[Scope, ...]] = ("all", "campaign", "source", "channel_group")
_LIMITED: Final = (Comparison.BELOW, Comparison.ABOVE)
_RATED: Final = (*_LIMITED, Comparison.LESS, Comparison.MORE, Comparison.UNUSUAL)
_COUNTED: Final = (*_RATED, Comparison.SILENT)
PPM: Final = 1_000_000
_OVERVIEW: Final = "/reports/overview"
_FUNNEL: Final = "/reports/funnel"
_CAPACITY: Final = "/reports/capacity"
_RIPENING_ROOM: Final = 120
"""Contracts are judged where their days are old enough, so as many more days are read."""
_LATEST_COSTS: Final = 14
"""Costs are awaited for this many days; after that there were none."""
_REGULAR_DAYS: Final = 10
_REGULAR_WITHIN: Final = timedelta(days=27)
"""Costs come regularly if ten of the four weeks up to the newest have some. Posters, paid once, do not."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: `amount` is its column in the source, else its name, `base` what a ratio divides by. `path` is the
    page of the console that shows it. `is_level`: a value at the end of a day, which does not add up over days.
    """

    name: str
    label: str
    meaning: str
    path: str = _OVERVIEW
    amount: str = ""
    base: str | None = None
    unit: Unit = "count"
    source: Source = "marketing"
    roles: frozenset[Role] = MARKETERS
    comparisons: tuple[Comparison, ...] = _COUNTED
    scopes: tuple[Scope, ...] = _ORIGINS
    is_level: bool = False

    @property
    def column(self) -> str:
        """The column of the source that it counts."""
        return self.amount or self.name

    @property
    def ripens(self) -> bool:
        """Whether it counts contracts, so that only days old enough are judged."""
        return "contracted" in (self.amount, self.base)

    @property
    def scale(self) -> int:
        """What a ratio is multiplied by, to be a whole number of its unit."""
        return PPM if self.unit == "share_ppm" else 1


_STEPS: Final = (
    ("rate_form", "Quote Formular begonnen", "form_started", "sessions"),
    ("rate_step_2", "Quote Schritt 2", "step_2", "form_started"),
    ("rate_step_3", "Quote Schritt 3", "step_3", "step_2"),
    ("rate_step_4", "Quote Schritt 4", "step_4", "step_3"),
    ("rate_thank_you", "Quote Danke-Seite", "thank_you", "step_4"),
)
_STEP: Final = "Anteil der Besuche, die nach dem Schritt davor auch diesen erreichten."
_CONTRACTS, _CONTRACTED = described("contracted")
_COSTS: Final[dict[str, Any]] = {"amount": "cost_cents", "unit": "cents"}
_LIST: Final = (
    Figure("sessions", *described("sessions")),
    Figure("visitors", *described("visitors")),
    Figure("form_started", *described("form_started"), _FUNNEL),
    Figure("reservations", *described("reservations")),
    Figure(
        "contracts", _CONTRACTS, f"{_CONTRACTED} Beurteilt werden nur Tage, die alt genug sind.", amount="contracted"
    ),
    Figure("costs", *described("cost_cents"), **_COSTS),
    Figure(
        "cost_per_reservation",
        *described("cost_per_reservation"),
        base="reservations",
        comparisons=_RATED,
        **_COSTS,
    ),
    Figure(
        "cost_per_contract",
        "Kosten je reifem Vertrag",
        "Kosten geteilt durch alle Verträge, beides nur über Tage, die alt genug dafür sind.",
        base="contracted",
        comparisons=_RATED,
        **_COSTS,
    ),
    *(
        Figure(name, label, _STEP, _FUNNEL, amount, base, "share_ppm", comparisons=_RATED)
        for name, label, amount, base in _STEPS
    ),
    Figure(
        "costs_without_visits",
        "Kosten ohne Besuche",
        "Kampagnen, die etwas kosteten, ohne dass jemand mit ihren Kennzeichen kam.",
        "/site-check",
        unit="cents",
        source="campaign_costs",
        comparisons=(Comparison.ABOVE,),
        scopes=("all", "campaign"),
    ),
    Figure(
        "cost_files",
        "Kostendateien",
        "Wie viele Tage die neuesten Kosten einer Quelle alt sind, die vorher regelmäßig kamen.",
        "/costs",
        unit="days",
        source="cost_files",
        comparisons=(Comparison.COSTS_MISSING,),
        scopes=("all", "source"),
    ),
    Figure(
        "given_up",
        *described("given_up"),
        _CAPACITY,
        source="park",
        roles=EVERYBODY,
        scopes=("park",),
    ),
    Figure(
        "free",
        "Frei",
        "Plätze, die am Ende des Tages zu haben waren.",
        _CAPACITY,
        source="park",
        roles=EVERYBODY,
        comparisons=_LIMITED,
        scopes=("park",),
        is_level=True,
    ),
    Figure(
        "waiting",
        "Neu auf der Warteliste",
        "Haushalte, die sich an dem Tag in eine Warteliste eingetragen haben.",
        "/waiting-list",
        source="waiting_list",
        roles=CLERKS,
        scopes=("all",),
    ),
    Figure(
        "mails_failed",
        "Gescheiterte Mails",
        "Mails, die an dem Tag entstanden und sich nicht zustellen ließen.",
        "/mails",
        source="mails",
        roles=CLERKS,
        scopes=("all",),
    ),
)
FIGURES: Final[Mapping[str, Figure]] = {figure.name: figure for figure in _LIST}
"""Every figure by name, in the order of the console."""


def awaits_costs(rule: AlertRule) -> bool:
    """Whether days are judged once their costs are entered, which may be some days later."""
    return FIGURES[rule.kind].column == "cost_cents" and rule.comparison != Comparison.SILENT


def load(context: ReportContext, rule: AlertRule, days: int, *, as_it_went: bool = False) -> Data:
    """The series for judging the last `days` whole days, from present knowledge, so that what opens an alert is what
    closes it; `as_it_went`: costs from the day they were entered, for a replay. Raises StoreUnreadable.
    """
    last = berlin_day(context.now) - ONE_DAY
    period = Period(last - timedelta(days=days) - WEEKS * WEEK, last)
    match FIGURES[rule.kind].source:
        case "marketing":
            return _marketing(context, rule, period)
        case "park":
            return {"": _park(context, rule, period)}
        case "campaign_costs":
            return _campaign_costs(context, rule, period)
        case "cost_files":
            with context.db.read() as session:
                return _cost_ages(session, rule.scope_value, period, as_it_went)
        case "waiting_list":
            return {"": _counted(context, WaitingEntry.joined_at, period)}
        case "mails":
            return {"": _counted(context, Mail.created_at, period, Mail.state == MailState.FAILED.value)}


def filters_of(session: Session, rule: AlertRule) -> dict[str, list[str]]:
    """The report filters that select what a rule watches."""
    value = rule.scope_value or ""
    match rule.scope:
        case "campaign":
            campaign = session.get_one(Campaign, int(value))
            return {f"only_{name}": [value] for name, value in origin_of(campaign).items()}
        case "source":
            return {"only_utm_source": [value]}
        case "channel_group":
            return {"only_channel_group": [value]}
    return {}


def _marketing(context: ReportContext, rule: AlertRule, period: Period) -> Data:
    figure = FIGURES[rule.kind]
    period = Period(period.from_day - timedelta(days=_RIPENING_ROOM), period.to_day) if figure.ripens else period
    with context.db.read() as session:
        filters = filters_of(session, rule)
    found = marketing_days(context, period, filters)
    columns = [figure.column, *([figure.base] if figure.base else [])]
    rows: Sequence[Row] = [row for row in found.rows if found.known_from is not None and row["day"] >= found.known_from]
    if not rows or any(rows[0][column] is None for column in columns):
        return {}
    rows = rows[: len(rows) - found.ripe_days] if figure.ripens else rows
    rows = _with_costs(rows) if awaits_costs(rule) else rows
    if not rows:
        return {}
    amounts = tuple(row[figure.column] for row in rows)
    bases = tuple(row[figure.base] for row in rows) if figure.base else None
    return {"": Series(rows[0]["day"], amounts, bases, figure.scale)}


def _with_costs(rows: Sequence[Row]) -> Sequence[Row]:
    """Up to the last day of which costs are entered; all, if there are none of the last two weeks."""
    for late in range(min(_LATEST_COSTS, len(rows))):
        if rows[-1 - late]["cost_cents"]:
            return rows[: len(rows) - late]
    return rows


def _park(context: ReportContext, rule: AlertRule, period: Period) -> Series:
    rows = park_days(context, period, rule.scope_value or "")
    if not rows:
        return Series(period.to_day + ONE_DAY, ())
    return Series(rows[0]["day"], tuple(_of_park(row, rule.kind) for row in rows))


def _of_park(row: Row, figure: str) -> int:
    if figure == "free":
        return max(0, int(row["spot_limit"]) - int(row["taken"]) - int(row["blocked"]))
    return int(row[figure])


def _campaign_costs(context: ReportContext, rule: AlertRule, period: Period) -> Data:
    """Costs of each campaign that has some, with its sessions as bases."""
    wanted = int(rule.scope_value or 0) if rule.scope == "campaign" else None
    cents: dict[int, dict[date, int]] = {}
    sessions: dict[int, dict[date, int]] = {}
    for row in campaign_cost_days(context, period):
        if wanted in (None, row.campaign_id):
            cents.setdefault(row.campaign_id, {})[row.day] = row.cents
            sessions.setdefault(row.campaign_id, {})[row.day] = row.sessions
    first, last = period
    return {
        str(one): Series(first, series_of(days, first, last).amounts, series_of(sessions[one], first, last).amounts)
        for one, days in cents.items()
        if any(days.values())
    }


def _counted(context: ReportContext, column: InstrumentedAttribute[datetime], period: Period, *only: Any) -> Series:
    """Rows by their day in Berlin. Before the first row nothing is known: older ones may have been deleted."""
    with context.db.read() as session:
        first: datetime | None = session.scalar(select(func.min(column)))
        found: Sequence[datetime] = session.scalars(select(column).where(*only)).all()
    if first is None:
        return Series(period.to_day + ONE_DAY, ())
    start = max(berlin_day(first), period.from_day)
    return series_of(Counter(berlin_day(moment) for moment in found), start, period.to_day)


@dataclass(frozen=True, slots=True)
class KnownCost:
    """Costs for a day, the day on which they were entered, and the last day of their campaign if it has one."""

    day: date
    entered: date
    ends_on: date | None = None


def _cost_ages(session: Session, source: str | None, period: Period, as_it_went: bool) -> Data:
    """A series for each source with costs, or for one. Rows replaced by a later import count from their first entry."""
    query = select(Campaign.utm_source, CampaignCost.day, CampaignCost.created_at, Campaign.ends_on).join(
        Campaign, Campaign.id == CampaignCost.campaign_id
    )
    if source is not None:
        query = query.where(Campaign.utm_source == source)
    found: dict[str, list[KnownCost]] = {}
    for name, day, created_at, ends_on in session.execute(query):
        found.setdefault(name, []).append(KnownCost(day, berlin_day(created_at), ends_on))
    return {name: ages(costs, period, as_it_went=as_it_went) for name, costs in found.items()}


def ages(costs: Sequence[KnownCost], period: Period, *, as_it_went: bool = False) -> Series:
    """How many days old the newest costs were at the end of each day, as they are known now. As it went: as they were
    known at the end of each day but the last. Bases are 1 where they came regularly. Pure.

    Nothing is missing behind the last day of the last campaign.
    """
    waiting = sorted(costs, key=lambda cost: cost.entered)
    ends = [cost.ends_on for cost in costs]
    last = None if None in ends else max(end for end in ends if end)
    known: set[date] = set()
    amounts, bases = [], []
    for day in days_between(period.from_day, period.to_day):
        while waiting and (not as_it_went or waiting[0].entered <= day or day == period.to_day):
            known.add(waiting.pop(0).day)
        newest = max((one for one in known if one <= day), default=None)
        is_regular = (
            newest is not None and sum(newest - _REGULAR_WITHIN <= one <= newest for one in known) >= _REGULAR_DAYS
        )
        awaited = day if last is None else min(day, last)
        amounts.append(max((awaited - newest).days, 0) if newest is not None else 0)
        bases.append(int(is_regular))
    return Series(period.from_day, tuple(amounts), tuple(bases))
