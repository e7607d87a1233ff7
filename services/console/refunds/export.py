"""The refunds of a park that is not built as a file for the accounts department."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as member
from datetime import datetime
from decimal import Decimal
from typing import Any, Self

from sqlalchemy.orm import Session

from services.console.exports.wish import Opened, file_name, machine_notes, notes_of
from services.console.refunds.refunds import Refund, Refunds, refunds_of
from services.core.german import numeric_day
from services.core.table_files.formats import FormatName
from services.core.table_files.table import Kind, Row, Table
from services.parks.errors import UnknownPark
from services.reservations.labels import STATE
from services.staff.audit import Event
from services.staff.call import Call, Staff
from services.staff.errors import Forbidden
from services.staff.models import Role


@dataclass(frozen=True, slots=True)
class _Column:
    """One column of the file; `words` maps codes to labels for people."""

    field: str
    heading: str
    kind: Kind = Kind.TEXT
    words: Callable[[Any], object] | None = None
    places: int = 0
    unit: str = ""
    number_format: str = ""
    field_notes: Mapping[str, str] = member(default_factory=dict)

    @property
    def field_kind(self) -> Kind:
        return self.kind

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        if self.kind is Kind.MONEY:
            return lambda cents: Decimal(cents).scaleb(-2)
        return self.words if in_words and self.words else lambda value: value


def _money(name: str, heading: str) -> _Column:
    return _Column(name, heading, Kind.MONEY, places=2)


COLUMNS: Sequence[_Column] = (
    _Column("reference", "Referenz"),
    _Column("name", "Name"),
    _Column("spot_number", "Platz", Kind.INTEGER),
    _Column("state_before", "Stand bei der Absage", words=lambda state: STATE.get(state, state)),
    _money("card_check_cents", "Kartenprüfung"),
    _Column("is_card_check_refunded", "Kartenprüfung erstattet", Kind.BOOLEAN),
    _money("setup_fee_cents", "Einrichtung, höchstens"),
    _money("price_cents", "Preis oder Raten, höchstens"),
    _money("total_cents", "Zusammen, höchstens"),
    _Column("due_on", "Fällig am", Kind.DAY),
)


@dataclass(frozen=True, slots=True)
class RefundsWish:
    """The refunds of one park."""

    format: FormatName
    park_id: str

    def file_name(self, rows: int, now: datetime) -> str:
        return file_name("erstattungen", self.format, rows, now)

    def as_json(self) -> dict[str, Any]:
        return {"resource": "refunds", "format": self.format.value, "park": self.park_id}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Reverse of `as_json`."""
        return cls(FormatName(kept["format"]), kept["park"])

    def check(self, staff: Staff) -> None:
        if staff.role is Role.MARKETING:
            raise Forbidden

    def count(self, session: Session) -> int:
        return len(self._found(session).rows)

    def opened(self, session: Session, call: Call, staff: Staff) -> Opened:
        found = self._found(session)
        rows = len(found.rows)
        said = [("Park", found.park_name), ("Fällig am", numeric_day(found.due_on))]
        batches = _batches(found)
        about = notes_of(staff.name, call.now, rows, said)
        table = Table("Erstattungen", COLUMNS, batches, "Auswahl", about, machine_notes(call.now, rows, said))
        details = {"format": self.format.value, "rows": rows}
        return Opened(rows, batches, table, Event(staff.actor, "export.fetched", f"park:{self.park_id}", details))

    def _found(self, session: Session) -> Refunds:
        found = refunds_of(session, self.park_id)
        if found is None:
            raise UnknownPark
        return found


def _batches(found: Refunds) -> Generator[Sequence[Row]]:
    yield [_row(one, found) for one in found.rows]


def _row(one: Refund, found: Refunds) -> Row:
    return [getattr(found if column.field == "due_on" else one, column.field) for column in COLUMNS]
