"""The full document of one reservation for staff."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.links.addresses import page_address
from services.core.http.answers import Extended
from services.core.money import to_cents
from services.mail.catalogue import KINDS, from_values
from services.parks.models import Spot
from services.privacy.consent_texts import EVIDENCE_TEXTS
from services.privacy.models import Consent
from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.desk import masking
from services.reservations.desk.correction_operations import CORRECTIONS, REOPEN
from services.reservations.desk.duplicates import suspects_of
from services.reservations.desk.outcomes import affected, consequences
from services.reservations.desk.referral_timing import on_one_line, used_soon
from services.reservations.desk.refusals import refusal
from services.reservations.desk.rows import Viewer, beside_of, row_source, rows_of
from services.reservations.desk.schemas import (
    CameByOut,
    DifferenceOut,
    OperationOut,
    ReservationOut,
    ReservationReferralOut,
)
from services.reservations.desk.undoable import ending_undoable, offered
from services.reservations.errors import UnknownReservation
from services.reservations.models import TAKEN_OVER, Reservation
from services.reservations.transitions import OPERATIONS, Operation
from services.staff.actor_names import actor_names
from services.visits.models import ReservationTouch

_AMOUNTS = {
    "solar_share_amount": "share_amount_cents",
    "expected_monthly_credit": "monthly_credit_cents",
    "expected_annual_credit": "annual_credit_cents",
    "expected_total_credits": "total_credits_cents",
    "yearly_platform_fee": "yearly_platform_fee_cents",
    "deposit_amount": "deposit_cents",
    "setup_fee": "setup_fee_cents",
}
"""What a client computes itself, and our column of the same."""
COMPARED: Final = tuple(
    getattr(Reservation, name) for name in ("client_figures", "nominal_interest_bp", *_AMOUNTS.values())
)
"""The columns that `differences` reads."""
_MOST_DUPLICATES = 20
_FORWARD = ("invite", "contract", "activate")
"""The way a reservation usually goes."""


def find(session: Session, reservation_id: int) -> Reservation:
    """The reservation; UnknownReservation when there is none."""
    reservation = session.get(Reservation, reservation_id)
    if reservation is None:
        raise UnknownReservation
    return reservation


def document_of(session: Session, reservation_id: int, viewer: Viewer, actor: str, now: datetime) -> ReservationOut:
    """The whole document, as the viewer may see it; `actor`: who looks."""
    reservation = find(session, reservation_id)
    beside = beside_of(session, [reservation.id])[reservation.id]
    operations = _operations(reservation, viewer)
    offer = offered(session, reservation, now, actor)
    document = Extended(
        row_source(reservation, beside, viewer, canonical_values(session)),
        mobile_as_typed=masking.mask_phone(reservation.mobile_phone),
        monthly_abschlag_band=masking.abschlag_band(reservation.monthly_abschlag_cents),
        figures=reservation,
        differences=differences(reservation),
        spot=_spot(session, reservation),
        touches=_touches(session, reservation),
        consents=_consents(session, reservation),
        operations=operations,
        corrections=[
            _operation(one, reservation)
            for one in CORRECTIONS.values()
            if one is not REOPEN or not ending_undoable(session, reservation, now)
        ],
        next_operation=next((one.name for one in operations if one.allowed and one.name in _FORWARD), None),
        undo=offer.undo,
        no_undo=offer.because,
        duplicates=rows_of(session, suspects_of(session, reservation)[:_MOST_DUPLICATES], viewer),
        referral=_referral(session, reservation, viewer),
        handed_over_to_id=_heir(session, reservation),
    )
    return masking.mask(ReservationOut.model_validate(document), viewer.role, reservation)


def _heir(session: Session, reservation: Reservation) -> int | None:
    is_heir = (Reservation.taken_over_from_id == reservation.id) & TAKEN_OVER
    return session.scalar(select(Reservation.id).where(is_heir))


def _referral(session: Session, reservation: Reservation, viewer: Viewer) -> ReservationReferralOut:
    """The household's own code, and the one it came by, if already judged."""
    own = session.scalars(select(ReferralCode).where(ReferralCode.reservation_id == reservation.id)).one_or_none()
    use = session.get(ReferralUse, reservation.id)
    return ReservationReferralOut(
        own_code=own.code if own else None,
        own_address=page_address(viewer.public_url, "/", {"referral_code": own.code}) if own else None,
        came_by=_came_by(session, use) if use else None,
    )


def _came_by(session: Session, use: ReferralUse) -> CameByOut:
    ids = [use.reservation_id]
    marks = {"is_soon": bool(used_soon(session, ids)), "is_one_line": bool(on_one_line(session, ids))}
    return CameByOut.model_validate(Extended(use, **marks))


def _operations(reservation: Reservation, viewer: Viewer) -> list[OperationOut]:
    """The operations with their consequences."""
    offered = [operation for operation in OPERATIONS.values() if operation.is_offered]
    return [_operation(operation, reservation) for operation in offered if viewer.role in operation.roles]


def _operation(operation: Operation, reservation: Reservation) -> OperationOut:
    why_not = refusal(operation, reservation)
    return OperationOut(
        name=operation.name,
        allowed=why_not is None,
        refusal=why_not.detail if why_not else None,
        to_state=operation.to_state,
        consequences=[] if why_not else consequences(operation, [affected(reservation)]),
        needs_reason=operation.needs_reason,
    )


def differences(reservation: Reservation | Row[*tuple[Any, ...]]) -> list[DifferenceOut]:
    """Client figures that differ from ours, by our columns; amounts in cents, the interest in basis points."""
    found = []
    for name, column in _AMOUNTS.items():
        ours, theirs = getattr(reservation, column), reservation.client_figures.get(name)
        if theirs is not None and to_cents(theirs) != ours:
            found.append(DifferenceOut(name=column, ours=ours, theirs=to_cents(theirs)))
    ours, rate = reservation.nominal_interest_bp, reservation.client_figures.get("payment_interest_rate")
    if rate is not None and (theirs := int(Decimal(repr(rate)) * 10_000)) != ours:
        found.append(DifferenceOut(name="nominal_interest_bp", ours=ours, theirs=theirs))
    return found


def _spot(session: Session, reservation: Reservation) -> Spot:
    is_ours = (Spot.park_id == reservation.park_id) & (Spot.number == reservation.spot_number)
    return session.scalars(select(Spot).where(is_ours)).one()


def _touches(session: Session, reservation: Reservation) -> Sequence[ReservationTouch]:
    query = select(ReservationTouch).where(ReservationTouch.reservation_id == reservation.id)
    return session.scalars(query.order_by(ReservationTouch.position)).all()


def _consents(session: Session, reservation: Reservation) -> list[Extended]:
    query = select(Consent).where(Consent.reservation_id == reservation.id).order_by(Consent.id)
    rows = session.scalars(query).all()
    names = actor_names(session, {row.taken_by for row in rows if row.taken_by})
    return [
        Extended(row, text=EVIDENCE_TEXTS.get(row.text_version, ""), taken_by_name=names.get(row.taken_by or ""))
        for row in rows
    ]


def subject_of(kind: str, values: Mapping[str, Any]) -> str:
    """The subject line of a stored mail; its kind where a later version no longer knows it."""
    return str(from_values(kind, dict(values)).subject) if kind in KINDS else kind
