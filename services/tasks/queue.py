"""The queue: the open subjects of all sources, each with what people did with it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.working_days import working_days_between
from services.tasks.models import WorkItem
from services.tasks.source import BANDS, Band, Description, Source, Subject, Whose
from services.tasks.sources import SOURCES

Key = tuple[str, str]
"""The kind of a line, and the key of its subject."""
_END_OF_DAY: Final = float("inf")
"""After every moment of the day."""


@dataclass(slots=True)
class Line:
    """One line: its subject, and its row for this cause, if there is one."""

    kind: Source
    subject: Subject
    item: WorkItem | None
    due_on: date
    """The subject's day, or the end of the snooze of a line without a term."""
    version: int = 0
    """Of the row, even where it was about another cause."""

    @property
    def key(self) -> Key:
        return self.kind.name, self.subject.id

    @property
    def assignee_id(self) -> int | None:
        return self.item.assignee_id if self.item else None

    def is_snoozed(self, today: date) -> bool:
        """Whether it is snoozed beyond today."""
        until = self.item.snoozed_until if self.item else None
        return until is not None and until > today

    def is_escalated(self, today: date) -> bool:
        """Whether it is escalated to the administrators."""
        return working_days_between(self.due_on, today) >= self.kind.escalates_after

    def band(self, today: date) -> Band:
        """Its heading."""
        if self.kind.band:
            return self.kind.band
        if self.due_on > today:
            return "later"
        return "backlog" if self.is_escalated(today) else "today"


def lines(session: Session, now: datetime) -> list[Line]:
    """Every line that is not done, unordered. Thousands are created per page; most have no row."""
    items: defaultdict[str, dict[str, WorkItem]] = defaultdict(dict)
    for item in session.scalars(select(WorkItem)):
        items[item.kind][item.subject_id] = item
    found: list[Line] = []
    for name, kind in SOURCES.items():
        touched = items[name]
        for subject in kind.find(session, now):
            line = _line(kind, subject, touched.get(subject.id))
            if line.item is None or line.item.done_at is None:
                found.append(line)
    return found


def one_line(session: Session, key: Key, now: datetime) -> Line | None:
    """The line of a kind and subject, done or not; None if its cause has ended."""
    name, subject_id = key
    kind = SOURCES.get(name)
    subject = next((one for one in kind.find(session, now) if one.id == subject_id), None) if kind else None
    if kind is None or subject is None:
        return None
    of_key = (WorkItem.kind == name) & (WorkItem.subject_id == subject_id)
    return _line(kind, subject, session.scalars(select(WorkItem).where(of_key)).one_or_none())


def _line(kind: Source, subject: Subject, item: WorkItem | None) -> Line:
    if item is None or not applies(item, kind, subject):
        return Line(kind, subject, None, subject.due_on, item.version if item else 0)
    until = item.snoozed_until
    due_on = subject.due_on if until is None or subject.term else max(until, subject.due_on)
    return Line(kind, subject, item, due_on, item.version)


def applies(item: WorkItem, kind: Source, subject: Subject) -> bool:
    """Whether the row is about this cause. If a step ended the cause, the row is spent, even if the cause returns."""
    return item.cause == subject.cause and not (kind.ending == "step" and item.done_at is not None)


def described(session: Session, page: Iterable[Line]) -> Mapping[Key, Description]:
    """Descriptions of a few lines by key; one query per kind."""
    subjects: defaultdict[str, dict[str, Subject]] = defaultdict(dict)
    for line in page:
        subjects[line.kind.name][line.subject.id] = line.subject
    return {
        (name, id_): words
        for name, of_kind in subjects.items()
        for id_, words in SOURCES[name].describe(session, of_kind).items()
    }


def urgency(line: Line, today: date) -> tuple[int, date, float, str, str]:
    """Sort key of lines: band, day, time where it matters, kind, number."""
    subject = line.subject
    at = subject.at.timestamp() if subject.at else _END_OF_DAY
    return BANDS.index(line.band(today)), line.due_on, at, line.kind.name, subject.id.zfill(20)


def of(found: Iterable[Line], whose: Whose, account_id: int, today: date) -> list[Line]:
    """The lines of a tab. Snoozed ones are listed in their own tab, and among the escalated."""
    match whose:
        case "snoozed":
            return [line for line in found if line.is_snoozed(today)]
        case "escalated":
            return [line for line in found if line.is_escalated(today)]
        case "team":
            return [line for line in found if not line.is_snoozed(today)]
        case _:
            wanted = account_id if whose == "mine" else None
            return [line for line in found if line.assignee_id == wanted and not line.is_snoozed(today)]
