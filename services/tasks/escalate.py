"""Escalates overdue tasks to the administrators: one collected mail each working morning, if there are new ones.

Each task is escalated once per cause: its mark and the mails are written in one transaction.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.clock import Clock, berlin_day
from services.core.contact_details import deliverable_address
from services.core.db.db import Database
from services.core.german import counted, short_day
from services.core.working_days import is_working_day
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.console import WorkOverdue
from services.mail.outbox import Order
from services.settings import Settings
from services.staff.models import Account, AccountState, Role
from services.tasks.changes import row_of
from services.tasks.models import WorkItem
from services.tasks.queue import Line, lines
from services.tasks.sources import SOURCES

PAGE: Final = "/admin/?whose=escalated"
_KEPT_FOR: Final = timedelta(days=30)
_IS_ADMIN: Final = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)


def escalate(db: Database, settings: Settings, clock: Clock) -> int:
    """On a working day, escalate overdue lines and forget ended ones; returns the number of new ones."""
    now = clock()
    if not is_working_day(berlin_day(now)):
        return 0
    told = db.write(lambda session: _tell(session, settings, now))
    db.write(lambda session: _forget_ended(session, now))
    return told


def _tell(session: Session, settings: Settings, now: datetime) -> int:
    today = berlin_day(now)
    overdue = [line for line in lines(session, now) if line.is_escalated(today)]
    fresh = [line for line in overdue if line.item is None or line.item.escalated_at is None]
    admins = session.scalars(select(Account).where(_IS_ADMIN).order_by(Account.id)).all() if fresh else []
    told = 0
    for line in fresh if admins else ():
        item = row_of(session, line, now)
        if item.escalated_at is None:
            item.escalated_at, told = now, told + 1
    session.flush()
    if told:
        words = _words(fresh)
        outbox.order(session, [_order(account, words, settings, now) for account in admins], now)
    return told


def _words(fresh: Sequence[Line]) -> list[str]:
    """One sentence per kind, without names."""
    first = {line.kind.label: line.due_on for line in sorted(fresh, key=lambda line: line.due_on, reverse=True)}
    number = Counter(line.kind.label for line in fresh)
    return [
        f"{counted(count, 'Aufgabe', 'Aufgaben')} der Art „{label}“, die erste fällig am {short_day(first[label])}"
        for label, count in number.most_common()
    ]


def _order(account: Account, words: list[str], settings: Settings, now: datetime) -> Order:
    mail = WorkOverdue(name=account.name, lines=words, link=f"{settings.public_url}{PAGE}")
    address = deliverable_address(account.email, account.email_normalized)
    key = f"{mail.kind}:{now.isoformat()}:{account.id}"
    return Order(mail.kind, address, f"account:{account.id}", key, to_values(mail))


def _forget_ended(session: Session, now: datetime) -> None:
    """Delete the rows of lines whose cause has ended, a month after the last change."""
    stands = {(name, one.id, one.cause) for name, source in SOURCES.items() for one in source.find(session, now)}
    old = session.scalars(select(WorkItem).where(WorkItem.changed_at < now - _KEPT_FOR)).all()
    ended = [item.id for item in old if (item.kind, item.subject_id, item.cause) not in stands]
    session.execute(delete(WorkItem).where(WorkItem.id.in_(ended)))
