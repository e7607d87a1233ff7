"""Public API of the waiting list: entering, links, and one household's place on it."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from services.core.contact_details import refuse_test_domain
from services.core.http import idempotency
from services.core.http.calls import KEY_PARAMETER, body_of, idempotency_key
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads, TransactionRoute, Writes
from services.core.inputs import fault_of
from services.household.access import Counted
from services.household.schemas import SentOut
from services.reservations.public_api import ROUTE as RESERVE_ROUTE
from services.reservations.schemas import ReservationIn, ReservedOut
from services.reservations.validation import validate_reservation
from services.waiting_list import answers, join, view
from services.waiting_list.accept import accept_once
from services.waiting_list.errors import AlreadyWaiting
from services.waiting_list.inputs import JoinIn, SendWaitingLinkIn, WaitingLinkIn, WishIn
from services.waiting_list.schemas import (
    EntryOut,
    OwnEntryOut,
    PressedOut,
    WaitingLinkShownOut,
    WaitingListOut,
    reserved_out,
)
from services.waiting_list.sign_in import keys, use_link
from services.waiting_list.sign_in.access import EntryOf, EntryOrNone, JsonBody, put_cookie

router = APIRouter(prefix="/api/waiting-list", tags=["waiting list"], route_class=TransactionRoute)
_SENT = SentOut(success=True)


@router.get("/parks/{park}")
def waiting_list(park: Annotated[str, Path(max_length=40)], session: Reads, clock: ClockOf) -> WaitingListOut:
    """The length of a park's list, and how fast it moved."""
    return view.list_of(session, park, clock())


@router.post("/entries", dependencies=[Counted])
def join_waiting_list(
    body: JoinIn, response: Response, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> EntryOut:
    """Join the list of a full park, and open the page of one's entry in this browser."""
    with fault_of("email"):
        refuse_test_domain(body.email, settings.environment == "local")
    now = clock()
    wish = join.Wish(body.park, body.name, body.email, body.annual_kwh, body.payment_plan, body.typed)

    def unit(session: Session) -> tuple[EntryOut, keys.Opened] | None:
        entry = join.join(session, settings, wish, now)
        return (view.entry_view(session, entry.id, now), keys.open_session(session, entry.id, now)) if entry else None

    joined = db.write(unit)
    if joined is None:
        raise AlreadyWaiting  # after the commit: the link that it sends once more stays sent
    shown, opened = joined
    put_cookie(response, settings, opened.token)
    return shown


@router.post("/links", dependencies=[Counted])
def send_waiting_link(body: SendWaitingLinkIn, session: Writes, clock: ClockOf, settings: SettingsOf) -> SentOut:
    """Mail a link if the address is on a list; the answer is the same if it is not."""
    join.send_link(session, settings, body.email, clock())
    return _SENT


@router.post("/links/look", dependencies=[Counted])
def look_at_waiting_link(
    body: WaitingLinkIn, session: Reads, clock: ClockOf, settings: SettingsOf
) -> WaitingLinkShownOut:
    """What a link would do; nothing changes."""
    return view.link_shown(session, settings.secret_key, body.token, clock())


@router.post("/links/press", dependencies=[Counted])
def press_waiting_link(
    body: WaitingLinkIn, response: Response, session: Writes, clock: ClockOf, settings: SettingsOf
) -> PressedOut:
    """Use a link: confirm the address, open the page in this browser, and reserve what had to be confirmed first."""
    opened, placed = use_link.press(session, settings, body.token, clock())
    put_cookie(response, settings, opened.token)
    return PressedOut(expires_at=opened.expires_at, reserved=reserved_out(placed) if placed else None)


@router.post("/links/again", dependencies=[Counted])
def send_waiting_link_again(body: WaitingLinkIn, session: Writes, clock: ClockOf, settings: SettingsOf) -> SentOut:
    """Mail a fresh link to replace a used or expired one."""
    use_link.send_again(session, settings, body.token, clock())
    return _SENT


@router.get("/entry")
def own_waiting_entry(own: EntryOrNone, session: Reads, clock: ClockOf) -> OwnEntryOut:
    """The household's place on the list."""
    if own is None:
        return OwnEntryOut(entry=None)
    return OwnEntryOut(entry=view.entry_view(session, own, clock()))


@router.post("/entry/wish")
def change_waiting_wish(body: WishIn, own: EntryOf, session: Writes, clock: ClockOf) -> EntryOut:
    """Choose another package or plan; the turn stays."""
    now = clock()
    answers.change_wish(session, own, body.annual_kwh, body.payment_plan, now)
    return view.entry_view(session, own, now)


@router.post("/entry/leave")
def leave_waiting_list(own: EntryOf, session: Writes, clock: ClockOf) -> EntryOut:
    """Leave the list."""
    now = clock()
    answers.leave(session, own, now)
    return view.entry_view(session, own, now)


@router.post("/entry/decline")
def decline_offer(own: EntryOf, session: Writes, clock: ClockOf) -> EntryOut:
    """Decline the offered place."""
    now = clock()
    answers.decline(session, own, now)
    return view.entry_view(session, own, now)


@router.post("/entry/accept", openapi_extra={"parameters": [KEY_PARAMETER], **body_of(ReservationIn)})
def accept_offer(
    body: JsonBody, request: Request, own: EntryOf, session: Writes, clock: ClockOf, settings: SettingsOf
) -> ReservedOut:
    """Reserve the offered place. The body is that of a reservation, with its idempotency key."""
    checked = validate_reservation(
        body,
        instalments_offered=settings.instalments_offered,
        allow_test_domains=settings.environment == "local",
    )
    call = idempotency.identify(RESERVE_ROUTE, body, idempotency_key(request))
    answer = accept_once(session, settings, own, checked, call, clock())
    return ReservedOut.model_validate(answer.body)
