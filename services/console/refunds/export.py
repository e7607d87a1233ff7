"""The refunds of a park that is not built as a file for the accounts department."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from sqlalchemy.orm import Session

from services.console.refunds.refunds import Refund, Refunds, refunds_of
from services.core.german import numeric_day
from services.core.table_files.formats import FormatName
from services.core.table_files.table import Kind, Row, Table
from services.exports.columns import FileColumn, money
from services.exports.wish import Opened, file_name, machine_notes, notes_of
from services.parks.errors import UnknownPark
from services.reservations.labels import STATE
from services.staff.audit import Event
from services.staff.call import Call, Staff
from services.staff.errors import Forbidden
from services.staff.models import Role

COLUMNS: Sequence[FileColumn] = (
    FileColumn("reference", "Referenz"),
    FileColumn("name", "Name"),
    FileColumn("spot_number", "Platz", Kind.INTEGER),
    FileColumn("state_before", "Stand bei der Absage", words=lambda state: STATE.get(state, state)),
    money("card_check_cents", "Kartenprüfung"),
    FileColumn("is_card_check_refunded", "Kartenprüfung erstattet", Kind.BOOLEAN),
    money("setup_fee_cents", "Einrichtung, höchstens"),
    money("price_cents", "Preis oder Raten, höchstens"),
    money("total_cents", "Zusammen, höchstens"),
    FileColumn("due_on", "Fällig am", Kind.DAY),
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
