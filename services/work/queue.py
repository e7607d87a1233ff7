"""The queue: open subjects of all sources, each with what people did with it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.calendar.working_days import working_days_between
from services.core.clock import berlin_day
from services.staff.models import Role
from services.work.models import WorkItem
from services.work.source import Ending, Sources, Subject, WorkKind

Group = Literal["overdue", "today", "week", "later"]
Whose = Literal["mine", "team", "free", "snoozed", "escalated"]


@dataclass(slots=True)
class Line:
    """One line: its subject, and the item where people did something with it for this cause."""

    kind: WorkKind
    subject: Subject
    item: WorkItem | None
    version: int = 0
    """Of the row, even where it was about another cause."""

    @property
    def due_on(self) -> date:
        """The subject's day, or the day on which a line without a term is back."""
        until = self.item.snoozed_until if self.item else None
        return self.subject.due_on if until is None or self.subject.term else max(until, self.subject.due_on)

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
    """Every line that a role works on and nobody has marked as done, the most urgent first."""
    items = {(item.kind, item.subject_id): item for item in session.scalars(select(WorkItem))}
    found = [
        _line(source.kind, subject, items.get((source.kind.name, subject.id)))
        for source in sources.values()
        if role in source.kind.roles
        for subject in source.find(session, now)
    ]
    return sorted((line for line in found if not line.is_done), key=_urgency)


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
    version = item.version if item else 0
    return Line(kind, subject, item if item is not None and applies(item, kind, subject) else None, version)


def applies(item: WorkItem, kind: WorkKind, subject: Subject) -> bool:
    """Whether the row is about this cause. One whose cause was ended by a step is over, though the cause may return."""
    return item.cause == subject.cause and not (kind.ending is Ending.STEP and item.done_at is not None)


def _urgency(line: Line) -> tuple[date, float, str, str]:
    at = line.subject.at.timestamp() if line.subject.at else float("inf")
    return line.due_on, at, line.kind.name, line.subject.id.zfill(20)


def group_of(line: Line, today: date) -> Group:
    """Under which heading it stands; the week ends on Sunday."""
    if line.due_on <= today:
        return "today" if line.due_on == today else "overdue"
    return "week" if line.due_on <= today + timedelta(days=6 - today.weekday()) else "later"


def of(found: Iterable[Line], whose: Whose, account_id: int, today: date) -> list[Line]:
    """The lines of a tab. What is put off stands in its own tab alone."""
    if whose == "snoozed":
        return [line for line in found if line.is_snoozed(today)]
    awake = (line for line in found if not line.is_snoozed(today))
    match whose:
        case "mine":
            return [line for line in awake if line.assignee_id == account_id]
        case "free":
            return [line for line in awake if line.assignee_id is None]
        case "escalated":
            return [line for line in found if line.is_escalated(today)]
        case _:
            return list(awake)


def today_of(now: datetime) -> date:
    """The day at the desk."""
    return berlin_day(now)


def counts(found: Sequence[Line], account_id: int, today: date) -> dict[Whose, int]:
    """How many lines each tab has."""
    told = sum(line.is_escalated(today) for line in found)
    team = [line for line in found if not line.is_snoozed(today)] if any(line.item for line in found) else found
    assignees = [line.assignee_id for line in team]
    mine, free = assignees.count(account_id), assignees.count(None)
    return {
        "mine": mine, "team": len(team), "free": free, "snoozed": len(found) - len(team), "escalated": told,
    }  # fmt: skip
