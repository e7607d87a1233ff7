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
from services.reservations.desk.show import COMPARED, differences
from services.reservations.models import OPEN_MISMATCH, Reservation
from services.reservations.transitions import OPERATIONS
from services.staff.actor_names import actor_names
from services.tasks.source import Description, Source, Step, Subject

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
SHORT_AFTER: Final = 160
"""Characters of the last note that the pane shows."""


def arrived(session: Session, query: Select[int, datetime], days: int) -> list[Subject]:
    """Subjects by id and moment, due this many working days after it."""
    return [Subject(str(id_), add_working_days(berlin_day(at), days)) for id_, at in fetch(session, query)]


def ending(rows: Iterable[tuple[int, datetime] | Row[int, datetime]]) -> list[Subject]:
    """Subjects by id and the moment at which they end, which is when they are due."""
    return [Subject(str(id_), berlin_day(until), at=until) for id_, until in rows]


def by_operation(name: str) -> Step:
    """The step that performs the named operation."""

    def step(session: Session, id_: str, actor: str, now: datetime) -> int | None:
        return perform(session, Request(OPERATIONS[name], (int(id_),), actor), now).operation_id

    return step


def rows_of(session: Session, ids: Collection[int | None], more: Columns = ()) -> dict[int | None, Said]:
    """The columns of these reservations for a line, and `more`, by id."""
    rows = fetch(session, select(*_SAID, *more).where(Reservation.id.in_(set(ids) - {None})))
    return {row.id: row for row in rows}


def described(
    session: Session,
    ids: Collection[str],
    detail: Callable[[Said, str | None], str],
    facts: Callable[[Said], Facts] = lambda _row: (),
    more: Columns = (),
) -> Mapping[str, Description]:
    """A description of each reservation; `detail` also gets its last note. `more`: further columns that it reads."""
    rows = rows_of(session, [int(id_) for id_ in ids], more)
    notes = _last_notes(session, list(rows))
    return {
        str(id_): of_reservation(row, detail(row, notes.get(id_)), notes.get(id_), facts(row))
        for id_, row in rows.items()
    }


def of_reservation(row: Said, detail: str, note: str | None = None, facts: Facts = ()) -> Description:
    """The line of one reservation."""
    return Description(
        title=name_of(row),
        detail=detail,
        path=f"/reservations/{row.id}/show",
        **place_of(row),
        phone=mask_phone(row.mobile_phone) if row.mobile_phone else None,
        note=note,
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


def _last_notes(session: Session, ids: Collection[int | None]) -> dict[int | None, str]:
    """The last note of each reservation that has one, shortened."""
    of_these = ReservationNote.reservation_id.in_(ids) & ReservationNote.withdrawn_at.is_(None)
    rows = session.execute(
        select(ReservationNote.reservation_id, ReservationNote.text).where(of_these).order_by(ReservationNote.id)
    )
    return {id_: text if len(text) <= SHORT_AFTER else f"{text[:SHORT_AFTER].rstrip()} …" for id_, text in rows}


def _follow_ups(session: Session, _now: datetime) -> Sequence[Subject]:
    due = Reservation.follow_up_on
    rows = fetch(session, select(Reservation.id, due).where(due.is_not(None)))
    return [Subject(str(id_), day, day.isoformat()) for id_, day in rows if day]


def _about(row: Said, note: str | None) -> str:
    return row.follow_up_subject or (note or "").partition("\n")[0] or "Wiedervorlage"


FOLLOW_UP = Source(
    "follow_up", "Wiedervorlage", "Nachfassen",
    _follow_ups, lambda session, ids: described(session, ids, _about),
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


def _gap(row: Said, _note: str | None) -> str:
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
    "operation_request", "Vorgang wartet auf Freigabe", "Freigeben", _waiting, _requests, escalates_after=1
)
