"""Public API of handing a place over: the offering household in its session, the other one by the link in its mail."""

from fastapi import APIRouter
from starlette.responses import Response

from services.core.contact_details import refuse_test_domain
from services.core.http.dependencies import ClockOf, SettingsOf
from services.core.http.transactions import Reads, TransactionRoute, Writes
from services.core.inputs import fault_of
from services.household import view
from services.household.access import Counted, HouseholdOf, put_cookie
from services.household.hand_over import accept, answers, ask
from services.household.hand_over.inputs import AcceptIn, HandOverIn
from services.household.hand_over.schemas import HandOverLinkOut
from services.household.hand_over.view import link_shown
from services.household.inputs import LinkIn
from services.household.schemas import HouseholdReservationOut, OpenedOut, SentOut

router = APIRouter(prefix="/api/household", tags=["household"], route_class=TransactionRoute)
_SENT = SentOut(success=True)


@router.post("/reservation/hand-over")
def ask_hand_over(
    body: HandOverIn, own: HouseholdOf, session: Writes, clock: ClockOf, settings: SettingsOf
) -> HouseholdReservationOut:
    """Offer the place to another household, which gets a mail with a link."""
    with fault_of("email"):
        refuse_test_domain(body.email, settings.environment == "local")
    ask.ask(session, settings, own.reservation_id, body, clock())
    return view.reservation_of(session, own, clock())


@router.post("/reservation/hand-over/withdraw")
def withdraw_hand_over(own: HouseholdOf, session: Writes, clock: ClockOf) -> HouseholdReservationOut:
    """Withdraw the offer."""
    ask.withdraw(session, own.reservation_id, clock())
    return view.reservation_of(session, own, clock())


@router.post("/hand-over/look", dependencies=[Counted])
def look_at_hand_over(body: LinkIn, session: Reads, clock: ClockOf, settings: SettingsOf) -> HandOverLinkOut:
    """What a link would do, and what would be taken over; nothing changes."""
    return link_shown(session, answers.look(session, settings.secret_key, body.token, clock()))


@router.post("/hand-over/again", dependencies=[Counted])
def send_hand_over_again(body: LinkIn, session: Writes, clock: ClockOf, settings: SettingsOf) -> SentOut:
    """Mail a fresh link to replace an expired one."""
    answers.send_again(session, settings, body.token, clock())
    return _SENT


@router.post("/hand-over/accept", dependencies=[Counted])
def accept_hand_over(
    body: AcceptIn, response: Response, session: Writes, clock: ClockOf, settings: SettingsOf
) -> OpenedOut:
    """Take the place over, and open the page of the new reservation in this browser."""
    begun = accept.accept(session, settings, body, clock())
    put_cookie(response, settings, begun.token)
    return OpenedOut(expires_at=begun.expires_at)


@router.post("/hand-over/decline", dependencies=[Counted])
def decline_hand_over(body: LinkIn, session: Writes, clock: ClockOf, settings: SettingsOf) -> SentOut:
    """Decline; the place stays."""
    answers.decline(session, settings.secret_key, body.token, clock())
    return _SENT
