"""Budget rules: the costs of a campaign's own days count against its budget. Shared by list and alert."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session

from services.campaigns.costs.by_hand import LIVE
from services.campaigns.models import Campaign, CampaignCost


@dataclass(frozen=True, slots=True)
class Spending:
    """Costs of a campaign within its own period, and its budget. Cents."""

    campaign_id: int
    name: str
    cost_cents: int
    budget_cents: int
    over_cents: int


def over_budget(spent_cents: int, budget_cents: int | None) -> int | None:
    """By how many cents the budget is exceeded; negative: what is left of it; None without a budget."""
    return None if budget_cents is None else spent_cents - budget_cents


def spent_within(session: Session, ids: Iterable[int]) -> Mapping[int, int]:
    """Costs in cents of each of these campaigns within its own period, 0 included. CAMPAIGNS.md defines the period."""
    rows = session.execute(_sums(Campaign.id).where(Campaign.id.in_(list(ids))))
    return {id_: int(cents) for id_, cents in rows}


def spendings(session: Session) -> Sequence[Spending]:
    """Every campaign with a budget that is not archived."""
    query = _sums(Campaign.id, Campaign.name, Campaign.budget_cents).where(
        Campaign.budget_cents.is_not(None), Campaign.archived_at.is_(None)
    )
    rows = session.execute(query.order_by(Campaign.id))
    return [
        Spending(id_, name, int(cost), budget, over_budget(int(cost), budget) or 0) for id_, name, budget, cost in rows
    ]


def _sums(*columns: Any) -> Select[Any]:
    """The columns and last the cents; a period without beginning or end is open on that side."""
    in_period = and_(
        CampaignCost.campaign_id == Campaign.id,
        LIVE,
        (Campaign.starts_on.is_(None)) | (CampaignCost.day >= Campaign.starts_on),
        (Campaign.ends_on.is_(None)) | (CampaignCost.day <= Campaign.ends_on),
    )
    spent = func.coalesce(func.sum(CampaignCost.cents), 0)
    return select(*columns, spent).select_from(Campaign).outerjoin(CampaignCost, in_period).group_by(*columns)
