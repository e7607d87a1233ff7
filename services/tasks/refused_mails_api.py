"""Staff API for mails to households that were refused."""

from datetime import datetime
from typing import Annotated, cast

from pydantic import BaseModel
from sqlalchemy.orm import Session

from services.core.contact_details import EmailAddress, refuse_test_domain
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.openapi import problems
from services.core.inputs import Body, Needed, Reason, RowId, Version, fault_of
from services.reservations.desk.masking import mask_email, mask_phone
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from services.staff.access import ClerkOf, StaffRouter
from services.tasks.refused_mails import Refused, park_name, refused_at, refused_mails
from services.tasks.resolve import correct_address, settle
from services.waiting_list.desk.schemas import EntryStateOut
from services.waiting_list.models import EntryState, WaitingEntry
from services.waiting_list.rows import OPEN

router = StaffRouter(tag="mails")


class RefusedReservationOut(BaseModel):
    """The household's place; `confirm_by`: until when its address has to be confirmed, refused or not. Null once it is
    confirmed, or the place is not only reserved any more.
    """

    id: int
    reference: str
    spot_number: int
    phone: str
    """Masked; revealed as everywhere."""
    version: int
    state: ReservationState
    holds_spot: bool
    """False: the place is over, and of the refused mails those that look ahead are not sent any more."""
    confirm_by: datetime | None


class RefusedEntryOut(BaseModel):
    """The household's entry on the waiting list. `confirm_by`: until when its address has to be confirmed; null once it
    is, while an offer runs, which has an end of its own, and once the entry has ended. An ended entry has no address to
    correct.
    """

    id: int
    version: int
    state: EntryStateOut
    is_open: bool
    confirm_by: datetime | None


class RefusedMailOut(BaseModel):
    """A household whose mailbox refuses our mails. Either it has a reservation, or an entry on the waiting list."""

    mail_id: int
    subject: str
    refused_at: datetime
    count: int
    """How many of its mails were refused."""
    words: str
    """Why, in German."""
    answer: str
    """What the server said."""
    recipient: str
    """Masked."""
    name: str
    park_name: str
    reservation: RefusedReservationOut | None
    waiting_entry: RefusedEntryOut | None


class CorrectAddressIn(Body):
    """The right address, and the version of the reservation or the entry it was decided over."""

    email: Annotated[EmailAddress, Needed("Bitte geben Sie die richtige Adresse an.")]
    version: Version


class SettleIn(Body):
    """Why nothing more is to be done."""

    reason: Reason


@router.get("/refused-mails", operation_id="list_refused_mails", responses=problems(401, 403, 503))
def list_refused(db: DatabaseOf, _staff: ClerkOf) -> list[RefusedMailOut]:
    """Every household concerned, the latest refusal first."""
    with db.read() as session:
        return _all(session)


@router.post(
    "/refused-mails/{mail}/correct",
    operation_id="correct_refused_address",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def correct(
    db: DatabaseOf, clock: ClockOf, settings: SettingsOf, mail: RowId, body: CorrectAddressIn, staff: ClerkOf
) -> list[RefusedMailOut]:
    """Correct the address, and send there what was refused; answers those that are left."""
    with fault_of("email"):
        refuse_test_domain(body.email, settings.environment == "local")
    db.write(lambda session: correct_address(session, mail, body.version, body.email, staff.actor, clock()))
    return list_refused(db, staff)


@router.post(
    "/refused-mails/{mail}/settle", operation_id="settle_refused_mail", responses=problems(401, 403, 404, 409, 422, 503)
)
def settle_refused(db: DatabaseOf, clock: ClockOf, mail: RowId, body: SettleIn, staff: ClerkOf) -> list[RefusedMailOut]:
    """Note that it is dealt with; answers those that are left."""
    db.write(lambda session: settle(session, mail, body.reason, staff.actor, clock()))
    return list_refused(db, staff)


def _all(session: Session) -> list[RefusedMailOut]:
    return [_out(session, one) for one in refused_mails(session)]


def _out(session: Session, one: Refused) -> RefusedMailOut:
    household = one.household
    return RefusedMailOut(
        mail_id=one.mail.id,
        subject=one.subject,
        refused_at=refused_at(one.mail),
        count=one.count,
        words=one.words,
        answer=one.mail.last_error or "",
        recipient=mask_email(one.mail.recipient),
        name=one.name,
        park_name=park_name(session, one),
        reservation=_place(household) if isinstance(household, Reservation) else None,
        waiting_entry=None if isinstance(household, Reservation) else _entry(household),
    )


def _entry(row: WaitingEntry) -> RefusedEntryOut:
    is_open = row.state in OPEN
    return RefusedEntryOut(
        id=row.id,
        version=row.version,
        state=cast(EntryStateOut, row.state),
        is_open=is_open,
        confirm_by=row.confirm_by if row.state == EntryState.WAITING and row.confirmed_at is None else None,
    )


def _place(row: Reservation) -> RefusedReservationOut:
    is_awaited = row.state == ReservationState.RESERVED and row.email_confirmed_at is None
    return RefusedReservationOut(
        id=row.id,
        reference=row.reference,
        spot_number=row.spot_number,
        phone=mask_phone(row.mobile_phone_e164),
        version=row.version,
        state=ReservationState(row.state),
        holds_spot=row.state in HOLDS_A_SPOT,
        confirm_by=row.confirm_by if is_awaited else None,
    )
