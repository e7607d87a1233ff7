"""Public API of a household's own page: links, a session of an hour, and what it may see and change in it.

Tokens and keys come in bodies, never in addresses, which end up in logs. The edge refuses calls from other sites.
"""

from fastapi import APIRouter
from starlette.responses import Response

from services.core.contact_details import Email, refuse_test_domain
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads, TransactionRoute, Writes
from services.core.http.web import FORGET_PAGES
from services.core.inputs import fault_of
from services.household import contact, decide, give_up, just_reserved, share, view
from services.household.access import Counted, HouseholdOf, HouseholdOrNobody, drop_cookie, put_cookie
from services.household.inputs import (
    ContactChangeIn,
    CorrectEmailIn,
    DecideIn,
    JustReservedIn,
    LinkIn,
    NewEmailIn,
    SendLinkIn,
    ShareChangeIn,
    ShareChoiceIn,
)
from services.household.paper.own_paper import own_paper
from services.household.schemas import (
    HouseholdReservationOut,
    JustReservedOut,
    LinkShownOut,
    OpenedOut,
    OwnReservationOut,
    SentOut,
    ShareComparisonOut,
    ShareFiguresOut,
)
from services.household.sign_in import send_link, use_link
from services.household_links import links, sessions
from services.payments import check_card
from services.payments.public_api import ProviderOf
from services.payments.schemas import CardCheckBegunOut
from services.reservations.desk.change_share import Choice
from services.reservations.public_api import ROUTE as RESERVE_ROUTE
from services.settings import Settings

router = APIRouter(prefix="/api/household", tags=["household"], route_class=TransactionRoute)
_SENT = SentOut(success=True)


@router.post("/links/look", dependencies=[Counted])
def look_at_link(body: LinkIn, session: Reads, clock: ClockOf, settings: SettingsOf) -> LinkShownOut:
    """What a link would do; nothing changes."""
    found = use_link.look(session, settings.secret_key, body.token, clock())
    return LinkShownOut.model_validate(found, from_attributes=True)


@router.post("/links/press", dependencies=[Counted])
def press_link(body: LinkIn, response: Response, session: Writes, clock: ClockOf, settings: SettingsOf) -> OpenedOut:
    """Press a link: confirm the address it was sent to, and open the page in this browser."""
    begun = use_link.press(session, settings, body.token, clock())
    put_cookie(response, settings, begun.token)
    return OpenedOut(expires_at=begun.expires_at)


@router.post("/links/again", dependencies=[Counted])
def send_link_again(body: LinkIn, session: Writes, clock: ClockOf, settings: SettingsOf) -> SentOut:
    """Mail a fresh link to replace an expired one."""
    send_link.send_again(session, settings, body.token, clock())
    return _SENT


@router.post("/links", dependencies=[Counted])
def send_a_link(body: SendLinkIn, session: Writes, clock: ClockOf, settings: SettingsOf) -> SentOut:
    """Mail a link to each place of this address; the answer is the same if it has none."""
    send_link.send_for_address(session, settings, body.email, clock())
    return _SENT


@router.post("/just-reserved", dependencies=[Counted])
def show_just_reserved(body: JustReservedIn, db: DatabaseOf, clock: ClockOf) -> JustReservedOut:
    """The reservation that this key was used for within the last two hours, with its own referral code."""
    key, now = body.idempotency_key, clock()
    with db.read() as session:
        found = just_reserved.show(session, RESERVE_ROUTE, key, now)
    if found.is_reserved and found.referral_code is None:
        found = db.write(lambda session: just_reserved.show_with_code(session, RESERVE_ROUTE, key, now))
    return JustReservedOut.model_validate(found, from_attributes=True)


@router.post("/just-reserved/email", dependencies=[Counted])
def correct_email(body: CorrectEmailIn, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> JustReservedOut:
    """Replace an address that was mistyped, and send the confirmation there."""
    _check_domain(body.email, settings)
    found, now = (RESERVE_ROUTE, body.idempotency_key), clock()
    db.write(lambda session: just_reserved.correct_email(session, settings, found, body.email, now))
    return show_just_reserved(body, db, clock)


@router.get("/reservation")
def own_reservation(own: HouseholdOrNobody, session: Reads, clock: ClockOf) -> OwnReservationOut:
    """The household's reservation; null if nobody has opened the page in this browser."""
    return OwnReservationOut(reservation=view.reservation_of(session, own, clock()) if own else None)


@router.get(
    "/reservation/document",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}, "description": "one page A4"}},
)
def own_reservation_document(own: HouseholdOf, session: Reads, clock: ClockOf, settings: SettingsOf) -> Response:
    """The household's reservation as a PDF."""
    name, document = own_paper(session, settings, own, clock())
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(document, headers=headers, media_type="application/pdf")


@router.delete("/session")
def end_household_session(
    own: HouseholdOrNobody, response: Response, session: Writes, clock: ClockOf, settings: SettingsOf
) -> SentOut:
    """Close the page in this browser, and end the links that were sent so far."""
    if own is not None:
        sessions.end(session, own)
        links.sign_out(session, own.reservation_id, clock())
    drop_cookie(response, settings)
    response.headers.update(FORGET_PAGES)
    return _SENT


@router.post("/reservation/contact")
def change_own_contact(
    body: ContactChangeIn, own: HouseholdOf, session: Writes, clock: ClockOf
) -> HouseholdReservationOut:
    """Change name and telephone."""
    contact.change_contact(session, own.reservation_id, body, clock())
    return view.reservation_of(session, own, clock())


@router.post("/reservation/email")
def change_own_email(
    body: NewEmailIn, own: HouseholdOf, session: Writes, clock: ClockOf, settings: SettingsOf
) -> SentOut:
    """Send a link to another address, which replaces the present one as soon as it is used."""
    _check_domain(body.email, settings)
    contact.ask_for_address(session, settings, own.reservation_id, body.email, clock())
    return _SENT


@router.post("/reservation/share/compare")
def compare_own_share(body: ShareChoiceIn, own: HouseholdOf, session: Reads) -> ShareComparisonOut:
    """What another package or plan would mean; nothing changes."""
    wanted = Choice(body.annual_kwh, body.payment_plan)
    found = share.compare(session, own.reservation_id, wanted)
    return ShareComparisonOut(
        before=ShareFiguresOut.of(found.before),
        after=ShareFiguresOut.of(found.after),
        fits=found.fits,
        kwh_left=found.kwh_left,
    )


@router.post("/reservation/share")
def change_own_share(
    body: ShareChangeIn, own: HouseholdOf, session: Writes, clock: ClockOf, settings: SettingsOf
) -> HouseholdReservationOut:
    """Change package and plan; the number stays."""
    known, wanted = Choice(body.known_kwh, body.known_plan), Choice(body.annual_kwh, body.payment_plan)
    share.refuse_plan(wanted, known, instalments_offered=settings.instalments_offered)
    share.change_share(session, own.reservation_id, known, wanted, clock())
    return view.reservation_of(session, own, clock())


@router.post("/reservation/decide")
def decide_own_share(body: DecideIn, own: HouseholdOf, session: Writes, clock: ClockOf) -> HouseholdReservationOut:
    """Say that the household wants the contract, with the share that its page shows."""
    decide.decide(session, own.reservation_id, Choice(body.known_kwh, body.known_plan), clock())
    return view.reservation_of(session, own, clock())


@router.post("/reservation/card-check")
def begin_card_check(own: HouseholdOf, provider: ProviderOf, db: DatabaseOf, clock: ClockOf) -> CardCheckBegunOut:
    """Have the card checked with 1 €, which is given back: the address of the payment provider's page."""
    return CardCheckBegunOut(address=check_card.begin(db, provider, own.reservation_id, clock))


@router.post("/reservation/card-check/look")
def look_at_card_check(
    own: HouseholdOf, provider: ProviderOf, db: DatabaseOf, clock: ClockOf
) -> HouseholdReservationOut:
    """Ask the provider now what became of the check: the household is back from its page."""
    check_card.follow_latest(db, provider, own.reservation_id, clock)
    with db.read() as session:
        return view.reservation_of(session, own, clock())


@router.post("/reservation/give-up")
def give_up_place(own: HouseholdOf, session: Writes, clock: ClockOf) -> HouseholdReservationOut:
    """Give the place up; it stays reserved for an undo for a day."""
    give_up.give_up(session, own.reservation_id, clock())
    return view.reservation_of(session, own, clock())


@router.post("/reservation/take-back")
def take_place_back(own: HouseholdOf, session: Writes, clock: ClockOf) -> HouseholdReservationOut:
    """Undo giving the place back."""
    give_up.take_back(session, own.reservation_id, clock())
    return view.reservation_of(session, own, clock())


def _check_domain(email: Email, settings: Settings) -> None:
    with fault_of("email"):
        refuse_test_domain(email, settings.environment == "local")
