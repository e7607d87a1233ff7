"""What happened between two stands: entries of the audit log above the one's newest and up to the other's."""

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

Period = tuple[date, date]
MOST_MOMENTS: Final = 20
"""Events of a cause that are told one by one; all are counted."""
_PORTION: Final = 500
_FOR_MARKETING: Final = frozenset({Role.ADMIN, Role.MARKETING})


@dataclass(frozen=True, slots=True)
class Moment:
    """One event: when, what, by whom (as in the audit log), and its page in the console, where the role has one."""

    at: datetime
    words: str
    actor: str
    path: str | None


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that happened between the stands and that the report rests on. `effect` is empty where none is told.

    `is_outside`: it happened, but not to a day of the period.
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
    """Between which marks to look, for what, and for whose eyes."""

    session: Session
    since: Marks
    until: Marks
    needs: frozenset[str]
    """The relations of schema `source` that the report rests on."""
    periods: Sequence[Period]
    """Empty: every day counts."""
    park: str | None
    with_bots: bool
    role: Role

    def needs_any(self, *names: str) -> bool:
        """Whether the report rests on one of these relations."""
        return not self.needs.isdisjoint(names)

    def holds(self, day: date) -> bool:
        """Whether a day counts."""
        return not self.periods or any(first <= day <= last for first, last in self.periods)

    def holds_moment(self, at: datetime) -> bool:
        """Whether the moment's day in Berlin counts."""
        return self.holds(berlin_day(at))

    def place(self, path: str, *, is_for_all: bool = False) -> str | None:
        """The page, where the role may open it."""
        return path if is_for_all or self.role in _FOR_MARKETING else None

    def entries(self, actions: Collection[str]) -> list[AuditEntry]:
        """Entries of these actions in their order."""
        query = select(AuditEntry).where(
            AuditEntry.id > self.since.audit, AuditEntry.id <= self.until.audit, AuditEntry.action.in_(actions)
        )
        return list(self.session.scalars(query.order_by(AuditEntry.id)))


def cause(
    kind: str, sentence: str, moments: Sequence[Moment], *, count: int | None = None, effect: str = "", path: str | None
) -> Cause:
    """A cause of these moments, in their order."""
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
    """The number of what an entry is about; 0 where it has none."""
    found = entry.subject.rpartition(":")[2]
    return int(found) if found.isdecimal() else 0


def portions(ids: Collection[int]) -> Iterator[list[int]]:
    """So many at once as a statement takes."""
    listed = sorted(set(ids))
    for start in range(0, len(listed), _PORTION):
        yield listed[start : start + _PORTION]


def counted(count: int, words: Mapping[bool, str]) -> str:
    """The words for one or for many; `{n}` is the number."""
    return words[count == 1].format(n=number(count))


def iso_day_in_german(day: str) -> str:
    """`2026-05-31` as `31.05.2026`."""
    return numeric_day(date.fromisoformat(day))
