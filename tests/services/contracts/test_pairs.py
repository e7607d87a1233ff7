"""What can be done with a contract in which state: the allowed pairs in a table, every other one is refused by a
sentence and changes nothing. Money may come and go in every state (`tests/services/payments`); here a clerk gives a
payment to a contract.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import product
from typing import Any, Final

import pytest
from sqlalchemy import select

from services.contracts import order as orders_of
from services.contracts.connect import connect
from services.contracts.guard import guard_of
from services.contracts.inputs import DeskOrderIn, TransferIn
from services.contracts.models import SignedBy
from services.contracts.order import Maker, Taken, decide
from services.contracts.settle import settle_all
from services.contracts.transfer import transfer
from services.core.clock import berlin_day
from services.core.db.db import Base
from services.core.http.errors import Problem
from services.payments.bank.models import BankStatement, Finding, StatementLine
from services.payments.bank.statements import allocate
from services.payments.creditor import creditor_of
from services.reservations.desk.parks.cancel import Wish, cancel
from services.reservations.desk.perform import Request, perform
from services.reservations.transitions import GIVE_UP, HOUSEHOLD, OPERATIONS, Operation
from tests.services.contracts.orders import DECLARED, ENTERED, Orders
from tests.services.contracts.test_settle import PARK, WITHDRAW_UNTIL, Told
from tests.services.contracts.test_transfer import BEN

_CLERK: Final = "staff:7"
_OTHER: Final = {**ENTERED, **DECLARED, "iban": "DE02 1203 0000 0000 2020 51"}
_DEFAULTS: Final = {"signed_by": "letter", "received_on": "2026-11-02"}


@dataclass
class Life:
    """A household somewhere in its life, and what is done to it."""

    orders: Orders

    @property
    def told(self) -> Told:
        """The same with its days: the contract is there already."""
        told = Told.__new__(Told)
        told.orders, told.house, told.db = self.orders, self.orders.house, self.orders.house.db
        told.id = self.contract_id
        return told

    @property
    def contract_id(self) -> int:
        with self.orders.house.db.read() as session:
            latest = orders_of.latest_of(session, self.first_id)
        return latest.id if latest else 0

    @property
    def first_id(self) -> int:
        """The reservation of the first holder."""
        with self.orders.house.db.read() as session:
            table = Base.metadata.tables["reservations"]
            return int(session.scalar(select(table.c.id).order_by(table.c.id).limit(1)) or 0)

    def number(self) -> str:
        with self.orders.house.db.read() as session:
            latest = orders_of.latest_of(session, self.first_id)
        return latest.number if latest else "VG-2222-2222-V1"

    def settings(self) -> Any:
        return self.orders.settings

    def maker(self) -> Maker:
        return Maker(self.settings(), creditor_of(self.settings()))

    def write(self, work: Callable[[Any], Any]) -> Any:
        return self.orders.house.db.write(work)

    def now(self) -> Any:
        return self.orders.house.clock.now

    def perform(self, operation: Operation, actor: str = _CLERK) -> str:
        """As a clerk calls it by name; the refusal, if it is one."""
        guard = guard_of(self.settings(), self.orders.house.clock)
        request = Request(operation, (self.first_id,), actor, "so", guard=guard)
        (row,) = self.write(lambda session: perform(session, request, self.now())).results
        return str(row.detail or "")


def _order(life: Life) -> None:
    body = DeskOrderIn.model_validate({**_OTHER, **_DEFAULTS})
    taken = Taken(_CLERK, SignedBy.LETTER, date(2026, 11, 2))
    given = body.as_order(life.settings())
    orders_of.order(life.orders.house.db, life.maker(), life.first_id, given, taken, life.orders.house.clock)


def _decide(agrees: bool) -> Callable[[Life], Any]:
    def answer(life: Life) -> None:
        given: dict[str, Any] = {"agrees": agrees, "because": "so", "actor": _CLERK, "now": life.now()}
        life.write(lambda session: decide(session, life.contract_id, **given))

    return answer


def _transfer(life: Life) -> None:
    on = berlin_day(life.now())
    body = TransferIn.model_validate({**BEN, "received_on": on.isoformat()})
    wanted, taken = body.wanted(life.settings()), Taken(_CLERK, SignedBy.LETTER, on)
    transfer(life.orders.house.db, life.maker(), life.contract_id, wanted, taken, life.orders.house.clock)


def _allocate(life: Life) -> None:
    def give(session: Any) -> None:
        statement = BankStatement(sha256="0" * 64, name="1", taken_by=_CLERK, taken_at=life.now())
        session.add(statement)
        session.flush()
        line = StatementLine(
            statement_id=statement.id, reference="R1", booked_on=berlin_day(life.now()), amount_cents=100, details="",
            finding=Finding.UNALLOCATED.value, reason="", turn=0,
        )  # fmt: skip
        session.add(line)
        session.flush()
        allocate(session, line.id, life.number(), _CLERK, life.now())

    life.write(give)


def _named(name: str) -> Callable[[Life], str]:
    return lambda life: life.perform(OPERATIONS[name])


VERBS: Final[dict[str, Callable[[Life], Any]]] = {
    "order": _order,
    "agree": _decide(agrees=True),
    "refuse": _decide(agrees=False),
    "give_up": lambda life: life.perform(GIVE_UP, HOUSEHOLD),
    "note_contract": _named("contract"),
    "withdraw": _named("withdraw"),
    "pay": _allocate,
    "connect": lambda life: life.write(
        lambda session: connect(session, PARK, berlin_day(life.now()), _CLERK, life.now())
    ),
    "begin": _named("activate"),
    "transfer": _transfer,
    "end": _named("end"),
}


def _reserved(life: Life) -> None:
    life.orders.house.reserve()
    life.orders.house.open()


def _invited(life: Life) -> None:
    life.orders.decide()


def _asked(life: Life) -> None:
    life.orders.decide("24m")
    life.orders.order()


def _declined(life: Life) -> None:
    _asked(life)
    VERBS["refuse"](life)


def _dropped(life: Life) -> None:
    _asked(life)
    VERBS["give_up"](life)
    settle_all(life.orders.house.db, life.settings(), life.orders.house.clock)


def _concluded(life: Life) -> None:
    life.orders.decide()
    life.orders.order()


def _binding(life: Life) -> None:
    _concluded(life)
    life.told.night(WITHDRAW_UNTIL + timedelta(1))


def _connected(life: Life) -> None:
    _binding(life)
    life.told.pay(date(2026, 11, 20), 7900)
    life.told.connect(date(2027, 6, 1))
    life.told.night(date(2027, 6, 20))


def _earning(life: Life) -> None:
    _connected(life)
    life.told.pay(date(2027, 6, 20), 129_900)
    life.told.night(date(2027, 6, 21))


def _returned(life: Life) -> None:
    _earning(life)
    life.told.give_back(date(2027, 6, 25), 129_900)
    life.told.night(date(2027, 6, 26))


def _withdrawn(life: Life) -> None:
    _concluded(life)
    VERBS["withdraw"](life)
    life.told.night(date(2026, 11, 5))


def _called_off(life: Life) -> None:
    _concluded(life)
    life.write(lambda session: cancel(session, PARK, Wish(None, None, "so"), _CLERK, life.now()))
    life.told.night(date(2026, 11, 5))


def _transferred(life: Life) -> None:
    _earning(life)
    VERBS["transfer"](life)


def _ended(life: Life) -> None:
    _earning(life)
    VERBS["end"](life)
    life.told.night(date(2027, 6, 22))


STATES: Final[dict[str, Callable[[Life], None]]] = {
    "reserved": _reserved,
    "invited": _invited,
    "asked": _asked,
    "declined": _declined,
    "dropped": _dropped,
    "concluded": _concluded,
    "binding": _binding,
    "connected": _connected,
    "earning": _earning,
    "returned": _returned,
    "withdrawn": _withdrawn,
    "called_off": _called_off,
    "transferred": _transferred,
    "ended": _ended,
}

# What is allowed where. The day of a grid connection is the park's, so it can be noted whatever its households do.
ALLOWED: Final = {
    "reserved": {"give_up", "connect"},
    "invited": {"order", "give_up", "connect"},
    "asked": {"order", "agree", "refuse", "give_up", "pay", "connect"},
    "declined": {"order", "give_up", "pay", "connect"},
    "dropped": {"pay", "connect"},
    "concluded": {"withdraw", "pay", "connect"},
    "binding": {"withdraw", "pay", "connect"},
    "connected": {"withdraw", "pay"},
    "earning": {"withdraw", "pay", "transfer", "end"},
    "returned": {"withdraw", "pay"},
    "withdrawn": {"pay", "connect"},
    "called_off": {"pay"},
    "transferred": {"pay"},
    "ended": {"pay"},
}
PAIRS: Final = [(state, verb) for state, verbs in ALLOWED.items() for verb in sorted(verbs)]


@pytest.fixture
def life(orders: Orders, monkeypatch: pytest.MonkeyPatch) -> Life:
    """With papers of one line: setting them takes longer than all the rest."""
    for room in ("order", "transfer"):
        monkeypatch.setattr(f"services.contracts.{room}.papers", lambda *_: b"%PDF-1.7")
    return Life(orders)


def done(life: Life, verb: str) -> str:
    """Do it; the refusal, empty where there is none."""
    try:
        said = VERBS[verb](life)
    except Problem as refused:
        return str(refused.detail)
    return said if isinstance(said, str) else ""


def everything(life: Life) -> dict[str, list[Any]]:
    """Each row of the database."""
    with life.orders.house.db.read() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key.columns))]
            for table in Base.metadata.sorted_tables
        }


def test_every_state_and_every_verb_is_in_the_table() -> None:
    assert set(ALLOWED) == set(STATES)
    assert set().union(*ALLOWED.values()) == set(VERBS) - {"note_contract", "begin"}, "these two are nowhere right"
    assert len(PAIRS) < len(list(product(STATES, VERBS))) / 3


@pytest.mark.parametrize("state", STATES)
def test_what_is_not_allowed_is_refused_by_a_sentence_and_changes_nothing(life: Life, state: str) -> None:
    STATES[state](life)
    before = everything(life)
    for verb in sorted(set(VERBS) - ALLOWED[state]):
        said = done(life, verb)
        assert re.fullmatch(r"[A-ZÄÖÜ0-9„].+[.“]", said), (verb, said)
        assert everything(life) == before, verb


@pytest.mark.parametrize(("state", "verb"), PAIRS)
def test_what_is_allowed_is_done(life: Life, state: str, verb: str) -> None:
    STATES[state](life)
    before = everything(life)
    assert done(life, verb) == ""
    assert everything(life) != before
