"""The books: an entry sums to zero, nothing is booked twice or edited, refund and return meet at zero."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.payments import ledger
from services.payments.chart import INCOME_OF, LABEL, OF_CONTRACTS, PURPOSE, Account
from services.payments.ledger import Claim, DifferentEntry, Posting, balances_of, open_items, open_of, post
from services.payments.models import LedgerEntry, LedgerPosting
from tests.services.payments.under_contract import BOOKING, NOW, TODAY, add_contracts
from tests.services.stored import execute

DUE = date(2026, 10, 30)
Move = Callable[[Session, int], object]


def claim(purpose: str, cents: int, due: date = DUE) -> Move:
    return lambda session, id_: ledger.claim_due(session, Claim(id_, purpose, due, cents), replace(BOOKING, on=due))


def pay(source: str, cents: int) -> Move:
    return lambda session, id_: ledger.pay(session, source, id_, cents, BOOKING)


def give_back(source: str, cents: int, fee: int = 0) -> Move:
    return lambda session, id_: ledger.give_back(session, source, id_, cents, fee, BOOKING)


def end(purpose: str) -> Move:
    """The contract is withdrawn from: its claim is taken back, and what was paid is owed back."""

    def both(session: Session, id_: int) -> None:
        key = Claim(id_, purpose, DUE, 1).key
        ledger.take_back(session, key, BOOKING)
        ledger.owe_back(session, f"end:{purpose}", id_, BOOKING)

    return both


def refund(source: str, cents: int) -> Move:
    return lambda session, id_: ledger.refund(session, source, id_, cents, BOOKING)


def refund_came_back(source: str, cents: int) -> Move:
    return lambda session, id_: ledger.refund_came_back(session, source, id_, cents, BOOKING)


def write_off(cause: str, cents: int) -> Move:
    return lambda session, id_: ledger.write_off(session, cause, id_, cents, BOOKING)


def receive(source: str, cents: int) -> Move:
    return lambda session, _id: ledger.park_payment(session, source, cents, BOOKING)


def allocate(source: str, cents: int) -> Move:
    return lambda session, id_: ledger.allocate(session, source, id_, cents, BOOKING)


def send_back(source: str, cents: int) -> Move:
    return lambda session, _id: ledger.send_back(session, source, cents, BOOKING)


def take_back(key: str) -> Move:
    return lambda session, _id: ledger.take_back(session, key, BOOKING)


B, R, P, U = Account.BANK, Account.RECEIVABLE, Account.REFUND_PAYABLE, Account.UNALLOCATED
SETUP, SOLD = Account.SETUP_INCOME, Account.PACKAGE_INCOME
PAID = (claim("price", 1000), pay("1", 1000))
TABLE: dict[str, tuple[tuple[Move, ...], dict[Account, int]]] = {
    "due": ((claim("setup", 50),), {R: 50, SETUP: -50}),
    "paid": (PAID, {B: 1000, SOLD: -1000}),
    "paid in two parts": ((claim("price", 1000), pay("1", 400), pay("2", 600)), {B: 1000, SOLD: -1000}),
    "paid before it is due": ((pay("1", 1000), claim("price", 1000)), {B: 1000, SOLD: -1000}),
    "paid too much": ((*PAID, pay("2", 30)), {B: 1030, R: -30, SOLD: -1000}),
    "returned with a fee of the bank": (
        (*PAID, give_back("2", 1000, 3)),
        {B: -3, R: 1000, SOLD: -1000, Account.FEES_OF_RETURNS: 3},
    ),
    "returned and cured": ((*PAID, give_back("2", 1000), pay("3", 1000)), {B: 1000, SOLD: -1000}),
    "withdrawn, unpaid": ((claim("price", 1000), end("price")), {}),
    "withdrawn, refund not sent yet": ((*PAID, end("price")), {B: 1000, P: -1000}),
    "withdrawn and refunded": ((*PAID, end("price"), refund("2", 1000)), {}),
    "refund came back": ((*PAID, end("price"), refund("2", 1000), refund_came_back("3", 1000)), {B: 1000, P: -1000}),
    "returned, then withdrawn": ((*PAID, give_back("2", 1000), end("price")), {}),
    "withdrawn, returned before the refund has left": ((*PAID, end("price"), give_back("2", 1000)), {}),
    "returned in part before the refund has left": ((*PAID, end("price"), give_back("2", 400)), {B: 600, P: -600}),
    "refunded, then returned: paid out twice, and owed to us": (
        (*PAID, end("price"), refund("2", 1000), give_back("3", 1000)),
        {B: -1000, R: 1000},
    ),
    "refund under way while the debit is returned": (
        (*PAID, end("price"), give_back("3", 1000), refund("2", 1000)),
        {B: -1000, R: 1000},
    ),
    "what was paid out twice comes back": (
        (*PAID, end("price"), refund("2", 1000), give_back("3", 1000), pay("4", 1000)),
        {},
    ),
    "what was paid out twice is given up": (
        (*PAID, end("price"), give_back("3", 1000), refund("2", 1000), write_off("x", 1000)),
        {B: -1000, Account.WRITE_OFF: 1000},
    ),
    "a refund pays what has become due": (
        (*PAID, end("price"), claim("setup", 50)),
        {B: 1000, SETUP: -50, P: -950},
    ),
    "whose it is nobody knows": ((receive("1", 70),), {B: 70, U: -70}),
    "then it is found": ((receive("1", 70), claim("setup", 50), allocate("1", 70)), {B: 70, R: -20, SETUP: -50}),
    "given to the wrong contract": (
        (receive("1", 70), allocate("1", 70), take_back("allocated:1")),
        {B: 70, U: -70},
    ),
    "not for us": ((receive("1", 70), send_back("1", 70)), {}),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_balances_after_these_moves(db: Database, name: str) -> None:
    moves, wanted = TABLE[name]
    (id_,) = add_contracts(db)
    for move in moves:
        for _ in range(2):
            db.write(lambda session, move=move: move(session, id_) and None)
    with db.read() as session:
        assert balances_of(session) == wanted
        own = {account: cents for account, cents in wanted.items() if account in OF_CONTRACTS}
        assert balances_of(session, id_) == own


@pytest.mark.both_databases
def test_a_key_makes_one_entry_and_something_else_under_it_is_an_error(db: Database) -> None:
    lines = [Posting(B, 5), Posting(U, -5)]

    def booked(*args, **changes):
        return db.write(lambda session: post(session, *args, replace(BOOKING, **changes)))

    assert booked("x", lines, "Zahlung") is True
    assert booked("x", lines[::-1], "Anders gesagt", by="staff:2", now=NOW + timedelta(days=1)) is False
    for other, day in (([Posting(B, 6), Posting(U, -6)], TODAY), (lines, TODAY + timedelta(days=1))):
        with pytest.raises(DifferentEntry):
            booked("x", other, "Zahlung", on=day)
    with db.read() as session:
        assert session.scalar(select(func.count()).select_from(LedgerPosting)) == 2


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [Posting(B, 5)],
        [Posting(B, 5), Posting(U, -4)],
        [Posting(B, 0), Posting(U, 0)],
        [Posting(B, 5), Posting(R, -5)],
        [Posting(B, 5, 1), Posting(R, -5, 1)],
    ],
)
def test_what_is_no_entry_is_refused(db: Database, lines: list[Posting]) -> None:
    with pytest.raises(ValueError):
        db.write(lambda session: post(session, "x", lines, "", BOOKING))


@pytest.mark.both_databases
@pytest.mark.parametrize("table", ["ledger_entries", "ledger_postings"])
@pytest.mark.parametrize("change", ["UPDATE {} SET {} = {}", "DELETE FROM {}"])
def test_the_books_are_never_changed(db: Database, table: str, change: str) -> None:
    db.write(lambda session: post(session, "x", [Posting(B, 5), Posting(U, -5)], "", BOOKING) and None)
    column = {"ledger_entries": "text", "ledger_postings": "amount_cents"}[table]
    with pytest.raises(DBAPIError, match="the books are never changed"):
        execute(db.engine, change.format(table, column, column))


def test_every_account_has_its_words() -> None:
    assert LABEL.keys() == set(Account)
    assert INCOME_OF.keys() == PURPOSE.keys()


# Properties

SOURCES = st.sampled_from("abcdef")
PURPOSES = st.sampled_from(["setup", "price", "instalment-1", "instalment-2"])
MOVES = st.one_of(
    *(st.builds(make, SOURCES, st.just(cents)) for cents in (120, 500) for make in (pay, refund, refund_came_back)),
    *(st.builds(make, SOURCES, st.just(120)) for make in (write_off, receive, allocate, send_back)),
    st.builds(give_back, SOURCES, st.just(120), st.just(3)),
    st.builds(claim, PURPOSES, st.just(500)),
    st.builds(end, PURPOSES),
)


@given(st.lists(st.tuples(MOVES, st.integers(1, 3)), max_size=12))
def test_any_moves_however_often_repeated(whole_books: Callable[..., dict], moves) -> None:
    once = whole_books([move for move, _ in moves])
    assert sum(once.values()) == 0
    assert once.get(P, 0) <= 0, "a household never owes us a refund"
    assert not (once.get(R, 0) > 0 > once.get(P, 0)), "nobody is paid who owes"
    assert whole_books([move for move, times in moves for _ in range(times)]) == once
    keyed = [move for move, _ in moves if move.__name__ != "both"]
    assert whole_books([*keyed, *keyed]) == whole_books(keyed)


@pytest.fixture(scope="module")
def whole_books(module_database_url: Callable[[str], str]) -> Iterator[Callable[..., dict[Account, int]]]:
    """The balances that moves leave, in a transaction that is rolled back. A move whose key stands for something else
    is refused, as it would be to any caller.
    """
    module_db = Database(module_database_url("sqlite"))
    (id_,) = add_contracts(module_db)

    def balances(moves) -> dict[Account, int]:
        with module_db.engine.connect() as connection, Session(connection) as session:
            for move in moves:
                try:
                    with session.begin_nested():
                        move(session, id_)
                except DifferentEntry:
                    pass
            per_entry = select(LedgerPosting.entry_id).group_by(LedgerPosting.entry_id)
            crooked = per_entry.having(func.sum(LedgerPosting.amount_cents) != 0)
            assert session.scalars(crooked).all() == []
            empty = select(LedgerEntry.id).where(LedgerEntry.id.not_in(select(LedgerPosting.entry_id)))
            assert session.scalars(empty).all() == []
            found = dict(balances_of(session))
            session.rollback()
        return found

    yield balances
    module_db.close()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 300)), max_size=6, unique_by=lambda one: one[0]),
       st.integers(-200, 900))  # fmt: skip
def test_what_is_open_is_what_is_due_less_what_was_paid(claims: list[tuple[int, int]], paid: int) -> None:
    days = [(f"claim:1:instalment-{i}", DUE + timedelta(days=i), cents) for i, cents in claims]
    items = open_of([*days, *([("paid:1", DUE, -paid)] if paid else [])])
    due = sum(cents for _, cents in claims)
    assert sum(item.open_cents for item in items) == max(due - max(paid, 0), 0)
    assert [item.due for item in items] == sorted(item.due for item in items)
    assert all(item.open_cents == item.amount_cents for item in items[1:]), "the oldest is paid first"


def test_a_return_opens_the_latest_claim_again(db: Database) -> None:
    (id_,) = add_contracts(db)
    later = DUE + timedelta(days=31)
    moves = [claim("instalment-1", 100), claim("instalment-2", 100, later), pay("1", 100), pay("2", 100)]
    shown = []
    for move in [*moves, give_back("3", 100), end("instalment-1")]:
        db.write(lambda session, move=move: move(session, id_) and None)
        with db.read() as session:
            shown.append([(item.due, item.open_cents) for item in open_items(session, id_)])
    assert shown == [[(DUE, 100)], [(DUE, 100), (later, 100)], [(later, 100)], [], [(later, 100)], []]
