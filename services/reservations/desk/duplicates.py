"""Duplicates: reservations with the same mailbox, telephone, or name at the same postcode, and how they are merged.

A new reservation is flagged: for its mailbox when it is made, for the rest by a job within a minute (`flag_newcomers`),
so that the reservation call stays quick. Groups are then built around the flagged ones by index lookups: the cost
grows with the suspects, not with the reservations. Only active ones count. A group is open until staff have
reviewed every member, and groups that share a member are merged.

Of merged reservations one keeps its spot and its package, the earliest unless staff choose; the others are cancelled
and point to it. Their touches stay with them, since a reservation's touches never change; tags are copied, the earliest
follow-up is taken over, and notes are read with those of the one that stays (`notes.py`). Within 24 hours `undo.py` can
revert all of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, or_, select, text
from sqlalchemy.orm import Session, aliased

from services.core.clock import Clock
from services.core.contact_details import name_key
from services.core.db.db import Database
from services.core.db.rows import fetch
from services.reservations.changes import Note, change, replace_tags, tags_of
from services.reservations.desk.outcomes import refusal, unknown
from services.reservations.desk.perform import Request, events_of, lock, move_spots, record, withhold
from services.reservations.errors import OperationRefused
from services.reservations.labels import STATE
from services.reservations.mails import card_check, letter, order_letters
from services.reservations.models import ACTIVE, Reservation
from services.reservations.states import HOLDS_A_SPOT, DepositState
from services.reservations.transitions import MERGE
from services.staff import audit

COMPARED = frozenset(("email_normalized", "mobile_phone_e164", "last_name", "first_name", "postcode"))
"""Columns whose change may make one household of two reservations."""
_OTHER = aliased(Reservation, name="other")
_OTHER_ACTIVE, _NEW_ACTIVE = (text(f"{table}.{ACTIVE.text}") for table in ("other", "reservations"))
_OPEN = text("reservations.duplicate_suspected AND reservations.duplicate_checked_at IS NULL")
"""As `OPEN_DUPLICATE`, where two rows of the table are compared."""
_SAME_MAILBOX = and_(_OTHER.mailbox == Reservation.mailbox, Reservation.mailbox != "")
_SAME_PHONE = and_(_OTHER.mobile_phone_e164 == Reservation.mobile_phone_e164, Reservation.mobile_phone_e164 != "")
_SAME_NAME = and_(_OTHER.name_key == Reservation.name_key, _OTHER.postcode == Reservation.postcode)
"""By the key that lists sort by: „ANNA MÜLLER“ is „Anna Mueller“."""
_ACTION = "flag_duplicate"
_EVENT = f"reservation.{_ACTION}"
_FIRST_LOOK = timedelta(days=7)
_MARGIN = timedelta(minutes=5)
_BATCH = 100
"""This many at once keep other writes waiting for some hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Group:
    """Ids of suspected duplicates of one household, oldest first."""

    key: str
    ids: tuple[int, ...]
    flagged_at: datetime
    """When the newest of those was made that staff have to review."""


def suspected(session: Session) -> list[Group]:
    """Every open group, the one with the newest member first."""
    groups = _Groups()
    for same in (_SAME_MAILBOX, _SAME_PHONE, _SAME_NAME):
        # Each active reservation to be reviewed, when it was made, and every other active one that is alike in this.
        # A query for each: in one with OR, SQLite would compare all of them with all.
        query = select(Reservation.id, Reservation.created_at, _OTHER.id).join(_OTHER, same)
        pairs = query.where(_OPEN, _NEW_ACTIVE, _OTHER_ACTIVE, _OTHER.id != Reservation.id)
        for id_, made, other in fetch(session, pairs):
            groups.join(id_, made, other)
    return groups.found()


def suspects_of(session: Session, reservation: Reservation) -> list[int]:
    """Ids of the other active reservations that may be of the same household, oldest first."""
    name = (reservation.last_name, reservation.first_name, reservation.postcode)
    alike = alike_of(session, reservation.mailbox, reservation.mobile_phone_e164, name)
    return sorted(set().union(*alike.values()) - {reservation.id})


def alike_of(session: Session, mailbox: str, phone: str, name: tuple[str, str, str]) -> dict[str, list[int]]:
    """Ids of the active reservations with the same `mailbox`, `phone` or `name` (last, first, postcode), grouped by
    these. A missing address or number matches nobody.
    """
    last, first, postcode = name
    conditions = {"name": and_(Reservation.name_key == name_key(last, first), Reservation.postcode == postcode)}
    if mailbox:
        conditions["mailbox"] = Reservation.mailbox == mailbox
    if phone:
        conditions["phone"] = Reservation.mobile_phone_e164 == phone
    return {
        what: list(session.scalars(select(Reservation.id).where(same, ACTIVE).order_by(Reservation.id)))
        for what, same in conditions.items()
    }


class _Groups:
    """Merges pairs that share a member (union-find)."""

    def __init__(self) -> None:
        self._group_of: dict[int, set[int]] = {}
        self._made: dict[int, datetime] = {}

    def join(self, flagged: int, made: datetime, other: int) -> None:
        """Put both into one group."""
        self._made[flagged] = made
        group, others = self._group_of.setdefault(flagged, {flagged}), self._group_of.setdefault(other, {other})
        if group is not others:
            group |= others
            self._group_of.update(dict.fromkeys(others, group))

    def found(self) -> list[Group]:
        distinct = {id(group): group for group in self._group_of.values()}.values()
        ordered = sorted((tuple(sorted(group)) for group in distinct), key=lambda ids: -ids[-1])
        return [Group(str(ids[0]), ids, max(self._made[id_] for id_ in ids if id_ in self._made)) for ids in ordered]


def flag_newcomers(session: Session, since: datetime, now: datetime) -> int:
    """Flag a batch of those made `since` then that share telephone or name with an earlier active one; how many."""
    earlier = (_OTHER_ACTIVE, _OTHER.id < Reservation.id)
    alike = [
        select(_OTHER.id).where(same, *earlier).correlate(Reservation).exists() for same in (_SAME_PHONE, _SAME_NAME)
    ]
    is_new = (Reservation.created_at >= since) & Reservation.duplicate_suspected.is_(False)
    newcomers = select(Reservation.id).where(is_new, _NEW_ACTIVE, or_(*alike))
    ids = session.scalars(newcomers.order_by(Reservation.id).limit(_BATCH)).all()
    locked = select(Reservation).where(Reservation.id.in_(ids)).order_by(Reservation.id).with_for_update()
    rows = session.scalars(locked).all() if ids else []
    for row in rows:
        change(session, row, {"duplicate_suspected": True}, Note("system", _ACTION), now)
    session.flush()
    if rows:
        audit.append(session, [audit.Event("system", _EVENT, f"reservation:{row.id}") for row in rows], now)
    return len(rows)


def flag_if_alike(session: Session, reservation: Reservation, now: datetime) -> None:
    """Flag a reservation whose edited mailbox, telephone or name now matches another active one; an earlier decision
    that it is no duplicate was about the old values.
    """
    session.flush()
    if not suspects_of(session, reservation):
        return
    values = {"duplicate_suspected": True, "duplicate_checked_at": None}
    if change(session, reservation, values, Note("system", _ACTION), now) is not None:
        session.flush()
        audit.append(session, [audit.Event("system", _EVENT, f"reservation:{reservation.id}")], now)


class DuplicateWatch:
    """The periodic job that checks new reservations; on its first run, those of a week."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._seen: datetime | None = None

    def look(self) -> int:
        """Flag duplicates since the last run, with a margin for slow transactions."""
        now = self._clock()
        since = min(self._seen, now) - _MARGIN if self._seen else now - _FIRST_LOOK
        flagged = 0
        while batch := self._db.write(lambda session: flag_newcomers(session, since, now)):
            flagged += batch
        self._seen = now
        return flagged


FEWEST, MOST = 2, 10
_LONGEST_SUBJECT = Reservation.__table__.c.follow_up_subject.type.length  # type: ignore[attr-defined]


def merge(
    session: Session, wanted: Sequence[int], actor: str, reason: str, now: datetime, kept_id: int | None = None
) -> int:
    """Merge; returns the id of the one that stays, the earliest unless `kept_id` names another. Raises
    OperationRefused, and then nothing has changed.
    """
    rows = lock(session, wanted, with_parks=True)
    if len(rows) < len(set(wanted)):
        raise OperationRefused(unknown().code, unknown().detail)
    kept, *dropped = sorted(rows, key=lambda row: (row.id != kept_id, row.created_at, row.id))
    _check(kept, dropped)
    performed = record(session, Request(MERGE, tuple(wanted), actor, reason), now)
    note = Note(actor, MERGE.name, reason, performed.id)
    told = {
        "dropped_references": [row.reference for row in dropped],
        "card_check": card_check([row.deposit_state for row in dropped]),
    }
    mail = letter(kept, MERGE, performed, now, **told)
    # Copy the tags of the others to the one that stays
    tags = tags_of(session, [kept.id, *(row.id for row in dropped)])
    before = tags.get(kept.id, [])
    after = sorted({tag for found in tags.values() for tag in found})
    replace_tags(session, kept.id, before, after)
    references = [row.reference for row in dropped]
    related = {"tags": (before, after), "merged_from": (None, references)}
    change(session, kept, _follow_up_of(rows), note, now, related)
    withheld = withhold(session, MERGE, dropped, now)
    for row in dropped:
        change(session, row, _closing_values(row, kept, now), note, now, withheld.get(row.id))
    move_spots(session, dropped, MERGE.spot, performed.undo_until or now, now)
    session.flush()
    order_letters(session, [mail], now)
    ids = [row.id for row in dropped]
    whole = {"kept": kept.id, "dropped": ids}
    audit.append(session, events_of(actor, MERGE.name, performed.id, whole, dict.fromkeys((kept.id, *ids), whole)), now)
    return kept.id


def _check(kept: Reservation, dropped: Sequence[Reservation]) -> None:
    if kept.state not in HOLDS_A_SPOT:
        sentence = f"Die Reservierung {kept.reference} steht auf „{STATE[kept.state]}“ und kann nicht bleiben."  # type: ignore[index]
        raise OperationRefused("wrong_state", sentence)
    for row in dropped:
        reason = refusal(MERGE, row)
        if reason is not None:
            raise OperationRefused(reason.code, f"{row.reference}: {reason.detail}")


def _follow_up_of(rows: Sequence[Reservation]) -> dict[str, Any]:
    """The earliest day of any of them, and the subjects of all that have one; the first alone if they are too long."""
    waiting = sorted((row for row in rows if row.follow_up_on), key=lambda row: (row.follow_up_on, row.id))
    if not waiting:
        return {}
    subjects = list(dict.fromkeys(row.follow_up_subject for row in waiting if row.follow_up_subject))
    joined = "; ".join(subjects)
    subject = joined if len(joined) <= _LONGEST_SUBJECT else subjects[0]
    return {"follow_up_on": waiting[0].follow_up_on, "follow_up_subject": subject or None}


def _closing_values(row: Reservation, kept: Reservation, now: datetime) -> dict[str, Any]:
    return {
        "state": str(MERGE.to_state),
        "deposit_state": MERGE.deposit_after(DepositState(row.deposit_state)).value,
        "merged_into_id": kept.id,
        "duplicate_checked_at": row.duplicate_checked_at or now,
    }
