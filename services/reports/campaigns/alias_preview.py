"""Preview of a tag alias: the models run twice on the same snapshot, without the alias and with it."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.engine.connection import Connection
from analytics.report import make_own, renew
from analytics.store.catalogue import Store
from services.reports.model_runs import report

_MODELS = ("marts.tag_values", "marts.campaign_reach")
_AFFECTED = "SELECT page_views, sessions, reservations, first_day, last_day FROM marts.tag_values WHERE raw = ?"
_REACH = """
    SELECT campaign_id, any_value(name), sum(sessions)::BIGINT, sum(reservations)::BIGINT
    FROM marts.campaign_reach
    WHERE campaign_id IS NOT NULL
    GROUP BY campaign_id
"""


@dataclass(frozen=True, slots=True)
class CampaignReach:
    """A registered campaign with the sessions and touched reservations that count for it."""

    campaign_id: int
    name: str
    sessions: int
    reservations: int


@dataclass(frozen=True, slots=True)
class AliasPreview:
    """Visits with the spelling, and the campaigns whose figures would change, complete before and after.

    `visits` are page views; `reservations` are those with a touch that has the spelling.
    """

    visits: int
    sessions: int
    reservations: int
    first_day: date | None
    last_day: date | None
    campaigns_before: list[CampaignReach]
    campaigns_after: list[CampaignReach]


def preview(store: Store, field: str, raw: str, canonical: str) -> AliasPreview:
    """Compute what changes if `raw` were mapped to `canonical` in this field. Nothing is stored."""
    with report(store, _MODELS, {"tag": field}) as warehouse:
        affected: tuple[Any, ...] = warehouse.execute(_AFFECTED, [raw]).fetchone() or (0, 0, 0, None, None)
        before = _reach(warehouse)
        make_own(warehouse, "aliases")
        warehouse.execute("DELETE FROM source.aliases WHERE field = ? AND raw = ?", [field, raw])
        warehouse.execute(
            "INSERT INTO source.aliases (field, raw, canonical) VALUES (?, ?, ?)", [field, raw, canonical]
        )
        renew(warehouse, _MODELS)
        after = _reach(warehouse)
    changed = sorted(id_ for id_ in before.keys() | after.keys() if before.get(id_) != after.get(id_))
    visits, sessions, reservations, first_day, last_day = affected
    campaigns = _told(changed, before, after), _told(changed, after, before)
    return AliasPreview(visits, sessions, reservations, first_day, last_day, *campaigns)


def _reach(warehouse: Connection) -> dict[int, CampaignReach]:
    return {row[0]: CampaignReach(*row) for row in warehouse.execute(_REACH).fetchall()}


def _told(ids: list[int], reach: dict[int, CampaignReach], other: dict[int, CampaignReach]) -> list[CampaignReach]:
    """Campaigns in a fixed order; one that exists on only one side gets zeros on the other."""
    return [reach.get(id_) or CampaignReach(id_, other[id_].name, 0, 0) for id_ in ids]
