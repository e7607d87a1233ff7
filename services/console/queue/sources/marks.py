"""Follow-ups and prices to be checked: marks of a reservation that end by a named operation."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.queue.sources.household import Said, described, within
from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.money import format_eur
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.show import COMPARED, differences
from services.reservations.models import OPEN_MISMATCH, Reservation
from services.reservations.transitions import OPERATIONS
from services.work.source import Description, Ending, Source, Subject, WorkKind

_LOOK_WITHIN: Final = 2
"""Working days in which a new price mismatch is checked."""
_FIGURES: Final = {
    "monthly_credit_cents": "Gutschrift im Monat",
    "annual_credit_cents": "Gutschrift im Jahr",
    "total_credits_cents": "Gutschriften in 20 Jahren",
    "share_amount_cents": "Paketpreis",
    "yearly_platform_fee_cents": "Gebühr im Jahr",
    "setup_fee_cents": "Einrichtung",
    "deposit_cents": "Kartenprüfung",
}


def _follow_ups(session: Session, _now: datetime) -> Sequence[Subject]:
    due = Reservation.follow_up_on
    rows = fetch(session, select(Reservation.id, due).where(due.is_not(None)))
    return [Subject(str(id_), day, day.isoformat()) for id_, day in rows if day]


def _about(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return described(session, ids, lambda row, note: row.follow_up_subject or _first_line(note) or "Wiedervorlage")


def _first_line(note: str | None) -> str:
    return note.splitlines()[0] if note else ""


def _settle(session: Session, id_: str, actor: str, now: datetime) -> int | None:
    return perform(session, Request(OPERATIONS["set_follow_up"], (int(id_),), actor), now).operation_id


FOLLOW_UP = Source(
    WorkKind("follow_up", "Wiedervorlage", "Nachfassen", Ending.STEP, 2, "Erledigt"),
    _follow_ups,
    _about,
    _settle,
)


def _mismatches(session: Session, _now: datetime) -> Sequence[Subject]:
    rows = fetch(session, select(Reservation.id, Reservation.created_at).where(OPEN_MISMATCH))
    return [Subject(str(id_), within(berlin_day(made), _LOOK_WITHIN)) for id_, made in rows]


def _prices(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return described(session, ids, lambda row, _note: _gap(row), _gaps, COMPARED)


def _gap(row: Said) -> str:
    """The first figure that the browser had computed otherwise."""
    found = _gaps(row)
    return f"{found[0][0]}: {found[0][1]}" if found else "Unsere Rechnung ergibt etwas anderes"


def _gaps(row: Said) -> tuple[tuple[str, str], ...]:
    return tuple(
        (_FIGURES[one.name], f"Browser {format_eur(one.theirs)}, wir {format_eur(one.ours)}")
        for one in differences(row)
        if one.name in _FIGURES
    )


def _check(session: Session, id_: str, actor: str, now: datetime) -> int | None:
    return perform(session, Request(OPERATIONS["mark_price_checked"], (int(id_),), actor), now).operation_id


PRICE_MISMATCH = Source(
    WorkKind(
        "price_mismatch", "Abweichender Preis", "Preis prüfen", Ending.STEP, 3, "Preis geprüft"
    ),
    _mismatches,
    _prices,
    _check,
)  # fmt: skip
