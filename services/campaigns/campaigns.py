"""Register, change, archive and bring back campaigns.

Three values link visits to a campaign, so they are normalised on entry: lower case, hyphens for blanks, aliases
resolved. They are unique, also among archived campaigns, whose visits still count for them.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import resolved
from services.campaigns.errors import CampaignExists, HiddenByAlias, UnknownCampaign
from services.campaigns.field_rules import check_order
from services.campaigns.locks import Lock, hold
from services.campaigns.models import Campaign
from services.campaigns.schemas import CampaignEditIn, CampaignIn
from services.core.db.edits import as_json, assign, columns_of, differing
from services.core.inputs import fault_of
from services.staff.records import Records

KEY = ("utm_source", "utm_medium", "utm_campaign")
"""The fields that link visits to a campaign."""
FIELDS = tuple(CampaignIn.model_fields)
_TYPED: Final = ("name", "note")
"""What marketing writes for people."""
_CAMPAIGNS: Final = Records(
    Campaign, "campaign", UnknownCampaign, called="diese Kampagne", taken=lambda: CampaignExists(campaign_id=None)
)


def origin_of(campaign: Campaign) -> dict[str, str]:
    """The values of `KEY` that visits and reservations of the campaign have."""
    return {field: getattr(campaign, field) for field in KEY}


def add(session: Session, wanted: CampaignIn, actor: str, now: datetime) -> Campaign:
    """Register a campaign; CampaignExists."""
    spelt = _canonical(session, wanted.model_dump())
    _refuse_taken(session, spelt, None)
    campaign = Campaign(**spelt, version=1, created_at=now, created_by=actor)
    return _CAMPAIGNS.add(session, campaign, actor, now, after=_told(spelt))


def edit(session: Session, campaign_id: int, wanted: CampaignEditIn, actor: str, now: datetime) -> Campaign:
    """Save what differs. Raises UnknownCampaign, StaleCampaign, CampaignExists, ValidationProblem."""
    campaign = _CAMPAIGNS.locked(session, campaign_id, wanted.version)
    spelt = _canonical(session, wanted.given("version"))
    changes = differing(campaign, spelt)
    if not changes:
        return campaign
    before = columns_of(campaign, changes)
    whole = columns_of(campaign, FIELDS) | changes
    with fault_of("ends_on"):
        check_order(whole["starts_on"], whole["ends_on"])
    _refuse_taken(session, whole, campaign_id)
    assign(campaign, changes)
    campaign.version += 1
    typed = {f"{name}_changed": name in changes for name in _TYPED}
    return _CAMPAIGNS.save(session, campaign, "edited", actor, now, before=_told(before), after=_told(changes), **typed)


def set_archived(session: Session, campaign_id: int, is_archived: bool, actor: str, now: datetime) -> Campaign:
    """Archive a campaign or bring it back; no effect if already so. Raises HiddenByAlias."""
    campaign = _CAMPAIGNS.locked(session, campaign_id)
    if (campaign.archived_at is not None) == is_archived:
        return campaign
    if not is_archived:
        _refuse_hidden(session, campaign)
    campaign.archived_at = now if is_archived else None
    campaign.version += 1
    return _CAMPAIGNS.save(session, campaign, "archived" if is_archived else "unarchived", actor, now)


def find(session: Session, campaign_id: int) -> Campaign:
    """The campaign; UnknownCampaign when there is none."""
    return _CAMPAIGNS.find(session, campaign_id)


def id_of_key(session: Session, key: Mapping[str, str]) -> int | None:
    """The campaign with these three canonical values, if there is one."""
    same = [getattr(Campaign, name) == key[name] for name in KEY]
    return session.scalar(select(Campaign.id).where(*same))


def _canonical(session: Session, values: Mapping[str, Any]) -> dict[str, Any]:
    hold(session, Lock.ALIASES)
    aliases = canonical_values(session)
    return {name: resolved(name, value, aliases) if name in KEY else value for name, value in values.items()}


def _refuse_hidden(session: Session, campaign: Campaign) -> None:
    """Aliases may hide archived campaigns, so one may have been added meanwhile that hides this one."""
    own = columns_of(campaign, KEY)
    meant = _canonical(session, own)
    for name in KEY:
        if meant[name] != own[name]:
            raise HiddenByAlias(field=name)


def _refuse_taken(session: Session, values: Mapping[str, Any], own_id: int | None) -> None:
    other = id_of_key(session, {name: values[name] for name in KEY})
    if other is not None and other != own_id:
        raise CampaignExists(campaign_id=other)


def _told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without name and note: they are free texts and may name people, and the log cannot forget."""
    return as_json({name: value for name, value in values.items() if name not in _TYPED})
