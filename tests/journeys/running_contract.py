"""A contract that nobody can withdraw any more, in a park on the grid, for the journeys."""

from datetime import timedelta

from sqlalchemy import update

from services.contracts.models import Contract, SignedBy
from services.contracts.order import Maker, Order, Taken, order
from services.contracts.settle import settle
from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.parks.models import Park
from services.payments import ledger
from services.payments.bank_account import BankAccount
from services.payments.creditor import creditor_of
from services.payments.ledger import Booking
from services.settings import Settings
from tests.fixtures.servers import Server

ALL = 7900 + 129_900
"""Set-up and package of 2,000 kWh, paid once."""


def run_contract(server: Server, db: Database, reservation_id: int, paid: int = ALL) -> int:
    """Order for a household that has fixed its share, and let the days pass; the contract's id."""
    settings = Settings(_env_file=None, data_dir=server.data_dir)  # type: ignore[call-arg]
    now, today = utc_now(), berlin_day(utc_now())
    given = Order("Am Stein 3", "Ingolstadt", BankAccount.of(settings, "DE89370400440532013000", "Änne Müller"))
    taken = Taken("staff:1", SignedBy.LETTER, today)
    id_ = order(db, Maker(settings, creditor_of(settings)), reservation_id, given, taken, utc_now)
    before = today - timedelta(1)
    db.write(lambda session: session.execute(update(Contract).values(withdraw_until=before)) and None)
    db.write(lambda session: session.execute(update(Park).values(confirmed_at=now, connected_on=before)) and None)
    if paid:
        db.write(lambda session: ledger.pay(session, "in", id_, paid, Booking(today, "bank", now)))
    db.write(lambda session: settle(session, settings, id_, now))
    return id_
