"""Short links of campaigns: `/l/{slug}` redirects to a page of the site with the campaign's fields.

A link is disabled, never deleted: its name may be printed somewhere and must not one day lead elsewhere.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.errors import SlugTaken, UnknownLink
from services.campaigns.links.slugs import random_slug
from services.campaigns.models import Campaign, ShortLink, ShortLinkHits
from services.campaigns.schemas import LinkIn
from services.staff.records import Records

_TRIES: Final = 20
_LINKS: Final = Records(ShortLink, "link", UnknownLink, taken=SlugTaken, logged=lambda link: {"slug": link.slug})


@dataclass(frozen=True, slots=True)
class Hits:
    """How often a link was opened."""

    people: int = 0
    bots: int = 0


def add(session: Session, campaign: Campaign, wanted: LinkIn, actor: str, now: datetime) -> ShortLink:
    """Create a link, by default to the campaign's own page and with a random slug; SlugTaken."""
    slug = wanted.slug or _free_slug(session)
    if session.scalar(select(ShortLink.id).where(ShortLink.slug == slug)) is not None:
        raise SlugTaken
    link = ShortLink(
        slug=slug,
        target_path=wanted.target_path or campaign.landing_path,
        utm_term=wanted.utm_term,
        utm_content=wanted.utm_content,
        campaign_id=campaign.id,
        created_at=now,
        created_by=actor,
    )
    return _LINKS.add(session, link, actor, now, campaign_id=campaign.id, target_path=link.target_path)


def set_disabled(session: Session, link_id: int, is_disabled: bool, actor: str, now: datetime) -> ShortLink:
    """Disable or enable a link; idempotent."""
    link = _LINKS.locked(session, link_id)
    if (link.disabled_at is not None) != is_disabled:
        link.disabled_at = now if is_disabled else None
        _LINKS.save(session, link, "disabled" if is_disabled else "enabled", actor, now)
    return link


def find(session: Session, link_id: int) -> ShortLink:
    """The link; UnknownLink when there is none."""
    return _LINKS.find(session, link_id)


def links_of(session: Session, campaign_id: int) -> Sequence[ShortLink]:
    """A campaign's links, the newest first."""
    query = select(ShortLink).where(ShortLink.campaign_id == campaign_id)
    return session.scalars(query.order_by(ShortLink.id.desc())).all()


def hits_of(session: Session, link_ids: Iterable[int], days: tuple[date, date] | None = None) -> Mapping[int, Hits]:
    """The hits of each link on these days, both included; None: all so far."""
    counted = (
        select(ShortLinkHits.short_link_id, ShortLinkHits.is_bot, func.sum(ShortLinkHits.hits))
        .where(ShortLinkHits.short_link_id.in_(list(link_ids)))
        .group_by(ShortLinkHits.short_link_id, ShortLinkHits.is_bot)
    )
    if days is not None:
        counted = counted.where(ShortLinkHits.day.between(*days))
    found: dict[int, dict[bool, int]] = defaultdict(dict)
    for link_id, is_bot, hits in session.execute(counted):
        found[link_id][is_bot] = int(hits)
    return defaultdict(Hits, {id_: Hits(by.get(False, 0), by.get(True, 0)) for id_, by in found.items()})


def days_of(session: Session, link_id: int) -> list[tuple[date, Hits]]:
    """Hits of a link by day, without days that have none."""
    query = select(ShortLinkHits).where(ShortLinkHits.short_link_id == link_id).order_by(ShortLinkHits.day)
    by_day: dict[date, dict[bool, int]] = defaultdict(dict)
    for row in session.scalars(query):
        by_day[row.day][row.is_bot] = row.hits
    return [(day, Hits(by.get(False, 0), by.get(True, 0))) for day, by in by_day.items()]


def _free_slug(session: Session) -> str:
    """An unused random slug; if all tries were taken, the last one, which is then refused as taken."""
    slug = ""
    for _ in range(_TRIES):
        slug = random_slug()
        if session.scalar(select(ShortLink.id).where(ShortLink.slug == slug)) is None:
            break
    return slug
