"""Brings books and earning days of contracts in line with the facts: what has become due is booked, what a withdrawal
or a park called off has ended is taken back and owed, a share earns or no longer does.

Everything follows from facts and has a natural key, so it may run at any time, twice, and after a process that ended in
the middle.
"""

from datetime import date, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts.connect import begin_supply
from services.contracts.facts import Facts, facts_of, periods_of
from services.contracts.life import Claim, Period, periods
from services.contracts.models import Contract, ContractState, SharePeriod
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.payments import ledger, mandates
from services.payments.bank.notices import announce
from services.payments.ledger import Booking
from services.payments.models import MandateEnd
from services.reservations.desk.perform import lock_one
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import ReservationState
from services.settings import Settings

JOB: Final = "settle-contracts"
BY: Final = f"job:{JOB}"
_RUNNING: Final = (ReservationState.CONTRACTED, ReservationState.ACTIVE)
_TAKEN_BACK: Final = (ReservationState.WITHDRAWN, ReservationState.PARK_CANCELLED)
_BATCH: Final = 100


def settle_all(db: Database, settings: Settings, clock: Clock) -> int:
    """Settle every contract that is asked for or concluded, and that the day may have changed; returns how many."""
    today = berlin_day(clock())
    is_due = Contract.settled_on.is_(None) | (Contract.settled_on < today)
    stands = Contract.state.in_([ContractState.ASKED.value, ContractState.CONCLUDED.value])
    done = last = 0
    while True:
        with db.read() as session:
            query = select(Contract.id).where(Contract.id > last, is_due, stands).order_by(Contract.id).limit(_BATCH)
            ids = list(session.scalars(query))
        for last in ids:
            db.write(lambda session, id_=last: settle(session, settings, id_, clock()))  # type: ignore[misc]
            done += 1
        if len(ids) < _BATCH:
            return done


def settle(session: Session, settings: Settings, contract_id: int, now: datetime) -> None:
    """One contract. A unit of work."""
    reservation = lock_one(session, session.get_one(Contract, contract_id).reservation_id)
    contract = session.get_one(Contract, contract_id, with_for_update=True, populate_existing=True)
    state, today = ReservationState(reservation.state), berlin_day(now)
    if contract.state == ContractState.ASKED.value:
        if state is not ReservationState.INVITED:
            contract.state = ContractState.DROPPED.value
            mandates.end_of(session, contract.id, MandateEnd.CONTRACT_OVER, now)
        return
    if contract.state != ContractState.CONCLUDED.value:
        return
    if state is ReservationState.CONTRACTED:
        begin_supply(session, contract, reservation, BY, now)
    if state not in _RUNNING and contract.ended_on is None:
        contract.ended_on = _ended_on(session, reservation, today)
        mandates.end_of(session, contract.id, MandateEnd.CONTRACT_OVER, now)
    facts = facts_of(session, contract, reservation)
    booking = Booking(today, BY, now)
    due = [claim for claim in facts.plan if claim.due <= min(today, contract.ended_on or today)]
    for claim in due:
        booked = _claim(contract, claim)
        if state in _TAKEN_BACK:
            ledger.take_back(session, booked.key, booking)
        else:
            ledger.claim_due(session, booked, Booking(claim.due, BY, now))
    if state not in _RUNNING:  # nothing more will be due, so what was paid too much goes back
        ledger.owe_back(session, "withdrawn" if state in _TAKEN_BACK else "ended", contract.id, booking)
    unpaid = [_claim(contract, claim) for claim in facts.plan if facts.open_cents[claim.purpose, claim.number]]
    announce(session, settings, unpaid, now)  # none without a mandate, which ends with the contract
    _add_periods(session, contract, facts, state, now)
    contract.settled_on = today
    session.flush()


def _claim(contract: Contract, claim: Claim) -> ledger.Claim:
    purpose = f"{claim.purpose}-{claim.number}" if claim.number else claim.purpose.value
    return ledger.Claim(contract.id, purpose, claim.due, claim.cents)


def _ended_on(session: Session, reservation: Reservation, today: date) -> date:
    """The day of the change that ended it."""
    query = select(ReservationChange).where(ReservationChange.reservation_id == reservation.id)
    changes = session.scalars(query.order_by(ReservationChange.id.desc()))
    return next((berlin_day(one.at) for one in changes if "state" in one.after), today)


def _add_periods(session: Session, contract: Contract, facts: Facts, state: ReservationState, now: datetime) -> None:
    if facts.terms is None:
        return
    known = periods_of(session, contract.id)
    added = periods(facts.connected_on, facts.terms, facts.payments, known=known, ended_on=contract.ended_on)
    session.add_all(
        SharePeriod(
            contract_id=contract.id,
            annual_kwh=row.annual_kwh,
            first_day=row.first_day,
            last_day=row.last_day,
            cause=_cause(session, contract, row, known, has_ended=state not in _RUNNING),
            at=now,
        )
        for row in added
    )


def _cause(session: Session, contract: Contract, row: Period, known: list[Period], *, has_ended: bool) -> str:
    if row.annual_kwh > 0:
        return "cured" if known else contract.cause or "begins"
    successor = select(Contract.cause).where(Contract.taken_over_from_id == contract.id)
    return (session.scalar(successor) or "ended") if has_ended else "unpaid"
