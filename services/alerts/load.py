"""Reads the daily values of a figure, up to the last day that can be judged: today is not over."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.alerts.figures import Figure, Scope
from services.alerts.judging import ONE_DAY, WEEK, WEEKS, Data, Series, days_between, series_of
from services.campaigns.campaigns import origin_of
from services.campaigns.models import Campaign, CampaignCost
from services.core.clock import berlin_day
from services.mail.models import Mail, MailState
from services.parks.models import Park
from services.reports.daily.daily import campaign_cost_days, marketing_days, park_days
from services.reports.period import Period
from services.reports.run import ReportContext
from services.waiting_list.models import WaitingEntry

_RIPENING_ROOM: Final = 120
"""Contracts are judged where their days are old enough, so as many more days are read."""
_LATEST_COSTS: Final = 14
"""So many days it is waited for costs; after that there were none."""
_REGULAR_DAYS: Final = 10
_REGULAR_WITHIN: Final = timedelta(days=27)
"""Costs come regularly if ten of the four weeks up to the newest have some. Posters, paid once, do not."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Watched:
    """What a rule looks at: a figure, and of which campaign, source, channel group or park (`value`). `awaits_costs`:
    days are judged once their costs are entered, which may be some days later.
    """

    figure: Figure
    scope: Scope
    value: str | None
    awaits_costs: bool = False


class ScopeGone(Exception):
    """The campaign or park does not exist any more."""


def load(context: ReportContext, watched: Watched, days: int) -> Data:
    """The series for judging the last `days` whole days. Raises ScopeGone, StoreUnreadable."""
    last = berlin_day(context.now) - ONE_DAY
    period = Period(last - timedelta(days=days) - WEEKS * WEEK, last)
    match watched.figure.source:
        case "marketing":
            return _marketing(context, watched, period)
        case "park":
            return {"": _park(context, watched, period)}
        case "campaign_costs":
            return _campaign_costs(context, watched, period)
        case "cost_files":
            with context.db.read() as session:
                return _cost_ages(session, watched.value, period)
        case "waiting_list":
            return {"": _counted(context, select(WaitingEntry.joined_at), WaitingEntry.joined_at, period)}
        case "mails":
            failed = select(Mail.created_at).where(Mail.state == MailState.FAILED.value)
            return {"": _counted(context, failed, Mail.created_at, period)}


def _marketing(context: ReportContext, watched: Watched, period: Period) -> Data:
    figure = watched.figure
    period = Period(period.from_day - timedelta(days=_RIPENING_ROOM), period.to_day) if figure.ripens else period
    with context.db.read() as session:
        filters = filters_of(session, watched)
    found = marketing_days(context, period, filters)
    columns = [figure.amount, *([figure.base] if figure.base else [])]
    rows: Sequence[Row] = [row for row in found.rows if found.known_from is not None and row["day"] >= found.known_from]
    if not rows or any(rows[0][column] is None for column in columns):
        return {}
    rows = rows[: len(rows) - found.ripe_days] if figure.ripens else rows
    rows = _with_costs(rows) if watched.awaits_costs else rows
    if not rows:
        return {}
    amounts = tuple(row[figure.amount] for row in rows)
    bases = tuple(row[figure.base] for row in rows) if figure.base else None
    return {"": Series(rows[0]["day"], amounts, bases, figure.scale)}


def _with_costs(rows: Sequence[Row]) -> Sequence[Row]:
    """Up to the last day of which costs are entered; all, if there are none of the last two weeks."""
    for late in range(min(_LATEST_COSTS, len(rows))):
        if rows[-1 - late]["cost_cents"]:
            return rows[: len(rows) - late]
    return rows


def filters_of(session: Session, watched: Watched) -> dict[str, list[str]]:
    """The filters of reports that stand for what is watched. Raises ScopeGone."""
    if watched.value is None or watched.scope in ("all", "park"):
        return {}
    if watched.scope == "campaign":
        return {f"only_{name}": [value] for name, value in origin_of(_campaign(session, watched.value)).items()}
    name = {"source": "only_utm_source", "channel_group": "only_channel_group"}[watched.scope]
    return {name: [watched.value]}


def _campaign(session: Session, value: str | None) -> Campaign:
    campaign = session.get(Campaign, int(value or 0))
    if campaign is None:
        raise ScopeGone
    return campaign


def _park(context: ReportContext, watched: Watched, period: Period) -> Series:
    with context.db.read() as session:
        if watched.value is None or session.get(Park, watched.value) is None:
            raise ScopeGone
    rows = park_days(context, period, watched.value)
    if not rows:
        return Series(period.to_day + ONE_DAY, ())
    return Series(rows[0]["day"], tuple(_of_park(row, watched.figure.amount) for row in rows))


def _of_park(row: Row, column: str) -> int:
    if column == "free":
        return max(0, int(row["spot_limit"]) - int(row["taken"]) - int(row["blocked"]))
    return int(row[column])


def _campaign_costs(context: ReportContext, watched: Watched, period: Period) -> Data:
    with context.db.read() as session:
        if watched.scope == "campaign":
            names = {_campaign(session, watched.value).id}
        else:
            names = set(session.scalars(select(Campaign.id)))
    cents: dict[int, dict[date, int]] = {one: {} for one in names}
    sessions: dict[int, dict[date, int]] = {one: {} for one in names}
    for row in campaign_cost_days(context, period):
        if row.campaign_id in names:
            cents[row.campaign_id][row.day] = row.cents
            sessions[row.campaign_id][row.day] = row.sessions
    return {
        str(one): Series(
            period.from_day,
            series_of(cents[one], period.from_day, period.to_day).amounts,
            series_of(sessions[one], period.from_day, period.to_day).amounts,
        )
        for one in names
        if any(cents[one].values())
    }


def _counted(context: ReportContext, moments: Any, column: Any, period: Period) -> Series:
    """Rows by their day in Berlin. Before the first row nothing is known: older ones may have been deleted."""
    with context.db.read() as session:
        first: datetime | None = session.scalar(select(func.min(column)))
        found: Sequence[datetime] = session.scalars(moments).all()
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


def _cost_ages(session: Session, source: str | None, period: Period) -> Data:
    """A series for each source with costs, or for one. Rows replaced by a later import count from their first entry."""
    query = select(Campaign.utm_source, CampaignCost.day, CampaignCost.created_at, Campaign.ends_on).join(
        Campaign, Campaign.id == CampaignCost.campaign_id
    )
    if source is not None:
        query = query.where(Campaign.utm_source == source)
    found: dict[str, list[KnownCost]] = {}
    for name, day, created_at, ends_on in session.execute(query):
        found.setdefault(name, []).append(KnownCost(day, berlin_day(created_at), ends_on))
    return {name: ages(costs, period) for name, costs in found.items()}


def ages(costs: Sequence[KnownCost], period: Period) -> Series:
    """How many days old the newest costs were at the end of each day, as they were known then, and on the last day as
    they are known now, so that an alert ends as soon as a file is read. Bases are 1 where they came regularly. Pure.

    Nothing is missing behind the last day of the last campaign.
    """
    waiting = sorted(costs, key=lambda cost: cost.entered)
    ends = [cost.ends_on for cost in costs]
    last = None if None in ends else max(end for end in ends if end)
    known: set[date] = set()
    amounts, bases = [], []
    for day in days_between(period.from_day, period.to_day):
        while waiting and (waiting[0].entered <= day or day == period.to_day):
            known.add(waiting.pop(0).day)
        newest = max((one for one in known if one <= day), default=None)
        is_regular = (
            newest is not None and sum(newest - _REGULAR_WITHIN <= one <= newest for one in known) >= _REGULAR_DAYS
        )
        awaited = day if last is None else min(day, last)
        amounts.append(max((awaited - newest).days, 0) if newest is not None else 0)
        bases.append(int(is_regular))
    return Series(period.from_day, tuple(amounts), tuple(bases))
