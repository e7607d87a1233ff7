"""Composes the mails to households about operations on their reservations, and those with a link to their page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session, object_session

from services.core.contact_details import deliverable_address
from services.core.german import long_moment
from services.household_links.links import Wanted, issue, issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.catalogue import KINDS, LEADS_TO_PAGE, LINK_SEED, ReservationReceived, to_values
from services.mail.letters.household import ConfirmAddress, PageLink
from services.mail.link_tokens import new_seed, seed_sha256
from services.mail.models import WAITING, Mail
from services.mail.outbox import Order
from services.offer import CARD_VERIFICATION_CENTS, OFFER, PACKAGES, PLANS, TERM_YEARS
from services.parks.models import Park
from services.parks.queries import drawn_field
from services.reservations.models import Reservation, StaffOperation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import Operation

GRACE = timedelta(minutes=10)
"""Delay of every operation's mail: a slip noticed at once can be undone before anything is sent."""

NAMES: Final[tuple[str, ...]] = ("first_name", "last_name")
"""Columns of a reservation that its mails hold as they were when they were ordered."""


def letter(
    reservation: Reservation, operation: Operation, performed: StaffOperation, now: datetime, **members: Any
) -> Order:
    """The mail of an operation, made from the reservation before it. `members`: values that no column holds."""
    if operation.mail is None:
        raise ValueError(f"{operation.name} sends no mail")
    until = long_moment(performed.undo_until) if performed.undo_until else ""
    not_before = None if operation.is_announced_at_once else now + GRACE
    key = letter_key(operation.mail, reservation.reference, performed.id)
    return compose(reservation, operation.mail, key, not_before, undo_until=until, **members)


def correction(reservation: Reservation, operation: Operation, operation_id: int, **members: Any) -> Order:
    """The mail that corrects an earlier one after an undo."""
    kind = operation.correction
    key = letter_key(kind, reservation.reference, operation_id)
    if kind == operation.mail:
        key += ":undo"
    return compose(reservation, kind, key, **members)


def letter_key(kind: str, reference: str, operation_id: int) -> str:
    """The dedupe key: an operation that is undone and repeated is announced again."""
    return f"{kind}:{reference}:{operation_id}"


def card_check(deposits: Sequence[str]) -> str:
    """What the closing mail says about the card checks that end with it: only of what was taken there is anything."""
    return "refund" if DepositState.VERIFIED in deposits else "none"


def subject_of(kind: str) -> str:
    """The mail's subject, as staff see it announced."""
    return str(KINDS[kind].subject)


def compose(
    reservation: Reservation, kind: str, dedupe_key: str, not_before: datetime | None = None, **members: Any
) -> Order:
    """A mail of this kind to the household, with the values of its reservation and the other `members` it needs."""
    kind_of_mail = KINDS[kind]
    names = [f.name for f in fields(kind_of_mail)]
    session = object_session(reservation)
    if "taken" in names and "taken" not in members and session:
        members |= field_members(session, [reservation.park_id])[reservation.park_id]
    made = kind_of_mail(**{name: members[name] if name in members else _MEMBERS[name](reservation) for name in names})
    return Order(
        kind=kind,
        recipient=_recipient(reservation),
        subject_ref=f"reservation:{reservation.id}",
        dedupe_key=dedupe_key,
        values=to_values(made),
        not_before=not_before,
    )


def order_letters(session: Session, letters: Sequence[Order], now: datetime) -> None:
    """Order letters to households. Each that leads to the page brings a fresh link, whose time begins when the
    letter may leave; on paper there is none.
    """
    seeds = {one.dedupe_key: new_seed() for one in letters if one.recipient and one.kind in LEADS_TO_PAGE}
    led = [replace(one, values=one.values | {LINK_SEED: seeds.get(one.dedupe_key, "")}) for one in letters]
    issue(session, [_wanted(session, one) for one in led if one.values[LINK_SEED]], now)
    outbox.order(session, led, now)


def _wanted(session: Session, letter: Order) -> Wanted:
    reservation = session.get_one(Reservation, int(letter.subject_ref.removeprefix("reservation:")))
    return Wanted(reservation.id, Purpose.OPEN, reservation.email, letter.values[LINK_SEED], letter.not_before)


def send_link(session: Session, reservation: Reservation, now: datetime) -> None:
    """Mail a fresh link to the household's page; to an address not confirmed yet, one that asks for that. A household
    without a mailbox has no such page.
    """
    if not reservation.has_mailbox:
        return
    asks = reservation.email_confirmed_at is None and reservation.state == ReservationState.RESERVED
    purpose = Purpose.CONFIRM if asks else Purpose.OPEN
    seed = issue_one(session, reservation.id, purpose, reservation.email, now)
    kind = ConfirmAddress.kind if asks else PageLink.kind
    members: dict[str, Any] = {LINK_SEED: seed, "confirm_by": deadline_words(reservation)}
    outbox.order(session, [compose(reservation, kind, link_key(kind, reservation, seed), **members)], now)


def send_confirmation(session: Session, reservation: Reservation, now: datetime) -> None:
    """The first mail once more, to the new address; where there was none, a short one that asks to confirm."""
    key = f"{ReservationReceived.kind}:{reservation.reference}"
    first = session.scalars(select(Mail).where(Mail.dedupe_key == key)).one_or_none()
    outbox.cancel(session, [key], now)
    if first is None:
        send_link(session, reservation, now)
        return
    seed = issue_one(session, reservation.id, Purpose.CONFIRM, reservation.email, now)
    names = {name: getattr(reservation, name) for name in NAMES if first.values.get(name)}
    present = {**names, LINK_SEED: seed, "confirm_by": deadline_words(reservation)}
    order = Order(
        kind=first.kind,
        recipient=_recipient(reservation),
        subject_ref=first.subject_ref,
        dedupe_key=f"{key}:{seed[:8]}",
        values=first.values | present,
    )
    outbox.order(session, [order], now)


def write_to_new_address(session: Session, reservation: Reservation, now: datetime) -> None:
    """What an address that staff have entered or corrected gets: a link that confirms it. Nobody else knows yet whether
    it is the household's.
    """
    if reservation.state == ReservationState.RESERVED and reservation.has_mailbox:
        send_confirmation(session, reservation, now)
    else:
        send_link(session, reservation, now)


def redirect(session: Session, reservation: Reservation, former: str, now: datetime) -> None:
    """Send what waits for the former address to the present one. A mail that brings a link is cancelled, for its link
    has ended; one that only leads to the page as well gets a fresh link. A letter to be printed stays one, and what is
    leaving at this moment cannot be held back.
    """
    if not former:
        return
    is_theirs = (Mail.subject_ref == f"reservation:{reservation.id}") & (Mail.recipient == former)
    for mail in session.scalars(select(Mail).where(WAITING, is_theirs)).all():
        if mail.values.get(LINK_SEED) and mail.kind not in LEADS_TO_PAGE:
            outbox.cancel(session, [mail.dedupe_key], now)
        else:
            mail.recipient = _recipient(reservation)
            lead_to_page(session, mail, reservation, now)


def correct_names(session: Session, reservation: Reservation, former: Mapping[str, str]) -> None:
    """Let the mails about a reservation that wait bear its corrected names. `former`: the names before, which a mail
    has to hold to be changed: some greet nobody by name.
    """
    is_about = Mail.subject_ref == f"reservation:{reservation.id}"
    for mail in session.scalars(select(Mail).where(WAITING, is_about)).all():
        mail.values = mail.values | {
            name: getattr(reservation, name) for name, before in former.items() if mail.values.get(name) == before
        }


def lead_to_page(session: Session, mail: Mail, reservation: Reservation, now: datetime) -> None:
    """Give a mail that leads to the household's page a fresh link there: that of the former address has ended."""
    if mail.kind in LEADS_TO_PAGE and reservation.has_mailbox:
        seed = issue_one(session, reservation.id, Purpose.OPEN, reservation.email, now)
        mail.values = mail.values | {LINK_SEED: seed}


def deadline_words(reservation: Reservation) -> str:
    """Until when the address has to be confirmed; empty: no matter."""
    return _until(reservation.confirm_by)


def _until(moment: datetime | None) -> str:
    return long_moment(moment) if moment else ""


def link_key(kind: str, reservation: Reservation, seed: str) -> str:
    """The dedupe key of a mail that brings a link."""
    return f"{kind}:{reservation.reference}:{seed_sha256(seed)[:16]}"


def _recipient(reservation: Reservation) -> str:
    return deliverable_address(reservation.email, reservation.email_normalized)


def _park_of(reservation: Reservation) -> Park:
    """Its park under its current name; of a thousand letters only the first queries the database."""
    session = object_session(reservation)
    park = session.get(Park, reservation.park_id) if session else None
    if park is None:
        raise ValueError("a letter is made of a reservation that is loaded, with its park")
    return park


def field_members(session: Session, park_ids: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The members of a letter that draw its park, by park: for who writes many letters and reads each park once."""
    drawn = {park_id: drawn_field(session, park_id) for park_id in park_ids}
    return {park_id: {"total_spots": total, "taken": taken} for park_id, (total, taken) in drawn.items()}


_TIMELINE = OFFER["timeline"]
_MEMBERS: dict[str, Callable[[Reservation], Any]] = {
    LINK_SEED: lambda _: "",
    "first_name": lambda r: r.first_name,
    "last_name": lambda r: r.last_name,
    "reference": lambda r: r.reference,
    "park_name": lambda r: _park_of(r).name,
    "spot_number": lambda r: r.spot_number,
    "package": lambda r: PACKAGES[r.annual_kwh].name,
    "annual_kwh": lambda r: r.annual_kwh,
    "price_cents": lambda r: r.share_amount_cents,
    "plan_months": lambda r: PLANS[r.payment_plan].months,
    "plan_total_cents": lambda r: r.plan_total_cents,
    "instalment_cents": lambda r: r.instalment_cents,
    "last_instalment_cents": lambda r: r.last_instalment_cents,
    "nominal_interest_bp": lambda r: r.nominal_interest_bp,
    "effective_interest_bp": lambda r: r.effective_interest_bp,
    "setup_fee_cents": lambda r: r.setup_fee_cents,
    "least_annual_cents": lambda r: r.minimum_total_cents // TERM_YEARS,
    "card_verification_cents": lambda _r: CARD_VERIFICATION_CENTS,
    "card_check": lambda r: card_check([r.deposit_state]),
    "withdrawal_days": lambda _r: _TIMELINE["withdrawal_days"],
    "refund_days": lambda _r: _TIMELINE["refund_days"],
    "term_years": lambda _r: TERM_YEARS,
    "number": lambda _r: "",
    "setup_due": lambda _r: "",
    "withdraw_until": lambda _r: "",
    "decide_by": lambda r: _until(r.decide_by),
    "dropped_references": lambda _r: [],
    "is_by_us": lambda _r: False,
    "keeps_number": lambda _r: True,
    "link_seed": lambda _r: "",
}
