"""What the campaigns of an ad platform mean here. It is remembered, so that next month's file needs no editing.

A name belongs to one campaign, or is always left out. Forgotten names are kept with who forgot them and when.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.costs.mapping import Platform
from services.campaigns.costs.schemas import PlatformNameIn
from services.campaigns.errors import UnknownPlatformName
from services.campaigns.locks import Lock, hold
from services.campaigns.models import PlatformName
from services.staff import audit

LIVE = PlatformName.forgotten_at.is_(None)


def folded_name(name: str) -> str:
    """A platform's name as it is compared: without regard to case and to how many blanks it has."""
    return " ".join(name.casefold().split())


def remembered_names(session: Session, platform: Platform) -> dict[str, PlatformName]:
    """Every name that is remembered of the platform, by its folded form."""
    rows = session.scalars(select(PlatformName).where(PlatformName.platform == platform, LIVE))
    return {row.folded: row for row in rows}


def names_of(session: Session) -> Sequence[PlatformName]:
    """Every remembered name, by platform and name."""
    return session.scalars(select(PlatformName).where(LIVE).order_by(PlatformName.platform, PlatformName.folded)).all()


def remember(session: Session, wanted: PlatformNameIn, actor: str, now: datetime) -> PlatformName:
    """Remember what a name means, in place of what it meant before; UnknownCampaign."""
    hold(session, Lock.COSTS)
    if wanted.campaign_id is not None:
        campaigns.find(session, wanted.campaign_id)
    folded = folded_name(wanted.name)
    live = select(PlatformName).where(PlatformName.platform == wanted.platform, PlatformName.folded == folded, LIVE)
    before = session.scalars(live.with_for_update()).first()
    if before is not None and before.campaign_id == wanted.campaign_id:
        return before
    if before is not None:
        before.forgotten_at, before.forgotten_by = now, actor
        session.flush()
    row = PlatformName(
        platform=wanted.platform,
        name=wanted.name,
        folded=folded,
        campaign_id=wanted.campaign_id,
        created_at=now,
        created_by=actor,
    )
    session.add(row)
    session.flush()
    _tell(session, row, "remembered", actor, now)
    return row


def forget(session: Session, name_id: int, actor: str, now: datetime) -> PlatformName:
    """Forget a name: costs that came in by it stay. UnknownPlatformName, also where it was forgotten before."""
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
