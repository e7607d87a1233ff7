"""The refunds of a park that is not built as a file for the accounts department."""

from collections.abc import Generator, Sequence
from typing import ClassVar, Literal

from pydantic import Field
from sqlalchemy.orm import Session

from services.core.german import numeric_day
from services.core.inputs import Body
from services.core.table_files.formats import FormatName
from services.core.table_files.table import FileColumn, Kind, Row, Table
from services.parks.errors import UnknownPark
from services.reservations.desk.parks.refunds import Refund, Refunds, refunds_of
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
    FileColumn("card_check_cents", "Kartenprüfung", Kind.MONEY),
    FileColumn("is_card_check_refunded", "Kartenprüfung erstattet", Kind.BOOLEAN),
    FileColumn("setup_fee_cents", "Einrichtung, höchstens", Kind.MONEY),
    FileColumn("price_cents", "Preis oder Raten, höchstens", Kind.MONEY),
    FileColumn("total_cents", "Zusammen, höchstens", Kind.MONEY),
    FileColumn("due_on", "Fällig am", Kind.DAY),
)


class RefundsExportIn(Body):
    """What is owed to the households of a park that is called off."""

    resource: Literal["refunds"]
    format: FormatName
    park: str = Field(max_length=40)
    title: ClassVar[str] = "Erstattungen"

    def check(self, staff: Staff) -> None:
        """Forbidden for marketing."""
        if staff.role is Role.MARKETING:
            raise Forbidden

    def count(self, session: Session) -> int:
        """How many rows the file has. UnknownPark."""
        return len(self._found(session).rows)

    def table(self, session: Session, _call: Call, _staff: Staff) -> Table:
        """The rows, and whose they are."""
        found = self._found(session)
        said = [("Park", found.park_name), ("Fällig am", numeric_day(found.due_on))]
        return Table(self.title, COLUMNS, _batches(found), "Auswahl", said)

    def event(self, staff: Staff, rows: int) -> Event:
        """For the log."""
        details = {"format": self.format.value, "rows": rows}
        return Event(staff.actor, "export.fetched", f"park:{self.park}", details)

    def _found(self, session: Session) -> Refunds:
        found = refunds_of(session, self.park)
        if found is None:
            raise UnknownPark
        return found


def _batches(found: Refunds) -> Generator[Sequence[Row]]:
    yield [_row(one, found) for one in found.rows]


def _row(one: Refund, found: Refunds) -> Row:
    return [getattr(found if column.field == "due_on" else one, column.field) for column in COLUMNS]
