"""Staff API for contracts: those of a reservation, orders by letter and telephone, decisions on instalments, transfers,
papers, and the grid connection of a park.
"""

from datetime import datetime
from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session
from starlette.responses import Response

from services.contracts import early
from services.contracts import order as orders
from services.contracts.connect import connect
from services.contracts.errors import UnknownContract
from services.contracts.inputs import (
    ConnectionIn,
    DecisionIn,
    DeskAccountIn,
    DeskOrderIn,
    EarlyPaymentIn,
    TransferIn,
)
from services.contracts.models import Contract, SignedBy
from services.contracts.order import Taken
from services.contracts.public_api import PDF, MakerOf
from services.contracts.schemas import ConnectedOut, DeskContractOut, DeskContractsOut, ReservationContractsOut
from services.contracts.show import ContractsQuery, desk_contract, desk_contracts, of_reservation
from services.contracts.transfer import transfer
from services.core.clock import berlin_day
from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.offer import PLANS
from services.payments.change_account import Given
from services.payments.models import Channel
from services.reservations.desk.parks.staff_api import ParkId
from services.reservations.desk.show import find
from services.reservations.models import Reservation
from services.staff.access import ClerkOf, ConfirmedAdminOf, StaffRouter

router = StaffRouter(tag="contracts")
_OF_RESERVATION = "/reservations/{reservation_id:int}/contracts"


@router.get("/contracts")
def list_contracts(
    _staff: ClerkOf,
    session: Reads,
    clock: ClockOf,
    wanted: Annotated[ContractsQuery, Query()],
) -> DeskContractsOut:
    """A page of contracts in the order in which they were asked for."""
    return desk_contracts(session, wanted, clock())


@router.get(_OF_RESERVATION)
def list_contracts_of_reservation(
    reservation_id: RowId, maker: MakerOf, _staff: ClerkOf, session: Reads, clock: ClockOf
) -> ReservationContractsOut:
    """The contracts of a reservation, and what can be ordered for it."""
    return of_reservation(session, maker, find(session, reservation_id), clock())


@router.post(_OF_RESERVATION, status_code=201)
def enter_contract(
    reservation_id: RowId, body: DeskOrderIn, maker: MakerOf, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> ReservationContractsOut:
    """Enter an order that came by letter or telephone."""
    with db.read() as session:
        months = PLANS[find(session, reservation_id).payment_plan].months
    body.check(months)
    body.refuse_later_than(berlin_day(clock()))
    taken = Taken(staff.actor, SignedBy(body.signed_by), body.received_on)
    orders.order(db, maker, reservation_id, body.as_order(maker.settings), taken, clock)
    with db.read() as session:
        return of_reservation(session, maker, find(session, reservation_id), clock())


@router.post("/contracts/{contract_id:int}/transfer", status_code=201)
def transfer_contract(
    contract_id: RowId, body: TransferIn, maker: MakerOf, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> DeskContractOut:
    """Let somebody else have a contract from tomorrow on; returns the new holder's."""
    body.refuse_later_than(berlin_day(clock()))
    taken = Taken(staff.actor, SignedBy(body.signed_by), body.received_on)
    id_ = transfer(db, maker, contract_id, body.wanted(maker.settings), taken, clock)
    with db.read() as session:
        contract = session.get_one(Contract, id_)
        return desk_contract(session, contract, session.get_one(Reservation, contract.reservation_id), clock())


@router.post("/contracts/{contract_id:int}/decide")
def decide_instalments(
    contract_id: RowId, body: DecisionIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> DeskContractOut:
    """Agree to the instalments of an order, which concludes the contract, or refuse them."""
    body.check()
    now = clock()
    contract = orders.decide(session, contract_id, agrees=body.agrees, because=body.reason, actor=staff.actor, now=now)
    return desk_contract(session, contract, session.get_one(Reservation, contract.reservation_id), now)


@router.post("/contracts/{contract_id:int}/account")
def enter_account(
    contract_id: RowId, body: DeskAccountIn, maker: MakerOf, staff: ClerkOf, session: Writes, clock: ClockOf
) -> DeskContractOut:
    """Let another account count that came by letter or telephone, with its mandate."""
    if session.get(Contract, contract_id) is None:
        raise UnknownContract
    body.check()
    now = clock()
    body.refuse_later_than(berlin_day(now))
    given = Given(body.account(maker.settings), Channel(body.signed_by), staff.actor, body.received_on)
    contract = orders.enter_account(session, maker.settings, contract_id, given, now)
    return desk_contract(session, contract, session.get_one(Reservation, contract.reservation_id), now)


@router.post("/contracts/{contract_id:int}/early-payment")
def pay_contract_early(
    contract_id: RowId, body: EarlyPaymentIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> DeskContractOut:
    """Let a household pay at once what is left of its instalments."""
    early.agree(session, contract_id, body.cents, staff.actor, clock())
    return _shown(session, contract_id, clock())


@router.post("/contracts/{contract_id:int}/early-payment/undo")
def keep_instalments(contract_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf) -> DeskContractOut:
    """Go back to the instalments, as long as nothing of it is paid."""
    early.undo(session, contract_id, staff.actor, clock())
    return _shown(session, contract_id, clock())


def _shown(session: Session, contract_id: int, now: datetime) -> DeskContractOut:
    contract = session.get_one(Contract, contract_id)
    return desk_contract(session, contract, session.get_one(Reservation, contract.reservation_id), now)


@router.get("/contracts/{contract_id:int}/document", response_class=Response, responses=PDF)
def contract_document(contract_id: RowId, _staff: ClerkOf, session: Reads) -> Response:
    """The papers of a contract as they were ordered."""
    if session.get(Contract, contract_id) is None:
        raise UnknownContract
    document = orders.document_of(session, contract_id)
    headers = {"Content-Disposition": f'attachment; filename="{document.filename}"'}
    return Response(document.content, headers=headers, media_type="application/pdf")


@router.post("/parks/{park}/connection")
def connect_park(
    park: ParkId, body: ConnectionIn, staff: ConfirmedAdminOf, session: Writes, clock: ClockOf
) -> ConnectedOut:
    """Note the day of a park's grid connection: terms and claims begin, and its households get a mail."""
    return connect(session, park, body.connected_on, staff.actor, clock())
