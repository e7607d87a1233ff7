"""Inserts the rows of new reservations once their spots are allocated."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.contact_details import deliverable_address, name_key
from services.core.db.rows import Insertion
from services.core.german import long_day, long_moment
from services.household_links import links
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.catalogue import ReservationReceived, to_values
from services.mail.drawings import MOST_PLACES
from services.offer import CARD_VERIFICATION_CENTS, OFFER, SETUP_FEE_CENTS
from services.parks.allocation import LockedPark
from services.parks.queries import taken_runs
from services.privacy.consent_texts import TERMS_PURPOSE, text_sha256
from services.privacy.models import Consent
from services.reservations.evidence import keep
from services.reservations.models import ASKED, FIELDS, Reservation
from services.reservations.placement import REQUEST_COLUMNS, Placement, figure_columns
from services.reservations.states import DepositState, ReservationState
from services.staff import audit
from services.visits.models import ReservationTouch
from services.visits.touches import FLAT_FIELDS

_RESERVATIONS = Insertion(
    Reservation.__table__,
    lambda insert: insert.returning(Reservation.__table__.c.id, Reservation.__table__.c.reference),
)
_TOUCHES = Insertion(ReservationTouch.__table__)
_CONSENTS = Insertion(Consent.__table__)
_OF_THE_DESK = ("channel", "received_on")
_NO_DETAILS: dict[str, Any] = {one.column: None for one in FIELDS if one.is_nullable}


def store(
    session: Session,
    placements: Sequence[Placement],
    parks: Mapping[str, LockedPark],
    now: datetime,
    answered: Sequence[Placement] | None = None,
) -> None:
    """Write every row of these reservations: one statement a table, the audit last because its chain has one end.

    `answered` are those whose household is written to, all unless given.
    """
    if not placements:
        return
    stored = _RESERVATIONS.run(session, [_reservation_row(placement, now) for placement in placements])
    ids = {row.reference: row.id for result in stored for row in result}
    touches = [
        {**touch.fields, "at": touch.at, "reservation_id": ids[placement.reference], "position": position}
        for placement in placements
        for position, touch in enumerate(placement.touches, start=1)
    ]
    _TOUCHES.run(session, touches)
    _CONSENTS.run(session, [_consent_row(p, ids[p.reference], now) for p in placements])
    evidence = {p.reference: keep.evidence_row(_shown(p, parks), now) for p in placements}
    keep.keep(session, [{**row, "reservation_id": ids[reference]} for reference, row in evidence.items()])
    to = placements if answered is None else answered
    links.issue(session, [_link(placement, ids[placement.reference]) for placement in to if placement.link_seed], now)
    fields = {park: _drawn_field(session, park, parks[park].spot_limit) for park in {p.request.park for p in to}}
    outbox.order(session, [_mail(p, ids[p.reference], parks, fields) for p in to], now)
    audit.append(session, [_event(p, ids[p.reference], evidence[p.reference]["sha256"]) for p in placements], now)


def _link(placement: Placement, reservation_id: int) -> links.Wanted:
    purpose = Purpose.OPEN if placement.confirmed_at else Purpose.CONFIRM
    return links.Wanted(reservation_id, purpose, placement.request.email, placement.link_seed)


def _drawn_field(session: Session, park: str, spot_limit: int) -> Sequence[tuple[int, int]]:
    """The taken spots of a park for the drawing in its mails; not queried for parks that no mail draws."""
    return taken_runs(session, park, spot_limit) if spot_limit <= MOST_PLACES else ()


def _reservation_row(placement: Placement, now: datetime) -> dict[str, Any]:
    request, figures = placement.request, placement.quote
    # The last touch that was not direct: the flat fields of the specification
    marked = (f for f, _ in reversed(placement.touches) if f["utm_source"] or f["utm_campaign"] or f["referral_code"])
    last_touch = next(marked, {})
    return {
        **{name: getattr(request, name) for name in REQUEST_COLUMNS},
        **_NO_DETAILS,
        **request.details,
        **{name: last_touch.get(name, "") for name in FLAT_FIELDS},
        "name_key": name_key(request.last_name, request.first_name),
        "reference": placement.reference,
        "park_id": request.park,
        "spot_number": placement.spot_number,
        "state": ReservationState.RESERVED.value,
        "version": 1,
        "created_at": now,
        "updated_at": now,
        **figure_columns(figures),
        "deposit_cents": CARD_VERIFICATION_CENTS,
        "deposit_state": DepositState.RESERVED.value,
        "price_mismatch": placement.price_mismatch,
        "duplicate_suspected": placement.duplicate_suspected,
        "confirm_by": placement.confirm_by,
        "email_confirmed_at": placement.confirmed_at,
        **{name: getattr(placement.desk, name, None) for name in _OF_THE_DESK},
        "burst_at": placement.origin.burst_at,
        "network": placement.origin.network,
        "line": placement.origin.line,
    }


def _consent_row(placement: Placement, reservation_id: int, now: datetime) -> dict[str, Any]:
    request, desk = placement.request, placement.desk
    return {
        "reservation_id": reservation_id,
        "purpose": TERMS_PURPOSE,
        "text_version": request.consent_version,
        "text_sha256": text_sha256(request.consent_version),
        "source": request.consent_source,
        "given_at": placement.called_at or now,
        "taken_by": desk.by if desk else None,
        "received_on": desk.received_on if desk else None,
    }


def _shown(placement: Placement, parks: Mapping[str, LockedPark]) -> keep.Shown:
    request, park = placement.request, parks[placement.request.park]
    place = keep.Place(placement.reference, request.park, park.name, placement.spot_number, park.spot_limit)
    return keep.Shown(
        placement.moment,
        place,
        placement.quote,
        request.client_figures,
        request.consent_version,
        request.consent_source,
        taken=keep.Taken(placement.desk.by, placement.desk.received_on) if placement.desk else None,
    )


def _mail(
    placement: Placement,
    reservation_id: int,
    parks: Mapping[str, LockedPark],
    fields: Mapping[str, Sequence[tuple[int, int]]],
) -> outbox.Order:
    request, figures = placement.request, placement.quote
    park = parks[request.park]
    mail = ReservationReceived(
        first_name=request.first_name,
        last_name=request.last_name,
        reference=placement.reference,
        park_name=park.name,
        spot_number=placement.spot_number,
        total_spots=park.spot_limit,
        package=figures.package.name,
        annual_kwh=request.annual_kwh,
        tenth_ct=figures.tenth_ct,
        price_cents=figures.package.price_cents,
        plan_months=figures.plan.months,
        plan_total_cents=figures.instalments.total,
        instalment_cents=figures.instalments.monthly,
        last_instalment_cents=figures.instalments.last,
        nominal_interest_bp=figures.plan.nominal_percent * 100,
        effective_interest_bp=int(figures.instalments.effective_percent * 100),
        minimum_total_cents=figures.credits.minimum_total,
        setup_fee_cents=SETUP_FEE_CENTS,
        contract_weeks_from=OFFER["timeline"]["contract_weeks_from"],
        contract_weeks_to=OFFER["timeline"]["contract_weeks_to"],
        phone_ending=request.mobile_phone_e164[-3:],
        details=_told(request.details),
        taken=fields[request.park],
        link_seed=placement.link_seed,
        is_confirmed=placement.confirmed_at is not None,
        confirmed_day=long_day(berlin_day(park.confirmed_at)) if park.confirmed_at else "",
        confirm_by=long_moment(placement.confirm_by) if placement.confirm_by else "",
    )
    return outbox.Order(
        kind=mail.kind,
        recipient=deliverable_address(request.email, request.email_normalized),
        subject_ref=f"reservation:{reservation_id}",
        dedupe_key=f"{mail.kind}:{placement.reference}",
        values=to_values(mail),
    )


def _told(details: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the household said of itself, label and words; staff may have entered it without some of it."""
    said = [(one, details[one.column]) for one in ASKED]
    return [(one.label, one.values.words(value)) for one, value in said if value is not None]


def _event(placement: Placement, reservation_id: int, evidence: str) -> audit.Event:
    request = placement.request
    details = {  # without the reference: the log cannot forget it, and it stands on the household's own mails
        "park": request.park,
        "spot": placement.spot_number,
        "annual_kwh": request.annual_kwh,
        "payment_plan": request.payment_plan,
        "credit_tenth_ct": request.credit_tenth_ct,
        "price_mismatch": placement.price_mismatch,
        "duplicate_suspected": placement.duplicate_suspected,
        "evidence": evidence,
    }
    if placement.desk:
        details["channel"] = placement.desk.channel
    return audit.Event(
        placement.desk.by if placement.desk else "household",
        "reservation.reserved",
        f"reservation:{reservation_id}",
        details,
    )
