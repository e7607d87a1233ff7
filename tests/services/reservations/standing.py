"""Reservations that stand where a test wants them, with spots, kWh and mails to match."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.checks.prove import prove
from services.checks.rules import LOG, PLACES
from services.core.db.db import Database
from services.parks import allocation
from services.parks.models import Spot
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.schemas import PerformedOut
from services.reservations.models import Reservation
from services.reservations.placement import place
from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState
from services.reservations.storing import store
from services.reservations.transitions import OPERATIONS
from services.reservations.validation import validate_reservation
from tests.factories import letters, reservation_body

ACTOR = "staff:7"
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def reserve_many(db: Database, now: datetime, bodies: Sequence[dict[str, Any]]) -> list[int]:
    """Reserve as households do, all in one transaction; answers the ids in order."""

    def unit(session: Session) -> list[int]:
        requests = [validate_reservation(b, instalments_offered=True, allow_test_domains=True) for b in bodies]
        park = allocation.lock_park(session, "ingolstadt")
        assert park is not None
        numbers = allocation.take_lowest(session, "ingolstadt", [r.annual_kwh for r in requests], now, park) or []
        assert None not in numbers
        placements = [
            place(request, number or 0, is_duplicate=False, now=now)
            for request, number in zip(requests, numbers, strict=True)
        ]
        store(session, placements, {"ingolstadt": park}, now)
        ids = dict(session.execute(select(Reservation.reference, Reservation.id)).all())
        return [ids[placement.reference] for placement in placements]

    return db.write(unit)


def households(count: int, **changes: Any) -> list[dict[str, Any]]:
    """Bodies of different households."""
    return [
        reservation_body(
            **(
                {
                    "email": f"haushalt{n}@example.org",
                    "mobile_phone": f"0170 {1000000 + n}",
                    "last_name": f"H{letters(n).lower()}",
                }
                | changes
            )
        )
        for n in range(count)
    ]


def stand(
    db: Database,
    now: datetime,
    id_: int,
    state: ReservationState,
    deposit: DepositState = DepositState.RESERVED,
    **values: Any,
) -> None:
    """Put a fresh reservation into a state, its spot too."""

    def unit(session: Session) -> None:
        row = session.get_one(Reservation, id_)
        if state not in HOLDS_A_SPOT:
            assert allocation.free(session, row.park_id, {row.spot_number: row.annual_kwh}, now)
        changed = {"state": state.value, "deposit_state": deposit.value, **values}
        session.execute(update(Reservation).where(Reservation.id == id_).values(changed))

    db.write(unit)


def do(db: Database, name: str, ids: Sequence[int], now: datetime, **members: Any) -> PerformedOut:
    """An operation through the use case."""
    members = {"reason": "Auf Wunsch des Haushalts"} | members
    request = Request(OPERATIONS[name], tuple(ids), members.pop("actor", ACTOR), **members)
    return db.write(lambda session: perform(session, request, now))


def reservation(db: Database, id_: int) -> Reservation:
    with db.read() as session:
        return session.get_one(Reservation, id_)


def vars_of(row: Reservation) -> dict[str, object]:
    """Without the words of the search, which are written behind a change."""
    names = (column.name for column in Reservation.__table__.columns if column.name != "search_text")
    return {name: getattr(row, name) for name in names}


def spot(db: Database, number: int) -> Spot:
    with db.read() as session:
        return session.scalars(select(Spot).where(Spot.park_id == "ingolstadt", Spot.number == number)).one()


def check_invariants(db: Database, *, with_audit: bool = True) -> None:
    """What the product proves each night of places and of the log, but for deadlines: tests move the clock by days. The
    log is long to read.
    """
    found = prove(db, LONG_AGO, (*PLACES, LOG) if with_audit else PLACES)
    assert {one.invariant.name: one.broken for one in found if one.broken.count} == {}
