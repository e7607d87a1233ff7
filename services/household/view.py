"""A household's reservation as its own page shows it."""

from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.household.friends import code_of, friends_of
from services.household.give_up import reversible
from services.household.hand_over.models import HandOver, HandOverAnswer
from services.household.hand_over.rows import HANDED_OVER_FROM, can_be_answered, latest_of
from services.household.own import shown
from services.household.schemas import (
    HandOverShownOut,
    HouseholdParkOut,
    HouseholdReservationOut,
    ShareFiguresOut,
    StepsOut,
)
from services.household_links.models import HouseholdSession
from services.parks.models import Park
from services.payments import check_card
from services.payments.schemas import CAUSE, CardCheckShownOut
from services.payments.states import Cause, CheckState
from services.reservations.desk.outcomes import refusal
from services.reservations.models import ASKED, TAKEN_OVER, Reservation, ReservationChange
from services.reservations.placement import promised
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from services.reservations.transitions import BEFORE_CONTRACT, GIVE_UP, TRANSFER

_ORDER: Final = (
    ReservationState.RESERVED,
    ReservationState.INVITED,
    ReservationState.CONTRACTED,
    ReservationState.ACTIVE,
)


def reservation_of(session: Session, own: HouseholdSession, now: datetime) -> HouseholdReservationOut:
    """The whole page's content for the owner of a session."""
    reservation = shown(session, own.reservation_id)
    undo = reversible(session, reservation.id, now)
    hand_over = latest_of(session, reservation.id)
    is_offered = hand_over is not None and can_be_answered(hand_over, reservation, now)
    park = session.get_one(Park, reservation.park_id)
    is_heir = (Reservation.taken_over_from_id == reservation.id) & TAKEN_OVER
    is_handed_over = session.scalar(select(Reservation.id).where(is_heir)) is not None
    return HouseholdReservationOut(
        reference=reservation.reference,
        spot_number=reservation.spot_number,
        state=reservation.state,
        version=reservation.version,
        park=_park(park),
        first_name=reservation.first_name,
        last_name=reservation.last_name,
        email=reservation.email,
        mobile_phone=reservation.mobile_phone,
        **{one.column: getattr(reservation, one.column) for one in ASKED},
        figures=ShareFiguresOut.of(promised(reservation)),
        steps=(steps := _steps(session, reservation, park)),
        # A place that was taken over before has its contract later.
        has_taken_contract_over=reservation.taken_over_from_id is not None
        and reservation.state == ReservationState.ACTIVE
        and steps.contracted_at is None,
        confirm_by=reservation.confirm_by,
        decide_by=reservation.decide_by if _is_undecided(reservation) else None,
        decided_at=reservation.decided_at,
        can_change=reservation.state in HOLDS_A_SPOT,
        can_change_share=reservation.state in BEFORE_CONTRACT,
        can_give_up=refusal(GIVE_UP, reservation) is None,
        can_hand_over=reservation.state in HANDED_OVER_FROM | TRANSFER.from_states
        and reservation.email_confirmed_at is not None
        and not is_offered,
        hand_over=_hand_over(hand_over, is_offered=is_offered),
        is_handed_over=is_handed_over,
        undo_until=undo.until if undo else None,
        card_check=_card_check(session, reservation),
        referral_code=code_of(session, reservation.id),
        friends=friends_of(session, reservation.id),
        session_ends_at=own.expires_at,
    )


def _is_undecided(reservation: Reservation) -> bool:
    return reservation.state == ReservationState.INVITED and reservation.decided_at is None


def _card_check(session: Session, reservation: Reservation) -> CardCheckShownOut:
    check = check_card.latest_of(session, reservation.id)
    cause = CAUSE[Cause(check.cause)] if check else ""
    state = CheckState(check.state).value if check else None
    return CardCheckShownOut(state=state, cause=cause, why_not=check_card.why_not(reservation))


def _hand_over(of: HandOver | None, *, is_offered: bool) -> HandOverShownOut | None:
    """The latest offer. One that the job has not ended yet is over all the same."""
    if of is None:
        return None
    answer = of.answer or (None if is_offered else HandOverAnswer.EXPIRED.value)
    return HandOverShownOut.model_validate(
        {"name": of.name, "email": of.email, "answer_by": of.answer_by, "answer": answer}
    )


def _park(park: Park) -> HouseholdParkOut:
    return HouseholdParkOut(
        id=park.id,
        name=park.name,
        spots_total=park.spot_limit,
        progress_note=park.progress_note,
        progress_on=park.progress_on,
        is_cancelled=park.cancelled_at is not None,
    )


def _steps(session: Session, reservation: Reservation, park: Park) -> StepsOut:
    """When each step was reached, without steps undone since."""
    query = select(ReservationChange.at, ReservationChange.after).where(
        ReservationChange.reservation_id == reservation.id
    )
    reached: dict[str, datetime] = {}
    for at, after in session.execute(query.order_by(ReservationChange.id)):
        if "state" in after:
            reached[after["state"]] = at
    state = ReservationState(reservation.state)
    passed = _ORDER[: _ORDER.index(state) + 1] if state in _ORDER else _ORDER
    at_step = {step: reached.get(step) if step in passed else None for step in _ORDER}
    return StepsOut(
        reserved_at=reservation.created_at,
        confirmed_at=reservation.email_confirmed_at,
        park_confirmed_at=park.confirmed_at,
        invited_at=at_step[ReservationState.INVITED],
        contracted_at=at_step[ReservationState.CONTRACTED],
        active_at=at_step[ReservationState.ACTIVE],
        ended_at=None if state in _ORDER else reached.get(state),
    )
