"""The books as a file for the accounts department: a row for each posting, in the order of the entries."""

from collections.abc import Generator, Sequence
from contextlib import closing
from datetime import date
from typing import Annotated, ClassVar, Literal, Self

from pydantic import model_validator
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from services.core.fields import Refused
from services.core.german import numeric_day
from services.core.inputs import Body, CalendarDay, Required
from services.core.table_files.formats import FormatName
from services.core.table_files.table import FileColumn, Kind, Row, Table
from services.payments.bank.contracts import numbered
from services.payments.chart import LABEL, Account
from services.payments.models import LedgerEntry, LedgerPosting
from services.staff.audit import Event
from services.staff.call import Call, Staff
from services.staff.errors import Forbidden
from services.staff.models import Role

_BATCH = 1_000
COLUMNS: Sequence[FileColumn] = (
    FileColumn("entry", "Buchung", Kind.INTEGER),
    FileColumn("booked_on", "Tag", Kind.DAY),
    FileColumn("text", "Text"),
    FileColumn("account", "Konto", words=lambda account: LABEL[Account(account)]),
    FileColumn("contract", "Vertrag"),
    FileColumn("debit_cents", "Soll", Kind.MONEY),
    FileColumn("credit_cents", "Haben", Kind.MONEY),
    FileColumn("key", "Schlüssel"),
    FileColumn("at", "Gebucht am", Kind.MOMENT),
    FileColumn("by", "Gebucht von (Kennung)"),
)


class BooksExportIn(Body):
    """The postings of these days in the books."""

    resource: Literal["books"]
    format: FormatName
    first: Annotated[CalendarDay, Required("Bitte geben Sie den ersten Tag an.")]
    last: Annotated[CalendarDay, Required("Bitte geben Sie den letzten Tag an.")]
    title: ClassVar[str] = "Buchungen"

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.last < self.first:
            raise Refused("before_from", "Der letzte Tag liegt vor dem ersten.")
        return self

    def check(self, staff: Staff) -> None:
        """Forbidden for marketing."""
        if staff.role is Role.MARKETING:
            raise Forbidden

    def count(self, session: Session) -> int:
        """How many rows the file has."""
        query = select(func.count()).select_from(LedgerPosting).join(LedgerEntry).where(self._chosen())
        return session.scalar(query) or 0

    def table(self, session: Session, _call: Call, _staff: Staff) -> Table:
        """The rows, read while they are written."""
        said = [("Von", numeric_day(self.first)), ("Bis", numeric_day(self.last))]
        return Table(self.title, COLUMNS, _batches(session, self._chosen()), "Auswahl", said)

    def event(self, staff: Staff, rows: int) -> Event:
        """For the log."""
        days = {"first": self.first.isoformat(), "last": self.last.isoformat()}
        return Event(staff.actor, "export.fetched", "books", {"format": self.format.value, "rows": rows, **days})

    def _chosen(self) -> ColumnElement[bool]:
        return LedgerEntry.booked_on.between(self.first, self.last)


def _batches(session: Session, chosen: ColumnElement[bool]) -> Generator[Sequence[Row]]:
    query = select(LedgerPosting, LedgerEntry).join(LedgerEntry).where(chosen)
    ordered = query.order_by(LedgerEntry.id, LedgerPosting.position).execution_options(yield_per=_BATCH)
    with closing(session.execute(ordered)) as found:
        for part in found.partitions():
            numbers = numbered(session, {posting.contract_id for posting, _ in part if posting.contract_id})
            yield [_row(posting, entry, numbers.get(posting.contract_id or 0)) for posting, entry in part]


def _row(posting: LedgerPosting, entry: LedgerEntry, contract: tuple[str, int] | None) -> Row:
    cents = posting.amount_cents
    sides: tuple[int | None, int | None] = (cents, None) if cents > 0 else (None, -cents)
    day: date = entry.booked_on
    number = contract[0] if contract else ""
    return [entry.id, day, entry.text, posting.account, number, *sides, entry.key, entry.at, entry.by]
