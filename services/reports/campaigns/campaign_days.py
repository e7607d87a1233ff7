"""One campaign day by day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from analytics.store.catalogue import Store
from services.reports.model_runs import report

_QUERY = """
    SELECT day, visitors, sessions, reservations, cents
    FROM marts.campaign_days
    WHERE campaign_id = ?
"""


@dataclass(frozen=True, slots=True)
class CampaignDay:
    """What a day brought: reservations count by the last touch of known origin."""

    day: date
    visitors: int = 0
    sessions: int = 0
    reservations: int = 0
    cents: int = 0


def days_of(store: Store, campaign_id: int, period: Mapping[str, Any]) -> list[CampaignDay]:
    """Every day of the period in order, those on which nothing happened with zeros."""
    with report(store, ["marts.campaign_days"], period) as warehouse:
        found = {row[0]: CampaignDay(*row) for row in warehouse.execute(_QUERY, [campaign_id]).fetchall()}
    first, last = period["from_day"], period["to_day"]
    days = (first + timedelta(days=number) for number in range((last - first).days + 1))
    return [found.get(day) or CampaignDay(day) for day in days]
