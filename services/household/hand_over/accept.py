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
from services.household.hand_over.succeed import PASSED_ON, begin_in_place, end_former, successor
from services.household.hand_over.view import offer_of
from services.household_links import sessions
from services.mail.reservation_letters import ParkConfirmed
from services.offer import quote
from services.parks.models import Park
from services.privacy.consent_texts import ADDRESS_PURPOSE, ADDRESS_VERSION, TERMS_PURPOSE, text_sha256
from services.privacy.models import Consent
from services.reservations.abuse.active_counts import active_reservations
from services.reservations.changes import changes_since
from services.reservations.desk.duplicates import flag_if_alike
from services.reservations.desk.parks.confirm import announce_to_heir
from services.reservations.desk.perform import Request
from services.reservations.errors import EmailLimit, PhoneLimit
from services.reservations.evidence import keep
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.models import ASKED, Reservation, StaffOperation
from services.reservations.placement import unused_references
from services.reservations.transitions import HAND_OVER, HOUSEHOLD
from services.settings import Settings
from services.staff import audit

_SHOWN: Final = frozenset(PASSED_ON)


def accept(session: Session, settings: Settings, wanted: AcceptIn, now: datetime) -> sessions.Begun:
    """Take the place over and open the page of the new reservation. One transaction: its spot is never free.

    UnknownLink, LinkOver, NoHandOver, HandOverChanged, EmailLimit, PhoneLimit. The park may be full or paused: no spot
    is taken.
    """
    hand_over, given, link = lock_answerable(session, settings.secret_key, wanted.token, now)
    if hand_over.contract_id is not None:
        raise NotNow("Mit diesem Platz übernehmen Sie einen Vertrag. Bitte laden Sie die Seite neu.")
    _refuse_changed(session, hand_over, given, wanted.version)
    if problem := why_no_more(session, settings, hand_over, given, wanted.mobile_phone.e164):
        raise problem
    (reference,) = unused_references(session, 1)
    hand_over.answer, hand_over.ended_at = HandOverAnswer.ACCEPTED.value, now
    performed, withheld = end_former(session, given, Request(HAND_OVER, (given.id,), HOUSEHOLD), reference, now)
    taken = _new(given, hand_over, wanted, reference, now)
    begin_in_place(session, taken, now)
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


def why_no_more(
    session: Session, settings: Settings, hand_over: HandOver, given: Reservation, phone: str
) -> Problem | None:
    """Why a reservation of this household would be refused everywhere."""
    if hand_over.mailbox == given.mailbox:
        return NotNow("Der Platz gehört schon dieser Adresse.")
    marks = (("mailbox", hand_over.mailbox), ("phone", phone))
    active = active_reservations(session, marks)
    if active[marks[0]] >= settings.reservations_per_email:
        return EmailLimit()
    is_limited = settings.rate_limits.are_on and active[marks[1]] >= settings.rate_limits.reservations_per_phone
    return PhoneLimit() if is_limited else None


def _new(given: Reservation, hand_over: HandOver, wanted: AcceptIn, reference: str, now: datetime) -> Reservation:
    own: dict[str, Any] = {
        "first_name": wanted.first_name,
        "last_name": wanted.last_name,
        "email": hand_over.email,
        "email_normalized": hand_over.email_normalized,
        "mobile_phone": wanted.mobile_phone.typed,
        "mobile_phone_e164": wanted.mobile_phone.e164,
        **{one.column: getattr(wanted, one.name) for one in ASKED},
    }
    return successor(given, own, reference, now, email_confirmed_at=now)


def _consents(taken: Reservation, link: HandOverLink, wanted: AcceptIn, now: datetime) -> list[Consent]:
    """To the terms, by its own box; and the proof that the address reaches the household."""
    version = wanted.consent_version
    terms = Consent(
        reservation_id=taken.id,
        purpose=TERMS_PURPOSE,
        text_version=version,
        text_sha256=text_sha256(version),
        given_at=now,
        source="explicit",
    )
    return [terms, proof_of_address(taken.id, link, now)]


def proof_of_address(reservation_id: int, link: HandOverLink, now: datetime) -> Consent:
    """That the address reaches the household: it has come by the link in a mail."""
    return Consent(
        reservation_id=reservation_id,
        purpose=ADDRESS_PURPOSE,
        text_version=ADDRESS_VERSION,
        text_sha256=text_sha256(ADDRESS_VERSION),
        given_at=now,
        source="link",
        asked_at=link.created_at,
    )


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
