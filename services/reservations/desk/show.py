"""Reservations as a viewer may see them: rows of lists, and the full document of one."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import Row, func, or_, select
from sqlalchemy.orm import Session, aliased

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, meaning
from services.campaigns.links.addresses import page_address
from services.core.contact_details import spoken_phone
from services.core.http.answers import Extended
from services.core.money import to_cents
from services.parks.models import Spot
from services.privacy.consent_texts import EVIDENCE_TEXTS
from services.privacy.models import Consent
from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.changes import tags_of
from services.reservations.desk import masking
from services.reservations.desk.duplicates import suspects_of
from services.reservations.desk.inputs import Revealable
from services.reservations.desk.outcomes import consequences, refusal
from services.reservations.desk.schemas import (
    CameByOut,
    DifferenceOut,
    OperationOut,
    ReservationOut,
    ReservationReferralOut,
    ReservationRowOut,
)
from services.reservations.desk.undoable import ending_undoable, offered
from services.reservations.errors import UnknownReservation
from services.reservations.history import last_changed_by
from services.reservations.listing.explain import MatchOut, match_out
from services.reservations.listing.find import reasons_of
from services.reservations.models import TAKEN_OVER, Reservation
from services.reservations.transitions import CORRECTIONS, OPERATIONS, REOPEN, Operation
from services.staff import audit
from services.staff.actor_names import actor_names
from services.staff.models import Role
from services.visits.models import ReservationTouch


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer: the role decides what is masked, the key makes pseudonyms, `public_url` prefixes URLs."""

    role: Role
    key: bytes
    public_url: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What a row has from other tables."""

    tags: Sequence[str]
    changed_by: str
    matches: Sequence[MatchOut] = ()


def rows_of(session: Session, ids: Sequence[int], viewer: Viewer, typed: str = "") -> list[ReservationRowOut]:
    """The rows of these reservations, in this order; ids that are gone are left out. `typed`: what they were searched
    for by, to be explained in each.
    """
    found = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(ids)))}
    beside, aliases = beside_of(session, ids, typed), canonical_values(session)
    rows = [(found[id_], row_source(found[id_], beside[id_], viewer, aliases)) for id_ in ids if id_ in found]
    return [masking.mask(ReservationRowOut.model_validate(row), viewer.role, one) for one, row in rows]


def beside_of(session: Session, ids: Sequence[int], typed: str = "") -> dict[int, Beside]:
    tags, changed_by = tags_of(session, ids), last_changed_by(session, ids)
    reasons = reasons_of(session, ids, typed) if typed.strip() else {}
    return {
        id_: Beside(tags.get(id_, []), changed_by[id_], [match_out(one) for one in reasons.get(id_, [])]) for id_ in ids
    }


def row_source(reservation: Reservation, beside: Beside, viewer: Viewer, aliases: Aliases) -> Extended:
    """What a row is read from: the columns, sources and campaigns under the names the reports use (the touches of a
    reservation keep what its links said), e-mail and phone hidden until a clerk reveals them.
    """
    return Extended(
        reservation,
        utm_source=meaning("utm_source", reservation.utm_source, aliases),
        utm_campaign=meaning("utm_campaign", reservation.utm_campaign, aliases),
        pseudonym=masking.pseudonym(reservation.id, viewer.key),
        park=reservation.park_id,
        email=masking.mask_email(reservation.email),
        phone=masking.mask_phone(reservation.mobile_phone_e164),
        duplicate_checked=reservation.duplicate_checked_at is not None,
        price_checked=reservation.price_checked_at is not None,
        email_confirmed=reservation.email_confirmed_at is not None,
        network=reservation.network,
        tags=beside.tags,
        updated_by_name=beside.changed_by,
        matches=beside.matches,
    )


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
    is_heir = (Reservation.taken_over_from_id == reservation.id) & TAKEN_OVER
    is_ours = (Spot.park_id == reservation.park_id) & (Spot.number == reservation.spot_number)
    query = select(ReservationTouch).where(ReservationTouch.reservation_id == reservation.id)
    document = Extended(
        row_source(reservation, beside, viewer, canonical_values(session)),
        mobile_as_typed=masking.mask_phone(reservation.mobile_phone),
        monthly_abschlag_band=masking.abschlag_band(reservation.monthly_abschlag_cents),
        figures=reservation,
        differences=differences(reservation),
        spot=session.scalars(select(Spot).where(is_ours)).one(),
        touches=session.scalars(query.order_by(ReservationTouch.position)).all(),
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
        handed_over_to_id=session.scalar(select(Reservation.id).where(is_heir)),
    )
    return masking.mask(ReservationOut.model_validate(document), viewer.role, reservation)


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
    offered = [operation for operation in OPERATIONS.values() if operation.is_offered]
    return [_operation(operation, reservation) for operation in offered if viewer.role in operation.roles]


def _operation(operation: Operation, reservation: Reservation) -> OperationOut:
    why_not = refusal(operation, reservation)
    return OperationOut(
        name=operation.name,
        allowed=why_not is None,
        refusal=why_not.detail if why_not else None,
        to_state=operation.to_state,
        consequences=[] if why_not else consequences(operation, [reservation]),
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


def _consents(session: Session, reservation: Reservation) -> list[Extended]:
    query = select(Consent).where(Consent.reservation_id == reservation.id).order_by(Consent.id)
    rows = session.scalars(query).all()
    names = actor_names(session, {row.taken_by for row in rows if row.taken_by})
    return [
        Extended(row, text=EVIDENCE_TEXTS.get(row.text_version, ""), taken_by_name=names.get(row.taken_by or ""))
        for row in rows
    ]


def reveal(session: Session, reservation_id: int, field: Revealable, actor: str, now: datetime) -> str:
    """The value; UnknownReservation when there is no such reservation."""
    reservation = find(session, reservation_id)
    event = audit.Event(actor, "reservation.revealed", f"reservation:{reservation.id}", {"field": field.value})
    audit.append(session, [event], now)
    return reservation.email if field is Revealable.EMAIL else spoken_phone(reservation.mobile_phone_e164)


SOON: Final = timedelta(minutes=10)
"""Uses of a code within this time are flagged. A hint, not a verdict: a family at one table looks the same as invented
households. Whether two came over one line is known for seven days, as long as reservations keep its label
(`reservations/abuse/bursts.py`).
"""


def used_soon(session: Session, ids: Collection[int]) -> set[int]:
    """Which of these reservations used a code within `SOON` of another use or of its owner's reservation."""
    neighbours = {
        row[0]: [other for other in row[1:] if other is not None] for row in session.execute(_neighbours(ids))
    }
    wanted = {*neighbours, *(other for others in neighbours.values() for other in others)}
    moments = select(Reservation.id, Reservation.created_at).where(Reservation.id.in_(wanted))
    at = {row.id: row.created_at for row in session.execute(moments)}
    return {id_ for id_, others in neighbours.items() if any(abs(at[id_] - at[other]) <= SOON for other in others)}


def on_one_line(session: Session, ids: Collection[int]) -> set[int]:
    """Which of these reservations used a code over the line of its owner's reservation, or of another use of it."""
    own, theirs, other = aliased(Reservation), aliased(Reservation), aliased(ReferralUse)
    is_other = (other.code_id == ReferralUse.code_id) & (other.reservation_id != ReferralUse.reservation_id)
    same_line = select(theirs.id).where(theirs.line == own.line, theirs.id != own.id)
    by_owner = same_line.where(theirs.id == ReferralCode.reservation_id).exists()
    by_other = same_line.join(other, other.reservation_id == theirs.id).where(is_other).exists()
    found = (
        select(ReferralUse.reservation_id)
        .join(ReferralCode, ReferralCode.id == ReferralUse.code_id)
        .join(own, own.id == ReferralUse.reservation_id)
        .where(ReferralUse.reservation_id.in_(ids), own.line.is_not(None), or_(by_owner, by_other))
    )
    return set(session.scalars(found))


def _neighbours(ids: Collection[int]) -> Any:
    """Each with the previous and next use of its code, and the reservation of the code's owner. Reservations
    are numbered in order of arrival, so those two uses are the nearest in time.
    """
    other = aliased(ReferralUse)
    same_code = other.code_id == ReferralUse.code_id
    before = select(func.max(other.reservation_id)).where(same_code, other.reservation_id < ReferralUse.reservation_id)
    after = select(func.min(other.reservation_id)).where(same_code, other.reservation_id > ReferralUse.reservation_id)
    return (
        select(
            ReferralUse.reservation_id, before.scalar_subquery(), after.scalar_subquery(), ReferralCode.reservation_id
        )
        .join(ReferralCode, ReferralCode.id == ReferralUse.code_id)
        .where(ReferralUse.reservation_id.in_(ids))
    )
