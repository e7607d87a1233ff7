"""A household pays at once what is left of its instalments, or goes back to them as long as nothing of it is paid."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.contracts.errors import NoContractNow, OfferChanged, UnknownContract
from services.contracts.facts import Facts, facts_of
from services.contracts.life import Early, Purpose, pay_early
from services.contracts.models import Contract, ContractState, EarlyPayment
from services.core.clock import berlin_day
from services.core.german import long_day
from services.mail.letters.household import EarlyPaymentAgreed
from services.payments import ledger
from services.payments.bank.notices import take_back
from services.payments.ledger import Booking
from services.payments.mandates import active_of
from services.reservations.desk.perform import lock_one
from services.reservations.mails import compose, order_letters
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.staff import audit


def possible(contract: Contract, reservation: Reservation, facts: Facts, now: datetime) -> Early | str:
    """What is left, if it is paid at once; else why that cannot be, in German."""
    runs = contract.state == ContractState.CONCLUDED.value and reservation.state == ReservationState.ACTIVE.value
    if not runs or facts.terms is None:
        return "Das geht nur bei einem laufenden Vertrag."
    return pay_early(facts.terms, facts.connected_on, berlin_day(now))


def agree(session: Session, contract_id: int, seen_cents: int, actor: str, now: datetime) -> None:
    """Replace the instalments that are left. `seen_cents`: the amount that was shown. UnknownContract, NoContractNow,
    OfferChanged.
    """
    contract, reservation, facts = _locked(session, contract_id)
    early = possible(contract, reservation, facts, now)
    if isinstance(early, str):
        raise NoContractNow(early)
    if early.cents != seen_cents:
        raise OfferChanged
    session.add(
        EarlyPayment(contract_id=contract_id, first=early.first, due=early.due, cents=early.cents, agreed_at=now)
    )
    _done(session, (contract, reservation), early, actor, now)


def undo(session: Session, contract_id: int, actor: str, now: datetime) -> None:
    """Go back to the instalments. UnknownContract; NoContractNow once something of it is paid or with the bank."""
    contract, reservation, facts = _locked(session, contract_id)
    row, early = session.get(EarlyPayment, contract_id), facts.terms.early if facts.terms else None
    if row is None or early is None:
        raise NoContractNow("Zu diesem Vertrag ist keine vorzeitige Zahlung vereinbart.")
    if facts.open_cents[Purpose.REST, 0] != early.cents:
        raise NoContractNow("Davon ist schon etwas bezahlt. Zurück zu den Raten geht es nicht mehr.")
    key = ledger.Claim(contract_id, Purpose.REST.value, early.due, early.cents).key
    if not take_back(session, key, now):
        raise NoContractNow("Die Abbuchung ist schon auf dem Weg zur Bank. Zurück zu den Raten geht es nicht mehr.")
    ledger.take_back(session, key, Booking(berlin_day(now), actor, now))
    session.delete(row)
    _done(session, (contract, reservation), early, actor, now, is_over=True)


def _locked(session: Session, contract_id: int) -> tuple[Contract, Reservation, Facts]:
    found = session.get(Contract, contract_id)
    if found is None:
        raise UnknownContract
    reservation = lock_one(session, found.reservation_id)
    contract = session.get_one(Contract, contract_id, with_for_update=True, populate_existing=True)
    return contract, reservation, facts_of(session, contract, reservation)


def _done(
    session: Session,
    of: tuple[Contract, Reservation],
    early: Early,
    actor: str,
    now: datetime,
    *,
    is_over: bool = False,
) -> None:
    contract, reservation = of
    session.flush()
    told: dict[str, Any] = {
        "contract": contract.number,
        "cents": early.cents,
        "saved_cents": early.saved_cents,
        "day": long_day(early.due),
        "instalments": contract.months - early.first + 1,
        "is_collected": active_of(session, contract.id) is not None,
        "is_over": is_over,
    }
    key = f"{EarlyPaymentAgreed.kind}:{contract.number}:{now.isoformat()}:{is_over}"
    order_letters(session, [compose(reservation, EarlyPaymentAgreed.kind, key, **told)], now)
    name = "keep_instalments" if is_over else "pay_early"
    details = {"contract": contract.number, "cents": early.cents}
    audit.append(session, [audit.Event(actor, f"reservation.{name}", f"reservation:{reservation.id}", details)], now)
