"""Campaign lists: search, sorting, paging and costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from services.campaigns.budgets import spent_within
from services.campaigns.costs.by_hand import LIVE
from services.campaigns.models import Campaign, CampaignCost
from services.core.http.paging import ListQuery

Sort = Literal["name", "created_at", "cost_cents", "starts_on"]
_SMALL = (("Ä", "ä"), ("Ö", "ö"), ("Ü", "ü"))
_SORTED = (("ä", "a"), ("ö", "o"), ("ü", "u"), ("ß", "ss"))
_MOST_WORDS = 8


class CampaignsQuery(ListQuery):
    """`q` is looked for inside the name and the three values."""

    sort: Sort = "created_at"
    order: Literal["asc", "desc"] = "desc"
    q: str = Field("", max_length=200)
    archived: Literal["no", "yes", "all"] = "no"


@dataclass(frozen=True, slots=True)
class CampaignCosts:
    """Cents of a campaign: on all days, and within its period, which count against its budget."""

    cost_cents: int
    spent_cents: int


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """One page: campaigns with their costs, whether more follow, and the total."""

    rows: Sequence[tuple[Campaign, CampaignCosts]]
    has_next: bool
    total: int


def page_of(session: Session, wanted: CampaignsQuery) -> CampaignPage:
    """The campaigns of one page. Costs are summed for these only, unless the order needs all."""
    found: list[ColumnElement[bool]] = []
    if wanted.archived != "all":
        is_archived = wanted.archived == "yes"
        found.append(Campaign.archived_at.is_not(None) if is_archived else Campaign.archived_at.is_(None))
    for word in wanted.q.lower().split()[:_MOST_WORDS]:
        places = (in_small_letters(Campaign.name), Campaign.utm_source, Campaign.utm_medium, Campaign.utm_campaign)
        found.append(or_(*(place.contains(word, autoescape=True) for place in places)))
    query = select(Campaign).where(*found)
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    ordered = _ordered(query, wanted).offset((wanted.page - 1) * wanted.per_page).limit(wanted.per_page)
    rows = session.scalars(ordered).all()
    costs = costs_by_id(session, [row.id for row in rows])
    has_next = wanted.page * wanted.per_page < total
    return CampaignPage([(row, costs[row.id]) for row in rows], has_next, total)


def costs_by_id(session: Session, ids: Sequence[int]) -> Mapping[int, CampaignCosts]:
    summed = select(CampaignCost.campaign_id, func.sum(CampaignCost.cents)).where(LIVE)
    rows = session.execute(summed.where(CampaignCost.campaign_id.in_(ids)).group_by(CampaignCost.campaign_id))
    cost = {id_: int(cents) for id_, cents in rows}
    spent = spent_within(session, ids)
    return {id_: CampaignCosts(cost.get(id_, 0), spent[id_]) for id_ in ids}


def _ordered(query: Select[Campaign], wanted: CampaignsQuery) -> Select[Campaign]:
    by: ColumnElement[Any]
    if wanted.sort == "cost_cents":
        sums = (
            select(CampaignCost.campaign_id, func.sum(CampaignCost.cents).label("cents"))
            .where(LIVE)
            .group_by(CampaignCost.campaign_id)
            .subquery()
        )
        query = query.outerjoin(sums, sums.c.campaign_id == Campaign.id)
        by = func.coalesce(sums.c.cents, 0)
    elif wanted.sort == "name":
        by = _replaced(in_small_letters(Campaign.name), _SORTED)
    else:
        by = getattr(Campaign, wanted.sort)
    directed = by.desc() if wanted.order == "desc" else by.asc()
    tie = Campaign.id.desc() if wanted.order == "desc" else Campaign.id.asc()
    return query.order_by(directed.nulls_last(), tie)


def in_small_letters(column: Any) -> ColumnElement[str]:
    """In lower case, umlauts included: SQLite's own function leaves those unchanged."""
    return _replaced(func.lower(column), _SMALL)


def _replaced(value: ColumnElement[str], pairs: Sequence[tuple[str, str]]) -> ColumnElement[str]:
    return reduce(lambda made, pair: func.replace(made, *pair), pairs, value)
