"""Reads the daily values of a figure, up to yesterday: today is not over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.alerts.figures.catalogue import Figure, Scope
from services.alerts.figures.cost_files import cost_ages
from services.alerts.figures.judging.series import ONE_DAY, Data, Series, counted_by_day, series_of
from services.campaigns.campaigns import origin_of
from services.campaigns.models import Campaign
from services.core.clock import berlin_day
from services.mail.models import Mail, MailState
from services.parks.models import Park
from services.reports.daily.daily import campaign_cost_days, marketing_days, park_days
from services.reports.period import Period
from services.reports.run import ReportContext
from services.waiting_list.models import WaitingEntry

BASELINE_DAYS: Final = 112
"""How far before a judged day its judgement may look; see band.py."""
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Watched:
    """What an alert looks at: a figure, and of which campaign, source, channel group or park (`value`)."""

    figure: Figure
    scope: Scope
    value: str | None


class ScopeGone(Exception):
    """The campaign or park does not exist any more."""


def load(context: ReportContext, watched: Watched, days: int) -> Data:
    """The series for judging the last `days` whole days. Raises ScopeGone, StoreUnreadable."""
    last = berlin_day(context.now) - ONE_DAY
    period = Period(last - timedelta(days=days + BASELINE_DAYS), last)
    match watched.figure.source:
        case "marketing":
            return _marketing(context, watched, period)
        case "park":
            return {"": _park(context, watched, period)}
        case "campaign_costs":
            return _campaign_costs(context, watched, period)
        case "cost_files":
            with context.db.read() as session:
                return cost_ages(session, watched.value, period)
        case "waiting_list":
            return {"": _counted(context, select(WaitingEntry.joined_at), WaitingEntry.joined_at, period)}
        case "mails":
            failed = select(Mail.created_at).where(Mail.state == MailState.FAILED.value)
            return {"": _counted(context, failed, Mail.created_at, period)}


def _marketing(context: ReportContext, watched: Watched, period: Period) -> Data:
    figure = watched.figure
    # Contracts are judged where their days are old enough, so as many more days are read.
    period = Period(period.from_day - timedelta(days=_RIPENING_ROOM), period.to_day) if figure.ripens else period
    with context.db.read() as session:
        filters = filters_of(session, watched)
    found = marketing_days(context, period, filters)
    columns = [figure.amount, *([figure.base] if figure.base else [])]
    rows = [row for row in found.rows if found.known_from is not None and row["day"] >= found.known_from]
    if not rows or any(rows[0][column] is None for column in columns):
        return {}
    amounts = tuple(row[figure.amount] for row in rows)
    bases = tuple(row[figure.base] for row in rows) if figure.base else None
    lag = found.ripe_days if figure.ripens else 0
    return {"": Series(rows[0]["day"], amounts, bases, figure.scale, lag)}


_RIPENING_ROOM: Final = 120


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
    return series_of(counted_by_day(berlin_day(moment) for moment in found), start, period.to_day)
