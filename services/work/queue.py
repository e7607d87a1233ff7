"""The queue: open subjects of all sources, each with what people did with it."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import chain
from operator import attrgetter
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.working_days import working_days_between
from services.staff.models import Role
from services.work.models import WorkItem
from services.work.source import Ending, Sources, Subject, WorkKind

Group = Literal["overdue", "today", "week", "later"]
Whose = Literal["mine", "team", "free", "snoozed", "escalated"]
_DAY: Final = attrgetter("due_on")
_END_OF_DAY: Final = float("inf")
"""Behind every moment of the day."""


@dataclass(slots=True)
class Line:
    """One line: its subject, and the item where people did something with it for this cause."""

    kind: WorkKind
    subject: Subject
    item: WorkItem | None
    due_on: date
    """The subject's day, or the day on which a line without a term is back."""
    version: int = 0
    """Of the row, even where it was about another cause."""

    @property
    def assignee_id(self) -> int | None:
        return self.item.assignee_id if self.item else None

    @property
    def is_done(self) -> bool:
        return self.item is not None and self.item.done_at is not None

    def is_snoozed(self, today: date) -> bool:
        """Whether it is put off beyond today."""
        until = self.item.snoozed_until if self.item else None
        return until is not None and until > today

    def is_escalated(self, today: date) -> bool:
        """Whether the administrators have to know of it."""
        return working_days_between(self.due_on, today) >= self.kind.escalates_after


def lines(session: Session, sources: Sources, role: Role, now: datetime) -> list[Line]:
    """Every line that a role works on and that is not marked as done, in any order."""
    items: defaultdict[str, dict[str, WorkItem]] = defaultdict(dict)
    for item in session.scalars(select(WorkItem)):
        items[item.kind][item.subject_id] = item
    found: list[Line] = []
    for name, source in sources.items():
        if role in source.kind.roles:
            found += _lines_of(source.kind, source.find(session, now), items[name])
    return found


def _lines_of(kind: WorkKind, subjects: Sequence[Subject], items: Mapping[str, WorkItem]) -> Iterable[Line]:
    """The lines of a kind that are not done. Thousands are made for one page, and most have no item."""
    untouched = [Line(kind, subject, None, subject.due_on) for subject in subjects if subject.id not in items]
    touched = [_line(kind, subject, items[subject.id]) for subject in subjects if subject.id in items] if items else ()
    return chain(untouched, (line for line in touched if not line.is_done))


def one_line(session: Session, sources: Sources, key: tuple[str, str], now: datetime) -> Line | None:
    """The line of a kind and subject, done or not; None where its cause has ended."""
    kind, subject_id = key
    source = sources.get(kind)
    subject = next((one for one in source.find(session, now) if one.id == subject_id), None) if source else None
    if source is None or subject is None:
        return None
    of_key = (WorkItem.kind == kind) & (WorkItem.subject_id == subject_id)
    return _line(source.kind, subject, session.scalars(select(WorkItem).where(of_key)).one_or_none())


def _line(kind: WorkKind, subject: Subject, item: WorkItem | None) -> Line:
    if item is None or not applies(item, kind, subject):
        return Line(kind, subject, None, subject.due_on, item.version if item else 0)
    until = item.snoozed_until
    due_on = subject.due_on if until is None or subject.term else max(until, subject.due_on)
    return Line(kind, subject, item, due_on, item.version)


def applies(item: WorkItem, kind: WorkKind, subject: Subject) -> bool:
    """Whether the row is about this cause. One whose cause was ended by a step is over, though the cause may return."""
    return item.cause == subject.cause and not (kind.ending is Ending.STEP and item.done_at is not None)


def most_urgent(found: Iterable[Line], start: int, count: int) -> list[Line]:
    """So many lines from a position on, the most urgent first. All are sorted by day, which is quick; in full only
    those that are due on the days of the page.
    """
    by_day = sorted(found, key=_DAY)
    page = by_day[start : start + count]
    if not page:
        return []
    first = bisect_left(by_day, page[0].due_on, key=_DAY)
    last = bisect_right(by_day, page[-1].due_on, key=_DAY)
    return sorted(by_day[first:last], key=_urgency)[start - first : start - first + count]


def _urgency(line: Line) -> tuple[date, float, str, str]:
    subject = line.subject
    at = subject.at.timestamp() if subject.at else _END_OF_DAY
    return line.due_on, at, line.kind.name, subject.id.zfill(20)


def group_of(line: Line, today: date) -> Group:
    """Under which heading it stands; the week ends on Sunday."""
    if line.due_on <= today:
        return "today" if line.due_on == today else "overdue"
    return "week" if line.due_on <= today + timedelta(days=6 - today.weekday()) else "later"


def of(found: Iterable[Line], whose: Whose, account_id: int, today: date) -> list[Line]:
    """The lines of a tab. What is put off stands in its own tab alone."""
    if whose == "snoozed":
        return [line for line in found if line.is_snoozed(today)]
    awake = [line for line in found if line.item is None or not line.is_snoozed(today)]
    match whose:
        case "mine":
            return [line for line in awake if line.assignee_id == account_id]
        case "free":
            return [line for line in awake if line.assignee_id is None]
        case "escalated":
            return [line for line in found if line.is_escalated(today)]
        case _:
            return awake


def today_of(now: datetime) -> date:
    """The day at the desk."""
    return berlin_day(now)


def counts(found: Sequence[Line], account_id: int, today: date) -> dict[Whose, int]:
    """How many lines each tab has."""
    touched = [line for line in found if line.item is not None]
    awake = [line.assignee_id for line in touched if not line.is_snoozed(today)]
    team = len(found) - len(touched) + len(awake)
    free = len(found) - len(touched) + awake.count(None)
    return {
        "mine": awake.count(account_id),
        "team": team,
        "free": free,
        "snoozed": len(found) - team,
        "escalated": _escalated(found, today),
    }


def _escalated(found: Sequence[Line], today: date) -> int:
    """Many lines of a kind are due on one day, for which the working days are counted once."""
    days = Counter((line.kind.name, line.due_on) for line in found)
    after = {line.kind.name: line.kind.escalates_after for line in found}
    return sum(number for (kind, day), number in days.items() if working_days_between(day, today) >= after[kind])
