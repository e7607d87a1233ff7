"""What a link in a mail does: it is shown without any effect, and a press on its button opens the page.

Programs that scan mails follow links and some run the scripts of the page behind; none of them presses a button. So
opening the page only asks what the link is good for.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import read_email
from services.household.errors import LinkOver, UnknownLink
from services.household.mails import letter
from services.household_links import links, sessions
from services.household_links.models import HouseholdLink, Purpose
from services.mail import outbox
from services.mail.letters.household import AddressChanged
from services.parks.names import park_labels
from services.payments import change_account
from services.privacy.consent_texts import ADDRESS_PURPOSE, ADDRESS_VERSION, text_sha256
from services.privacy.models import Consent
from services.reservations.changes import Note, change
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import undoable
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from services.reservations.transitions import HOUSEHOLD, LAPSE
from services.settings import Settings
from services.staff import audit

LinkState = Literal["open", "expired"]
LinkPurpose = Literal["confirm", "open", "change_email", "change_account"]


@dataclass(frozen=True, slots=True)
class LinkShown:
    """What a link is good for. `last_four`: of the account that it confirms, else empty."""

    purpose: LinkPurpose
    state: LinkState
    spot_number: int
    park_name: str
    is_confirmed: bool
    has_place: bool
    confirm_by: datetime | None
    last_four: str


def look(session: Session, key: bytes, token: str, now: datetime) -> LinkShown:
    """What this link is good for; nothing changes. UnknownLink."""
    link, reservation = _known(session, key, token)
    account = change_account.pending_by(session, link.seed_sha256, now)
    purpose = Purpose.OPEN if _has_changed(link, reservation) else Purpose(link.purpose)
    return LinkShown(
        purpose="change_account" if account else purpose.value,
        state="open" if link.expires_at > now else "expired",
        spot_number=reservation.spot_number,
        park_name=park_labels(session)[reservation.park_id].name,
        is_confirmed=reservation.email_confirmed_at is not None,
        has_place=reservation.state in HOLDS_A_SPOT,
        confirm_by=reservation.confirm_by if reservation.state == ReservationState.RESERVED else None,
        last_four=account.last_four if account else "",
    )


def press(session: Session, settings: Settings, token: str, now: datetime) -> sessions.Begun:
    """Do what the link is for, and open the household's page. UnknownLink, LinkOver.

    Any link proves that its address reaches the household, so each of them confirms the address it was sent to, once.
    """
    key = settings.secret_key
    link, reservation = _known(session, key, token)
    _take_back_lapse(session, link, reservation, now)
    query = select(Reservation).where(Reservation.id == link.reservation_id).with_for_update()
    session.scalars(query.execution_options(populate_existing=True)).one()
    # Again under the lock: the address may have been corrected meanwhile, which ends the link.
    link, reservation = _known(session, key, token)
    if not links.use(link, now):
        raise LinkOver
    if link.purpose == Purpose.CHANGE_EMAIL and not _has_changed(link, reservation):
        _change_address(session, reservation, link, now)
    elif reservation.email_confirmed_at is None:
        _confirm(session, reservation, link, {"email_confirmed_at": now}, now)
    if account := change_account.pending_by(session, link.seed_sha256, now):
        change_account.confirm(session, settings, reservation, account, now)
    return sessions.begin(session, reservation.id, now)


def _known(session: Session, key: bytes, token: str) -> tuple[HouseholdLink, Reservation]:
    """The link and its reservation. One that was sent to a former address is as unknown as one that never was: its
    mailbox may be a stranger's.
    """
    link = links.find(session, key, token)
    if link is None:
        raise UnknownLink
    reservation = session.get_one(Reservation, link.reservation_id)
    if link.purpose != Purpose.CHANGE_EMAIL and not is_to(link, reservation):
        raise UnknownLink
    return link, reservation


def is_to(link: HouseholdLink, reservation: Reservation) -> bool:
    """Whether it was sent to the present address."""
    return read_email(link.email, allow_test_domains=True).normalized == reservation.email_normalized


def _has_changed(link: HouseholdLink, reservation: Reservation) -> bool:
    """Whether the new address that it was sent to counts by now: then it is a link like any other."""
    return link.purpose == Purpose.CHANGE_EMAIL and is_to(link, reservation)


def _take_back_lapse(session: Session, link: HouseholdLink, reservation: Reservation, now: datetime) -> None:
    """A confirmation that comes late gets the place back as long as nobody else can have it."""
    if reservation.state != ReservationState.EXPIRED or link.expires_at <= now:
        return
    lapse = next((one for one in undoable(session, reservation, now) if one.name == LAPSE.name), None)
    if lapse is not None:
        undo(session, lapse.operation_id, HOUSEHOLD, HOUSEHOLD, now, [reservation.id])


def _change_address(session: Session, reservation: Reservation, link: HouseholdLink, now: datetime) -> None:
    former = letter(reservation, AddressChanged)
    typed, normalized = read_email(link.email, allow_test_domains=True)
    values = {"email": typed, "email_normalized": normalized, "email_confirmed_at": now}
    was_confirmed = reservation.email_confirmed_at is not None
    _confirm(session, reservation, link, values, now)
    if was_confirmed:
        outbox.order(session, [former], now)


def _confirm(
    session: Session, reservation: Reservation, link: HouseholdLink, values: dict[str, object], now: datetime
) -> None:
    """Change the address's columns and keep the proof: what was asked and answered when."""
    is_new = "email" in values
    action = "change_email" if is_new else "confirm_email"
    change(session, reservation, values, Note(HOUSEHOLD, action), now)
    session.add(
        Consent(
            reservation_id=reservation.id,
            purpose=ADDRESS_PURPOSE,
            text_version=ADDRESS_VERSION,
            text_sha256=text_sha256(ADDRESS_VERSION),
            source="link",
            asked_at=link.created_at,
            given_at=now,
        )
    )
    session.flush()
    event = audit.Event(HOUSEHOLD, f"reservation.{action}", f"reservation:{reservation.id}", {})
    audit.append(session, [event], now)
