"""What is new: changes behind a cursor, as the audit log has them, and who has which reservation open over all
instances; and how each is written as a server-sent event.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, RootModel
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from services.core.db.rows import Insert, Insertion
from services.staff.actor_names import actor_names
from services.staff.models import Account, AuditEntry, RecordViewer

MOST: Final = 500
"""Above this many changes at once, send one `many` event."""
_QUIET: Final = frozenset({"account", "staff", "operation", "machine_token"})
"""Subjects that no list or record of the console shows live: log-ins above all, which are the most frequent."""
LASTS: Final = timedelta(seconds=45)
"""How long a row counts without being renewed: two renewals of a tab may get lost."""


class ChangeOut(BaseModel):
    """Something changed: `topic` and `number` say what, `by_account` who (None: a household or the system)."""

    type: Literal["change"]
    id: int
    topic: str
    number: int | None
    action: str
    by_account: int | None
    by_name: str | None
    at: datetime


class ViewerOut(BaseModel):
    """A colleague who has the record open."""

    account_id: int
    name: str
    is_typing: bool


class ViewersOut(BaseModel):
    """Everybody who has a reservation open now; nobody when the list is empty."""

    type: Literal["viewers"]
    reservation_id: int
    viewers: list[ViewerOut]


class ManyOut(BaseModel):
    """Too many changes to list; reload."""

    type: Literal["many"]


class BeatOut(BaseModel):
    """The stream is alive."""

    type: Literal["beat"]


class LiveMessageOut(RootModel[Annotated[ChangeOut | ViewersOut | ManyOut | BeatOut, Field(discriminator="type")]]):
    """One message of the stream: the data of one server-sent event."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes after a cursor, oldest first, and the cursor after them; `are_too_many`: some were left out."""

    found: Sequence[ChangeOut]
    cursor: int
    are_too_many: bool = False


def end_of_log(session: Session) -> int:
    """The number of the newest entry; 0 in an empty log."""
    return session.scalar(select(func.max(AuditEntry.id))) or 0


def end_before(session: Session, moment: datetime) -> int:
    """The number of the newest entry that is older than `moment`; 0 if there is none."""
    older = select(AuditEntry.id).where(AuditEntry.at < moment).order_by(AuditEntry.id.desc()).limit(1)
    return session.scalar(older) or 0


def changes_after(session: Session, cursor: int) -> Changes:
    """What was written behind `cursor`; nothing of it, and the end of the log, when it is more than `MOST`."""
    query = select(AuditEntry.id, AuditEntry.subject, AuditEntry.action, AuditEntry.actor, AuditEntry.at).where(
        AuditEntry.id > cursor
    )
    rows = session.execute(query.order_by(AuditEntry.id).limit(MOST + 1)).all()
    if len(rows) > MOST:
        return Changes((), end_of_log(session), are_too_many=True)
    names = actor_names(session, {row.actor for row in rows})
    found = []
    for row in rows:
        topic, _, number = row.subject.partition(":")
        if topic not in _QUIET:
            account = row.actor.removeprefix("staff:")
            found.append(
                ChangeOut(
                    type="change",
                    id=row.id,
                    topic=topic,
                    number=int(number) if number.isdecimal() else None,
                    action=row.action,
                    by_account=int(account) if account.isdecimal() else None,
                    by_name=names.get(row.actor),
                    at=row.at,
                )
            )
    return Changes(found, rows[-1].id if rows else cursor)


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
    """Record that the tab shows this record, and delete rows that were not renewed."""
    session.execute(delete(RecordViewer).where(RecordViewer.seen_at <= now - LASTS))
    _RENEWAL.run(session, [{**asdict(record), "seen_at": now}])


def leave(session: Session, account_id: int, tab: str) -> None:
    """The tab no longer shows a record."""
    session.execute(delete(RecordViewer).where(RecordViewer.account_id == account_id, RecordViewer.tab == tab))


def viewers_by_record(session: Session, now: datetime) -> Mapping[int, tuple[ViewerOut, ...]]:
    """The viewers of every reservation that an account has open, each account once, in order of their accounts."""
    query = (
        select(RecordViewer.reservation_id, Account.id, Account.name, RecordViewer.is_typing)
        .join(Account, Account.id == RecordViewer.account_id)
        .where(RecordViewer.seen_at > now - LASTS)
        .order_by(RecordViewer.reservation_id, Account.id)
    )
    found: dict[int, dict[int, ViewerOut]] = defaultdict(dict)
    for reservation_id, account_id, name, is_typing in session.execute(query):
        of_record = found[reservation_id]
        types_elsewhere = account_id in of_record and of_record[account_id].is_typing
        of_record[account_id] = ViewerOut(account_id=account_id, name=name, is_typing=is_typing or types_elsewhere)
    return {record: tuple(people.values()) for record, people in found.items()}


def opening(cursor: int) -> str:
    """The start of an event stream: the browser's reconnect delay, and `cursor` as the id to resume from if no event
    arrives. Not an event: browsers keep an id without data, too.
    """
    return f"retry: 2000\nid: {cursor}\n\n"


def change_event(change: ChangeOut, *, is_named: bool) -> str:
    """A change as an event; its id is where the browser resumes after a lost connection."""
    told = change if is_named else change.model_copy(update={"by_account": None, "by_name": None})
    return f"id: {change.id}\n{_event(told)}"


def viewers_event(reservation_id: int, viewers: Sequence[ViewerOut]) -> str:
    """The colleagues who have this reservation open, as an event."""
    return _event(ViewersOut(type="viewers", reservation_id=reservation_id, viewers=list(viewers)))


def many_event(cursor: int) -> str:
    """Everything may have changed, up to `cursor`."""
    return f"id: {cursor}\n{_event(ManyOut(type='many'))}"


def _event(message: BaseModel) -> str:
    return f"data: {message.model_dump_json()}\n\n"


BEAT: Final = _event(BeatOut(type="beat"))
