"""Sources, media and campaigns together: each combination that counts as one, and the spellings that lead to it."""

from collections import defaultdict
from dataclasses import dataclass

from analytics.channel_groups import group_of
from analytics.store.catalogue import Store
from analytics.touch_fields import TOUCH_FIELDS
from services.campaigns.campaigns import KEY
from services.campaigns.canonical import Aliases
from services.reports.model_runs import report
from services.reports.period import Period
from services.reports.redact import redacted_value

_MODELS = ("marts.campaign_reach", "marts.period_visit_days")
_REACH = """
    SELECT campaign_id, name, utm_source, utm_medium, utm_campaign, sessions, reservations
    FROM marts.campaign_reach
    ORDER BY sessions DESC, reservations DESC, utm_source, utm_medium, utm_campaign
    LIMIT 1000
"""
_SPELLED = """
    SELECT utm_source, utm_medium, utm_campaign, sum(sessions)::BIGINT
    FROM marts.period_visit_days
    WHERE NOT (is_bot OR is_referrer_spam)
    GROUP BY utm_source, utm_medium, utm_campaign
    ORDER BY sum(sessions) DESC, utm_source, utm_medium, utm_campaign
"""
Triple = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spelled:
    """The three values as links had them, in lower case, and how many sessions began with them."""

    values: Triple
    sessions: int


@dataclass(frozen=True, slots=True)
class Combination:
    """The three values under the names valid now, the registered campaign with them, and their channel group.

    `reservations` have a touch with them. `spelled` is empty where nothing but these values came.
    """

    values: Triple
    campaign_id: int | None
    campaign_name: str | None
    channel_group: str
    sessions: int
    reservations: int
    spelled: list[Spelled]


def combinations(store: Store, period: Period, aliases: Aliases, naming: frozenset[str]) -> list[Combination]:
    """Of a period, the most frequent first; values that name a person are redacted."""
    with report(store, _MODELS, period._asdict()) as warehouse:
        reached = warehouse.execute(_REACH).fetchall()
        spelled = warehouse.execute(_SPELLED).fetchall()
    by_meaning: dict[Triple, list[Spelled]] = defaultdict(list)
    for *values, sessions in spelled:
        meant = tuple(aliases.get(pair, pair[1]) for pair in zip(KEY, values, strict=True))
        by_meaning[meant].append(Spelled(_shown(values, naming), sessions))
    return [
        Combination(
            values=_shown(values, naming),
            campaign_id=campaign_id,
            campaign_name=name,
            channel_group=group_of({**dict.fromkeys(TOUCH_FIELDS, ""), **dict(zip(KEY, values, strict=True))}),
            sessions=sessions,
            reservations=reservations,
            spelled=found if len(found := by_meaning[tuple(values)]) > 1 else [],
        )
        for campaign_id, name, *values, sessions, reservations in reached
    ]


def _shown(values: list[str], naming: frozenset[str]) -> Triple:
    return tuple(redacted_value(value, naming) for value in values)
