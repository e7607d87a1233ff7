"""What the database knows of a contract, as its life (`life.py`) takes it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import accumulate

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts.life import Claim, Early, Payment, Period, Purpose, Terms, claims
from services.contracts.models import Contract, EarlyPayment, SharePeriod
from services.parks.models import Park
from services.payments import ledger
from services.reservations.models import Reservation


@dataclass(frozen=True, slots=True)
class Facts:
    """`terms`: None until the contract is concluded. `payments`: for the first claim of the package."""

    terms: Terms | None
    connected_on: date | None
    received_cents: int
    """All that the household has paid, less what it got back."""
    payments: list[Payment]

    @property
    def plan(self) -> list[Claim]:
        """All claims that are known today."""
        return claims(self.terms, self.connected_on) if self.terms else []

    @property
    def open_cents(self) -> dict[tuple[Purpose, int], int]:
        """What is not paid yet of each claim; money pays the earliest first."""
        left, opened = max(self.received_cents, 0), {}
        for claim in self.plan:
            paid = min(left, claim.cents)
            left -= paid
            opened[claim.purpose, claim.number] = claim.cents - paid
        return opened


def facts_of(session: Session, contract: Contract, reservation: Reservation) -> Facts:
    """Read them."""
    return facts_of_each(session, [(contract, reservation)])[contract.id]


def facts_of_each(session: Session, rows: Sequence[tuple[Contract, Reservation]]) -> Mapping[int, Facts]:
    """The same of several contracts, each with its reservation, by the contract's id."""
    ids = [contract.id for contract, _ in rows]
    parks = select(Park).where(Park.id.in_({reservation.park_id for _, reservation in rows}))
    connected = {park.id: park.connected_on for park in session.scalars(parks)}
    agreed = select(EarlyPayment).where(EarlyPayment.contract_id.in_(ids))
    early = {one.contract_id: one for one in session.scalars(agreed)}
    received = ledger.received_of(session, ids)
    return {
        one.id: _facts(terms_of(one, early.get(one.id)), connected[of.park_id], received[one.id]) for one, of in rows
    }


def _facts(terms: Terms | None, connected_on: date | None, received: list[tuple[date, int]]) -> Facts:
    total = sum(cents for _, cents in received)
    payments = _first_payments(received, claims(terms, connected_on)[:2]) if terms and connected_on else []
    return Facts(terms, connected_on, total, payments)


def periods_of(session: Session, contract_id: int) -> list[Period]:
    """The rows of its share, in the order in which they were added."""
    return periods_of_each(session, [contract_id])[contract_id]


def periods_of_each(session: Session, contract_ids: Collection[int]) -> Mapping[int, list[Period]]:
    """The same of several contracts."""
    found = {id_: list[Period]() for id_ in contract_ids}
    query = select(SharePeriod).where(SharePeriod.contract_id.in_(contract_ids)).order_by(SharePeriod.id)
    for row in session.scalars(query):
        found[row.contract_id].append(Period(row.annual_kwh, row.first_day, row.last_day))
    return found


def terms_of(contract: Contract, agreed: EarlyPayment | None = None) -> Terms | None:
    """What was agreed; None before the contract is concluded."""
    if contract.withdraw_until is None:
        return None
    terms = Terms(
        annual_kwh=contract.annual_kwh,
        setup_cents=contract.setup_cents,
        total_cents=contract.total_cents,
        months=contract.months,
        instalment_cents=contract.instalment_cents,
        last_instalment_cents=contract.last_instalment_cents,
        term_years=contract.term_years,
        withdraw_until=contract.withdraw_until,
        price_cents=contract.price_cents,
        begins_on=contract.begins_on,
    )
    if agreed is None:
        return terms
    replaced = contract.last_instalment_cents + (contract.months - agreed.first) * contract.instalment_cents
    return replace(terms, early=Early(agreed.first, agreed.due, agreed.cents, replaced - agreed.cents))


def _first_payments(received: list[tuple[date, int]], first: list[Claim]) -> list[Payment]:
    """The days on which the money came to cover the set-up and the first claim of the package, or no longer did."""
    needed = sum(claim.cents for claim in first)
    covers = [total >= needed for total in accumulate(cents for _, cents in received)]
    days = [day for day, _ in received]
    changes = [(day, now) for day, before, now in zip(days, [False, *covers], covers, strict=False) if before != now]
    return [Payment(day, is_returned=not now) for day, now in changes]
