"""Campaigns that cost more than they were to."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from services.attribution.costs import LIVE
from services.attribution.models import Campaign, CampaignCost


@dataclass(frozen=True, slots=True)
class Spending:
    """What a campaign cost in its own period, beside its budget. Cents."""

    campaign_id: int
    name: str
    cost_cents: int
    budget_cents: int

    @property
    def over_cents(self) -> int:
        """How much too much it is; negative: so much is left."""
        return self.cost_cents - self.budget_cents


def spendings(session: Session) -> Sequence[Spending]:
    """Every campaign with a budget that is not archived. A period without beginning or end is open on that side."""
    in_period = and_(
        CampaignCost.campaign_id == Campaign.id,
        LIVE,
        (Campaign.starts_on.is_(None)) | (CampaignCost.day >= Campaign.starts_on),
        (Campaign.ends_on.is_(None)) | (CampaignCost.day <= Campaign.ends_on),
    )
    query = (
        select(Campaign.id, Campaign.name, func.coalesce(func.sum(CampaignCost.cents), 0), Campaign.budget_cents)
        .outerjoin(CampaignCost, in_period)
        .where(Campaign.budget_cents.is_not(None), Campaign.archived_at.is_(None))
        .group_by(Campaign.id, Campaign.name, Campaign.budget_cents)
        .order_by(Campaign.id)
    )
    return [Spending(id_, name, int(cost), int(budget or 0)) for id_, name, cost, budget in session.execute(query)]
