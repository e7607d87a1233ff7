"""A park goes on the grid: terms and claims begin, and each household learns that its share does."""

from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts.errors import AlreadyConnected, ConnectedInFuture
from services.contracts.models import Contract, ContractState
from services.contracts.schemas import ConnectedOut
from services.core.clock import berlin_day
from services.core.db.edits import as_json
from services.parks.allocation import lock_park
from services.parks.errors import ParkIsCancelled, UnknownPark
from services.parks.models import Park, ParkChange
from services.payments.models import LedgerEntry
from services.reservations.desk.perform import Request, perform
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.reservations.transitions import OPERATIONS
from services.staff import audit


def connect(session: Session, park_id: str, on: date, actor: str, now: datetime) -> ConnectedOut:
    """Note the day. It can be corrected until a claim of the package is booked. UnknownPark, ParkIsCancelled,
    ConnectedInFuture, AlreadyConnected. A unit of work.
    """
    if lock_park(session, park_id) is None:
        raise UnknownPark
    park = session.get_one(Park, park_id, populate_existing=True)
    if park.cancelled_at is not None:
        raise ParkIsCancelled
    if on > berlin_day(now):
        raise ConnectedInFuture
    if park.connected_on is not None and park.connected_on != on and _is_booked(session, park_id):
        raise AlreadyConnected
    before, after = as_json({"connected_on": park.connected_on}), as_json({"connected_on": on})
    if before != after:
        park.connected_on, park.version = on, park.version + 1
        session.add(
            ParkChange(park_id=park_id, at=now, actor=actor, action="connected", before=before, after=after, reason="")
        )
        session.flush()
        audit.append(session, [audit.Event(actor, "park.connected", f"park:{park_id}", after)], now)
    query = (
        select(Contract, Reservation)
        .join(Reservation, Reservation.id == Contract.reservation_id)
        .where(
            Reservation.park_id == park_id,
            Reservation.state == ReservationState.CONTRACTED.value,
            Contract.state == ContractState.CONCLUDED.value,
        )
        .order_by(Reservation.id)
    )
    begun = [begin_supply(session, *row, actor, now) for row in session.execute(query)]
    return ConnectedOut(begun=sum(begun), later=len(begun) - sum(begun))


def begin_supply(session: Session, contract: Contract, reservation: Reservation, actor: str, now: datetime) -> bool:
    """Let the supply of a contract begin, once its park is connected and nobody can withdraw any more."""
    park = session.get_one(Park, reservation.park_id)
    if park.connected_on is None or contract.withdraw_until is None or berlin_day(now) <= contract.withdraw_until:
        return False
    done = perform(session, Request(OPERATIONS["activate"], (reservation.id,), actor), now)
    return bool(done.done)


def _is_booked(session: Session, park_id: str) -> bool:
    of_park = select(Contract.id).join(Reservation, Reservation.id == Contract.reservation_id)
    for contract_id in session.scalars(of_park.where(Reservation.park_id == park_id)):
        for purpose in ("price", "instalment", "rest"):
            is_package = LedgerEntry.key.startswith(f"claim:{contract_id}:{purpose}", autoescape=True)
            if session.scalar(select(LedgerEntry.id).where(is_package).limit(1)) is not None:
                return True
    return False
