"""How old the newest costs of each source were at the end of each day: as they were known then, and on the last day as
they are known now, so that an alert ends as soon as a file is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.figures.judging.series import Data, Series, days_between
from services.campaigns.models import Campaign, CampaignCost
from services.core.clock import berlin_day
from services.reports.period import Period

_REGULAR_DAYS: Final = 10
_REGULAR_WITHIN: Final = timedelta(days=27)
"""Costs come regularly if ten of the four weeks up to the newest have some. Posters, paid once, do not."""


@dataclass(frozen=True, slots=True)
class KnownCost:
    """Costs for a day, the day on which they were entered, and the last day of their campaign if it has one."""

    day: date
    entered: date
    ends_on: date | None = None


def cost_ages(session: Session, source: str | None, period: Period) -> Data:
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
    """Age in days of the newest costs, at the end of each day; bases are 1 where they came regularly. Pure.

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
