"""Wrong passwords and codes of staff, read from the audit log."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.staff.models import Account, AuditEntry

FAILED: Final = ("staff.sign_in_failed", "staff.code_failed", "staff.confirmation_failed")
_MOST_ACCOUNTS: Final = 10
_PREFIX: Final = "account:"
_IS_FAILED = AuditEntry.action.in_(FAILED)


def failed_since(session: Session, since: datetime) -> int:
    """How many there were since a moment."""
    counted = select(func.count()).select_from(AuditEntry).where(_IS_FAILED, AuditEntry.at > since)
    return session.scalar(counted) or 0


def failed_between(session: Session, bounds: Sequence[datetime]) -> list[int]:
    """How many there were between each moment and the next, in one pass over the log."""
    columns = [func.count().filter(AuditEntry.at >= begin, AuditEntry.at < end) for begin, end in pairwise(bounds)]
    return list(session.execute(select(*columns).where(_IS_FAILED, AuditEntry.at >= bounds[0])).one())


def failed_by_account(session: Session, since: datetime) -> list[tuple[str | None, int]]:
    """Name and number of the accounts with the most; all unknown ones are one without a name, at the end."""
    counted = (
        select(AuditEntry.subject, func.count().label("calls"))
        .where(_IS_FAILED, AuditEntry.at >= since)
        .group_by(AuditEntry.subject)
    )
    calls = {row.subject: row.calls for row in session.execute(counted)}
    ids = {subject: subject.removeprefix(_PREFIX) for subject in calls}
    known = {int(id_) for id_ in ids.values() if id_.isdigit()}
    names = {row.id: row.name for row in session.execute(select(Account.id, Account.name).where(Account.id.in_(known)))}
    named = {subject: names[int(id_)] for subject, id_ in ids.items() if id_.isdigit() and int(id_) in names}
    first = sorted(((named[one], calls[one]) for one in named), key=lambda found: (-found[1], found[0]))
    unknown = sum(count for subject, count in calls.items() if subject not in named)
    found: list[tuple[str | None, int]] = [*first[:_MOST_ACCOUNTS]]
    return [*found, (None, unknown)] if unknown else found
