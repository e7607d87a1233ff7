"""The page Heute: one tab of tasks, and figures that name no household."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy import ColumnElement, func, literal, select, union_all
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, end_of_berlin_day, start_of_berlin_day
from services.offer import PACKAGES, PLANS
from services.parks.fullness import park_fullness
from services.reservations.models import ACTIVE, Reservation
from services.staff.call import Staff
from services.staff.models import Account
from services.tasks import queue
from services.tasks.changes import may_work, snooze_days
from services.tasks.models import WorkItem
from services.tasks.queue import Line
from services.tasks.schemas import (
    SNOOZES,
    BandOut,
    ChartsOut,
    DayOut,
    FactOut,
    ItemOut,
    PackageOut,
    ParkPlacesOut,
    PersonOut,
    PlanCountOut,
    SetupOut,
    SnoozeChoiceOut,
    TaskOut,
    TermOut,
    TodayOut,
    WorkCountsOut,
    WorkKindOut,
    WorkLineOut,
    WorkOut,
    WorkQuery,
)
from services.tasks.source import BANDS, TABS, Description, Term
from services.tasks.sources import SOURCES

_PARKS_SHOWN: Final = 3
_DAYS: Final = 30


def work(session: Session, wanted: WorkQuery, staff: Staff, now: datetime) -> WorkOut:
    """The lines of a tab and page, and the counts of every tab."""
    today = berlin_day(now)
    everything = queue.lines(session, now)
    tabs = {whose: queue.of(everything, whose, staff.id, today) for whose in TABS}
    tab = tabs[wanted.whose]
    shown = tab if wanted.kind is None else [line for line in tab if line.kind.name == wanted.kind]
    start = (wanted.page - 1) * wanted.per_page
    page = sorted(shown, key=partial(queue.urgency, today=today))[start : start + wanted.per_page]
    words = queue.described(session, page)
    accounts = session.scalars(select(Account).order_by(Account.name, Account.id)).all()
    people = {one.id: PersonOut(id=one.id, name=one.name) for one in accounts}
    is_of_today = WorkItem.done_at >= start_of_berlin_day(today)
    done_today = session.scalar(select(func.count()).select_from(WorkItem).where(is_of_today)) or 0
    counted = Counter(line.kind.name for line in tab)
    banded = Counter(line.band(today) for line in shown)
    kinds = [
        WorkKindOut(name=name, label=SOURCES[name].label, count=counted[name]) for name in SOURCES if counted[name]
    ]
    return WorkOut(
        # A line whose subject ended meanwhile is left out.
        data=[_line(line, words[line.key], people, today) for line in page if line.key in words],
        total=len(shown),
        has_next=len(shown) > start + wanted.per_page,
        counts=WorkCountsOut(**{whose: len(found) for whose, found in tabs.items()}, done_today=done_today),
        bands=[BandOut(name=name, count=banded[name]) for name in BANDS if banded[name]],
        kinds=kinds,
        colleagues=[people[one.id] for one in accounts if may_work(one)],
    )


def _line(line: Line, words: Description, people: Mapping[int, PersonOut], today: date) -> WorkLineOut:
    kind, subject, item = line.kind, line.subject, line.item
    facts = [FactOut(label=label, value=value) for label, value in words.facts]
    last = subject.term.work_day if subject.term else date.max
    snooze_choices = [
        SnoozeChoiceOut(name=name, day=day, is_allowed=day <= last)
        for name, day in zip(SNOOZES, snooze_days(today), strict=True)
    ]
    return WorkLineOut(
        **{**words._asdict(), "facts": facts, "verb": words.verb or kind.verb},
        kind=kind.name,
        subject_id=subject.id,
        label=kind.label,
        band=line.band(today),
        due_on=line.due_on,
        due_at=subject.at,
        term=_term(subject.term, today),
        ending=kind.ending,
        step_words=kind.button,
        step_sentence=kind.final_sentence,
        is_final=kind.final_sentence != "",
        assignee=people.get(line.assignee_id or 0),
        snoozed_until=item.snoozed_until if item else None,
        snooze_choices=snooze_choices,
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


def figures(session: Session, cost_files: int | None, setup: SetupOut | None, now: datetime) -> TodayOut:
    """Parks that are nearly full, and the charts. Every figure is served by its own index."""
    parks = park_fullness(session)
    # Active reservations by package, and by payment plan
    both = (Reservation.annual_kwh, Reservation.payment_plan)
    chosen: Counter[int | str] = Counter()
    for kwh, plan, count in session.execute(select(*both, func.count()).where(ACTIVE).group_by(*both)):
        chosen[kwh] += count
        chosen[plan] += count
    today = berlin_day(now)
    is_new = Reservation.created_at >= start_of_berlin_day(today - timedelta(days=1))
    new_since_yesterday = session.scalar(select(func.count()).select_from(Reservation).where(is_new)) or 0
    full = [found for found in parks if found.fullness.level is not None]
    items = [
        ItemOut(id=one.park.id, title=one.park.name, detail=one.fullness.sentence, level=one.fullness.level)
        for one in full[:_PARKS_SHOWN]
    ]
    return TodayOut(
        tasks=[TaskOut(kind="capacity", count=len(full), items=items)],
        new_since_yesterday=new_since_yesterday,
        cost_files=cost_files,
        charts=ChartsOut(
            per_day=_per_day(session, [today - timedelta(days=ago) for ago in reversed(range(_DAYS))]),
            packages=[PackageOut(annual_kwh=kwh, count=chosen[kwh]) for kwh in PACKAGES],
            plans=[PlanCountOut(payment_plan=plan, count=chosen[plan]) for plan in PLANS],
            parks=[
                ParkPlacesOut(id=one.park.id, name=one.park.name, free=one.fullness.left, total=one.fullness.spot_limit)
                for one in parks
                if not one.fullness.is_cancelled
            ],
        ),
        setup=setup,
    )


def _per_day(session: Session, days: Sequence[date]) -> list[DayOut]:
    """Reservations made per day, whatever their state: one index range each."""
    counts = [
        select(
            literal(position).label("position"),
            select(func.count()).select_from(Reservation).where(*_on(day)).scalar_subquery().label("made"),
        )
        for position, day in enumerate(days)
    ]
    found = {row.position: row.made for row in session.execute(union_all(*counts))}
    return [DayOut(day=day, count=found[position]) for position, day in enumerate(days)]


def _on(day: date) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    made = Reservation.created_at
    return made >= start_of_berlin_day(day), made < end_of_berlin_day(day)
