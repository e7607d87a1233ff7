"""Mismatches between costs and tags: costs without tagged visits, tags without a registered campaign."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.store.catalogue import Store
from services.reports.model_runs import report
from services.reports.period import Period
from services.reports.redact import redacted_value

_MODELS = ("marts.spend_without_visits", "marts.campaign_reach")
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


def audit(store: Store, period: Period, naming: frozenset[str]) -> tuple[list[MoneyWithoutVisits], list[Unregistered]]:
    """Both lists for a period, most expensive and most frequent first; tags that name a person are redacted."""
    with report(store, _MODELS, period._asdict()) as warehouse:
        money = [MoneyWithoutVisits(*row) for row in warehouse.execute(_MONEY).fetchall()]
        tags = warehouse.execute(_TAGS).fetchall()
    return money, [_unregistered(row, naming) for row in tags]


def _unregistered(row: Sequence[Any], naming: frozenset[str]) -> Unregistered:
    source, medium, campaign, *figures = row
    return Unregistered(
        redacted_value(source, naming), redacted_value(medium, naming), redacted_value(campaign, naming), *figures
    )
