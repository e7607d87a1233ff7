"""Daily figures of one campaign."""

from dataclasses import dataclass
from datetime import date, timedelta

from analytics.store.catalogue import Store
from services.reports.model_runs import report
from services.reports.period import Period

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


def days_of(store: Store, campaign_id: int, period: Period) -> list[CampaignDay]:
    """Every day of the period in order; days without data have zeros."""
    with report(store, ["marts.campaign_days"], period._asdict()) as warehouse:
        found = {row[0]: CampaignDay(*row) for row in warehouse.execute(_QUERY, [campaign_id]).fetchall()}
    days = (period.from_day + timedelta(days=number) for number in range((period.to_day - period.from_day).days + 1))
    return [found.get(day) or CampaignDay(day) for day in days]
