"""Manual entry of campaign costs by day. One live row per campaign and day; replaced rows are kept for undo."""

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.costs.schemas import CostIn
from services.campaigns.errors import UnknownCost
from services.campaigns.locks import Lock, hold
from services.campaigns.models import CampaignCost
from services.core.clock import is_to_come
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.staff import audit

LIVE = CampaignCost.removed_at.is_(None)


def costs_of(session: Session, campaign_id: int, first: date | None, last: date | None) -> Sequence[CampaignCost]:
    """Live costs of these days, both included, in order; UnknownCampaign."""
    campaigns.find(session, campaign_id)
    query = select(CampaignCost).where(CampaignCost.campaign_id == campaign_id, LIVE)
    if first is not None:
        query = query.where(CampaignCost.day >= first)
    if last is not None:
        query = query.where(CampaignCost.day <= last)
    return session.scalars(query.order_by(CampaignCost.day)).all()


def set_cost(session: Session, campaign_id: int, day: date, wanted: CostIn, actor: str, now: datetime) -> CampaignCost:
    """Set the costs of a day, replacing earlier ones. UnknownCampaign; ValidationProblem for a future day."""
    with fault_of("day"):
        if is_to_come(day, now):
            raise Refused("in_future", "Dieser Tag kommt erst noch.")
    hold(session, Lock.COSTS)
    campaigns.find(session, campaign_id)
    before = _live(session, campaign_id, day)
    if before is not None and (before.cents, before.note) == (wanted.cents, wanted.note):
        return before
    if before is not None:
        before.removed_at = now
        session.flush()
    cost = CampaignCost(campaign_id=campaign_id, day=day, **wanted.model_dump(), created_at=now, created_by=actor)
    session.add(cost)
    session.flush()
    details = {"day": day.isoformat(), "before": before.cents if before else None, "after": cost.cents}
    audit.append(session, [audit.Event(actor, "cost.set", f"campaign:{campaign_id}", details)], now)
    return cost


def remove_cost(session: Session, campaign_id: int, day: date, actor: str, now: datetime) -> None:
    """Remove the costs of a day; UnknownCost."""
    hold(session, Lock.COSTS)
    cost = _live(session, campaign_id, day)
    if cost is None:
        raise UnknownCost
    cost.removed_at = now
    session.flush()
    details = {"day": day.isoformat(), "before": cost.cents, "after": None}
    audit.append(session, [audit.Event(actor, "cost.removed", f"campaign:{campaign_id}", details)], now)


def _live(session: Session, campaign_id: int, day: date) -> CampaignCost | None:
    query = select(CampaignCost).where(CampaignCost.campaign_id == campaign_id, CampaignCost.day == day, LIVE)
    return session.scalars(query.with_for_update()).first()
