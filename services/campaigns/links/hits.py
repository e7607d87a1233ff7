"""Resolves short links and counts their hits by day."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.links.target import target_address
from services.campaigns.models import Campaign, ShortLink, ShortLinkHits
from services.core.db.rows import Insertion

_HITS = ShortLinkHits.__table__
_ORDER = ("short_link_id", "day", "is_bot")


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A short link with the fields it adds. A disabled one adds none and is not counted."""

    id: int
    slug: str
    target_path: str
    fields: Mapping[str, str]
    is_enabled: bool

    def address(self, query: str) -> str:
        """The redirect target for a call with this query.

        A disabled link still leads to its page, for people with an old flyer, but no longer counts for the
        campaign.
        """
        return target_address(self.target_path, self.fields if self.is_enabled else {}, query)


Hit = tuple[int, date, bool]
"""Link, Berlin day, whether a program called."""


def find_link(session: Session, slug: str) -> FoundLink | None:
    """The link with this slug, ignoring case."""
    if not slug.isprintable():  # no valid slug, and PostgreSQL accepts no NUL
        return None
    found = session.execute(_LINKS.where(ShortLink.slug == slug.lower())).one_or_none()
    return _found(*found) if found else None


def enabled_links(session: Session) -> list[FoundLink]:
    """Every link that counts, those of archived campaigns included: flyers outlive campaigns."""
    rows = session.execute(_LINKS.where(ShortLink.disabled_at.is_(None)).order_by(ShortLink.slug))
    return [_found(link, campaign) for link, campaign in rows]


_LINKS = select(ShortLink, Campaign).join(Campaign, Campaign.id == ShortLink.campaign_id)


def _found(link: ShortLink, campaign: Campaign) -> FoundLink:
    fields = {
        "utm_source": campaign.utm_source,
        "utm_medium": campaign.utm_medium,
        "utm_campaign": campaign.utm_campaign,
        "utm_term": link.utm_term,
        "utm_content": link.utm_content,
    }
    return FoundLink(link.id, link.slug, link.target_path, fields, link.disabled_at is None)


def _or_raise(insert: Any) -> Any:
    raised = {"hits": _HITS.c.hits + insert.excluded.hits}
    return insert.on_conflict_do_update(index_elements=list(_ORDER), set_=raised)


_COUNT = Insertion(_HITS, _or_raise)


def count_hits(session: Session, hits: Sequence[Hit]) -> Sequence[None]:
    """Count each hit. Rows are raised in one order everywhere, so that two processes cannot wait for each other."""
    counted = sorted(Counter(hits).items())
    _COUNT.run(session, [{**dict(zip(_ORDER, hit, strict=True)), "hits": count} for hit, count in counted])
    return [None] * len(hits)
