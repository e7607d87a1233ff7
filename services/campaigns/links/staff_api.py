"""Staff API for short links: create, disable, hits, QR codes."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Response
from pydantic import Field
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.links import edit as links
from services.campaigns.links.addresses import link_address
from services.campaigns.links.qr import qr_png, qr_svg
from services.campaigns.models import ShortLink
from services.campaigns.schemas import LinkDayOut, LinkDaysOut, LinkIn, ShortLinkOut
from services.core.http.answers import Extended
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Parameters, RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter

router = StaffRouter(tag="links")


class PngQuery(Parameters):
    """Size in pixels."""

    size: int = Field(1000, ge=200, le=2000)


def links_out(session: Session, found: Sequence[ShortLink], public_url: str) -> list[ShortLinkOut]:
    """Links with their hits."""
    hits = links.hits_of(session, [link.id for link in found])
    return [
        ShortLinkOut.model_validate(Extended(link, address=link_address(public_url, link.slug), hits=hits[link.id]))
        for link in found
    ]


@router.post("/campaigns/{campaign_id:int}/links", status_code=201)
def add_link(campaign_id: RowId, body: LinkIn, session: Writes, call: CallOf, staff: MarketerOf) -> ShortLinkOut:
    """Create a short link of a campaign."""
    campaign = campaigns.find(session, campaign_id)
    link = links.add(session, campaign, body, staff.actor, call.now)
    return links_out(session, [link], call.settings.public_url)[0]


@router.post("/links/{link_id:int}/disable")
def disable_link(link_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ShortLinkOut:
    """Disable the link."""
    link = links.set_disabled(session, link_id, True, staff.actor, call.now)
    return links_out(session, [link], call.settings.public_url)[0]


@router.post("/links/{link_id:int}/enable")
def enable_link(link_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ShortLinkOut:
    """Enable the link again."""
    link = links.set_disabled(session, link_id, False, staff.actor, call.now)
    return links_out(session, [link], call.settings.public_url)[0]


@router.get("/links/{link_id:int}/days")
def link_days(link_id: RowId, session: Reads, _staff: MarketerOf) -> LinkDaysOut:
    """Hits by day."""
    links.find(session, link_id)
    found = links.days_of(session, link_id)
    return LinkDaysOut(days=[LinkDayOut(day=day, people=hits.people, bots=hits.bots) for day, hits in found])


@router.get("/links/{link_id:int}/qr.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def link_qr_svg(link_id: RowId, session: Reads, call: CallOf, _staff: MarketerOf) -> Response:
    """The short link as a scalable QR code."""
    link = links.find(session, link_id)
    return _download(qr_svg(link_address(call.settings.public_url, link.slug)), "image/svg+xml", f"{link.slug}.svg")


@router.get("/links/{link_id:int}/qr.png", response_class=Response, responses={200: {"content": {"image/png": {}}}})
def link_qr_png(
    link_id: RowId, session: Reads, call: CallOf, _staff: MarketerOf, wanted: Annotated[PngQuery, Query()]
) -> Response:
    """The short link as a QR code of at most that many pixels."""
    link = links.find(session, link_id)
    picture = qr_png(link_address(call.settings.public_url, link.slug), wanted.size)
    return _download(picture, "image/png", f"{link.slug}.png")


def _download(content: bytes, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="voltigo-{name}"'}
    return Response(content, media_type=media_type, headers=headers)
