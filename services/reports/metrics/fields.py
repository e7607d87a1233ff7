"""Figures of the console that are no column of a report: which metric each member of an answer shows.

The boundary: whole numbers in answers to GET of the operations tagged `TAGS`. A test walks the API document, so a new
member there needs an entry here or in `NO_METRICS`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from services.staff.models import Role

TAGS: Final = frozenset({"attribution", "campaigns", "referrals", "today"})
NO_METRICS: Final = frozenset(
    {
        "LinkResultOut.shared_with",
        "PackageOut.annual_kwh",
    }
)
"""Members that count nothing, besides ids, versions and numbers of rows: what they describe has a name of its own."""
_EVERYBODY: Final = frozenset(Role)
_MARKETERS: Final = frozenset({Role.ADMIN, Role.MARKETING})


@dataclass(frozen=True, slots=True)
class Screen:
    """A page of the console and the roles that see it."""

    label: str
    path: str
    roles: frozenset[Role]


TODAY: Final = Screen("Heute", "/", _EVERYBODY)
CAMPAIGNS: Final = Screen("Kampagnen", "/campaigns", _MARKETERS)
SPELLINGS: Final = Screen("Schreibweisen", "/aliases", _MARKETERS)
CHANNELS: Final = Screen("Kanalgruppen", "/aliases/groups", _MARKETERS)
SITE_CHECK: Final = Screen("Prüfung der Kampagnen", "/site-check", _MARKETERS)
REFERRALS: Final = Screen("Empfehlungen", "/referrals", _MARKETERS)
ALERTS: Final = Screen("Hinweise", "/alerts", _EVERYBODY)

FIELDS: Final[Mapping[Screen, Mapping[str, str]]] = {
    TODAY: {
        "TodayOut.new_since_yesterday": "received_reservations",
        "TodayOut.cost_files": "waiting_cost_files",
        "DayOut.count": "received_reservations",
        "PackageOut.count": "taken_spots",
        "PlanCountOut.count": "taken_spots",
        "ParkPlacesOut.free": "places_until_limit",
        "ParkPlacesOut.total": "spots",
        "TaskOut.count": "parks_nearly_full",
        "ItemOut.level": "fullness",
    },
    CAMPAIGNS: {
        "CampaignDayOut.visitors": "visitors",
        "CampaignDayOut.sessions": "sessions",
        "CampaignDayOut.reservations": "reservations",
        "CampaignDayOut.cents": "cost",
        "CampaignRowOut.budget_cents": "budget",
        "CampaignRowOut.cost_cents": "cost_of_campaign",
        "CampaignRowOut.spent_cents": "spent_in_campaign",
        "CampaignRowOut.over_cents": "over_budget",
        "CampaignOut.budget_cents": "budget",
        "CampaignOut.cost_cents": "cost_of_campaign",
        "CampaignOut.spent_cents": "spent_in_campaign",
        "CampaignOut.over_cents": "over_budget",
        "ContractTargetOut.cents": "contract_target",
        "HitsOut.people": "link_people",
        "HitsOut.bots": "link_bots",
        "LinkResultOut.people": "link_people",
        "LinkResultOut.bots": "link_bots",
        "LinkResultOut.sessions": "sessions",
        "LinkResultOut.reservations": "reservations",
        "LinkResultOut.contracted": "contracts",
        "StandOut.rows": "visit_events",
    },
    SPELLINGS: {
        "CombinationOut.sessions": "sessions",
        "CombinationOut.reservations": "touched_reservations",
        "SpelledOut.sessions": "sessions",
        "TagValueOut.sessions": "sessions",
        "TagValueOut.reservations": "touched_reservations",
        "RawSpellingOut.arrivals": "spelling_arrivals",
    },
    CHANNELS: {
        "ChannelGroupOut.sessions": "sessions",
        "ChannelGroupOut.reservations": "reservations",
        "SizeOut.sessions": "sessions",
        "SizeOut.reservations": "reservations",
    },
    SITE_CHECK: {
        "MoneyWithoutVisitsOut.cents": "cost_without_visits",
        "AdClicksOut.clicks": "ad_clicks",
        "AdClicksOut.untagged": "untagged_ad_clicks",
        "UnregisteredOut.sessions": "sessions",
        "UnregisteredOut.reservations": "touched_reservations",
    },
    REFERRALS: {
        "LeaderOut.uses": "with_this_code",
        "LeaderOut.valid": "valid_code",
        "LeaderOut.confirmed": "confirmed_with_code",
        "LeaderOut.contracted": "contracts_with_code",
        "LeaderOut.cancelled": "cancelled_with_code",
        "LeaderOut.annual_kwh": "kwh_with_code",
    },
}
"""By page: `Schema.member` of the API document → key of the metric."""
ALERT_READINGS: Final[Mapping[str, str]] = {
    "capacity": "fullness",
    "no_reservation": "minutes_since_reservation",
    "reservation_burst": "burst_reservations",
    "campaign_budget": "over_budget",
    "mail_queue": "oldest_mail_minutes",
    "many_refusals": "refused_calls",
}
"""By kind of alert with a threshold: the metric of its reading."""


def screens_of(key: str, role: Role) -> list[Screen]:
    """The pages of the console, besides reports, on which a role sees a metric."""
    found = [screen for screen, members in FIELDS.items() if key in members.values()]
    found += [ALERTS] if key in ALERT_READINGS.values() else []
    return [screen for screen in found if role in screen.roles]
