"""Audit log entries between two results: above the high-water mark of one, up to that of the other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import number, numeric_day
from services.reports.kept.high_water import Marks
from services.staff.models import AuditEntry, Role

MOST_MOMENTS: Final = 20
"""Limit of events listed individually per cause; all are counted."""
_PORTION: Final = 500
_FOR_MARKETING: Final = frozenset({Role.ADMIN, Role.MARKETING})


@dataclass(frozen=True, slots=True)
class Moment:
    """One event: time, description, actor (as in the audit log), and its console page if the role may open it."""

    at: datetime
    words: str
    actor: str
    path: str | None


@dataclass(frozen=True, slots=True)
class Cause:
    """A recorded change between the two results that affects the report. `effect` is empty if there is none to show.

    `is_outside`: the change does not affect a day of the period.
    """

    kind: str
    sentence: str
    count: int
    effect: str
    moments: Sequence[Moment]
    path: str | None
    first_at: datetime | None
    last_at: datetime | None
    is_outside: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The marks to search between, what to search for, and the role that will see the result."""

    session: Session
    since: Marks
    until: Marks
    needs: frozenset[str]
    """Relations of schema `source` that the report reads."""
    periods: Sequence[tuple[date, date]]
    """Empty: every day counts."""
    park: str | None
    with_bots: bool
    role: Role

    def needs_any(self, *names: str) -> bool:
        """Whether the report reads any of these relations."""
        return not self.needs.isdisjoint(names)

    def holds(self, day: date) -> bool:
        """Whether a day counts."""
        return not self.periods or any(first <= day <= last for first, last in self.periods)

    def holds_moment(self, at: datetime) -> bool:
        """Whether the moment's day in Berlin counts."""
        return self.holds(berlin_day(at))

    def place(self, path: str, *, is_for_all: bool = False) -> str | None:
        """The page, if the role may open it."""
        return path if is_for_all or self.role in _FOR_MARKETING else None

    def entries(self, actions: Collection[str]) -> list[AuditEntry]:
        """Entries with these actions, in order."""
        query = select(AuditEntry).where(
            AuditEntry.id > self.since.audit, AuditEntry.id <= self.until.audit, AuditEntry.action.in_(actions)
        )
        return list(self.session.scalars(query.order_by(AuditEntry.id)))


def cause(
    kind: str, sentence: str, moments: Sequence[Moment], *, count: int | None = None, effect: str = "", path: str | None
) -> Cause:
    """A cause made of these events, which are in order."""
    return Cause(
        kind=kind,
        sentence=sentence,
        count=len(moments) if count is None else count,
        effect=effect,
        moments=moments[:MOST_MOMENTS],
        path=path,
        first_at=moments[0].at if moments else None,
        last_at=moments[-1].at if moments else None,
    )


def subject_id(entry: AuditEntry) -> int:
    """Id of the entry's subject; 0 if it has none."""
    found = entry.subject.rpartition(":")[2]
    return int(found) if found.isdecimal() else 0


def portions(ids: Collection[int]) -> Iterator[list[int]]:
    """Ids in batches small enough for one statement."""
    listed = sorted(set(ids))
    for start in range(0, len(listed), _PORTION):
        yield listed[start : start + _PORTION]


def counted(count: int, words: Mapping[bool, str]) -> str:
    """Singular or plural wording; `{n}` is the number."""
    return words[count == 1].format(n=number(count))


def iso_day_in_german(day: str) -> str:
    """`2026-05-31` as `31.05.2026`."""
    return numeric_day(date.fromisoformat(day))
