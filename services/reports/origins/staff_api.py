"""Staff API for where visits come from: channel groups with their rules, combinations of tags, results of short links.

Must be included before the campaigns router, like `staff_api`.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import Query
from pydantic import BaseModel

from analytics.channel_groups import CHANNEL_GROUPS
from analytics.store.catalogue import Store
from services.campaigns import campaigns
from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.links import edit as links
from services.core.clock import berlin_day
from services.core.http.answers import Answer
from services.core.inputs import DaysQuery, RowId
from services.reports.basis import stand_of
from services.reports.campaigns.staff_api import StandOut
from services.reports.origins.channel_sizes import Size, channel_sizes
from services.reports.origins.combinations import combinations
from services.reports.origins.link_results import link_results
from services.reports.period import read_period
from services.reports.source import Result, read_current
from services.reservations.desk.masking import naming_values
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.call import Call
from services.store.place import store_of

router = StaffRouter(tag="attribution")


class ChannelRuleOut(Answer):
    """Source and medium, or the site of a visit without tags; an empty list: any. `google.*`: under every country."""

    source: list[str]
    medium: list[str]
    site: list[str]


class ChannelGroupOut(BaseModel):
    """A group with its rules and its size in the period. `meaning` is empty where the rules say it."""

    name: str
    label: str
    meaning: str
    rules: list[ChannelRuleOut]
    sessions: int
    reservations: int


class SizeOut(BaseModel):
    """Something by its one or two values, with sessions, and reservations by their last known origin."""

    values: list[str]
    sessions: int
    reservations: int


class ChannelGroupsOut(BaseModel):
    """The groups with their rules; the largest of what no rule knows, and the pages on which direct visits arrived."""

    groups: list[ChannelGroupOut]
    unknown_sites: list[SizeOut]
    unassigned_tags: list[SizeOut]
    direct_pages: list[SizeOut]
    stand: StandOut


class SpelledOut(BaseModel):
    """Source, medium and campaign as links had them, in lower case."""

    values: list[str]
    sessions: int


class CombinationOut(BaseModel):
    """`values` are source, medium and campaign as they count now; `spelled` what came, where that differs."""

    values: list[str]
    campaign_id: int | None
    campaign_name: str | None
    channel_group: str
    sessions: int
    reservations: int
    spelled: list[SpelledOut]


class CombinationsOut(BaseModel):
    data: list[CombinationOut]
    stand: StandOut


class LinkResultOut(BaseModel):
    """Calls in the period, and what came with the link's values, which `shared_with` other links have, too."""

    link_id: int
    people: int
    bots: int
    sessions: int
    reservations: int
    contracted: int
    shared_with: int


class LinkResultsOut(BaseModel):
    data: list[LinkResultOut]
    stand: StandOut


@router.get("/channel-groups")
def list_channel_groups(call: CallOf, _staff: MarketerOf, wanted: Annotated[DaysQuery, Query()]) -> ChannelGroupsOut:
    """Channel groups with rules and sizes, and the visits without one."""
    period = read_period(wanted.from_, wanted.to, berlin_day(call.now))
    with call.db.read() as session:
        naming = naming_values(session)
    sizes = _read(call, lambda store: channel_sizes(store, period, naming))
    size_of = {size.values[0]: size for size in sizes.groups}
    return ChannelGroupsOut(
        groups=[
            ChannelGroupOut(
                name=group.name,
                label=group.label,
                meaning=group.meaning,
                rules=[
                    ChannelRuleOut.model_validate(rule) for rule in CHANNEL_GROUPS.rules if rule.group == group.name
                ],
                sessions=size_of[group.name].sessions,
                reservations=size_of[group.name].reservations,
            )
            for group in CHANNEL_GROUPS.groups
        ],
        unknown_sites=_sizes(sizes.sites),
        unassigned_tags=_sizes(sizes.tags),
        direct_pages=_sizes(sizes.pages),
        stand=_stand(call),
    )


@router.get("/aliases/combinations")
def list_tag_combinations(call: CallOf, _staff: MarketerOf, wanted: Annotated[DaysQuery, Query()]) -> CombinationsOut:
    """Combinations of source, medium and campaign, the most frequent first."""
    period = read_period(wanted.from_, wanted.to, berlin_day(call.now))
    with call.db.read() as session:
        aliases, naming = canonical_values(session), naming_values(session)
    found = _read(call, lambda store: combinations(store, period, aliases, naming))
    return CombinationsOut(
        data=[
            CombinationOut(
                values=list(one.values),
                campaign_id=one.campaign_id,
                campaign_name=one.campaign_name,
                channel_group=one.channel_group,
                sessions=one.sessions,
                reservations=one.reservations,
                spelled=[SpelledOut(values=list(way.values), sessions=way.sessions) for way in one.spelled],
            )
            for one in found
        ],
        stand=_stand(call),
    )


@router.get("/campaigns/{campaign_id}/links/results")
def list_link_results(
    campaign_id: RowId, call: CallOf, _staff: MarketerOf, wanted: Annotated[DaysQuery, Query()]
) -> LinkResultsOut:
    """Results of a campaign's short links in a period."""
    period = read_period(wanted.from_, wanted.to, berlin_day(call.now))
    with call.db.read() as session:
        campaign = campaigns.find(session, campaign_id)
        listed = links.links_of(session, campaign_id)
        hits = links.hits_of(session, [link.id for link in listed], period)
        aliases = canonical_values(session)
    results = _read(call, lambda store: link_results(store, campaign, listed, aliases, period))
    return LinkResultsOut(
        data=[
            LinkResultOut(
                link_id=one.link_id,
                people=hits[one.link_id].people,
                bots=hits[one.link_id].bots,
                sessions=one.sessions,
                reservations=one.reservations,
                contracted=one.contracted,
                shared_with=one.shared_with,
            )
            for one in results
        ],
        stand=_stand(call),
    )


def _sizes(found: Sequence[Size]) -> list[SizeOut]:
    return [SizeOut(values=list(one.values), sessions=one.sessions, reservations=one.reservations) for one in found]


def _read(call: Call, work: Callable[[Store], Result]) -> Result:
    return read_current(call.db, store_of(call.settings), work)


def _stand(call: Call) -> StandOut:
    with call.db.read() as session:
        return StandOut.model_validate(stand_of(session, call.now))
