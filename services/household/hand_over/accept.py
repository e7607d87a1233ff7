"""The other household takes the place over: one reservation ends, another one begins in its place."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.http.errors import Problem
from services.household.errors import NotNow
from services.household.hand_over import mails
from services.household.hand_over.answers import lock_answerable
from services.household.hand_over.errors import HandOverChanged
from services.household.hand_over.inputs import AcceptIn
from services.household.hand_over.models import HandOver, HandOverAnswer, HandOverLink
from services.household.hand_over.view import offer_of
from services.household_links import sessions
from services.mail.reservation_letters import ParkConfirmed
from services.offer import quote
from services.parks import allocation
from services.parks.models import Park
from services.privacy.consent_texts import ADDRESS_PURPOSE, ADDRESS_VERSION, TERMS_PURPOSE, text_sha256
from services.privacy.models import Consent
from services.reservations.abuse.active_counts import active_reservations
from services.reservations.changes import WITHHELD, Note, change, changes_since
from services.reservations.desk.duplicates import flag_if_alike
from services.reservations.desk.parks.confirm import announce_to_heir
from services.reservations.desk.perform import Request, record, withhold
from services.reservations.errors import EmailLimit, PhoneLimit
from services.reservations.evidence import keep
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.mails import letter, order_letters
from services.reservations.models import ASKED, Reservation, StaffOperation
from services.reservations.placement import unused_references
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import HAND_OVER, HOUSEHOLD
from services.settings import Settings
from services.staff import audit

FIGURES: Final = (
    "annual_kwh",
    "payment_plan",
    "credit_tenth_ct",
    "nominal_interest_bp",
    "effective_interest_bp",
    "share_amount_cents",
    "plan_total_cents",
    "instalment_cents",
    "last_instalment_cents",
    "monthly_credit_cents",
    "annual_credit_cents",
    "total_credits_cents",
    "minimum_total_cents",
    "break_even_tenth_years",
    "paid_break_even_tenth_years",
    "setup_fee_cents",
    "yearly_platform_fee_cents",
    "deposit_cents",
)
"""What was promised; taken over unchanged, nothing is quoted again."""
PASSED_ON: Final = ("park_id", "spot_number", *FIGURES)
_SHOWN: Final = frozenset(PASSED_ON)


def accept(session: Session, settings: Settings, wanted: AcceptIn, now: datetime) -> sessions.Begun:
    """Take the place over and open the page of the new reservation. One transaction: its spot is never free.

    UnknownLink, LinkOver, NoHandOver, HandOverChanged, EmailLimit, PhoneLimit. The park may be full or paused: no spot
    is taken.
    """
    hand_over, given, link = lock_answerable(session, settings.secret_key, wanted.token, now)
    _refuse_changed(session, hand_over, given, wanted.version)
    if problem := _refusal(session, settings, hand_over, given, wanted):
        raise problem
    performed, reference, withheld = _end(session, hand_over, given, now)
    taken = _new(given, hand_over, wanted, reference, now)
    session.add(taken)
    session.flush()
    if not allocation.pass_on(session, given.park_id, given.spot_number, now):
        raise RuntimeError(f"spot {given.spot_number} of {given.park_id} was not held by reservation {given.id}")
    session.add_all(_consents(taken, link, wanted, now))
    evidence = _evidence(session, given, taken, wanted, now)
    keep.keep(session, [{**evidence, "reservation_id": taken.id}])
    mails.order_taken(session, taken, now)
    if ParkConfirmed.kind in withheld:
        announce_to_heir(session, taken, now)
    audit.append(session, _events(performed, given, taken, evidence["sha256"]), now)
    flag_if_alike(session, taken, now)
    return sessions.begin(session, taken.id, now)


def _refuse_changed(session: Session, hand_over: HandOver, given: Reservation, version: int) -> None:
    """A household accepts the figures it has seen, and no others."""
    if version == given.version:
        return
    changed = {name for entry in changes_since(session, given.id, version) for name in entry.after}
    if version > given.version or changed & _SHOWN:
        raise HandOverChanged(offer=offer_of(session, hand_over, given).model_dump(mode="json"))


def _refusal(
    session: Session, settings: Settings, hand_over: HandOver, given: Reservation, wanted: AcceptIn
) -> Problem | None:
    """Why a reservation of this household would be refused everywhere."""
    if hand_over.mailbox == given.mailbox:
        return NotNow("Der Platz gehört schon dieser Adresse.")
    marks = (("mailbox", hand_over.mailbox), ("phone", wanted.mobile_phone.e164))
    active = active_reservations(session, marks)
    if active[marks[0]] >= settings.reservations_per_email:
        return EmailLimit()
    is_limited = settings.rate_limits.are_on and active[marks[1]] >= settings.rate_limits.reservations_per_phone
    return PhoneLimit() if is_limited else None


def _end(
    session: Session, hand_over: HandOver, given: Reservation, now: datetime
) -> tuple[StaffOperation, str, list[str]]:
    """End the former reservation, write to its household, and draw the reference of the new one; also returns the kinds
    of the mails that the former household does not get any more.
    """
    (reference,) = unused_references(session, 1)
    performed = record(session, Request(HAND_OVER, (given.id,), HOUSEHOLD), now)
    mail = letter(given, HAND_OVER, performed, now)
    values = {
        "state": str(HAND_OVER.to_state),
        "deposit_state": HAND_OVER.deposit_after(DepositState(given.deposit_state)).value,
    }
    note = Note(HOUSEHOLD, HAND_OVER.name, "", performed.id)
    withheld = withhold(session, HAND_OVER, [given], now).get(given.id, {})
    change(session, given, values, note, now, {"handed_over_to": (None, reference), **withheld})
    hand_over.answer, hand_over.ended_at = HandOverAnswer.ACCEPTED.value, now
    # Before the new one is inserted: a spot has one active reservation.
    session.flush()
    order_letters(session, [mail], now)
    return performed, reference, withheld[WITHHELD][1] if withheld else []


def _new(given: Reservation, hand_over: HandOver, wanted: AcceptIn, reference: str, now: datetime) -> Reservation:
    """Place and promise of the former household, everything else of the new one. It came by no campaign."""
    own: dict[str, Any] = {
        "first_name": wanted.first_name,
        "last_name": wanted.last_name,
        "email": hand_over.email,
        "email_normalized": hand_over.email_normalized,
        "mobile_phone": wanted.mobile_phone.typed,
        "mobile_phone_e164": wanted.mobile_phone.e164,
        **{one.column: getattr(wanted, one.name) for one in ASKED},
    }
    return Reservation(
        **{name: getattr(given, name) for name in PASSED_ON},
        **own,
        reference=reference,
        state=ReservationState.RESERVED.value,
        version=1,
        created_at=now,
        updated_at=now,
        email_confirmed_at=now,
        deposit_state=DepositState.RESERVED.value,
        client_figures={},
        price_mismatch=False,
        duplicate_suspected=False,
        utm_source="",
        utm_campaign="",
        referral_code="",
        taken_over_from_id=given.id,
    )


def _consents(taken: Reservation, link: HandOverLink, wanted: AcceptIn, now: datetime) -> list[Consent]:
    """To the terms, by its own box; and the proof that the address reaches the household."""
    proved = {"source": "link", "asked_at": link.created_at}
    texts: tuple[tuple[str, str, dict[str, Any]], ...] = (
        (TERMS_PURPOSE, wanted.consent_version, {"source": "explicit"}),
        (ADDRESS_PURPOSE, ADDRESS_VERSION, proved),
    )
    return [
        Consent(
            reservation_id=taken.id,
            purpose=purpose,
            text_version=version,
            text_sha256=text_sha256(version),
            given_at=now,
            **how,
        )
        for purpose, version, how in texts
    ]


def _evidence(
    session: Session, given: Reservation, taken: Reservation, wanted: AcceptIn, now: datetime
) -> dict[str, Any]:
    """What it saw: the offer as it was promised to the former household, whatever the price book is by now."""
    park = session.get_one(Park, taken.park_id)
    place = keep.Place(taken.reference, park.id, park.name, taken.spot_number, park.spot_limit)
    today = quote(taken.annual_kwh, taken.payment_plan, taken.credit_tenth_ct)
    shown = keep.Shown(EvidenceMoment.TAKEN_OVER, place, today, {}, wanted.consent_version, "explicit")
    row = keep.evidence_row(shown, now)
    promised = keep.latest_offer(session, given.id)
    return keep.naming(row, offer_sha256=promised) if promised else row


def _events(performed: StaffOperation, given: Reservation, taken: Reservation, evidence: str) -> list[audit.Event]:
    whole = {"from": given.id, "to": taken.id}
    details = {"operation": performed.id, **whole}
    return [
        audit.Event(HOUSEHOLD, "operation.hand_over", f"operation:{performed.id}", whole),
        audit.Event(HOUSEHOLD, "reservation.hand_over", f"reservation:{given.id}", details),
        audit.Event(HOUSEHOLD, "reservation.take_over", f"reservation:{taken.id}", {**details, "evidence": evidence}),
    ]
