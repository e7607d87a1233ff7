"""The ledger: double entry in whole cents. Nothing changes a balance but an entry, and entries are never edited.

Each movement has a natural key, so that a second run, a second file and a second person make none; other figures under
the same key are an error. What is owed and what is owed back is computed from the postings and stored nowhere.

After every movement a household's two accounts are netted: a refund that is still owed pays for what has become due
again, and a refund too many is due back. So refund and returned debit may come in either order.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, NamedTuple

from sqlalchemy import exists, func, select, text
from sqlalchemy.orm import Session, aliased

from services.core.db.rows import Insertion
from services.payments.chart import INCOME_OF, OF_CONTRACTS, PURPOSE, Account
from services.payments.models import LedgerEntry, LedgerPosting

_CLAIM: Final = "claim:"
_OUTSIDE: Final = (Account.BANK.value, Account.UNALLOCATED.value)
_UNDONE: Final = "undone:"
_ENTRY: Final = Insertion(LedgerEntry.__table__, lambda insert: insert.on_conflict_do_nothing(index_elements=["key"]))
_POSTINGS: Final = Insertion(LedgerPosting.__table__)
_ALONE: Final = text("SELECT pg_advisory_xact_lock(7267003)")
_LOCK: Final = text("SELECT pg_advisory_xact_lock(7267002, :contract)")


class DifferentEntry(Exception):
    """There is an entry with this key and other figures: a fault of the program, never of a person."""


class Posting(NamedTuple):
    """One line of an entry. Debit is positive."""

    account: Account
    amount_cents: int
    contract_id: int | None = None


@dataclass(frozen=True, slots=True)
class Booking:
    """The day in the books, in Berlin, and who books it, written as in the audit log."""

    on: date
    by: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is due. `purpose`: `setup`, `price`, or `instalment` with its number, `instalment-3`."""

    contract_id: int
    purpose: str
    due: date
    amount_cents: int

    @property
    def key(self) -> str:
        """Its natural key."""
        return f"{_CLAIM}{self.contract_id}:{self.purpose}:{self.due:%Y-%m-%d}"


@dataclass(frozen=True, slots=True)
class OpenItem:
    """A claim, and how much of it is not paid yet."""

    key: str
    due: date
    amount_cents: int
    open_cents: int


# Writing


def post(session: Session, key: str, postings: Sequence[Posting], words: str, booking: Booking) -> bool:
    """Book an entry; False where there is one with this key. ValueError if it is none, DifferentEntry."""
    if not postings or sum(one.amount_cents for one in postings) != 0 or 0 in (one.amount_cents for one in postings):
        raise ValueError("the postings of an entry sum to zero, and none is zero")
    if any((one.contract_id is None) is (one.account in OF_CONTRACTS) for one in postings):
        raise ValueError("postings name a contract where their account is that of one")
    entry = {"key": key, "booked_on": booking.on, "text": words, "at": booking.now, "by": booking.by}
    (inserted,) = _ENTRY.run(session, [entry])
    is_new = bool(inserted.rowcount)
    id_, day = session.execute(select(LedgerEntry.id, LedgerEntry.booked_on).where(LedgerEntry.key == key)).one()
    if is_new:
        _POSTINGS.run(session, [{"entry_id": id_, "position": i, **one._asdict()} for i, one in enumerate(postings, 1)])
    elif (day, set(_postings_of(session, id_))) != (booking.on, set(postings)):
        raise DifferentEntry(key)
    return is_new


def _postings_of(session: Session, entry_id: int) -> list[Posting]:
    query = select(LedgerPosting).where(LedgerPosting.entry_id == entry_id).order_by(LedgerPosting.position)
    return [Posting(Account(one.account), one.amount_cents, one.contract_id) for one in session.scalars(query)]


def claim_due(session: Session, claim: Claim, booking: Booking) -> None:
    """A claim is due."""
    kind = claim.purpose.partition("-")[0]
    postings = _between(Account.RECEIVABLE, INCOME_OF[kind], claim.amount_cents, claim.contract_id)
    _move(session, claim.key, postings, PURPOSE[kind], booking)


def pay(session: Session, source: str, contract_id: int, cents: int, booking: Booking) -> None:
    """Money of a household has arrived. `source` names the bank's line, here and below."""
    postings = _between(Account.BANK, Account.RECEIVABLE, cents, contract_id)
    _move(session, f"paid:{source}", postings, "Zahlung", booking)


def give_back(session: Session, source: str, contract_id: int, cents: int, fee_cents: int, booking: Booking) -> None:
    """The bank has taken a debit back, and a fee, which is ours."""
    postings = _between(Account.RECEIVABLE, Account.BANK, cents, contract_id)
    if fee_cents:
        postings += _between(Account.FEES_OF_RETURNS, Account.BANK, fee_cents)
    _move(session, f"returned:{source}", postings, "Rücklastschrift", booking)


def owe_back(session: Session, cause: str, contract_id: int, booking: Booking) -> int:
    """What a household has paid too much becomes a refund; returns how many cents. `cause` makes it one movement."""
    _lock(session, contract_id)
    overpaid = -balances_of(session, contract_id).get(Account.RECEIVABLE, 0)
    if overpaid <= 0 or entry_exists(session, key := f"owed-back:{cause}:{contract_id}"):
        return 0
    postings = _between(Account.RECEIVABLE, Account.REFUND_PAYABLE, overpaid, contract_id)
    post(session, key, postings, "Zu viel gezahlt, wird erstattet", booking)
    return overpaid


def refund(session: Session, source: str, contract_id: int, cents: int, booking: Booking) -> None:
    """A refund has left the bank."""
    postings = _between(Account.REFUND_PAYABLE, Account.BANK, cents, contract_id)
    _move(session, f"refunded:{source}", postings, "Erstattung", booking)


def refund_came_back(session: Session, source: str, contract_id: int, cents: int, booking: Booking) -> None:
    """The household's bank has sent it back: it is owed again."""
    postings = _between(Account.BANK, Account.REFUND_PAYABLE, cents, contract_id)
    _move(session, f"refund-back:{source}", postings, "Erstattung kam zurück", booking)


def write_off(session: Session, cause: str, contract_id: int, cents: int, booking: Booking) -> None:
    """A claim that nobody will pay."""
    postings = _between(Account.WRITE_OFF, Account.RECEIVABLE, cents, contract_id)
    _move(session, f"written-off:{cause}", postings, "Ausgebucht", booking)


def park_payment(session: Session, source: str, cents: int, booking: Booking) -> None:
    """Money has arrived, or with a negative sum left, and nobody knows whose it is."""
    postings = _between(Account.BANK, Account.UNALLOCATED, cents)
    _move(session, f"unallocated:{source}", postings, "Zahlung ohne Zuordnung", booking)


def allocate(session: Session, source: str, contract_id: int, cents: int, booking: Booking) -> None:
    """It is found whose the payment is."""
    postings = _between(Account.UNALLOCATED, Account.RECEIVABLE, cents, contract_id)
    _move(session, f"allocated:{source}", postings, "Zahlung zugeordnet", booking)


def send_back(session: Session, source: str, cents: int, booking: Booking) -> None:
    """A payment that was not for us has left the bank again."""
    postings = _between(Account.UNALLOCATED, Account.BANK, cents)
    _move(session, f"sent-back:{source}", postings, "Zahlung zurückgesendet", booking)


def take_fee(session: Session, source: str, cents: int, booking: Booking) -> None:
    """What has left the bank is a fee."""
    _move(session, f"fee:{source}", _between(Account.FEES_OF_RETURNS, Account.UNALLOCATED, cents), "Gebühr", booking)


def take_back(session: Session, key: str, booking: Booking) -> None:
    """Book the opposite of an entry, once: of a claim that a withdrawal or a park called off has ended, of a payment
    given to the wrong contract. Nothing happens where there is no such entry.
    """
    entry = session.scalars(select(LedgerEntry).where(LedgerEntry.key == key)).one_or_none()
    if entry is None or entry_exists(session, _UNDONE + key):
        return
    opposite = [one._replace(amount_cents=-one.amount_cents) for one in _postings_of(session, entry.id)]
    _move(session, _UNDONE + key, opposite, f"Zurückgenommen: {entry.text}", booking)


def _between(debit: Account, credit: Account, cents: int, contract_id: int | None = None) -> list[Posting]:
    """Two lines; those of a household's accounts name its contract."""
    sides = ((debit, cents), (credit, -cents))
    return [Posting(account, sum_, contract_id if account in OF_CONTRACTS else None) for account, sum_ in sides]


def _move(session: Session, key: str, postings: Sequence[Posting], words: str, booking: Booking) -> None:
    """Book a movement once, and net what it leaves of each household."""
    contracts = sorted({one.contract_id for one in postings if one.contract_id is not None})
    for contract_id in contracts:
        _lock(session, contract_id)
    if not post(session, key, postings, words, booking):
        return
    for contract_id in contracts:
        balances = balances_of(session, contract_id)
        owed, payable = balances.get(Account.RECEIVABLE, 0), balances.get(Account.REFUND_PAYABLE, 0)
        # A refund too many is owed to us; one that has not left yet pays for what is owed.
        if payable > 0 or (payable < 0 < owed):
            moved = -payable if payable > 0 else min(owed, -payable)
            net = _between(Account.REFUND_PAYABLE, Account.RECEIVABLE, moved, contract_id)
            post(session, f"net:{key}:{contract_id}", net, "Mit einer Erstattung verrechnet", booking)


def alone(session: Session) -> None:
    """Let nobody else draft a file or book a statement until the end of the transaction: both would take the same."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_ALONE)


def _lock(session: Session, contract_id: int) -> None:
    """Two people at once would both net the same money."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_LOCK, {"contract": contract_id})


# Reading


def entry_exists(session: Session, key: str) -> bool:
    """Whether something is booked under this key."""
    return session.scalar(select(LedgerEntry.id).where(LedgerEntry.key == key)) is not None


def balances_of(session: Session, contract_id: int | None = None) -> Mapping[Account, int]:
    """The balance of each account that has one, of a contract or of all."""
    query = select(LedgerPosting.account, func.sum(LedgerPosting.amount_cents)).group_by(LedgerPosting.account)
    if contract_id is not None:
        query = query.where(LedgerPosting.contract_id == contract_id)
    return {Account(account): int(cents) for account, cents in session.execute(query) if cents}


def received(session: Session, contract_id: int) -> list[tuple[date, int]]:
    """What came from the household on each day in cents, less what went back: the movements that touch the bank, or
    money whose owner was unknown.
    """
    return received_of(session, [contract_id])[contract_id]


def received_of(session: Session, contract_ids: Collection[int]) -> Mapping[int, list[tuple[date, int]]]:
    """The same of each of these contracts."""
    outside, found = aliased(LedgerPosting), {id_: list[tuple[date, int]]() for id_ in contract_ids}
    is_money = exists().where(outside.entry_id == LedgerEntry.id, outside.account.in_(_OUTSIDE))
    query = (
        select(LedgerPosting.contract_id, LedgerEntry.booked_on, -func.sum(LedgerPosting.amount_cents))
        .join(LedgerPosting, LedgerPosting.entry_id == LedgerEntry.id)
        .where(LedgerPosting.contract_id.in_(contract_ids), is_money)
        .group_by(LedgerPosting.contract_id, LedgerEntry.id, LedgerEntry.booked_on)
        .order_by(LedgerEntry.booked_on, LedgerEntry.id)
    )
    for id_, day, cents in session.execute(query):
        if id_ is not None:
            found[id_].append((day, int(cents)))
    return found


def open_items(session: Session, contract_id: int) -> list[OpenItem]:
    """The claims of a contract that are not paid in full, the oldest first."""
    return all_open_items(session, contract_id).get(contract_id, [])


def all_open_items(session: Session, contract_id: int | None = None) -> Mapping[int, list[OpenItem]]:
    """The same of every contract that has any, or of this one."""
    query = (
        select(LedgerPosting.contract_id, LedgerEntry.key, LedgerEntry.booked_on, LedgerPosting.amount_cents)
        .join(LedgerPosting, LedgerPosting.entry_id == LedgerEntry.id)
        .where(LedgerPosting.account == Account.RECEIVABLE.value)
    )
    if contract_id is not None:
        query = query.where(LedgerPosting.contract_id == contract_id)
    rows: dict[int, list[tuple[str, date, int]]] = {}
    for id_, key, day, cents in session.execute(query):
        if id_ is not None:
            rows.setdefault(id_, []).append((key, day, cents))
    return {id_: items for id_, of_it in rows.items() if (items := open_of(of_it))}


def open_of(receivable: Iterable[tuple[str, date, int]]) -> list[OpenItem]:
    """The same of the postings to a contract's receivables: key and day of the entry, cents. Payments pay the oldest
    claim first, so a debit that is returned opens the latest again.
    """
    rows = list(receivable)
    undone = {key.removeprefix(_UNDONE) for key, _, _ in rows if key.startswith(_UNDONE + _CLAIM)}
    claims = sorted((day, key, cents) for key, day, cents in rows if key.startswith(_CLAIM) and key not in undone)
    paid = -sum(cents for key, _, cents in rows if not key.startswith((_CLAIM, _UNDONE + _CLAIM)))
    items = []
    for day, key, cents in claims:
        covered = max(min(paid, cents), 0)
        paid -= covered
        items.append(OpenItem(key, day, cents, cents - covered))
    return [item for item in items if item.open_cents]
