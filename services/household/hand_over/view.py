"""A place on offer, as the other household sees it."""

from sqlalchemy.orm import Session

from services.household.hand_over.answers import Found
from services.household.hand_over.models import HandOver
from services.household.hand_over.schemas import HandOverLinkOut, HandOverOfferOut
from services.household.schemas import ShareFiguresOut
from services.parks.models import Park
from services.reservations.models import Reservation
from services.reservations.placement import promised


def link_shown(session: Session, found: Found) -> HandOverLinkOut:
    """What a link is good for."""
    is_open = found.state == "open"
    offer = offer_of(session, found.hand_over, found.reservation) if is_open else None
    return HandOverLinkOut(state=found.state, is_contract=found.hand_over.contract_id is not None, offer=offer)


def offer_of(session: Session, hand_over: HandOver, reservation: Reservation) -> HandOverOfferOut:
    """Place and figures, which are those stored with the reservation."""
    park = session.get_one(Park, reservation.park_id)
    return HandOverOfferOut(
        park_name=park.name,
        spots_total=park.spot_limit,
        spot_number=reservation.spot_number,
        from_name=f"{reservation.first_name} {reservation.last_name}",
        email=hand_over.email,
        version=reservation.version,
        answer_by=hand_over.answer_by,
        figures=ShareFiguresOut.of(promised(reservation)),
    )
