"""Households of a list that are known already: the same mailbox or telephone, and the same name.

The mailbox alone is a family's, the name alone is anybody's; both together are one person.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.core.contact_details import mailbox_of
from services.core.folding import fold
from services.reservations.desk_entry.entry import Entry, Household
from services.reservations.models import ACTIVE, Reservation

_CHUNK: Final = 500
Mark = tuple[str, str, str]
"""What is compared (`mailbox` or `phone`), its value, and the folded name."""


@dataclass(frozen=True, slots=True)
class Known:
    """The reservation that a household has, or the earlier line of the list."""

    reservation_id: int | None
    reference: str | None
    line: int | None


def marks_of(household: Household) -> list[Mark]:
    """What a household is recognised by."""
    name = _name(household.first_name, household.last_name)
    mailbox, phone = mailbox_of(household.email.normalized), household.phone.e164
    return [(what, value, name) for what, value in (("mailbox", mailbox), ("phone", phone)) if value]


class Households:
    """The households that have an active reservation, among those that are asked about."""

    def __init__(self, session: Session, entries: Iterable[Entry]) -> None:
        asked = {mark for entry in entries for mark in marks_of(entry.household)}
        self._found: dict[Mark, Known] = {}
        for what, column in (("mailbox", Reservation.mailbox), ("phone", Reservation.mobile_phone_e164)):
            values = sorted({value for kind, value, _ in asked if kind == what})
            for id_, reference, first, last, value in _rows(session, column, values):
                self._found.setdefault((what, value, _name(first, last)), Known(id_, reference, None))

    def known(self, entry: Entry) -> Known | None:
        """The household's earlier reservation or line, if there is one."""
        return next((self._found[mark] for mark in marks_of(entry.household) if mark in self._found), None)

    def add(self, entry: Entry, line: int) -> None:
        """From here on this household is known by its line."""
        for mark in marks_of(entry.household):
            self._found.setdefault(mark, Known(None, None, line))


def _rows(session: Session, column: InstrumentedAttribute[str], values: Sequence[str]) -> Iterator[Sequence[Any]]:
    columns = (Reservation.id, Reservation.reference, Reservation.first_name, Reservation.last_name, column)
    for start in range(0, len(values), _CHUNK):
        found = select(*columns).where(column.in_(values[start : start + _CHUNK]), ACTIVE).order_by(Reservation.id)
        yield from session.execute(found)


def _name(first: str, last: str) -> str:
    return " ".join(fold(f"{first} {last}").split())
