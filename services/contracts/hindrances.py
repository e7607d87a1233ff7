"""What is in the way of a contract's end, or of another holder: all of it at once, each with the page of the console
where it is settled.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts.models import Contract
from services.core.clock import berlin_day
from services.core.money import format_eur
from services.declarations.models import DeclarationCase
from services.declarations.states import UNDECIDED
from services.household.hand_over.rows import can_be_answered, open_of
from services.payments import ledger
from services.payments.bank.runs import is_under_way
from services.payments.bank.statements import returns_to_decide
from services.payments.chart import Account
from services.reservations.models import Reservation

PAYMENTS = "/payments"
RUNNING = "transfer_running"


class Hindrance(NamedTuple):
    """What is in the way, in German, and the page of the console where it is settled."""

    code: str
    sentence: str
    cure: str


def hindrances(session: Session, contract: Contract, reservation: Reservation, now: datetime) -> list[Hindrance]:
    """Everything that is in the way now."""
    return [*_of_money(session, contract, now), *_of_people(session, reservation, now)]


def _of_money(session: Session, contract: Contract, now: datetime) -> Iterator[Hindrance]:
    open_cents = sum(item.open_cents for item in ledger.open_items(session, contract.id) if item.due <= berlin_day(now))
    if open_cents > 0:
        words = f"{format_eur(open_cents)} sind fällig und nicht bezahlt."
        yield Hindrance("open_claims", words, PAYMENTS)
    if any(line.contract_id == contract.id for line in returns_to_decide(session)):
        yield Hindrance("return_undecided", "Über eine zurückgegebene Lastschrift ist noch zu entscheiden.", PAYMENTS)
    if is_under_way(session, contract.id):
        yield Hindrance("at_bank", "Eine Lastschrift oder Erstattung ist noch bei der Bank.", PAYMENTS)
    balances = ledger.balances_of(session, contract.id)
    owed_back = -balances.get(Account.REFUND_PAYABLE, 0)
    if owed_back > 0:
        yield Hindrance("refund_owed", f"{format_eur(owed_back)} sind dem Haushalt noch zu erstatten.", PAYMENTS)


def _of_people(session: Session, reservation: Reservation, now: datetime) -> Iterator[Hindrance]:
    record = f"/reservations/{reservation.id}/show"
    offer = open_of(session, reservation.id)
    if offer is not None and can_be_answered(offer, reservation, now):
        yield Hindrance(RUNNING, "Der Vertrag ist gerade jemandem zur Übernahme angeboten.", record)
    undecided = (DeclarationCase.reservation_id == reservation.id) & DeclarationCase.state.in_(
        [state.value for state in UNDECIDED]
    )
    declaration = session.scalar(select(DeclarationCase.declaration_id).where(undecided).limit(1))
    if declaration is not None:
        words = "Über einen Widerruf oder eine Kündigung ist noch zu entscheiden."
        yield Hindrance("declaration_undecided", words, f"/declarations/{declaration}/show")
