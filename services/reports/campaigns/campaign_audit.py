"""Mismatches between costs and tags: costs without tagged visits, tags without a registered campaign, clicks on ads
without tags.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.store.catalogue import Store
from services.reports.model_runs import report
from services.reports.period import Period
from services.reports.redact import redacted_value

_MODELS = ("marts.spend_without_visits", "marts.campaign_reach")
_CLICKS_MODEL = "marts.ad_clicks"
_MONEY = """
    SELECT campaign_id, name, cents, first_day, last_day
    FROM marts.spend_without_visits
    ORDER BY cents DESC, campaign_id
"""
_TAGS = """
    SELECT utm_source, utm_medium, utm_campaign, sessions, reservations, first_day, last_day
    FROM marts.campaign_reach
    WHERE campaign_id IS NULL
    ORDER BY sessions DESC, reservations DESC, utm_source, utm_medium, utm_campaign
    LIMIT 1000
"""


_CLICKS = "SELECT clicked_ad, clicks, untagged FROM marts.ad_clicks ORDER BY untagged DESC, clicked_ad"


@dataclass(frozen=True, slots=True)
class MoneyWithoutVisits:
    """A campaign with costs but without any session tagged with it."""

    campaign_id: int
    name: str
    cents: int
    first_day: date
    last_day: date


@dataclass(frozen=True, slots=True)
class Unregistered:
    """Canonical tags without a registered campaign; `reservations` have a touch with them."""

    utm_source: str
    utm_medium: str
    utm_campaign: str
    sessions: int
    reservations: int
    first_day: date
    last_day: date


@dataclass(frozen=True, slots=True)
class AdClicks:
    """Arrivals with a click id of a platform's paid ads; `untagged` of them by a link that named no campaign."""

    clicked_ad: str
    clicks: int
    untagged: int


@dataclass(frozen=True, slots=True)
class CampaignAudit:
    """Most expensive and most frequent first; tags that name a person are redacted."""

    money_without_visits: list[MoneyWithoutVisits]
    unregistered: list[Unregistered]
    ad_clicks: list[AdClicks]


def audit(store: Store, period: Period, naming: frozenset[str]) -> CampaignAudit:
    """What does not fit together in a period."""
    with report(store, _MODELS, period._asdict()) as warehouse:
        money = [MoneyWithoutVisits(*row) for row in warehouse.execute(_MONEY).fetchall()]
        tags = warehouse.execute(_TAGS).fetchall()
    # A second run: the daily totals that the other models read do not hold single clicks.
    with report(store, [_CLICKS_MODEL], period._asdict()) as warehouse:
        clicks = [AdClicks(*row) for row in warehouse.execute(_CLICKS).fetchall()]
    return CampaignAudit(money, [_unregistered(row, naming) for row in tags], clicks)


def _unregistered(row: Sequence[Any], naming: frozenset[str]) -> Unregistered:
    source, medium, campaign, *figures = row
    return Unregistered(
        redacted_value(source, naming), redacted_value(medium, naming), redacted_value(campaign, naming), *figures
    )
