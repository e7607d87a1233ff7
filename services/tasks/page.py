"""One page of the queue as the console shows it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import start_of_berlin_day
from services.staff.call import Staff
from services.staff.models import Account, AccountState
from services.tasks import queue
from services.tasks.changes import snooze_days
from services.tasks.models import WorkItem
from services.tasks.queue import Line
from services.tasks.schemas import (
    FactOut,
    PersonOut,
    SnoozeChoiceOut,
    TermOut,
    WorkCountsOut,
    WorkKindOut,
    WorkLineOut,
    WorkOut,
    WorkQuery,
)
from services.tasks.source import CLERKS, Description, Subject, Term
from services.tasks.sources.every import SOURCES


def work(session: Session, wanted: WorkQuery, staff: Staff, now: datetime) -> WorkOut:
    """The lines of a tab and page, and how many there are in every tab."""
    today = queue.today_of(now)
    everything = queue.lines(session, SOURCES, staff.role, now)
    tab = queue.of(everything, wanted.whose, staff.id, today)
    shown = tab if wanted.kind is None else [line for line in tab if line.kind.name == wanted.kind]
    start = (wanted.page - 1) * wanted.per_page
    page = queue.most_urgent(shown, start, wanted.per_page)
    people = _people(session)
    return WorkOut(
        data=_described(session, page, people, today),
        total=len(shown),
        has_next=len(shown) > start + wanted.per_page,
        counts=WorkCountsOut(**queue.counts(everything, staff.id, today), done_today=_done_since(session, today)),
        kinds=_kinds(tab),
        colleagues=[PersonOut(id=one.id, name=one.name) for one in people.values() if _may_work(one)],
    )


def _people(session: Session) -> Mapping[int, Account]:
    return {one.id: one for one in session.scalars(select(Account).order_by(Account.name, Account.id))}


def _may_work(account: Account) -> bool:
    return account.state == AccountState.ACTIVE.value and account.role in CLERKS


def _done_since(session: Session, today: date) -> int:
    is_of_today = WorkItem.done_at >= start_of_berlin_day(today)
    return session.scalar(select(func.count()).select_from(WorkItem).where(is_of_today)) or 0


def _kinds(tab: Sequence[Line]) -> list[WorkKindOut]:
    counted = Counter(line.kind.name for line in tab)
    return [
        WorkKindOut(name=name, label=source.kind.label, count=counted[name])
        for name, source in SOURCES.items()
        if counted[name]
    ]


def _described(session: Session, page: Sequence[Line], people: Mapping[int, Account], today: date) -> list[WorkLineOut]:
    """Each kind describes its lines in one go. A line whose subject ended meanwhile is left out."""
    subjects: dict[str, dict[str, Subject]] = {}
    for line in page:
        subjects.setdefault(line.kind.name, {})[line.subject.id] = line.subject
    words = {name: SOURCES[name].describe(session, of_kind) for name, of_kind in subjects.items()}
    return [
        _line(line, description, people, today)
        for line in page
        if (description := words[line.kind.name].get(line.subject.id)) is not None
    ]


def _line(line: Line, words: Description, people: Mapping[int, Account], today: date) -> WorkLineOut:
    kind, subject, item = line.kind, line.subject, line.item
    assignee = people.get(line.assignee_id) if line.assignee_id else None
    return WorkLineOut(
        kind=kind.name,
        subject_id=subject.id,
        verb=kind.verb,
        label=kind.label,
        title=words.title,
        detail=words.detail,
        path=words.path,
        group=queue.group_of(line, today),
        due_on=line.due_on,
        due_at=subject.at,
        term=_term(subject.term, today),
        ending=kind.ending.value,
        step_words=kind.step_words,
        step_sentence=kind.final_sentence,
        is_final=kind.is_final,
        reservation_id=words.reservation_id,
        park_id=words.park_id,
        spot_number=words.spot_number,
        state=words.state,
        phone=words.phone,
        note=words.note,
        facts=[FactOut(label=label, value=value) for label, value in words.facts],
        assignee=PersonOut(id=assignee.id, name=assignee.name) if assignee else None,
        snoozed_until=item.snoozed_until if item else None,
        snooze_choices=_choices(subject.term, today),
        is_escalated=line.is_escalated(today),
        can_undo=bool(item and item.before),
        version=line.version,
    )


def _term(term: Term | None, today: date) -> TermOut | None:
    if term is None:
        return None
    days = max((term.ends_on - term.starts_on).days, 1)
    day = min(max((today - term.starts_on).days, 0), days)
    return TermOut(starts_on=term.starts_on, ends_on=term.ends_on, legal_ends_on=term.legal_end, day=day, days=days)


def _choices(term: Term | None, today: date) -> list[SnoozeChoiceOut]:
    tomorrow, monday, week = snooze_days(today)
    last = term.work_day if term else date.max
    return [
        SnoozeChoiceOut(name="tomorrow", day=tomorrow, is_allowed=tomorrow <= last),
        SnoozeChoiceOut(name="monday", day=monday, is_allowed=monday <= last),
        SnoozeChoiceOut(name="week", day=week, is_allowed=week <= last),
    ]
