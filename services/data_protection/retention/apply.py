"""The nightly job: deletes what is due, one subject or batch of rows per transaction, and reports each run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.personal_data import Hold, Subject
from services.data_protection.erasure import rows
from services.data_protection.erasure.cleanup import finish_erasures, remove_files
from services.data_protection.erasure.erase import NIGHTLY, Wish, erase
from services.data_protection.models import RetentionRun
from services.data_protection.person import Person, rows_of
from services.data_protection.registry import OF_HOUSEHOLDS, REGISTRY
from services.data_protection.retention.due import (
    BY_ROW,
    BY_SUBJECT,
    due_histories,
    due_mails,
    due_messages,
    due_rows,
    due_subjects,
    subject_of,
)
from services.mail.models import Mail
from services.messages.models import Conversation, Direction, Message, MessageAttachment
from services.reservations.models import ReservationChange
from services.settings import Settings

_BATCH: Final = 100
Counts = dict[str, dict[str, int]]
"""By rule, then by table."""
Batch = Callable[[Session, date, datetime], tuple[dict[str, int], list[str]]]
"""A unit of work on the next rows that are due: how many by table, and the message ids of deleted mails."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The result of one run."""

    rows: Counts
    finished: int
    """Erasures of which nothing is left in files and freed pages."""

    @property
    def total(self) -> int:
        """Rows deleted or changed, of all rules."""
        return sum(sum(tables.values()) for tables in self.rows.values())


def apply_retention(db: Database, settings: Settings, clock: Clock) -> Applied:
    """Delete everything that is due. The next run continues an interrupted one."""
    now = clock()
    today = berlin_day(now)
    run_id = db.write(lambda session: _begin(session, now))
    done: Counts = {}
    for rule in (*BY_SUBJECT, *BY_ROW):
        counts = _apply_rule(db, settings, rule, today, now)
        if counts:
            done[rule] = counts
        db.write(lambda session: _note(session, run_id, done, None))
    db.write(lambda session: _note(session, run_id, done, clock()))
    return Applied(done, finish_erasures(db, settings, clock))


def due_now(session: Session, now: datetime) -> Counts:
    """What `apply_retention` would delete or change: the dry run."""
    today = berlin_day(now)
    found: Counts = {}
    for rule in (*BY_SUBJECT, *BY_ROW):
        for described in OF_HOUSEHOLDS:
            if not _is_touched(described.name, rule) or (condition := due_rows(described, rule, today)) is None:
                continue
            query = select(func.count()).select_from(described.table).where(condition)
            if count := session.scalar(query):
                found.setdefault(rule, {})[described.name] = count
    return found


def last_run(session: Session) -> RetentionRun | None:
    return session.scalars(select(RetentionRun).order_by(RetentionRun.id.desc()).limit(1)).one_or_none()


def _is_touched(table: str, rule: str) -> bool:
    """Whether a rule deletes or changes rows of a table: what stays as a statistic is left alone."""
    described = REGISTRY[table]
    if rule in BY_ROW or rule not in ("over", Hold.BOOKS.value):
        return True
    return described.is_deleted or bool(rows.changed_columns(described, frozenset()))


def _begin(session: Session, now: datetime) -> int:
    run = RetentionRun(started_at=now, finished_at=None, rows={})
    session.add(run)
    session.flush()
    return run.id


def _note(session: Session, run_id: int, done: Counts, finished_at: datetime | None) -> None:
    noted = update(RetentionRun).where(RetentionRun.id == run_id)
    session.execute(noted.values(rows={rule: dict(tables) for rule, tables in done.items()}, finished_at=finished_at))


def _apply_rule(db: Database, settings: Settings, rule: str, today: date, now: datetime) -> dict[str, int]:
    """Apply a rule until nothing is due any more."""
    batch = _BATCHES.get(rule) or _batch_of_subjects(rule)
    counts: dict[str, int] = {}
    while True:
        done, files = db.write(lambda session: batch(session, today, now))
        remove_files(settings.data_dir, files)
        if not done:
            return counts
        counts = rows.added(counts, done)


def _batch_of_subjects(rule: str) -> Batch:
    subject = subject_of(rule)

    def unit(session: Session, today: date, now: datetime) -> tuple[dict[str, int], list[str]]:
        if subject is Subject.RESERVATION:
            return _erase_next(session, rule, today, now), []
        ids = list(session.scalars(due_subjects(rule, today).limit(_BATCH)))
        return _delete_subjects(session, subject, ids) if ids else ({}, [])

    return unit


def _erase_next(session: Session, rule: str, today: date, now: datetime) -> dict[str, int]:
    """One reservation a transaction: it locks its park."""
    next_id = session.scalar(due_subjects(rule, today).limit(1))
    if next_id is None:
        return {}
    return dict(erase(session, Wish(next_id, NIGHTLY), now).rows)


def _delete_subjects(session: Session, subject: Subject, ids: list[Any]) -> tuple[dict[str, int], list[str]]:
    """Delete everything that leads to these subjects, mails and children first."""
    person = Person({subject: ids})
    files = list(session.scalars(select(Mail.message_id).where(rows_of(REGISTRY["mails"], person))))
    gone = {}
    for described in rows.in_order(OF_HOUSEHOLDS):
        result: Any = session.execute(delete(described.table).where(rows_of(described, person)))
        gone[described.name] = result.rowcount
    return {table: count for table, count in gone.items() if count}, files


def _delete_messages(session: Session, today: date, _now: datetime) -> tuple[dict[str, int], list[str]]:
    """The next messages that are due, with their files and mails, and the conversations that are left without any."""
    found = session.execute(select(Message.id, Message.conversation_id).where(due_messages(today)).limit(_BATCH)).all()
    ids = [id_ for id_, _ in found]
    is_mail = Mail.id.in_(select(Message.mail_id).where(Message.id.in_(ids), Message.direction == Direction.OUT.value))
    files = list(session.scalars(select(Mail.message_id).where(is_mail)))
    gone = {}
    for table, condition in (
        (Mail, is_mail),
        (MessageAttachment, MessageAttachment.message_id.in_(ids)),
        (Message, Message.id.in_(ids)),
    ):
        result: Any = session.execute(delete(table).where(condition).execution_options(synchronize_session=False))
        gone[table.__tablename__] = result.rowcount
    is_empty = ~select(Message.id).where(Message.conversation_id == Conversation.id).exists()
    emptied = list(session.scalars(select(Conversation.id).where(is_empty).limit(_BATCH)))
    more, more_files = _delete_subjects(session, Subject.CONVERSATION, emptied) if emptied else ({}, [])
    return rows.added({table: count for table, count in gone.items() if count}, more), files + more_files


def _delete_mails(session: Session, today: date, _now: datetime) -> tuple[dict[str, int], list[str]]:
    found = session.execute(select(Mail.id, Mail.message_id).where(due_mails(today)).limit(_BATCH)).all()
    session.execute(delete(Mail).where(Mail.id.in_([id_ for id_, _ in found])))
    return ({"mails": len(found)} if found else {}), [message_id for _, message_id in found]


def _empty_histories(session: Session, today: date, _now: datetime) -> tuple[dict[str, int], list[str]]:
    query = select(ReservationChange.reservation_id).where(due_histories(today)).distinct().limit(_BATCH)
    changed = sum(rows.change_history(session, id_) for id_ in session.scalars(query).all())
    return ({"reservation_changes": changed} if changed else {}), []


_BATCHES: Final[Mapping[str, Batch]] = {
    "messages": _delete_messages,
    Hold.LETTERS.value: _delete_mails,
    Hold.VOUCHERS.value: _empty_histories,
}
