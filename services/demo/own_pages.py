"""What households do on their own pages: confirm their address, wait for a place, answer an offer, order."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts import order as orders
from services.contracts.models import Contract
from services.contracts.order import Maker
from services.core.contact_details import Email, read_email
from services.demo.scene import Scene
from services.household.sign_in import use_link
from services.mail.catalogue import LINK_SEED
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.offer import PLANS
from services.payments import check_card, mandates
from services.payments.bank_account import BankAccount
from services.payments.creditor import creditor_of
from services.payments.models import CardCheck, Mandate, MandateEnd
from services.payments.simulated import Simulated, SimulatedChecks
from services.reservations.models import ASKED, Reservation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import HOUSEHOLD
from services.waiting_list import answers, join
from services.waiting_list.accept import accept
from services.waiting_list.errors import NotFull
from services.waiting_list.models import WaitingOffer
from services.waiting_list.sign_in import use_link as use_waiting_link

_IBAN: Final = "DE89370400440532013000"
"""The example that banks give of an account number."""
_OTHER_IBAN: Final = "DE02120300000000202051"
_TYPED: Final = ("postcode", "mobile_phone", *(one.name for one in ASKED if one.values.options))
"""What the form hands on to the waiting list when it finds the park full."""


def confirm_address(scene: Scene, reservation_id: int) -> None:
    """Press the button of the link in the first mail."""
    token = _token(scene, f"reservation:{reservation_id}")
    scene.write(lambda session, now: use_link.press(session, scene.settings, token, now))


def join_list(scene: Scene, body: dict[str, Any]) -> int | None:
    """Enter the waiting list of a full park, and confirm the address; the entry's id. None: a place is free."""
    name = f"{body['first_name']} {body['last_name']}"
    typed = {member: body[member] for member in _TYPED}
    wish = join.Wish(body["park"], name, _email(body["email"]), body["annual_kwh"], body["payment_plan"], typed)
    try:
        entry = scene.write(lambda session, now: join.join(session, scene.settings, wish, now))
    except NotFull:
        return None
    if entry is None:
        return None
    token = _token(scene, f"waiting:{entry.id}")
    scene.write(lambda session, now: use_waiting_link.press(session, scene.settings, token, now))
    return entry.id


def answer_offers(scene: Scene) -> None:
    """Of the households with an open offer some take the place, some say no, and some say nothing."""
    is_open = WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at > scene.clock())
    with scene.db.read() as session:
        offered = [(offer.entry_id, offer.annual_kwh) for offer in session.scalars(select(WaitingOffer).where(is_open))]
    for entry_id, kwh in offered:
        body = scene.waiting[entry_id]
        mood = scene.random.random()
        if mood < 0.5 and body["annual_kwh"] <= kwh:
            request = scene.checked(body)
            scene.write(lambda session, now, id_=entry_id, of=request: accept(session, scene.settings, id_, of, now))  # type: ignore[misc]
        elif mood < 0.6:
            scene.write(lambda session, now, id_=entry_id: answers.decline(session, id_, now))  # type: ignore[misc]


def check_cards(scene: Scene, presses: Sequence[str]) -> None:
    """Households that wait have their cards checked by the simulated provider, a button each; none for an empty one.
    Only what is paid or refused is looked at: who goes away does not ask what came of it.
    """
    provider = SimulatedChecks(scene.db, scene.settings.public_url, scene.clock)
    waits = (Reservation.state == ReservationState.RESERVED.value) & Reservation.email_confirmed_at.is_not(None)
    waits &= Reservation.deposit_state == DepositState.RESERVED.value
    tried = select(CardCheck.reservation_id)
    query = select(Reservation.id).where(waits, Reservation.id.not_in(tried)).order_by(Reservation.id.desc())
    with scene.db.read() as session:
        ids = session.scalars(query.limit(len(presses))).all()
    for id_, press in zip(ids, presses, strict=False):
        key = check_card.begin(scene.db, provider, id_, scene.clock).rpartition("/")[2]
        if press:
            provider.press(key, Simulated(press))
        if press in (Simulated.PAID, Simulated.REFUSED, Simulated.NOT_CONFIRMED):
            check_card.follow_latest(scene.db, provider, id_, scene.clock)


def order_contracts(scene: Scene, count: int, *, in_instalments: bool) -> None:
    """Households that have fixed their share order, so many of them. Who wants instalments waits for a decision."""
    plans = [plan.id for plan in PLANS.values() if bool(plan.months) is in_instalments]
    maker = Maker(scene.settings, creditor_of(scene.settings))
    ready = (Reservation.state == ReservationState.INVITED.value) & Reservation.decided_at.is_not(None)
    ready &= Reservation.payment_plan.in_(plans)
    query = select(Reservation).where(ready, Reservation.id.not_in(select(Contract.reservation_id)))
    with scene.db.read() as session:
        households = session.scalars(query.order_by(Reservation.id).limit(count)).all()
    for one in households:
        account = BankAccount.of(scene.settings, _IBAN, f"{one.first_name} {one.last_name}")
        given = orders.Order(one.street or "Am Stein 3", one.town or "Ingolstadt", account)
        orders.order(scene.db, maker, one.id, given, orders.Taken(HOUSEHOLD), scene.clock)


def lose_and_change_accounts(scene: Scene) -> None:
    """Of the first two running contracts one household takes its mandate back, the other one changes its account."""
    query = select(Contract.id, Contract.reservation_id).join(Mandate, Mandate.contract_id == Contract.id)
    with scene.db.read() as session:
        found = session.execute(query.where(Mandate.ended_at.is_(None)).order_by(Contract.id).limit(2)).all()
    for place, (contract_id, reservation_id) in enumerate(found):
        if place == 0:
            scene.write(partial(_revoke, contract_id))
            continue
        with scene.db.read() as session:
            household = session.get_one(Reservation, reservation_id)
            account = BankAccount.of(scene.settings, _OTHER_IBAN, f"{household.first_name} {household.last_name}")
        scene.write(partial(_ask_account, reservation_id, account))
        confirm_address(scene, reservation_id)


def _ask_account(reservation_id: int, account: BankAccount, session: Session, now: datetime) -> None:
    orders.ask_account(session, reservation_id, account, now)


def _revoke(contract_id: int, session: Session, now: datetime) -> None:
    mandates.end_of(session, contract_id, MandateEnd.REVOKED, now)


def _email(address: str) -> Email:
    return read_email(address, allow_test_domains=True)


def _token(scene: Scene, subject: str) -> str:
    """The token of the latest link that was mailed about something."""
    with scene.db.read() as session:
        mails = session.scalars(select(Mail).where(Mail.subject_ref == subject).order_by(Mail.id.desc())).all()
    seed = next(mail.values[LINK_SEED] for mail in mails if mail.values.get(LINK_SEED))
    return link_token(scene.settings.secret_key, seed)
