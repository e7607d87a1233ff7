"""Schedules of one person, those they own and those they receive, and how a colleague takes them over."""

from collections.abc import Iterator, Sequence
from functools import partial

from sqlalchemy import select

from services.reports.kept.keep import may_see
from services.schedules.models import ReportRecipient, ReportSchedule
from services.schedules.recipients import rows_of
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account, Role

_LIVE = ReportSchedule.removed_at.is_(None)


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each live schedule that the account owns, and each that it receives."""
    session, account = leaving.session, leaving.account
    entered = select(ReportRecipient).where(
        (ReportRecipient.account_id == account.id) | ReportRecipient.address.is_not(None)
    )
    concerned = {row.schedule_id for row in _of(session.scalars(entered).all(), account)}
    is_theirs = (ReportSchedule.owner_id == account.id) | ReportSchedule.id.in_(concerned)
    found = select(ReportSchedule).where(_LIVE, is_theirs).order_by(ReportSchedule.id)
    for schedule in session.scalars(leaving.rows(found)).all():
        roles = frozenset(role for role in Role if may_see(schedule.report, role))
        subject = f"report_schedule:{schedule.id}"
        if schedule.owner_id == account.id:
            yield Holding("owns", subject, schedule.name, roles, partial(_own, leaving, schedule))
        # Read again under the lock: a colleague may have saved other recipients meanwhile.
        for row in _of(rows_of(session, [schedule.id]), account):
            yield Holding("receives", subject, schedule.name, roles, partial(_receive, leaving, schedule, row))


def _of(rows: Sequence[ReportRecipient], account: Account) -> list[ReportRecipient]:
    """Rows that are this account, by its id or, if it joined the team later, by its address."""
    return [
        row
        for row in rows
        if row.account_id == account.id or (row.address is not None and row.address.lower() == account.email_normalized)
    ]


def _own(leaving: Leaving, schedule: ReportSchedule, heir: Account) -> bool:
    schedule.owner_id = heir.id
    return _changed(leaving, schedule)


def _receive(leaving: Leaving, schedule: ReportSchedule, row: ReportRecipient, heir: Account) -> bool:
    """Replace the recipient by the heir, unless the heir is one already."""
    if _of(rows_of(leaving.session, [schedule.id]), heir):
        leaving.session.delete(row)
    else:
        row.account_id, row.address = heir.id, None
        row.entered_by, row.entered_at = leaving.actor, leaving.now
        row.confirmed_by = row.confirmed_at = None
    return _changed(leaving, schedule)


def _changed(leaving: Leaving, schedule: ReportSchedule) -> bool:
    schedule.version += 1
    schedule.changed_at = leaving.now
    leaving.session.flush()
    return True
