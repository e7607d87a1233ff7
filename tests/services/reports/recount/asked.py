"""What a report is asked for, and the small rules that all figures share."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as member
from datetime import date
from fractions import Fraction
from typing import Any

from tests.services.reports.recount.world import FIELDS, Origin, Reserved, Session, World

Row = dict[str, Any]
_WITH_COSTS = {"channel", "utm_source", "utm_medium", "utm_campaign"}


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
    state: tuple[str, ...] | None = None
    outcome: str = "any"
    only: Mapping[str, tuple[str, ...]] = member(default_factory=dict)

    def passes(self, origin: Origin) -> bool:
        """Whether the filters let an origin through."""
        return all(origin[name] in values for name, values in self.only.items())

    def has(self, day: date) -> bool:
        """Whether a day is in the period."""
        return self.from_day <= day <= self.to_day


def half_up(amount: int, parts: int) -> int | None:
    """The nearest whole number, halves upwards; None where there is nothing to divide by."""
    return math.floor(Fraction(amount, parts) + Fraction(1, 2)) if parts else None


def share(part: int, whole: int) -> int | None:
    return half_up(part * 1_000_000, whole)


def sessions_of(world: World, asked: Asked) -> list[Session]:
    """The sessions that count: of the period, by the filters, without bots unless they are asked for."""
    return [one for one in chosen_sessions(world, asked) if asked.with_bots or not one.is_flagged]


def chosen_sessions(world: World, asked: Asked) -> list[Session]:
    """The sessions of the period by the filters, bots among them."""
    return [one for one in world.sessions if asked.has(one.day) and asked.passes(one.origin)]


def reserved_of(world: World, asked: Asked) -> list[Reserved]:
    """The reservations that count: of the period, none twice, by their last known origin."""
    return [
        one
        for one in world.reserved
        if asked.has(one.day) and not one.is_merged and asked.passes(one.origin(asked.look_back_days))
    ]


def costs_of(world: World, asked: Asked) -> list[Mapping[str, Any]] | None:
    """Costs of the period by the filters; None where nobody can know them."""
    if set(asked.only) - _WITH_COSTS:
        return None
    return [
        row
        for row in world.costs
        if asked.has(row["day"])
        and all(({"channel": "campaign", **row})[name] in values for name, values in asked.only.items())
    ]


def cents(costs: Iterable[Mapping[str, Any]] | None) -> int | None:
    return None if costs is None else sum(row["cents"] for row in costs)


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
