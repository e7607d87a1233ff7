"""The full document of one reservation for staff."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.links.addresses import page_address
from services.core.money import to_cents
from services.mail.catalogue import KINDS, from_values
from services.mail.models import Mail
from services.parks.models import Spot
from services.privacy.consent_texts import TERMS_TEXTS
from services.privacy.models import Consent
from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.board.duplicates import suspects_of
from services.reservations.desk import masking
from services.reservations.desk.referral_timing import used_soon
from services.reservations.desk.rows import Viewer, rows_of, unmasked_row
from services.reservations.desk.tags import tags_of
from services.reservations.desk.timeline import timeline_of
from services.reservations.errors import UnknownReservation
from services.reservations.models import Reservation
from services.reservations.operations.consequences import affected, consequences
from services.reservations.operations.refusals import refusal
from services.reservations.operations.undo import undoable
from services.reservations.transitions import OPERATIONS, Operation
from services.visits.models import ReservationTouch
from services.visits.touches import TOUCH_FIELDS

_FIGURES = (
    "nominal_interest_bp", "effective_interest_bp", "share_amount_cents", "plan_total_cents", "instalment_cents",
    "last_instalment_cents", "monthly_credit_cents", "annual_credit_cents", "total_credits_cents",
    "minimum_total_cents", "break_even_tenth_years", "paid_break_even_tenth_years", "setup_fee_cents",
    "yearly_platform_fee_cents", "deposit_cents",
)  # fmt: skip
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
_MOST_DUPLICATES = 20


def find(session: Session, reservation_id: int) -> Reservation:
    """The reservation; UnknownReservation when there is none."""
    reservation = session.get(Reservation, reservation_id)
    if reservation is None:
        raise UnknownReservation
    return reservation


def document_of(session: Session, reservation_id: int, viewer: Viewer, now: datetime) -> dict[str, Any]:
    """The whole document, as the viewer may see it."""
    reservation = find(session, reservation_id)
    tags = tags_of(session, [reservation.id]).get(reservation.id, [])
    document = {
        **unmasked_row(reservation, tags, viewer, canonical_values(session)),
        "notes": reservation.notes,
        "email_confirmed_at": reservation.email_confirmed_at,
        "mobile_as_typed": masking.mask_phone(reservation.mobile_phone),
        "monthly_abschlag_cents": reservation.monthly_abschlag_cents,
        "monthly_abschlag_band": masking.abschlag_band(reservation.monthly_abschlag_cents),
        "figures": {name: getattr(reservation, name) for name in _FIGURES},
        "client_figures": reservation.client_figures,
        "differences": differences(reservation),
        "spot": _spot(session, reservation),
        "touches": _touches(session, reservation),
        "consents": _consents(session, reservation),
        "mails": _mails(session, reservation),
        "timeline": timeline_of(session, reservation),
        "duplicates": rows_of(session, suspects_of(session, reservation)[:_MOST_DUPLICATES], viewer),
        "merged_into_id": reservation.merged_into_id,
        "referral": _referral(session, reservation, viewer),
        **_what_can_be_done(session, reservation, viewer, now),
    }
    return masking.for_role(document, reservation, viewer.role)


def _referral(session: Session, reservation: Reservation, viewer: Viewer) -> dict[str, Any]:
    """The household's own code, and the one it came by, if already judged."""
    own = session.scalars(select(ReferralCode).where(ReferralCode.reservation_id == reservation.id)).one_or_none()
    use = session.get(ReferralUse, reservation.id)
    return {
        "own_code": own.code if own else None,
        "own_address": page_address(viewer.public_url, "/", {"referral_code": own.code}) if own else None,
        "came_by": _came_by(session, use) if use else None,
    }


def _came_by(session: Session, use: ReferralUse) -> dict[str, Any]:
    is_soon = bool(used_soon(session, [use.reservation_id]))
    return {"raw_code": use.raw_code, "verdict": use.verdict, "code_id": use.code_id, "is_soon": is_soon}


def _what_can_be_done(session: Session, reservation: Reservation, viewer: Viewer, now: datetime) -> dict[str, Any]:
    """The operations with their consequences, and the last one if it can still be undone."""
    offered = [operation for operation in OPERATIONS.values() if operation.is_offered]
    last = undoable(session, reservation, now)
    return {
        "operations": [_operation(operation, reservation) for operation in offered if viewer.role in operation.roles],
        "undo": last and {"operation_id": last.operation_id, "name": last.name, "until": last.until},
    }


def _operation(operation: Operation, reservation: Reservation) -> dict[str, Any]:
    why_not = refusal(operation, reservation)
    return {
        "name": operation.name,
        "allowed": why_not is None,
        "refusal": why_not.detail if why_not else None,
        "to_state": operation.to_state,
        "consequences": [] if why_not else consequences(operation, [affected(reservation)]),
        "needs_reason": operation.needs_reason,
    }


def differences(reservation: Reservation) -> list[dict[str, Any]]:
    """Client figures that differ from ours, by our columns; amounts in cents, the interest in basis points."""
    found = []
    for name, column in _AMOUNTS.items():
        theirs = reservation.client_figures.get(name)
        if theirs is not None and to_cents(theirs) != getattr(reservation, column):
            found.append({"name": column, "ours": getattr(reservation, column), "theirs": to_cents(theirs)})
    rate = reservation.client_figures.get("payment_interest_rate")
    if rate is not None and (theirs := int(Decimal(repr(rate)) * 10_000)) != reservation.nominal_interest_bp:
        found.append({"name": "nominal_interest_bp", "ours": reservation.nominal_interest_bp, "theirs": theirs})
    return found


def _spot(session: Session, reservation: Reservation) -> dict[str, Any]:
    is_ours = (Spot.park_id == reservation.park_id) & (Spot.number == reservation.spot_number)
    spot = session.scalars(select(Spot).where(is_ours)).one()
    return {"state": spot.state, "held_until": spot.held_until, "held_for": spot.held_for}


def _touches(session: Session, reservation: Reservation) -> list[dict[str, Any]]:
    query = select(ReservationTouch).where(ReservationTouch.reservation_id == reservation.id)
    rows = session.scalars(query.order_by(ReservationTouch.position))
    return [
        {"position": row.position, "at": row.at, **{name: getattr(row, name) for name in TOUCH_FIELDS}} for row in rows
    ]


def _consents(session: Session, reservation: Reservation) -> list[dict[str, Any]]:
    query = select(Consent).where(Consent.reservation_id == reservation.id).order_by(Consent.id)
    members = ("purpose", "text_version", "text_sha256", "source", "given_at")
    return [
        {**{name: getattr(row, name) for name in members}, "text": TERMS_TEXTS.get(row.text_version, "")}
        for row in session.scalars(query)
    ]


def _mails(session: Session, reservation: Reservation) -> list[dict[str, Any]]:
    query = select(Mail).where(Mail.subject_ref == f"reservation:{reservation.id}").order_by(Mail.id.desc())
    members = ("id", "kind", "state", "created_at", "sent_at", "attempts", "last_error")
    return [
        {**{name: getattr(row, name) for name in members}, "subject": subject_of(row.kind, row.values)}
        for row in session.scalars(query)
    ]


def subject_of(kind: str, values: Mapping[str, Any]) -> str:
    """The subject line of a stored mail; its kind where a later version no longer knows it."""
    return str(from_values(kind, dict(values)).subject) if kind in KINDS else kind
