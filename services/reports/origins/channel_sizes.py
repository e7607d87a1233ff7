"""Visits and reservations of each channel group, and of origins without one."""

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.channel_groups import LABELS
from analytics.engine.connection import Connection
from analytics.store.catalogue import Store
from services.reports.model_runs import report
from services.reports.period import Period
from services.reports.redact import redacted_value

_MOST = 200
_MODELS = ("marts.visit_origin_days", "marts.reservation_origins")
_SIZES = """
    CREATE OR REPLACE TEMP TABLE origin_sizes AS
    WITH counted AS (
        FROM marts.visit_origin_days
        SELECT utm_source, utm_medium, utm_campaign, referral_code, referrer_host, landing_path, sessions,
            0 AS reservations
        UNION ALL
        FROM marts.reservation_origins
        SELECT utm_source, utm_medium, utm_campaign, referral_code, referrer_host, landing_path, 0, 1
        WHERE NOT is_merged
    )
    SELECT
        channel_group_of(utm_source, utm_medium, utm_campaign, referral_code, referrer_host, landing_path)
            AS channel_group,
        utm_source, utm_medium, referrer_host, landing_path, sessions, reservations
    FROM counted
"""
_BY = """
    SELECT {names}, sum(sessions)::BIGINT AS sessions, sum(reservations)::BIGINT AS reservations
    FROM origin_sizes
    WHERE {condition}
    GROUP BY {names}
    HAVING sum(sessions) + sum(reservations) > 0
    ORDER BY sum(sessions) DESC, sum(reservations) DESC, {names}
    LIMIT {most}
"""


@dataclass(frozen=True, slots=True)
class Size:
    """Sessions that began with these values, and reservations by their last known origin."""

    values: tuple[str, ...]
    sessions: int
    reservations: int


@dataclass(frozen=True, slots=True)
class ChannelSizes:
    """Every group; then, the largest first, sites no rule knows, sources with media no rule knows, and the pages on
    which direct visits arrived.
    """

    groups: list[Size]
    sites: list[Size]
    tags: list[Size]
    pages: list[Size]


def channel_sizes(store: Store, period: Period, naming: frozenset[str]) -> ChannelSizes:
    """Of a period; values that name a person are redacted."""
    with report(store, _MODELS, period._asdict()) as warehouse:
        warehouse.execute(_SIZES)
        of_group = {size.values[0]: size for size in _by(warehouse, "channel_group", "true")}
        sites = _by(warehouse, "referrer_host", "channel_group = 'other_site'")
        tags = _by(warehouse, "utm_source, utm_medium", "channel_group = 'unassigned'")
        pages = _by(warehouse, "landing_path", "channel_group = 'direct_deep'")
    groups = [of_group.get(name) or Size((name,), 0, 0) for name in LABELS]
    return ChannelSizes(groups, *(_redacted(sizes, naming) for sizes in (sites, tags, pages)))


def _by(warehouse: Connection, names: str, condition: str) -> list[Size]:
    rows = warehouse.execute(_BY.format(names=names, condition=condition, most=_MOST)).fetchall()
    return [Size(tuple(values), sessions, reservations) for *values, sessions, reservations in rows]


def _redacted(sizes: Sequence[Size], naming: frozenset[str]) -> list[Size]:
    return [
        Size(tuple(redacted_value(value, naming) for value in size.values), size.sessions, size.reservations)
        for size in sizes
    ]
