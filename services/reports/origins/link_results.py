"""Results of a campaign's short links: visits and reservations with the values and the page of each."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from analytics.store.catalogue import Store
from services.campaigns.campaigns import KEY
from services.campaigns.canonical import Aliases, meaning
from services.campaigns.models import Campaign, ShortLink
from services.reports.model_runs import report
from services.reports.period import Period

_MODELS = ("marts.visit_origin_days", "marts.reservation_origins")
_VISITS = """
    SELECT utm_term, utm_content, landing_path, sum(sessions)::BIGINT
    FROM marts.visit_origin_days
    GROUP BY utm_term, utm_content, landing_path
"""
_RESERVATIONS = """
    SELECT utm_term, utm_content, landing_path, count(*), count(*) FILTER (is_contracted)
    FROM marts.reservation_origins
    WHERE NOT is_merged
    GROUP BY utm_term, utm_content, landing_path
"""
_Values = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class LinkResult:
    """Sessions, reservations by their last known origin and contracts with the values of a link, however they came.
    What a link leaves open may be anything that no other link has as its own.

    `shared_with`: so many other links of the campaign have the same values, so that nothing tells them apart.
    """

    link_id: int
    sessions: int
    reservations: int
    contracted: int
    shared_with: int


def link_results(
    store: Store, campaign: Campaign, links: Sequence[ShortLink], aliases: Aliases, period: Period
) -> list[LinkResult]:
    """Of each link, in the same order."""
    tags = {f"only_{name}": (meaning(name, getattr(campaign, name), aliases),) for name in KEY}
    with report(store, _MODELS, {**period._asdict(), **tags}) as warehouse:
        visits: Mapping[_Values, int] = {row[:3]: row[3] for row in warehouse.execute(_VISITS).fetchall()}
        reserved: Mapping[_Values, tuple[int, int]] = {
            row[:3]: row[3:] for row in warehouse.execute(_RESERVATIONS).fetchall()
        }
    values = {link.id: _values(link, aliases) for link in links}
    counts = Counter(values.values())
    sessions, reservations, contracted = Counter[_Values](), Counter[_Values](), Counter[_Values]()
    for seen, visited in visits.items():
        sessions[_link_of(seen, counts)] += visited
    for seen, (made, signed) in reserved.items():
        reservations[_link_of(seen, counts)] += made
        contracted[_link_of(seen, counts)] += signed
    return [
        LinkResult(link.id, sessions[found], reservations[found], contracted[found], shared_with=counts[found] - 1)
        for link in links
        for found in (values[link.id],)
    ]


def _link_of(seen: _Values, links: Collection[_Values]) -> _Values:
    """The values of the link that a visit belongs to: the one with its term and content, else one that leaves them
    open, since people who pass a link on may add some. The values themselves where no link fits.
    """
    term, content, page = seen
    ways = ((term, content), ("", content), (term, ""), ("", ""))
    return next((values for way in ways if (values := (*way, page)) in links), seen)


def _values(link: ShortLink, aliases: Aliases) -> _Values:
    """The link's own values as reports name them, and the page on which its visits arrive."""
    term, content = (meaning(name, getattr(link, name), aliases) for name in ("utm_term", "utm_content"))
    return term, content, urlsplit(link.target_path).path
