"""The dry run of a list: what becomes of every row. Nothing is stored.

A row becomes a place, or is refused with its reasons, or belongs to a household that is known already. Places are given
in the order of the list from those that are free now, so that none is promised twice. The plan has a version: an
import names the one that was seen, and is refused where it comes out differently.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks.models import Park
from services.parks.queries import would_give
from services.reservations.desk_entry.errors import EntryFull, EntryNotBuilt, EntryPaused
from services.reservations.imports.known import Households, Known
from services.reservations.imports.models import STANDS, ImportRow
from services.reservations.imports.reading import ListFile
from services.reservations.imports.rows import Fault, ListRow, Rules, row_of

_ENTERED_BEFORE: Final = Fault(
    "", "entered_before", "Diese Zeile derselben Datei ist schon eingelesen. Zweimal lässt sie sich nicht eintragen."
)
_FULL: Final = Fault("", EntryFull.code, "Im Park ist kein Platz mehr zu vergeben.")


class Fate(StrEnum):
    """What becomes of a row."""

    PLACE = "place"
    REFUSED = "refused"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Planned:
    """A row and what becomes of it. `known` also stands with a row that is entered nevertheless."""

    row: ListRow
    fate: Fate
    spot_number: int | None = None
    known: Known | None = None
    fault: Fault | None = None
    """Why a row without faults of its own is refused."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that stands against it."""
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
        """How many rows have this fate."""
        return sum(one.fate is fate for one in self.rows)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a clerk decided: lines of known households that are entered nevertheless."""

    nevertheless: frozenset[int] = frozenset()


def plan(session: Session, file: ListFile, sha256: str, rules: Rules, choices: Choices) -> Plan:
    """What would become of the list now."""
    rows = [row_of(file, record, rules) for record in file.rows]
    before = set(session.scalars(select(ImportRow.line).where(ImportRow.sha256 == sha256, STANDS)))
    households = Households(session, (row.entry for row in rows if row.entry))
    planned = [_fate(row, before, households, choices) for row in rows]
    return Plan(_with_places(session, planned, rules.park))


def _fate(row: ListRow, before: set[int], households: Households, choices: Choices) -> Planned:
    """The row's fate before places are given. A household is known from its first line on, also one refused later."""
    if row.line in before:
        return Planned(row, Fate.REFUSED, fault=_ENTERED_BEFORE)
    if row.entry is None:
        return Planned(row, Fate.REFUSED)
    known = households.known(row.entry)
    households.add(row.entry, row.line)
    if known and row.line not in choices.nevertheless:
        return Planned(row, Fate.KNOWN, known=known)
    return Planned(row, Fate.PLACE, known=known)


def _with_places(session: Session, planned: Sequence[Planned], park_id: str) -> list[Planned]:
    park = session.get(Park, park_id)
    closed = _closed(park)
    wishes = [one.row.entry.wish.annual_kwh for one in planned if one.fate is Fate.PLACE and one.row.entry]
    numbers = iter([None] * len(wishes) if closed else would_give(session, park_id, wishes))
    return [_placed(one, next(numbers), closed or _FULL) if one.fate is Fate.PLACE else one for one in planned]


def _closed(park: Park | None) -> Fault | None:
    """Why the park takes nobody at all."""
    if park is None:
        return Fault("", "unknown_choice", "Diesen Solarpark gibt es nicht.")
    if park.cancelled_at:
        return Fault("", EntryNotBuilt.code, EntryNotBuilt.detail)
    return Fault("", EntryPaused.code, EntryPaused.detail) if park.paused_at else None


def _placed(one: Planned, number: int | None, otherwise: Fault) -> Planned:
    if number is None:
        return replace(one, fate=Fate.REFUSED, fault=otherwise)
    return replace(one, spot_number=number)


def entered_rows(rows: Iterable[Planned]) -> list[Planned]:
    """Those that become a place."""
    return [one for one in rows if one.fate is Fate.PLACE]
