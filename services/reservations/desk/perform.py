"""Named staff operations on 1 … 1,000 reservations: checks, preview and execution.

One call is one transaction. Rows are locked in the order every writer uses (parks by id, then reservations by id), so
two clerks cannot deadlock; the second sees what the first did. A refused row never stops the
others. The effects of an operation are defined in `transitions.py`, and only there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.mail import outbox
from services.parks import allocation
from services.parks.closing import NOT_BUILT
from services.reservations.changes import UNTOLD, Note, change, changes_since
from services.reservations.desk import tags as tagging
from services.reservations.desk.deadline import deadline
from services.reservations.desk.outcomes import affected, consequences
from services.reservations.desk.refusals import Refusal, refusal, unknown
from services.reservations.desk.results import Performed, RowResult, done_row, refused_row
from services.reservations.desk.timeline import entries_since
from services.reservations.desk.withholding import Related, withhold
from services.reservations.errors import CountChanged, OperationRefused, UnknownOperation
from services.reservations.mails import field_members, letter, page_links
from services.reservations.models import Reservation, StaffOperation
from services.reservations.states import DepositState
from services.reservations.transitions import OPERATIONS, UNDO_HOURS, Operation, SpotEffect
from services.staff import audit
from services.staff.errors import Forbidden

MOST_ROWS = 1000
STALE = Refusal("stale", "Jemand hat diese Reservierung inzwischen geändert. Bitte sehen Sie noch einmal nach.")
UNDO_WINDOW = timedelta(hours=UNDO_HOURS)


@dataclass(frozen=True, slots=True)
class Request:
    """A requested operation. `version` guards a single reservation, `confirmed_count` many; marks need `tag`
    or `day`. `subject`: what a follow-up is about, None: as before. `untold`: why its households are not told; empty:
    they are.
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

    @property
    def is_told(self) -> bool:
        """Whether a mail goes out."""
        return self.operation.mail is not None and not self.untold


@dataclass(frozen=True, slots=True)
class Preview:
    """A dry run's result."""

    count: int
    consequences: list[str]
    refused: list[RowResult]


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows an operation may change, by id, and the refusals of all others."""

    allowed: list[Reservation]
    tags: Mapping[int, list[str]]
    refused: dict[int, RowResult]


def named(name: str, role: str) -> Operation:
    """Look up an operation by name; raises UnknownOperation, or Forbidden if the role may not perform it."""
    operation = OPERATIONS.get(name)
    if operation is None or operation.is_of_park:
        raise UnknownOperation
    if role not in operation.roles:
        raise Forbidden
    return operation


def preview(session: Session, request: Request) -> Preview:
    """Dry run: refusals, and consequences for the others, whatever tag or day is chosen later."""
    plan = _plan(session, request, _loaded(session, request.ids), is_complete=False)
    told = [affected(row) for row in plan.allowed]
    sentences = consequences(request.operation, told, is_told=request.is_told)
    return Preview(len(set(request.ids)), sentences, list(plan.refused.values()))


def perform(session: Session, request: Request, now: datetime) -> Performed:
    """Perform it: change, spots, mails, audit. CountChanged if another number was confirmed. A unit of work."""
    rows = lock(session, request.ids, with_parks=request.operation.spot is not SpotEffect.KEEP)
    plan = _plan(session, request, rows)
    if request.confirmed_count not in (None, len(plan.allowed)):
        raise CountChanged(request.confirmed_count or 0, len(plan.allowed))
    if not plan.allowed:
        return Performed(None, None, _in_order(request.ids, plan.refused))
    performed = record(session, request, now)
    orders = []
    states = {row.id: (row.state, row.deposit_state) for row in plan.allowed}
    told = plan.allowed if request.is_told else ()
    fields = field_members(session, {row.park_id for row in told})
    seeds = page_links(session, request.operation.mail, told, now)
    withheld = withhold(session, request.operation, plan.allowed, now)
    for row in plan.allowed:
        if request.is_told:
            members = fields[row.park_id] | {"link_seed": seeds.get(row.id, "")}
            orders.append(letter(row, request.operation, performed, now, **members))
        related = tagging.moved(session, row.id, request.operation.name, request.tag, plan.tags)
        related |= withheld.get(row.id, {}) | untold_note(request)
        _apply(session, row, request, performed, related)
    move_spots(session, plan.allowed, request.operation.spot, performed.undo_until or now, now)
    session.flush()
    outbox.order(session, orders, now)
    audit.append(session, _events(request, performed, plan, states), now)
    done = {row.id: done_row(row) for row in plan.allowed}
    until = deadline(session, request.operation, performed, plan.allowed)
    return Performed(performed.id, until, _in_order(request.ids, plan.refused | done))


def refused_alone(session: Session, request: Request, performed: Performed) -> OperationRefused | None:
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


def record(session: Session, request: Request, now: datetime) -> StaffOperation:
    """Insert the operation's row, which its changes will reference."""
    operation = StaffOperation(
        name=request.operation.name,
        actor=request.actor,
        at=now,
        reason=request.reason,
        undo_until=now + UNDO_WINDOW if request.operation.undo_hours else None,
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


def _loaded(session: Session, ids: Iterable[int]) -> list[Reservation]:
    return list(session.scalars(select(Reservation).where(Reservation.id.in_(set(ids))).order_by(Reservation.id)))


def _plan(session: Session, request: Request, rows: Sequence[Reservation], *, is_complete: bool = True) -> Plan:
    found = {row.id: row for row in rows}
    needs_tags = request.operation.name in tagging.OPERATIONS
    tags = tagging.tags_of(session, list(found)) if needs_tags else {}
    allowed, refused = [], {}
    for id_ in sorted(set(request.ids)):
        row = found.get(id_)
        reason = unknown() if row is None else refusal(request.operation, row)
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
    if request.tag is not None and tagging.is_unchanged(request.operation.name, request.tag, tags):
        return Refusal("unchanged", "Daran ändert sich nichts.")
    if request.operation.name == "set_follow_up" and _follow_up(request, row) == _stored_follow_up(row):
        return Refusal("unchanged", "Daran ändert sich nichts.")
    return None


def is_stale(session: Session, request: Request, row: Reservation) -> bool:
    """Whether anything the operation depends on has changed since the caller read the reservation."""
    if request.version is None or request.version == row.version:
        return False
    changed = {name for entry in changes_since(session, row.id, request.version) for name in entry.after}
    return request.version > row.version or not changed.isdisjoint(request.operation.depends_on)


def _apply(session: Session, row: Reservation, request: Request, performed: StaffOperation, related: Related) -> None:
    note = Note(request.actor, request.operation.name, request.reason, performed.id)
    change(session, row, _values(request, row, performed.at), note, performed.at, related)


def _values(request: Request, row: Reservation, now: datetime) -> dict[str, Any]:
    """New values of the reservation's own columns."""
    operation = request.operation
    values: dict[str, Any] = {"deposit_state": operation.deposit_after(DepositState(row.deposit_state)).value}
    if operation.to_state is not None:
        values["state"] = operation.to_state.value
    match operation.name:
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


def _stored_follow_up(row: Reservation) -> tuple[date | None, str | None]:
    return row.follow_up_on, row.follow_up_subject


def _events(
    request: Request, performed: StaffOperation, plan: Plan, states: Mapping[int, tuple[str, str]]
) -> list[audit.Event]:
    """Audit entries: one for the operation, with all ids, and one per reservation, so that both can be looked up."""
    name = request.operation.name
    whole = {"ids": [row.id for row in plan.allowed], "refused": len(plan.refused)}
    events = [audit.Event(request.actor, f"operation.{name}", f"operation:{performed.id}", whole)]
    for row in plan.allowed:
        state, deposit = states[row.id]
        details: dict[str, Any] = {"operation": performed.id}
        if state != row.state:
            details["state"] = [state, row.state]
        if deposit != row.deposit_state:
            details["deposit"] = [deposit, row.deposit_state]
        events.append(audit.Event(request.actor, f"reservation.{name}", f"reservation:{row.id}", details))
    return events


def untold_note(request: Request) -> dict[str, tuple[Any, Any]]:
    """What the history keeps of a household that was not told."""
    return {UNTOLD: (None, request.untold)} if request.untold else {}


def _in_order(ids: Iterable[int], results: Mapping[int, RowResult]) -> list[RowResult]:
    return [results[id_] for id_ in dict.fromkeys(ids)]
