"""Aliases: map another spelling of a campaign value to the canonical one, for past and future visits.

An alias changes no stored row; it is applied when counting, by `canonical_values`. So it works retroactively, and
undoing it leaves no trace in the numbers. An alias never leads to another: one lookup resolves a value.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.schemas import AliasIn
from services.campaigns.errors import AliasChain, AliasExists, AliasHidesCampaign, AlreadyUndone, UnknownAlias
from services.campaigns.locks import Lock, hold
from services.campaigns.models import Alias, Campaign
from services.staff.records import Records

_LIVE: Final = Alias.undone_at.is_(None)
# Without the raw value: it is free text from a link and may name a person.
_ALIASES: Final = Records(
    Alias, "alias", UnknownAlias, logged=lambda alias: {"field": alias.field, "canonical": alias.canonical}
)


def canonical_values(session: Session) -> dict[tuple[str, str], str]:
    """Every live alias: (field, raw value in small letters) to canonical value."""
    rows = session.execute(select(Alias.field, Alias.raw, Alias.canonical).where(_LIVE))
    return {(field, raw): canonical for field, raw, canonical in rows}


def add(session: Session, wanted: AliasIn, actor: str, now: datetime) -> Alias:
    """Map a spelling. Raises AliasExists, AliasChain, AliasHidesCampaign."""
    hold(session, Lock.ALIASES)
    field, raw, canonical = wanted.field, wanted.raw, wanted.canonical
    live = select(Alias.id).where(Alias.field == field, _LIVE).order_by(Alias.id).limit(1)
    if (same := session.scalar(live.where(Alias.raw == raw))) is not None:
        raise AliasExists(alias_id=same)
    leads_on = session.scalar(live.where((Alias.raw == canonical) | (Alias.canonical == raw)))
    if leads_on is not None:
        raise AliasChain(alias_id=leads_on)
    if field in ("utm_source", "utm_medium", "utm_campaign"):
        hidden = select(Campaign).where(getattr(Campaign, field) == raw, Campaign.archived_at.is_(None))
        campaign = session.scalars(hidden.order_by(Campaign.id).limit(1)).first()
        if campaign is not None:
            raise AliasHidesCampaign(campaign_id=campaign.id, campaign_name=campaign.name)
    return _ALIASES.add(session, Alias(**wanted.model_dump(), created_at=now, created_by=actor), actor, now)


def undo(session: Session, alias_id: int, actor: str, now: datetime) -> Alias:
    """Undo a mapping; UnknownAlias, AlreadyUndone."""
    hold(session, Lock.ALIASES)
    alias = _ALIASES.locked(session, alias_id)
    if alias.undone_at is not None:
        raise AlreadyUndone
    alias.undone_at, alias.undone_by = now, actor
    return _ALIASES.save(session, alias, "undone", actor, now)
