"""Named staff operations on 1 … 1,000 reservations: checks, preview and execution.

One call is one transaction. Rows are locked in the order every writer uses (parks by id, then reservations by id), so
two clerks cannot deadlock; the second sees what the first did. A refused row never stops the
others. The effects of an operation are defined in `transitions.py`, and only there.

Mails that look ahead are withheld while they wait, once the place they are about is not the household's any more: an
operation's mail waits ten minutes, and longer while the mail server is away, and a household that has given its place
up by then must not read that its park will be built. One that gets the place back gets the mails, too.
`contract_closed` is not among them: a household that has signed is owed it, even after a withdrawal (§ 312f BGB).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import long_moment
from services.mail import outbox
from services.mail.models import WAITING, Mail
from services.mail.reservation_letters import (
    ContractInvitation,
    InvitationReminder,
    ParkConfirmed,
    ShareDecided,
    SupplyBegins,
)
from services.offer import CARD_VERIFICATION_CENTS
from services.parks import allocation
from services.parks.closing import NOT_BUILT
from services.parks.models import Park
from services.reservations.changes import UNTOLD, WITHHELD, Note, change, changes_since, replace_tags, tags_of
from services.reservations.desk.guard import Guard, unguarded
from services.reservations.desk.outcomes import (
    Refusal,
    consequences,
    done_row,
    reasons_of,
    refusal,
    refused_row,
    unknown,
    warnings,
)
from services.reservations.desk.refunded import Refunded, noted
from services.reservations.desk.schemas import OperationPreviewOut, PerformedOut, RowOut
from services.reservations.desk.undoable import deadline
from services.reservations.errors import CountChanged, OperationRefused, UnknownOperation, UnknownReservation
from services.reservations.history import entries_since
from services.reservations.mails import field_members, letter, order_letters
from services.reservations.models import Reservation, StaffOperation
from services.reservations.states import HOLDS_A_SPOT, DepositState
from services.reservations.transitions import (
    DECIDE,
    INVITATION_LASTS,
    OPERATIONS,
    UNDO_WINDOW,
    Operation,
    SpotEffect,
)
from services.staff import audit
from services.staff.errors import Forbidden

MOST_ROWS = 1000
STALE = Refusal("stale", "Jemand hat diese Reservierung inzwischen geändert. Bitte sehen Sie noch einmal nach.")
LOOKING_AHEAD: Final = tuple(
    one.kind for one in (ParkConfirmed, ContractInvitation, InvitationReminder, ShareDecided, SupplyBegins)
)
"""Kinds of mails that only a household with a place is sent."""
_GONE: Final = "Der Haushalt hat den Platz nicht mehr"
"""Why a refused mail is settled: sending everything again must not bring it back."""
_Related = dict[str, tuple[list[str], list[str]]]
TAG_OPERATIONS = frozenset({"add_tag", "remove_tag"})
REFUNDS = frozenset({"refund_deposit"})
"""What was given back is noted with these."""


@dataclass(frozen=True, slots=True)
class Request:
    """A requested operation. `version` guards a single reservation, `confirmed_count` many; marks need `tag` or `day`.
    `subject`: what a follow-up is about, None: as before. `untold`: why households get no mail; empty: they get one.
    `refund`: what was given back, for the history.
    """

    operation: Operation
    ids: tuple[int, ...]
    actor: str
    reason: str = ""
    version: int | None = None
    tag: str | None = None
    day: date | None = None
    confirmed_count: int | None = None
    untold: str = ""
    subject: str | None = None
    refund: Refunded | None = None
    guard: Guard = unguarded
    is_fact: bool = False
    """Somebody else did it and we note it, such as a payment provider: nobody here takes it back."""

    @property
    def is_told(self) -> bool:
        """Whether a mail goes out."""
        return self.operation.mail is not None and not self.untold


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows an operation may change, by id, and the refusals of all others."""

    allowed: list[Reservation]
    tags: Mapping[int, list[str]]
    refused: dict[int, RowOut]


def named(name: str, role: str) -> Operation:
    """Look up an operation by name; raises UnknownOperation, or Forbidden if the role may not perform it."""
    operation = OPERATIONS.get(name)
    if operation is None or operation.is_of_park:
        raise UnknownOperation
    if role not in operation.roles:
        raise Forbidden
    return operation


def preview(session: Session, request: Request) -> OperationPreviewOut:
    """Dry run: refusals, and consequences for the others, whatever tag or day is chosen later."""
    operation, plan = request.operation, _plan(session, request, _loaded(session, request.ids), is_complete=False)
    refused, allowed = list(plan.refused.values()), len(plan.allowed)
    return OperationPreviewOut(
        count=allowed + len(refused),
        allowed=allowed,
        consequences=consequences(operation, plan.allowed, is_told=request.is_told),
        needs_reason=operation.needs_reason,
        may_be_untold=operation.may_be_untold,
        asks_for_count=operation.asks_for_count,
        needs_second_person=operation.needs_second_person(allowed),
        refused=refused,
        refused_because=reasons_of(operation, refused),
        warnings=warnings(operation, plan.allowed, is_told=request.is_told) if len(request.ids) > 1 else [],
        owed_cents=CARD_VERIFICATION_CENTS if operation.name in REFUNDS else None,
    )


def perform(session: Session, request: Request, now: datetime) -> PerformedOut:
    """Perform it: change, spots, mails, audit. CountChanged if another number was confirmed. A unit of work."""
    rows = lock(session, request.ids, with_parks=request.operation.spot is not SpotEffect.KEEP)
    plan = _plan(session, request, rows)
    if request.confirmed_count not in (None, len(plan.allowed)):
        raise CountChanged(request.confirmed_count or 0, len(plan.allowed))
    if not plan.allowed:
        return PerformedOut.of(None, None, _in_order(request.ids, plan.refused))
    performed = record(session, request, now)
    orders = []
    states = {row.id: (row.state, row.deposit_state) for row in plan.allowed}
    told = plan.allowed if request.is_told else ()
    fields = field_members(session, {row.park_id for row in told})
    withheld = withhold(session, request.operation, plan.allowed, now)
    refund = noted(request.refund, now) if request.refund else {}
    for row in plan.allowed:
        values = _values(request, row, performed.at)
        if request.is_told:
            told_by = {"decide_by": long_moment(by)} if (by := values.get("decide_by")) else {}
            orders.append(letter(row, request.operation, performed, now, **fields[row.park_id], **told_by))
        related = _move_tag(session, row.id, request.operation.name, request.tag, plan.tags)
        related |= withheld.get(row.id, {}) | untold_note(request)
        related |= {name: (None, value) for name, value in refund.items()}
        note = Note(request.actor, request.operation.name, request.reason, performed.id)
        change(session, row, values, note, performed.at, related)
    move_spots(session, plan.allowed, request.operation.spot, performed.undo_until or now, now)
    session.flush()
    order_letters(session, orders, now)
    turns = {row.id: _turns(row, *states[row.id]) for row in plan.allowed}
    whole = {"ids": list(turns), "refused": len(plan.refused)}
    audit.append(session, events_of(request.actor, request.operation.name, performed.id, whole, turns), now)
    done = {row.id: done_row(row) for row in plan.allowed}
    until = deadline(session, request.operation, performed, plan.allowed)
    return PerformedOut.of(performed.id, until, _in_order(request.ids, plan.refused | done))


def refused_alone(session: Session, request: Request, performed: PerformedOut) -> OperationRefused | None:
    """The refusal of a call about one reservation; of many, each has its own row in the answer. A stale one
    lists what has changed since, as the timeline does.
    """
    if len(performed.results) > 1 or performed.done:
        return None
    (row,) = performed.results
    members: dict[str, Any] = {"state": row.state, "version": row.version}
    if row.code == "stale" and request.version is not None:
        changes = entries_since(session, row.id, request.version)
        members["changes"] = [change.model_dump(mode="json") for change in changes]
    return OperationRefused(str(row.code), str(row.detail), **members)


def lock(session: Session, ids: Iterable[int], *, with_parks: bool, parks: Iterable[str] = ()) -> list[Reservation]:
    """Load these reservations in the order of their ids, locked until the transaction ends, with their parks and other
    `parks` before them. One that is moved to another park in between is still changed under that park's lock: every
    change of a spot takes it.
    """
    wanted = sorted(set(ids))
    if with_parks:
        present = session.scalars(select(Reservation.park_id).where(Reservation.id.in_(wanted)).distinct())
        for park in sorted({*present, *parks}):
            allocation.lock_park(session, park)
    locked = select(Reservation).where(Reservation.id.in_(wanted)).order_by(Reservation.id).with_for_update()
    return list(session.scalars(locked.execution_options(populate_existing=True)))


def lock_one(session: Session, reservation_id: int) -> Reservation:
    """This reservation alone, locked without its park. UnknownReservation."""
    rows = lock(session, [reservation_id], with_parks=False)
    if not rows:
        raise UnknownReservation
    return rows[0]


def record(session: Session, request: Request, now: datetime) -> StaffOperation:
    """Insert the operation's row, which its changes will reference."""
    operation = StaffOperation(
        name=request.operation.name,
        actor=request.actor,
        at=now,
        reason=request.reason,
        undo_until=now + UNDO_WINDOW if request.operation.undo_hours and not request.is_fact else None,
    )
    session.add(operation)
    session.flush()
    return operation


def move_spots(
    session: Session, rows: Iterable[Reservation], effect: SpotEffect, until: datetime, now: datetime
) -> None:
    """Apply the operation's spot effect; RuntimeError if a spot was not its reservation's, which is a bug."""
    if effect is SpotEffect.KEEP:
        return
    rows = list(rows)
    holders: dict[str, dict[int, int]] = {}
    for row in rows:
        holders.setdefault(row.park_id, {})[row.spot_number] = row.id
    for park, kwh_of in spots_by_park(rows).items():
        if effect is SpotEffect.HOLD:
            moved = allocation.hold_for_undo(session, park, holders[park], until, now)
        else:
            moved = allocation.free(session, park, kwh_of, now)
        if effect is SpotEffect.BLOCK:
            allocation.block(session, park, kwh_of.keys(), NOT_BUILT, now)
        if len(moved) < len(kwh_of):
            raise RuntimeError(f"spots of {park} were not held by their reservations: {kwh_of.keys() - set(moved)}")


def spots_by_park(rows: Iterable[Reservation]) -> dict[str, dict[int, int]]:
    """Spot numbers of these reservations with their kWh, by park in locking order."""
    found: dict[str, dict[int, int]] = {}
    for row in sorted(rows, key=lambda row: row.park_id):
        found.setdefault(row.park_id, {})[row.spot_number] = row.annual_kwh
    return found


def _move_tag(
    session: Session, id_: int, operation: str, tag: str | None, tags: Mapping[int, list[str]]
) -> dict[str, tuple[Any, Any]]:
    """Add or remove one tag, if that is the operation; returns the lists before and after, for the history."""
    if operation not in TAG_OPERATIONS or tag is None:
        return {}
    before = tags.get(id_, [])
    after = sorted({*before, tag}) if operation == "add_tag" else [word for word in before if word != tag]
    replace_tags(session, id_, before, after)
    return {"tags": (before, after)}


def _loaded(session: Session, ids: Iterable[int]) -> list[Reservation]:
    return list(session.scalars(select(Reservation).where(Reservation.id.in_(set(ids))).order_by(Reservation.id)))


def _plan(session: Session, request: Request, rows: Sequence[Reservation], *, is_complete: bool = True) -> Plan:
    found = {row.id: row for row in rows}
    needs_tags = request.operation.name in TAG_OPERATIONS
    tags = tags_of(session, list(found)) if needs_tags else {}
    allowed, refused = [], {}
    for id_ in sorted(set(request.ids)):
        row = found.get(id_)
        reason = unknown() if row is None else refusal(request.operation, row)
        if row is not None and reason is None:
            reason = request.guard(session, request.operation, row)
        if row is not None and reason is None and is_complete:
            reason = _refusal_of_request(session, request, row, tags.get(id_, []))
        if row is None or reason is not None:
            refused[id_] = refused_row(id_, row, reason or unknown())
        else:
            allowed.append(row)
    return Plan(allowed, tags, refused)


def _refusal_of_request(session: Session, request: Request, row: Reservation, tags: Sequence[str]) -> Refusal | None:
    if is_stale(session, request, row):
        return STALE
    if request.tag is not None and (request.tag in tags) is (request.operation.name == "add_tag"):
        return Refusal("unchanged", "Daran ändert sich nichts.")
    if request.operation.name == "set_follow_up" and _follow_up(request, row) == (
        row.follow_up_on,
        row.follow_up_subject,
    ):
        return Refusal("unchanged", "Daran ändert sich nichts.")
    if request.operation is DECIDE and row.decided_at is not None:
        return Refusal("unchanged", "Der Anteil ist schon festgelegt.")
    return None


def is_stale(session: Session, request: Request, row: Reservation) -> bool:
    """Whether anything the operation depends on has changed since the caller read the reservation."""
    if request.version is None or request.version == row.version:
        return False
    changed = {name for entry in changes_since(session, row.id, request.version) for name in entry.after}
    return request.version > row.version or not changed.isdisjoint(request.operation.depends_on)


def _values(request: Request, row: Reservation, now: datetime) -> dict[str, Any]:
    operation = request.operation
    values: dict[str, Any] = {"deposit_state": operation.deposit_after(DepositState(row.deposit_state)).value}
    if operation.to_state is not None:
        values["state"] = operation.to_state.value
    match operation.name:
        case "invite":
            values |= {"invited_at": now, "decide_by": now + INVITATION_LASTS, "decided_at": None}
        case DECIDE.name:
            values["decided_at"] = now
        case "set_follow_up":
            values["follow_up_on"], values["follow_up_subject"] = _follow_up(request, row)
        case "mark_price_checked":
            values["price_checked_at"] = now
        case "mark_not_duplicate":
            values["duplicate_checked_at"] = now
    return values


def _follow_up(request: Request, row: Reservation) -> tuple[date | None, str | None]:
    """Day and subject after the operation; a follow-up that is only moved keeps what it is about."""
    subject = row.follow_up_subject if request.subject is None else request.subject or None
    return request.day, subject if request.day else None


def events_of(
    actor: str, action: str, operation_id: int, whole: dict[str, Any], each: Mapping[int, Mapping[str, Any]]
) -> list[audit.Event]:
    """Audit entries: one for the operation, and one per reservation by its id, so that both can be looked up."""
    return [
        audit.Event(actor, f"operation.{action}", f"operation:{operation_id}", whole),
        *(
            audit.Event(actor, f"reservation.{action}", f"reservation:{id_}", {"operation": operation_id, **details})
            for id_, details in each.items()
        ),
    ]


def _turns(row: Reservation, state: str, deposit: str) -> dict[str, list[str]]:
    """How state and card check have changed."""
    turns = {"state": [state, row.state], "deposit": [deposit, row.deposit_state]}
    return {name: turn for name, turn in turns.items() if turn[0] != turn[1]}


def untold_note(request: Request) -> dict[str, tuple[Any, Any]]:
    """The entry for the history if the household gets no mail."""
    return {UNTOLD: (None, request.untold)} if request.untold else {}


def _in_order(ids: Iterable[int], results: Mapping[int, RowOut]) -> list[RowOut]:
    return [results[id_] for id_ in dict.fromkeys(ids)]


def withhold(session: Session, operation: Operation, rows: Sequence[Reservation], now: datetime) -> dict[int, _Related]:
    """Cancel what waits for these locked reservations if the operation takes their places; returns what their history
    has to keep of it, by id. A mail that is being sent at this moment cannot be stopped; one that was refused is
    settled.
    """
    if not _takes_place(operation):
        return {}
    ids = {f"reservation:{row.id}": row.id for row in rows}
    ahead = Mail.subject_ref.in_(ids) & Mail.kind.in_(LOOKING_AHEAD)
    outbox.settle(session, ahead, "system", _GONE, now)
    waiting = select(Mail.dedupe_key, Mail.kind, Mail.subject_ref).where(WAITING, ahead)
    found = {key: (kind, ids[subject]) for key, kind, subject in session.execute(waiting)}
    if not found:
        return {}
    kinds: dict[int, list[str]] = {}
    for key in sorted(outbox.cancel(session, list(found), now)):
        kind, id_ = found[key]
        kinds.setdefault(id_, []).append(kind)
    return {id_: {WITHHELD: ([], told)} for id_, told in kinds.items()}


def resume(session: Session, operation: Operation, reservation: Reservation, kinds: Iterable[str]) -> None:
    """Let the mails wait again that the operation withheld, until the moment they were meant for, and the refused ones
    for a clerk. A confirmation of the park that was taken back meanwhile is not announced.
    """
    if not _takes_place(operation):
        return
    about = Mail.subject_ref == f"reservation:{reservation.id}"
    outbox.unsettle(session, about & (Mail.settled_reason == _GONE))
    confirmed_at = session.get_one(Park, reservation.park_id).confirmed_at
    for kind in kinds:
        is_it = about & (Mail.kind == kind)
        mail = session.scalars(select(Mail).where(is_it).order_by(Mail.id.desc()).limit(1)).one()
        if kind == ParkConfirmed.kind and (confirmed_at is None or mail.created_at < confirmed_at):
            continue
        outbox.requeue_cancelled(session, mail.id)


def _takes_place(operation: Operation) -> bool:
    return operation.to_state is not None and operation.to_state not in HOLDS_A_SPOT
