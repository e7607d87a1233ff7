"""What the tables of the product hold, read row by row and told in Python's own terms: sessions, and reservations with
their touches. Nothing of `analytics` is used, and no SQL but reading tables: figures computed from here are a second
opinion on every report.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import zip_longest
from typing import Any
from zoneinfo import ZoneInfo

from services.campaigns.models import Alias, Campaign, CampaignCost
from services.core.db.db import Database
from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.models import Reservation, ReservationChange
from services.self_reported_source.models import ToldOrigin
from services.visits.models import ReservationTouch, Visit
from services.visits.steps import Consent
from tests.services.reports.recount.channels import CLICKED, group_of
from tests.services.stored import stored

TAGS = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
FIELDS = ("channel", *TAGS, "referral_code", "referrer_host", "landing_path", "device")
NOTHING = dict.fromkeys(FIELDS, "") | {"channel": "direct", "device": "unknown", "channel_group": "direct_unknown"}
GIVEN_UP = {"cancelled", "expired", "withdrawn", "park_cancelled"}
_BERLIN = ZoneInfo("Europe/Berlin")
_PAUSE = timedelta(minutes=30)
Origin = Mapping[str, str]
"""A touch's fields under the names valid now, with its channel and channel group."""


@dataclass(slots=True)
class Session:
    """What one visitor did on a day without a long pause and under one campaign."""

    day: date
    is_first: bool
    spelled: tuple[str, ...]
    """Tags and code it began with, as they compare."""
    origin: Origin
    last_at: datetime
    is_flagged: bool = False
    events: list[tuple[datetime, int]] = field(default_factory=list)
    consents: set[int] = field(default_factory=set)

    @property
    def reached(self) -> int:
        """The last of the steps 2 to 6 that was reached through all before it; 1 where none was."""
        reached = 1
        for _, step in sorted(self.events):
            if step == reached + 1 and step <= 6:
                reached += 1
        return reached


@dataclass(frozen=True, slots=True)
class Touch:
    """A touch as it was frozen, under the names valid now."""

    at: datetime
    origin: Origin

    @property
    def day(self) -> date:
        return berlin_day(self.at)


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reservation with what became of it."""

    row: Mapping[str, Any]
    day: date
    is_merged: bool
    is_confirmed: bool
    is_bound: bool
    """Under contract today."""
    is_contracted: bool
    is_cancelled: bool
    is_remembered: bool | None
    """Whether touches of earlier visits may be known; None: nobody said."""
    confirmed_on: date | None
    contracted_on: date | None
    cancelled_on: date | None
    touches: tuple[Touch, ...]

    def counted(self, look_back_days: int) -> list[Touch]:
        """The touches within the look-back, the earliest first."""
        oldest = self.row["created_at"] - timedelta(days=look_back_days)
        return [touch for touch in self.touches if touch.at >= oldest]

    def origin(self, look_back_days: int) -> Origin:
        """That of the last touch of known origin, else of the last touch, else nothing."""
        touches = self.counted(look_back_days)
        known = [touch for touch in touches if touch.origin["channel"] != "direct"]
        return (known or touches)[-1].origin if touches else NOTHING


@dataclass(frozen=True, slots=True)
class World:
    """Everything the marketing reports rest on."""

    sessions: list[Session]
    reserved: list[Reserved]
    costs: Sequence[Mapping[str, Any]]
    campaigns: Mapping[tuple[str, ...], Mapping[str, Any]]
    """By their three tags."""
    codes: Mapping[int, Mapping[str, Any]]
    """Referral codes by their id."""
    uses: Mapping[int, Mapping[str, Any]]
    """What was found about a reservation's code, by the reservation."""
    told: Mapping[int, Mapping[str, Any]]
    """What a household said of its origin, by the reservation."""
    today: date


def berlin_day(at: datetime) -> date:
    return at.astimezone(_BERLIN).date()


def read_world(db: Database, now: datetime) -> World:
    """The tables as they are."""
    aliases = {(row["field"], row["raw"]): row["canonical"] for row in stored(db, Alias) if row["undone_at"] is None}
    campaigns = {tuple(row[tag] for tag in TAGS[:3]): row for row in stored(db, Campaign)}
    tags_of = {row["id"]: tags for tags, row in campaigns.items()}
    costs = [
        {**row, **dict(zip(TAGS[:3], tags_of[row["campaign_id"]], strict=True))}
        for row in stored(db, CampaignCost)
        if row["removed_at"] is None
    ]
    return World(
        sessions=list(_sessions(stored(db, Visit), aliases)),
        reserved=list(_reserved(db, aliases)),
        costs=costs,
        campaigns=campaigns,
        codes={row["id"]: row for row in stored(db, ReferralCode)},
        uses={row["reservation_id"]: row for row in stored(db, ReferralUse)},
        told={row["reservation_id"]: row for row in stored(db, ToldOrigin)},
        today=berlin_day(now),
    )


def named(row: Mapping[str, Any], aliases: Mapping[tuple[str, str], str]) -> Origin:
    """A row's fields under the names valid now."""
    spelled = _spelled(row)
    origin = {name: aliases.get((name, text), text) for name, text in spelled.items()}
    origin["referral_code"] = re.sub(r"[\s_-]", "", origin["referral_code"])
    if origin["utm_source"] or origin["utm_medium"] or origin["utm_campaign"]:
        channel = "campaign"
    elif origin["referral_code"]:
        channel = "referral"
    else:
        channel = "referrer" if origin["referrer_host"] else "direct"
    return {"channel": channel, "channel_group": group_of(origin), **origin}


def _spelled(row: Mapping[str, Any]) -> dict[str, str]:
    alike = {name: row[name].strip(" ").lower() for name in (*TAGS, "referrer_host")}
    code = row["referral_code"].strip(" ").upper()
    if not (alike["utm_source"] or alike["utm_medium"] or alike["utm_campaign"] or code):
        alike["utm_source"], alike["utm_medium"] = CLICKED.get(row["clicked_ad"], ("", ""))
    return {**alike, "referral_code": code, "landing_path": row["landing_path"], "device": row["device"]}


def _sessions(visits: Iterable[Mapping[str, Any]], aliases: Mapping[tuple[str, str], str]) -> Iterable[Session]:
    of_visitor: dict[tuple[date, int], list[Mapping[str, Any]]] = defaultdict(list)
    for visit in visits:
        of_visitor[berlin_day(visit["at"]), visit["visitor"]].append(visit)
    for (day, _), events in of_visitor.items():
        current: Session | None = None
        for event in sorted(events, key=lambda one: (one["at"], one["id"])):
            spelled = _spelled(event)
            campaign = tuple(spelled[name] for name in (*TAGS, "referral_code"))
            if (
                current is None
                or event["at"] - current.last_at > _PAUSE
                or (event["is_arrival"] and campaign != current.spelled)
            ):
                if current:
                    yield current
                current = Session(day, current is None, campaign, named(event, aliases), event["at"])
            current.last_at = event["at"]
            current.is_flagged |= event["is_bot"] or event["is_referrer_spam"]
            current.events.append((event["at"], event["step"]))
            current.consents.add(event["consent"])
        if current:
            yield current


def _reserved(db: Database, aliases: Mapping[tuple[str, str], str]) -> Iterable[Reserved]:
    touches: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for touch in stored(db, ReservationTouch):
        touches[touch["reservation_id"]].append(touch)
    changes: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for change in stored(db, ReservationChange):
        if "state" in change["after"]:
            changes[change["reservation_id"]].append(change)
    for row in stored(db, Reservation):
        contracted, given_up = _reached(changes[row["id"]])
        is_cancelled = row["state"] in GIVEN_UP
        ordered = sorted(touches[row["id"]], key=lambda touch: touch["position"])
        yield Reserved(
            row=row,
            day=berlin_day(row["created_at"]),
            is_merged=row["merged_into_id"] is not None,
            is_confirmed=row["email_confirmed_at"] is not None,
            is_bound=row["state"] in {"contracted", "active"},
            is_contracted=contracted is not None or row["state"] in {"contracted", "active", "ended"},
            is_cancelled=is_cancelled,
            is_remembered=None if row["touch_consent"] is None else row["touch_consent"] == Consent.YES,
            confirmed_on=berlin_day(row["email_confirmed_at"]) if row["email_confirmed_at"] else None,
            contracted_on=berlin_day(contracted) if contracted else None,
            cancelled_on=berlin_day(given_up) if given_up and is_cancelled else None,
            touches=tuple(Touch(touch["at"], named(touch, aliases)) for touch in ordered),
        )


def _reached(changes: list[Mapping[str, Any]]) -> tuple[datetime | None, datetime | None]:
    """When a contract first came that was not taken back at once, and when the reservation was last given up."""
    followed = zip_longest(changes, changes[1:])
    contracted = [
        change["at"]
        for change, after in followed
        if change["after"]["state"] == "contracted"
        and not (after is not None and after["action"] == f"undo_{change['action']}")
    ]
    given_up = [change["at"] for change in changes if change["after"]["state"] in GIVEN_UP]
    return min(contracted, default=None), max(given_up, default=None)
