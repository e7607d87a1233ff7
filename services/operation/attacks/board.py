"""Puts the board together from what was counted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts import kinds as alert_kinds
from services.alerts.models import AlertRule
from services.attacks.kinds import GROUP_OF, Group
from services.attacks.recent import Named, Rush, by_group_between, by_name, last_hour, rush, violations_of_days
from services.attacks.sign_ins import failed_between, failed_by_account
from services.core.clock import BERLIN, berlin_day, start_of_berlin_day
from services.core.german import counted, number
from services.operation.attacks.words import BLOCKS, UNKNOWN_ACCOUNTS, Block, label_of, violation_label

HOURS: Final = 24
DAYS: Final = 30
ALERT_OF: Final[Mapping[Group, str]] = {
    Group.SIGN_INS: alert_kinds.SIGN_IN_ATTACK,
    Group.REFUSALS: alert_kinds.MANY_REFUSALS,
    Group.FOREIGN: alert_kinds.FOREIGN_CALLS,
    Group.VIOLATIONS: alert_kinds.POLICY_VIOLATIONS,
}
"""The rule by which each group is told."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block. `networks`: of how many the calls came, 0 where that is not counted."""

    label: str
    calls: int
    networks: int = 0
    setting: str | None = None


@dataclass(frozen=True, slots=True)
class BlockFigures:
    """A block with its figures. `raised_from`: calls of an hour from which an alert opens; None: none does."""

    group: Group
    block: Block
    last_hour: int
    last_day: int
    raised_from: int | None
    lines: Sequence[Line] = ()

    @property
    def is_raised(self) -> bool:
        """Whether the last hour had as many as are told."""
        return self.raised_from is not None and self.last_hour >= self.raised_from


@dataclass(frozen=True, slots=True)
class Bucket:
    """Counts between a moment and the next bucket's."""

    begins_at: datetime
    calls: Counter[Group] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Board:
    """All of it. The last hour and day are those that have begun."""

    hours: Sequence[Bucket]
    days: Sequence[Bucket]
    blocks: Sequence[BlockFigures]
    rush: Rush


def board(session: Session, now: datetime) -> Board:
    """As of now, in some fifteen statements on small tables and indexes."""
    hours = _buckets(session, _hour_bounds(now))
    lines = _lines(session, hours[0].begins_at, now)
    recent = last_hour(session, now)
    rules = _thresholds(session)
    blocks = [
        BlockFigures(
            group,
            block,
            recent[group],
            sum(bucket.calls[group] for bucket in hours),
            rules.get(group),
            lines.get(group, ()),
        )
        for group, block in BLOCKS.items()
    ]
    return Board(hours, _buckets(session, _day_bounds(now)), blocks, rush(session, now))


def _hour_bounds(now: datetime) -> list[datetime]:
    this_hour = now.replace(minute=0, second=0, microsecond=0)
    return [this_hour + timedelta(hours=hours) for hours in range(1 - HOURS, 2)]


def _day_bounds(now: datetime) -> list[datetime]:
    """Midnights in Berlin."""
    today = berlin_day(now)
    return [start_of_berlin_day(today + timedelta(days=days)).astimezone(UTC) for days in range(1 - DAYS, 2)]


def _buckets(session: Session, bounds: Sequence[datetime]) -> list[Bucket]:
    counts, failed = by_group_between(session, bounds), failed_between(session, bounds)
    for calls, sign_ins in zip(counts, failed, strict=True):
        calls[Group.SIGN_INS] = sign_ins
    return [Bucket(begin, calls) for begin, calls in zip(bounds, counts, strict=False)]


def _thresholds(session: Session) -> dict[Group, int]:
    """Of the rules that are on."""
    rules = {rule.kind: rule.threshold for rule in session.scalars(select(AlertRule).where(AlertRule.is_on))}
    found = {group: rules.get(kind) for group, kind in ALERT_OF.items()}
    return {group: threshold for group, threshold in found.items() if threshold is not None}


def _lines(session: Session, since: datetime, now: datetime) -> dict[Group, list[Line]]:
    """From the same moment on as the hours that are shown, so that both come to the same."""
    found: dict[Group, list[Line]] = {}
    for one in by_name(session, since, berlin_day(now)):
        group = GROUP_OF.get(one.kind)
        if group not in (None, Group.RESERVE, Group.VIOLATIONS):
            found.setdefault(group, []).append(_line(one))
    found[Group.SIGN_INS] = [Line(name or UNKNOWN_ACCOUNTS, calls) for name, calls in failed_by_account(session, since)]
    week = berlin_day(now) - timedelta(days=6)
    found[Group.VIOLATIONS] = [
        Line(violation_label(one.page, one.directive, one.blocked), calls)
        for one, calls in violations_of_days(session, week)
    ]
    return found


def _line(named: Named) -> Line:
    label, setting = label_of(named.kind, named.name)
    return Line(label, named.calls, named.callers, setting)


def rush_words(found: Rush) -> str:
    """The busiest minute beside what is usual, in a sentence; empty while nobody called."""
    if not found.busiest_minute or found.busiest_at is None:
        return ""
    local = found.busiest_at.astimezone(BERLIN)
    calls = counted(found.busiest_minute, "Aufruf", "Aufrufe")
    busiest = f"Am meisten waren es um {local:%H:%M} Uhr: {calls} in einer Minute."
    if found.usual_hour is None:
        return f"{busiest} Was üblich ist, lässt sich erst nach einem Tag sagen."
    usual = "ist ein Aufruf" if found.usual_hour == 1 else f"sind {number(found.usual_hour)} Aufrufe"
    return f"{busiest} Üblich {usual} in einer Stunde."
