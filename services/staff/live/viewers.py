"""Who has which reservation open right now, over all instances."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.db.rows import Insert, Insertion
from services.staff.models import Account, RecordViewer

LASTS: Final = timedelta(seconds=45)
"""How long a row counts without being renewed: two renewals of a tab may get lost."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """A colleague at a reservation; `is_typing` in any of their tabs."""

    account_id: int
    name: str
    is_typing: bool


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """What one tab of an account shows."""

    account_id: int
    tab: str
    reservation_id: int
    is_typing: bool


def _or_renew(insert: Insert) -> Any:
    renewed = {name: insert.excluded[name] for name in ("reservation_id", "is_typing", "seen_at")}
    return insert.on_conflict_do_update(index_elements=["account_id", "tab"], set_=renewed)


_RENEWAL = Insertion(RecordViewer.__table__, _or_renew)


def renew(session: Session, record: OpenRecord, now: datetime) -> None:
    """Note that the tab shows this record now, and delete rows that nobody renews any more."""
    session.execute(delete(RecordViewer).where(RecordViewer.seen_at <= now - LASTS))
    row = {
        "account_id": record.account_id,
        "tab": record.tab,
        "reservation_id": record.reservation_id,
        "is_typing": record.is_typing,
        "seen_at": now,
    }
    _RENEWAL.run(session, [row])


def leave(session: Session, account_id: int, tab: str) -> None:
    """The tab shows no record any more."""
    session.execute(delete(RecordViewer).where(RecordViewer.account_id == account_id, RecordViewer.tab == tab))


def viewers_by_record(session: Session, now: datetime) -> Mapping[int, tuple[Viewer, ...]]:
    """The viewers of every reservation that an account has open, each account once, in order of their accounts."""
    query = (
        select(RecordViewer.reservation_id, Account.id, Account.name, RecordViewer.is_typing)
        .join(Account, Account.id == RecordViewer.account_id)
        .where(RecordViewer.seen_at > now - LASTS)
        .order_by(RecordViewer.reservation_id, Account.id)
    )
    found: dict[int, dict[int, Viewer]] = defaultdict(dict)
    for reservation_id, account_id, name, is_typing in session.execute(query):
        of_record = found[reservation_id]
        types_elsewhere = account_id in of_record and of_record[account_id].is_typing
        of_record[account_id] = Viewer(account_id, name, is_typing or types_elsewhere)
    return {record: tuple(people.values()) for record, people in found.items()}
