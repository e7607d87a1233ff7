"""What people enter by hand: the costs of a campaign by day, and which campaign an ad platform's name means, so that
next month's file needs no editing.

One live row per campaign and day, and one per platform and name. Replaced and forgotten rows are kept.
"""

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.costs.schemas import CostIn, PlatformNameIn
from services.campaigns.errors import UnknownCost, UnknownPlatformName
from services.campaigns.locks import Lock, hold
from services.campaigns.models import CampaignCost, PlatformName
from services.core.clock import is_to_come
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.staff import audit

LIVE = CampaignCost.removed_at.is_(None)
KNOWN = PlatformName.forgotten_at.is_(None)


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


def folded(name: str) -> str:
    """A platform's name as it is compared: without regard to case and to how many blanks it has."""
    return " ".join(name.casefold().split())


def names_of(session: Session) -> Sequence[PlatformName]:
    """Every remembered name, by platform and name."""
    return session.scalars(select(PlatformName).where(KNOWN).order_by(PlatformName.platform, PlatformName.folded)).all()


def remember(session: Session, wanted: PlatformNameIn, actor: str, now: datetime) -> PlatformName:
    """Remember what a name means, in place of what it meant before; UnknownCampaign."""
    hold(session, Lock.COSTS)
    if wanted.campaign_id is not None:
        campaigns.find(session, wanted.campaign_id)
    spelt = folded(wanted.name)
    live = select(PlatformName).where(PlatformName.platform == wanted.platform, PlatformName.folded == spelt, KNOWN)
    before = session.scalars(live.with_for_update()).first()
    if before is not None and before.campaign_id == wanted.campaign_id:
        return before
    if before is not None:
        before.forgotten_at, before.forgotten_by = now, actor
        session.flush()
    row = PlatformName(
        platform=wanted.platform,
        name=wanted.name,
        folded=spelt,
        campaign_id=wanted.campaign_id,
        created_at=now,
        created_by=actor,
    )
    session.add(row)
    session.flush()
    _tell(session, row, "remembered", actor, now)
    return row


def forget(session: Session, name_id: int, actor: str, now: datetime) -> PlatformName:
    """Forget a name; costs imported under it stay. Raises UnknownPlatformName, also if it was forgotten before."""
    hold(session, Lock.COSTS)
    row = session.get(PlatformName, name_id, with_for_update=True, populate_existing=True)
    if row is None or row.forgotten_at is not None:
        raise UnknownPlatformName
    row.forgotten_at, row.forgotten_by = now, actor
    session.flush()
    _tell(session, row, "forgotten", actor, now)
    return row


def _tell(session: Session, row: PlatformName, what: str, actor: str, now: datetime) -> None:
    # Without the name: it is free text of another system, and the log only grows.
    details = {"platform": row.platform, "campaign_id": row.campaign_id}
    audit.append(session, [audit.Event(actor, f"platform_name.{what}", f"platform_name:{row.id}", details)], now)
