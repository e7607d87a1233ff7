"""What a line says of a reservation, and the lines about reservations themselves: follow-ups, prices, duplicates,
operations that wait for a second person.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, Select, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.audit.actions import action_label
from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.german import counted
from services.core.money import format_eur
from services.core.working_days import add_working_days
from services.reservations.desk.approvals.requests import waiting
from services.reservations.desk.duplicates import suspected
from services.reservations.desk.masking import mask_phone
from services.reservations.desk.models import OperationRequest, ReservationNote
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.refunded import Refunded
from services.reservations.desk.show import COMPARED, differences
from services.reservations.models import OPEN_MISMATCH, Reservation, ReservationChange
from services.reservations.transitions import OPERATIONS
from services.staff.actor_names import actor_names
from services.tasks.source import Act, Description, Source, Step, Subject

Facts = tuple[tuple[str, str], ...]
Columns = Sequence[InstrumentedAttribute[Any]]
Said = Reservation | Row[*tuple[Any, ...]]
"""A reservation, or the columns that a line shows: a page has a hundred lines, and a reservation 80 columns."""
_SAID: Final = (
    Reservation.id,
    Reservation.reference,
    Reservation.park_id,
    Reservation.spot_number,
    Reservation.state,
    Reservation.first_name,
    Reservation.last_name,
    Reservation.mobile_phone,
    Reservation.follow_up_subject,
)


def arrived(session: Session, query: Select[int, datetime], days: int) -> list[Subject]:
    """Subjects by id and moment, due this many working days after it."""
    return [Subject(str(id_), add_working_days(berlin_day(at), days)) for id_, at in fetch(session, query)]


def ending(rows: Iterable[tuple[int, datetime] | Row[int, datetime]]) -> list[Subject]:
    """Subjects by id and the moment at which they end, which is when they are due."""
    return [Subject(str(id_), berlin_day(until), at=until) for id_, until in rows]


def by_operation(name: str) -> Step:
    """The step that performs the named operation."""

    def step(session: Session, id_: str, actor: str, now: datetime, refund: Refunded | None) -> int | None:
        return perform(session, Request(OPERATIONS[name], (int(id_),), actor, refund=refund), now).operation_id

    return step


def rows_of(session: Session, ids: Collection[int | None], more: Columns = ()) -> dict[int | None, Said]:
    """The columns of these reservations for a line, and `more`, by id."""
    rows = fetch(session, select(*_SAID, *more).where(Reservation.id.in_(set(ids) - {None})))
    return {row.id: row for row in rows}


def described(
    session: Session,
    ids: Collection[str],
    detail: Callable[[Said], str],
    facts: Callable[[Said], Facts] = lambda _row: (),
    more: Columns = (),
    act: Act = "page",
) -> Mapping[str, Description]:
    """A description of each reservation. `more`: further columns that `detail` and `facts` read."""
    rows = rows_of(session, [int(id_) for id_ in ids], more)
    return {str(id_): of_reservation(row, detail(row), facts(row), act) for id_, row in rows.items()}


def of_reservation(row: Said, detail: str, facts: Facts = (), act: Act = "page") -> Description:
    """The line of one reservation; where there is no number to call, its page is the work."""
    return Description(
        title=name_of(row),
        detail=detail,
        path=f"/reservations/{row.id}/show",
        act="page" if act == "call" and not row.mobile_phone else act,
        **place_of(row),
        phone=mask_phone(row.mobile_phone) if row.mobile_phone else None,
        facts=facts,
    )


def place_of(row: Said | None) -> dict[str, Any]:
    """The place, in the line of something that belongs to a reservation."""
    if row is None:
        return {}
    return {"reservation_id": row.id, "park_id": row.park_id, "spot_number": row.spot_number, "state": row.state}


def name_of(row: Said) -> str:
    """First and last name."""
    return f"{row.first_name} {row.last_name}"


def _follow_ups(session: Session, _now: datetime) -> Sequence[Subject]:
    due = Reservation.follow_up_on
    rows = fetch(session, select(Reservation.id, due).where(due.is_not(None)))
    return [Subject(str(id_), day, day.isoformat()) for id_, day in rows if day]


def _about_follow_ups(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    """What each was set for: its subject, or the note that was written with it."""
    notes = _notes_with_follow_up(session, [int(id_) for id_ in ids])

    def about(row: Said) -> str:
        return row.follow_up_subject or notes.get(row.id, "").partition("\n")[0] or "Wiedervorlage"

    return described(session, ids, about, act="call")


def _notes_with_follow_up(session: Session, ids: Collection[int]) -> dict[int, str]:
    """The note that set the follow-up, by reservation: a note and its day are stored at one moment."""
    written = (ReservationNote.reservation_id, ReservationNote.created_at, ReservationNote.text)
    of_note = ReservationNote.reservation_id.in_(ids) & ReservationNote.withdrawn_at.is_(None)
    notes: dict[tuple[int, datetime], str] = {}
    for id_, at, text in session.execute(select(*written).where(of_note).order_by(ReservationNote.id)):
        notes.setdefault((id_, at), text)
    made = select(ReservationChange.reservation_id, ReservationChange.at, ReservationChange.after)
    of_day = ReservationChange.reservation_id.in_(ids) & (ReservationChange.action == "set_follow_up")
    found: dict[int, str] = {}
    for id_, at, after in session.execute(made.where(of_day).order_by(ReservationChange.id)):
        if (note := notes.get((id_, at))) is not None:
            found[id_] = note
        elif after.get("follow_up_on", at) is None:
            found.pop(id_, None)
    return found


FOLLOW_UP = Source(
    "follow_up", "Wiedervorlage", "Nachfassen",
    _follow_ups, _about_follow_ups,
    escalates_after=2, button="Erledigt", step=by_operation("set_follow_up"),
)  # fmt: skip

_FIGURES: Final = {
    "monthly_credit_cents": "Gutschrift im Monat",
    "annual_credit_cents": "Gutschrift im Jahr",
    "total_credits_cents": "Gutschriften in 20 Jahren",
    "share_amount_cents": "Paketpreis",
    "yearly_platform_fee_cents": "Gebühr im Jahr",
    "setup_fee_cents": "Einrichtung",
    "deposit_cents": "Kartenprüfung",
}


def _mismatches(session: Session, _now: datetime) -> Sequence[Subject]:
    return arrived(session, select(Reservation.id, Reservation.created_at).where(OPEN_MISMATCH), 2)


def _gap(row: Said) -> str:
    """The first figure that differs from the browser's."""
    found = _gaps(row)
    return f"{found[0][0]}: {found[0][1]}" if found else "Unsere Rechnung ergibt etwas anderes"


def _gaps(row: Said) -> Facts:
    return tuple(
        (_FIGURES[one.name], f"Browser {format_eur(one.theirs)}, wir {format_eur(one.ours)}")
        for one in differences(row)
        if one.name in _FIGURES
    )


PRICE_MISMATCH = Source(
    "price_mismatch", "Abweichender Preis", "Preis prüfen",
    _mismatches, lambda session, ids: described(session, ids, _gap, _gaps, COMPARED),
    escalates_after=3, button="Preis geprüft", step=by_operation("mark_price_checked"),
)  # fmt: skip


def _groups(session: Session, _now: datetime) -> Sequence[Subject]:
    """A group that grows is a new cause."""
    return [
        Subject(
            group.key,
            add_working_days(berlin_day(group.flagged_at), 2),
            f"{group.ids[-1]}/{len(group.ids)}",
            members=group.ids,
        )
        for group in suspected(session)
    ]


def _of_groups(session: Session, groups: Mapping[str, Subject]) -> Mapping[str, Description]:
    rows = rows_of(session, {id_ for group in groups.values() for id_ in group.members})
    return {key: _of_group([rows[id_] for id_ in group.members]) for key, group in groups.items()}


def _of_group(members: Sequence[Said]) -> Description:
    return Description(
        title=" und ".join(dict.fromkeys(name_of(row) for row in members)),
        detail=f"Plätze {', '.join(str(row.spot_number) for row in members)}",
        path=f"/reservations/duplicates?group={members[0].id}",
        facts=tuple((row.reference, f"{name_of(row)}, Platz {row.spot_number}") for row in members[:6]),
    )


DUPLICATE = Source("duplicate", "Mögliche Dublette", "Dublette prüfen", _groups, _of_groups, escalates_after=3)


def _waiting(session: Session, now: datetime) -> Sequence[Subject]:
    return ending((row.id, row.expires_at) for row in waiting(session, now))


def _requests(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(OperationRequest).where(OperationRequest.id.in_(map(int, ids)))).all()
    names = actor_names(session, {row.asked_by for row in rows})
    return {str(row.id): _request(row, names.get(row.asked_by, "")) for row in rows}


def _request(row: OperationRequest, asked_by: str) -> Description:
    households = counted(len(row.ids), "Reservierung", "Reservierungen")
    return Description(
        title=action_label(f"operation.{row.name}"),
        detail=f"{households}, vorgelegt von {asked_by}" if asked_by else households,
        path=f"/operation-requests#request-{row.id}",
        facts=(("Grund", row.reason),) if row.reason else (),
    )


OPERATION_REQUEST = Source(
    "operation_request",
    "Vorgang wartet auf Freigabe",
    "Freigeben",
    _waiting,
    _requests,
    escalates_after=1,
    band="waiting",
)
