"""A household's contract on its own page: what it may order, the papers, the order, its payments."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends
from sqlalchemy.orm import Session
from starlette.responses import Response

from services.contracts import early
from services.contracts import order as orders
from services.contracts.errors import NoContractNow
from services.contracts.inputs import AccountIn, EarlyPaymentIn, OrderIn, OwnOrderIn, PassOnIn, TakeOverIn
from services.contracts.order import Maker, Taken
from services.contracts.schemas import OwnContractOut, TakeOverOut
from services.contracts.show import contract_to_take_over, own_contract
from services.contracts.take_over import offer, take_over
from services.contracts.take_over import offered as to_take_over
from services.core.contact_details import refuse_test_domain
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads, TransactionRoute, Writes
from services.core.inputs import fault_of
from services.household.access import Counted, HouseholdOf, put_cookie
from services.household.errors import TooManyMails
from services.household.inputs import LinkIn
from services.household.own import shown
from services.household.schemas import HouseholdReservationOut, OpenedOut
from services.household.sign_in.send_link import may_mail
from services.household.view import reservation_of
from services.offer import PLANS
from services.payments.creditor import creditor_of
from services.reservations.transitions import HOUSEHOLD

router = APIRouter(prefix="/api/household/contract", tags=["household"], route_class=TransactionRoute)
PDF: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {"application/pdf": {}}, "description": "all papers as one PDF"}
}


def _maker(settings: SettingsOf) -> Maker:
    return Maker(settings, creditor_of(settings))


MakerOf = Annotated[Maker, Depends(_maker)]
"""What papers are made with."""


@router.get("")
def own_contract_shown(own: HouseholdOf, maker: MakerOf, session: Reads, clock: ClockOf) -> OwnContractOut:
    """The household's contract, or what it can order now."""
    return own_contract(session, maker, shown(session, own.reservation_id), clock())


@router.post("/draft", response_class=Response, responses=PDF)
def draft_own_contract(body: OrderIn, own: HouseholdOf, maker: MakerOf, session: Reads, clock: ClockOf) -> Response:
    """The papers with what the household has entered, to read and keep before it orders. Nothing is stored."""
    content = orders.draft(session, maker, shown(session, own.reservation_id), body.as_order(maker.settings), clock())
    return _pdf(content, "vertrag-zum-lesen.pdf")


@router.post("")
def order_own_contract(
    body: OwnOrderIn, own: HouseholdOf, maker: MakerOf, db: DatabaseOf, clock: ClockOf
) -> OwnContractOut:
    """Order with an obligation to pay."""
    with db.read() as session:
        months = PLANS[shown(session, own.reservation_id).payment_plan].months
    body.check(months)
    orders.order(db, maker, own.reservation_id, body.as_order(maker.settings), Taken(HOUSEHOLD), clock)
    with db.read() as session:
        return own_contract(session, maker, shown(session, own.reservation_id), clock())


@router.post("/account")
def change_own_account(
    body: AccountIn, own: HouseholdOf, maker: MakerOf, session: Writes, clock: ClockOf
) -> OwnContractOut:
    """Ask for another account. It counts as soon as the link is pressed that goes to the household's mailbox."""
    body.check()
    now = clock()
    if not may_mail(session, maker.settings, f"account:{own.reservation_id}", now):
        raise TooManyMails
    orders.ask_account(session, own.reservation_id, body.account(maker.settings), now)
    return own_contract(session, maker, shown(session, own.reservation_id), now)


@router.post("/early-payment")
def pay_own_contract_early(
    body: EarlyPaymentIn, own: HouseholdOf, maker: MakerOf, session: Writes, clock: ClockOf
) -> OwnContractOut:
    """Pay at once what is left of the instalments."""
    early.agree(session, _own_contract(session, own.reservation_id), body.cents, HOUSEHOLD, clock())
    return own_contract(session, maker, shown(session, own.reservation_id), clock())


@router.post("/early-payment/undo")
def keep_own_instalments(own: HouseholdOf, maker: MakerOf, session: Writes, clock: ClockOf) -> OwnContractOut:
    """Go back to the instalments, as long as nothing of it is paid."""
    early.undo(session, _own_contract(session, own.reservation_id), HOUSEHOLD, clock())
    return own_contract(session, maker, shown(session, own.reservation_id), clock())


def _own_contract(session: Session, reservation_id: int) -> int:
    """NoContractNow where there is none."""
    contract = orders.latest_of(session, reservation_id)
    if contract is None:
        raise NoContractNow("Zu dieser Reservierung gibt es noch keinen Vertrag.")
    return contract.id


@router.get("/document", response_class=Response, responses=PDF)
def own_contract_document(own: HouseholdOf, session: Reads) -> Response:
    """The papers as they were ordered, byte for byte."""
    document = orders.document_of(session, _own_contract(session, own.reservation_id))
    return _pdf(document.content, document.filename)


@router.post("/hand-over")
def offer_own_contract(
    body: PassOnIn, own: HouseholdOf, maker: MakerOf, session: Writes, clock: ClockOf
) -> HouseholdReservationOut:
    """Offer the contract to somebody, who gets a mail with a link."""
    body.check()
    with fault_of("email"):
        refuse_test_domain(body.email, maker.settings.environment == "local")
    offer(session, maker, own.reservation_id, body, clock())
    return reservation_of(session, own, clock())


@router.post("/take-over/look", dependencies=[Counted])
def look_at_contract(body: LinkIn, maker: MakerOf, session: Reads, clock: ClockOf) -> TakeOverOut:
    """The papers of a contract that a link offers; nothing changes."""
    return contract_to_take_over(to_take_over(session, maker, body.token, clock()))


@router.post("/take-over", dependencies=[Counted])
def take_contract_over(
    body: TakeOverIn, response: Response, maker: MakerOf, db: DatabaseOf, clock: ClockOf
) -> OpenedOut:
    """Take a contract over, and open the page of the new reservation in this browser."""
    begun = take_over(db, maker, body.token, body.wanted(maker.settings), body.first_day, clock)
    put_cookie(response, maker.settings, begun.token)
    return OpenedOut(expires_at=begun.expires_at)


def _pdf(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type="application/pdf")
