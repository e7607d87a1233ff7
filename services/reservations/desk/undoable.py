"""What of a reservation can be undone now, until when, and if not, why: who changed what since."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.german import at_moment
from services.mail import outbox
from services.mail.models import Mail, MailState
from services.reservations.changes import FOLLOWED_UP, UNTOLD, WITHHELD
from services.reservations.desk.schemas import UndoOut
from services.reservations.labels import MEMBER
from services.reservations.mails import letter_key
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import (
    EDIT,
    EVERY,
    HOUSEHOLD,
    PROVIDER,
    UNDO_WINDOW,
    Operation,
    UndoRule,
)
from services.staff.actor_names import actor_names

_OUTGOING = (MailState.QUEUED.value, MailState.RETRYING.value, MailState.SENT.value)


def deadline(
    session: Session, operation: Operation, performed: StaffOperation, rows: Sequence[Reservation]
) -> datetime | None:
    """Until when all of an operation can be taken back; None where it is final. One that lasts only until its mail has
    gone out ends when the first mail may leave, not after the 24 hours that others have.
    """
    if performed.undo_until is None or not rows:
        return None
    leaving: Sequence[datetime] = []
    if operation.undo is UndoRule.UNTIL_SENT:
        # When these mails left or may leave; a letter waits for a clerk, and what failed or was cancelled goes
        # nowhere
        dedupe_keys = [_key(operation, row, performed.id) for row in rows]
        leaves = select(func.coalesce(Mail.sent_at, Mail.next_attempt_at)).where(Mail.dedupe_key.in_(dedupe_keys))
        leaving = session.scalars(leaves.where(~Mail.is_letter, Mail.state.in_(_OUTGOING))).all()
    return min([performed.undo_until, *leaving])


_NOTES = frozenset({UNTOLD, WITHHELD})
"""Members of a history that nothing else ever changes."""
_ENDS = frozenset({"spot", "erased"})
"""After the spot was given up, or the person erased, nothing of before comes back."""
_LOOKED_BACK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class ChangedRow:
    reservation: Reservation
    change: ReservationChange
    moved_spot: bool


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why an operation cannot be undone: something changed since, its mail left, its time is over, or it is final."""

    later: ReservationChange | None = None
    members: frozenset[str] = frozenset()
    is_undo: bool = False
    sent_at: datetime | None = None
    over_at: datetime | None = None


def undo_name(name: str) -> str:
    """The action under which the undo of an operation is recorded."""
    return f"undo_{name}"


def undoable(session: Session, reservation: Reservation, now: datetime) -> list[UndoOut]:
    """What can be undone now, the newest first."""
    done = _performed_on(session, reservation, now, UNDO_WINDOW)
    found = (_judged(session, row, performed, now) for row, performed in done)
    return [one for one in found if isinstance(one, UndoOut)]


def ending_undoable(session: Session, reservation: Reservation, now: datetime) -> bool:
    """Whether what ended the reservation can be undone: then nothing else brings it back."""
    ends = (one.name for one in EVERY.values() if one.to_state not in (None, *HOLDS_A_SPOT))
    return not {one.name for one in undoable(session, reservation, now)}.isdisjoint(ends)


@dataclass(frozen=True, slots=True)
class Offer:
    """What one key takes back, or why it takes nothing back."""

    undo: UndoOut | None
    because: str


def offered(session: Session, reservation: Reservation, now: datetime, actor: str) -> Offer:
    """The newest of what the actor did with the reservation. Who did nothing with it is offered the newest operation of
    others, but never to take their corrections of facts back.
    """
    done = _performed_on(session, reservation, now)
    own = [one for one in done if one[1].actor == actor]
    why_not = None
    for row, performed in own or [one for one in done if one[1].name != EDIT.name]:
        judged = _judged(session, row, performed, now)
        if isinstance(judged, UndoOut):
            return Offer(judged, "")
        why_not = why_not or judged
    return Offer(None, f"Nichts zurückzunehmen, {because_of(session, why_not, actor, now)}.")


def _performed_on(
    session: Session, reservation: Reservation, now: datetime, since: timedelta = _LOOKED_BACK
) -> list[tuple[ChangedRow, StaffOperation]]:
    """The operations since then with what each changed of the reservation, newest first."""
    query = (
        select(ReservationChange, StaffOperation)
        .join(StaffOperation, StaffOperation.id == ReservationChange.operation_id)
        .where(ReservationChange.reservation_id == reservation.id, ReservationChange.action == StaffOperation.name)
        .where(StaffOperation.at > now - since)
        .order_by(ReservationChange.id.desc())
    )
    return [(ChangedRow(reservation, made, False), performed) for made, performed in session.execute(query)]


def _judged(session: Session, row: ChangedRow, performed: StaffOperation, now: datetime) -> UndoOut | WhyNot:
    operation = EVERY[performed.name]
    if found := changed_since(session, operation, [row]).get(row.reservation.id):
        return found
    until = deadline(session, operation, performed, [row.reservation])
    if until is None:
        return WhyNot()
    if operation.undo is UndoRule.UNTIL_SENT and not unsent_of(
        session, operation, performed.id, [row.reservation], now
    ):
        return WhyNot(sent_at=_sent_at(session, _key(operation, row.reservation, performed.id)) or now)
    if now >= until:
        return WhyNot(over_at=until)
    return UndoOut(operation_id=performed.id, name=performed.name, until=until)


def changed_since(session: Session, operation: Operation, rows: Sequence[ChangedRow]) -> dict[int, WhyNot]:
    """By reservation, the first later change of a member that the operation changed or depended on."""
    if not rows:
        return {}
    by_id = {row.reservation.id: row for row in rows}
    is_later = ReservationChange.id > min(row.change.id for row in rows)
    query = select(ReservationChange).where(ReservationChange.reservation_id.in_(by_id), is_later)
    found: dict[int, WhyNot] = {}
    for later in session.scalars(query.order_by(ReservationChange.id)):
        made = by_id[later.reservation_id].change
        # An end takes the follow-up with it, a merger on to the one that stays: one that is set since stays as it is.
        beside = _NOTES | FOLLOWED_UP.keys() if made.after.keys() & {"state", "merged_from"} else _NOTES
        depends_on = operation.undone_while if later.actor != PROVIDER else frozenset()
        decided = (frozenset(made.after) - beside) | depends_on | _ENDS
        if later.id > made.id and (touched := decided.intersection(later.after)):
            is_undo = later.action == undo_name(operation.name) and later.operation_id == made.operation_id
            found.setdefault(later.reservation_id, WhyNot(later, touched, is_undo))
    return found


def because_of(session: Session, why_not: WhyNot | None, actor: str, now: datetime) -> str:
    if why_not is None:
        return "weil hier in den letzten Tagen nichts getan wurde, was sich zurücknehmen lässt"
    if why_not.is_undo:
        return "weil es schon zurückgenommen ist"
    if why_not.later is not None:
        return f"weil {_who_changed(session, why_not.later, why_not.members, actor)}"
    if why_not.sent_at is not None:
        return f"weil die Mail {at_moment(why_not.sent_at, now)} hinausgegangen ist"
    if why_not.over_at is not None:
        return f"weil die Frist {at_moment(why_not.over_at, now)} abgelaufen ist"
    return "weil der letzte Vorgang endgültig ist"


def _who_changed(session: Session, later: ReservationChange, members: Collection[str], actor: str) -> str:
    """„Jonas Reiter seitdem die Postleitzahl geändert hat“."""
    if "erased" in members:
        return "die Daten des Haushalts gelöscht sind"
    if "spot" in members:
        return "der Platz inzwischen frei geworden ist"
    what = " und ".join(dict.fromkeys(label for name, label in MEMBER.items() if name in members)) or "etwas daran"
    if later.actor == actor:
        return f"Sie seitdem {what} geändert haben"
    named = actor_names(session, [later.actor]).get(later.actor)
    who = named or {HOUSEHOLD: "der Haushalt"}.get(later.actor, "ein Ablauf")
    return f"{who} seitdem {what} geändert hat"


def _key(operation: Operation, reservation: Reservation, operation_id: int) -> str:
    return letter_key(str(operation.mail), reservation.reference, operation_id)


def unsent_of(
    session: Session,
    operation: Operation,
    operation_id: int,
    rows: Sequence[Reservation],
    now: datetime,
    *,
    lock_mails: bool = False,
) -> set[int]:
    """Ids of the reservations whose household cannot have received the operation's mail."""
    keys = {_key(operation, row, operation_id): row.id for row in rows}
    return {keys[key] for key in outbox.unsent(session, list(keys), now, lock=lock_mails)}


def _sent_at(session: Session, dedupe_key: str) -> datetime | None:
    return session.scalar(select(Mail.sent_at).where(Mail.dedupe_key == dedupe_key))
