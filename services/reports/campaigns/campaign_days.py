"""Daily figures of one campaign."""

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
    """Figures of one day; reservations are attributed by last touch with a known origin."""

    day: date
    visitors: int = 0
    sessions: int = 0
    reservations: int = 0
    cents: int = 0


def days_of(store: Store, campaign_id: int, period: Mapping[str, Any]) -> list[CampaignDay]:
    """Every day of the period in order; days without data have zeros."""
    with report(store, ["marts.campaign_days"], period) as warehouse:
        found = {row[0]: CampaignDay(*row) for row in warehouse.execute(_QUERY, [campaign_id]).fetchall()}
    first, last = period["from_day"], period["to_day"]
    days = (first + timedelta(days=number) for number in range((last - first).days + 1))
    return [found.get(day) or CampaignDay(day) for day in days]
