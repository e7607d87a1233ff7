"""What a report is asked for, and the small rules that all figures share."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as member
from datetime import date
from fractions import Fraction
from typing import Any

from tests.services.reports.recount.channels import group_of
from tests.services.reports.recount.world import FIELDS, Origin, Reserved, Session, World

Row = dict[str, Any]
_WITH_COSTS = {"channel", "channel_group", "utm_source", "utm_medium", "utm_campaign"}


@dataclass(frozen=True, slots=True)
class Asked:
    """The parameters of a report, typed."""

    from_day: date
    to_day: date
    with_bots: bool = False
    look_back_days: int = 30
    half_life_days: int = 7
    model: str = "last_non_direct"
    field: str = "utm_source"
    across: str = "landing_path"
    state: tuple[str, ...] | None = None
    outcome: str = "any"
    match: str = "last"
    package: str = "all"
    plan: str = "all"
    only: Mapping[str, tuple[str, ...]] = member(default_factory=dict)

    def passes(self, origin: Origin) -> bool:
        """Whether the filters let an origin through."""
        return all(origin[name] in values for name, values in self.only.items())

    def offers(self, one: Reserved) -> bool:
        """Whether a reservation is of the package and the payment plan."""
        of = {"package": str(one.row["annual_kwh"]), "plan": one.row["payment_plan"]}
        return self.package in ("all", of["package"]) and self.plan in ("all", of["plan"])

    def has(self, day: date) -> bool:
        """Whether a day is in the period."""
        return self.from_day <= day <= self.to_day


def half_up(amount: int, parts: int) -> int | None:
    """The nearest whole number, halves upwards; None where there is nothing to divide by."""
    return math.floor(Fraction(amount, parts) + Fraction(1, 2)) if parts else None


def share(part: int, whole: int) -> int | None:
    return half_up(part * 1_000_000, whole)


def quote(part: int, whole: int) -> int | None:
    """None where more came than was counted before: by staff, without a visit."""
    return share(part, whole) if part <= whole else None


def sessions_of(world: World, asked: Asked) -> list[Session]:
    """The sessions that count: of the period, by the filters, without bots unless they are asked for."""
    return [one for one in chosen_sessions(world, asked) if asked.with_bots or not one.is_flagged]


def chosen_sessions(world: World, asked: Asked) -> list[Session]:
    """The sessions of the period by the filters, bots among them."""
    return [one for one in world.sessions if asked.has(one.day) and asked.passes(one.origin)]


def reserved_of(world: World, asked: Asked) -> list[Reserved]:
    """The reservations that count: of the period, none twice, by their last known origin."""
    return [one for one in world.reserved if asked.has(one.day) and not one.is_merged and _passes(one, asked)]


def _passes(one: Reserved, asked: Asked) -> bool:
    """By its last known origin, or where that is asked for by any of its contacts."""
    touched = [touch.origin for touch in one.counted(asked.look_back_days)] if asked.match == "any" else []
    return any(asked.passes(origin) for origin in (one.origin(asked.look_back_days), *touched))


def costs_of(world: World, asked: Asked) -> list[Mapping[str, Any]] | None:
    """Costs of the period by the filters; None where nobody can know them."""
    if set(asked.only) - _WITH_COSTS:
        return None
    return [
        row
        for row in world.costs
        if asked.has(row["day"])
        and row["day"] <= world.today
        and all(of_campaign(row)[name] in values for name, values in asked.only.items())
    ]


def of_campaign(cost: Mapping[str, Any]) -> Mapping[str, Any]:
    """Costs with the origin of who came by their campaign."""
    bare = {"referral_code": "", "referrer_host": "", "landing_path": ""}
    return {**cost, "channel": "campaign", "channel_group": group_of({**bare, **cost})}


def cents(costs: Iterable[Mapping[str, Any]] | None) -> int | None:
    """Their sum; None where they cannot be known, or none were entered."""
    entered = [row["cents"] for row in costs or []]
    return sum(entered) if entered else None


def ripe_days(world: World) -> int:
    """Within how many days nine of ten contracts came, six weeks at least."""
    took = sorted((r.contracted_on - r.day).days for r in world.reserved if r.contracted_on and not r.is_merged)
    return max(42, took[-(-len(took) * 9 // 10) - 1]) if took else 42


def is_ripe(world: World, day: date) -> bool:
    """Whether a day's reservations are old enough to be judged."""
    return (world.today - day).days >= ripe_days(world)


def per(amount: int | None, parts: int) -> int | None:
    """One part of an amount; None where either is not known."""
    return None if amount is None else half_up(amount, parts)


def judged_by(origin: Origin) -> tuple[str, ...]:
    """What an origin is judged by: channel, the three tags, the site of a link that is no campaign's."""
    host = origin["referrer_host"] if origin["channel"] == "referrer" else ""
    return (*(origin[name] for name in FIELDS[:4]), host)


JUDGED_BY = (*FIELDS[:4], "referrer_host")


def kwh(rows: Iterable[Reserved]) -> int:
    return sum(one.row["annual_kwh"] for one in rows)


def count(rows: Iterable[Reserved], fact: str) -> int:
    """How many have a fact, as `is_contracted`."""
    return sum(getattr(one, fact) for one in rows)
