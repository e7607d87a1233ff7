"""Staff API for campaigns and the link builder."""

from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.budgets import over_budget
from services.campaigns.links.addresses import page_address
from services.campaigns.links.edit import links_of
from services.campaigns.links.link_builder import build
from services.campaigns.links.staff_api import links_out
from services.campaigns.lists import CampaignCosts, CampaignsQuery, costs_by_id, page_of
from services.campaigns.models import Campaign
from services.campaigns.schemas import (
    AddressIn,
    AddressOut,
    CampaignEditIn,
    CampaignIn,
    CampaignOut,
    CampaignRowOut,
    CampaignsOut,
)
from services.core.db.edits import columns_of
from services.core.http.answers import Extended
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="campaigns")
_EDITS = stale(CampaignOut)
_CHANGING = ("campaign.edited", "campaign.archived", "campaign.unarchived")


def _source(campaign: Campaign, costs: CampaignCosts, name: str | None) -> Extended:
    """What a row is read from."""
    return Extended(
        campaign,
        cost_cents=costs.cost_cents,
        spent_cents=costs.spent_cents,
        over_cents=over_budget(costs.spent_cents, campaign.budget_cents),
        created_by_name=name,
    )


def _show(session: Session, campaign_id: int, call: Call) -> CampaignOut:
    campaign = campaigns.find(session, campaign_id)
    costs = costs_by_id(session, [campaign.id])
    names = actor_names(session, {campaign.created_by})
    values = columns_of(campaign, campaigns.KEY)
    return CampaignOut.model_validate(
        Extended(
            _source(campaign, costs[campaign.id], names.get(campaign.created_by)),
            address=page_address(call.settings.public_url, campaign.landing_path, values),
            links=links_out(session, links_of(session, campaign.id), call.settings.public_url),
        )
    )


@router.get("/campaigns")
def list_campaigns(wanted: Annotated[CampaignsQuery, Query()], session: Reads, _staff: MarketerOf) -> CampaignsOut:
    """One page of campaigns with their costs."""
    page = page_of(session, wanted)
    names = actor_names(session, {campaign.created_by for campaign, _ in page.rows})
    data = [
        CampaignRowOut.model_validate(_source(campaign, costs, names.get(campaign.created_by)))
        for campaign, costs in page.rows
    ]
    return CampaignsOut(data=data, has_next=page.has_next, total=page.total)


@router.get("/campaigns/{campaign_id:int}")
def get_campaign(campaign_id: RowId, session: Reads, call: CallOf, _staff: MarketerOf) -> CampaignOut:
    """One campaign with its links."""
    return _show(session, campaign_id, call)


@router.post("/campaigns", status_code=201)
def add_campaign(body: CampaignIn, session: Writes, call: CallOf, staff: MarketerOf) -> CampaignOut:
    """Register a campaign; the answer has its normalised values."""
    return _show(session, campaigns.add(session, body, staff.actor, call.now).id, call)


@router.patch("/campaigns/{campaign_id:int}", responses=_EDITS)
def edit_campaign(
    campaign_id: RowId, body: CampaignEditIn, session: Writes, call: CallOf, staff: MarketerOf
) -> CampaignOut:
    """Save the changed fields; a stale save is refused with the present campaign."""
    edits = acts(f"campaign:{campaign_id}", *_CHANGING)
    with with_current(session, lambda: _show(session, campaign_id, call), edits):
        return _show(session, campaigns.edit(session, campaign_id, body, staff.actor, call.now).id, call)


@router.post("/campaigns/{campaign_id:int}/archive")
def archive_campaign(campaign_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> CampaignOut:
    """Remove it from the lists; its visits still count."""
    return _show(session, campaigns.set_archived(session, campaign_id, True, staff.actor, call.now).id, call)


@router.post("/campaigns/{campaign_id:int}/unarchive")
def unarchive_campaign(campaign_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> CampaignOut:
    """Restore it."""
    return _show(session, campaigns.set_archived(session, campaign_id, False, staff.actor, call.now).id, call)


@router.post("/campaigns/address")
def build_address(body: AddressIn, session: Reads, call: CallOf, _staff: MarketerOf) -> AddressOut:
    """Compose a URL from these values, with hints; nothing is stored."""
    built = build(session, body, call.settings.public_url)
    return AddressOut.model_validate(built, from_attributes=True)
