"""The dry run of a list: what becomes of every row. Nothing is stored.

A row becomes a place, or is refused with its reasons, or belongs to a household that is known already: the mailbox or
the telephone of one with a place, whatever the name (it may be written otherwise, so staff are asked), or of an earlier
line with the same name (within one list a family shares a mailbox). Places are given in the
order of the list from those that are free now, so that none is promised twice. The plan has a version: an import names
the one that was seen, and is refused where it comes out differently.
"""

import csv
import hashlib
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.core.contact_details import mailbox_of
from services.core.folding import fold
from services.core.table_files.csv import disarmed
from services.parks.models import Park
from services.parks.queries import would_give
from services.reservations.desk_entry.enter import closed
from services.reservations.desk_entry.entry import Entry, Household
from services.reservations.errors import EntryFull
from services.reservations.imports.models import STANDS, ImportRow, ReservationImport
from services.reservations.imports.reading import LABELS, ListFile
from services.reservations.imports.rows import Fault, ListRow, Rules, row_of
from services.reservations.imports.schemas import (
    EarlierImportOut,
    Fate,
    KnownOut,
    ListFaultOut,
    PlannedRowOut,
    PlanOut,
)
from services.reservations.models import ACTIVE, Reservation

_CHUNK: Final = 500
_ANY: Final = ""
"""In place of the name of somebody who has a reservation."""
Mark = tuple[str, str, str]
"""What is compared (`mailbox` or `phone`), its value, and the folded name."""


def marks_of(household: Household) -> list[Mark]:
    """What a household is recognised by."""
    name = _name(household.first_name, household.last_name)
    mailbox, phone = mailbox_of(household.email.normalized), household.phone.e164
    return [(what, value, name) for what, value in (("mailbox", mailbox), ("phone", phone)) if value]


class Households:
    """The households that have an active reservation, among those that are asked about."""

    def __init__(self, session: Session, entries: Iterable[Entry]) -> None:
        asked = {mark for entry in entries for mark in marks_of(entry.household)}
        self._found: dict[Mark, KnownOut] = {}
        for what, column in (("mailbox", Reservation.mailbox), ("phone", Reservation.mobile_phone_e164)):
            values = sorted({value for kind, value, _ in asked if kind == what})
            for id_, reference, first, last, value in _rows(session, column, values):
                same = KnownOut(reservation_id=id_, reference=reference, line=None, is_same_name=True)
                self._found.setdefault((what, value, _name(first, last)), same)
                self._found.setdefault((what, value, _ANY), same.model_copy(update={"is_same_name": False}))

    def known(self, entry: Entry) -> KnownOut | None:
        """The household's earlier reservation or line, if there is one, before one that has another name."""
        marks = marks_of(entry.household)
        marks += [(what, value, _ANY) for what, value, _ in marks]
        return next((self._found[mark] for mark in marks if mark in self._found), None)

    def add(self, entry: Entry, line: int) -> None:
        """From here on this household is known by its line."""
        for mark in marks_of(entry.household):
            self._found.setdefault(mark, KnownOut(reservation_id=None, reference=None, line=line, is_same_name=True))


def _rows(session: Session, column: InstrumentedAttribute[str], values: Sequence[str]) -> Iterator[Sequence[Any]]:
    columns = (Reservation.id, Reservation.reference, Reservation.first_name, Reservation.last_name, column)
    for start in range(0, len(values), _CHUNK):
        found = select(*columns).where(column.in_(values[start : start + _CHUNK]), ACTIVE).order_by(Reservation.id)
        yield from session.execute(found)


def _name(first: str, last: str) -> str:
    return " ".join(fold(f"{first} {last}").split())


_ENTERED_BEFORE: Final = Fault(
    "", "entered_before", "Diese Zeile derselben Datei ist schon eingelesen. Zweimal lässt sie sich nicht eintragen."
)
_FULL: Final = Fault("", EntryFull.code, "Im Park ist kein Platz mehr zu vergeben.")


@dataclass(frozen=True, slots=True)
class Planned:
    """A row and its outcome. `known` is also set for a row that is entered nevertheless."""

    row: ListRow
    fate: Fate
    spot_number: int | None = None
    known: KnownOut | None = None
    fault: Fault | None = None
    """Why a valid row is refused."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All reasons to refuse it."""
        return (*self.row.faults, self.fault) if self.fault else self.row.faults


@dataclass(frozen=True, slots=True)
class Plan:
    """Every row in the order of the list."""

    rows: list[Planned]

    @property
    def version(self) -> str:
        """The same for two plans in which every row has the same fate."""
        fates = [[one.row.line, one.fate, one.spot_number, [fault.code for fault in one.faults]] for one in self.rows]
        return hashlib.sha256(json.dumps(fates).encode()).hexdigest()

    def count(self, fate: Fate) -> int:
        return sum(one.fate is fate for one in self.rows)


def plan(session: Session, file: ListFile, rules: Rules, nevertheless: Set[int]) -> Plan:
    """What would become of the list now. `nevertheless`: lines of known households that are entered all the same."""
    rows = [row_of(file, record, rules) for record in file.rows]
    before = set(session.scalars(select(ImportRow.line).where(ImportRow.sha256 == file.sha256, STANDS)))
    households = Households(session, (row.entry for row in rows if row.entry))
    planned = [_fate(row, before, households, nevertheless) for row in rows]
    park = session.get(Park, rules.park)
    closed = _closed(park)
    wishes = [one.row.entry.wish.annual_kwh for one in planned if one.fate is Fate.PLACE and one.row.entry]
    numbers = iter([None] * len(wishes) if closed else would_give(session, rules.park, wishes))
    placed = [_placed(one, next(numbers), closed or _FULL) if one.fate is Fate.PLACE else one for one in planned]
    return Plan(placed)


def plan_out(file: ListFile, plan: Plan, before: ReservationImport | None, *, is_remembered: bool) -> PlanOut:
    return PlanOut(
        version=plan.version,
        mapping=file.mapping,
        is_remembered=is_remembered,
        columns=file.columns,
        preview=file.preview,
        rows=[_row_out(one) for one in plan.rows],
        places=plan.count(Fate.PLACE),
        refused=plan.count(Fate.REFUSED),
        known=plan.count(Fate.KNOWN),
        already_imported=EarlierImportOut.model_validate(before) if before else None,
    )


def _row_out(one: Planned) -> PlannedRowOut:
    return PlannedRowOut(
        line=one.row.line,
        name=one.row.name,
        fate=one.fate,
        spot_number=one.spot_number,
        faults=[ListFaultOut.model_validate(fault) for fault in one.faults],
        remarks=list(one.row.remarks),
        known=KnownOut.model_validate(one.known) if one.known else None,
    )


def _fate(row: ListRow, before: set[int], households: Households, nevertheless: Set[int]) -> Planned:
    """The row's fate before places are given. A household is known from its first line on, also one refused later."""
    if row.line in before:
        return Planned(row, Fate.REFUSED, fault=_ENTERED_BEFORE)
    if row.entry is None:
        return Planned(row, Fate.REFUSED)
    known = households.known(row.entry)
    households.add(row.entry, row.line)
    if known and row.line not in nevertheless:
        return Planned(row, Fate.KNOWN, known=known)
    return Planned(row, Fate.PLACE, known=known)


def _closed(park: Park | None) -> Fault | None:
    """Why the park takes nobody at all."""
    if park is None:
        return Fault("", "unknown_choice", "Diesen Solarpark gibt es nicht.")
    why = closed(park)
    return Fault("", why.code, why.detail) if why else None


def _placed(one: Planned, number: int | None, otherwise: Fault) -> Planned:
    if number is None:
        return replace(one, fate=Fate.REFUSED, fault=otherwise)
    return replace(one, spot_number=number)


def entered_rows(rows: Iterable[Planned]) -> list[Planned]:
    return [one for one in rows if one.fate is Fate.PLACE]


REASON: Final = "Grund"
_BYTE_ORDER_MARK: Final = "\ufeff"
_KNOWN: Final = "Dieser Haushalt ist schon bekannt und wurde ausgelassen."


def refused_csv(file: ListFile, plan: Plan, later: Mapping[int, str], taken: Collection[int]) -> tuple[str, int]:
    """A CSV for German spreadsheets, and how many rows it has. `later` are sentences for lines that were refused when
    their turn came; other lines that the import has `taken` are left out, whatever a plan says of them by now.
    """
    reasons = {one.row.line: _words(one.faults) for one in plan.rows if one.fate is Fate.REFUSED}
    reasons |= {one.row.line: _KNOWN for one in plan.rows if one.fate is Fate.KNOWN}
    kept = {line: reason for line, reason in reasons.items() if line not in taken} | dict(later)
    buffer = io.StringIO(newline="")
    buffer.write(_BYTE_ORDER_MARK)
    writer = csv.writer(buffer, delimiter=";", lineterminator="\r\n")
    width = len(file.columns)
    writer.writerow([*map(disarmed, file.columns), REASON])
    for record in file.rows:
        if record.line in kept:
            cells = [disarmed(cell.replace("\v", "\n")) for cell in record.cells]
            writer.writerow([*cells, *[""] * (width - len(cells)), kept[record.line]])
    return buffer.getvalue(), len(kept)


def _words(faults: Iterable[Fault]) -> str:
    return " ".join(f"{LABELS[fault.field]}: {fault.message}" if fault.field else fault.message for fault in faults)
